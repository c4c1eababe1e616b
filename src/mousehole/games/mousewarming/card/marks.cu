// What a learned value reads of a position of Mousewarming Party: a byte for each mark. Read after steps.cu.
// The ring is seen from where each mouse and the raccoon stand, so that a distance is one place in a plane.
enum { WIDTH = (LENGTH + 3) / 4 * 4, PLANES = 2 * 13 + 7 + 4, REST = 128, MARKS = PLANES * WIDTH + REST };
enum { PAIRS = 0, HEADS = 1, TURNS = 64, WHOLE = 64, PART = 16 };
enum { STAGE_AT, DIE_AT = 12, GUESTS_AT = 24, DUE_AT = 32, FACTS_AT = 64, DUE = 32 };

struct Ways {
    u64 worth[TURNS];  // of what is so many turns away, in 1024ths
};

struct Facts {
    u32 words[REST / 4];

    MEMBER void put(int n, int value) { words[n >> 2] |= (u32)(value > 255 ? 255 : value) << 8 * (n & 3); }
};

// The ring as somebody at a space sees it: first the space itself, then those along the arrows.
DO u64 ahead_of(u64 set, int space) { return (set >> space | set << (LENGTH - space)) & ones(LENGTH); }

DO void write_plane(u32*& out, u64 set) {
    UNROLL
    for (int n = 0; n < WIDTH / 4; n++) *out++ = spread((u32)(set >> 4 * n));
}

DO u64 kitchens_for(const Tables& at, const Row& row, int food) {
    u64 spots = 0;
    UNROLL
    for (int room = 0; room < ROOMS; room++)
        if (at.wants[room] >> food & 1) spots |= bit(row.kitchens >> 6 * room & 63) >> 1;
    return spots;
}

DO void write_ring(const Tables& at, const Row& row, u32*& out) {
    u64 kitchens[KINDS];
    for (int food = 0; food < KINDS; food++) kitchens[food] = kitchens_for(at, row, food);
    for (int mouse = 0; mouse < 2; mouse++) {
        int here = mouse_at(row, mouse);
        for (int food = 0; food < KINDS; food++) write_plane(out, ahead_of(plates_with(row, food), here));
        for (int food = 0; food < KINDS; food++)
            write_plane(out, pick_of(row.trays, mouse) >> 4 * food & 15 ? ahead_of(kitchens[food], here) : 0);
        write_plane(out, ahead_of(row.doors, here)), write_plane(out, ahead_of(bit(mouse_at(row, 1 - mouse)), here));
        write_plane(out, ahead_of(bit(row.raccoon), here));
    }
    for (int food = 0; food < KINDS; food++) write_plane(out, ahead_of(plates_with(row, food), row.raccoon));
    write_plane(out, ahead_of(stocked(at, row), row.raccoon)), write_plane(out, ahead_of(mice_spaces(row), row.raccoon));
    write_plane(out, bit(row.mice[0])), write_plane(out, bit(row.mice[1])), write_plane(out, bit(row.raccoon));
    write_plane(out, row.doors);
}

// Count the turns a mouse needs to reach a space; back to its own is a whole lap.
DO int turns_to(const Tables& at, const Row& row, int mouse, int space) {
    int distance = space - mouse_at(row, mouse), steps = byte_of(at.steps[mouse], load_of(row, mouse));
    if (distance <= 0) distance += LENGTH;
    return (distance + steps - 1) / steps;
}

DO int nearest(const Tables& at, const Row& row, int space) {
    int best = 0;
    for (int mouse = 0; mouse < 2; mouse++) {
        int turns = load_of(row, mouse) < ROOM ? turns_to(at, row, mouse, space) : 0;
        if (turns && (best == 0 || turns < best)) best = turns;
    }
    return best;
}

// Weigh the tokens on trays by their distance to a kitchen; count those no open kitchen takes.
DO void errands(const Tables& at, const Ways& ways, const Row& row, int& soon, int& stuck) {
    soon = stuck = 0;
    for (int mouse = 0; mouse < 2; mouse++) {
        u32 load = pick_of(row.trays, mouse) + (BEARER == mouse ? row.bag : 0);
        for (int food = 0; food < KINDS; food++) {
            int many = load >> 4 * food & 15, space = many ? after(kitchens_for(at, row, food), mouse_at(row, mouse)) : -1;
            if (space >= 0) soon += many * (int)ways.worth[turns_to(at, row, mouse, space)];
            else stuck += many;
        }
    }
}

