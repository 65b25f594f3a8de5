// A duel as the coach thinks of it: what its meetings lead to, when one exchange after it is thought of.
enum { BISON, WOLF, SHELLS = 18, LIMIT = 21, MOST = 8 };
typedef signed char Stones[9];
typedef struct { Stones of[2]; } Ground;

// By duels to come and shells, of whoever exchanges next.
static double chances[LIMIT][17];

// Duels, solved as games/matrix.py does.

static double less(double one, double other) { return one < other ? one : other; }
static double more(double one, double other) { return one > other ? one : other; }
static double least(double a, double b, double c) { return less(less(a, b), c); }
static double most(double a, double b, double c) { return more(more(a, b), c); }
static double low(const double *m) { return most(least(m[0], m[1], m[2]), least(m[3], m[4], m[5]), least(m[6], m[7], m[8])); }
static double high(const double *m) { return least(most(m[0], m[3], m[6]), most(m[1], m[4], m[7]), most(m[2], m[5], m[8])); }

static double two_by_two(double a, double b, double c, double d) {
    if ((a > b && d > c && a > c && d > b) || (a < b && d < c && a < c && d < b)) return (a * d - b * c) / (a + d - b - c);
    return more(less(a, b), less(c, d));
}

static double two_rows(const double *m, const double *n) {
    return least(two_by_two(m[0], m[1], n[0], n[1]), two_by_two(m[0], m[2], n[0], n[2]), two_by_two(m[1], m[2], n[1], n[2]));
}

static double worth(const double *m) {
    double floor = low(m), roof = high(m);
    if (floor >= roof) return floor;
    double j = m[1] - m[0], k = m[2] - m[0], d = m[3] - m[0], n = m[4] - m[0], o = m[5] - m[0];
    double p = m[6] - m[0], q = m[7] - m[0], r = m[8] - m[0];
    double one = n * r - o * q - d * r + o * p + d * q - n * p, two = k * q - j * r - k * p + j * p, three = j * o - k * n + k * d - j * d;
    double four = n * r - o * q + k * q - j * r + j * o - k * n, five = o * p - d * r - k * p + k * d, six = d * q - n * p + j * p - j * d;
    double total = one + two + three, few = less(least(one, two, three), least(four, five, six));
    double many = more(most(one, two, three), most(four, five, six));
    if ((total > 1e-15 && few >= 0) || (total < -1e-15 && many <= 0))
        return less(roof, more(floor, m[0] + (j * (o * p - d * r) + k * (d * q - n * p)) / total));
    return most(two_rows(m, m + 3), two_rows(m, m + 6), two_rows(m + 3, m + 6));
}

// Both best mixes, by the simplex method.
static void mixed(const double *m, double *rows, double *columns) {
    double table[3][7], profit[7] = {1, 1, 1, 0, 0, 0, 0}, worst = m[0];
    int basis[3] = {3, 4, 5};
    for (int at = 1; at < 9; at++) worst = less(worst, m[at]);
    for (int row = 0; row < 3; row++) {
        for (int at = 0; at < 3; at++) table[row][at] = m[3 * row + at] - worst + 1, table[row][3 + at] = at == row;
        table[row][6] = 1;
    }
    for (int pivots = 0; pivots < 60; pivots++) {
        int enters = 0, leaves = -1;
        while (enters < 6 && profit[enters] <= 1e-13) enters++;
        if (enters == 6) break;
        for (int row = 0; row < 3; row++)
            if (table[row][enters] > 1e-13
                && (leaves < 0 || table[row][6] * table[leaves][enters] < table[leaves][6] * table[row][enters])) leaves = row;
        if (leaves < 0) break;
        double pivot = table[leaves][enters];
        for (int at = 0; at < 7; at++) table[leaves][at] /= pivot;
        for (int row = 0; row < 4; row++) {
            double *line = row < 3 ? table[row] : profit, share = line[enters];
            if (row != leaves) for (int at = 0; at < 7; at++) line[at] -= share * table[leaves][at];
        }
        basis[leaves] = enters;
    }
    for (int at = 0; at < 3; at++) rows[at] = more(0, profit[3 + at] / profit[6]), columns[at] = 0;
    for (int row = 0; row < 3; row++) if (basis[row] < 3) columns[basis[row]] = table[row][6] / -profit[6];
}

// What comes after a duel.

static int exchanger(int duels) { return duels % 2 ? BISON : WOLF; }
static double end(int shells) { return (1 + (shells > 9) - (shells < 9)) / 2.0; }

static double chance(int duels, int shells) {
    if (shells == 0 || shells == SHELLS || duels == LIMIT) return end(shells);
    const double *row = chances[LIMIT - duels - 1];
    return exchanger(duels) == BISON ? row[shells - 1] : 1 - row[17 - shells];
}

static int left(int shells, int margin) {
    shells += margin;
    return shells < 0 ? 0 : shells > SHELLS ? SHELLS : shells;
}

static int margin(const Ground *on, int space) { return on->of[BISON][space] - on->of[WOLF][space]; }

static int swapped(const Ground *on, int side, int one, int other, Ground *made) {
    const signed char *own = on->of[side], *against = on->of[!side];
    *made = *on;
    made->of[side][one] = own[other], made->of[side][other] = own[one];
    return own[one] != against[other] && own[other] != against[one];
}

// Before an exchange: the duel that it makes, and nothing after it.
static double glance(const Ground *on, int shells, int duels) {
    if (shells == 0 || shells == SHELLS) return end(shells);
    int side = exchanger(duels);
    double tariff[2 * MOST + 1], best = side != BISON;
    for (int by = -MOST; by <= MOST; by++) tariff[by + MOST] = chance(duels + 1, left(shells, by));
    double cells[9], now[9];
    for (int at = 0; at < 9; at++) now[at] = tariff[margin(on, at) + MOST];
    for (int one = 0; one < 8; one++)
        for (int other = one + 1; other < 9; other++) {
            Ground made;
            if (!swapped(on, side, one, other, &made)) continue;
            __builtin_memcpy(cells, now, sizeof cells);
            cells[one] = tariff[margin(&made, one) + MOST], cells[other] = tariff[margin(&made, other) + MOST];
            if (side == BISON ? high(cells) > best : low(cells) < best)
                best = side == BISON ? more(best, worth(cells)) : less(best, worth(cells));
        }
    return best;
}

// What each meeting of the next duel leads to, when the exchange after it is thought of.
static void thought(const Ground *on, int shells, int duels, double *cells) {
    double known[SHELLS + 1];
    for (int at = 0; at <= SHELLS; at++) known[at] = -1;
    for (int at = 0; at < 9; at++) {
        int then = left(shells, margin(on, at));
        if (known[then] < 0) known[then] = duels + 1 == LIMIT ? end(then) : glance(on, then, duels + 1);
        cells[at] = known[then];
    }
}

static double exchange(Ground *on, int shells, int duels) {
    int side = exchanger(duels);
    double best = -2, cells[9];
    Ground made, liked = *on;
    for (int one = 0; one < 8; one++)
        for (int other = one + 1; other < 9; other++) {
            if (!swapped(on, side, one, other, &made)) continue;
            thought(&made, shells, duels, cells);
            double hope = side == BISON ? worth(cells) : -worth(cells);
            if (hope > best) best = hope, liked = made;
        }
    *on = liked;
    return side == BISON ? best : -best;
}
