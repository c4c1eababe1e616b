// Mmm! as a WebAssembly module: `./mousehole kernels` compiles it.
#define MOST_SQUARES 63
#define SQUARES ((int)setup.squares)
#define STEPS ((int)setup.steps)
#define PLAYERS ((int)setup.players)
#define IN_LINE setup.in_line
#include "../../../compiled/cpp/prelude.h"
#include "../../../compiled/cpp/bytes.h"
#include "../../../compiled/cpp/numbers.h"

static struct {  // in the order of `constants`
    u64 squares, steps, players, in_line;
} setup;

#include "rules.h"
#include "marks.h"
enum { MOST_SEATS = 8, NO_PAIR = -1 };
#include "../../../compiled/cpp/value_net.h"
static Tables at;
static Ways ways;
static Net net;
static int side;  // all are on one
#include "value.h"
#include "../../../compiled/cpp/tree.h"
#define AREAS {&setup, sizeof setup}, {&at, sizeof at}, {&ways, sizeof ways}
#include "../../../compiled/cpp/module.h"
