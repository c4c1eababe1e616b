// What positions look like after an action, for a learned value. Read after a game's marks.
struct Foreseen {
    u8* marks;     // MARKS by question
    int* pairs;    // PAIRS by question
    float* exact;  // by question and head, where the game is over
    u8* over;
};

// A byte for each mark: planes of WIDTH bits, then REST numbers.
struct Sheet {
    u32* out;
    int* pairs;
    u32 rest[REST / 4];

    MEMBER void plane(u64 set) {
        UNROLL
        for (int n = 0; n < WIDTH / 4; n++) *out++ = spread((u32)(set >> 4 * n));
    }

    MEMBER void skip(int planes) { out += planes * (WIDTH / 4); }

    MEMBER void number(int n, int value) { rest[n >> 2] |= (u32)(value > 255 ? 255 : value) << 8 * (n & 3); }

    MEMBER void flag(int n) { number(n, 1); }

    MEMBER void pair(int n, int row) { pairs[n] = row; }

    MEMBER void lift() {
        for (int n = 0; n < REST / 4; n++) *out++ = rest[n];
    }
};

// Let an action happen, or nothing for HOLD, and write what the position looks like before luck falls.
DO void foresee_one(const Tables& at, const Ways& ways, const Games& games, const Foreseen& out, int game, int action,
                    long long n) {
    Row row = load(at, games.state, game, games.many);
    if (action >= 0) play(at, row, action);
    bool over = turn(at, row) == OVER;
    out.over[n] = over;
    UNROLL
    for (int head = 0; head < HEADS; head++) out.exact[n * HEADS + head] = over ? outcome(row, head) : 0.0f;
    if (over) return;
    Sheet sheet = {(u32*)(out.marks + n * MARKS), out.pairs + n * (PAIRS > 0 ? PAIRS : 1), {0}};
    mark(at, ways, row, sheet), sheet.lift();
}

#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(THREADS) foresee(
    const Tables* tables, const Ways* ways, const Games* games, const Foreseen* out, const int* which,
    const int* actions, int many) {
    __shared__ Tables at;
    borrow(tables, at);
    long long n = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (n < many) foresee_one(at, *ways, *games, *out, which[n], actions[n], n);
}
#else
extern "C" void foresee(const Tables* tables, const Ways* ways, const Games* games, const Foreseen* out,
                        const int* which, const int* actions, int many) {
    for (long long n = 0; n < many; n++) foresee_one(*tables, *ways, *games, *out, which[n], actions[n], n);
}
#endif
