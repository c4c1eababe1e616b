// Looks ahead in Mousewarming Party, over everything that may happen up to the end of a turn. Read after value.h.
enum { FEW = 4 };                   // how many actions are looked at again with a learned value,
static const double CLOSE = 0.05;   // and how much worse than the best they may look at first
static const double TRIED = -1.0;

// What is known once nothing is looked at any more.
DO double estimate(const Row& row) {
    if (row.stage == ROLL || row.stage == OPENING) return judge(row);
    return row.stage == CLOSING ? enough(row) : reward(row, 0) > 0;
}

// The mean or the best of what may happen at a position, by what is told of what it leads to.
template <class Told>
DO double folded(const Row& row, int who, Told told) {
    int codes[MOST_OPTIONS], weights[MOST_OPTIONS];
    double value = 0.0, whole = 0.0;
    int n = who == CHANCE ? odds(row, codes, weights) : options(row, codes);
    for (int k = 0; k < n; k++) {
        Row next = row;
        if (who == CHANCE) {
            happen(at, next, codes[k]);
            value += weights[k] * told(next), whole += weights[k];
        } else {
            play(at, next, codes[k]);
            double look = told(next);
            if (look > value) value = look;
        }
    }
    return who == CHANCE ? value / whole : value;
}

// The chance to win, looking at everything to the end of a turn after so many more rolls.
static double outlook(const Row& row, int rolls) {
    int who = turn(at, row);
    bool rolling = row.stage == ROLL;
    if (who == OVER || row.stage == CLOSING || row.stage == OPENING || (rolling && rolls == 0)) return estimate(row);
    return folded(row, who, [=](const Row& next) { return outlook(next, rolls - rolling); });
}

// The same with a learned value, up to the actions after so many more rolls; a door is the last luck.
static double learned_outlook(const Row& row, int rolls) {
    int who = turn(at, row);
    if (who == OVER || row.stage == CLOSING || rolls < 0 || (who == CHANCE && rolls == 0)) return learned(row);
    bool ended = row.stage == ROLL || (who != CHANCE && rolls == 0);
    int left = row.stage == DOOR ? 0 : rolls - ended;
    return folded(row, who, [=](const Row& next) { return learned_outlook(next, left); });
}

DO int top(const double* looks, int n) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (looks[k] > looks[best]) best = k;
    return best;
}

// The action with the best prospect after so many more rolls.
static int planned(const Row& row, int rolls) {
    int ids[MOST_OPTIONS], n = options(row, ids);
    double looks[MOST_OPTIONS];
    if (n == 1) return ids[0];
    for (int k = 0; k < n; k++) {
        Row next = row;
        play(at, next, ids[k]);
        looks[k] = outlook(next, rolls);
    }
    return ids[top(looks, n)];
}

// The same with a learned value: what looks good at once is looked at again, over every next roll and reply.
static int planned_as_learned(const Row& row) {
    int ids[MOST_OPTIONS], n = options(row, ids), close = 0;
    double looks[MOST_OPTIONS], again[MOST_OPTIONS];
    if (n == 1) return ids[0];
    Row next[MOST_OPTIONS];
    for (int k = 0; k < n; k++) next[k] = row, play(at, next[k], ids[k]), looks[k] = learned(next[k]), again[k] = TRIED;
    double least = looks[top(looks, n)] - CLOSE;
    for (int k = 0; k < n; k++) close += looks[k] >= least;
    if (close == 1) return ids[top(looks, n)];  // one that looks best by far needs no second look
    for (int turn = 0; turn < FEW; turn++) {
        int best = top(looks, n);
        if (looks[best] >= least) looks[best] = TRIED, again[best] = learned_outlook(next[best], 1);
    }
    return ids[top(again, n)];
}

// The action of somebody who plans.
static int plan(const Row& row, int rolls) { return net.first ? planned_as_learned(row) : planned(row, rolls); }

// Let everybody plan to the end of the game; how many decisions there were.
static int plan_on(Row& row, int rolls, u64& luck) {
    int decisions = 0;
    for (int who = turn(at, row); who != OVER; who = turn(at, row)) {
        if (who == CHANCE) fall(at, row, luck);
        else play(at, row, plan(row, rolls)), decisions++;
    }
    return decisions;
}

// What each seat may expect: as it was learned, if anything was; otherwise they plan to the end.
static void guess(Row& row, u64& luck, double* out) {
    if (net.first) return pay_all(learned(row), out);
    plan_on(row, 0, luck);
    pay(row, out);
}
