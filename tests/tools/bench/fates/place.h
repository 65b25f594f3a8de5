// Placing with a plan, as games/schamanen/draft.py does.
enum { SCREENED = 6, DREAMS = 8, TRIES = 8 };

static int lies(const signed char *own, int value) {
    for (int at = 0; at < 9; at++) if (own[at] == value) return at;
    return -1;
}

static int twins(const Ground *on) {
    for (int at = 0; at < 9; at++) if (on->of[BISON][at] == on->of[WOLF][at]) return 1;
    return 0;
}

static void dreamt(const Ground *on, Ground *dream) {
    for (int tries = 0; tries < TRIES; tries++) {
        *dream = *on;
        for (int side = 0; side < 2; side++) {
            int hand[9], many = 0;
            for (int value = 1; value <= 9; value++) if (lies(on->of[side], value) < 0) hand[many++] = value;
            for (int at = 0; at < 9; at++)
                if (!on->of[side][at]) {
                    int drawn = dice() % many;
                    dream->of[side][at] = hand[drawn], hand[drawn] = hand[--many];
                }
        }
        if (!twins(dream)) return;
    }
}

static double promise(const Ground *on) {
    double cells[9] = {0};
    for (int side = 0; side < 2; side++) {
        double sum = 45, many = 0;
        for (int at = 0; at < 9; at++) sum -= on->of[side][at], many += !on->of[side][at];
        for (int at = 0; at < 9; at++) cells[at] += (side ? -1 : 1) * (on->of[side][at] ? on->of[side][at] : sum / many);
    }
    return worth(cells);
}

static void put(Ground *on, int side, int value, int space) {
    // Whose space is taken goes to the last free one.
    if (on->of[side][space]) on->of[side][lies(on->of[side], 0)] = on->of[side][space];
    on->of[side][space] = value;
}

// May it lie there? The first of a turn's last two must leave a place for the other.
static int fits(int side, int value, int space, int placed) {
    const signed char *own = ground.of[side], *against = ground.of[!side];
    if (own[space] || lies(own, value) >= 0 || against[space] == value) return 0;
    if (placed / 2 != 7 || placed % 2 == 0) return 1;
    for (int last = 0, other = 1; other <= 9; other++)
        if (other != value && lies(own, other) < 0)
            for (last = 0; last < 9; last++) if (last != space && !own[last] && against[last] != other) return 1;
    return 0;
}

ASKED(place) void place(void) {
    __builtin_memset(&ground, 0, sizeof ground);
    for (int placed = 0; placed < 18; placed++) {
        int side = (placed + 1) / 2 % 2, sign = side ? -1 : 1, many = 0, words[81][2];
        double hopes[81], sums[SCREENED] = {0}, counts[SCREENED] = {0}, cells[9];
        for (int at = 0; at < 81; at++)
            if (fits(side, at / 9 + 1, at % 9, placed)) words[many][0] = at / 9 + 1, words[many++][1] = at % 9;
        for (int value = 1, taken = 0; !many && value <= 9; value++)
            if (lies(ground.of[side], value) < 0)
                for (taken = 0; taken < 9; taken++)
                    if (ground.of[side][taken]) words[many][0] = value, words[many++][1] = taken;
        for (int at = 0; at < many; at++) {
            Ground laid = ground;
            put(&laid, side, words[at][0], words[at][1]);
            hopes[at] = sign * promise(&laid);
        }
        if (many > SCREENED) {
            for (int at = 0; at < SCREENED; at++) {
                int best = at;
                for (int each = at; each < many; each++) if (hopes[each] > hopes[best]) best = each;
                int value = words[best][0], space = words[best][1];
                words[best][0] = words[at][0], words[best][1] = words[at][1], hopes[best] = hopes[at];
                words[at][0] = value, words[at][1] = space;
            }
            many = SCREENED;
        }
        for (int dreams = 0; dreams < DREAMS; dreams++) {
            Ground dream, board;
            dreamt(&ground, &dream);
            for (int at = 0; at < many; at++) {
                swapped(&dream, side, lies(dream.of[side], words[at][0]), words[at][1], &board);
                if (twins(&board)) continue;
                thought(&board, 9, 0, cells);
                sums[at] += sign * worth(cells), counts[at]++;
            }
        }
        int best = -1;
        for (int at = 0; at < many; at++)
            if (counts[at] && (best < 0 || sums[at] / counts[at] > sums[best] / counts[best])) best = at;
        put(&ground, side, words[best < 0 ? 0 : best][0], words[best < 0 ? 0 : best][1]);
    }
}
