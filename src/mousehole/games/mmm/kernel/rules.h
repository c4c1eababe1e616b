// The rules of Mmm! for processors and GPUs: the twin of rules.py.
// Given from outside: SQUARES, STEPS, PLAYERS, IN_LINE, and MOST_SQUARES where SQUARES is no constant.
#ifndef MOST_SQUARES
#define MOST_SQUARES SQUARES
#endif
#define IDS (SQUARES + 2)
#define SEATS PLAYERS
#define SEEN_BITS (2 * SQUARES)
enum { WORDS = 3, SEEN_BYTES = 9, MOST_OPTIONS = 72 };
enum { REROLL = 0, GATHER = 1, PLACE = 2, FACES = 6, CROSS = 5 };

struct Tables {
    u64 foods[FACES];        // by face: its squares
    u64 home[MOST_SQUARES];  // by square: the item it belongs to
    u64 near[MOST_SQUARES];  // by square: what is in line with it
    u64 food[8];             // by square, a byte each: its food
};

struct Row {
    u64 free, placed, line, open;  // line: what the dice of this turn allow; open: what can take a die in hand
    int hand, dice, fresh, cat, seat, done;
};

// Dice of a hand that show a face: it has two bits for each.
DO int showing(int hand, int face) { return hand >> 2 * face & 3; }

// The squares of the foods in a hand.
DO u64 room_of(const Tables& at, int hand) {
    u64 room = 0;
    UNROLL
    for (int face = 0; face < CROSS; face++)
        if (showing(hand, face)) room |= at.foods[face];
    return room;
}

DO void look(const Tables& at, Row& row) {
    row.line = ~0ull;
    for (u64 placed = IN_LINE ? row.placed : 0; placed; placed &= placed - 1) row.line &= at.near[lowest(placed)];  // MMM-60
    row.open = room_of(at, row.hand) & row.free & row.line;
}

DO Row load(const Tables& at, const u64* state, long long n, long long games) {
    u64 rest = state[2 * games + n];
    Row row = {state[n], state[games + n], 0, 0};
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
    return row.cat >= STEPS || !(row.free | row.placed) ? OVER : CHANCE;  // MMM-50, MMM-51
}

DO void pass_on(Row& row) {
    row.placed = row.open = 0, row.line = ~0ull;
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
    if (IN_LINE) row.line &= at.near[square];  // MMM-60
    row.open &= row.free & row.line;
    if (!showing(row.hand, food)) row.open &= ~at.foods[food];
    row.done |= !(at.home[square] & row.free);  // an item is complete with its last square
}

DO void play(const Tables& at, Row& row, int id) {
    if (id >= PLACE) place(at, row, id - PLACE);
    if (id == GATHER || row.dice == 0) gather(row);  // MMM-16
    if (id == REROLL) row.hand = row.fresh = 0, row.open = 0;
}

// Take the fallen dice in hand; `room` are the squares of their foods.
DO void take(const Tables& at, Row& row, int hand, u64 room) {
    row.hand = hand, row.fresh = 1;
    row.open = room & row.free & row.line;  // MMM-60
    if (row.open) return;
    row.free |= row.placed, row.cat++;  // MMM-30, MMM-31
    pass_on(row);
}

// A throw of so many dice: the hand, and the squares of its foods.
DO int throw_of(const Tables& at, int dice, u64& luck, u64& room) {
    int throws = dice == 3 ? 216 : dice == 2 ? 36 : 6, rolled = below(luck, throws);
    int rest = rolled / 6, first = rolled - 6 * rest, third = rest / 6, second = rest - 6 * third;
    room = at.foods[first] | at.foods[dice > 1 ? second : CROSS] | at.foods[dice > 2 ? third : CROSS];
    return (1 << 2 * first) + ((dice > 1) << 2 * second) + ((dice > 2) << 2 * third);
}

DO void fall(const Tables& at, Row& row, u64& luck) {
    u64 room;
    int hand = throw_of(at, row.dice, luck, room);
    take(at, row, hand, room);
}

DO float reward(const Row& row, int seat) { return row.free ? -1.0f : 1.0f; }

// Write the legal ids, if wanted; one of them, all equally likely.
template <class P>
DO int choose(const Tables& at, const Row& row, u64& luck, P* legal) {
    if (legal) {
        legal->set(row.fresh ? 0 : 3, PLACE);
        legal->set(row.open, SQUARES);
        legal->lift();
    }
    int squares = count(row.open), k = below(luck, row.fresh ? squares : squares + 2);
    return k >= squares ? k - squares : nth(row.open, k) + PLACE;
}

template <class P>
DO void observe(const Tables& at, const Row& row, int seat, P& pen) {
    pen.set(row.free, SQUARES);
    pen.set(row.placed, SQUARES);
    pen.begin_bytes(SEEN_BITS);
    UNROLL
    for (int face = 0; face < FACES; face++) pen.number(showing(row.hand, face));
    pen.number(row.fresh);
    pen.number(STEPS - row.cat);
    pen.number(seat == row.seat);
}
