// Mmm! solved, as a WebAssembly module: `./mousehole kernels` compiles it.
#include <wasm_simd128.h>

#include "../../../compiled/cpp/prelude.h"
#define EXPORT extern "C" __attribute__((visibility("default")))

typedef float Number;
typedef float Lanes __attribute__((vector_size(16)));
typedef Lanes Real;

DO Lanes max_of(Lanes a, Lanes b) { return (Lanes)wasm_f32x4_pmax((v128_t)a, (v128_t)b); }

// One where the test is not below zero, the other elsewhere.
DO Lanes either(Lanes test, Lanes one, Lanes other) {
    const v128_t mask = wasm_f32x4_ge((v128_t)test, wasm_f32x4_const_splat(0.0f));
    return (Lanes)wasm_v128_bitselect((v128_t)one, (v128_t)other, mask);
}

enum { FOODS = 5, FACES = 1 + 2 * FOODS };

// How many faces fail; then which foods have one square left, and which two.
struct Faces {
    Lanes counts[FACES];

    MEMBER Lanes failing() const { return counts[0]; }
    MEMBER Lanes single(int f) const { return counts[1 + f]; }
    MEMBER Lanes twice(int f) const { return counts[1 + FOODS + f]; }
};

#include "turn.h"
#include "halves.h"
#include "sweep.h"

static const double NO_WAY = -1.0;  // the chance of what one may not do

DO double higher(double a, double b) { return a > b ? a : b; }

#include "line.h"
#include "choice.h"
