// Deals of Schnick as somebody imagines them who knows how the strong house mixes: what may be in the other's hand, how
// likely that is, and what comes of a card when both play on so. Asked by knower.py.
#include "table.h"
#include "taught.h"

// Where the match stands, as one seat sees it: `unseen` are the other's cards and the pile.
static struct {
    int seat, own[FIVE], unseen[FIVE], held, joker[2], laid[2], won[2], pot, tied, challenger;
    int habit, often, number, symbol, answer;
} view;

// By symbol: how often each is chosen, or what came of it.
static double found[FIVE];

ASKED(leanings) void *leanings_note(void) { return &leanings; }
ASKED(view) void *view_note(void) { return &view; }
ASKED(found) void *found_note(void) { return found; }

static Stand seen_by(int seat, int others) {
    return (Stand){others, {view.joker[seat], view.joker[!seat]}, {view.laid[seat], view.laid[!seat]},
        view.won[seat] - view.won[!seat], view.pot, view.tied};
}

// What the other may hold, each hand as likely as it is.

static struct { int cards[FIVE]; double share; } hands[MOST_HANDS], later[MOST_HANDS];
static int many, pool[FIVE];

static void sum_up(void) {
    double sum = 0;
    int kept = 0;
    for (int at = 0; at < many; at++) sum += hands[at].share;
    for (int at = 0; at < many; at++)
        if (hands[at].share > 0) hands[kept] = hands[at], hands[kept++].share /= sum;
    many = kept;
}

static void deal(int symbol, int left, int *cards, double ways) {
    if (symbol == FIVE) {
        if (!left) __builtin_memcpy(hands[many].cards, cards, sizeof hands->cards), hands[many++].share = ways;
        return;
    }
    for (int taken = 0; taken <= left && taken <= pool[symbol]; taken++) {
        cards[symbol] = taken;
        deal(symbol + 1, left - taken, cards, ways);
        ways *= (double)(pool[symbol] - taken) / (taken + 1);
    }
}

// Any cards, as the view is.
ASKED(begin) void begin(void) {
    int cards[FIVE];
    many = 0;
    __builtin_memcpy(pool, view.unseen, sizeof pool);
    deal(0, view.held, cards, 1);
    sum_up();
}

// The other played that card where the view is: they hold what they would play it from.
ASKED(saw) void saw(int card) {
    Stand stand = seen_by(!view.seat, total(view.own));
    for (int at = 0; at < many; at++) {
        int hidden[FIVE];
        double mix[FIVE], sum = 0;
        for (int symbol = 0; symbol < FIVE; symbol++)
            hidden[symbol] = pool[symbol] - hands[at].cards[symbol] + view.own[symbol];
        mixed(hands[at].cards, hidden, &stand, mix);
        for (int symbol = 0; symbol < FIVE; symbol++) sum += mix[symbol];
        hands[at].share *= mix[card] / sum;
        hands[at].cards[card]--;
    }
    pool[card]--;
    sum_up();
}

// One drew that card oneself, so the other has it not.
ASKED(took) void took(int card) {
    for (int at = 0; at < many; at++)
        hands[at].share *= (double)(pool[card] - hands[at].cards[card]) / (total(pool) - total(hands[at].cards));
    pool[card]--;
    sum_up();
}

// The other drew a card.
ASKED(drew) void drew(void) {
    static int place[MOST_HELD * MOST_HELD * MOST_HELD * MOST_HELD];
    int held = total(hands[0].cards), more = 0;
    for (int at = 0; at < many; at++)
        for (int symbol = 0; symbol < FIVE; symbol++) {
            int rest = pool[symbol] - hands[at].cards[symbol], *cards = hands[at].cards;
            if (rest <= 0) continue;
            cards[symbol]++;
            int *known = &place[((cards[0] * MOST_HELD + cards[1]) * MOST_HELD + cards[2]) * MOST_HELD + cards[3]];
            if (!*known) later[more] = hands[at], later[more].share = 0, *known = ++more;
            later[*known - 1].share += hands[at].share * rest / (total(pool) - held);
            cards[symbol]--;
        }
    for (many = 0; many < more; many++) {
        const int *cards = later[many].cards;
        hands[many] = later[many];
        place[((cards[0] * MOST_HELD + cards[1]) * MOST_HELD + cards[2]) * MOST_HELD + cards[3]] = 0;
    }
    sum_up();
}

