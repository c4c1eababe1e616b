// A small learned network that says how likely each team is to win. Sums keep their order on every processor, so that the
// same luck leads to the same game everywhere. Read after a game's marks.h.
enum { MOST_FLAGS = 256, MOST_WIDE = 256, MOST_NARROW = 128 };

// Rows of numbers by mark, by pair and by neuron; no network where `first` is null.
struct Net {
    const float *first, *first_bias, *table, *second, *second_bias, *last, *last_bias;
    int wide, narrow;
};

// What a position shows: marks that are simply there, pairs, and counts from `counts_at` on.
struct Sheet {
    int flags[MOST_FLAGS], pairs[PAIRS > 0 ? PAIRS : 1], counts[REST];
    int flag_count, pair_count, planes, counts_at, counts_end;

    MEMBER explicit Sheet(int first_count)
        : flag_count(0), pair_count(0), planes(0), counts_at(first_count), counts_end(first_count) {}

    MEMBER void plane(u64 set) {
        for (; set; set &= set - 1) flags[flag_count++] = planes + lowest(set);
        planes += WIDTH;
    }

    MEMBER void skip(int many) { planes += many * WIDTH; }

    MEMBER void flag(int n) { flags[flag_count++] = planes + n; }

    MEMBER void number(int n, int value) { counts[n - counts_at] = value > 255 ? 255 : value, counts_end = n + 1; }

    MEMBER void pair(int, int row) {
        if (row != NO_PAIR) pairs[pair_count++] = row;
    }
};

// Add the rows of marks that are there: fours of them, two fours at a time.
DO void add_rows(const float* rows, int wide, const int* places, int n, float* hidden) {
    int k = 0;
    for (; k + 8 <= n; k += 8) {
        const float *a = rows + places[k] * wide, *b = rows + places[k + 1] * wide;
        const float *c = rows + places[k + 2] * wide, *d = rows + places[k + 3] * wide;
        const float *e = rows + places[k + 4] * wide, *f = rows + places[k + 5] * wide;
        const float *g = rows + places[k + 6] * wide, *h = rows + places[k + 7] * wide;
        for (int j = 0; j < wide; j++)
            hidden[j] = (hidden[j] + ((a[j] + b[j]) + (c[j] + d[j]))) + ((e[j] + f[j]) + (g[j] + h[j]));
    }
    for (; k + 4 <= n; k += 4) {
        const float *a = rows + places[k] * wide, *b = rows + places[k + 1] * wide;
        const float *c = rows + places[k + 2] * wide, *d = rows + places[k + 3] * wide;
        for (int j = 0; j < wide; j++) hidden[j] += (a[j] + b[j]) + (c[j] + d[j]);
    }
    for (; k < n; k++)
        for (int j = 0; j < wide; j++) hidden[j] += rows[places[k] * wide + j];
}

// Add the rows of what is counted, two at a time.
DO void add_counts(const Net& net, const Sheet& sheet, float* hidden) {
    const float* rows = net.first + (sheet.planes + sheet.counts_at) * net.wide;
    int many[REST], places[REST], n = 0, k = 0;
    for (int count = 0; count < sheet.counts_end - sheet.counts_at; count++)
        many[n] = sheet.counts[count], places[n] = count, n += sheet.counts[count] != 0;
    for (; k + 2 <= n; k += 2) {
        const float *a = rows + places[k] * net.wide, *b = rows + places[k + 1] * net.wide;
        float x = (float)many[k], y = (float)many[k + 1];
        for (int j = 0; j < net.wide; j++) hidden[j] = (hidden[j] + x * a[j]) + y * b[j];
    }
    for (; k < n; k++)
        for (int j = 0; j < net.wide; j++) hidden[j] += (float)many[k] * rows[places[k] * net.wide + j];
}

// Add what the neurons of the first layer that are awake say, four at a time.
DO void add_awake(const Net& net, const float* hidden, float* middle) {
    int awake[MOST_WIDE + 1], n = 0, narrow = net.narrow;
    for (int k = 0; k < net.wide; k++) awake[n] = k, n += hidden[k] > 0;
    int whole = n / 4 * 4;
    for (int k = 0; k < whole; k += 4) {
        int a = awake[k], b = awake[k + 1], c = awake[k + 2], d = awake[k + 3];
        const float *one = net.second + a * narrow, *two = net.second + b * narrow;
        const float *three = net.second + c * narrow, *four = net.second + d * narrow;
        float w = hidden[a], x = hidden[b], y = hidden[c], z = hidden[d];
        for (int j = 0; j < narrow; j++) middle[j] += (w * one[j] + x * two[j]) + (y * three[j] + z * four[j]);
    }
    for (int k = whole; k < n; k++)
        for (int j = 0; j < narrow; j++) middle[j] += hidden[awake[k]] * net.second[awake[k] * narrow + j];
}

// Write the chance of each team.
DO void conclude(const Net& net, const Sheet& sheet, double* out) {
    float hidden[MOST_WIDE], middle[MOST_NARROW];
    for (int j = 0; j < net.wide; j++) hidden[j] = net.first_bias[j];
    for (int j = 0; j < net.narrow; j++) middle[j] = net.second_bias[j];
    add_rows(net.first, net.wide, sheet.flags, sheet.flag_count, hidden);
    add_rows(net.table, net.wide, sheet.pairs, sheet.pair_count, hidden);
    add_counts(net, sheet, hidden);
    add_awake(net, hidden, middle);
    for (int head = 0; head < HEADS; head++) {
        float total = net.last_bias[head];
        for (int j = 0; j < net.narrow; j++)
            if (middle[j] > 0) total += middle[j] * net.last[j * HEADS + head];
        out[head] = 1.0 / (1.0 + (double)(float)exp((double)-total));
    }
}
