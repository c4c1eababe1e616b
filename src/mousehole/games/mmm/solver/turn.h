// A turn between two records: what one more die makes of a position, from the records of the positions it leads to.
// The sweep for processors (sweep.h) and the one for graphics cards (wave.cu) read it; both say what a Number, a Real,
// the Faces that fail and a way (`got`) are. A way that does not exist counts `never`, which nothing undercuts, and where
// a failed roll is added, as little as `barred`.
enum { FREE, NEVER_REROLL, PLACE_ALL };  // what people do

DO constexpr int pair_of(int a, int b) { return a < b ? a * (9 - a) / 2 + b : b * (9 - b) / 2 + a; }

struct Turn {
    Faces faces;
    Real nearer, total, one[FOODS], pair[FOODS][FOODS], both[FOODS][FOODS];  // chances; see `add`
};

// The best of all ways to place a die of food Q, alone or with dice of the foods from Q on. Its rows with a 1 hold if
// an item were complete already.
template <int Q> struct Best {
    enum { REST = FOODS - Q, PAIRS = REST * (REST + 1) / 2 };
    Real one, two[REST], three[PAIRS], stop, last, then[REST], stop1, last1, then1[REST];

    MEMBER Best(Real never, Real barred) : one(never), stop(never), last(barred), stop1(never), last1(barred) {
        UNROLL
        for (int n = 0; n < REST; n++) two[n] = then[n] = then1[n] = never;
        UNROLL
        for (int n = 0; n < PAIRS; n++) three[n] = never;
    }
};

// The best of two dice in hand, of which one must be placed.
template <int POLICY> DO Real better(Real one, Real other, Real both, Real zero) {
    Real best = max_of(one, other);
    if (POLICY != PLACE_ALL) return max_of(best, both);
    return either(both, both, max_of(best, zero));
}

// The value of rolling two dice after a die of food Q; `then` says what placing one of them is worth.
template <int POLICY, class Way> DO Real rolled(const Real* then, const Way& got, Real zero) {
    Real mixed = zero, equal = zero;
    UNROLL
    for (int f = 0; f < FOODS; f++) mixed += POLICY == PLACE_ALL ? max_of(then[f], zero) : then[f];  // and a red cross
    UNROLL
    for (int a = 0; a < FOODS; a++)
        UNROLL
        for (int c = a; c < FOODS; c++) {
            const Real best = better<POLICY>(then[a], then[c], got.two(a, c), zero);
            if (a == c) equal += best;
            else mixed += best;
        }
    return mixed + mixed + equal;
}

template <int POLICY, int Q, class Way> DO void weigh(Best<Q>& best, const Turn& turn, const Way& got, Real zero) {
    Real then[FOODS], sum = zero, sum1 = zero;
    const Real sixth = turn.nearer * (Number)(1.0 / 6), failing = turn.faces.failing() + turn.faces.single(Q), lost = failing * sixth;
    const Real stop = got.stop(), full = got.full();
    UNROLL
    for (int f = 0; f < FOODS; f++) {
        const Real once = got.once(f), last = got.last(f), once1 = got.once1(f);
        sum += POLICY == PLACE_ALL ? max_of(once, zero) : once;
        sum1 += POLICY == PLACE_ALL ? max_of(once1, zero) : once1;
        then[f] = POLICY == NEVER_REROLL ? once : max_of(once, last + lost + (f == Q ? turn.faces.twice(f) : turn.faces.single(f)) * sixth);
        if (f < Q) continue;
        best.two[f - Q] = max_of(best.two[f - Q], then[f]);
        best.then[f - Q] = max_of(best.then[f - Q], once);
        best.then1[f - Q] = max_of(best.then1[f - Q], once1);
    }
    Real again = stop;
    if (POLICY != NEVER_REROLL)
        again = (rolled<POLICY>(then, got, zero) + failing * failing * turn.nearer) * (Number)(1.0 / 36);  // MMM-30
    if (POLICY == PLACE_ALL)  // what was raised to zero must not let a way appear
        again = either(stop, again, stop), sum = either(stop, sum, stop * 6), sum1 = either(full, sum1, full * 6);
    UNROLL
    for (int a = Q; a < FOODS; a++)
        UNROLL
        for (int c = a; c < FOODS; c++) {
            const int n = pair_of(a, c) - pair_of(Q, Q);
            best.three[n] = max_of(best.three[n], got.two(a, c));
        }
    best.one = max_of(best.one, max_of(stop, again));
    best.stop = max_of(best.stop, stop);
    best.last = max_of(best.last, sum * (Number)(1.0 / 6));
    best.stop1 = max_of(best.stop1, full);
    best.last1 = max_of(best.last1, sum1 * (Number)(1.0 / 6));
}

// Add the first rolls whose lowest food is Q to the value of the turn; those of higher foods were added before.
template <int POLICY, int Q> DO void add(Turn& turn, const Best<Q>& best, Real zero) {
    turn.one[Q] = best.one;
    turn.total += (Number)3 * (POLICY == PLACE_ALL ? max_of(best.one, zero) : best.one);  // and two red crosses
    UNROLL
    for (int f = Q; f < FOODS; f++) {
        turn.pair[Q][f] = better<POLICY>(turn.one[Q], turn.one[f], best.two[f - Q], zero);
        turn.both[Q][f] = POLICY == PLACE_ALL ? best.two[f - Q] : turn.pair[Q][f];
        turn.total += (Number)(f == Q ? 3 : 6) * turn.pair[Q][f];  // and a red cross
    }
    UNROLL
    for (int a = Q; a < FOODS; a++)
        UNROLL
        for (int c = a; c < FOODS; c++) {
            const Real three = best.three[pair_of(a, c) - pair_of(Q, Q)];
            Real placed = max_of(max_of(turn.both[Q][a], turn.both[Q][c]), turn.both[a][c]);
            if (POLICY == PLACE_ALL) {
                const Real single = max_of(max_of(turn.one[Q], turn.one[a]), max_of(turn.one[c], zero));
                placed = either(three, three, either(placed, placed, single));
            } else
                placed = max_of(placed, three);
            turn.total += (Number)(a == Q && c == Q ? 1 : a == Q || a == c ? 3 : 6) * placed;
        }
}
