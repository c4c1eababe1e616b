// The numbering of positions: a board's foods in two halves, so that a position is a pair of small numbers.
enum { WHOLE = 0xffffff, NONE = -1, MOST_ORDERS = 11, MOST_WAYS = 255, MOST_SQUARES = 4000 };

// Foods that start with the same items: how many, and all that can be left of one, by number, the least first.
struct Kind {
    int foods, leftovers, ways;
    const int *sums, *varieties;  // of a leftover: its squares, and how many different sizes its items have
    const int* rest;              // [leftover][way]: what one more die leaves, and in bit 24 whether it completes an item
};

// Everything that can be left of the foods of a half, sorted by squares left. Each count of squares may begin at a
// multiple of `apart`; a number between is nobody's.
struct Half {
    Kind kinds[FOODS];
    int kind_count, first, foods, ways, plain_count, width;  // its first food; the numbers with those between
    int groups, *start;  // [squares]: the first number with so many squares left; one more entry at the end
    int* plain;          // [number]: its number in a file, or NONE
    int* number;         // [plain]
    int* squares;        // [number]
    u8* room;            // [number][FOODS]: squares left of each food, as far as it matters
    int* moves;          // [number][FOODS][ways]: after a die, the number, then a bit if an item is complete, then the order
};

// Hands out memory; without an address it only counts.
struct Arena {
    u8* at;
    u32 used;

    template <class T> MEMBER T* room(int many) {
        T* found = (T*)(at + used);
        used += ((u32)many * sizeof(T) + 15) / 16 * 16;
        return found;
    }
};

DO u64 choose(int n, int k) {
    u64 found = 1;
    for (int i = 0; i < k; i++) found = found * (u64)(n - i) / (u64)(i + 1);
    return found;
}

// Rising numbers without gaps.
DO int plain_of(const int* ranks, int many) {
    u64 number = 0;
    for (int n = 0; n < many; n++) number += choose(ranks[n] + n, n + 1);
    return (int)number;
}

DO int states(const Kind& kind) { return (int)choose(kind.leftovers + kind.foods - 1, kind.foods); }

DO void sort(u64* numbers, int many) {
    for (int step = many / 2; step; step = step > 2 ? step * 5 / 11 : step - 1)
        for (int n = step; n < many; n++) {
            const u64 one = numbers[n];
            int at = n;
            for (; at >= step && numbers[at - step] > one; at -= step) numbers[at] = numbers[at - step];
            numbers[at] = one;
        }
}

// Turn to what follows in a file; the last kind counts fastest.
DO void next(const Half& half, int* ranks) {
    int end = half.foods;
    for (int k = half.kind_count - 1; k >= 0; k--) {
        const Kind& kind = half.kinds[k];
        int *some = ranks + end - kind.foods, n = 0;
        while (n < kind.foods && some[n] + 1 > (n + 1 < kind.foods ? some[n + 1] : kind.leftovers - 1)) n++;
        for (int i = 0; i < n; i++) some[i] = 0;
        if (n < kind.foods) {
            some[n]++;
            return;
        }
        end -= kind.foods;
    }
}

// So that alike positions stand side by side: squares, then how many sizes are left of each food, then the number.
DO u64 key(const Half& half, const int* ranks, int plain) {
    u64 squares = 0, alike = 0;
    for (int k = 0, at = 0; k < half.kind_count; k++)
        for (int n = 0; n < half.kinds[k].foods; n++, at++) {
            squares += (u64)half.kinds[k].sums[ranks[at]];
            alike |= (u64)(half.kinds[k].varieties[ranks[at]] & 15) << 4 * at;
        }
    return squares << 52 | alike << 28 | (u64)plain;
}

// Where the foods move when the one at `from` goes down to `to`: 0 if nowhere.
DO int order_of(int to, int from) { return to == from ? 0 : from * (from - 1) / 2 + to + 1; }

DO int moved(int food, int to, int from) { return food == from ? to : food >= to && food < from ? food + 1 : food; }