// How many hands it may be; 0 where what came about was thought impossible.
ASKED(thought) int thought(void) { return many; }

// By symbol, how many of them the other holds, on average over all hands.
ASKED(held) void held(void) {
    for (int symbol = 0; symbol < FIVE; symbol++) {
        found[symbol] = 0;
        for (int at = 0; at < many; at++) found[symbol] += hands[at].share * hands[at].cards[symbol];
    }
}

// How the house would choose where the view is, with those cards for its own.
ASKED(mix) void mix(void) {
    Stand stand = seen_by(view.seat, view.held);
    mixed(view.own, view.unseen, &stand, found);
}

// One of those that are set.
static int any(const int *can) {
    int which = roll(total(can));
    for (int at = 0; at < FIVE; at++)
        if (can[at] && !which--) return at;
    return NOBODY;
}

static int by_habit(const int *can, int symbol, int answer) {
    int others[FIVE];
    switch (view.habit) {
    case REPEAT: return symbol != NOBODY && can[symbol] ? symbol : any(can);
    case MIRROR: return answer != NOBODY && can[answer] ? answer : any(can);
    case FAVOURITE: return can[view.number % FIVE] ? view.number % FIVE : any(can);
    case AVOID:
        for (int at = 0; at < FIVE; at++) others[at] = can[at] && at != symbol;
        return any(total(others) ? others : can);
    default:
        for (int at = symbol == NOBODY ? (int)roll(FIVE) : symbol + 1;; at++)
            if (can[at % FIVE]) return at % FIVE;
    }
}

static int chosen(const Table *table, int seat, int is_rival) {
    const int *own = table->cards[seat];
    double ways[FIVE];
    int can[FIVE], none = !total(own);
    for (int at = 0; at < FIVE; at++) can[at] = none || own[at];
    if (is_rival && view.habit && total(can) > 1 && (int)roll(100) < view.often)
        return by_habit(can, table->symbol, table->answer);
    Stand stand = stood(table, seat);
    mixed(own, table->hidden[seat], &stand, ways);
    return drawn(ways);
}

// What comes of that card: 2 is won, 1 shared.
static int ended(Table table, int mine) {
    int cards[2];
    for (;;) {
        int seat = view.seat, theirs = chosen(&table, !seat, 1);
        cards[seat] = mine, cards[!seat] = theirs;
        if (played(&table, cards)) return 1 + (table.won[seat] > table.won[!seat]) - (table.won[seat] < table.won[!seat]);
        table.symbol = theirs, table.answer = mine;
        mine = chosen(&table, seat, 0);
    }
}

static Table imagined(void) {
    Table table = {.pot = view.pot, .tied = view.tied, .challenger = view.challenger, .symbol = view.symbol};
    double which = share();
    int at = 0, seat = view.seat;
    for (; at < many - 1 && (which -= hands[at].share) >= 0; at++);
    table.answer = view.answer;
    for (int side = 0; side < 2; side++)
        table.joker[side] = view.joker[side], table.laid[side] = view.laid[side], table.won[side] = view.won[side];
    for (int symbol = 0; symbol < FIVE; symbol++) {
        int theirs = hands[at].cards[symbol], rest = view.unseen[symbol] - theirs;
        table.cards[seat][symbol] = view.own[symbol], table.cards[!seat][symbol] = theirs;
        table.hidden[seat][symbol] = view.unseen[symbol], table.hidden[!seat][symbol] = rest + view.own[symbol];
        for (; rest > 0; rest--) table.pile[table.left++] = symbol;
    }
    shuffled(&table);
    return table;
}

// By symbol, what comes of it over so many deals, each with the same luck for all symbols.
ASKED(weigh) void weigh(int deals, unsigned seed) {
    dice = seed * 0x9e3779b97f4a7c15ull + 1;
    for (int at = 0; at < FIVE; at++) found[at] = 0;
    for (int number = 0; number < deals; number++) {
        Table table = imagined();
        u64 luck = dice;
        for (int at = 0; at < FIVE; at++)
            if (view.own[at] || !total(view.own)) dice = luck, found[at] += ended(table, at) / 2.0;
        dice = luck, roll(2);
    }
}
