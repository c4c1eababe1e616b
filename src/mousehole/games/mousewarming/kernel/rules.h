// The rules of Mousewarming Party for processors and GPUs: the twin of rules.py.
// Given from outside: LENGTH, PLAYERS, ROOM, BACKPACK, BEARER, MOST, PLATES, FACES, SPREAD, ROOMS, FEEDERS, GIFT0,
// GIFT1, TILE_COUNT, INVITED, LOADS, and MOST_LOADS where LOADS is no constant.
#ifndef MOST_LOADS
#define MOST_LOADS LOADS
#endif
#define SEATS PLAYERS
#define SEEN_BITS ((9 + ROOMS) * LENGTH)
#define SEEN_BYTES (FEEDERS + 6 * KINDS + 1 + 9 + SIDES + KINDS + 4 + 2 + 2)
#define GO (STUFF + LOADS)
#define IDS (GO + 2 * LENGTH)
enum { KINDS = 5, SIDES = 4, GUESTS = 10, KITCHENS = 9, CROWDS = 64, WORDS = 12, MOST_OPTIONS = 64 };
enum { OPENING, ROLL, BONUS, SPRINT, DRAW, MOVE, DROPPED, DOOR, PICK, RACCOON, CLOSING, END };
enum { FULL_TABLE = 1, EMPTY_FEEDERS, FULL_PANTRY };
enum { MOMMY = 1, SLINGSHOT, NINJA, SPRINTER, FITNESS, TRAVELER };
// ids of actions, as tensor.py numbers them: what can be packed and where to walk follows STUFF
enum { PLACE, NAP, STRETCH, RUN, SHOOT = RUN + 2, STEAL = SHOOT + KINDS, LEAVE = STEAL + KINDS, TAKE, DROP };
enum { STUFF = DROP + 2 * KINDS };

struct Tables {
#ifdef KEPT
    u8 joined[CROWDS][16];  // by who is at the table, and guests: who it is with one tile more
#endif
    u64 steps[2];           // by mouse, a byte for each load: how far it goes
    u64 die;                // a byte for each food: faces that show it
    u64 sides;              // a byte for each: where the search for a plate begins
    u64 feeder_at;          // a byte for each feeder: its space
    u64 wants[KITCHENS];    // a bit for each food
    u64 loads[MOST_LOADS];  // what can be packed, as ids count it: tokens by food, four bits each
};

struct Row {
    u64 plates[3];          // the food on each plate plus one, in binary: a set of spaces for each digit
    u64 doors, feeders, kitchens, table, supply, seated, left;  // left: guest tiles not seen, four bits for each number
    u64 pantry, unseen;     // a byte for each food; supply has twelve bits
    u32 trays[2], bag;      // four bits for each food
    int mice[2], raccoon, seat, stage, die, mover, asleep, reason, served, sat;
#ifdef KEPT  // a processor keeps what a GPU finds out again
    u64 stock, open, wanted[KINDS];
    int guests, crowd;
#endif
};

DO u32 pick_of(const u32* both, int mouse) { return mouse ? both[1] : both[0]; }

DO int mouse_at(const Row& row, int mouse) { return mouse ? row.mice[1] : row.mice[0]; }

DO int byte_of(u64 numbers, int n) { return numbers >> 8 * n & 255; }

DO u64 lying(const Row& row) { return row.plates[0] | row.plates[1] | row.plates[2]; }

DO int food_at(const Row& row, int space) {
    int digits = (row.plates[0] >> space & 1) | (row.plates[1] >> space & 1) << 1 | (row.plates[2] >> space & 1) << 2;
    return digits - 1;
}

DO int tokens(u32 load) { return load * 0x11111 >> 16 & 15; }

DO int load_of(const Row& row, int mouse) { return tokens(pick_of(row.trays, mouse)); }

DO void add_to_tray(Row& row, int mouse, u32 load) { row.trays[0] += mouse ? 0 : load, row.trays[1] += mouse ? load : 0; }

