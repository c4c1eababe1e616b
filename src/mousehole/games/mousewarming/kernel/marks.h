// What a learned value reads of a position of Mousewarming Party: a byte for each mark. Read after rules.h.
// The ring is seen from where each mouse and the raccoon stand, so that a distance is one place in a plane.
#define WIDTH ((LENGTH + 3) / 4 * 4)
#define MARKS (PLANES * WIDTH + REST)
enum { PLANES = 2 * 13 + 7 + 4, REST = 128 };
enum { PAIRS = 0, HEADS = 1, TURNS = 64, WHOLE = 64, PART = 16 };
enum { STAGE_AT, DIE_AT = 12, FOOD_AT = 16, MOVER_AT = 21, ASLEEP_AT = 23, GUESTS_AT = 24, DUE_AT = 32, FACTS_AT = 64, DUE = 32 };

struct Ways {
    u64 worth[TURNS];  // of what is so many turns away, in 1024ths
};

// The ring as somebody at a space sees it: first the space itself, then those along the arrows.
DO u64 ahead_of(u64 set, int space) { return (set >> space | set << (LENGTH - space)) & ones(LENGTH); }

// What a mouse sees: plates with each food, and the kitchens that take it if the mouse has some.
template <class Sheet>
DO void write_view(const Tables& at, const Row& row, int mouse, Sheet& sheet) {
    int here = mouse_at(row, mouse);
    u32 tray = pick_of(row.trays, mouse);
    for (int food = 0; food < KINDS; food++) {
        sheet.plane(ahead_of(plates_with(row, food), here));
        sheet.skip(KINDS - 1);
        sheet.plane(tray >> 4 * food & 15 ? ahead_of(kitchens_for(at, row, food), here) : 0);
        sheet.skip(-KINDS);
    }
    sheet.skip(KINDS);
    sheet.plane(ahead_of(row.doors, here)), sheet.plane(ahead_of(bit(mouse_at(row, 1 - mouse)), here));
    sheet.plane(ahead_of(bit(row.raccoon), here));
}

template <class Sheet>
DO void write_ring(const Tables& at, const Row& row, Sheet& sheet) {
    write_view(at, row, 0, sheet), write_view(at, row, 1, sheet);
    for (int food = 0; food < KINDS; food++) sheet.plane(ahead_of(plates_with(row, food), row.raccoon));
    sheet.plane(ahead_of(stocked(at, row), row.raccoon)), sheet.plane(ahead_of(mice_spaces(row), row.raccoon));
    sheet.plane(bit(row.mice[0])), sheet.plane(bit(row.mice[1])), sheet.plane(bit(row.raccoon));
    sheet.plane(row.doors);
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

template <class Sheet>
DO void put_counts(const Tables& at, const Row& row, Sheet& sheet, int& n, int& lost) {
    int full = 0, unseen = 0, kept = 0;
    u32 taken = takes(at, row, -1);
    lost = 0;
    for (int food = 0; food < KINDS; food++) {
        bool is_full = byte_of(row.pantry, food) >= MOST;
        full += is_full, lost += is_full ? byte_of(row.unseen, food) : 0, unseen += byte_of(row.unseen, food);
        kept += byte_of(row.pantry, food);
        sheet.number(n++, row.trays[0] >> 4 * food & 15), sheet.number(n++, row.trays[1] >> 4 * food & 15);
        sheet.number(n++, byte_of(row.pantry, food)), sheet.number(n++, is_full), sheet.number(n++, byte_of(row.unseen, food));
        sheet.number(n++, taken >> food & 1);
    }
    lost = unseen ? WHOLE * lost / unseen : 0;
    sheet.number(n++, load_of(row, 0)), sheet.number(n++, load_of(row, 1)), sheet.number(n++, tokens(row.bag));
    sheet.number(n++, row.served), sheet.number(n++, guests_of(row)), sheet.number(n++, row.sat), sheet.number(n++, count(row.doors));
    sheet.number(n++, full), sheet.number(n++, kept), sheet.number(n++, unseen);
}

template <class Sheet>
DO void put_facts(const Tables& at, const Ways& ways, const Row& row, Sheet& sheet) {
    int n = FACTS_AT, lost, soon, stuck, hope, blind, bait;
    put_counts(at, row, sheet, n, lost);
    errands(at, ways, row, soon, stuck), chances(at, ways, row, hope, blind, bait);
    sheet.number(n++, soon / PART), sheet.number(n++, stuck * PART), sheet.number(n++, hope / PART), sheet.number(n++, blind / PART);
    sheet.number(n++, bait * PART), sheet.number(n++, lost), sheet.number(n++, threat(at, row, lost));
    int due = 8 * (guests_of(row) - row.served + 12) - soon / 128;  // in eighths
    sheet.number(n++, due < 0 ? 0 : due);
}

template <class Sheet>
DO void mark(const Tables& at, const Ways& ways, const Row& row, Sheet& sheet) {
    write_ring(at, row, sheet);
    sheet.flag(STAGE_AT + row.stage);
    int rolled = row.die - 1, due = guests_of(row) - row.served + DUE / 2;
    sheet.flag(MOVER_AT + row.mover);
    sheet.flag(GUESTS_AT + (row.sat < 8 ? row.sat : 7));
    sheet.flag(DUE_AT + (due < 0 ? 0 : due < DUE ? due : DUE - 1));
    if (row.die) sheet.flag(DIE_AT + rolled / KINDS), sheet.flag(FOOD_AT + rolled % KINDS);
    if (row.asleep) sheet.flag(ASLEEP_AT);
    put_facts(at, ways, row, sheet);
}

DO float outcome(const Row& row, int head) { return reward(row, head) > 0 ? 1.0f : 0.0f; }
