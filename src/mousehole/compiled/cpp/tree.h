// A tree search with chance nodes, and random games. Read after a game's rules.h and what it offers a search:
// `options`, `odds` and `guess`, and, if SHORTLISTED, `shortlist` and `foreseen`.
enum { DEEP = 400, SHIFTS = 1 << 20 };
static const double GOLDEN = 0.6180339887498949, PLASTIC = 0.7548776662466927;

struct Node {
    double sum;  // what its visits brought to whoever chose it
    int code, first, count, visits, who, weight;
};

struct Tree {
    Node* nodes;
    int room, used;
    double explore, even;  // how willing to try what looks worse; the share all choices at the root get alike
};

// Play at random to the end.
DO int play_out(Row& row, u64& luck) {
    int events = 0;
    for (int who = turn(at, row); who != OVER; who = turn(at, row), events++) {
        if (who == CHANCE) fall(at, row, luck);
        else play(at, row, choose(at, row, luck, (Bytes*)0));
    }
    return events;
}

// Give a node its children, the root all of them.
static void expand(Tree& tree, const Row& row, int n) {
    int codes[MOST_OPTIONS], weights[MOST_OPTIONS], so_far = 0;
    Node& node = tree.nodes[n];
    int many = node.who == CHANCE ? odds(row, codes, weights) : options(row, codes);
#ifdef SHORTLISTED
    if (n && node.who != CHANCE) many = shortlist(row, codes, many);
#endif
    if (tree.used + many > tree.room) return;
    for (int k = 0; k < many; k++) {
        if (node.who == CHANCE) so_far += weights[k];
        tree.nodes[tree.used + k] = Node{0.0, codes[k], 0, 0, 0, 0, so_far};
    }
    node.first = tree.used, node.count = many, tree.used += many;
}

// Choose a child of a chance node by its odds: halve the running sums. Points a golden section apart reach every outcome
// in proportion to its odds, sooner than chance would; where a node begins differs from node to node and tree to tree.
DO int drawn_child(const Node* nodes, int n) {
    const Node& node = nodes[n];
    int low = node.first, high = node.first + node.count - 1;
    double share = nodes[0].weight / (double)SHIFTS + n * PLASTIC + node.visits * GOLDEN;
    long long point = (long long)((share - floor(share)) * nodes[high].weight);
    while (low < high) {
        int middle = (low + high) >> 1;
        if (nodes[middle].weight > point) high = middle;
        else low = middle + 1;
    }
    return low;
}

// The child that was tried least, if it has not had its even share; -1 if all have.
DO int neglected(const Node* nodes, const Node& node, double even) {
    double least = even * (node.visits + 1.0) / node.count;
    int found = -1;
    for (int k = node.first; k < node.first + node.count; k++)
        if (nodes[k].visits < least) least = nodes[k].visits, found = k;
    return found;
}

static double logs[1 << 12];  // of 1 and up, as far as they were asked for
static int logs_known;

DO double log_of(int n) {
    if (n > (int)(sizeof logs / sizeof *logs)) return log(n);
    for (; logs_known < n; logs_known++) logs[logs_known] = log(logs_known + 1.0);
    return logs[n - 1];
}

// The child that is good, or has seldom been tried.
DO int best(const Node* nodes, const Node& node, double explore) {
    double top = -1.0, spread = log_of(node.visits + 1);
    int found = node.first;
    for (int k = node.first; k < node.first + node.count; k++) {
        const Node& child = nodes[k];
        if (child.visits == 0) return k;
        double value = child.sum / child.visits + explore * sqrt(spread / child.visits);
        if (value > top) top = value, found = k;
    }
    return found;
}

// Walk down the tree to a new leaf, and return how deep it is.
static int descend(Tree& tree, Row& row, int* path) {
    int n = 0, depth = 0;
    path[0] = 0;
    while (depth + 1 < DEEP) {
        Node& node = tree.nodes[n];
        if (node.count == 0) {
            node.who = turn(at, row);
            if (node.who == OVER || (n && node.visits == 0)) break;
            expand(tree, row, n);
            if (node.count == 0) break;
        }
        if (node.who == CHANCE) {
            n = drawn_child(tree.nodes, n);
            happen(at, row, tree.nodes[n].code);
        } else {
            int next = n ? -1 : neglected(tree.nodes, node, tree.even);
            n = next < 0 ? best(tree.nodes, node, tree.explore) : next;
            play(at, row, tree.nodes[n].code);
        }
        path[++depth] = n;
    }
    return depth;
}

static void simulate(Tree& tree, const Row& root, u64& luck) {
    int path[DEEP];
    double out[MOST_SEATS];
    Row row = root;
    int depth = descend(tree, row, path);
    if (turn(at, row) == OVER) pay(row, out);
    else guess(row, luck, out);
    tree.nodes[0].visits++;
    for (int k = 1; k <= depth; k++) {
        int who = tree.nodes[path[k - 1]].who;
        tree.nodes[path[k]].visits++, tree.nodes[path[k]].sum += out[who > 0 ? who : 0];
    }
}