DO u64 find_stock(const Tables& at, const Row& row) {
    u64 spots = 0;
    UNROLL
    for (int n = 0; n < FEEDERS; n++)
        if (byte_of(row.feeders, n)) spots |= bit(byte_of(at.feeder_at, n));
    return spots;
}

// The spaces of the open kitchens that take one of some foods.
DO u64 find_kitchens(const Tables& at, const Row& row, u32 foods) {
    u64 spots = 0;
    UNROLL
    for (int room = 0; room < ROOMS; room++)
        if (at.wants[room] & foods) spots |= bit(row.kitchens >> 6 * room & 63) >> 1;
    return spots;
}

DO u64 find_open(const Row& row) {
    u64 spots = 0;
    UNROLL
    for (int room = 0; room < ROOMS; room++) spots |= bit(row.kitchens >> 6 * room & 63) >> 1;
    return spots;
}

#ifdef KEPT
DO u64 stocked(const Tables& at, const Row& row) { return row.stock; }

DO u64 open_kitchens(const Row& row) { return row.open; }

DO u64 kitchens_for(const Tables& at, const Row& row, int food) { return row.wanted[food]; }

DO int guests_of(const Row& row) { return row.guests; }

DO void look_at_feeders(const Tables& at, Row& row) { row.stock = find_stock(at, row); }

DO void look_at_kitchens(const Tables& at, Row& row) {
    row.open = find_open(row);
    for (int food = 0; food < KINDS; food++) row.wanted[food] = find_kitchens(at, row, 1 << food);
}

DO void welcome(const Tables& at, Row& row, int guests) {
    row.guests += guests, row.crowd = at.joined[row.crowd][guests];
}

DO void look(const Tables& at, Row& row) {
    look_at_feeders(at, row), look_at_kitchens(at, row);
    row.guests = row.crowd = 0;
    for (int n = 0; n < row.sat; n++) welcome(at, row, row.seated >> 4 * n & 15);
}
#else
DO u64 stocked(const Tables& at, const Row& row) { return find_stock(at, row); }

DO u64 open_kitchens(const Row& row) { return find_open(row); }

DO u64 kitchens_for(const Tables& at, const Row& row, int food) { return find_kitchens(at, row, 1 << food); }

DO int guests_of(const Row& row) {
    int guests = 0;
    for (int n = 0; n < row.sat; n++) guests += row.seated >> 4 * n & 15;
    return guests;
}

DO void look_at_feeders(const Tables& at, Row& row) {}

DO void look_at_kitchens(const Tables& at, Row& row) {}

DO void welcome(const Tables& at, Row& row, int guests) {}

DO void look(const Tables& at, Row& row) {}
#endif

// The first of some spaces along the arrows after a space, itself last; -1 if there is none.
DO int after(u64 spots, int space) {
    u64 ahead = spots & ~ones(space + 1);
    return ahead ? lowest(ahead) : spots ? lowest(spots) : -1;
}

DO u64 mice_spaces(const Row& row) { return bit(row.mice[0]) | bit(row.mice[1]); }

DO u64 occupied(const Row& row) { return mice_spaces(row) | bit(row.raccoon); }

DO int landing(const Tables& at, const Row& row, int side) {
    return after(SPREAD & ~lying(row) & ~occupied(row), byte_of(at.sides, side) - 1);  // MP-032, MP-033
}

DO int prey(const Tables& at, const Row& row) {
    return after((lying(row) | stocked(at, row)) & ~mice_spaces(row), row.raccoon);  // MP-080, MP-083
}

// The foods that the kitchen of a space takes, a bit each; all open kitchens for -1.
DO u32 takes(const Tables& at, const Row& row, int space) {
    u32 foods = 0;
    UNROLL
    for (int room = 0; room < ROOMS; room++) {
        int slot = (row.kitchens >> 6 * room & 63) - 1;
        if (slot >= 0 && (space < 0 || slot == space)) foods |= (u32)at.wants[room];
    }
    return foods;
}

