// What may be done in Mousewarming Party, and one of it at random. Read after rules.h.

#ifdef KEPT
struct Found {
    int* ids;
    int n;

    MEMBER void add(int id) { ids[n++] = id; }
};
#else
enum { MOST_GO = STUFF + LOADS };

// The legal ids, and the kth of them in the order of rules.py.
struct Found {
    u64 use[(MOST_GO + 63) / 64], go[2];
    int n, k, id;

    MEMBER void add(int one) {
        if (n++ == k) id = one;
        UNROLL
        for (int word = 0; word < (MOST_GO + 63) / 64; word++)
            if (one < GO && one >> 6 == word) use[word] |= bit(one & 63);
        if (one >= GO + LENGTH) go[1] |= bit(one - GO - LENGTH);
        else if (one >= GO) go[0] |= bit(one - GO);
    }
};
#endif

DO void list_walks(const Tables& at, const Row& row, int mouse, Found& found) {
    int space = mouse_at(row, mouse), left = byte_of(at.steps[mouse], load_of(row, mouse));  // MP-050, MP-051
    u64 taken = bit(mouse_at(row, 1 - mouse)) | bit(row.raccoon);
    while (left > 0) {
        space = space + 1 < LENGTH ? space + 1 : 0;
        if (taken >> space & 1) continue;  // MP-058, MP-059
        found.add(GO + mouse * LENGTH + space), left--;
    }
}

DO void list_drops(const Tables& at, const Row& row, int mouse, Found& found) {
    if (!((SPREAD & ~lying(row)) >> mouse_at(row, mouse) & 1)) return;  // MP-052, MP-056
    for (int food = 0; food < KINDS; food++)
        if (pick_of(row.trays, mouse) >> 4 * food & 15) found.add(DROP + mouse * KINDS + food);  // MP-054
}

DO void list_packings(const Tables& at, const Row& row, int mouse, Found& found) {
    u32 tray = pick_of(row.trays, mouse), load = 0;
    int room = BACKPACK - tokens(row.bag);
    while (true) {
        int food = 0;
        while (food < KINDS && (load >> 4 * food & 15) == (tray >> 4 * food & 15)) load &= ~(15u << 4 * food), food++;
        if (food == KINDS) return;
        load += 1u << 4 * food;
        if (tokens(load) > room) continue;  // MP-119, MP-120
        int id = 0;
        while (id < LOADS - 1 && at.loads[id] != load) id++;
        found.add(STUFF + id);
    }
}

DO void list_foods(const Tables& at, const Row& row, int mouse, bool stealing, Found& found) {
    if (stealing && landing(at, row, (row.die - 1) / KINDS) < 0) return;  // MP-109
    u32 wanted = stealing ? 0 : takes(at, row, -1);
    for (int food = 0; food < KINDS; food++) {
        if (stealing && byte_of(row.pantry, food)) found.add(STEAL + food);  // MP-108
        if (!stealing && pick_of(row.trays, mouse) >> 4 * food & 15 && wanted >> food & 1) found.add(SHOOT + food);  // MP-106, MP-107
    }
}

DO void list_gift(const Tables& at, const Row& row, int mouse, int gift, Found& found) {
    if (gift == MOMMY) found.add(NAP);  // MP-105
    if (gift == SLINGSHOT || gift == NINJA) list_foods(at, row, mouse, gift == NINJA, found);
    if (gift == SPRINTER)
        for (int target = 0; target < 2; target++)
            if (sprint(row, mouse, target) >= 0) found.add(RUN + target);
    if (gift == FITNESS && stretch(at, row, mouse) >= 0) found.add(STRETCH);
    if (gift == TRAVELER) list_packings(at, row, mouse, found);
}

DO void list(const Tables& at, const Row& row, Found& found) {
    if (row.stage == PICK) {
        found.add(TAKE), found.add(LEAVE);  // MP-065
    } else if (row.stage == BONUS) {
        found.add(PLACE);  // MP-040
        list_gift(at, row, 0, GIFT0, found), list_gift(at, row, 1, GIFT1, found);
    } else {
        if (row.stage == MOVE) list_drops(at, row, 0, found), list_drops(at, row, 1, found);
        UNROLL
        for (int mouse = 0; mouse < 2; mouse++)
            if (row.stage == MOVE || row.mover == mouse) list_walks(at, row, mouse, found);  // MP-021, MP-055
    }
}

// Write the legal ids, if wanted; one of them, all equally likely.
#ifdef KEPT
template <class P>
DO int choose(const Tables& at, const Row& row, u64& luck, P* legal) {
    int ids[MOST_OPTIONS];
    Found found = {ids, 0};
    list(at, row, found);
    if (legal) legal->only(ids, found.n, IDS);
    return ids[below(luck, found.n)];
}
#else
template <class P>
DO int choose(const Tables& at, const Row& row, u64& luck, P* legal) {
    Found found = {{0}, {0, 0}, 0, -1, 0};
    list(at, row, found);
    if (legal) {
        UNROLL
        for (int word = 0; word < GO / 64; word++) legal->set(found.use[word], 64);
        if (GO % 64) legal->set(found.use[GO / 64], GO % 64);
        legal->set(found.go[0], LENGTH), legal->set(found.go[1], LENGTH);
        legal->lift();
    }
    Found again = {{0}, {0, 0}, 0, below(luck, found.n), 0};
    list(at, row, again);
    return again.id;
}
#endif
