// What a learned value reads of a position of Chop! Chop!: a byte for each mark, and the cat with each mouse as a pair.
// The facts are those of value.py, as whole numbers; `scales` brings them back.
enum { WIDTH = 64, PLANES = 5, REST = 64, MARKS = PLANES * WIDTH + REST, PAIRS = 4, HEADS = 2, FAR = 8, WITHIN = 10 };
enum { PHASE_AT = 4, STEPS_AT = 24, HALF_AT = 40, FACTS_AT = 44, SHARES = 64, SIDE = 62 };

// By steps and space: what is no further away for mice, then for the cat.
struct Ways {
    u64 words[2 * WITHIN * MOST_SPACES];
};

DO const u64* within(const Ways& ways, int cats) { return ways.words + (cats ? WITHIN * SPACES : 0); }

DO int way(const u64* within, int from, u64 goals) {
    for (int steps = 0; steps < FAR; steps++)
        if (within[steps * SPACES + from] & goals) return steps;
    return FAR;
}

// How near the nearest mouse is to a goal, in eighths.
DO int near_to(const Ways& ways, const Row& row, u64 goals) {
    int least = FAR;
    for (int mouse = 0; mouse < 4; mouse++) {
        int from = mouse_at(row, mouse), steps = from == NOWHERE ? FAR : way(within(ways, 0), from, goals);
        if (steps < least) least = steps;
    }
    return FAR - least;
}

DO u64 pounces(const Tables& at, const Row& row, u64 mice, int steps) {
    return walk_of<LONGEST>(steps, near_of(at, 1), row.cat, mice | row.cheese, row.cheese | guarded(at, mice));
}

// How many faces of its die let the cat catch some mouse, and the sum over all mice.
DO void hits(const Tables& at, const Ways& ways, const Row& row, u64 mice, int& some, int& each) {
    some = each = 0;
    if (row.cat == NOWHERE) return;
    bool rolled = row.cats && (row.phase == MOVE || row.phase == STUCK);
    int last = -1, struck = 0;
    for (int face = 0; face < CAT_FACES; face++) {
        int steps = rolled ? row.steps : face_of(at, 1, face);
        if (steps != last) struck = within(ways, 1)[steps * SPACES + row.cat] & mice ? count(pounces(at, row, mice, steps) & mice) : 0;
        some += struck > 0, each += struck, last = steps;
    }
}

DO bool cat_rolls(const Row& row) {
    if (row.phase == ROLL || row.phase == MOVE || row.phase == STUCK || row.half == 1) return row.cats;
    return !row.cats;
}

template <class Sheet>
DO void count_facts(const Tables& at, const Ways& ways, const Row& row, Sheet& sheet) {
    u64 mice = mice_spaces(row), lying = row.cheese & ~at_space(row.cat);
    int alive = count(mice), to_take = (int)(row.bag & 255) + count(row.cheese), hidden = count(row.hidden), some, each;
    hits(at, ways, row, mice, some, each);
    int n = FACTS_AT;
    for (int tile = 0; tile < TILES; tile++) sheet.number(n++, row.bag >> 8 * tile & 255);
    sheet.number(n++, to_take), sheet.number(n++, to_take == 0), sheet.number(n++, alive), sheet.number(n++, alive == 1);
    sheet.number(n++, to_take * (4 - alive));
    sheet.number(n++, cat_rolls(row) ? some : 0), sheet.number(n++, cat_rolls(row) ? 0 : some), sheet.number(n++, each - some);
    sheet.number(n++, lying ? near_to(ways, row, lying) : 0);
    sheet.number(n++, row.cat == NOWHERE ? 0 : FAR - way(within(ways, 1), row.cat, mice));
    sheet.number(n++, to_take ? 0 : mice & HOLES ? FAR - 2 : near_to(ways, row, HOLES));
    sheet.number(n++, SHARES * (int)(row.bag & 255) / (hidden ? hidden : 1));
    sheet.number(n++, row.turns / ROLLS);
}

template <class Sheet>
DO void mark(const Tables& at, const Ways& ways, const Row& row, Sheet& sheet) {
    bool bound = row.phase == FLIP || (row.phase >= BONUS && row.phase <= FORK) || row.half == 2;
    sheet.plane(mice_spaces(row)), sheet.plane(bound ? at_space(place_of(row, row.mover)) : 0);
    sheet.plane(at_space(row.cat)), sheet.plane(row.hidden), sheet.plane(row.cheese);
    for (int hole = 0; hole < HOLE_COUNT; hole++)
        if (row.opened >> hole & 1) sheet.flag(hole);
    sheet.flag(PHASE_AT + 2 * row.phase + row.cats);
    if (row.phase == MOVE || row.phase == BONUS) sheet.flag(STEPS_AT + 2 * (row.steps & 7) + row.cats);
    if (row.half) sheet.flag(HALF_AT + 2 * (row.half - 1) + row.cats);
    count_facts(at, ways, row, sheet);
    for (int mouse = 0; mouse < 4; mouse++) {
        int space = mouse_at(row, mouse);
        bool both = space != NOWHERE && row.cat != NOWHERE;
        sheet.pair(mouse, both ? row.cat * SIDE + space : SIDE * SIDE);
    }
}

DO float outcome(const Row& row, int head) { return row.phase == (head ? CAUGHT : HOME) ? 1.0f : 0.0f; }