DO int sprint(const Row& row, int mouse, int target) {
    if (target == 0 && load_of(row, mouse) == ROOM) return -1;  // MP-115
    u64 goals = target == 0 ? lying(row) : row.doors | open_kitchens(row);
    return after(goals & ~occupied(row), mouse_at(row, mouse));  // MP-111
}

DO int stretch(const Tables& at, const Row& row, int mouse) {
    if (load_of(row, mouse) == ROOM) return -1;  // MP-118
    return after(stocked(at, row) & ~occupied(row), mouse_at(row, mouse));  // MP-117
}

DO Row load(const Tables& at, const u64* state, long long n, long long games) {
    u64 w[WORDS];
    UNROLL
    for (int k = 0; k < WORDS; k++) w[k] = state[k * games + n];
    Row row;
    UNROLL
    for (int k = 0; k < 3; k++) row.plates[k] = w[k] & ones(40);
    row.trays[0] = w[0] >> 40, row.trays[1] = w[1] >> 40, row.bag = w[2] >> 40;
    row.doors = w[3] & ones(40), row.pantry = w[4] & ones(40), row.unseen = w[5];
    row.left = w[6], row.feeders = w[7], row.kitchens = w[8], row.table = w[9], row.supply = w[10], row.seated = w[11];
    u32 who = w[3] >> 40, what = w[4] >> 40;
    row.mice[0] = who & 63, row.mice[1] = who >> 6 & 63, row.raccoon = who >> 12 & 63, row.seat = who >> 18 & 3;
    row.asleep = who >> 20 & 1, row.mover = who >> 21 & 1, row.reason = who >> 22 & 3;
    row.stage = what & 15, row.die = what >> 4 & 31, row.served = what >> 9 & 31, row.sat = what >> 14 & 15;
    return row;
}

DO void save(const Row& row, u64* state, long long n, long long games) {
    u64 who = row.mice[0] | row.mice[1] << 6 | row.raccoon << 12 | row.seat << 18 | row.asleep << 20 | row.mover << 21;
    u64 what = row.stage | row.die << 4 | row.served << 9 | row.sat << 14;
    who |= (u64)row.reason << 22;
    u64 w[WORDS] = {
        row.plates[0] | (u64)row.trays[0] << 40, row.plates[1] | (u64)row.trays[1] << 40,
        row.plates[2] | (u64)row.bag << 40, row.doors | who << 40, row.pantry | what << 40, row.unseen, row.left,
        row.feeders, row.kitchens, row.table, row.supply, row.seated,
    };
    UNROLL
    for (int k = 0; k < WORDS; k++) state[k * games + n] = w[k];
}

DO int turn(const Tables& at, const Row& row) {
    if (row.stage == MOVE || row.stage == PICK || row.stage == BONUS || row.stage == DROPPED) return row.seat;
    return row.stage == END ? OVER : CHANCE;
}

DO void lay(Row& row, int space, int food) {
    UNROLL
    for (int digit = 0; digit < 3; digit++) row.plates[digit] |= (u64)((food + 1) >> digit & 1) << space;
}

DO int clear(Row& row, int space) {
    int food = food_at(row, space);
    UNROLL
    for (int digit = 0; digit < 3; digit++) row.plates[digit] &= ~bit(space);
    return food;
}

DO void dish(Row& row, int food) { row.table |= (u64)food << 3 * row.served, row.served++; }

DO void hand_over(Row& row, int mouse, int food) { add_to_tray(row, mouse, 0u - (1u << 4 * food)), dish(row, food); }

DO void pick_up(Row& row, int mouse) { add_to_tray(row, mouse, 1u << 4 * clear(row, mouse_at(row, mouse))); }

DO void pass_on(Row& row) {
    row.stage = ROLL, row.die = row.asleep = 0;                     // MP-044
    row.seat = row.seat + 1 < PLAYERS ? row.seat + 1 : 0;           // MP-013
}

DO void hunt(const Tables& at, Row& row) {
    if (row.asleep || prey(at, row) < 0) pass_on(row);  // MP-041, MP-086
    else row.stage = RACCOON;
}

