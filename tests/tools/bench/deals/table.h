// Schnick as it is played over and over: cards, dice, how the house leans, and what comes of two cards.
typedef unsigned long long u64;

#define ASKED(name) __attribute__((export_name(#name)))
enum { FIVE = 5, SCISSORS = 0, STONE, PAPER, FIRE, WELL };
enum { NOBODY = -1, MOST_HANDS = 1 << 16, MOST_HELD = 16 };
enum { ANY, REPEAT, AVOID, CYCLE, FAVOURITE, MIRROR };

static const int pays[FIVE][FIVE] = {
    {0, -1, 1, -1, -1}, {1, 0, -1, 1, -1}, {-1, 1, 0, -1, 1}, {1, -1, 1, 0, -1}, {1, 1, -1, 1, 0}};

// How the house leans: what each that is seen adds to each thought, and each thought, and none, to each symbol.
enum { SEEN = 28, THOUGHTS = 32 };
typedef struct {
    double seen[SEEN][THOUGHTS], thoughts[THOUGHTS + 1][FIVE];
} Leanings;
static Leanings leanings;

static u64 dice;

static unsigned roll(unsigned sides) {
    dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
    return (unsigned)((dice * 2685821657736338717ull) >> 32) % sides;
}

static double share(void) { return roll(1u << 30) / (double)(1u << 30); }

static int total(const int *cards) { return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]; }

// e to that.
static double power(double of) {
    double two = of * 1.4426950408889634, sum = 1, term = 1;
    int whole = (int)(two < 0 ? two - 0.5 : two + 0.5);
    if (whole < -1000) return 0;
    double rest = (two - whole) * 0.6931471805599453;
    for (int at = 1; at < 12; at++) term *= rest / at, sum += term;
    union { u64 bits; double value; } scale = {.bits = (u64)(whole + 1023) << 52};
    return sum * scale.value;
}

// What a seat may know of where a match stands, beside its own cards and those that it has not seen: first what is its
// own, then the other's.
typedef struct {
    int others, joker[2], laid[2], lead, pot, tied;
} Stand;

static double sign(int of) { return (of > 0) - (of < 0); }

static void looked(const int *cards, const int *hidden, const Stand *stand, double *seen) {
    int own = total(cards), many = total(hidden), lead = stand->lead;
    double more[] = {own / 4.0, own == 1, own == 2, stand->others / 4.0, !stand->others, stand->others == 1,
        stand->others == 2, stand->joker[0], stand->joker[1], stand->laid[0], stand->laid[1],
        (lead > 8 ? 8 : lead < -8 ? -8 : lead) / 4.0, sign(lead), sign(lead + stand->pot + 2),
        sign(lead - stand->pot - 2), stand->pot / 4.0, stand->tied, 1};
    for (int at = 0; at < FIVE; at++)
        seen[at] = cards[at] / 2.0, seen[FIVE + at] = many ? 4.0 * hidden[at] / many : 0.8;
    __builtin_memcpy(seen + 2 * FIVE, more, sizeof more);
}

static void thought_of(const double *seen, int many, double (*adds)[THOUGHTS], double *thoughts) {
    for (int to = 0; to < THOUGHTS; to++) thoughts[to] = 0;
    for (int at = 0; at < many; at++)
        if (seen[at])
            for (int to = 0; to < THOUGHTS; to++) thoughts[to] += seen[at] * adds[at][to];
    for (int to = 0; to < THOUGHTS; to++) thoughts[to] = thoughts[to] > 0 ? thoughts[to] : 0;
}

// Shares of those symbols that are there; without cards, of all.
static void leant(const int *cards, const double *thoughts, double *mix) {
    int none = !total(cards);
    double most = -1e9, sum = 0;
    for (int at = 0; at < FIVE; at++) {
        mix[at] = leanings.thoughts[THOUGHTS][at];
        for (int to = 0; to < THOUGHTS; to++) mix[at] += thoughts[to] * leanings.thoughts[to][at];
        if ((none || cards[at]) && mix[at] > most) most = mix[at];
    }
    for (int at = 0; at < FIVE; at++) sum += mix[at] = none || cards[at] ? power(mix[at] - most) : 0;
    for (int at = 0; at < FIVE; at++) mix[at] /= sum;
}

// How the house chooses with these cards, where it does not see those.
static void mixed(const int *cards, const int *hidden, const Stand *stand, double *mix) {
    double seen[SEEN], thoughts[THOUGHTS];
    if (!total(cards) && !stand->others) {
        for (int at = 0; at < FIVE; at++) mix[at] = at >= PAPER ? 1 / 3.0 : 0;
        return;
    }
    looked(cards, hidden, stand, seen);
    thought_of(seen, SEEN, leanings.seen, thoughts);
    leant(cards, thoughts, mix);
}

static int drawn(const double *mix) {
    double sum = 0;
    int last = 0;
    for (int at = 0; at < FIVE; at++) sum += mix[at];
    sum *= share();
    for (int at = 0; at < FIVE; at++)
        if (mix[at] > 0) {
            last = at, sum -= mix[at];
            if (sum < 0) break;
        }
    return last;
}

typedef struct {
    int cards[2][FIVE], hidden[2][FIVE], pile[64], left, joker[2], laid[2], won[2], pot, tied, challenger;
    int symbol, answer;
} Table;

static Stand stood(const Table *table, int seat) {
    return (Stand){total(table->cards[!seat]), {table->joker[seat], table->joker[!seat]},
        {table->laid[seat], table->laid[!seat]}, table->won[seat] - table->won[!seat], table->pot, table->tied};
}

static void shuffled(Table *table) {
    for (int last = table->left - 1; last > 0; last--) {
        int other = roll(last + 1), card = table->pile[last];
        table->pile[last] = table->pile[other], table->pile[other] = card;
    }
}

static void draws(Table *table, int seat) {
    if (!table->left) return;
    int card = table->pile[--table->left];
    table->cards[seat][card]++, table->hidden[seat][card]--;
}

static void lays(Table *table) {
    for (int seat = 0; seat < 2; seat++)
        if (table->joker[seat] && !total(table->cards[seat]))
            table->joker[seat] = 0, table->laid[seat] = 1, table->pot++;
}

// Both at once; is it over?
static int played(Table *table, const int *cards) {
    int had[2] = {total(table->cards[0]), total(table->cards[1])};
    for (int seat = 0; seat < 2; seat++)
        if (had[seat])
            table->cards[seat][cards[seat]]--, table->hidden[!seat][cards[seat]]--, table->pot++, table->tied = 1;
    int won = pays[cards[0]][cards[1]];
    if (!won) {
        for (int turn = 0; turn < 2; turn++) {
            int seat = turn ? !table->challenger : table->challenger;
            if (!total(table->cards[seat]) && !table->joker[seat]) draws(table, seat);
        }
        lays(table);
        return 0;
    }
    int winner = won < 0;
    table->won[winner] += table->pot;
    for (int drawn = table->laid[winner] ? 3 : 1; drawn; drawn--) draws(table, winner);
    if (!table->left) return 1;
    for (int seat = 0; seat < 2; seat++)
        if (!total(table->cards[seat]) && !table->joker[seat]) return 1;
    table->challenger = !table->challenger, table->pot = table->tied = table->laid[0] = table->laid[1] = 0;
    lays(table);
    return 0;
}

