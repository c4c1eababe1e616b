// The rules of Chop! Chop! for processors and GPUs: the twin of rules.py.
// Given from outside: SPACES, LONGEST, FLOOR, TOPS, HOLES, ROAMED, CHEESES, CAT_SEAT, MICE_PLAYERS, FRIENDS_BLOCK,
// ARROW_CATCHES, SEATS, MICE_FACES, CAT_FACES, and MOST_SPACES where SPACES is no constant.
#ifndef MOST_SPACES
#define MOST_SPACES SPACES
#endif
#define IDS (6 * SPACES + 1)
#define SEEN_BITS (7 * SPACES + 4)
enum { WORDS = 4, SEEN_BYTES = 25, HOLE_COUNT = 4, FACE_WORDS = 3, MOST_OPTIONS = 256 };
enum { START, ROLL, MOVE, FLIP, BONUS, FLY, FORK, HOME, CAUGHT, STUCK };
enum { CHEESE, PLATE, PLUS1, PLUS2, ARROW, FORKED, KNIFE, TILES };
enum { CAT = 4, FIGURES = 5, NOWHERE = 63, CAP = 600, ROLLS = 10 };

// By space: what is next to it for mice, then for the cat, and the square before a hole. Then the faces of both dice and
// the seats of the mice, a byte each.
struct Tables {
    u64 words[3 * MOST_SPACES + 2 * FACE_WORDS + 1];
};

DO const u64* near_of(const Tables& at, int cats) { return at.words + (cats ? SPACES : 0); }

DO u64 front_of(const Tables& at, int hole) { return at.words[2 * SPACES + hole]; }

DO int face_of(const Tables& at, int cats, int face) {
    return ((const u8*)(at.words + 3 * SPACES + (cats ? FACE_WORDS : 0)))[face];
}

DO int mice_seat(const Tables& at, int nth) { return at.words[3 * SPACES + 2 * FACE_WORDS] >> 8 * nth & 255; }

struct Row {
    u64 hidden, cheese, bag;  // the bag has a byte for each tile
    u32 mice;                 // a byte for the space of each
    int cat, opened, phase, cats, nth, half, mover, steps, turns;
#ifndef LAZY
    u64 ends[4];  // of mice 0 to 3, or the cat's first
#endif
};

DO u64 at_space(int space) { return space == NOWHERE ? 0 : bit(space); }

DO int mouse_at(const Row& row, int mouse) { return row.mice >> 8 * mouse & 255; }

DO int place_of(const Row& row, int figure) { return figure == CAT ? row.cat : mouse_at(row, figure); }

DO u64 mice_spaces(const Row& row) {
    u64 all = 0;
    UNROLL
    for (int mouse = 0; mouse < 4; mouse++) all |= at_space(mouse_at(row, mouse));
    return all;
}

// The square in front of the hole that holds the last mouse.
DO u64 guarded(const Tables& at, u64 mice) { return mice && !(mice & (mice - 1)) ? front_of(at, lowest(mice)) : 0; }  // CC-45

// The spaces where a walk of exactly so many steps can end: no space is entered twice, see walk.py.
template <int LEFT>
DO u64 walk(const u64* near, int from, u64 closed, u64 barred) {
    if constexpr (LEFT == 1) {
        return near[from] & ~barred;  // CC-20, CC-21
    } else {
        u64 onward = near[from] & ~closed, found = 0;  // CC-22
        closed |= bit(from), barred |= bit(from);
        while (onward) {
            found |= walk<LEFT - 1>(near, lowest(onward), closed, barred);  // CC-23
            onward &= onward - 1;
        }
        return found;
    }
}

template <int STEPS>
DO u64 walk_of(int steps, const u64* near, int from, u64 closed, u64 barred) {
    if constexpr (STEPS == 0) return 0;
    else if (steps == STEPS) return walk<STEPS>(near, from, closed, barred);
    else return walk_of<STEPS - 1>(steps, near, from, closed, barred);
}

