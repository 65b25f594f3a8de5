// The hands of up to four cards, and the payoffs of the symbols.
//
// Hands of the same size are numbered from 0. A hand stands for all deals that lead to it: if L cards of a symbol are
// left, there are L over h ways (a binomial coefficient) to deal h of them.
#pragma once

#define EXPORT(name) __attribute__((export_name(#name)))

enum { SYMBOLS = 5, MAX_CARDS = 4, MAX_HANDS = 70 };

// Whether the first symbol wins (1), ties (0) or loses (-1): scissors, stone, paper, fire, well.
static const int payoffs[SYMBOLS][SYMBOLS] = {
    {0, -1, 1, -1, -1}, {1, 0, -1, 1, -1}, {-1, 1, 0, -1, 1}, {1, -1, 1, 0, -1}, {1, 1, -1, 1, 0}};

// All tables are indexed by the size of the hand and its number.
static int hand_counts[MAX_CARDS + 1];
static int hand_symbols[MAX_CARDS + 1][MAX_HANDS][SYMBOLS];  // cards of each symbol
static int hand_with[MAX_CARDS + 1][MAX_HANDS][SYMBOLS];     // number of the hand with one more card of that symbol
// The symbols that can be played: those in the hand, or any sign with an empty hand.
static int choice_counts[MAX_CARDS + 1][MAX_HANDS];
static int choices[MAX_CARDS + 1][MAX_HANDS][SYMBOLS];
static double inverse_symbols[MAX_CARDS + 1][MAX_HANDS][SYMBOLS];  // 1 / hand_symbols; 1 for an empty hand

static int count_cards(const int *symbols) {
    return symbols[0] + symbols[1] + symbols[2] + symbols[3] + symbols[4];
}

static int is_same_hand(const int *one, const int *other) {
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (one[symbol] != other[symbol]) return 0;
    }
    return 1;
}

// Return the number of a hand, or the next free number if it has none yet.
static int find_hand(const int *symbols) {
    int size = count_cards(symbols), hand = 0;
    while (hand < hand_counts[size] && !is_same_hand(hand_symbols[size][hand], symbols)) hand++;
    return hand;
}

EXPORT(index_hand) int index_hand(int scissors, int stone, int paper, int fire, int well) {
    return find_hand((int[]){scissors, stone, paper, fire, well});
}

// Find the number of the hand with one more card, and store it. Add the hand to the tables if it is new.
static void link_larger_hand(int size, int hand, int symbol) {
    int larger[SYMBOLS];
    __builtin_memcpy(larger, hand_symbols[size][hand], sizeof larger);
    larger[symbol]++;
    int number = find_hand(larger);
    hand_with[size][hand][symbol] = number;
    if (number < hand_counts[size + 1]) return;
    __builtin_memcpy(hand_symbols[size + 1][number], larger, sizeof larger);
    hand_counts[size + 1]++;
}

static void initialize_hand(int size, int hand) {
    choice_counts[size][hand] = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        int count = hand_symbols[size][hand][symbol];
        if (!size || count) choices[size][hand][choice_counts[size][hand]++] = symbol;
        inverse_symbols[size][hand][symbol] = size ? 1.0 / count : 1;
        if (size < MAX_CARDS) link_larger_hand(size, hand, symbol);
    }
}

static void initialize_hands(void) {
    hand_counts[0] = 1;
    for (int size = 0; size <= MAX_CARDS; size++) {
        for (int hand = 0; hand < hand_counts[size]; hand++) initialize_hand(size, hand);
    }
}

// Count the ways to take a hand from these cards.
static double count_deals(int size, int hand, const int *cards) {
    double deals = 1;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        for (int taken = 0; taken < hand_symbols[size][hand][symbol]; taken++) {
            deals *= (double)(cards[symbol] - taken) / (taken + 1);
        }
    }
    return deals;
}