DO void roll_out(const Tables& at, Row& row, int side, int food) {
    int space = landing(at, row, side);
    if (space < 0 || !(row.supply >> 12 * food & 4095)) return;  // MP-036, MP-037
    row.supply -= 1ull << 12 * food;
    lay(row, space, food);
}

// Carry on after a stop: with the win, with the mouse's move that is still due, or with the raccoon.
DO void onward(const Tables& at, Row& row) {
    if (row.served == PLATES) row.stage = END, row.reason = FULL_TABLE;       // MP-090
    else if (row.stage == BONUS || row.stage == SPRINT) row.stage = MOVE;     // MP-104
    else hunt(at, row);
}

DO void serve(const Tables& at, Row& row, int mouse) {
    u32 foods = takes(at, row, mouse_at(row, mouse));
    for (int food = 0; food < KINDS; food++)
        while (foods >> food & 1 && pick_of(row.trays, mouse) >> 4 * food & 15 && row.served < PLATES)
            hand_over(row, mouse, food);  // MP-072, MP-078
    if (BEARER == mouse)
        for (int food = 0; food < KINDS; food++)
            while (foods >> food & 1 && row.bag >> 4 * food & 15 && row.served < PLATES)
                row.bag -= 1u << 4 * food, dish(row, food);  // MP-121
    onward(at, row);
}

DO void reveal(const Tables& at, Row& row, int tile) {
    int stage = row.stage, at_mouse = stage == DOOR || stage == SPRINT;
    int slot = at_mouse ? mouse_at(row, row.mover) : lowest(row.doors);
    row.doors &= ~bit(slot);
    if (tile < 9) {
        row.kitchens |= (u64)(slot + 1) << 6 * tile, look_at_kitchens(at, row);  // MP-070
    } else {
        row.left -= 1ull << 4 * (tile - 9), welcome(at, row, tile - 9);  // MP-071
        row.seated |= (u64)(tile - 9) << 4 * row.sat, row.sat++;
    }
    if (at_mouse) serve(at, row, row.mover);                                    // MP-073, MP-114
    else if (!row.doors) row.stage = stage == OPENING ? ROLL : END;             // MP-012, MP-093
}

DO void close(Row& row, int reason) { row.reason = reason, row.stage = row.doors ? CLOSING : END; }  // MP-093

DO void run_to(Row& row, int mouse, int space) {
    row.mover = mouse;
    if (mouse) row.mice[1] = space;
    else row.mice[0] = space;
}

DO int gifted(int gift) { return GIFT0 == gift ? 0 : 1; }

DO bool is_gift(int gift) { return GIFT0 == gift || GIFT1 == gift; }

DO void run(const Tables& at, Row& row, int target) {
    int mouse = gifted(SPRINTER);
    run_to(row, mouse, sprint(row, mouse, target));
    if (target == 0) pick_up(row, mouse), row.stage = MOVE;                     // MP-114
    else if (row.doors >> mouse_at(row, mouse) & 1) row.stage = SPRINT;         // MP-114
    else serve(at, row, mouse);
}

// Carry out what the cheese is used for; the mouse's move follows.
DO void use(const Tables& at, Row& row, int id) {
    int side = (row.die - 1) / KINDS;
    if (is_gift(TRAVELER) && id >= STUFF) {
        u32 load = (u32)at.loads[id - STUFF];
        row.bag += load, add_to_tray(row, BEARER, 0u - load), row.stage = MOVE;  // MP-121
    } else if (id == PLACE) {
        row.stage = MOVE, roll_out(at, row, side, 0);
    } else if (id == NAP) {
        row.stage = MOVE, row.asleep = 1;  // MP-042
    } else if (is_gift(FITNESS) && id == STRETCH) {
        run_to(row, gifted(FITNESS), stretch(at, row, gifted(FITNESS)));
        row.stage = DRAW;  // MP-117
    } else if (is_gift(SPRINTER) && id < SHOOT) {
        run(at, row, id - RUN);
    } else if (is_gift(SLINGSHOT) && id < STEAL) {
        hand_over(row, gifted(SLINGSHOT), id - SHOOT), onward(at, row);  // MP-106
    } else if (is_gift(NINJA)) {
        row.pantry -= 1ull << 8 * (id - STEAL);  // MP-110
        lay(row, landing(at, row, side), id - STEAL);
        row.stage = MOVE;
    }
}