// Weigh the food on plates by the distance of the nearest mouse with room for it; count what is bait.
DO void chances(const Tables& at, const Ways& ways, const Row& row, int& hope, int& blind, int& bait) {
    hope = blind = bait = 0;
    u64 spots = lying(row) | stocked(at, row), shields = mice_spaces(row);
    u32 taken = takes(at, row, -1);
    int space = row.raccoon, stops = 0;
    for (int n = count(spots); n; n--) {
        space = after(spots, space);
        if (lying(row) >> space & 1) {
            int food = food_at(row, space), turns = nearest(at, row, space);
            int found = turns ? (int)ways.worth[turns] : 0;
            if (turns > stops + 1 && !(shields >> space & 1)) found >>= 2;
            bait += byte_of(row.pantry, food) == MOST;
            if (taken >> food & 1) hope += found;
            else blind += found;
        }
        stops += !(shields >> space & 1);
    }
}

DO int threat(const Tables& at, const Row& row, int lost) {
    int space = prey(at, row);
    if (space < 0) return 0;
    return !(lying(row) >> space & 1) ? lost : byte_of(row.pantry, food_at(row, space)) == MOST ? WHOLE : 0;
}

DO void put_counts(const Tables& at, const Row& row, Facts& facts, int& n, int& lost) {
    int full = 0, unseen = 0, kept = 0;
    lost = 0;
    for (int food = 0; food < KINDS; food++) {
        bool is_full = byte_of(row.pantry, food) >= MOST;
        full += is_full, lost += is_full ? byte_of(row.unseen, food) : 0, unseen += byte_of(row.unseen, food);
        kept += byte_of(row.pantry, food);
        facts.put(n++, row.trays[0] >> 4 * food & 15), facts.put(n++, row.trays[1] >> 4 * food & 15);
        facts.put(n++, byte_of(row.pantry, food)), facts.put(n++, is_full), facts.put(n++, byte_of(row.unseen, food));
        facts.put(n++, takes(at, row, -1) >> food & 1);
    }
    lost = unseen ? WHOLE * lost / unseen : 0;
    facts.put(n++, load_of(row, 0)), facts.put(n++, load_of(row, 1)), facts.put(n++, tokens(row.bag));
    facts.put(n++, row.served), facts.put(n++, guests_of(row)), facts.put(n++, row.sat), facts.put(n++, count(row.doors));
    facts.put(n++, full), facts.put(n++, kept), facts.put(n++, unseen);
}

DO void put_facts(const Tables& at, const Ways& ways, const Row& row, Facts& facts) {
    int n = FACTS_AT, lost, soon, stuck, hope, blind, bait;
    put_counts(at, row, facts, n, lost);
    errands(at, ways, row, soon, stuck), chances(at, ways, row, hope, blind, bait);
    facts.put(n++, soon / PART), facts.put(n++, stuck * PART), facts.put(n++, hope / PART), facts.put(n++, blind / PART);
    facts.put(n++, bait * PART), facts.put(n++, lost), facts.put(n++, threat(at, row, lost));
    int due = 8 * (guests_of(row) - row.served + 12) - soon / 128;  // in eighths
    facts.put(n++, due < 0 ? 0 : due);
}

DO void mark(const Tables& at, const Ways& ways, const Row& row, u32* out, int* pairs) {
    write_ring(at, row, out);
    Facts facts = {{0}};
    facts.put(STAGE_AT + row.stage, 1);
    int rolled = row.die - 1, due = guests_of(row) - row.served + DUE / 2;
    if (row.die) facts.put(DIE_AT + rolled / KINDS, 1), facts.put(DIE_AT + SIDES + rolled % KINDS, 1);
    facts.put(DIE_AT + SIDES + KINDS + row.mover, 1), facts.put(DIE_AT + SIDES + KINDS + 2, row.asleep);
    facts.put(GUESTS_AT + (row.sat < 8 ? row.sat : 7), 1);
    facts.put(DUE_AT + (due < 0 ? 0 : due < DUE ? due : DUE - 1), 1);
    put_facts(at, ways, row, facts);
    for (int n = 0; n < REST / 4; n++) *out++ = facts.words[n];
}

DO float outcome(const Row& row, int head) { return reward(row, head) > 0 ? 1.0f : 0.0f; }
