// The public game tree: a node for each sequence of cards played, as everybody sees it.
//
// A node holds the strategies of all hands that are possible there. The tree ends where the match does, where one seat
// plays its last card (see last_card.h), or where both hold only new cards, so that earlier play no longer matters.
#pragma once
#include "last_card.h"

enum { ARENA_BYTES = 24 << 20 };

// The information that both seats have. games/schnick/endgame.py writes one of these.
typedef struct {
    int card_counts[SEATS];
    int has_joker[SEATS];       // in hand
    int has_laid_joker[SEATS];  // in the middle
    int left[SYMBOLS];          // in both hands and the pile
    int pot;                    // cards in the middle
    int lead;                   // cards won by seat 0, minus those of seat 1
} PublicState;

// One number for each symbol: probabilities or values.
typedef double SymbolValues[SYMBOLS];

typedef struct Node {
    PublicState state;
    int is_terminal;
    int last_card_chooser;  // the seat that chooses against a last card, or NO_SEAT
    int drawn[SEATS];       // cards drawn on the way to this node
    double value;           // of a terminal node: the chance that seat 0 wins
    double chance_weight;   // deals of the parent's cards for each deal of this node's, times the chance of the draws
    struct Node *children[SYMBOLS][SYMBOLS];
    // By seat, hand and symbol; floats to save memory.
    float (*regrets[SEATS])[SYMBOLS];
    float (*strategy_sums[SEATS])[SYMBOLS];
    // Against a last card: the number of deals by hand and last card, and the number won by hand, choice and last card.
    SymbolValues *last_card_deals;
    SymbolValues *last_card_wins;
} Node;

static _Alignas(16) char arena[ARENA_BYTES];
static int arena_used;

// Return zeroed memory. It is freed by lowering arena_used.
static void *allocate(int size) {
    void *memory = arena + arena_used;
    arena_used += (size + 15) & ~15;
    if (arena_used > ARENA_BYTES) __builtin_trap();
    return __builtin_memset(memory, 0, size);
}

// Lay each joker that is its owner's last card in the middle.
static void lay_jokers(PublicState *state) {
    for (int seat = 0; seat < SEATS; seat++) {
        if (state->card_counts[seat] || !state->has_joker[seat]) continue;
        state->has_joker[seat] = 0;
        state->has_laid_joker[seat] = 1;
        state->pot++;
    }
}

// The winner takes the pot and draws a card, or three if its joker was in the middle. The match is over if the loser
// holds nothing.
static void win_duel(Node *node, int payoff) {
    PublicState *state = &node->state;
    int winner = payoff < 0, loser = !winner;
    state->lead += payoff * state->pot;
    state->pot = 0;
    node->is_terminal = !state->card_counts[loser] && !state->has_joker[loser];
    node->value = final_value(state->lead);
    if (!node->is_terminal) node->drawn[winner] = state->has_laid_joker[winner] ? 3 : 1;
    state->has_laid_joker[0] = 0;
    state->has_laid_joker[1] = 0;
}

// Play two symbols: a card each, or a sign by a seat that has none. After a tie a seat that holds nothing draws a card.
static void play_symbols(Node *node, const int *symbols) {
    PublicState *state = &node->state;
    int payoff = payoffs[symbols[0]][symbols[1]];
    node->chance_weight = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!state->card_counts[seat]) continue;
        // Choosing h of L cards has L / h times as many ways as choosing h - 1 of L - 1. The 1 / h is inverse_symbols.
        node->chance_weight *= state->left[symbols[seat]]--;
        state->card_counts[seat]--;
        state->pot++;
    }
    if (payoff) {
        win_duel(node, payoff);
        return;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        node->drawn[seat] = !state->card_counts[seat] && !state->has_joker[seat];
    }
}

static void expand(Node *node);
static double solve_subgame(const PublicState *state);

static int are_cards_left(const PublicState *state, const int *symbols) {
    int needed[SYMBOLS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        if (state->card_counts[seat] && ++needed[symbols[seat]] > state->left[symbols[seat]]) return 0;
    }
    return 1;
}

