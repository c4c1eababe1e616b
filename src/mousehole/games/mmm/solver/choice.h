// Perfect play: what every choice within a turn is worth, from the chances between turns. Whatever is still rolled leads to
// positions one, two or three dice away. So it is enough to know, one die away, what a second die of each food can
// achieve, for each face the third may show.
enum { MOST_ITEMS = 64, CROSS = FOODS };

// A board and its solution; items are sorted by food, and foods that are interchangeable make a kind.
struct Lens {
    int items, kinds, positions, steps;
    int food[MOST_ITEMS], stride[MOST_ITEMS];  // by item: its food, and what one of its squares adds to the key of that
    int first[FOODS + 1];                      // [food]: its first item
    int kind[FOODS], order[FOODS];             // by food: its kind; foods, those of a kind side by side
    int start[FOODS + 1], weight[FOODS];       // by kind: its first place, and what its number is worth
    int ranks[FOODS + 1];                      // [food]: where its table of ranks by keys begins in `rank`
    u64 squares[MOST_ITEMS];
    int rank[];
};

// Where chances come from: a table, or a list of places in it and then what stands there.
struct Source {
    const float *table, *known;
    int* asked;
    int many, most;

    MEMBER double at(int place) {
        if (table) return table[place];
        if (many == most) __builtin_trap();
        if (asked) asked[many] = place;
        return known ? known[many++] : (many++, 0.0);
    }
};

struct Choice {
    const Lens& lens;
    Source& source;
    int steps, rest[MOST_ITEMS], keys[FOODS], numbers[FOODS];  // of the cat; of items; of foods; of kinds
    double failed, then[FOODS][FOODS + 1], once[FOODS];  // best after a second die of a food, with a face in hand; one more

    MEMBER Choice(const Lens& lens, Source& source) : lens(lens), source(source) {}

    // The number for what is left of the foods of a kind, whatever their order.
    MEMBER void count_kind(int kind) {
        int ranks[FOODS], many = 0;
        for (int place = lens.start[kind]; place < lens.start[kind + 1]; place++, many++) {
            const int food = lens.order[place], rank = lens.rank[lens.ranks[food] + keys[food]];
            int at = many;
            for (; at > 0 && ranks[at - 1] > rank; at--) ranks[at] = ranks[at - 1];
            ranks[at] = rank;
        }
        numbers[kind] = plain_of(ranks, many);
    }

    // Count what is left of each item.
    MEMBER void look(u64 free) {
        for (int food = 0; food < FOODS; food++) keys[food] = 0;
        for (int item = 0; item < lens.items; item++) {
            rest[item] = count(lens.squares[item] & free);
            keys[lens.food[item]] += rest[item] * lens.stride[item];
        }
        for (int kind = 0; kind < lens.kinds; kind++) count_kind(kind);
    }

    // The chance to win between two turns.
    MEMBER double chance(int away) {
        int number = 0;
        for (int kind = 0; kind < lens.kinds; kind++) number += numbers[kind] * lens.weight[kind];
        if (number == 0 || away <= 0) return number == 0;  // MMM-50, MMM-51
        return source.at((away - 1) * lens.positions + number);
    }

    MEMBER double stop(bool done) { return chance(steps - !done); }  // MMM-41, MMM-42

    // Whether a die on this item leads somewhere that no earlier item does.
    MEMBER bool differs(int item) const {
        for (int other = lens.first[lens.food[item]]; other < item; other++)
            if (rest[other] == rest[item]) return false;
        return rest[item] > 0;
    }

    // Place a die on an item, or take it up again.
    MEMBER void move(int item, int by) {
        rest[item] += by, keys[lens.food[item]] += by * lens.stride[item];
        count_kind(lens.kind[lens.food[item]]);
    }

    // Go through all ways to place one more die of a food.
    template <class Then> MEMBER void each(int food, bool done, Then&& then) {
        for (int item = lens.first[food]; item < lens.first[food + 1]; item++) {
            if (!differs(item)) continue;
            const int before = numbers[lens.kind[food]];
            move(item, -1);
            then(item, done || rest[item] == 0);
            rest[item]++, keys[food] += lens.stride[item], numbers[lens.kind[food]] = before;
        }
    }

    // The chance before the last die is rolled; as a by-product, after one more die of each food.
    MEMBER double one_die(bool done) {
        double total = failed;
        for (int food = 0; food < FOODS; food++) {
            double& best = once[food];
            best = NO_WAY;
            each(food, done, [&](int, bool full) { best = higher(best, stop(full)); });
            total += best >= 0 ? best : failed;  // MMM-30
        }
        return total / (FOODS + 1);
    }

