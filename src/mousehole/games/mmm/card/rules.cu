// Mmm! for a graphics card: the twin of fast/__init__.py, one position in the registers of one thread.
// Given from outside: SQUARES, STEPS, PLAYERS, IN_LINE.
enum { WORDS = 3, IDS = SQUARES + 2, SEATS = PLAYERS, SEEN_BITS = 2 * SQUARES, SEEN_BYTES = 9 };
enum { REROLL = 0, GATHER = 1, PLACE = 2, FACES = 6, CROSS = 5 };

struct Tables {
    u64 foods[FACES];    // by face: its squares
    u64 home[SQUARES];   // by square: the item it belongs to
    u64 near[SQUARES];   // by square: what is in line with it
    u64 food[8];         // by square, a byte each: its food
};

struct Row {
    u64 free, placed, open;
    int hand, dice, fresh, cat, seat, done;
};

DO void look(const Tables& at, Row& row) {
    u64 room = 0, placed = row.placed;
    UNROLL
    for (int face = 0; face < CROSS; face++)
        if (row.hand >> 2 * face & 3) room |= at.foods[face];
    row.open = room & row.free;
    while (IN_LINE && placed) row.open &= at.near[lowest(placed)], placed &= placed - 1;  // MMM-60
}

DO Row load(const Tables& at, const u64* state, long long n, long long games) {
    u64 rest = state[2 * games + n];
    Row row = {state[n], state[games + n], 0};
    row.hand = rest & 4095, row.dice = rest >> 12 & 3, row.fresh = rest >> 14 & 1;
    row.cat = rest >> 16 & 31, row.seat = rest >> 21 & 7, row.done = rest >> 24 & 1;
    look(at, row);
    return row;
}

DO void save(const Row& row, u64* state, long long n, long long games) {
    state[n] = row.free, state[games + n] = row.placed;
    u32 turn = row.hand | row.dice << 12 | row.fresh << 14;
    state[2 * games + n] = turn | row.cat << 16 | row.seat << 21 | row.done << 24;
}

DO int turn(const Tables& at, const Row& row) {
    if (row.hand) return row.seat;
    return row.cat == STEPS || !(row.free | row.placed) ? OVER : CHANCE;  // MMM-50, MMM-51
}

DO void pass_on(Row& row) {
    row.placed = row.open = 0;
    row.hand = row.fresh = row.done = 0;
    row.dice = 3;
    row.seat = row.seat + 1 == PLAYERS ? 0 : row.seat + 1;
}

DO void gather(Row& row) {
    row.cat += !row.done;  // MMM-41, MMM-42
    pass_on(row);
}

DO void place(const Tables& at, Row& row, int square) {
    int food = ((const u8*)at.food)[square];
    row.free ^= bit(square), row.placed |= bit(square);
    row.hand -= 1 << 2 * food, row.dice--, row.fresh = 0;
    row.open &= row.free;
    if (!(row.hand >> 2 * food & 3)) row.open &= ~at.foods[food];
    if (IN_LINE) row.open &= at.near[square];  // MMM-60
    row.done |= !(at.home[square] & row.free);  // an item is complete with its last square
}

DO void play(const Tables& at, Row& row, int id) {
    if (id >= PLACE) place(at, row, id - PLACE);
    if (id == GATHER || row.dice == 0) gather(row);  // MMM-16
    if (id == REROLL) row.hand = row.fresh = 0, row.open = 0;
}

DO void fall(const Tables& at, Row& row, u64& luck) {
    int throws = row.dice == 3 ? 216 : row.dice == 2 ? 36 : 6, rolled = below(luck, throws);
    int rest = rolled / 6, first = rolled - 6 * rest, third = rest / 6, second = rest - 6 * third;
    row.hand = 1 << 2 * first;
    row.open = at.foods[first];
    if (row.dice > 1) row.hand += 1 << 2 * second, row.open |= at.foods[second];
    if (row.dice > 2) row.hand += 1 << 2 * third, row.open |= at.foods[third];
    row.fresh = 1;
    row.open &= row.free;
    u64 placed = row.placed;
    while (IN_LINE && placed) row.open &= at.near[lowest(placed)], placed &= placed - 1;  // MMM-60
    if (row.open) return;
    row.free |= row.placed, row.cat++;  // MMM-30, MMM-31
    pass_on(row);
}

DO float reward(const Row& row, int seat) { return row.free ? -1.0f : 1.0f; }

// Write the legal ids, if wanted; one of them, all equally likely.
DO int choose(const Tables& at, const Row& row, u64& luck, u32* legal) {
    if (legal) {
        Pen pen(legal);
        pen.set(row.fresh ? 0 : 3, PLACE);
        pen.set(row.open, SQUARES);
        pen.lift();
    }
    int squares = count(row.open), k = below(luck, row.fresh ? squares : squares + 2);
    return k >= squares ? k - squares : nth(row.open, k) + PLACE;
}

DO void observe(const Tables& at, const Row& row, int seat, Pen& pen) {
    pen.set(row.free, SQUARES);
    pen.set(row.placed, SQUARES);
    pen.begin_bytes(SEEN_BITS);
    UNROLL
    for (int face = 0; face < FACES; face++) pen.number(row.hand >> 2 * face & 3);
    pen.number(row.fresh);
    pen.number(STEPS - row.cat);
    pen.number(seat == row.seat);
}
