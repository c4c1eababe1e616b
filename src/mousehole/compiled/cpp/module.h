// What a WebAssembly module offers its host. A game's kernel.cpp reads it last. Positions are WORDS words, as `pack`
// writes them, or rows that only the module reads.
#define EXPORT extern "C" __attribute__((visibility("default")))

// What never changes during a game: the AREAS of kernel.cpp.
static const struct {
    void* at;
    unsigned size;
} areas[] = {AREAS};

// Where the host writes an area, by its number, if it has room for so much.
EXPORT void* place(unsigned which, unsigned size) {
    if (which >= sizeof areas / sizeof *areas || size > areas[which].size) __builtin_trap();
    return areas[which].at;
}

EXPORT void look_for(int wanted) { side = wanted; }

// Read weights that were learned from here on; none for 0.
EXPORT void learn(const float* from, int marks, int pairs, int wide, int narrow) {
    if (wide > MOST_WIDE || narrow > MOST_NARROW) __builtin_trap();
    net.wide = wide, net.narrow = narrow, net.first = from;
    net.first_bias = net.first + marks * wide;
    net.table = net.first_bias + wide;
    net.second = net.table + pairs * wide;
    net.second_bias = net.second + wide * narrow;
    net.last = net.second_bias + narrow;
    net.last_bias = net.last + narrow * HEADS;
}

DO Row row_of(const u64* words) {
    Row row = load(at, words, 0, 1);
    look(at, row);
    return row;
}

// One position: who decides, what may happen, and what it leads to.

EXPORT int turn_at(const u64* words) { return turn(at, row_of(words)); }

EXPORT int options_at(const u64* words, int* ids) { return options(row_of(words), ids); }

EXPORT int odds_at(const u64* words, int* outcomes, int* weights) { return odds(row_of(words), outcomes, weights); }

EXPORT int pick_at(const u64* words, u64* luck) { return choose(at, row_of(words), *luck, (Bytes*)0); }

EXPORT int draw_at(const u64* words, u64* luck) { return draw(at, row_of(words), *luck); }

EXPORT void play_at(u64* words, int id) {
    Row row = row_of(words);
    play(at, row, id), save(row, words, 0, 1);
}

EXPORT void happen_at(u64* words, int outcome) {
    Row row = row_of(words);
    happen(at, row, outcome), save(row, words, 0, 1);
}

#ifdef SHORTLISTED
EXPORT int shortlist_at(const u64* words, int* ids, int n) { return shortlist(row_of(words), ids, n); }

// How good an action looks for the seat that decides, one step ahead.
EXPORT double foreseen_at(const u64* words, int id) { return foreseen(row_of(words), id); }
#endif

EXPORT void pay_at(const u64* words, double* out) { pay(row_of(words), out); }

EXPORT void guess_at(const u64* words, u64* luck, double* out) {
    Row row = row_of(words);
    guess(row, *luck, out);
}

EXPORT void marks_at(const u64* words, int* flags, int* pairs, int* counts, int* sizes) {
    Sheet sheet(FACTS_AT);
    mark(at, ways, row_of(words), sheet);
    sizes[0] = sheet.flag_count, sizes[1] = sheet.pair_count, sizes[2] = sheet.counts_end - sheet.counts_at;
    for (int n = 0; n < sizes[0]; n++) flags[n] = sheet.flags[n];
    for (int n = 0; n < sizes[1]; n++) pairs[n] = sheet.pairs[n];
    for (int n = 0; n < sizes[2]; n++) counts[n] = sheet.counts[n];
}

// Many games at random: how many events they had; what the first seat earned is added up.
EXPORT long long playouts(const u64* words, int games, u64* luck, double* total) {
    long long events = 0;
    double out[MOST_SEATS];
    u64 left = *luck;
    Row start = row_of(words);
    for (int game = 0; game < games; game++) {
        Row row = start;
        events += play_out(row, left);
        pay(row, out), *total += out[0];
    }
    *luck = left;
    return events;
}

// Grow a tree of so many nodes, or let it grow on; its size.
EXPORT int grow(const u64* words, Node* nodes, int room, int used, int simulations, double explore, double even,
                u64* luck) {
    Tree tree = {nodes, room, used, explore, even};
    if (!used) nodes[0] = Node{0.0, 0, 0, 0, 0, 0, below(*luck, SHIFTS)}, tree.used = 1;
    Row root = row_of(words);
    u64 left = *luck;
    for (int n = 0; n < simulations; n++) simulate(tree, root, left);
    *luck = left;
    return tree.used;
}

// Many games side by side.

EXPORT int row_size() { return sizeof(Row); }

EXPORT void read_row(const Row* row, u64* words) { save(*row, words, 0, 1); }

EXPORT void write_row(Row* row, const u64* words) { *row = row_of(words); }

struct Batch {
    const Row* starts;
    Row* rows;
    u64* streams;  // by game: its luck, and that of picks
    long long* actions;
    u8 *observations, *masks, *finals;
    signed char* seats;
    long long* picks;
    float* rewards;  // SEATS by game
    u8* done;
    int start_count, first, width;  // the number of the first game here; bytes of an observation
};

DO int settle(Row& row, u64& luck) {
    int who = turn(at, row);
    for (; who == CHANCE; who = turn(at, row)) fall(at, row, luck);
    return who;
}

DO void show(const Row& row, int seat, u8* out) {
    Bytes pen(out);
    observe(at, row, seat, pen);
}

DO void advance_one(const Batch& batch, int n) {
    long long action = batch.actions[n];
    for (int seat = 0; seat < SEATS; seat++) batch.rewards[n * SEATS + seat] = 0.0f;
    batch.done[n] = 0;
    if (action == HOLD) return;
    Row row = batch.rows[n];
    int who = OVER;
    u64 luck = batch.streams[2 * n];
    if (action != BEGIN) {
        play(at, row, (int)action), who = settle(row, luck);
        if (who == OVER) {
            batch.done[n] = 1;
            show(row, batch.seats[n], batch.finals + n * batch.width);
            for (int seat = 0; seat < SEATS; seat++) batch.rewards[n * SEATS + seat] = reward(row, seat);
        }
    }
    while (who == OVER) {  // luck may end a game before anybody decides: nobody sees such a one
        row = batch.starts[(batch.first + n) % batch.start_count];
        who = settle(row, luck);
    }
    batch.streams[2 * n] = luck, batch.seats[n] = (signed char)who, batch.rows[n] = row;
    show(row, who, batch.observations + n * batch.width);
    Bytes legal(batch.masks + n * IDS);
    batch.picks[n] = choose(at, row, batch.streams[2 * n + 1], &legal);
}

// Step all games; one that ends begins anew at once.
EXPORT void advance(const Batch* batch, int games) {
    for (int n = 0; n < games; n++) advance_one(*batch, n);
}

// The first game whose action is not legal, or -1.
EXPORT int misfit(const Batch* batch, int games) {
    for (int n = 0; n < games; n++) {
        long long id = batch->actions[n];
        if (id < BEGIN || id >= IDS || (id >= 0 && !batch->masks[n * IDS + id])) return n;
    }
    return -1;
}

// Do an action in a single game, and mark what is legal then; who decides, or OVER.
EXPORT int go_on(Row* row, int action, u64* luck, u8* mask) {
    if (action != BEGIN) play(at, *row, action);
    int who = settle(*row, *luck);
    Bytes legal(mask);
    if (who != OVER) choose(at, *row, *luck, &legal);
    return who;
}

EXPORT void see(const Row* row, int seat, u8* out) { show(*row, seat, out); }
