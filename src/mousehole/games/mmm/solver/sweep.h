// The backward sweep: all positions of a board with the cat at one distance, the left numbers with fewest squares first.
// A record holds what a turn may still make of a position, in rows: one more die of a food; one more, then any; two more;
// stop here. Then the same if an item were complete already. Four right numbers stand side by side.
enum { LANES = 4, ONE = 0, LAST = 5, TWO = 10, STOP = 25, BLOCK = 26, ROWS = 2 * BLOCK };
enum { ONE1 = 26, FULL = 31, TAKEN = 32, ALONE = 2 * TAKEN };  // what a die reads: a block, and two kinds of rows more
static const float NOWHERE = -100.0f;  // what the record of no position says

DO Lanes across(float value) { return Lanes{value, value, value, value}; }

DO Lanes load(const float* at) { return (Lanes)wasm_v128_load(at); }

DO void store(float* at, Lanes numbers) { wasm_v128_store(at, (v128_t)numbers); }

// Rows become columns.
DO void turn_over(Lanes a, Lanes b, Lanes c, Lanes d, Lanes* to) {
    const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Lanes ba = __builtin_shufflevector(a, b, 2, 6, 3, 7), dc = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    to[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5), to[1] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    to[2] = __builtin_shufflevector(ba, dc, 0, 1, 4, 5), to[3] = __builtin_shufflevector(ba, dc, 2, 3, 6, 7);
}

struct Got {
    Lanes rows[TAKEN];

    MEMBER Lanes once(int f) const { return rows[ONE + f]; }
    MEMBER Lanes last(int f) const { return rows[LAST + f]; }
    MEMBER Lanes two(int a, int c) const { return rows[TWO + pair_of(a, c)]; }
    MEMBER Lanes stop() const { return rows[STOP]; }
    MEMBER Lanes once1(int f) const { return rows[ONE1 + f]; }
    MEMBER Lanes full() const { return rows[FULL]; }
};

static Half left, right;
static int policy, tiles, most;    // what people do; tiles of a left number; left numbers with equally many squares
static Lanes* records[2];          // [left number of equally many squares][tile][row]: by even and odd squares
static float* alone;               // [right]: the records of the left number at hand, one after the other, as a die reads them
static u8 places[MOST_ORDERS][TAKEN];      // where a die finds what it reads, by the order of foods, in ...[right]
static u8 rows_at[2][MOST_ORDERS][TAKEN];  // ... and among rows, also by whether an item is complete
static u8* ways_of;                // [tile][food]: how many ways any of its positions has
static Lanes* faces_of;            // [tile]: how many foods of the right half are used up; one square left, two, by food

static void find_places() {
    for (int from = 0; from < FOODS; from++)
        for (int to = 0; to <= from; to++) {
            const int order = order_of(to, from);
            u8* at = places[order];
            for (int f = 0; f < FOODS; f++) {
                const int there = moved(f, to, from);
                at[ONE + f] = (u8)(ONE + there), at[LAST + f] = (u8)(LAST + there), at[ONE1 + f] = (u8)(ONE1 + there);
                for (int c = f; c < FOODS; c++) at[TWO + pair_of(f, c)] = (u8)(TWO + pair_of(there, moved(c, to, from)));
            }
            at[STOP] = STOP, at[FULL] = FULL;
            for (int done = 0; done < 2; done++)
                for (int k = 0; k < TAKEN; k++)
                    rows_at[done][order][k] = (u8)(k == FULL ? ROWS - 1 : k >= ONE1 ? at[k] : at[k] + done * BLOCK);
        }
}

