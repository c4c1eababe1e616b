// How good a position of Mousewarming Party looks: the twin of value.py. Read after marks.h and choices.h.
enum { SIGNS = 12, LONGEST = 40, MOST_PLATES = 20 };

static struct {
    double signs[SIGNS], late, golden;        // how strongly each sign counts, as in value.py
    double worth[LONGEST + 1];                // of what is so many turns away
    double chance[CROWDS][MOST_PLATES + 1];   // by who is at the table: how likely so many guests are
    double enough[CROWDS][MOST_PLATES + 1];   // the same, added up
} weights;

DO int options(const Row& row, int* ids) {
    Found found = {ids, 0};
    list(at, row, found);
    return found.n;
}

DO int odds_of_rolls(int* outcomes, int* weights) {
    int n = 0;
    for (int roll = 0; roll < SIDES * KINDS; roll++)
        if (int faces = byte_of(at.die, roll % KINDS)) outcomes[n] = roll, weights[n++] = faces;  // MP-030
    return n;
}

DO int odds_of_tokens(const Row& row, int* outcomes, int* weights) {
    int space = row.stage == RACCOON ? prey(at, row) : 0, n = 0;
    if (row.stage == RACCOON && lying(row) >> space & 1) {
        outcomes[0] = food_at(row, space), weights[0] = 1;  // MP-084
        return 1;
    }
    for (int food = 0; food < KINDS; food++)
        if (int left = byte_of(row.unseen, food)) outcomes[n] = food, weights[n++] = left;  // MP-084
    return n;
}

DO int odds(const Row& row, int* outcomes, int* weights) {
    if (row.stage == ROLL) return odds_of_rolls(outcomes, weights);
    if (row.stage == RACCOON || row.stage == DRAW) return odds_of_tokens(row, outcomes, weights);
    int n = 0;
    for (int tile = 0; tile < KITCHENS + GUESTS; tile++)
        if (int likely = weight(row, tile)) outcomes[n] = tile, weights[n++] = likely;
    return n;
}

DO void pay_all(double share, double* out) {
    for (int seat = 0; seat < PLAYERS; seat++) out[seat] = share;
}

DO void pay(const Row& row, double* out) { pay_all(reward(row, 0) > 0, out); }

// The chance that the food on the table feeds everybody.
DO double enough(const Row& row) { return weights.enough[row.crowd][row.served]; }

// How many portions are missing on average.
static double missing(int crowd, double served) {
    double portions = 0.0;
    for (int guests = (int)served + 1; guests <= PLATES; guests++)
        if (guests > served) portions += weights.chance[crowd][guests] * (guests - served);
    return portions;
}

// Weigh the tokens on trays by their distance to a kitchen; count those no open kitchen takes.
DO double errands(const Row& row, int& stuck) {
    double soon = 0.0;
    stuck = 0;
    for (int mouse = 0; mouse < 2; mouse++) {
        u32 load = pick_of(row.trays, mouse) + (BEARER == mouse ? row.bag : 0);
        for (int food = 0; food < KINDS; food++) {
            int many = load >> 4 * food & 15;
            u64 kitchens = many ? kitchens_for(at, row, food) : 0;
            if (kitchens) soon += many * weights.worth[turns_to(at, row, mouse, after(kitchens, mouse_at(row, mouse)))];
            else stuck += many;
        }
    }
    return soon;
}

// Weigh the food on plates by the distance of the nearest mouse with room for it; count what is bait.
DO void prospects(const Row& row, double& hope, double& blind, int& bait) {
    u64 spots = lying(row) | stocked(at, row), shields = mice_spaces(row);
    int space = row.raccoon, stops = 0;
    hope = blind = 0.0, bait = 0;
    for (int n = count(spots); n; n--) {
        space = after(spots, space);
        bool shielded = shields >> space & 1;
        if (lying(row) >> space & 1) {
            int food = food_at(row, space), turns = nearest(at, row, space);
            double found = turns ? weights.worth[turns] : 0.0;
            if (turns > stops + 1 && !shielded) found *= weights.late;
            bait += byte_of(row.pantry, food) == MOST;
            if (kitchens_for(at, row, food)) hope += found;
            else blind += found;
        }
        stops += !shielded;
    }
}

// The chance that the raccoon's next ride ends the game.
DO double danger(const Row& row, double lost) {
    int space = prey(at, row);
    if (space < 0) return 0.0;
    return lying(row) >> space & 1 ? byte_of(row.pantry, food_at(row, space)) == MOST : lost;
}

// Estimate the chance to win at the beginning of a turn.
static double judge(const Row& row) {
    const double* w = weights.signs;
    int stuck, bait, full = 0, kept = 0, unseen = 0, of_full = 0;
    double hope, blind, soon = errands(row, stuck);
    prospects(row, hope, blind, bait);
    double due = missing(row.crowd, row.served + soon), wanted = missing(row.crowd, row.served + soon + hope);
    for (int food = 0; food < KINDS; food++) {
        int stored = byte_of(row.pantry, food), left = byte_of(row.unseen, food);
        kept += stored, unseen += left, full += stored == MOST, of_full += stored == MOST ? left : 0;
    }
    double lost = of_full / (double)unseen;
    double total = w[0] + w[1] * enough(row) + w[2] * wanted + w[3] * due * kept / (KINDS * MOST);
    total += w[4] * due * lost + w[5] * due * weights.golden + w[6] * full + w[7] * stuck + w[8] * blind + w[9] * bait;
    total += w[10] * danger(row, lost) + w[11] * count(row.doors);
    return 1 / (1 + exp(-total));
}

// The chance to win, as it was learned; exact at the end.
static double learned(const Row& row) {
    if (row.stage == CLOSING) return enough(row);
    if (row.stage == END) return reward(row, 0) > 0;
    Sheet sheet(FACTS_AT);
    mark(at, ways, row, sheet);
    double chance;
    conclude(net, sheet, &chance);
    return chance;
}
