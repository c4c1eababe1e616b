// Chop! Chop! as a WebAssembly module: `./mousehole kernels` compiles it.
#define LAZY
#define SHORTLISTED
#define LONGEST 9
#define MOST_SPACES 63
#define SPACES ((int)setup.spaces)
#define FLOOR setup.floor
#define TOPS setup.tops
#define HOLES setup.holes
#define ROAMED setup.roamed
#define CHEESES ((int)setup.cheeses)
#define CAT_SEAT ((int)setup.cat_seat)
#define MICE_PLAYERS ((int)setup.mice_players)
#define FRIENDS_BLOCK setup.friends_block
#define ARROW_CATCHES setup.arrow_catches
#define SEATS ((int)setup.seats)
#define MICE_FACES ((int)setup.mice_faces)
#define CAT_FACES ((int)setup.cat_faces)
#include "../../../compiled/cpp/prelude.h"
#include "../../../compiled/cpp/bytes.h"
#include "../../../compiled/cpp/numbers.h"

static struct {  // in the order of `constants`
    u64 spaces, longest, floor, tops, holes, roamed, cheeses, cat_seat, mice_players, friends_block, arrow_catches;
    u64 seats, mice_faces, cat_faces;
} setup;

#include "rules.h"
#include "marks.h"
enum { MOST_SEATS = 8, NO_PAIR = SIDE * SIDE };
#include "../../../compiled/cpp/value_net.h"
static Tables at;
static Ways ways;
static Net net;
static double weights[18];
static int side;  // which one a search looks ahead for
#include "value.h"
#include "../../../compiled/cpp/tree.h"
#define AREAS {&setup, sizeof setup}, {&at, sizeof at}, {&ways, sizeof ways}, {weights, sizeof weights}
#include "../../../compiled/cpp/module.h"