DO void move(const Tables& at, Row& row, int mouse, int space) {
    run_to(row, mouse, space);
    row.stage = DOOR;
    if (row.doors >> space & 1) return;                                                                  // MP-069
    if (open_kitchens(row) >> space & 1) serve(at, row, mouse);                                          // MP-072
    else if (lying(row) >> space & 1 && load_of(row, mouse) < ROOM) row.stage = PICK;                    // MP-065, MP-068
    else hunt(at, row);
}

DO void play(const Tables& at, Row& row, int id) {
    if (id >= GO) {
        int other = id - GO >= LENGTH;
        move(at, row, other, id - GO - other * LENGTH);
    } else if (id < LEAVE || id >= STUFF) {
        use(at, row, id);
    } else if (id <= TAKE) {
        if (id == TAKE) pick_up(row, row.mover);
        hunt(at, row);
    } else {
        int mouse = id - DROP >= KINDS, food = id - DROP - mouse * KINDS;
        add_to_tray(row, mouse, 0u - (1u << 4 * food));
        lay(row, mouse_at(row, mouse), food);
        row.stage = DROPPED, row.mover = mouse;  // MP-053, MP-055
    }
}

// Take the top token out of a feeder; whether all are empty now.
DO bool unpack(const Tables& at, Row& row, int space, int food) {
    UNROLL
    for (int n = 0; n < FEEDERS; n++)
        if (byte_of(at.feeder_at, n) == space) row.feeders -= 1ull << 8 * n;
    row.unseen -= 1ull << 8 * food;
    look_at_feeders(at, row);
    return !row.feeders;
}

DO void reach_in(const Tables& at, Row& row, int food) {
    bool empty = unpack(at, row, mouse_at(row, row.mover), food);
    add_to_tray(row, row.mover, 1u << 4 * food);  // MP-117
    row.stage = MOVE;
    if (empty) close(row, EMPTY_FEEDERS);  // MP-098
}

// Carry one token to the pantry; see whether that ends the game.
DO void grab(const Tables& at, Row& row, int food) {
    int space = prey(at, row);
    row.pantry += 1ull << 8 * food;  // MP-085
    row.raccoon = space;
    if (lying(row) >> space & 1) clear(row, space);
    else if (unpack(at, row, space, food)) {
        close(row, EMPTY_FEEDERS);  // MP-091, MP-096
        return;
    }
    if (byte_of(row.pantry, food) > MOST) close(row, FULL_PANTRY);  // MP-092
    else pass_on(row);
}

DO int drawn(u64 counts, int point) {
    int kind = 0;
    for (; kind + 1 < KINDS && point >= (int)(counts & 255); counts >>= 8, kind++) point -= (int)(counts & 255);
    return kind;
}

// Weigh a tile behind the next door: a kitchen, or 9 and so many guests.
DO int weight(const Row& row, int tile) {
    if (tile < 9) return tile < ROOMS && !(row.kitchens >> 6 * tile & 63) ? (TILE_COUNT > row.sat ? TILE_COUNT - row.sat : 1) : 0;
    return (INVITED - row.sat) * (int)(row.left >> 4 * (tile - 9) & 15);  // MP-003
}

DO int drawn_tile(const Row& row, u64& luck) {
    int total = 0, n = 0;
    for (int k = 0; k < 9 + GUESTS; k++) total += weight(row, k);
    int point = below(luck, total);
    for (; n + 1 < 9 + GUESTS && point >= weight(row, n); n++) point -= weight(row, n);
    return n;
}

