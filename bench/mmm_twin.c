/* Mmm! on ONE PAW or TWO PAWS at random, fused by hand: the measure of bench/kernels.py. An event is a roll or an action. */
#include <stdint.h>

typedef struct {
    uint64_t foods[6], home[64]; /* squares of a food; the item that a square belongs to */
    int64_t food[64], steps;
} Board;

static inline uint64_t below(uint64_t *rng, uint64_t n) {
    uint64_t x = *rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *rng = x;
    return ((x >> 32) * n) >> 32;
}

int64_t playouts(const Board *board, uint64_t all, int64_t games, uint64_t *seed, int64_t *won) {
    uint64_t rng = *seed;
    int64_t events = 0;
    for (int64_t game = 0; game < games; game++) {
        uint64_t free = all;
        int64_t cat = 0;
        while (free && cat < board->steps) {
            uint64_t placed = 0, done = 0;
            int dice = 3;
            for (;;) {
                int hand[6] = {0}, fresh = 1, again = 0;
                uint64_t wanted = 0;
                for (int n = 0; n < dice; n++) {
                    int face = (int)below(&rng, 6);
                    hand[face]++;
                    wanted |= board->foods[face];
                }
                events++;
                if (!(wanted & free)) {
                    free |= placed;
                    done = 0;
                    break;
                }
                for (;;) {
                    uint64_t squares = wanted & free;
                    uint64_t count = (uint64_t)__builtin_popcountll(squares), k = below(&rng, fresh ? count : count + 2);
                    events++;
                    if (k >= count) {
                        again = k == count;
                        break;
                    }
                    while (k--) squares &= squares - 1;
                    int square = __builtin_ctzll(squares), food = (int)board->food[square];
                    free ^= 1ull << square;
                    placed |= 1ull << square;
                    done |= !(board->home[square] & free);
                    fresh = 0;
                    if (!--dice) break;
                    if (!--hand[food]) wanted &= ~board->foods[food];
                }
                if (!again) break;
            }
            cat += !done;
        }
        *won += !free;
    }
    *seed = rng;
    return events;
}
