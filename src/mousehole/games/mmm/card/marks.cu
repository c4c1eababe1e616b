// What a learned value reads of a position of Mmm!: a byte for each mark. Read after steps.cu.
enum { WIDTH = (SQUARES + 3) / 4 * 4, MOST_ITEMS = 32, REST = 128, MARKS = 2 * WIDTH + REST };
enum { PAIRS = 0, HEADS = 1 };
enum { LEFT_AT, HAND_AT = 32, DICE_AT = 50, FRESH_AT = 54, DONE_AT, FOODS_AT, REST_AT = 64, LAST_AT = 96 };

struct Ways {
    u64 items[MOST_ITEMS];  // their squares
};

struct Facts {
    u32 words[REST / 4];

    MEMBER void put(int n, int value) { words[n >> 2] |= (u32)value << 8 * (n & 3); }
};

DO void write_plane(u32*& out, u64 set) {
    UNROLL
    for (int n = 0; n < WIDTH / 4; n++) *out++ = spread((u32)(set >> 4 * n));
}

DO void mark(const Tables& at, const Ways& ways, const Row& row, u32* out, int* pairs) {
    write_plane(out, row.free), write_plane(out, row.placed);
    Facts facts = {{0}};
    facts.put(LEFT_AT + STEPS - row.cat, 1);
    for (int face = 0; face < FACES; face++) {
        int many = row.hand >> 2 * face & 3;
        if (many) facts.put(HAND_AT + 3 * face + many - 1, 1);
        if (face < CROSS) facts.put(FOODS_AT + face, count(at.foods[face] & row.free));
    }
    facts.put(DICE_AT + row.dice, 1), facts.put(FRESH_AT, row.fresh), facts.put(DONE_AT, row.done);
    for (int item = 0; item < MOST_ITEMS; item++) {
        int rest = count(ways.items[item] & row.free);
        facts.put(REST_AT + item, rest), facts.put(LAST_AT + item, rest == 1);
    }
    for (int n = 0; n < REST / 4; n++) *out++ = facts.words[n];
}

DO float outcome(const Row& row, int head) { return reward(row, head) > 0 ? 1.0f : 0.0f; }