    // The chance before two dice are rolled; as a by-product, after each that is placed, with the other in hand.
    MEMBER double two_dice(bool done) {
        for (int food = 0; food < FOODS; food++) {
            for (int face = 0; face <= CROSS; face++) then[food][face] = NO_WAY;
            each(food, done, [&](int, bool full) { second(full, food); });
        }
        double total = failed;  // two crosses
        for (int a = 0; a < FOODS; a++)
            for (int b = a; b <= CROSS; b++) {
                const double best = both(a, b);
                total += (best >= 0 ? best : failed) * (a == b ? 1 : 2);
            }
        return total / 36;
    }

    // Weigh a second die of a food for each face in hand.
    MEMBER void second(bool done, int food) {
        const double again = one_die(done), best = higher(again, stop(done));
        for (int other = 0; other < FOODS; other++)
            then[food][other] = higher(then[food][other], higher(best, once[other]));
        then[food][CROSS] = higher(then[food][CROSS], best);
    }

    // The best chance with two faces in hand, one of which must be placed.
    MEMBER double both(int a, int b) const {
        const double one = a < CROSS ? then[a][b] : NO_WAY;
        return b < CROSS ? higher(one, then[b][a]) : one;
    }

    // The best chance after a die was placed, with these in hand.
    MEMBER double after(bool done, int hand) {
        const int a = hand ? lowest((u64)hand) >> 1 : CROSS, more = hand ? hand - (1 << 2 * a) : 0;
        const int b = more ? lowest((u64)more) >> 1 : CROSS, dice = (hand > 0) + (more > 0);
        const double best = stop(done);
        if (dice == 0) return best;
        if (dice == 1) {
            const double again = higher(best, one_die(done));
            return a < CROSS ? higher(again, once[a]) : again;
        }
        const double again = higher(best, two_dice(done));
        return higher(again, both(a, b));
    }
};

// What a position is worth after a die on each item, after rolling again, and after gathering; NO_WAY where one may not.
// Before a roll within a turn, all that counts is rolling. A position is as rules.h writes it.
DO void weigh_all(const Lens& lens, Source& source, const u64* words, double* out) {
    const u64 free = words[0], placed = words[1];
    const int hand = (int)(words[2] & 4095), dice = (int)(words[2] >> 12 & 3), fresh = (int)(words[2] >> 14 & 1);
    Choice at(lens, source);
    at.steps = lens.steps - (int)(words[2] >> 16 & 31);
    at.look(free | placed);
    at.failed = at.chance(at.steps - 1);
    at.look(free);
    bool done = false;
    for (int item = 0; item < lens.items; item++) {
        done |= lens.squares[item] & placed && !at.rest[item];
        out[item] = NO_WAY;
    }
    for (int food = 0; food < FOODS; food++) {
        if (!(hand >> 2 * food & 3)) continue;
        at.each(food, done, [&](int item, bool full) { out[item] = at.after(full, hand - (1 << 2 * food)); });
        for (int item = lens.first[food]; item < lens.first[food + 1]; item++)
            for (int other = lens.first[food]; other < item && at.rest[item]; other++)
                if (at.rest[other] == at.rest[item]) out[item] = out[other];
    }
    const bool rolls = !fresh && dice && placed;
    out[lens.items] = !rolls ? NO_WAY : dice == 1 ? at.one_die(done) : at.two_dice(done);  // MMM-17
    out[lens.items + 1] = hand && !fresh ? at.stop(done) : NO_WAY;
}

static const Lens* lens;

EXPORT void look_through(const Lens* given) {
    lens = given;
    if (lens->items < 0 || lens->items > MOST_ITEMS || lens->kinds < 0 || lens->kinds > FOODS) __builtin_trap();
}

// List what has to be known of the table to weigh a position: how many places, and which.
EXPORT int ask(const u64* words, int* asked, int most, double* out) {
    Source source = {0, 0, asked, 0, most};
    weigh_all(*lens, source, words, out);
    return source.many;
}

// Weigh a position by what was asked for.
EXPORT void weigh(const u64* words, const float* known, int most, double* out) {
    Source source = {0, known, 0, 0, most};
    weigh_all(*lens, source, words, out);
}

// Weigh many positions by the whole table, each as many numbers as a board has items, and two.
EXPORT void weigh_many(const u64* words, int many, const float* table, double* out) {
    Source source = {table};
    for (int n = 0; n < many; n++, words += 3, out += lens->items + 2) weigh_all(*lens, source, words, out);
}
