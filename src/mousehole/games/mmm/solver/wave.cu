// The backward sweep on a GPU: sweep.h with one thread for each position and distance of the cat.
//
// A position with `layer` squares left and the cat so near needs the records of the layer below at the same distance,
// and its own chance with the cat one step nearer. So everything whose layer and distance have the same sum is solved
// at once: a wave. Threads of a warp share the left number; their right numbers follow each other. The records of a warp
// lie together, row by row, so that a die of the left half reads side by side, and every row is a fixed step away.
//
// gpu.py defines REAL, RIGHT (foods in the right half: the first in number and so the last in work, which leaves more in
// the cache), LEFT_WAYS, RIGHT_WAYS and STEPS.
//
// A record has 50 rows: one more die of a food (5), one more die and then any (5), two more dice (15); and the same with
// an item complete already. A food's rows lie at its key, a pair's at the sum of both: KEYS are such that no two rows
// meet. So a die after which equal foods stand in another order brings nothing but their keys.
// What a way counts that does not exist: 0, and where a failed roll is added, -2; see turn.h.

#include "../../../compiled/cpp/prelude.h"

typedef REAL Real, Number;

#ifndef __CUDACC__  // a C++ compiler can run it too, thread by thread: that is how it is tested where there is no GPU
#define __global__
#define __constant__
#define __launch_bounds__(...)
#define __ldg(at) (*(at))
static struct { int x; } blockIdx, threadIdx;
static inline Real max_of(Real a, Real b) { return a > b ? a : b; }
static inline const Real *settled(const Real *at) { return at; }
static inline void __stcs(Real *at, Real value) { *at = value; }
#else
DO float max_of(float a, float b) { return fmaxf(a, b); }
DO double max_of(double a, double b) { return fmax(a, b); }
// Otherwise the compiler works out the address of every row from the very beginning.
DO const Real *settled(const Real *at) { asm("" : "+l"(at)); return at; }
#endif

// One where the test is not below zero, the other elsewhere.
DO Real either(Real test, Real one, Real other) { return test >= 0 ? one : other; }

enum { FOODS = 5 };

// How many faces fail, in three bits; then which foods have one square left, and which two.
struct Faces {
    int marks;

    MEMBER Real failing() const { return (Real)(1 + (marks & 7)); }
    MEMBER Real single(int f) const { return (Real)(marks >> (3 + f) & 1); }
    MEMBER Real twice(int f) const { return (Real)(marks >> (8 + f) & 1); }
};

#include "turn.h"

#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif

enum { WARP = 32, NUMBER = 0xffffff };
enum { TWO = 0, ONE = 19, LAST = 26, DONE = 37, ROWS = 76, KEYS = 0xc8320 };  // a key is half a byte

typedef unsigned int Word;
typedef long long Long;

// A warp's left number, the first of its right numbers, and how many. Then where records lie, counted in warps: its own;
// where a die of the left half leads, for left number 0, each next one a step further; one of the right half, likewise.
struct alignas(16) Task { int left, right, count, own, by_left, step, by_right, spare; };
struct alignas(8) Part { int warps, tasks; };   // of a wave, for one distance: warps before it; add it to a warp: its task
struct alignas(8) Move { int to; Word keys; };  // a number, done << 24, or -1: no such way; the foods' keys there

struct Board {
    const Task *tasks;
    const Part *parts;       // [wave][distance]
    const Move *left_moves;  // [left][food][way]
    const Move *right_moves; // [food][way][right]
    const int *left_faces;   // [left]: foods that are used up; bits 3-7 foods with one square left, bits 8-12 with two
    const int *right_faces;
    Real *records;           // [distance][layer odd or even][warp][row][lane]
    Real *planes;            // [distance, 0 first][left][right]
    Long room;               // records of a layer, at most
    int lefts, rights;
};

extern "C" {
__constant__ Board board;
}

struct Place {
    Task task;
    int right, chance;
    Real *record, *chances;      // of this wave
    const Real *below, *nearer;  // records of the layer below; chances with the cat a step nearer
};

DO Long half_byte(Word word, int n) { return (word >> 4 * n) & 15; }

template <int Q> DO Long key_of(const Move &move, int food) {
    return half_byte((Q >= RIGHT) == (food >= RIGHT) ? move.keys : KEYS, food);  // the other half keeps its order
}

