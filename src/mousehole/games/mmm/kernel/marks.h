// What a learned value reads of a position of Mmm!: a byte for each mark. Marks that are simply there come before those
// that count, as the processor adds them up.
#define WIDTH ((SQUARES + 3) / 4 * 4)
#define MARKS (2 * WIDTH + REST)
enum { MOST_ITEMS = 32, FOOD_ROOM = 8, REST = 128, PAIRS = 0, HEADS = 1 };
enum { LEFT_AT, HAND_AT = 32, DICE_AT = 50, FRESH_AT = 54, DONE_AT, FACTS_AT, REST_AT = 64, LAST_AT = 96 };

struct Ways {
    u64 items[MOST_ITEMS];  // their squares
};

template <class Sheet>
DO void mark(const Tables& at, const Ways& ways, const Row& row, Sheet& sheet) {
    sheet.plane(row.free), sheet.plane(row.placed);
    sheet.flag(LEFT_AT + STEPS - row.cat), sheet.flag(DICE_AT + row.dice);
    for (int face = 0; face < FACES; face++)
        if (int many = showing(row.hand, face)) sheet.flag(HAND_AT + 3 * face + many - 1);
    if (row.fresh) sheet.flag(FRESH_AT);
    for (int item = 0; item < MOST_ITEMS; item++)
        if (count(ways.items[item] & row.free) == 1) sheet.flag(LAST_AT + item);
    if (row.done) sheet.flag(DONE_AT);
    for (int food = 0; food < FOOD_ROOM; food++)
        sheet.number(FACTS_AT + food, food < CROSS ? count(at.foods[food] & row.free) : 0);
    for (int item = 0; item < MOST_ITEMS; item++) sheet.number(REST_AT + item, count(ways.items[item] & row.free));
}

DO float outcome(const Row& row, int head) { return reward(row, head) > 0 ? 1.0f : 0.0f; }