static void find_tiles() {
    for (int tile = 0; tile < tiles; tile++) {
        Lanes* faces = faces_of + tile * FACES;
        for (int lane = 0; lane < LANES; lane++)
            for (int f = right.first; f < right.first + right.foods; f++) {
                const int n = tile * LANES + lane, room = right.room[n * FOODS + f];
                if (room < 3) faces[room ? (room - 1) * FOODS + 1 + f : 0][lane] += 1.0f;
                for (int way = 0; way < right.ways; way++)
                    if (right.moves[(n * FOODS + f) * right.ways + way] >= 0 && way >= ways_of[tile * FOODS + f])
                        ways_of[tile * FOODS + f] = (u8)(way + 1);
            }
    }
}

// Number the positions of a board, given as two halves of kinds; the bytes it takes, if there is no room yet.
EXPORT u32 number(const int* words, u8* at) {
    Arena arena = {at, 0};
    read(right, read(left, words, 0), left.foods);
    if (left.foods + right.foods != FOODS) __builtin_trap();
    build(left, arena, 1), build(right, arena, LANES);
    return arena.used;
}

// Make ready to sweep; the bytes it takes, if there is no room yet.
EXPORT u32 prepare(int wanted, u8* at) {
    Arena arena = {at, 0};
    policy = wanted, tiles = right.width / LANES, most = 0;
    for (int n = 0; n < left.groups; n++) most = left.start[n + 1] - left.start[n] > most ? left.start[n + 1] - left.start[n] : most;
    for (int n = 0; n < 2; n++) records[n] = arena.room<Lanes>(most * tiles * ROWS);
    alone = arena.room<float>((right.width + 1) * ALONE);
    ways_of = arena.room<u8>(tiles * FOODS), faces_of = arena.room<Lanes>(tiles * FACES);
    if (!at) return arena.used;
    for (int n = 0; n < ALONE; n++) alone[right.width * ALONE + n] = NOWHERE;
    find_places(), find_tiles();
    return arena.used;
}

// Read the record after a die of the left half: all four stand side by side there, too.
DO void fetch(Got& got, const Lanes* record, const u8* rows) {
    UNROLL
    for (int k = 0; k < TAKEN; k++) got.rows[k] = record[rows[k]];
}

DO void turn_over(const float* const* from, int k, Lanes* to) {
    const Lanes a = load(from[0] + k), b = load(from[1] + k), c = load(from[2] + k), d = load(from[3] + k);
    turn_over(a, b, c, d, to);
}

// Read the records after a die of the right half, each from elsewhere.
DO void fetch(Got& got, const int* moves, int step) {
    float spare[LANES][TAKEN];
    const float* from[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        const int move = moves[lane * step];
        from[lane] = alone + (move < 0 ? right.width : move & WHOLE) * ALONE + (move >= 0 && move >> 24 & 1) * TAKEN;
        if (move < 0 || !(move >> 25)) continue;
        for (int k = 0; k < TAKEN; k++) spare[lane][k] = from[lane][places[move >> 25][k]];
        from[lane] = spare[lane];
    }
    UNROLL
    for (int k = 0; k < TAKEN; k += LANES) turn_over(from, k, got.rows + k);
}

// Place a die of food Q in every way.
template <int POLICY, int Q> DO void place(Turn& turn, int n, int tile, const Lanes* below, Lanes* record) {
    const float never = POLICY == PLACE_ALL ? -1.0f : 0.0f;
    Best<Q> best(across(never), across(-2.0f));
    Got got;
    if (Q < left.foods) {
        const int* moves = left.moves + (n * FOODS + Q) * left.ways;
        for (int way = 0; way < left.ways && moves[way] >= 0; way++) {
            const int to = moves[way] & WHOLE;
            const Lanes* from = below + ((to - left.start[left.squares[to]]) * tiles + tile) * ROWS;
            fetch(got, from, rows_at[moves[way] >> 24 & 1][moves[way] >> 25]);
            weigh<POLICY, Q>(best, turn, got, across(0.0f));
        }
    } else {
        const int* moves = right.moves + (tile * LANES * FOODS + Q) * right.ways;
        for (int way = 0; way < ways_of[tile * FOODS + Q]; way++) {
            fetch(got, moves + way, FOODS * right.ways);
            weigh<POLICY, Q>(best, turn, got, across(0.0f));
        }
    }
    add<POLICY, Q>(turn, best, across(0.0f));
    record[ONE + Q] = best.stop, record[LAST + Q] = best.last;
    record[BLOCK + ONE + Q] = best.stop1, record[BLOCK + LAST + Q] = best.last1;
    UNROLL
    for (int f = Q; f < FOODS; f++) {
        record[TWO + pair_of(Q, f)] = best.then[f - Q];
        record[BLOCK + TWO + pair_of(Q, f)] = best.then1[f - Q];
    }
}