// The way after a die of a food, from a position whose foods of that kind have these ranks.
DO int way_of(const Half& half, const Kind& kind, const int* ranks, int weight, int plain, int place, int way, int first) {
    const int found = kind.rest[ranks[place] * kind.ways + way];
    if (found < 0) return NONE;
    int after[FOODS], rank = found & WHOLE, to = place;
    for (int n = 0; n < kind.foods; n++) after[n] = ranks[n];
    for (; to > 0 && ranks[to - 1] > rank; to--) after[to] = ranks[to - 1];
    after[to] = rank;
    const int less = plain_of(ranks, kind.foods) - plain_of(after, kind.foods);
    return half.number[plain - less * weight] | found >> 24 << 24 | order_of(first + to, first + place) << 25;
}

DO void link(Half& half, const int* ranks, int plain) {
    const int number = half.number[plain];
    int weight = half.plain_count, at = 0;
    for (int k = 0; k < half.kind_count; k++) {
        const Kind& kind = half.kinds[k];
        weight /= states(kind);
        for (int place = 0; place < kind.foods; place++) {
            const int food = half.first + at + place, room = kind.sums[ranks[at + place]];
            half.room[number * FOODS + food] = (u8)(room < 3 ? room : 3);
            for (int way = 0; way < kind.ways; way++)
                half.moves[(number * FOODS + food) * half.ways + way] =
                    way_of(half, kind, ranks + at, weight, plain, place, way, half.first + at);
        }
        at += kind.foods;
    }
}

DO int checked(int number, int least, int most) {
    if (number < least || number > most) __builtin_trap();
    return number;
}

// Read the kinds of a half; the words after them.
DO const int* read(Half& half, const int* words, int first) {
    half.first = first, half.foods = 0, half.ways = 1, half.plain_count = 1;
    half.kind_count = checked(*words++, 0, FOODS);
    for (int k = 0; k < half.kind_count; k++) {
        Kind& kind = half.kinds[k];
        kind.foods = checked(words[0], 1, FOODS), kind.leftovers = checked(words[1], 1, WHOLE);
        kind.ways = checked(words[2], 1, MOST_WAYS);
        kind.sums = words + 3, kind.varieties = kind.sums + kind.leftovers, kind.rest = kind.varieties + kind.leftovers;
        words = kind.rest + kind.leftovers * kind.ways;
        half.foods += kind.foods;
        if ((u64)half.plain_count * (u64)states(kind) > WHOLE) __builtin_trap();
        half.plain_count *= states(kind);
        if (kind.ways > half.ways) half.ways = kind.ways;
    }
    checked(first + half.foods, 0, FOODS);
    return words;
}

DO int squares_of(const Half& half) {
    int squares = 0;
    for (int k = 0; k < half.kind_count; k++)
        squares += half.kinds[k].foods * checked(half.kinds[k].sums[half.kinds[k].leftovers - 1], 0, MOST_SQUARES);
    return squares;
}

// Number a half; an arena without an address only counts what it takes.
DO void build(Half& half, Arena& arena, int apart) {
    half.groups = squares_of(half) + 1;
    const int most = half.plain_count + half.groups * (apart - 1);
    half.start = arena.room<int>(half.groups + 1), half.plain = arena.room<int>(most);
    half.number = arena.room<int>(half.plain_count), half.squares = arena.room<int>(most);
    half.room = arena.room<u8>(most * FOODS), half.moves = arena.room<int>(most * FOODS * half.ways);
    u64* keys = arena.room<u64>(half.plain_count);
    if (!arena.at) return;
    int ranks[FOODS] = {};
    for (int plain = 0; plain < half.plain_count; plain++, next(half, ranks)) keys[plain] = key(half, ranks, plain);
    sort(keys, half.plain_count);
    for (int n = 0; n < most; n++) half.plain[n] = NONE;
    for (int n = 0; n < most * FOODS * half.ways; n++) half.moves[n] = NONE;
    int number = 0, squares = 0;
    half.start[0] = 0;
    for (int n = 0; n < half.plain_count; n++, number++) {
        const int plain = (int)(keys[n] & 0xfffffff);
        for (; squares < (int)(keys[n] >> 52); half.start[squares] = number) squares++, number = (number + apart - 1) / apart * apart;
        half.plain[number] = plain, half.number[plain] = number, half.squares[number] = squares;
    }
    half.width = (number + apart - 1) / apart * apart;
    for (; squares < half.groups; half.start[squares] = half.width) squares++;
    for (int n = 0; n < FOODS; n++) ranks[n] = 0;
    for (int plain = 0; plain < half.plain_count; plain++, next(half, ranks)) link(half, ranks, plain);
}