// Let an outcome happen: a roll (its side times KINDS, and its food), a tile, or the food of a token.
DO void happen(const Tables& at, Row& row, int outcome) {
    if (row.stage == ROLL) {
        int side = outcome / KINDS, food = outcome - side * KINDS;
        row.die = outcome + 1, row.stage = food ? MOVE : BONUS;  // MP-040
        if (food) roll_out(at, row, side, food);                 // MP-031
    } else if (row.stage == RACCOON) {
        grab(at, row, outcome);
    } else if (row.stage == DRAW) {
        reach_in(at, row, outcome);
    } else {
        reveal(at, row, outcome);
    }
}

DO int drawn_token(const Tables& at, const Row& row, u64& luck) {
    int space = row.stage == RACCOON ? prey(at, row) : 0, total = 0;
    bool plain = row.stage == RACCOON && lying(row) >> space & 1;
    UNROLL
    for (int food = 0; food < KINDS; food++) total += byte_of(row.unseen, food);
    int point = below(luck, plain ? 1 : total);
    return plain ? food_at(row, space) : drawn(row.unseen, point);  // MP-084
}

// Draw an outcome by its odds.
DO int draw(const Tables& at, const Row& row, u64& luck) {
    if (row.stage == ROLL) {
        int point = below(luck, SIDES * FACES), side = point / FACES;
        return side * KINDS + drawn(at.die, point - side * FACES);  // MP-030
    }
    return row.stage == RACCOON || row.stage == DRAW ? drawn_token(at, row, luck) : drawn_tile(row, luck);
}

DO void fall(const Tables& at, Row& row, u64& luck) { happen(at, row, draw(at, row, luck)); }

DO float reward(const Row& row, int seat) {
    return row.reason == FULL_TABLE || row.served >= guests_of(row) ? 1.0f : -1.0f;  // MP-090, MP-095
}

DO int decision(int stage) { return stage == BONUS ? 0 : stage == MOVE ? 1 : stage == DROPPED ? 2 : stage == PICK ? 3 : -1; }

DO u64 plates_with(const Row& row, int food) {
    int code = food + 1;
    u64 one = code & 1 ? row.plates[0] : ~row.plates[0], two = code & 2 ? row.plates[1] : ~row.plates[1];
    return one & two & (code & 4 ? row.plates[2] : ~row.plates[2]) & ones(LENGTH);
}

template <class P>
DO void observe(const Tables& at, const Row& row, int seat, P& pen) {
    pen.one_of(row.mice[0], LENGTH), pen.one_of(row.mice[1], LENGTH), pen.one_of(row.raccoon, LENGTH);
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.set(plates_with(row, food), LENGTH);
    pen.set(row.doors, LENGTH);
    UNROLL
    for (int room = 0; room < ROOMS; room++) pen.one_of((int)(row.kitchens >> 6 * room & 63) - 1, LENGTH);
    pen.begin_bytes(SEEN_BITS);
    UNROLL
    for (int n = 0; n < FEEDERS; n++) pen.number(byte_of(row.feeders, n));
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.number(row.trays[0] >> 4 * food & 15);
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.number(row.trays[1] >> 4 * food & 15);
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.number(row.bag >> 4 * food & 15);
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.number(byte_of(row.pantry, food));
    UNROLL
    for (int food = 0; food < KINDS; food++) pen.number(byte_of(row.unseen, food));
    UNROLL
    for (int food = 0; food < KINDS; food++) {
        int supply = row.supply >> 12 * food & 4095;
        pen.number(supply < 255 ? supply : 255);
    }
    pen.number(row.served);
    u64 tiles = 0;
    for (int n = 0; n < row.sat; n++) tiles += 1ull << 4 * (row.seated >> 4 * n & 15);
    UNROLL
    for (int guests = 1; guests < GUESTS; guests++) pen.number(tiles >> 4 * guests & 15);
    int rolled = row.die - 1;
    pen.number_of(row.die ? rolled / KINDS : -1, SIDES), pen.number_of(row.die ? rolled % KINDS : -1, KINDS);
    pen.number_of(decision(row.stage), 4), pen.number_of(row.mover, 2);
    pen.number(row.asleep), pen.number(seat == row.seat);
}
