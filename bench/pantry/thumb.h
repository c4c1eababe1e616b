// The rules of thumb of Mmm!: the twin of ThumbPlayer, from which single rules can be taken. Read after rules.h.
enum { MANY = 4, END = 2 };  // foods on the board: enough to be choosy; squares left: the game is about to end
enum { STEADY = 3, PLAIN = 6 };  // without this rule all that fits is laid; likewise, and nothing is rolled again

struct Decision {
    int id, rule;  // the number of the rule that decides
};

struct Shelves {
    int free[FOODS], most, foods;
    bool done;

    MEMBER explicit Shelves(const Row& row) : free{}, most(0), foods(0), done(false) {
        for (int item = 0; item < lens->items; item++) {
            const u64 squares = lens->squares[item];
            free[lens->food[item]] += count(squares & row.free);
            done |= squares & row.placed && !(squares & row.free);
        }
        for (int food = 0; food < FOODS; food++) {
            foods += free[food] > 0;
            if (free[food] > most) most = free[food];
        }
    }
};

// The rest of the item of a food with the fewest squares left, but not of a second one to complete.
DO u64 nearest(const Row& row, int food, bool ban) {
    u64 best = 0;
    int least = 99;
    for (int item = lens->first[food]; item < lens->first[food + 1]; item++) {
        const u64 rest = lens->squares[item] & row.free;
        const int left = count(rest), worth = ban && left == 1 ? left + 50 : left;
        if (left && worth < least) best = rest, least = worth;
    }
    return best;
}

// The best square for a die in hand.
struct Bites {
    int square, most, fit, wanted;
    bool top;

    MEMBER Bites(const Row& row, const Shelves& shelves, bool ban, int without)
        : square(0), most(-1), fit(0), wanted(0), top(false) {
        for (int food = 0; food < FOODS; food++) {
            const int hand = showing(row.hand, food), dice = hand < shelves.free[food] ? hand : shelves.free[food];
            if (dice) weigh(nearest(row, food, ban), shelves.free[food], dice, shelves.most, ban, without == 2);
        }
    }

    MEMBER void weigh(u64 rest, int free, int dice, int full, bool ban, bool by_item) {
        const int near = count(rest), good = !(ban && near == 1);
        const int key = by_item ? (63 - near) << 6 | free : free << 6 | (63 - near);
        fit += dice, wanted += good ? dice : 0, top |= good && free == full;
        if ((good << 12 | key) > most) square = lowest(rest), most = good << 12 | key;
    }

    MEMBER bool best_wanted() const { return most >> 12 == 1; }
};

// Whether to roll again or stop; `lost` means that stopping would lose the game.
DO Decision rolling(const Row& row, const Shelves& shelves, int without, bool lost) {
    const int left = count(row.free);
    if (lost) return {REROLL, 5};
    if (row.dice == 1) return {shelves.foods == FOODS && without != 4 ? REROLL : GATHER, 4};
    if (left > END) return {REROLL, 3};
    return {left && without == 5 ? REROLL : GATHER, 5};
}

// What the rules choose, without one of them.
DO Decision chosen(const Row& row, int without) {
    const Shelves shelves(row);
    const Bites bites(row, shelves, shelves.done && without != 1, without);
    const int left = count(row.free), place = PLACE + bites.square;
    if (row.fresh || (left > 0 && left <= bites.fit)) return {place, 2};
    if (row.dice == 1 || without == STEADY || without == PLAIN || shelves.foods < MANY) {
        if (bites.best_wanted()) return {place, row.dice == 1 ? 4 : 3};
    } else if (bites.wanted == row.dice && bites.top) return {place, 3};
    if (without == PLAIN) return {GATHER, 3};
    return rolling(row, shelves, without, left && row.cat == STEPS - 1 && !shelves.done);
}
