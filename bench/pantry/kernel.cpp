// Mmm! played many times by a choice of its own, as a WebAssembly module: `./mousehole kernels` compiles it.
#include "../../src/mousehole/games/mmm/solver/kernel.cpp"

static struct {
    u64 squares, steps, players, in_line;
} setup;

#define MOST_SQUARES 63
#define SQUARES ((int)setup.squares)
#define STEPS ((int)setup.steps)
#define PLAYERS ((int)setup.players)
#define IN_LINE setup.in_line
namespace played {
#include "../../src/mousehole/games/mmm/kernel/rules.h"
#include "thumb.h"

enum { BY_THUMB, AT_ITS_BEST, WITH_COSTS };  // what chooses
enum { THROWN = 128, RULES = 6 };            // in a log, above: that hand fell; rules of thumb, and none

static Tables at;
static const float* table;  // what is known about positions between turns

// What a choice is worth: a die on each item, rolling and gathering.
struct Worth {
    double of[MOST_ITEMS + 2];

    MEMBER explicit Worth(const Row& row) {
        u64 words[WORDS];
        save(row, words, 0, 1);
        Source source = {table};
        weigh_all(*lens, source, words, of);
    }

    MEMBER double after(int id) const {
        if (id < PLACE) return of[lens->items + id];  // REROLL, GATHER
        int item = 0;
        while (!(lens->squares[item] >> (id - PLACE) & 1)) item++;
        return of[item];
    }

    // The best of all, the first of equal ones; what it is worth.
    MEMBER int best(const Row& row, double& chance) const {
        int id = after(REROLL) > after(GATHER) ? REROLL : GATHER;
        chance = after(id);
        for (int item = 0; item < lens->items; item++)
            if (of[item] > chance) chance = of[item], id = PLACE + lowest(lens->squares[item] & row.free);
        return id;
    }
};

// Choose by the rules of thumb, and add to the costs of the rule that decides what that loses to the best.
static int weighed(const Row& row, double* costs) {
    Decision found = chosen(row, 0);
    if (found.id != chosen(row, 1).id) found.rule = 1;
    Worth worth(row);
    double chance;
    int best = worth.best(row, chance);
    if (found.id >= PLACE && best >= PLACE && found.rule != 1) found.rule = 2;
    costs[found.rule] += higher(0.0, chance - worth.after(found.id));
    return found.id;
}

// Choose: by all rules of thumb but one, or the best, with so many slips among a thousand decisions.
static int decided(const Row& row, u64& luck, int how, int part, double* costs) {
    if (how == WITH_COSTS) return weighed(row, costs);
    if (how == BY_THUMB) return chosen(row, part).id;
    if (part && below(luck, 1000) < part) return choose(at, row, luck, (Pen*)0);
    double chance;
    return Worth(row).best(row, chance);
}

struct Log {
    int *events, *ends, room, many;

    MEMBER void add(int event) {
        if (!events) return;
        if (many == room) __builtin_trap();
        events[many++] = event;
    }
};

static Row started(const u64* words) {
    Row row = load(at, words, 0, 1);
    look(at, row);
    return row;
}
}  // namespace played

using namespace played;

EXPORT void* place(unsigned which, unsigned size) {
    if (which > 1 || size > (which ? sizeof at : sizeof setup)) __builtin_trap();
    return which ? (void*)&at : &setup;
}

EXPORT void look_in(const float* known) { table = known; }

// Play games; how many were won. What happened is logged where there is a place for it.
EXPORT int play_games(const u64* words, int games, u64* luck, int how, int part, double* costs, int* events, int room,
                      int* ends) {
    Log log = {events, ends, room, 0};
    int won = 0;
    for (int game = 0; game < games; game++) {
        Row row = started(words);
        for (int who = turn(at, row); who != OVER; who = turn(at, row)) {
            int event = who == CHANCE ? 0 : decided(row, *luck, how, part, costs);
            if (who == CHANCE) {
                u64 room_now;
                event = throw_of(at, row.dice, *luck, room_now);
                take(at, row, event, room_now), log.add(THROWN + event);
            } else played::play(at, row, event), log.add(event);
        }
        won += !row.free;
        if (events) ends[game] = log.many;
    }
    return won;
}

// Play by rules of thumb, with up to so many slips among a hundred decisions and the cat up to so many steps nearer;
// write what was free before every turn, and the steps of the cat.
EXPORT void walk(const u64* words, u64* luck, int slips, int nearer, u64* free, int* steps, int most) {
    for (int n = 0; n < most;) {
        Row row = started(words);
        row.cat = below(*luck, nearer);
        int wild = below(*luck, slips);
        for (int who = turn(at, row); who != OVER; who = turn(at, row)) {
            if (who == CHANCE) {
                if (!row.placed && n < most) free[n] = row.free, steps[n++] = STEPS - row.cat;
                fall(at, row, *luck);
            } else {
                bool slip = below(*luck, 100) < wild;
                played::play(at, row, slip ? choose(at, row, *luck, (Pen*)0) : chosen(row, 0).id);
            }
        }
    }
}

// What the rules of thumb choose, without one of them.
EXPORT int thumb_at(const u64* words, int without) { return chosen(started(words), without).id; }

// What is best, and what it is worth.
EXPORT int best_at(const u64* words, double* chance) { return Worth(started(words)).best(started(words), *chance); }
