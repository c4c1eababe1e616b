// What a learned value reads of a position of Chop! Chop!: a byte for each mark, and the cat with each mouse as a pair.
// Read after steps.cu. The facts are those of value.py, as whole numbers; scales in marks.py bring them back.
enum { PLANE = 64, PLANES = 5, REST = 64, MARKS = PLANES * PLANE + REST, PAIRS = 4, HEADS = 2, FAR = 8, WITHIN = 10 };
enum { PHASE_AT = 4, STEPS_AT = 24, HALF_AT = 40, FACTS_AT = 44, SHARES = 64, SIDE = 62 };

struct Ways {
    u64 mice[WITHIN][SPACES];  // by steps and space: what is no further away
    u64 cat[WITHIN][SPACES];
};

struct Facts {
    u32 words[REST / 4];

    MEMBER void put(int n, int value) { words[n >> 2] |= (u32)value << 8 * (n & 3); }
};

DO int way(const u64 (*within)[SPACES], int from, u64 goals) {
    for (int steps = 0; steps < FAR; steps++)
        if (within[steps][from] & goals) return steps;
    return FAR;
}

// How near the nearest mouse is to a goal, in eighths.
DO int near_to(const Ways& ways, const Row& row, u64 goals) {
    int least = FAR;
    for (int mouse = 0; mouse < 4; mouse++) {
        int from = mouse_at(row, mouse), steps = from == NOWHERE ? FAR : way(ways.mice, from, goals);
        if (steps < least) least = steps;
    }
    return FAR - least;
}

DO u64 pounces(const Tables& at, const Row& row, u64 mice, int steps) {
    return walk_of<LONGEST>(steps, at.cat_near, row.cat, mice | row.cheese, row.cheese | guarded(at, mice));
}

// How many faces of its die let the cat catch some mouse, and the sum over all mice.
DO void hits(const Tables& at, const Ways& ways, const Row& row, u64 mice, int& some, int& each) {
    some = each = 0;
    if (row.cat == NOWHERE) return;
    bool rolled = row.cats && (row.phase == MOVE || row.phase == STUCK);
    int last = -1, struck = 0;
    for (int face = 0; face < CAT_FACES; face++) {
        int steps = rolled ? row.steps : ((const u8*)at.faces[1])[face];
        if (steps != last) struck = ways.cat[steps][row.cat] & mice ? count(pounces(at, row, mice, steps) & mice) : 0;
        some += struck > 0, each += struck, last = steps;
    }
}

DO bool cat_rolls(const Row& row) {
    if (row.phase == ROLL || row.phase == MOVE || row.phase == STUCK || row.half == 1) return row.cats;
    return !row.cats;
}

DO void put_facts(const Tables& at, const Ways& ways, const Row& row, Facts& facts) {
    u64 mice = mice_spaces(row), lying = row.cheese & ~at_space(row.cat);
    int alive = count(mice), to_take = (int)(row.bag & 255) + count(row.cheese), hidden = count(row.hidden), some, each;
    hits(at, ways, row, mice, some, each);
    int n = FACTS_AT;
    for (int tile = 0; tile < TILES; tile++) facts.put(n++, row.bag >> 8 * tile & 255);
    facts.put(n++, to_take), facts.put(n++, to_take == 0), facts.put(n++, alive), facts.put(n++, alive == 1);
    facts.put(n++, to_take * (4 - alive));
    facts.put(n++, cat_rolls(row) ? some : 0), facts.put(n++, cat_rolls(row) ? 0 : some), facts.put(n++, each - some);
    facts.put(n++, lying ? near_to(ways, row, lying) : 0);
    facts.put(n++, row.cat == NOWHERE ? 0 : FAR - way(ways.cat, row.cat, mice));
    facts.put(n++, to_take ? 0 : mice & HOLES ? FAR - 2 : near_to(ways, row, HOLES));
    facts.put(n++, SHARES * (int)(row.bag & 255) / (hidden ? hidden : 1));
    facts.put(n++, row.turns / ROLLS);
}

DO void write_plane(u32*& out, u64 set) {
    UNROLL
    for (int n = 0; n < PLANE / 4; n++) *out++ = spread((u32)(set >> 4 * n));
}

DO void mark(const Tables& at, const Ways& ways, const Row& row, u32* out, int* pairs) {
    bool bound = row.phase == FLIP || (row.phase >= BONUS && row.phase <= FORK) || row.half == 2;
    write_plane(out, mice_spaces(row)), write_plane(out, bound ? at_space(place_of(row, row.mover)) : 0);
    write_plane(out, at_space(row.cat)), write_plane(out, row.hidden), write_plane(out, row.cheese);
    Facts facts = {{0}};
    for (int hole = 0; hole < HOLE_COUNT; hole++) facts.put(hole, row.opened >> hole & 1);
    facts.put(PHASE_AT + 2 * row.phase + row.cats, 1);
    if (row.phase == MOVE || row.phase == BONUS) facts.put(STEPS_AT + 2 * (row.steps & 7) + row.cats, 1);
    if (row.half) facts.put(HALF_AT + 2 * (row.half - 1) + row.cats, 1);
    put_facts(at, ways, row, facts);
    for (int n = 0; n < REST / 4; n++) *out++ = facts.words[n];
    for (int mouse = 0; mouse < 4; mouse++) {
        int space = mouse_at(row, mouse);
        pairs[mouse] = space == NOWHERE || row.cat == NOWHERE ? SIDE * SIDE : row.cat * SIDE + space;
    }
}

DO float outcome(const Row& row, int head) { return row.phase == (head ? CAUGHT : HOME) ? 1.0f : 0.0f; }
