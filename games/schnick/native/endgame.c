// The end of a match of two at Schnick, solved by regret matching: CFR+ (Tammelin, "Solving Large Imperfect Information
// Games Using CFR+", 2014), a form of counterfactual regret minimization (Zinkevich, Johanson, Bowling and Piccione,
// "Regret Minimization in Games with Incomplete Information", NIPS 2007). games/schnick/endgame.py calls it.
//
// Neither seat sees the other's hand. An information set is a hand at a node of the public tree, and each iteration
// walks that tree once for each seat with all hands at once (Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best
// Response Calculation in Large Extensive Games", IJCAI 2011). Reach probabilities go down the tree by hand, values
// come up. Iterations update the seats in turn. The average strategy, weighted by the square of the iteration, is the
// solution.
//
// Values are sums over deals, not averages, until count_matching_deals divides them.
#include "hands.h"
#include "last_card.h"
#include "game_tree.h"

enum {
    MAX_ITERATIONS = 4000,
    AVERAGING_DELAY = 8,  // the first iterations are far from the solution and do not enter the average
    CHECK_INTERVAL = 20,  // iterations between two computations of exploitability
};
// Iterations stop at this exploitability: the sum of what both seats gain by a best response, in chances to win.
static const double TARGET_EXPLOITABILITY = 0.001;
static const double SUBGAME_TARGET_EXPLOITABILITY = 0.004;
// While learning, this probability is divided among all choices, so that even hands that no good strategy leads to
// are solved.
static const double EXPLORATION = 0.0005;

typedef enum {
    UPDATE_REGRETS,  // play by regret matching and learn from it
    EVALUATE,        // play the average strategy
    BEST_RESPONSE,   // one seat plays its best response to the average strategy without exploration
} Mode;

static PublicState public_state;
static SymbolValues hand_values[MAX_HANDS];
static int iteration;
static Node *root;
static Node *current;  // the node that play_cards has led to
static Node *queried;  // the node whose action values are written to hand_values, or 0

// The addresses of the buffers.
EXPORT(public_state) void *public_state_address(void) {
    return &public_state;
}

EXPORT(hand_values) void *hand_values_address(void) {
    return hand_values;
}

// Return the exploration to add to a strategy. A negative value removes it from the average strategy.
static double exploration_of(Mode mode) {
    if (mode == UPDATE_REGRETS) return EXPLORATION;
    return mode == BEST_RESPONSE ? -EXPLORATION / (1 - EXPLORATION) : 0;
}

// Compute the strategy of each hand: in proportion to its positive regrets while learning, else to its average.
static void compute_strategy(const Node *node, int seat, Mode mode, SymbolValues *strategy) {
    int size = node->state.card_counts[seat];
    const float (*weights)[SYMBOLS] = mode == UPDATE_REGRETS ? node->regrets[seat] : node->strategy_sums[seat];
    double exploration = exploration_of(mode);
    for (int hand = 0; hand < hand_counts[size]; hand++) {
        const int *choice = choices[size][hand];
        int count = choice_counts[size][hand];
        double sum = 0, uniform = 1.0 / count;
        for (int i = 0; i < count; i++) sum += weights[hand][choice[i]];
        double scale = sum > 0 ? (1 - exploration) / sum : 0;
        for (int i = 0; i < count; i++) {
            double share = sum > 0 ? weights[hand][choice[i]] * scale + exploration * uniform : uniform;
            strategy[hand][choice[i]] = share > 0 ? share : 0;
        }
    }
}

// Add to child_reach how likely each hand results from playing a symbol and drawing cards.
static void propagate_reach(int size, const double *reach, const SymbolValues *strategy, int symbol, int drawn,
                            double *child_reach) {
    int kept = size ? size - 1 : 0;
    double current_reach[MAX_HANDS], larger_reach[MAX_HANDS];
    for (int hand = 0; hand < hand_counts[kept]; hand++) {
        int before = size ? hand_with[kept][hand][symbol] : 0;
        current_reach[hand] = reach[before] * strategy[before][symbol] * inverse_symbols[size][before][symbol];
    }
    int final_size = kept + drawn;
    for (int current_size = kept; current_size < final_size; current_size++) {
        __builtin_memset(larger_reach, 0, hand_counts[current_size + 1] * sizeof *larger_reach);
        for (int hand = 0; hand < hand_counts[current_size]; hand++) {
            for (int card = 0; card < SYMBOLS; card++) {
                int larger = hand_with[current_size][hand][card];
                larger_reach[larger] += current_reach[hand] * (hand_symbols[current_size][hand][card] + 1);
            }
        }
        __builtin_memcpy(current_reach, larger_reach, hand_counts[current_size + 1] * sizeof *larger_reach);
    }
    for (int hand = 0; hand < hand_counts[final_size]; hand++) child_reach[hand] += current_reach[hand];
}

