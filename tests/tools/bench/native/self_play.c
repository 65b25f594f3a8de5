// Schnick played by the house against itself and against dice, to train how it mixes its cards. Asked by train_schnick.py.
typedef unsigned long long u64;

#define ASKED(name) __attribute__((export_name(#name)))
enum { FIVE = 5, SCISSORS = 0, STONE, PAPER, FIRE, WELL };
enum { NOBODY = -1 };

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

enum { FACTS = 30, LONGEST = 64, SEATS = 2 };

static struct { double facts[FACTS][THOUGHTS], worth[THOUGHTS]; } guesses;
static Leanings averaged;

// What learns: its figures, where they are to go, and how that went before.
typedef struct { double *figures, *slope, *mean, *square; int many; } Pupil;
enum { LEANINGS = sizeof leanings / sizeof(double), GUESSES = sizeof guesses / sizeof(double) };
static double leaned[3][LEANINGS], guessed[3][GUESSES];
static Pupil pupils[] = {
    {(double *)&leanings, leaned[0], leaned[1], leaned[2], LEANINGS},
    {(double *)&guesses, guessed[0], guessed[1], guessed[2], GUESSES},
};
static int lessons;

// What is guessed of both seats at once.
typedef struct { double facts[SEATS][FACTS], thoughts[SEATS][THOUGHTS], won; } Guess;

// A step of a match that was played: what was guessed before, and after, over all that may have been chosen.
typedef struct { Guess guess; double after; int tried; } Step;

// Who plays by dice, and who tries what they would not choose.
typedef struct { int dicey, trying; } Way;

ASKED(averaged_policy) void *averaged_note(void) { return &averaged; }

static void open_facts(const Table *table, int seat, int dicey, double *facts) {
    const int *own = table->cards[seat], *theirs = table->cards[!seat];
    int mine = total(own), others = total(theirs), lead = table->won[seat] - table->won[!seat];
    for (int at = 0; at < FIVE; at++) {
        int rest = table->hidden[seat][at] - theirs[at];
        facts[at] = own[at] / 2.0, facts[FIVE + at] = theirs[at] / 2.0;
        facts[2 * FIVE + at] = table->left ? 4.0 * rest / table->left : 0.8;
    }
    double more[] = {mine == 1, others == 1, mine == 2, table->joker[seat], table->joker[!seat], table->laid[seat],
        table->laid[!seat], (lead > 8 ? 8 : lead < -8 ? -8 : lead) / 4.0, sign(lead + table->pot + 2), others == 2,
        table->pot / 4.0, (mine - others) / 4.0, 1, dicey == seat, dicey == !seat};
    __builtin_memcpy(facts + 3 * FIVE, more, sizeof more);
}

static double ended_for(const Table *table, int seat) { return (1 + sign(table->won[seat] - table->won[!seat])) / 2; }

// How likely seat 0 wins.
static double guess(const Table *table, int dicey, Guess *made) {
    double worth[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        open_facts(table, seat, dicey, made->facts[seat]);
        thought_of(made->facts[seat], FACTS, guesses.facts, made->thoughts[seat]);
        for (int at = 0; at < THOUGHTS; at++) worth[seat] += made->thoughts[seat][at] * guesses.worth[at];
    }
    return made->won = 1 / (1 + power(worth[1] - worth[0]));
}

static void blame(double (*adds)[THOUGHTS], const double *facts, int many, const double *thoughts, const double *faults) {
    for (int to = 0; to < THOUGHTS; to++) {
        if (!thoughts[to]) continue;
        for (int at = 0; at < many; at++) adds[at][to] += facts[at] * faults[to];
    }
}

static void guess_taught(const Guess *made, double was) {
    double faults[THOUGHTS], (*adds)[THOUGHTS] = (void *)guessed[0], *worth = guessed[0] + FACTS * THOUGHTS;
    for (int seat = 0; seat < SEATS; seat++) {
        double fault = (made->won - was) * (seat ? -1 : 1);
        for (int at = 0; at < THOUGHTS; at++) {
            worth[at] += fault * made->thoughts[seat][at];
            faults[at] = fault * guesses.worth[at];
        }
        blame(adds, made->facts[seat], FACTS, made->thoughts[seat], faults);
    }
}