// What a way leads to, read where it is needed.
template <int Q> struct Way {
    const Real *from, *rows, *ended, *whole;
    Long key[FOODS];

    MEMBER Way(const Place &at, const Move &move) {
        const int to = move.to & NUMBER, done = move.to >> 24;
        const int left = Q >= RIGHT ? to : at.task.left, right = Q >= RIGHT ? at.right : to;
        const int warp = Q >= RIGHT ? at.task.by_left + left * at.task.step : at.task.by_right + right / WARP;
        from = settled(at.below + (warp * ROWS * WARP + right % WARP)), rows = settled(from + done * DONE * WARP);
        const int chance = left * board.rights + right;
        whole = at.chances + chance, ended = (done ? at.chances : at.nearer) + chance;
        UNROLL
        for (int f = 0; f < FOODS; f++) key[f] = key_of<Q>(move, f);
    }

    MEMBER Real once(int f) const { return __ldg(rows + (ONE + key[f]) * WARP); }
    MEMBER Real last(int f) const { return __ldg(rows + (LAST + key[f]) * WARP); }
    MEMBER Real two(int a, int c) const { return __ldg(rows + (TWO + key[a] + key[c]) * WARP); }
    MEMBER Real stop() const { return __ldg(ended); }
    MEMBER Real once1(int f) const { return __ldg(from + (DONE + ONE + key[f]) * WARP); }
    MEMBER Real full() const { return __ldg(whole); }
};

template <int Q> DO void keep(const Best<Q> &best, Real *record) {
    // Read by the next wave only, it need not stay in the cache (__stcs).
    const Long key = half_byte(KEYS, Q);
    __stcs(record + (ONE + key) * WARP, best.stop);
    __stcs(record + (LAST + key) * WARP, best.last);
    __stcs(record + (DONE + ONE + key) * WARP, best.stop1);
    __stcs(record + (DONE + LAST + key) * WARP, best.last1);
    UNROLL
    for (int f = Q; f < FOODS; f++) {
        __stcs(record + (TWO + key + half_byte(KEYS, f)) * WARP, best.then[f - Q]);
        __stcs(record + (DONE + TWO + key + half_byte(KEYS, f)) * WARP, best.then1[f - Q]);
    }
}

template <int Q> DO Move move_at(const Place &at, int way) {
    return Q >= RIGHT ? board.left_moves[(at.task.left * FOODS + Q) * LEFT_WAYS + way]
                    : board.right_moves[(Q * RIGHT_WAYS + way) * board.rights + at.right];
}

template <int Q> DO void food(Turn &turn, const Place &at, Move &next) {
    Best<Q> best(0, -2);
    const Move later = move_at<Q ? Q - 1 : 0>(at, 0);  // moves are read a die ahead: nobody waits for them
#pragma unroll 1
    for (int way = 1; next.to >= 0; way++) {
        const Move move = next;
        if (way < (Q >= RIGHT ? LEFT_WAYS : RIGHT_WAYS)) next = move_at<Q>(at, way);
        else next.to = -1;
        weigh<FREE, Q>(best, turn, Way<Q>(at, move), Real(0));
    }
    next = later;
    add<FREE, Q>(turn, best, Real(0));
    keep<Q>(best, at.record);
}

DO Place place_at(int number, int warp, int lane) {
    int nearer = 0, tasks = 0;
    UNROLL
    for (int n = 0; n < STEPS; n++) {
        const Part part = board.parts[number * STEPS + n];
        if (warp >= part.warps) nearer = n, tasks = part.tasks;
    }
    const Long odd = (number - nearer) & 1, positions = (Long)board.lefts * board.rights;
    Place at;
    at.task = board.tasks[tasks + warp];
    at.right = at.task.right + lane;
    at.chance = at.task.left * board.rights + at.right;
    at.record = board.records + (2 * nearer + odd) * board.room + (at.task.own * ROWS * WARP + lane);
    at.below = board.records + (2 * nearer + 1 - odd) * board.room;
    at.nearer = board.planes + nearer * positions;
    at.chances = board.planes + (nearer + 1) * positions;
    return at;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) wave(int number, int warps) {
    const int warp = (blockIdx.x * THREADS + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (warp >= warps) return;
    const Place at = place_at(number, warp, lane);
    if (lane >= at.task.count) return;
    Turn turn;
    turn.nearer = __ldg(at.nearer + at.chance);
    turn.faces.marks = __ldg(board.left_faces + at.task.left) + __ldg(board.right_faces + at.right);
    const Real failing = turn.faces.failing();
    turn.total = failing * failing * failing * turn.nearer;
    Move next = move_at<4>(at, 0);
    food<4>(turn, at, next);
    food<3>(turn, at, next);
    food<2>(turn, at, next);
    food<1>(turn, at, next);
    food<0>(turn, at, next);
    at.chances[at.chance] = turn.total * (Real)(1.0 / 216);
}

#ifndef __CUDACC__
extern "C" void set(const Board *given) { board = *given; }

extern "C" void run(int blocks, int number, int warps) {
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++) wave(number, warps);
}
#endif