DO bool movable(const Row& row, int mouse) {
    if (row.phase == BONUS || (row.half == 2 && row.mover != CAT)) return mouse == row.mover;  // CC-58, CC-67
    return mouse_at(row, mouse) != NOWHERE;                                                    // CC-03
}

// What a walk meets: the spaces that nobody passes, and those where it cannot end.
struct Ground {
    const u64* near;
    u64 closed, barred;
};

DO Ground ground(const Tables& at, const Row& row) {
    u64 mice = mice_spaces(row), cat = at_space(row.cat);
    u64 closed = row.cats ? mice | row.cheese : FRIENDS_BLOCK ? mice | cat : cat;  // CC-22, CC-26, CC-44, CC-46
    u64 barred = row.cats ? row.cheese | guarded(at, mice) : mice | cat;  // CC-24, CC-25, CC-30, CC-45, CC-57
    return {near_of(at, row.cats), closed, barred};
}

// Where a figure that may move can end its walk: a slot is a mouse, or the first one is the cat.
DO u64 walk_ends(const Row& row, const Ground& on, int slot) {
    if (row.cats ? slot : !movable(row, slot)) return 0;
    int from = row.cats ? row.cat : mouse_at(row, slot);
    return walk_of<LONGEST>(row.steps, on.near, from, on.closed, on.barred);
}

#ifdef LAZY  // a processor finds walks when they are asked for, a GPU all at once
DO bool reach(const Tables& at, Row& row) {
    Ground on = ground(at, row);
    for (int slot = 0; slot < 4; slot++)
        if (walk_ends(row, on, slot)) return true;
    return false;
}

DO u64 ends_of(const Tables& at, const Row& row, int slot) { return walk_ends(row, ground(at, row), slot); }
#else
DO bool reach(const Tables& at, Row& row) {
    Ground on = ground(at, row);
    u64 any = 0;
    UNROLL
    for (int slot = 0; slot < 4; slot++) row.ends[slot] = walk_ends(row, on, slot), any |= row.ends[slot];
    return any != 0;
}

DO u64 ends_of(const Tables& at, const Row& row, int slot) { return row.ends[slot]; }
#endif

DO u64 flights(const Tables& at, const Row& row) {
    u64 mice = mice_spaces(row), cat = at_space(row.cat);
    if (row.mover != CAT) return FLOOR & ~(mice | cat | row.cheese);  // CC-61, CC-63
    return ROAMED & ~(cat | row.cheese | guarded(at, mice) | (ARROW_CATCHES ? 0 : mice));  // CC-45, CC-62, CC-63
}

DO void hand_over(Row& row, int half) {
    row.phase = ROLL, row.half = half;
    if (!row.cats) row.nth = row.nth + 1 == MICE_PLAYERS ? 0 : row.nth + 1;  // CC-10, CC-68
    row.cats ^= 1;
}

DO void end_turn(Row& row) {
    if (row.half == 1) row.phase = ROLL, row.half = 2;  // CC-66
    else hand_over(row, 0);
}

// See what a roll or bonus is good for; without any use it passes.
DO void look(const Tables& at, Row& row) {
    if ((row.phase != MOVE && row.phase != BONUS) || reach(at, row)) return;
    if (row.phase == MOVE) row.phase = STUCK;  // CC-90
    else end_turn(row);                        // CC-60
}

DO Row load(const Tables& at, const u64* state, long long n, long long games) {
    u64 third = state[2 * games + n], rest = state[3 * games + n];
    Row row = {state[n], state[games + n], third & ones(56), 0};
    UNROLL
    for (int mouse = 0; mouse < 4; mouse++) row.mice |= (u32)(rest >> 6 * mouse & 63) << 8 * mouse;
    row.opened = third >> 56 & 15;
    row.cat = rest >> 24 & 63, row.phase = rest >> 30 & 15, row.cats = rest >> 34 & 1, row.nth = rest >> 35 & 3;
    row.half = rest >> 37 & 3, row.mover = rest >> 39 & 7, row.steps = rest >> 42 & 15, row.turns = rest >> 46 & 65535;
    return row;
}