// Any deal; one in four of other cards, or late in a match, so that there is nothing it has never seen.
static void dealt(Table *table) {
    static const int usual[FIVE] = {12, 12, 12, 8, 5};
    int late = !roll(4), wild = late && roll(2), many[SEATS] = {6, 6};
    *table = (Table){.joker = {1, 1}};
    do {
        table->left = 0;
        for (int at = 0; at < FIVE; at++)
            for (int left = wild ? (int)(roll(2) * roll(13)) : usual[at]; left; left--) table->pile[table->left++] = at;
    } while (table->left < 16);
    shuffled(table);
    if (late) {
        table->left -= roll(table->left - 15);
        for (int seat = 0; seat < SEATS; seat++) many[seat] = 1 + roll(5), table->joker[seat] = roll(2);
        table->won[roll(2)] = roll(10);
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (; many[seat]; many[seat]--) table->cards[seat][table->pile[--table->left]]++;
    for (int seat = 0; seat < SEATS; seat++)
        for (int at = 0; at < table->left; at++) table->hidden[seat][table->pile[at]]++;
    for (int seat = 0; seat < SEATS; seat++)
        for (int at = 0; at < FIVE; at++) table->hidden[seat][at] += table->cards[!seat][at];
}

// It leans to what wins more often than its mix, and, the calmer, the more to what it would not choose.
static void lean_taught(const int *cards, const double *seen, const double *thoughts, const double *mix,
                        const double *wins, double calm) {
    double feels[FIVE], mean = 0, usual = 0, all = 0, faults[FIVE] = {0}, blames[THOUGHTS];
    double (*adds)[FIVE] = (void *)(leaned[0] + SEEN * THOUGHTS);
    int none = !total(cards), choices = 0;
    for (int at = 0; at < FIVE; at++) {
        feels[at] = leanings.thoughts[THOUGHTS][at];
        for (int to = 0; to < THOUGHTS; to++) feels[at] += thoughts[to] * leanings.thoughts[to][at];
        mean += mix[at] * wins[at], usual += mix[at] * feels[at];
    }
    for (int at = 0; at < FIVE; at++)
        if (none || cards[at])
            all += faults[at] = calm * (feels[at] - usual) - (wins[at] - mean), choices++;
    for (int at = 0; at < FIVE; at++)
        if (none || cards[at]) faults[at] -= all / choices;
    for (int to = 0; to < THOUGHTS; to++) {
        blames[to] = 0;
        for (int at = 0; at < FIVE; at++) {
            adds[to][at] += faults[at] * thoughts[to];
            blames[to] += faults[at] * leanings.thoughts[to][at];
        }
    }
    for (int at = 0; at < FIVE; at++) adds[THOUGHTS][at] += faults[at];
    blame((void *)leaned[0], seen, SEEN, thoughts, blames);
}

// Both choose; it learns what each choice would have led to. Returns how many learnt.
static int stepped(Table *table, Way way, double calm, Step *step, int *cards) {
    double seen[SEATS][SEEN], thoughts[SEATS][THOUGHTS], mix[SEATS][FIVE], wins[SEATS][FIVE] = {0};
    int learnt = 0, signs = !total(table->cards[0]) && !total(table->cards[1]);
    for (int seat = 0; seat < SEATS; seat++) {
        const int *own = table->cards[seat];
        Stand stand = stood(table, seat);
        looked(own, table->hidden[seat], &stand, seen[seat]);
        thought_of(seen[seat], SEEN, leanings.seen, thoughts[seat]);
        if (signs) mixed(own, table->hidden[seat], &stand, mix[seat]);
        else leant(own, thoughts[seat], mix[seat]);
        if (seat == way.dicey)
            for (int at = 0; at < FIVE; at++) mix[seat][at] = total(own) ? own[at] / (double)total(own) : 0.2;
    }
    step->after = 0, step->tried = 0;
    for (int one = 0; one < FIVE; one++)
        for (int other = 0; other < FIVE; other++) {
            int can = (total(table->cards[0]) ? table->cards[0][one] : mix[0][one] > 0) &&
                      (total(table->cards[1]) ? table->cards[1][other] : mix[1][other] > 0);
            if (!can) continue;
            Table made = *table;
            Guess after;
            int over = played(&made, (int[]){one, other});
            double won = over ? ended_for(&made, 0) : guess(&made, way.dicey, &after);
            step->after += mix[0][one] * mix[1][other] * won;
            wins[0][one] += mix[1][other] * won, wins[1][other] += mix[0][one] * (1 - won);
        }
    guess(table, way.dicey, &step->guess);
    for (int seat = 0; seat < SEATS; seat++) {
        const int *own = table->cards[seat];
        int can[FIVE], choices = 0;
        for (int at = 0; at < FIVE; at++) choices += can[at] = total(own) ? own[at] > 0 : mix[seat][at] > 0;
        // Against whom tries anything there is nothing to learn, for they hold what nobody would.
        if (choices > 1 && !signs && seat != way.dicey && way.trying != !seat)
            lean_taught(own, seen[seat], thoughts[seat], mix[seat], wins[seat], calm), learnt++;
        cards[seat] = drawn(mix[seat]);
        if (seat == way.trying && roll(5) < 2) {
            int which = roll(choices);
            for (int at = 0; at < FIVE; at++)
                if (can[at] && !which--) cards[seat] = at;
            step->tried = 1;
        }
    }
    return learnt;
}

static void learnt(Pupil *pupil, double rate, int many) {
    double early = 1, late = 1;
    for (int at = 0; at < lessons && at < 20000; at++) early *= 0.9, late *= 0.999;
    for (int at = 0; at < pupil->many; at++) {
        double slope = pupil->slope[at] / (many + 1);
        pupil->mean[at] += 0.1 * (slope - pupil->mean[at]);
        pupil->square[at] += 0.001 * (slope * slope - pupil->square[at]);
        double pace = __builtin_sqrt(pupil->square[at] / (1 - late)) + 1e-8;
        pupil->figures[at] -= rate * pupil->mean[at] / (1 - early) / pace;
        pupil->slope[at] = 0;
    }
}

// Nothing is known yet, and no thought is like another.
ASKED(reset) void reset(unsigned seed) {
    dice = seed * 0x9e3779b97f4a7c15ull + 1, lessons = 0;
    for (int at = 0; at < LEANINGS; at++) ((double *)&leanings)[at] = (share() - 0.5) / 2;
    for (int at = 0; at < GUESSES; at++) ((double *)&guesses)[at] = (share() - 0.5) / 2;
    averaged = leanings;
}

// So many matches, so many in a hundred of them against dice; rate and calm are in millionths.
ASKED(train) void train(int matches, int dicey, int rate, int calm) {
    static Step steps[LONGEST];
    int choices = 0, guesses_made = 0;
    for (int match = 0; match < matches; match++) {
        Table table;
        Way way = {NOBODY, (int)roll(3) - 1};
        int many = 0, over = 0, cards[SEATS];
        dealt(&table), lays(&table);
        if ((int)roll(100) < dicey) way = (Way){roll(2), NOBODY};
        for (; !over && many < LONGEST; over = played(&table, cards))
            choices += stepped(&table, way, calm / 1e6, &steps[many++], cards);
        // What came of a match is believed for the most part, as long as nobody tried anything.
        double was = ended_for(&table, 0);
        for (guesses_made += many; many--;) {
            was = steps[many].tried ? steps[many].after : 0.3 * steps[many].after + 0.7 * was;
            guess_taught(&steps[many].guess, was);
        }
    }
    lessons++;
    learnt(&pupils[0], rate / 1e6, choices), learnt(&pupils[1], rate / 1e6, guesses_made);
    double share = lessons < 2000 ? 1 / (1 + lessons / 50.0) : 0.0005;
    if (share < 0.0005) share = 0.0005;
    for (int at = 0; at < LEANINGS; at++)
        ((double *)&averaged)[at] += share * (((double *)&leanings)[at] - ((double *)&averaged)[at]);
}
