// How good a position of Chop! Chop! looks, and which actions are worth a look: the twin of value.py. Read after marks.h.
enum { MICE_SIDE, CAT_SIDE, BOTH_SIDES };   // which side a search looks ahead for
enum { MINE = 8, THEIRS = 1, FACTS = 18 };  // how many of one's own actions, and of the other side's, a search follows

DO int options(const Row& row, int* ids) {
    int n = 0;
    for (int figure = 0; figure <= FIGURES; figure++)
        for (u64 spaces = goals(at, row, figure); spaces; spaces &= spaces - 1)
            ids[n++] = figure * SPACES + lowest(spaces);
    if (row.phase == FORK) ids[n++] = IDS - 1;
    return n;
}

DO int odds_of_rolls(const Row& row, int* outcomes, int* weights) {
    int faces = row.cats ? CAT_FACES : MICE_FACES, n = 0;
    for (int face = 0; face < faces; face++) {
        int steps = face_of(at, row.cats, face);
        if (n && outcomes[n - 1] == steps) weights[n - 1]++;
        else outcomes[n] = steps, weights[n++] = 1;  // CC-11, CC-12
    }
    return n;
}

DO int odds(const Row& row, int* outcomes, int* weights) {
    if (row.phase == ROLL) return odds_of_rolls(row, outcomes, weights);
    if (row.phase == STUCK) {
        outcomes[0] = 0, weights[0] = 1;
        return 1;
    }
    int n = 0;
    for (int tile = 0; tile < TILES; tile++)
        if (int left = row.bag >> 8 * tile & 255) outcomes[n] = tile, weights[n++] = left;  // CC-04
    return n;
}

DO void pay_sides(double mice, double cat, double* out) {
    for (int nth = 0; nth < MICE_PLAYERS; nth++) out[mice_seat(at, nth)] = mice;
    out[CAT_SEAT] = cat;
}

DO void pay(const Row& row, double* out) { pay_sides(row.phase == HOME, row.phase == CAUGHT, out); }

DO double near(const Row& row, u64 goals) { return 1 - (FAR - near_to(ways, row, goals)) / (double)FAR; }

DO double near_home(const Row& row, u64 mice) { return mice & HOLES ? 1 - 2 / (double)FAR : near(row, HOLES); }

// Weigh what matters from the mice's point of view, in the order of the weights.
static double score(const Row& row) {
    u64 mice = mice_spaces(row), lying = row.cheese & ~at_space(row.cat);
    const double* w = weights;
    int bag = row.bag & 255, alive = count(mice), to_take = bag + count(row.cheese), mine = row.cats ? -1 : 1;
    int hidden = count(row.hidden), struck, struck_each;
    hits(at, ways, row, mice, struck, struck_each);
    double some = struck / (double)CAT_FACES, each = struck_each / (double)CAT_FACES;
    double total = w[0] + w[1] * to_take + w[3] * alive + w[5] * to_take * (4 - alive);
    total += cat_rolls(row) ? w[6] * some : w[7] * some;
    total += w[8] * (each - some) + w[9] * count(lying) + w[11] * (HOLE_COUNT - count(row.opened));
    total += w[13] * count(mice & ~(u64)ROAMED);
    total += w[14] * bag / (hidden ? hidden : 1);
    if (to_take == 0) total += w[2] + w[15] * near_home(row, mice);
    if (alive == 1) total += w[4];
    if (lying) total += w[10] * near(row, lying);
    if (row.cat != NOWHERE) total += w[12] * (1 - way(within(ways, 1), row.cat, mice) / (double)FAR);
    if (row.half == 1) total += w[16] * mine;
    if (row.phase == BONUS || row.phase == FLY || row.phase == FORK) total += w[17] * mine;
    return total;
}

DO bool undecided(const Row& row) {
    return row.phase != HOME && row.phase != CAUGHT && (row.turns < CAP || row.phase != ROLL);  // CC-91
}

// What each seat may expect, by plain facts.
static void judge(const Row& row, double* out) {
    if (!undecided(row)) return pay(row, out);
    double mice = 1 / (1 + exp(-score(row)));
    pay_sides(mice, 1 - mice, out);
}

// What each seat may expect: as it was learned, if anything was.
static void guess(Row& row, u64&, double* out) {
    if (!net.first || !undecided(row)) return judge(row, out);
    Sheet sheet(FACTS_AT);
    mark(at, ways, row, sheet);
    double chances[HEADS];
    conclude(net, sheet, chances);
    pay_sides(chances[0], chances[1], out);
}

// How good an action looks for a seat; where luck follows at once, on average.
static double foreseen(const Row& row, int id) {
    int seat = turn(at, row), outcomes[TILES + 1], weights[TILES + 1];
    double out[MOST_SEATS], total = 0, whole = 0;
    Row next = row;
    play(at, next, id);
    if (turn(at, next) != CHANCE) return judge(next, out), out[seat];
    for (int k = 0, n = odds(next, outcomes, weights); k < n; k++) {
        Row fallen = next;
        happen(at, fallen, outcomes[k]);
        judge(fallen, out);
        total += weights[k] * out[seat], whole += weights[k];
    }
    return total / whole;
}

// Bring the actions that look best one step ahead to the front, best first; how many to look at.
static int shortlist(const Row& row, int* ids, int n) {
    int few = side == BOTH_SIDES || side == row.cats ? MINE : THEIRS;
    if (n <= few) return n;
    double looks[MOST_OPTIONS];
    for (int k = 0; k < n; k++) looks[k] = foreseen(row, ids[k]);
    for (int k = 0; k < few; k++) {
        int best = k;
        for (int other = k + 1; other < n; other++)
            if (looks[other] > looks[best]) best = other;
        int id = ids[k];
        double look = looks[k];
        ids[k] = ids[best], ids[best] = id, looks[k] = looks[best], looks[best] = look;
    }
    return few;
}
