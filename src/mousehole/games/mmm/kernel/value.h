// What a search asks of Mmm!: all actions, all throws, and how good a position is. Read after value_net.h.
enum { DICE = 3, THROWS = 6 + 21 + 56 };

// The throws of one, two and three dice, each hand once, and how many ways lead to it.
struct Throws {
    int hands[THROWS] = {}, weights[THROWS] = {}, first[DICE + 2] = {};

    constexpr Throws() {
        for (int dice = 1, ways = FACES; dice <= DICE; dice++, ways *= FACES) {
            first[dice + 1] = first[dice];
            for (int thrown = 0; thrown < ways; thrown++) count_in(dice, hand_of(dice, thrown));
        }
    }

    static constexpr int hand_of(int dice, int thrown) {
        int hand = 0;
        for (; dice; dice--, thrown /= FACES) hand += 1 << 2 * (thrown % FACES);
        return hand;
    }

    constexpr void count_in(int dice, int hand) {
        int n = first[dice], &end = first[dice + 1];
        while (n < end && hands[n] != hand) n++;
        if (n == end) hands[end++] = hand;
        weights[n]++;
    }
};

static constexpr Throws throws;

DO int options(const Row& row, int* ids) {
    int n = 0;
    for (u64 squares = row.open; squares; squares &= squares - 1) ids[n++] = PLACE + lowest(squares);
    if (!row.fresh) ids[n++] = REROLL, ids[n++] = GATHER;  // MMM-17
    return n;
}

// An outcome is a hand.
DO int odds(const Row& row, int* hands, int* weights) {
    int first = throws.first[row.dice], many = throws.first[row.dice + 1] - first;
    for (int n = 0; n < many; n++) hands[n] = throws.hands[first + n], weights[n] = throws.weights[first + n];
    return many;
}

DO int draw(const Tables& at, const Row& row, u64& luck) {
    u64 room;
    return throw_of(at, row.dice, luck, room);
}

DO void happen(const Tables& at, Row& row, int hand) { take(at, row, hand, room_of(at, hand)); }

DO void pay_all(double chance, double* out) {
    for (int seat = 0; seat < PLAYERS; seat++) out[seat] = chance;
}

DO void pay(const Row& row, double* out) { pay_all(row.free ? 0.0 : 1.0, out); }

DO int play_out(Row& row, u64& luck);

// What each seat may expect: as it was learned, or else as a game at random ends.
static void guess(Row& row, u64& luck, double* out) {
    if (!net.first || turn(at, row) == OVER) {
        play_out(row, luck);
        return pay(row, out);
    }
    Sheet sheet(FACTS_AT);
    mark(at, ways, row, sheet);
    double chance;
    conclude(net, sheet, &chance);
    pay_all(chance, out);
}
