// Pig as a WebAssembly module: `./mousehole kernels` compiles it.
#define GOAL ((int)setup.goal)
enum { IDS = 2, SEATS = 2, WORDS = 5, MOST_SEATS = 8, MOST_OPTIONS = 6 };
enum { ROLL, STOP };
#include "../../src/mousehole/compiled/cpp/prelude.h"
#include "../../src/mousehole/compiled/cpp/bytes.h"
#include "../../src/mousehole/compiled/cpp/numbers.h"

static struct {
    u64 goal;
} setup;

struct Tables {};

struct Row {
    int mine, yours, pot, seat, rolling;
};

DO Row load(const Tables&, const u64* words, int, int) {
    return {(int)words[0], (int)words[1], (int)words[2], (int)words[3] & 1, (int)words[4] & 1};
}

DO void save(const Row& row, u64* words, int, int) {
    words[0] = row.mine, words[1] = row.yours, words[2] = row.pot, words[3] = row.seat, words[4] = row.rolling;
}

DO void look(const Tables&, Row&) {}

// Whoever has just stopped is `yours`.
DO int turn(const Tables&, const Row& row) { return row.yours >= GOAL ? OVER : row.rolling ? CHANCE : row.seat; }

DO int options(const Row&, int* ids) {
    ids[0] = ROLL, ids[1] = STOP;
    return IDS;
}

DO int odds(const Row&, int* eyes, int* weights) {
    for (int n = 0; n < 6; n++) eyes[n] = n + 1, weights[n] = 1;
    return 6;
}

DO int draw(const Tables&, const Row&, u64& luck) { return 1 + below(luck, 6); }

// Let the other seat play.
DO void pass_on(Row& row) { row = {row.yours, row.mine, 0, 1 - row.seat, 0}; }

DO void happen(const Tables&, Row& row, int eyes) {
    row.rolling = 0, row.pot += eyes;
    if (eyes == 1) pass_on(row);
}

DO void fall(const Tables& at, Row& row, u64& luck) { happen(at, row, draw(at, row, luck)); }

DO void play(const Tables&, Row& row, int id) {
    if (id == ROLL) row.rolling = 1;
    else row.mine += row.pot, pass_on(row);
}

template <class P>
DO int choose(const Tables&, const Row&, u64& luck, P* legal) {
    if (legal) legal->set(3, IDS);
    return below(luck, IDS);
}

DO void pay(const Row& row, double* out) { out[1 - row.seat] = 1.0, out[row.seat] = 0.0; }

DO float reward(const Row& row, int seat) { return seat == row.seat ? -1.0f : 1.0f; }

template <class P>
DO void observe(const Tables&, const Row& row, int seat, P& pen) {
    pen.number(row.mine), pen.number(row.yours), pen.number(row.pot), pen.number(seat == row.seat);
}

// Nothing was learned.
struct Ways {};
enum { WIDTH = 1, REST = 1, PAIRS = 0, NO_PAIR = -1, HEADS = 1, FACTS_AT = 0 };

template <class Sheet>
DO void mark(const Tables&, const Ways&, const Row&, Sheet&) {}

#include "../../src/mousehole/compiled/cpp/value_net.h"
static Tables at;
static Ways ways;
static Net net;
static int side;  // nobody's

DO int play_out(Row& row, u64& luck);

static void guess(Row& row, u64& luck, double* out) { play_out(row, luck), pay(row, out); }

#include "../../src/mousehole/compiled/cpp/tree.h"
#define AREAS {&setup, sizeof setup}
#include "../../src/mousehole/compiled/cpp/module.h"
