// The in-line rule on few squares: the chance to win with every set of them free, at every distance of the cat. A set is a
// whole number, and what a turn leaves is a smaller one, so one walk upwards finds them all. Within a turn it is enough to
// know, for each first square, what a second die of each food can achieve with each face in hand.
enum { FEW = 16, SIDES = FOODS + 1 };

// The squares of a board that are left, renumbered.
struct Squares {
    int count, steps, food[FEW];
    int item[FEW];                // the rest of its item
    int near[FEW][FEW];  // what is in line with both
};

// Between two turns, and the best within one, by the food of the next die and the faces still in hand.
struct Line {
    const Squares& board;
    double* chances;  // [steps][free]
    int free, steps;
    double first[SIDES][SIDES][SIDES], second[SIDES][SIDES], third[SIDES];

    MEMBER double chance(int squares, int cat) const { return chances[cat * (1 << board.count) + squares]; }

    MEMBER double failed() const { return chance(free, steps - 1); }  // MMM-30

    // The chance after gathering: the cat stays if an item is complete.
    MEMBER double gathered(int taken) const {
        const int rest = free & ~taken;
        for (u32 set = (u32)taken; set; set &= set - 1)
            if (!(board.item[lowest(set)] & rest)) return chance(rest, steps);  // MMM-41
        return chance(rest, steps - 1);  // MMM-42
    }

    // Raise the value of the second die, with one in hand, to what taking these two squares gives.
    MEMBER void after_two(int one, int other) {
        const int taken = 1 << one | 1 << other;
        double *found = second[board.food[other]], again = 0.0;
        for (int face = 0; face < SIDES; face++) third[face] = NO_WAY;
        for (u32 set = (u32)(free & ~taken & board.near[one][other]); set; set &= set - 1) {  // MMM-61
            const int square = lowest(set), food = board.food[square];
            third[food] = higher(third[food], gathered(taken | 1 << square));
        }
        for (int face = 0; face < SIDES; face++) again += third[face] == NO_WAY ? failed() : third[face];
        const double here = higher(gathered(taken), again / (int)SIDES);
        for (int face = 0; face < SIDES; face++) found[face] = higher(found[face], higher(here, third[face]));
    }

    // Raise the value of the first die, with two in hand, to what taking this square gives.
    MEMBER void after_one(int square) {
        double again = 0.0;
        for (int a = 0; a < SIDES; a++)
            for (int b = 0; b < SIDES; b++) second[a][b] = NO_WAY;
        for (u32 set = (u32)(free & board.near[square][square] & ~(1 << square)); set; set &= set - 1)
            after_two(square, lowest(set));  // MMM-60
        for (int a = 0; a < SIDES; a++)
            for (int b = 0; b < SIDES; b++) {
                const double best = higher(second[a][b], second[b][a]);
                again += best == NO_WAY ? failed() : best;  // MMM-62
            }
        const double here = higher(gathered(1 << square), again / (SIDES * SIDES));
        for (int a = 0; a < SIDES; a++)
            for (int b = 0; b < SIDES; b++) {
                double& found = first[board.food[square]][a][b];
                found = higher(found, higher(here, higher(second[a][b], second[b][a])));
            }
    }

    // The chance before the first roll of a turn.
    MEMBER double before_three() {
        double total = 0.0;
        for (int n = 0; n < SIDES * SIDES * SIDES; n++) (&first[0][0][0])[n] = NO_WAY;
        for (u32 set = (u32)free; set; set &= set - 1) after_one(lowest(set));
        for (int a = 0; a < SIDES; a++)
            for (int b = 0; b < SIDES; b++)
                for (int c = 0; c < SIDES; c++) {
                    const double best = higher(first[a][b][c], higher(first[b][a][c], first[c][a][b]));  // MMM-13
                    total += best == NO_WAY ? failed() : best;
                }
        return total / (SIDES * SIDES * SIDES);
    }
};

// Fill in the chances of some sets, the smaller ones before.
EXPORT void in_line(const Squares* board, double* chances, int first, int end) {
    if (board->count > FEW || first < 0 || end > 1 << board->count) __builtin_trap();
    Line line = {*board, chances};
    for (line.free = first; line.free < end; line.free++)
        for (line.steps = 0; line.steps <= board->steps; line.steps++) {
            double& here = chances[line.steps * (1 << board->count) + line.free];
            here = line.free == 0 ? 1.0 : line.steps == 0 ? 0.0 : line.before_three();  // MMM-50, MMM-51
        }
}