// Write the records of four positions one after the other, as a die of the right half reads them.
DO void part(const Lanes* record, float* to) {
    for (int done = 0; done < 2; done++)
        for (int k = 0; k < TAKEN; k += LANES) {
            const u8* rows = rows_at[done][0] + k;
            Lanes turned[LANES];
            turn_over(record[rows[0]], record[rows[1]], record[rows[2]], record[rows[3]], turned);
            for (int lane = 0; lane < LANES; lane++) store(to + lane * ALONE + done * TAKEN + k, turned[lane]);
        }
}

template <int POLICY> DO Lanes solve(int n, int tile, Lanes nearer, const Lanes* below, Lanes* record) {
    Turn turn;
    turn.nearer = nearer;
    for (int k = 0; k < FACES; k++) turn.faces.counts[k] = faces_of[tile * FACES + k];
    turn.faces.counts[0] += across(1.0f);  // the red cross
    for (int f = 0; f < left.foods; f++) {
        const int room = left.room[n * FOODS + f];
        if (room < 3) turn.faces.counts[room ? (room - 1) * FOODS + 1 + f : 0] += across(1.0f);
    }
    turn.total = turn.faces.failing() * turn.faces.failing() * turn.faces.failing() * nearer;  // MMM-30
    place<POLICY, 4>(turn, n, tile, below, record);
    place<POLICY, 3>(turn, n, tile, below, record);
    place<POLICY, 2>(turn, n, tile, below, record);
    place<POLICY, 1>(turn, n, tile, below, record);
    place<POLICY, 0>(turn, n, tile, below, record);
    record[STOP] = nearer, record[BLOCK + STOP] = turn.total * (1.0f / 216);
    return record[BLOCK + STOP];
}

template <int POLICY> DO void sweep_one(int n, float* row) {
    const int squares = left.squares[n];
    const Lanes* below = records[1 - squares % 2];
    Lanes* own = records[squares % 2] + (n - left.start[squares]) * tiles * ROWS;
    for (int tile = 0; tile < tiles; tile++) {
        const int* plain = right.plain + tile * LANES;
        Lanes nearer = across(0.0f);
        for (int lane = 0; lane < LANES; lane++)
            if (plain[lane] >= 0) nearer[lane] = row[plain[lane]];
        const Lanes here = solve<POLICY>(n, tile, nearer, below, own + tile * ROWS);
        part(own + tile * ROWS, alone + tile * LANES * ALONE);
        for (int lane = 0; lane < LANES; lane++)
            if (plain[lane] >= 0) row[plain[lane]] = here[lane];
    }
}

// Solve some left numbers one after the other; their rows come with the chances when the cat is one step nearer.
EXPORT void sweep(int first, int end, float* rows) {
    if (first < 0 || end > left.plain_count) __builtin_trap();
    for (int n = first; n < end; n++, rows += right.plain_count) {
        if (policy == FREE) sweep_one<FREE>(n, rows);
        else if (policy == NEVER_REROLL) sweep_one<NEVER_REROLL>(n, rows);
        else sweep_one<PLACE_ALL>(n, rows);
    }
}

// The left numbers in the order of a sweep, as numbers of a file.
EXPORT const int* lefts() { return left.plain; }
