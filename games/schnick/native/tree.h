// All that can come of a stand of two, as both see it: a node for each pair of cards, until one of them plays a last.
enum { ROOM = 24 << 20, BOTH = 2 };

typedef struct Stand {
    int many[BOTH], joker[BOTH], laid[BOTH]; // cards; the joker in hand, or in the middle
    int left[FIVE];                          // in both hands and the pile
    int pot, lead;                           // by which the first is ahead
} Stand;

typedef double Mix[FIVE];

typedef struct Node {
    Stand at;
    int over, last;      // decided; one more than who chooses against a last card
    int taken[BOTH];     // from the pile, on the way here
    double worth, share; // of the first, where it is over; how often just this was drawn
    struct Node *next[FIVE][FIVE];
    float (*regret[BOTH])[FIVE], (*sum[BOTH])[FIVE];
    Mix *meet, *won; // against a last card: how often each hand meets it, and of every choice in turn, what comes of it
} Node;

static _Alignas(16) char room[ROOM];
static int used;

static void *made(int size) {
    void *new = room + used;
    used += (size + 15) & ~15;
    if (used > ROOM) __builtin_trap();
    return __builtin_memset(new, 0, size);
}

static void lay(Stand *at) {
    for (int seat = 0; seat < BOTH; seat++)
        if (!at->many[seat] && at->joker[seat]) at->joker[seat] = 0, at->laid[seat] = 1, at->pot++;
}

// Two cards are played, and others taken from the pile: how many is all that is seen of these.
static void play(Node *node, const int *cards) {
    Stand *at = &node->at;
    int pay = pays[cards[0]][cards[1]], winner = pay < 0;
    node->share = 1;
    for (int seat = 0; seat < BOTH; seat++)
        if (at->many[seat]) node->share *= at->left[cards[seat]]--, at->many[seat]--, at->pot++;
    if (pay) {
        at->lead += pay * at->pot, at->pot = 0;
        node->over = !at->many[!winner] && !at->joker[!winner], node->worth = over(at->lead);
        node->taken[winner] = node->over ? 0 : at->laid[winner] ? 3 : 1;
        at->laid[0] = at->laid[1] = 0;
    } else {
        for (int seat = 0; seat < BOTH; seat++) node->taken[seat] = !at->many[seat] && !at->joker[seat];
    }
}

static void grow(Node *node);
static double apart(const Stand *at);

static Node *after(const Stand *before, int one, int other) {
    int cards[BOTH] = {one, other}, need[FIVE] = {0};
    for (int seat = 0; seat < BOTH; seat++)
        if (before->many[seat] && ++need[cards[seat]] > before->left[cards[seat]]) return 0;
    Node *node = made(sizeof *node);
    node->at = *before;
    play(node, cards);
    if (node->over) return node;
    Stand next = node->at;
    int kept = next.many[0] + next.many[1], pile = total(next.left) - kept;
    for (int seat = 0; seat < BOTH; seat++) next.many[seat] += node->taken[seat];
    lay(&next);
    if (!kept && !chooser(next.many, next.joker, next.laid)) {
        // Nobody holds what was there before: how it came to that is no matter.
        node->worth = apart(&next), node->over = 1, node->taken[0] = node->taken[1] = 0;
        return node;
    }
    for (int all = node->taken[0] + node->taken[1]; all; all--) node->share /= pile--;
    node->at = next;
    grow(node);
    return node;
}

// The most that may be chosen from in any hand.
static int wide(int many) { return many ? many : FIVE; }

static void against_last(Node *node) {
    const Stand *stood = &node->at;
    int seat = node->last - 1, many = stood->many[seat];
    node->meet = made(hands[many] * sizeof *node->meet), node->won = made(hands[many] * wide(many) * sizeof *node->won);
    for (int hand = 0; hand < hands[many]; hand++) {
        Last last = {.joker = stood->joker[seat], .pot = stood->pot, .lead = seat ? -stood->lead : stood->lead};
        double often = ways(many, hand, stood->left);
        if (!often) continue;
        for (int card = 0; card < FIVE; card++)
            last.own[card] = held[many][hand][card], last.left[card] = stood->left[card] - last.own[card];
        for (int theirs = 0; theirs < FIVE; theirs++) {
            node->meet[hand][theirs] = often * last.left[theirs];
            for (int at = 0; at < choices[many][hand] && last.left[theirs]; at++) {
                int mine = choice[many][hand][at];
                node->won[hand * wide(many) + at][theirs] = node->meet[hand][theirs] * met(last, mine, theirs);
            }
        }
    }
}

// The first of all signs that come to the same against a card; for a card that is itself.
static int like(const Node *node, int one, int other) {
    int first = 0;
    if (node->at.many[0] || !node->at.many[1]) return one;
    while (pays[first][other] != pays[one][other]) first++;
    return first;
}

static void grow(Node *node) {
    for (int seat = 0; seat < BOTH; seat++) {
        int size = hands[node->at.many[seat]] * sizeof *node->sum[seat];
        node->regret[seat] = made(size), node->sum[seat] = made(size);
    }
    node->last = chooser(node->at.many, node->at.joker, node->at.laid);
    if (node->last) {
        against_last(node);
        return;
    }
    for (int other = 0; other < FIVE; other++)
        for (int one = 0; one < FIVE; one++) {
            int first = like(node, one, other);
            node->next[one][other] = first < one ? node->next[first][other] : after(&node->at, one, other);
        }
}
