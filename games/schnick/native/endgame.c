// The end of a match of two: how both mix so that nobody gains by knowing it. Asked by endgame.py.
//
// Nobody sees what the other holds, and what is played tells of what is kept. So all hands are played at once, over and
// over from where the end begins, and each leans to what would have won more often against how the other just mixed;
// what they did on average is the answer. How likely hands are goes down the tree by seat, what comes of them goes up;
// how often two of them can meet is counted where they do.
#include "hands.h"
#include "last.h"
#include "tree.h"

enum { HASTY = 8, OFTEN = 20, ROUNDS = 4000 }; // so many rounds do not count yet; so often it is looked whether it is done
// What both together may still gain by knowing how the other mixes: here, and where only the worth is asked for.
static const double ENOUGH = 0.001, ROUGHLY = 0.004;
// Now and then anything is played: so there is an answer to what nobody should do.
static const double STRAYS = 0.0005;

typedef enum How { LEARNS, KEEPS, ANSWERS } How;

static Stand stand;
static Mix found[HANDS];
static int round;
static Node *root, *here, *asked;

ASKED(public_state) void *stand_note(void) { return &stand; }
ASKED(hand_values) void *found_note(void) { return found; }

static void mixed(const Node *node, int seat, How how, Mix *mixes) {
    int many = node->at.many[seat];
    const float (*from)[FIVE] = how == LEARNS ? node->regret[seat] : node->sum[seat];
    double strays = how == LEARNS ? STRAYS : how == ANSWERS ? -STRAYS / (1 - STRAYS) : 0;
    for (int hand = 0; hand < hands[many]; hand++) {
        const int *card = choice[many][hand], all = choices[many][hand];
        double sum = 0, even = 1.0 / all, scale;
        for (int at = 0; at < all; at++) sum += from[hand][card[at]];
        scale = sum > 0 ? (1 - strays) / sum : 0;
        for (int at = 0; at < all; at++) {
            double share = sum > 0 ? from[hand][card[at]] * scale + strays * even : even;
            mixes[hand][card[at]] = share > 0 ? share : 0;
        }
    }
}

// How likely each hand comes about by that card, and so many more from the pile.
static void pass(int many, const double *likely, const Mix *mixes, int card, int more, double *later) {
    int kept = many ? many - 1 : 0;
    double reach[HANDS], drawn[HANDS];
    for (int hand = 0; hand < hands[kept]; hand++) {
        int before = many ? with[kept][hand][card] : 0;
        reach[hand] = likely[before] * mixes[before][card] * part[many][before][card];
    }
    for (int all = kept + more; kept < all; kept++) {
        __builtin_memset(drawn, 0, hands[kept + 1] * sizeof *drawn);
        for (int hand = 0; hand < hands[kept]; hand++)
            for (int each = 0; each < FIVE; each++)
                drawn[with[kept][hand][each]] += reach[hand] * (held[kept][hand][each] + 1);
        __builtin_memcpy(reach, drawn, hands[kept + 1] * sizeof *drawn);
    }
    for (int hand = 0; hand < hands[kept]; hand++) later[hand] += reach[hand];
}

// What each hand may hope for that plays that card, from what it may hope for later.
static void come_back(int many, const double *later, double share, int card, int more, Mix *hopes) {
    int kept = many ? many - 1 : 0;
    double before[HANDS], sum[HANDS];
    __builtin_memcpy(before, later, hands[kept + more] * sizeof *before);
    for (int size = kept + more - 1; size >= kept; size--) {
        for (int hand = 0; hand < hands[size]; hand++) {
            sum[hand] = 0;
            for (int each = 0; each < FIVE; each++)
                sum[hand] += before[with[size][hand][each]] * (held[size][hand][each] + 1);
        }
        __builtin_memcpy(before, sum, hands[size] * sizeof *sum);
    }
    for (int hand = 0; hand < hands[kept]; hand++) {
        int from = many ? with[kept][hand][card] : 0;
        hopes[from][card] += share * before[hand] * part[many][from][card];
    }
}

// How often that hand meets any of the other's.
static double meets(const Stand *at, int seat, int hand, const double *theirs) {
    int many = at->many[seat], rest[FIVE];
    double sum = 0;
    for (int card = 0; card < FIVE; card++)
        if ((rest[card] = at->left[card] - held[many][hand][card]) < 0) return 0;
    for (int other = 0; other < hands[at->many[!seat]]; other++)
        if (theirs[other]) sum += theirs[other] * ways(at->many[!seat], other, rest);
    return sum * ways(many, hand, at->left);
}

// How likely each card wins, of what comes of it as often as its hand meets any of the other's.
static void tell(const Stand *at, int seat, const double *theirs, const Mix *hopes) {
    for (int hand = 0; hand < hands[at->many[seat]]; hand++) {
        double often = meets(at, seat, hand, theirs);
        for (int card = 0; card < FIVE; card++) found[hand][card] = often > 0 ? hopes[hand][card] / often : 0;
    }
}