// Add the value of playing a symbol to each hand's action_values, from the values of the resulting hands.
static void propagate_values(int size, const double *child_values, double chance_weight, int symbol, int drawn,
                             SymbolValues *action_values) {
    int kept = size ? size - 1 : 0;
    double values[MAX_HANDS], smaller_values[MAX_HANDS];
    __builtin_memcpy(values, child_values, hand_counts[kept + drawn] * sizeof *values);
    for (int current_size = kept + drawn - 1; current_size >= kept; current_size--) {
        for (int hand = 0; hand < hand_counts[current_size]; hand++) {
            smaller_values[hand] = 0;
            for (int card = 0; card < SYMBOLS; card++) {
                int larger = hand_with[current_size][hand][card];
                smaller_values[hand] += values[larger] * (hand_symbols[current_size][hand][card] + 1);
            }
        }
        __builtin_memcpy(values, smaller_values, hand_counts[current_size] * sizeof *smaller_values);
    }
    for (int hand = 0; hand < hand_counts[kept]; hand++) {
        int before = size ? hand_with[kept][hand][symbol] : 0;
        action_values[before][symbol] += chance_weight * values[hand] * inverse_symbols[size][before][symbol];
    }
}

// Count the deals in which a hand meets any hand of the opponent, weighted by the reach of that hand.
static double count_matching_deals(const PublicState *state, int seat, int hand, const double *opponent_reach) {
    int size = state->card_counts[seat], opponent_size = state->card_counts[!seat];
    int rest[SYMBOLS];
    double sum = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        rest[symbol] = state->left[symbol] - hand_symbols[size][hand][symbol];
        if (rest[symbol] < 0) return 0;
    }
    for (int other = 0; other < hand_counts[opponent_size]; other++) {
        if (opponent_reach[other]) sum += opponent_reach[other] * count_deals(opponent_size, other, rest);
    }
    return sum * count_deals(size, hand, state->left);
}

// Write the expected value of each choice of each hand to hand_values.
static void write_hand_values(const PublicState *state, int seat, const double *opponent_reach,
                              const SymbolValues *action_values) {
    for (int hand = 0; hand < hand_counts[state->card_counts[seat]]; hand++) {
        double deals = count_matching_deals(state, seat, hand, opponent_reach);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            hand_values[hand][symbol] = deals > 0 ? action_values[hand][symbol] / deals : 0;
        }
    }
}

static void compute_terminal_values(const Node *node, int seat, const double *opponent_reach, double *values) {
    for (int hand = 0; hand < hand_counts[node->state.card_counts[seat]]; hand++) {
        double deals = count_matching_deals(&node->state, seat, hand, opponent_reach);
        values[hand] = deals * (seat ? 1 - node->value : node->value);
    }
}

// Compute the values of the seat that plays its last card. Its hand is numbered like the symbol of that card.
static void compute_last_card_owner_values(const Node *node, int chooser, const double *chooser_reach,
                                           const SymbolValues *chooser_strategy, double *values) {
    int size = node->state.card_counts[chooser];
    __builtin_memset(values, 0, SYMBOLS * sizeof *values);
    for (int hand = 0; hand < hand_counts[size]; hand++) {
        for (int i = 0; i < choice_counts[size][hand]; i++) {
            double reach = chooser_reach[hand] * chooser_strategy[hand][choices[size][hand][i]];
            const double *deals = node->last_card_deals[hand];
            const double *wins = node->last_card_wins[hand * max_choices(size) + i];
            for (int card = 0; card < SYMBOLS; card++) values[card] += reach * (deals[card] - wins[card]);
        }
    }
}

// Compute the action values of the seat that chooses against a last card.
static void compute_last_card_chooser_values(const Node *node, int chooser, const double *owner_reach,
                                             SymbolValues *action_values) {
    int size = node->state.card_counts[chooser];
    for (int hand = 0; hand < hand_counts[size]; hand++) {
        for (int i = 0; i < choice_counts[size][hand]; i++) {
            const double *wins = node->last_card_wins[hand * max_choices(size) + i];
            double sum = 0;
            for (int card = 0; card < SYMBOLS; card++) sum += owner_reach[card] * wins[card];
            action_values[hand][choices[size][hand][i]] = sum;
        }
    }
}

