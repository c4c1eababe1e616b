// Many games at once: one thread has a game, a warp writes what its games show. Read after a game's rules.h.
// Given from outside: LANES (32; 1 for a processor), VECTOR (words of one store),
// THREADS of a block, BLOCKS that shall find room beside each other. Arrays: see batch.py.
enum { SHOW = -3 };  // instead of an id: only write what is seen
enum { SEEN_BIT_WORDS = (SEEN_BITS + 31) / 32, SEEN_WORDS = SEEN_BIT_WORDS + (SEEN_BITS % 4 + SEEN_BYTES + 3) / 4 };
enum { LEGAL_WORDS = (IDS + 31) / 32, IMAGE = (SEEN_WORDS + LEGAL_WORDS) | 1 };  // odd: lanes meet in no bank
enum { SEEN_USED = (SEEN_BITS + SEEN_BYTES + 3) / 4, LEGAL_USED = (IDS + 3) / 4 };
enum { SEEN_WIDTH = (SEEN_USED + VECTOR - 1) / VECTOR * VECTOR, LEGAL_WIDTH = (LEGAL_USED + VECTOR - 1) / VECTOR * VECTOR };

#ifdef __CUDACC__
#define BALLOT(is) __ballot_sync(~0u, is)
#define MEET() __syncwarp()
#define ADD(sum, part) atomicAdd(sum, part)
#else
#define BALLOT(is) ((is) ? 1u : 0u)
#define MEET()
#define ADD(sum, part) *(sum) += (part)
#endif

struct alignas(4 * VECTOR) Words {
    u32 word[VECTOR];
};

struct Games {
    const u64* starts;  // words by start
    u64* state;         // words by game
    u64* streams;       // luck by game, then that of picks
    long long many, starts_many;
};

struct Seen {
    u8 *observations, *masks, *finals;
    signed char* seats;
    int* picks;
    float* rewards;
    u8* done;
    int* faults;  // actions that were not legal, and the last game with one
};

// Four bits as four bytes.
DO u32 spread(u32 bits) { return (bits & 15) * 0x204081 & 0x1010101; }

DO u32 seen_word(const u32* image, int n) {
    u32 word = n < (SEEN_BITS + 3) / 4 ? spread(image[n >> 3] >> 4 * (n & 7)) : 0;
    int counts = n - SEEN_BITS / 4;
    return counts >= 0 && n < SEEN_USED ? word | image[SEEN_BIT_WORDS + counts] : word;
}

DO u32 legal_word(const u32* image, int n) {
    return n < LEGAL_USED ? spread(image[SEEN_WORDS + (n >> 3)] >> 4 * (n & 7)) : 0;
}

// Write one row of what is seen, or of what is legal, a part by each lane.
template <int WIDTH, u32 (*word)(const u32*, int)>
DO void emit(u8* rows, long long first, const u32* images, u32 wanted, int lane) {
    Words* out = (Words*)(rows + first * WIDTH * 4);
    for (int n = lane; n < LANES * (WIDTH / VECTOR); n += LANES) {
        int game = n / (WIDTH / VECTOR), from = (n - game * (WIDTH / VECTOR)) * VECTOR;
        if (!(wanted >> game & 1)) continue;
        Words words;
        UNROLL
        for (int k = 0; k < VECTOR; k++) words.word[k] = word(images + game * IMAGE, from + k);
        out[n] = words;
    }
}

DO int settle(const Tables& at, Row& row, u64& luck) {
    int who = turn(at, row);
    while (who == CHANCE) fall(at, row, luck), who = turn(at, row);
    return who;
}

DO Row started(const Tables& at, const Games& games, long long n) {
    Row row = load(at, games.starts, n % games.starts_many, games.starts_many);
    look(at, row);
    return row;
}

DO bool is_legal(const Seen& seen, long long n, int id) {
    return id >= 0 && id < IDS && seen.masks[n * LEGAL_WIDTH * 4 + id];
}

// What shall be done in a game; an action that is not legal is told and left undone.
DO int asked(const Seen& seen, const void* actions, int wide, long long n) {
    int id = wide ? (int)((const long long*)actions)[n] : ((const int*)actions)[n];
    if (id == HOLD || id == BEGIN || id == SHOW || is_legal(seen, n, id)) return id;
    ADD(&seen.faults[0], 1);
    seen.faults[1] = (int)n;
    return HOLD;
}