// By hand of that seat, what comes of it where both play on so; by how likely each hand is by what either played.
static void visit(Node *node, int seat, How how, const double *own, const double *theirs, double *hope) {
    const Stand *at = &node->at;
    int many = at->many[seat], others = at->many[!seat], all = hands[many];
    Mix mixes[BOTH][HANDS], hopes[HANDS];
    const double *likely[BOTH] = {seat ? theirs : own, seat ? own : theirs};
    if (node->over) {
        for (int hand = 0; hand < all; hand++)
            hope[hand] = meets(at, seat, hand, theirs) * (seat ? 1 - node->worth : node->worth);
        return;
    }
    mixed(node, seat, how, mixes[seat]), mixed(node, !seat, how, mixes[!seat]);
    __builtin_memset(hopes, 0, all * sizeof *hopes);
    if (node->last && node->last - 1 != seat) {
        __builtin_memset(hope, 0, FIVE * sizeof *hope);
        for (int hand = 0; hand < hands[others]; hand++)
            for (int at = 0; at < choices[others][hand]; at++) {
                int played = choice[others][hand][at];
                double often = theirs[hand] * mixes[!seat][hand][played];
                for (int card = 0; card < FIVE; card++)
                    hope[card] += often * (node->meet[hand][card] - node->won[hand * wide(others) + at][card]);
            }
        // A hand of one card is called as the card is.
        for (int card = 0; card < FIVE; card++) hopes[card][card] = hope[card];
        if (node == asked) tell(at, seat, theirs, hopes);
        return;
    }
    if (node->last) {
        for (int hand = 0; hand < all; hand++)
            for (int at = 0; at < choices[many][hand]; at++) {
                double sum = 0;
                for (int card = 0; card < FIVE; card++) sum += theirs[card] * node->won[hand * wide(many) + at][card];
                hopes[hand][choice[many][hand][at]] = sum;
            }
    } else {
        for (int one = 0; one < FIVE; one++)
            for (int other = 0; other < FIVE; other++) {
                Node *next = node->next[one][other];
                double later[BOTH][HANDS] = {0}, come[HANDS];
                if (!next || like(node, one, other) < one) continue;
                for (int sign = one; sign < FIVE; sign++)
                    if (like(node, sign, other) == one)
                        pass(at->many[0], likely[0], mixes[0], sign, next->taken[0], later[0]);
                pass(at->many[1], likely[1], mixes[1], other, next->taken[1], later[1]);
                visit(next, seat, how, later[seat], later[!seat], come);
                for (int sign = one; sign < FIVE; sign++)
                    if (!seat && like(node, sign, other) == one)
                        come_back(many, come, next->share, sign, next->taken[0], hopes);
                if (seat) come_back(many, come, next->share, other, next->taken[1], hopes);
            }
    }
    if (node == asked) tell(at, seat, theirs, hopes);
    for (int hand = 0; hand < all; hand++) {
        const int *card = choice[many][hand];
        double mean = 0, most = 0;
        for (int at = 0; at < choices[many][hand]; at++) {
            double each = hopes[hand][card[at]];
            mean += mixes[seat][hand][card[at]] * each, most = each > most ? each : most;
        }
        hope[hand] = how == ANSWERS ? most : mean;
        for (int at = 0; at < choices[many][hand] && how == LEARNS; at++) {
            float *regret = &node->regret[seat][hand][card[at]];
            double more = *regret + hopes[hand][card[at]] - mean;
            *regret = more > 0 ? more : 0;
            if (round > HASTY)
                node->sum[seat][hand][card[at]] += (double)round * round * own[hand] * mixes[seat][hand][card[at]];
        }
    }
}

// Of the seat's, from the root of all that was made there.
static double hope(Node *from, int seat, How how) {
    double any[HANDS], hopes[HANDS], sum = 0, often = 0;
    for (int hand = 0; hand < HANDS; hand++) any[hand] = 1;
    visit(from, seat, how, any, any, hopes);
    for (int hand = 0; hand < hands[from->at.many[seat]]; hand++)
        sum += hopes[hand], often += meets(&from->at, seat, hand, any);
    return sum / often;
}

static double gain(Node *from) { return hope(from, 0, ANSWERS) + hope(from, 1, ANSWERS) - 1; }

static Node *learnt(const Stand *at, double enough) {
    Node *node = made(sizeof *node);
    node->at = *at;
    grow(node);
    for (round = 0; round < ROUNDS && (round % OFTEN || gain(node) > enough); round++)
        for (int seat = 0; seat < BOTH; seat++) hope(node, seat, LEARNS);
    return node;
}

// An end by itself, of which only the worth is kept. Whoever holds fewer comes first, which is faster.
static double apart(const Stand *at) {
    int before = used, turned = at->many[1] < at->many[0];
    Stand stood = *at;
    for (int seat = 0; seat < BOTH && turned; seat++)
        stood.many[seat] = at->many[!seat], stood.joker[seat] = at->joker[!seat], stood.laid[seat] = at->laid[!seat];
    stood.lead = turned ? -at->lead : at->lead;
    double worth = hope(learnt(&stood, ROUGHLY), turned, KEEPS);
    used = before;
    return worth;
}

// From the stand that was noted.
ASKED(solve) void solve(void) {
    list_hands();
    used = 0;
    here = root = learnt(&stand, ENOUGH);
}

// On to what these two lead to; 0 where that is an end by itself.
ASKED(play_cards) int played(int one, int other) {
    Node *next = here->last ? 0 : here->next[one][other];
    if (!next || next->over) return 0;
    here = next;
    return 1;
}

// By hand and card, how often it is played here.
ASKED(compute_average_strategy) void mix(int seat) { mixed(here, seat, ANSWERS, found); }

// And how likely it wins.
ASKED(compute_action_values) void weigh(int seat) {
    asked = here;
    hope(root, seat, KEEPS);
    asked = 0;
}

// How much both together would gain who knew how the other mixes.
ASKED(compute_exploitability) void gained(void) { found[0][0] = gain(root); }