DO void save(const Row& row, u64* state, long long n, long long games) {
    u64 rest = 0;
    UNROLL
    for (int mouse = 0; mouse < 4; mouse++) rest |= (u64)mouse_at(row, mouse) << 6 * mouse;
    rest |= (u64)row.cat << 24 | (u64)row.phase << 30 | (u64)row.cats << 34 | (u64)row.nth << 35;
    rest |= (u64)row.half << 37 | (u64)row.mover << 39 | (u64)row.steps << 42 | (u64)row.turns << 46;
    state[n] = row.hidden, state[games + n] = row.cheese;
    state[2 * games + n] = row.bag | (u64)row.opened << 56, state[3 * games + n] = rest;
}

DO int seat_of(const Tables& at, const Row& row) { return row.cats ? CAT_SEAT : mice_seat(at, row.nth); }

DO int turn(const Tables& at, const Row& row) {
    if (row.phase == FLIP || row.phase == STUCK) return CHANCE;
    if (row.phase == ROLL) return row.turns < CAP ? CHANCE : OVER;     // CC-91
    if (row.phase == HOME || row.phase == CAUGHT) return OVER;         // CC-80, CC-84
    return seat_of(at, row);
}

DO void scurry(Row& row, int mouse, int space) {
    int from = mouse_at(row, mouse);
    if (bit(from) & HOLES) row.opened |= 1 << (from - (SPACES - HOLE_COUNT));  // CC-41
    row.mice ^= (u32)(from ^ space) << 8 * mouse;
    row.mover = mouse;
    bool home = bit(space) & HOLES && row.opened == 15 && !row.cheese && !(row.bag & 255);
    if (bit(space) & row.hidden) row.phase = FLIP;                                            // CC-50
    else if (bit(space) & row.cheese) row.cheese ^= bit(space), end_turn(row);                // CC-55
    else if (home) row.phase = HOME;  // CC-70, CC-80, CC-81, CC-82, CC-83, CC-85
    else end_turn(row);               // CC-52
}

DO void pounce(Row& row, int space) {
    bool caught = false;
    row.cat = space, row.mover = CAT;
    UNROLL
    for (int mouse = 0; mouse < 4; mouse++)
        if (mouse_at(row, mouse) == space) row.mice |= (u32)NOWHERE << 8 * mouse, caught = true;  // CC-26, CC-53
    if (!mice_spaces(row)) row.phase = CAUGHT;                                                    // CC-70, CC-84
    else if (bit(space) & row.hidden && !caught) row.phase = FLIP;                                // CC-51
    else end_turn(row);                                                                           // CC-52
}

DO void play(const Tables& at, Row& row, int id) {
    int figure = id / SPACES, space = id - figure * SPACES;
    if (figure < CAT) scurry(row, figure, space);
    else if (figure > CAT) {
        if (figure == FIGURES) row.cheese ^= bit(space);  // CC-64
        end_turn(row);                                    // CC-64
    } else if (row.phase == START) row.cat = space, row.phase = ROLL, row.cats = 0;  // CC-06, CC-07
    else pounce(row, space);
}

DO void flip(const Tables& at, Row& row, int tile) {
    u64 space = bit(place_of(row, row.mover));
    row.hidden ^= space;
    row.bag -= 1ull << 8 * tile;  // CC-31, CC-50
    if (tile == PLUS1 || tile == PLUS2) row.phase = BONUS, row.steps = tile == PLUS1 ? 1 : 2;       // CC-58
    else if (tile == ARROW && flights(at, row)) row.phase = FLY;                                     // CC-63
    else if (tile == FORKED && row.mover != CAT && row.cheese & ~at_space(row.cat)) row.phase = FORK;  // CC-64, CC-65
    else if (tile == KNIFE) hand_over(row, 1);                                                       // CC-66, CC-69
    else {
        if (tile == CHEESE && row.mover == CAT) row.cheese |= space;
        end_turn(row);
    }
}

DO int drawn_tile(u64 bag, int point) {
    int tile = 0;
    for (; point >= (int)(bag & 255); bag >>= 8, tile++) point -= (int)(bag & 255);
    return tile;
}

