// The backward sweep on a graphics card: sweep.py with one thread for each position and distance of the cat.
//
// A position with `layer` squares left and the cat so near needs the records of the layer below at the same distance,
// and its own chance with the cat one step nearer. So everything whose layer and distance have the same sum is solved
// at once: a wave. Threads of a warp share the left number; their right numbers follow each other. Records lie row by
// row, so that a die of the left half reads side by side, with the foods' order the same for all of them.
//
// gpu.py defines REAL, LEFT (foods in the left half), LEFT_WAYS, RIGHT_WAYS and STEPS. A record has 50 rows: one more
// die of a food (5), one more die and then any (5), two more dice (15); and the same with an item complete already.
// A way that does not exist counts 0, which no way undercuts, and where a failed roll is added, as little as -2.

#ifndef __CUDACC__  // a C++ compiler can run it too, thread by thread: that is how it is tested where there is no card
#define __global__
#define __device__
#define __forceinline__ inline
#define __constant__
#define __launch_bounds__(...)
#define __ldg(at) (*(at))
#define __activemask() 1
#define __all_sync(mask, test) (test)
static struct { int x; } blockIdx, threadIdx;
static inline REAL max_of(REAL a, REAL b) { return a > b ? a : b; }
#else
__device__ __forceinline__ float max_of(float a, float b) { return fmaxf(a, b); }
__device__ __forceinline__ double max_of(double a, double b) { return fmax(a, b); }
#endif

#ifndef THREADS
#define THREADS 256
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef PLAIN
#define PLAIN 1
#endif

enum { FOODS = 5, WARP = 32, LAST = 5, TWO = 10, DONE = 25, ROWS = 50 };

typedef REAL Real;
typedef unsigned int Word;

struct Task { int left, right, count; };  // of a warp: the numbers it begins with, and how many right ones
struct Order { Word food[2], pair[4]; };  // where rows are found, a byte each

struct Board {
    const Task *tasks;
    const int *first_task;  // [layer]
    const int *waves;       // [wave][STEPS + 1]: running sums of the warps by distance
    const int *left_moves;  // [left][food][way]: number, done << 24, order << 25; -1: no such way
    const int *right_moves; // [food][way][right]
    const int *left_faces;  // [left]: foods that are used up; bits 3-7 foods with one square left, bits 8-12 with two
    const int *right_faces;
    const int *left_squares;
    const int *right_start; // [squares]: the first right number
    const int *width;       // [squares]: right numbers, with room to align
    const int *columns;     // [layer][left]: where its records begin
    const Order *orders;
    Real *records;          // [distance][layer odd or even]
    Real *planes;           // [distance, 0 first][left][right]
    long long room;         // records of a layer, at most
    int lefts, rights;
};

extern "C" {
__constant__ Board board;
}

struct Die { const Real *from; int width, done; const Order *order; Real stop, full; };  // a position one die away

struct Turn {
    Real nearer, total, one[FOODS], pair[FOODS][FOODS];
    int faces;
};

__device__ __forceinline__ int byte(Word word, int n) { return (word >> 8 * n) & 255; }
__device__ __forceinline__ constexpr int pair_of(int a, int b) { return a * (9 - a) / 2 + b; }
__device__ __forceinline__ Real flag(int faces, int bit) { return (Real)((faces >> bit) & 1); }

struct Place { int distance, layer, left, right; };

__device__ __forceinline__ Real *record_at(const Place &at, int squares) {
    long long layers = 2 * (at.distance - 1) + (at.layer & 1), column = __ldg(board.columns + at.layer * board.lefts + at.left);
    return board.records + layers * board.room + column * ROWS + (at.right - __ldg(board.right_start + squares));
}

__device__ __forceinline__ Real *chance_at(const Place &at) {
    return board.planes + ((long long)at.distance * board.lefts + at.left) * board.rights + at.right;
}

__device__ __forceinline__ Die die_at(int move, const Place &at) {
    int squares = at.layer - __ldg(board.left_squares + at.left);  // of the right half
    Die die;
    die.done = (move >> 24) & 1;
    die.order = board.orders + (move >> 25);
    die.width = __ldg(board.width + squares);
    die.from = record_at(at, squares);
    const Real *chance = chance_at(at);
    die.full = __ldg(chance);
    die.stop = __ldg(die.done ? chance : chance - (long long)board.lefts * board.rights);
    return die;
}

template <int Q> struct Best {
    Real one, two[FOODS - Q], three[(FOODS - Q) * (FOODS - Q + 1) / 2];
    Real stop, last, then[FOODS - Q], stop1, last1, then1[FOODS - Q];
};