// A walk of the tree for one seat, at one node.
typedef struct {
    int seat;
    Mode mode;
    const double *reach[SEATS];  // by seat and hand; how likely the seat's own choices lead here
} Visit;

static void traverse(Node *node, const Visit *visit, double *values);

// Visit the child that two symbols lead to and add its values to the action values.
static void traverse_child(const Node *node, const Visit *visit, SymbolValues (*strategies)[MAX_HANDS], int symbol0,
                           int symbol1, SymbolValues *action_values) {
    Node *child = node->children[symbol0][symbol1];
    if (!child || representative_symbol(node, symbol0, symbol1) < symbol0) return;
    const int *sizes = node->state.card_counts;
    double child_reach[SEATS][MAX_HANDS] = {0}, child_values[MAX_HANDS];
    for (int sign = symbol0; sign < SYMBOLS; sign++) {
        if (representative_symbol(node, sign, symbol1) != symbol0) continue;
        propagate_reach(sizes[0], visit->reach[0], strategies[0], sign, child->drawn[0], child_reach[0]);
    }
    propagate_reach(sizes[1], visit->reach[1], strategies[1], symbol1, child->drawn[1], child_reach[1]);
    Visit child_visit = {visit->seat, visit->mode, {child_reach[0], child_reach[1]}};
    traverse(child, &child_visit, child_values);
    if (visit->seat == 1) {
        propagate_values(sizes[1], child_values, child->chance_weight, symbol1, child->drawn[1], action_values);
        return;
    }
    for (int sign = symbol0; sign < SYMBOLS; sign++) {
        if (representative_symbol(node, sign, symbol1) != symbol0) continue;
        propagate_values(sizes[0], child_values, child->chance_weight, sign, child->drawn[0], action_values);
    }
}

// Add this iteration's regrets and strategy of one hand. CFR+ never lets a sum of regrets fall below zero.
static void update_regrets(Node *node, const Visit *visit, int hand, const double *strategy,
                           const double *action_values, double expected_value) {
    int seat = visit->seat, size = node->state.card_counts[seat];
    for (int i = 0; i < choice_counts[size][hand]; i++) {
        int symbol = choices[size][hand][i];
        float *regret = &node->regrets[seat][hand][symbol];
        double sum = *regret + action_values[symbol] - expected_value;
        *regret = sum > 0 ? sum : 0;
        if (iteration <= AVERAGING_DELAY) continue;
        double weight = (double)iteration * iteration * visit->reach[seat][hand];
        node->strategy_sums[seat][hand][symbol] += weight * strategy[symbol];
    }
}

// Compute the value of each hand from the values of its choices. Learn from them, if that is the mode.
static void combine_action_values(Node *node, const Visit *visit, const SymbolValues *strategy,
                                  const SymbolValues *action_values, double *values) {
    int size = node->state.card_counts[visit->seat];
    for (int hand = 0; hand < hand_counts[size]; hand++) {
        double expected_value = 0, best_value = 0;
        for (int i = 0; i < choice_counts[size][hand]; i++) {
            int symbol = choices[size][hand][i];
            double value = action_values[hand][symbol];
            expected_value += strategy[hand][symbol] * value;
            best_value = value > best_value ? value : best_value;
        }
        values[hand] = visit->mode == BEST_RESPONSE ? best_value : expected_value;
        if (visit->mode == UPDATE_REGRETS) {
            update_regrets(node, visit, hand, strategy[hand], action_values[hand], expected_value);
        }
    }
}

