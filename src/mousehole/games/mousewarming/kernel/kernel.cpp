// Mousewarming Party as a WebAssembly module: `./mousehole kernels` compiles it.
#define KEPT
#define MOST_LOADS 125
#define LENGTH ((int)setup.length)
#define PLAYERS ((int)setup.players)
#define ROOM ((int)setup.room)
#define BACKPACK ((int)setup.backpack)
#define BEARER ((int)setup.bearer)
#define MOST ((int)setup.most)
#define PLATES ((int)setup.plates)
#define FACES ((int)setup.faces)
#define SPREAD setup.spread
#define ROOMS ((int)setup.rooms)
#define FEEDERS ((int)setup.feeders)
#define GIFT0 ((int)setup.gift0)
#define GIFT1 ((int)setup.gift1)
#define TILE_COUNT ((int)setup.tile_count)
#define INVITED ((int)setup.invited)
#define LOADS ((int)setup.loads)
#include "../../../compiled/cpp/prelude.h"
#include "../../../compiled/cpp/bytes.h"
#include "../../../compiled/cpp/numbers.h"

static struct {  // in the order of `constants`
    u64 length, players, room, backpack, bearer, most, plates, faces, spread, rooms, feeders, gift0, gift1;
    u64 tile_count, invited, loads;
} setup;

#include "rules.h"
#include "choices.h"
#include "marks.h"
enum { MOST_SEATS = 8, NO_PAIR = -1 };
#include "../../../compiled/cpp/value_net.h"
static Tables at;
static Ways ways;
static Net net;
static int side;  // all win together
#include "value.h"
#include "look_ahead.h"
#include "../../../compiled/cpp/tree.h"
#define AREAS {&setup, sizeof setup}, {&at, sizeof at}, {&ways, sizeof ways}, {&weights, sizeof weights}
#include "../../../compiled/cpp/module.h"

// The action of somebody who plans, and how good a position looks to him.

EXPORT int plan_at(const u64* words, int rolls) { return plan(row_of(words), rolls); }

EXPORT double outlook_at(const u64* words, int rolls) {
    return net.first ? learned_outlook(row_of(words), rolls) : outlook(row_of(words), rolls);
}

// Whole games of those who plan, each with a seed in place of which stands whether it was won; how many decisions.
EXPORT int plan_games(const u64* words, u64* seeds, int games, int rolls) {
    int decisions = 0;
    for (int game = 0; game < games; game++) {
        Row row = row_of(words);
        decisions += plan_on(row, rolls, seeds[game]);
        seeds[game] = reward(row, 0) > 0;
    }
    return decisions;
}