template <int Q, bool TIDY> __device__ __forceinline__ void weigh(Best<Q> &best, const Turn &turn, const Die &die) {
    Real once[FOODS], then[FOODS], sum = 0, sum1 = 0;
    const Word foods[2] = {__ldg(die.order->food), __ldg(die.order->food + 1)};
    const Word pairs[4] = {__ldg(die.order->pair), __ldg(die.order->pair + 1), __ldg(die.order->pair + 2), __ldg(die.order->pair + 3)};
    const Real *rows = die.from + die.done * DONE * die.width;
    const Real sixth = turn.nearer * (Real)(1.0 / 6);
    const Real failing = (Real)(1 + (turn.faces & 7)) + flag(turn.faces, 3 + Q), lost = failing * sixth;
#pragma unroll
    for (int f = 0; f < FOODS; f++) {
        int row = TIDY ? f : byte(foods[f / 4], f % 4);
        once[f] = __ldg(rows + row * die.width);
        Real last = __ldg(rows + (LAST + row) * die.width);
        Real once1 = __ldg(die.from + (DONE + row) * die.width);
        sum += once[f];
        sum1 += once1;
        then[f] = max_of(once[f], last + lost + flag(turn.faces, f == Q ? 8 + f : 3 + f) * sixth);
        if (f >= Q) {
            best.two[f - Q] = max_of(best.two[f - Q], then[f]);
            best.then[f - Q] = max_of(best.then[f - Q], once[f]);
            best.then1[f - Q] = max_of(best.then1[f - Q], once1);
        }
    }
    Real mixed = then[0] + then[1] + then[2] + then[3] + then[4], equal = failing * failing * turn.nearer;
#pragma unroll
    for (int a = 0; a < FOODS; a++)
#pragma unroll
        for (int c = a; c < FOODS; c++) {
            int n = pair_of(a, c);
            Real both = __ldg(rows + (TWO + (TIDY ? n : byte(pairs[n / 4], n % 4))) * die.width);
            if (a == c) equal += max_of(then[a], both);
            else mixed += max_of(max_of(then[a], then[c]), both);
            if (a >= Q) {
                int at = n - pair_of(Q, Q);
                best.three[at] = max_of(best.three[at], both);
            }
        }
    Real again = (mixed + mixed + equal) * (Real)(1.0 / 36);
    best.one = max_of(best.one, max_of(die.stop, again));
    best.stop = max_of(best.stop, die.stop);
    best.last = max_of(best.last, sum * (Real)(1.0 / 6));
    best.stop1 = max_of(best.stop1, die.full);
    best.last1 = max_of(best.last1, sum1 * (Real)(1.0 / 6));
}

template <int Q> __device__ __forceinline__ void keep(Turn &turn, const Best<Q> &best, Real *record, int width) {
    record[Q * width] = best.stop;
    record[(LAST + Q) * width] = best.last;
    record[(DONE + Q) * width] = best.stop1;
    record[(DONE + LAST + Q) * width] = best.last1;
    turn.one[Q] = best.one;
    turn.total += 3 * best.one;
#pragma unroll
    for (int f = Q; f < FOODS; f++) {
        record[(TWO + pair_of(Q, f)) * width] = best.then[f - Q];
        record[(DONE + TWO + pair_of(Q, f)) * width] = best.then1[f - Q];
        turn.pair[Q][f] = max_of(max_of(best.one, turn.one[f]), best.two[f - Q]);
        turn.total += (f == Q ? 3 : 6) * turn.pair[Q][f];
    }
#pragma unroll
    for (int a = Q; a < FOODS; a++)
#pragma unroll
        for (int c = a; c < FOODS; c++) {
            Real placed = max_of(max_of(turn.pair[Q][a], turn.pair[Q][c]), max_of(turn.pair[a][c], best.three[pair_of(a, c) - pair_of(Q, Q)]));
            turn.total += (a == Q && c == Q ? 1 : a == Q || a == c ? 3 : 6) * placed;
        }
}

template <int Q> __device__ __forceinline__ void food(Turn &turn, const Place &at, Real *record, int width) {
    Best<Q> best;
    best.one = best.stop = best.stop1 = 0;
    best.last = best.last1 = -2;
#pragma unroll
    for (int f = 0; f < FOODS - Q; f++) best.two[f] = best.then[f] = best.then1[f] = 0;
#pragma unroll
    for (int n = 0; n < (FOODS - Q) * (FOODS - Q + 1) / 2; n++) best.three[n] = 0;
    const int ways = Q < LEFT ? LEFT_WAYS : RIGHT_WAYS;
#pragma unroll 1
    for (int way = 0; way < ways; way++) {
        int move = __ldg(Q < LEFT ? board.left_moves + (at.left * FOODS + Q) * LEFT_WAYS + way
                                  : board.right_moves + (Q * RIGHT_WAYS + way) * board.rights + at.right);
        if (move < 0) break;
        Place to = {at.distance, at.layer - 1, at.left, at.right};
        (Q < LEFT ? to.left : to.right) = move & 0xffffff;
        if (PLAIN && __all_sync(__activemask(), move >> 25 == 0)) weigh<Q, true>(best, turn, die_at(move, to));
        else weigh<Q, false>(best, turn, die_at(move, to));
    }
    keep<Q>(turn, best, record, width);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) wave(int number) {
    int warp = (blockIdx.x * THREADS + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    const int *warps = board.waves + number * (STEPS + 1);
    if (warp >= __ldg(warps + STEPS)) return;
    int nearer = 0;
    while (warp >= __ldg(warps + nearer + 1)) nearer++;
    const Task *task = board.tasks + __ldg(board.first_task + number - nearer) + warp - __ldg(warps + nearer);
    if (lane >= __ldg(&task->count)) return;
    Place at = {nearer + 1, number - nearer, __ldg(&task->left), __ldg(&task->right) + lane};
    int squares = at.layer - __ldg(board.left_squares + at.left), width = __ldg(board.width + squares);
    Real *record = record_at(at, squares), *chance = chance_at(at);
    Turn turn;
    turn.nearer = __ldg(chance - (long long)board.lefts * board.rights);
    turn.faces = __ldg(board.left_faces + at.left) + __ldg(board.right_faces + at.right);
    Real failing = (Real)(1 + (turn.faces & 7));
    turn.total = failing * failing * failing * turn.nearer;
    food<4>(turn, at, record, width);
    food<3>(turn, at, record, width);
    food<2>(turn, at, record, width);
    food<1>(turn, at, record, width);
    food<0>(turn, at, record, width);
    *chance = turn.total * (Real)(1.0 / 216);
}

#ifndef __CUDACC__
extern "C" void set(const Board *given) { board = *given; }

extern "C" void run(int blocks, int number) {
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
        for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++) wave(number);
}
#endif