// Compute the counterfactual value of each hand of the visiting seat: a sum over all deals with it, weighted by how
// likely the opponent's choices lead here.
static void traverse(Node *node, const Visit *visit, double *values) {
    int seat = visit->seat, opponent = !seat, chooser = node->last_card_chooser;
    const PublicState *state = &node->state;
    const double *opponent_reach = visit->reach[opponent];
    SymbolValues strategies[SEATS][MAX_HANDS], action_values[MAX_HANDS];
    if (node->is_terminal) {
        compute_terminal_values(node, seat, opponent_reach, values);
        return;
    }
    compute_strategy(node, seat, visit->mode, strategies[seat]);
    compute_strategy(node, opponent, visit->mode, strategies[opponent]);
    __builtin_memset(action_values, 0, hand_counts[state->card_counts[seat]] * sizeof *action_values);
    if (chooser == opponent) {
        compute_last_card_owner_values(node, chooser, opponent_reach, strategies[opponent], values);
        for (int card = 0; card < SYMBOLS; card++) action_values[card][card] = values[card];
    } else if (chooser == seat) {
        compute_last_card_chooser_values(node, chooser, opponent_reach, action_values);
    } else {
        for (int symbol0 = 0; symbol0 < SYMBOLS; symbol0++) {
            for (int symbol1 = 0; symbol1 < SYMBOLS; symbol1++) {
                traverse_child(node, visit, strategies, symbol0, symbol1, action_values);
            }
        }
    }
    if (node == queried) write_hand_values(state, seat, opponent_reach, action_values);
    if (chooser != opponent) combine_action_values(node, visit, strategies[seat], action_values, values);
}

// Walk the whole tree and return the chance that this seat wins.
static double expected_value(Node *from, int seat, Mode mode) {
    double certain[MAX_HANDS], values[MAX_HANDS], value = 0, deals = 0;
    for (int hand = 0; hand < MAX_HANDS; hand++) certain[hand] = 1;
    Visit visit = {seat, mode, {certain, certain}};
    traverse(from, &visit, values);
    for (int hand = 0; hand < hand_counts[from->state.card_counts[seat]]; hand++) {
        value += values[hand];
        deals += count_matching_deals(&from->state, seat, hand, certain);
    }
    return value / deals;
}

// Return what both seats together gain by a best response to the average strategy of the other.
static double exploitability(Node *from) {
    return expected_value(from, 0, BEST_RESPONSE) + expected_value(from, 1, BEST_RESPONSE) - 1;
}

// Build the tree and iterate until the average strategy is good enough. Return the root.
static Node *solve_game(const PublicState *state, double target_exploitability) {
    Node *node = allocate(sizeof *node);
    node->state = *state;
    expand(node);
    for (iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
        if (iteration % CHECK_INTERVAL == 0 && exploitability(node) <= target_exploitability) break;
        for (int seat = 0; seat < SEATS; seat++) expected_value(node, seat, UPDATE_REGRETS);
    }
    return node;
}

static PublicState swap_seats(const PublicState *state) {
    PublicState swapped = *state;
    for (int seat = 0; seat < SEATS; seat++) {
        swapped.card_counts[seat] = state->card_counts[!seat];
        swapped.has_joker[seat] = state->has_joker[!seat];
        swapped.has_laid_joker[seat] = state->has_laid_joker[!seat];
    }
    swapped.lead = -state->lead;
    return swapped;
}

// Solve a game that does not depend on what was played before and return the chance that seat 0 wins. Its tree is
// freed.
static double solve_subgame(const PublicState *state) {
    int arena_before = arena_used;
    // The tree is smaller if seat 0 is the one with fewer cards.
    int is_swapped = state->card_counts[1] < state->card_counts[0];
    PublicState ordered = is_swapped ? swap_seats(state) : *state;
    Node *node = solve_game(&ordered, SUBGAME_TARGET_EXPLOITABILITY);
    double value = expected_value(node, is_swapped ? 1 : 0, EVALUATE);
    arena_used = arena_before;
    return value;
}

// Solve the game from the public state in the buffer.
EXPORT(solve) void solve(void) {
    initialize_hands();
    arena_used = 0;
    root = solve_game(&public_state, TARGET_EXPLOITABILITY);
    current = root;
}

// Go to the node that two symbols lead to. Return 0 if the tree ends before it.
EXPORT(play_cards) int play_cards(int symbol0, int symbol1) {
    if (current->last_card_chooser != NO_SEAT) return 0;
    Node *child = current->children[symbol0][symbol1];
    if (!child || child->is_terminal) return 0;
    current = child;
    return 1;
}

// Write to hand_values how often each hand of a seat plays each symbol at the current node.
EXPORT(compute_average_strategy) void compute_average_strategy(int seat) {
    compute_strategy(current, seat, BEST_RESPONSE, hand_values);
}

// Write to hand_values how likely each hand of a seat wins with each symbol at the current node.
EXPORT(compute_action_values) void compute_action_values(int seat) {
    queried = current;
    expected_value(root, seat, EVALUATE);
    queried = 0;
}

// Write the exploitability of the average strategy to the first number of hand_values.
EXPORT(compute_exploitability) void compute_exploitability(void) {
    hand_values[0][0] = exploitability(root);
}