// Return the node that two symbols lead to, or 0 if there are not enough such cards.
static Node *make_child(const PublicState *state, int symbol0, int symbol1) {
    int symbols[SEATS] = {symbol0, symbol1};
    if (!are_cards_left(state, symbols)) return 0;
    Node *node = allocate(sizeof *node);
    node->state = *state;
    play_symbols(node, symbols);
    if (node->is_terminal) return node;
    PublicState next = node->state;
    int kept = next.card_counts[0] + next.card_counts[1];
    int pile = count_cards(next.left) - kept;
    for (int seat = 0; seat < SEATS; seat++) next.card_counts[seat] += node->drawn[seat];
    lay_jokers(&next);
    int has_chooser = find_last_card_chooser(next.card_counts, next.has_joker, next.has_laid_joker) != NO_SEAT;
    if (!kept && !has_chooser) {
        // Nobody holds a card from before, so this is a game of its own.
        node->value = solve_subgame(&next);
        node->is_terminal = 1;
        node->drawn[0] = 0;
        node->drawn[1] = 0;
        return node;
    }
    for (int draws = node->drawn[0] + node->drawn[1]; draws; draws--) node->chance_weight /= pile--;
    node->state = next;
    expand(node);
    return node;
}

// Return the largest number of choices of any hand of this size.
static int max_choices(int card_count) {
    return card_count ? card_count : SYMBOLS;
}

static void fill_last_card_hand(Node *node, int hand) {
    const PublicState *state = &node->state;
    int seat = node->last_card_chooser, size = state->card_counts[seat];
    double deals = count_deals(size, hand, state->left);
    if (!deals) return;
    LastCardState against = {
        .has_joker = state->has_joker[seat], .pot = state->pot, .lead = seat ? -state->lead : state->lead};
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        against.own[symbol] = hand_symbols[size][hand][symbol];
        against.unseen[symbol] = state->left[symbol] - against.own[symbol];
    }
    for (int other = 0; other < SYMBOLS; other++) {
        double deals_with_card = deals * against.unseen[other];
        node->last_card_deals[hand][other] = deals_with_card;
        for (int i = 0; i < choice_counts[size][hand] && against.unseen[other]; i++) {
            double value = value_against_card(against, choices[size][hand][i], other);
            node->last_card_wins[hand * max_choices(size) + i][other] = deals_with_card * value;
        }
    }
}

static void fill_last_card_tables(Node *node) {
    int size = node->state.card_counts[node->last_card_chooser];
    node->last_card_deals = allocate(hand_counts[size] * sizeof *node->last_card_deals);
    node->last_card_wins = allocate(hand_counts[size] * max_choices(size) * sizeof *node->last_card_wins);
    for (int hand = 0; hand < hand_counts[size]; hand++) fill_last_card_hand(node, hand);
}

// Return the first symbol of seat 0 that leads to the same node. Signs with the same result against a card do; cards do
// not, since they leave the hand.
static int representative_symbol(const Node *node, int symbol0, int symbol1) {
    int has_sign_against_card = !node->state.card_counts[0] && node->state.card_counts[1];
    if (!has_sign_against_card) return symbol0;
    int first = 0;
    while (payoffs[first][symbol1] != payoffs[symbol0][symbol1]) first++;
    return first;
}

// Allocate the strategies of a node and build all nodes below it.
static void expand(Node *node) {
    const PublicState *state = &node->state;
    for (int seat = 0; seat < SEATS; seat++) {
        int size = hand_counts[state->card_counts[seat]] * sizeof *node->strategy_sums[seat];
        node->regrets[seat] = allocate(size);
        node->strategy_sums[seat] = allocate(size);
    }
    node->last_card_chooser = find_last_card_chooser(state->card_counts, state->has_joker, state->has_laid_joker);
    if (node->last_card_chooser != NO_SEAT) {
        fill_last_card_tables(node);
        return;
    }
    for (int symbol1 = 0; symbol1 < SYMBOLS; symbol1++) {
        for (int symbol0 = 0; symbol0 < SYMBOLS; symbol0++) {
            int first = representative_symbol(node, symbol0, symbol1);
            node->children[symbol0][symbol1] =
                first < symbol0 ? node->children[first][symbol1] : make_child(state, symbol0, symbol1);
        }
    }
}
