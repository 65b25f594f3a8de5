// Hands of up to four cards by number, and what two cards come to.
#define ASKED(name) __attribute__((export_name(#name)))
enum { FIVE = 5, MOST = 4, HANDS = 70 };

// Scissors, stone, paper, fire and well.
static const int pays[FIVE][FIVE] = {
    {0, -1, 1, -1, -1}, {1, 0, -1, 1, -1}, {-1, 1, 0, -1, 1}, {1, -1, 1, 0, -1}, {1, 1, -1, 1, 0}};

// By how many cards: how many hands there are, and for each what it holds and what it is with one card more; and what
// can be played from it, how many and which: a card that it holds, or any sign when it holds none.
static int hands[MOST + 1], held[MOST + 1][HANDS][FIVE], with[MOST + 1][HANDS][FIVE];
static int choices[MOST + 1][HANDS], choice[MOST + 1][HANDS][FIVE];
static double part[MOST + 1][HANDS][FIVE]; // each such card, of all its like in that hand

static int total(const int *cards) { return cards[0] + cards[1] + cards[2] + cards[3] + cards[4]; }

static int number(const int *cards) {
    int many = total(cards), hand = 0;
    for (; hand < hands[many]; hand++) {
        int card = 0;
        while (card < FIVE && held[many][hand][card] == cards[card]) card++;
        if (card == FIVE) break;
    }
    return hand;
}

ASKED(index_hand) int numbered(int s, int t, int p, int f, int w) { return number((int[]){s, t, p, f, w}); }

static void list_hands(void) {
    hands[0] = 1;
    for (int many = 0; many <= MOST; many++)
        for (int hand = 0; hand < hands[many]; hand++) {
            choices[many][hand] = 0;
            for (int card = 0; card < FIVE; card++) {
                int more[FIVE];
                if (!many || held[many][hand][card]) choice[many][hand][choices[many][hand]++] = card;
                part[many][hand][card] = many ? 1.0 / held[many][hand][card] : 1;
                if (many == MOST) continue;
                __builtin_memcpy(more, held[many][hand], sizeof more), more[card]++;
                int at = with[many][hand][card] = number(more);
                if (at == hands[many + 1]) __builtin_memcpy(held[many + 1][at], more, sizeof more), hands[many + 1]++;
            }
        }
}

// In how many ways a hand can be taken from those cards.
static double ways(int many, int hand, const int *cards) {
    double all = 1;
    for (int card = 0; card < FIVE; card++)
        for (int taken = 0; taken < held[many][hand][card]; taken++)
            all *= (double)(cards[card] - taken) / (taken + 1);
    return all;
}