DO void step(const Tables& at, const Games& games, const Seen& seen, const void* actions, int wide, long long first,
             int lane, u32* images) {
    long long n = first + lane;
    u32* image = images + lane * IMAGE;
    int action = n < games.many ? asked(seen, actions, wide, n) : HOLD, who = OVER;
    bool goes = action != HOLD, plays = action >= 0, ended = false;
    u64 luck = 1, fancy = 1;
    Row row;
    if (goes) luck = games.streams[n], fancy = games.streams[games.many + n];
    if (plays || action == SHOW) row = load(at, games.state, n, games.many);
    if (plays) play(at, row, action), who = settle(at, row, luck), ended = who == OVER;
    if (action == SHOW) look(at, row), who = turn(at, row);
    u32 over = BALLOT(ended);
    if (over) {
        if (ended) {
            Pen pen(image);
            observe(at, row, seen.seats[n], pen), pen.lift();
        }
        MEET();
        emit<SEEN_WIDTH, seen_word>(seen.finals, first, images, over, lane);
        MEET();
    }
    if (n < games.many) {
        seen.done[n] = ended;
        UNROLL
        for (int seat = 0; seat < SEATS; seat++) seen.rewards[n * SEATS + seat] = ended ? reward(row, seat) : 0.0f;
    }
    if (goes) {
        while (who == OVER) row = started(at, games, n), who = settle(at, row, luck);
        Pen pen(image);
        observe(at, row, who, pen), pen.lift();
        Pen legal(image + SEEN_WORDS);
        int pick = choose(at, row, fancy, &legal);
        seen.seats[n] = (signed char)who;
        if (action != SHOW) {
            seen.picks[n] = pick;
            games.streams[n] = luck, games.streams[games.many + n] = fancy;
            save(row, games.state, n, games.many);
        }
    }
    u32 shown = BALLOT(goes);
    MEET();
    emit<SEEN_WIDTH, seen_word>(seen.observations, first, images, shown, lane);
    emit<LEGAL_WIDTH, legal_word>(seen.masks, first, images, shown, lane);
}

// Let a game make so many random decisions on its own, as `step` with `picks` would.
DO void play_on(const Tables& at, const Games& games, int* picks, int decisions, u64* tallies, long long n) {
    u64 luck = games.streams[n], fancy = games.streams[games.many + n];
    int pick = picks[n], ended = 0, decided = 1, won[SEATS] = {0};
    Row row = load(at, games.state, n, games.many);
    int who = turn(at, row);
    while (true) {
        if (who >= 0) {
            if (decisions-- == 0) break;
            play(at, row, pick), decided = 1;
        }
        who = turn(at, row);
        if (who == CHANCE) fall(at, row, luck), who = turn(at, row);
        if (who == OVER) {
            ended += decided;
            UNROLL
            for (int seat = 0; seat < SEATS; seat++) won[seat] += decided && reward(row, seat) > 0;
            row = started(at, games, n), who = turn(at, row), decided = 0;
        }
        if (who >= 0) pick = choose(at, row, fancy, (Pen*)0);
    }
    games.streams[n] = luck, games.streams[games.many + n] = fancy, picks[n] = pick;
    save(row, games.state, n, games.many);
    ADD(&tallies[0], (u64)ended);
    UNROLL
    for (int seat = 0; seat < SEATS; seat++) ADD(&tallies[1 + seat], (u64)won[seat]);
}

#ifdef __CUDACC__
__device__ void borrow(const Tables* tables, Tables& at) {
    for (int n = threadIdx.x; n < (int)(sizeof(Tables) / 8); n += blockDim.x) ((u64*)&at)[n] = ((const u64*)tables)[n];
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) advance(
    const Tables* tables, const Games* games, const Seen* seen, const void* actions, int wide) {
    __shared__ Tables at;
    __shared__ u32 images[THREADS * IMAGE];
    borrow(tables, at);
    int lane = threadIdx.x % LANES, warp = threadIdx.x - lane;
    long long first = (long long)blockIdx.x * THREADS + warp;
    if (first < games->many) step(at, *games, *seen, actions, wide, first, lane, images + warp * IMAGE);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play_out(
    const Tables* tables, const Games* games, int* picks, int decisions, u64* tallies) {
    __shared__ Tables at;
    borrow(tables, at);
    long long n = (long long)blockIdx.x * THREADS + threadIdx.x;
    if (n < games->many) play_on(at, *games, picks, decisions, tallies, n);
}
#else
extern "C" void advance(const Tables* tables, const Games* games, const Seen* seen, const void* actions, int wide) {
    u32 image[IMAGE];
    for (long long n = 0; n < games->many; n++) step(*tables, *games, *seen, actions, wide, n, 0, image);
}

extern "C" void play_out(const Tables* tables, const Games* games, int* picks, int decisions, u64* tallies) {
    for (long long n = 0; n < games->many; n++) play_on(*tables, *games, picks, decisions, tallies, n);
}
#endif