// Let an outcome happen: a tile, a roll of so many steps, or the turn of whoever cannot move ends.
DO void happen(const Tables& at, Row& row, int outcome) {
    if (row.phase == STUCK) end_turn(row);  // CC-90
    else if (row.phase == FLIP) flip(at, row, outcome);
    else row.phase = MOVE, row.steps = outcome, row.turns++;  // CC-12
    look(at, row);
}

// Draw an outcome by its odds.
DO int draw(const Tables& at, const Row& row, u64& luck) {
    if (row.phase == STUCK) return 0;
    if (row.phase == FLIP) return drawn_tile(row.bag, below(luck, count(row.hidden)));  // CC-04
    return face_of(at, row.cats, below(luck, row.cats ? CAT_FACES : MICE_FACES));       // CC-11
}

DO void fall(const Tables& at, Row& row, u64& luck) { happen(at, row, draw(at, row, luck)); }

DO float reward(const Row& row, int seat) {
    if (row.phase != HOME && row.phase != CAUGHT) return 0.0f;
    return (row.phase == CAUGHT) == (seat == CAT_SEAT) ? 1.0f : -1.0f;
}

// The spaces to which a figure may go, or, as the sixth, those whose cheese may be fetched.
DO u64 goals(const Tables& at, const Row& row, int figure) {
    if (row.phase == FORK) return figure == FIGURES ? row.cheese & ~at_space(row.cat) : 0;  // CC-64
    if (figure == FIGURES) return 0;
    if (row.phase == START) return figure == CAT ? TOPS : 0;  // CC-06
    if (row.phase == FLY) return figure == row.mover ? flights(at, row) : 0;
    if (row.cats) return figure == CAT ? ends_of(at, row, 0) : 0;
    return figure == CAT ? 0 : ends_of(at, row, figure & 3);
}

// Write the legal ids, if wanted; one of them, all equally likely.
template <class P>
DO int choose(const Tables& at, const Row& row, u64& luck, P* legal) {
    u64 found[FIGURES + 1];
    int total = row.phase == FORK;
    UNROLL
    for (int figure = 0; figure <= FIGURES; figure++) found[figure] = goals(at, row, figure), total += count(found[figure]);
    if (legal) {
        UNROLL
        for (int figure = 0; figure <= FIGURES; figure++) legal->set(found[figure], SPACES);
        legal->set(row.phase == FORK, 1);
        legal->lift();
    }
    int k = below(luck, total), first = 0, figure = 0;
    u64 chosen = found[0];
    UNROLL
    for (int next = 1; next <= FIGURES; next++) {
        first += count(found[next - 1]);
        if (k >= first) chosen = found[next], figure = next;
    }
    first = 0;
    UNROLL
    for (int before = 0; before < FIGURES; before++) first += before < figure ? count(found[before]) : 0;
    if (k - first >= count(chosen)) return IDS - 1;
    return figure * SPACES + nth(chosen, k - first);
}

DO int decision(int phase) {
    if (phase == MOVE || phase == STUCK) return 1;
    if (phase == START) return 0;
    return phase >= BONUS && phase <= FORK ? phase - BONUS + 2 : -1;
}

template <class P>
DO void observe(const Tables& at, const Row& row, int seat, P& pen) {
    UNROLL
    for (int figure = 0; figure < FIGURES; figure++) pen.set(at_space(place_of(row, figure)), SPACES);
    pen.set(row.hidden, SPACES), pen.set(row.cheese, SPACES), pen.set(row.opened, HOLE_COUNT);
    pen.begin_bytes(SEEN_BITS);
    UNROLL
    for (int tile = 0; tile < TILES; tile++) pen.number(row.bag >> 8 * tile & 255);
    pen.number_of(decision(row.phase), 5), pen.number_of(row.mover, FIGURES), pen.number_of(row.half - 1, 2);
    pen.number(row.steps);
    pen.number(CHEESES - (int)(row.bag & 255) - count(row.cheese));
    pen.number(row.turns / ROLLS);
    pen.number(row.cats), pen.number(seat == CAT_SEAT), pen.number(seat == seat_of(at, row));
}
