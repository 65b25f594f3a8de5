// Self-play of Schnick for two seats, to train the small network that mixes the cards of the strong computer opponent.
// tests/tools/bench/train_schnick.py calls it.
//
// An actor-critic method. The actor is the policy network. Its logits move by the advantage of each choice, as in
// Neural Replicator Dynamics (Hennes et al., "Neural Replicator Dynamics", AAMAS 2020), with a pull toward uniform
// play. The critic estimates who wins from a table with open cards; it learns by TD(lambda) (Sutton, "Learning to
// Predict by the Methods of Temporal Differences", 1988). Both step with Adam (Kingma and Ba, "Adam: A Method for
// Stochastic Optimization", 2015).
typedef unsigned long long u64;

#define EXPORT(name) __attribute__((export_name(#name)))
enum { SYMBOLS = 5, SCISSORS = 0, STONE, PAPER, FIRE, WELL };
enum { SEATS = 2, NO_SEAT = -1 };
enum { POLICY_INPUTS = 28, CRITIC_INPUTS = 30, HIDDEN_UNITS = 32 };
enum { PILE_SIZE = 64, MAX_STEPS = 64 };

// Whether the first symbol wins (1), ties (0) or loses (-1).
static const int payoffs[SYMBOLS][SYMBOLS] = {
    {0, -1, 1, -1, -1}, {1, 0, -1, 1, -1}, {-1, 1, 0, -1, 1}, {1, -1, 1, 0, -1}, {1, 1, -1, 1, 0}};

// One hidden layer of rectified linear units. The last row of `output` is the bias. The caller reads these numbers.
typedef struct {
    double hidden[POLICY_INPUTS][HIDDEN_UNITS];
    double output[HIDDEN_UNITS + 1][SYMBOLS];
} Policy;

// The same for the critic, with one output: the difference of both seats gives the chance to win.
typedef struct {
    double hidden[CRITIC_INPUTS][HIDDEN_UNITS];
    double output[HIDDEN_UNITS];
} Critic;

static Policy policy;
static Policy averaged_policy;
static Critic critic;
static Policy policy_gradient;
static Critic critic_gradient;

EXPORT(averaged_policy) void *averaged_policy_address(void) {
    return &averaged_policy;
}

// Random numbers: xorshift64* (Vigna, "An Experimental Exploration of Marsaglia's xorshift Generators, Scrambled",
// 2016).
static u64 random_state;

static unsigned random_below(unsigned limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state * 2685821657736338717ull) >> 32) % limit;
}

static double random_share(void) {
    return random_below(1u << 30) / (double)(1u << 30);
}

// Return e to the power of x: a power of two times a Taylor series, so that every machine gets the same bits.
static double exponential(double x) {
    double power_of_two = x * 1.4426950408889634, sum = 1, term = 1;
    int whole = (int)(power_of_two < 0 ? power_of_two - 0.5 : power_of_two + 0.5);
    if (whole < -1000) return 0;
    double rest = (power_of_two - whole) * 0.6931471805599453;
    for (int i = 1; i < 12; i++) {
        term *= rest / i;
        sum += term;
    }
    union {
        u64 bits;
        double value;
    } scale = {.bits = (u64)(whole + 1023) << 52};
    return sum * scale.value;
}

static int count_cards(const int *symbols) {
    return symbols[0] + symbols[1] + symbols[2] + symbols[3] + symbols[4];
}

static double sign_of(int number) {
    return (number > 0) - (number < 0);
}

static int clamp_lead(int lead) {
    return lead > 8 ? 8 : lead < -8 ? -8 : lead;
}

// All of a match of two, with the cards that nobody sees.
typedef struct {
    int cards[SEATS][SYMBOLS];
    int unseen[SEATS][SYMBOLS];  // what a seat does not see: the pile and the other hand
    int pile[PILE_SIZE], pile_count;
    int has_joker[SEATS], has_laid_joker[SEATS];
    int won[SEATS];  // cards
    int pot;
    int has_tied;  // whether a card was played in this duel
    int challenger;
} Table;

// The inputs of the policy. games/schnick computes the same ones when the computer plays.
static void encode_view(const Table *table, int seat, double *inputs) {
    const int *cards = table->cards[seat], *unseen = table->unseen[seat];
    int other = !seat, own_count = count_cards(cards), unseen_count = count_cards(unseen);
    int other_count = count_cards(table->cards[other]), pot = table->pot, lead = table->won[seat] - table->won[other];
    double facts[] = {own_count / 4.0,
                      own_count == 1,
                      own_count == 2,
                      other_count / 4.0,
                      !other_count,
                      other_count == 1,
                      other_count == 2,
                      table->has_joker[seat],
                      table->has_joker[other],
                      table->has_laid_joker[seat],
                      table->has_laid_joker[other],
                      clamp_lead(lead) / 4.0,
                      sign_of(lead),
                      sign_of(lead + pot + 2),
                      sign_of(lead - pot - 2),
                      pot / 4.0,
                      table->has_tied,
                      1};
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        inputs[symbol] = cards[symbol] / 2.0;
        inputs[SYMBOLS + symbol] = unseen_count ? 4.0 * unseen[symbol] / unseen_count : 0.8;
    }
    __builtin_memcpy(inputs + 2 * SYMBOLS, facts, sizeof facts);
}

static void compute_hidden(const double *inputs, int count, double (*weights)[HIDDEN_UNITS], double *hidden) {
    for (int unit = 0; unit < HIDDEN_UNITS; unit++) hidden[unit] = 0;
    for (int i = 0; i < count; i++) {
        if (!inputs[i]) continue;
        for (int unit = 0; unit < HIDDEN_UNITS; unit++) hidden[unit] += inputs[i] * weights[i][unit];
    }
    for (int unit = 0; unit < HIDDEN_UNITS; unit++) hidden[unit] = hidden[unit] > 0 ? hidden[unit] : 0;
}

static void compute_logits(const double *hidden, double *logits) {
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        logits[symbol] = policy.output[HIDDEN_UNITS][symbol];
        for (int unit = 0; unit < HIDDEN_UNITS; unit++) logits[symbol] += hidden[unit] * policy.output[unit][symbol];
    }
}

// Softmax over the symbols in a hand, or over all symbols if it is empty.
static void compute_strategy(const int *cards, const double *hidden, double *strategy) {
    int is_empty = !count_cards(cards);
    double highest = -1e9, sum = 0, logits[SYMBOLS];
    compute_logits(hidden, logits);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if ((is_empty || cards[symbol]) && logits[symbol] > highest) highest = logits[symbol];
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        strategy[symbol] = is_empty || cards[symbol] ? exponential(logits[symbol] - highest) : 0;
        sum += strategy[symbol];
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) strategy[symbol] /= sum;
}

static int sample(const double *strategy) {
    double rest = 0;
    int chosen = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) rest += strategy[symbol];
    rest *= random_share();
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (strategy[symbol] <= 0) continue;
        chosen = symbol;
        rest -= strategy[symbol];
        if (rest < 0) break;
    }
    return chosen;
}

static void shuffle_pile(Table *table) {
    for (int last = table->pile_count - 1; last > 0; last--) {
        int other = random_below(last + 1), card = table->pile[last];
        table->pile[last] = table->pile[other];
        table->pile[other] = card;
    }
}

static void draw_card(Table *table, int seat) {
    if (!table->pile_count) return;
    int card = table->pile[--table->pile_count];
    table->cards[seat][card]++;
    table->unseen[seat][card]--;
}

static int is_out_of_cards(const Table *table, int seat) {
    return !count_cards(table->cards[seat]) && !table->has_joker[seat];
}

// A joker that is all a seat holds must be laid in the middle.
static void lay_jokers(Table *table) {
    for (int seat = 0; seat < SEATS; seat++) {
        if (!table->has_joker[seat] || count_cards(table->cards[seat])) continue;
        table->has_joker[seat] = 0;
        table->has_laid_joker[seat] = 1;
        table->pot++;
    }
}

static void put_cards_in_pot(Table *table, const int *symbols) {
    for (int seat = 0; seat < SEATS; seat++) {
        if (!count_cards(table->cards[seat])) continue;
        table->cards[seat][symbols[seat]]--;
        table->unseen[!seat][symbols[seat]]--;
        table->pot++;
        table->has_tied = 1;
    }
}

// After a tie a seat that holds nothing draws a card, the challenger first.
static void continue_duel(Table *table) {
    for (int turn = 0; turn < SEATS; turn++) {
        int seat = turn ? !table->challenger : table->challenger;
        if (is_out_of_cards(table, seat)) draw_card(table, seat);
    }
    lay_jokers(table);
}

// Let both play a symbol. Return whether the match is over.
static int play_step(Table *table, const int *symbols) {
    put_cards_in_pot(table, symbols);
    int payoff = payoffs[symbols[0]][symbols[1]];
    if (!payoff) {
        continue_duel(table);
        return 0;
    }
    int winner = payoff < 0;
    table->won[winner] += table->pot;
    for (int draws = table->has_laid_joker[winner] ? 3 : 1; draws; draws--) draw_card(table, winner);
    if (!table->pile_count || is_out_of_cards(table, 0) || is_out_of_cards(table, 1)) return 1;
    table->challenger = !table->challenger;
    table->pot = 0;
    table->has_tied = 0;
    table->has_laid_joker[0] = 0;
    table->has_laid_joker[1] = 0;
    lay_jokers(table);
    return 0;
}

static double final_value(const Table *table, int seat) {
    return (1 + sign_of(table->won[seat] - table->won[!seat])) / 2;
}

// Who plays at random instead of by the policy, and who sometimes explores; each a seat or NO_SEAT.
typedef struct {
    int random_seat, exploring_seat;
} Roles;

// What the critic computes for a table. `value` is the chance that seat 0 wins.
typedef struct {
    double inputs[SEATS][CRITIC_INPUTS], hidden[SEATS][HIDDEN_UNITS], value;
} Estimate;

// A step of a match: the estimate before it, its expected value after it, and whether somebody explored.
typedef struct {
    Estimate estimate;
    double value_after;
    int was_exploratory;
} Step;

// The inputs of the critic, which sees all hands.
static void encode_table(const Table *table, int seat, int random_seat, double *inputs) {
    const int *own = table->cards[seat], *others = table->cards[!seat];
    int other = !seat, own_count = count_cards(own), other_count = count_cards(others);
    int lead = table->won[seat] - table->won[other];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        int in_pile = table->unseen[seat][symbol] - others[symbol];
        inputs[symbol] = own[symbol] / 2.0;
        inputs[SYMBOLS + symbol] = others[symbol] / 2.0;
        inputs[2 * SYMBOLS + symbol] = table->pile_count ? 4.0 * in_pile / table->pile_count : 0.8;
    }
    double facts[] = {own_count == 1,
                      other_count == 1,
                      own_count == 2,
                      table->has_joker[seat],
                      table->has_joker[other],
                      table->has_laid_joker[seat],
                      table->has_laid_joker[other],
                      clamp_lead(lead) / 4.0,
                      sign_of(lead + table->pot + 2),
                      other_count == 2,
                      table->pot / 4.0,
                      (own_count - other_count) / 4.0,
                      1,
                      random_seat == seat,
                      random_seat == other};
    __builtin_memcpy(inputs + 3 * SYMBOLS, facts, sizeof facts);
}

static double estimate_value(const Table *table, int random_seat, Estimate *estimate) {
    double outputs[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        encode_table(table, seat, random_seat, estimate->inputs[seat]);
        compute_hidden(estimate->inputs[seat], CRITIC_INPUTS, critic.hidden, estimate->hidden[seat]);
        for (int unit = 0; unit < HIDDEN_UNITS; unit++) {
            outputs[seat] += estimate->hidden[seat][unit] * critic.output[unit];
        }
    }
    estimate->value = 1 / (1 + exponential(outputs[1] - outputs[0]));
    return estimate->value;
}

// Backpropagation to the weights of the hidden layer. Units that are 0 get no gradient.
static void add_hidden_gradient(double (*gradient)[HIDDEN_UNITS], const double *inputs, int count, const double *hidden,
                                const double *errors) {
    for (int unit = 0; unit < HIDDEN_UNITS; unit++) {
        if (!hidden[unit]) continue;
        for (int i = 0; i < count; i++) gradient[i][unit] += inputs[i] * errors[unit];
    }
}

static void add_critic_gradient(const Estimate *estimate, double target) {
    double errors[HIDDEN_UNITS];
    for (int seat = 0; seat < SEATS; seat++) {
        double error = (estimate->value - target) * (seat ? -1 : 1);
        for (int unit = 0; unit < HIDDEN_UNITS; unit++) {
            critic_gradient.output[unit] += error * estimate->hidden[seat][unit];
            errors[unit] = error * critic.output[unit];
        }
        add_hidden_gradient(critic_gradient.hidden, estimate->inputs[seat], CRITIC_INPUTS, estimate->hidden[seat],
                            errors);
    }
}

// Fill the pile with the cards of the game, or now and then with others.
static void fill_pile(Table *table, int is_unusual) {
    static const int usual_counts[SYMBOLS] = {12, 12, 12, 8, 5};
    do {
        table->pile_count = 0;
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            int count = is_unusual ? (int)(random_below(2) * random_below(13)) : usual_counts[symbol];
            for (; count; count--) table->pile[table->pile_count++] = symbol;
        }
    } while (table->pile_count < 16);
}

// Deal a match. One in four starts late in a match and half of those with other cards, so the policy has seen it all.
static void deal(Table *table) {
    int is_late = !random_below(4), is_unusual = is_late && random_below(2), hand_sizes[SEATS] = {6, 6};
    *table = (Table){.has_joker = {1, 1}};
    fill_pile(table, is_unusual);
    shuffle_pile(table);
    if (is_late) {
        table->pile_count -= random_below(table->pile_count - 15);
        for (int seat = 0; seat < SEATS; seat++) {
            hand_sizes[seat] = 1 + random_below(5);
            table->has_joker[seat] = random_below(2);
        }
        int lead = random_below(10);
        table->won[random_below(2)] = lead;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        for (int i = 0; i < hand_sizes[seat]; i++) table->cards[seat][table->pile[--table->pile_count]]++;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        for (int i = 0; i < table->pile_count; i++) table->unseen[seat][table->pile[i]]++;
        for (int symbol = 0; symbol < SYMBOLS; symbol++) table->unseen[seat][symbol] += table->cards[!seat][symbol];
    }
}

// What a seat sees, computes and may expect in one step.
typedef struct {
    double inputs[POLICY_INPUTS], hidden[HIDDEN_UNITS], strategy[SYMBOLS];
    double values[SYMBOLS];  // by choice: chance to win against the other's strategy
} Decision;

// Compute the gradient of each logit: against its advantage, and toward uniform play. The mean of all is taken out.
static void compute_logit_errors(const int *cards, const Decision *decision, double uniform_pull, double *errors) {
    double logits[SYMBOLS], mean_value = 0, mean_logit = 0, sum = 0;
    int is_empty = !count_cards(cards), choice_count = 0;
    compute_logits(decision->hidden, logits);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        errors[symbol] = 0;
        mean_value += decision->strategy[symbol] * decision->values[symbol];
        mean_logit += decision->strategy[symbol] * logits[symbol];
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (!is_empty && !cards[symbol]) continue;
        errors[symbol] = uniform_pull * (logits[symbol] - mean_logit) - (decision->values[symbol] - mean_value);
        sum += errors[symbol];
        choice_count++;
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (is_empty || cards[symbol]) errors[symbol] -= sum / choice_count;
    }
}

static void add_policy_gradient(const int *cards, const Decision *decision, double uniform_pull) {
    double logit_errors[SYMBOLS], hidden_errors[HIDDEN_UNITS];
    compute_logit_errors(cards, decision, uniform_pull, logit_errors);
    for (int unit = 0; unit < HIDDEN_UNITS; unit++) {
        hidden_errors[unit] = 0;
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            policy_gradient.output[unit][symbol] += logit_errors[symbol] * decision->hidden[unit];
            hidden_errors[unit] += logit_errors[symbol] * policy.output[unit][symbol];
        }
    }
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        policy_gradient.output[HIDDEN_UNITS][symbol] += logit_errors[symbol];
    }
    add_hidden_gradient(policy_gradient.hidden, decision->inputs, POLICY_INPUTS, decision->hidden, hidden_errors);
}

// Compute a seat's strategy: random, or the policy's. If nobody holds a card, paper, fire and well are the exact
// solution.
static void decide(const Table *table, int seat, int are_both_empty, int is_random, Decision *decision) {
    const int *own = table->cards[seat];
    int count = count_cards(own);
    encode_view(table, seat, decision->inputs);
    compute_hidden(decision->inputs, POLICY_INPUTS, policy.hidden, decision->hidden);
    if (!are_both_empty) compute_strategy(own, decision->hidden, decision->strategy);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        decision->values[symbol] = 0;
        if (are_both_empty) decision->strategy[symbol] = symbol >= PAPER ? 1 / 3.0 : 0;
        if (is_random) decision->strategy[symbol] = count ? own[symbol] / (double)count : 0.2;
    }
}

static int can_play(const Table *table, int seat, const Decision *decision, int symbol) {
    return count_cards(table->cards[seat]) ? table->cards[seat][symbol] > 0 : decision->strategy[symbol] > 0;
}

// Compute what each choice leads to, against the strategy of the other. Return the expected value for seat 0.
static double compute_choice_values(const Table *table, int random_seat, Decision *decisions) {
    double expected = 0;
    for (int symbol0 = 0; symbol0 < SYMBOLS; symbol0++) {
        for (int symbol1 = 0; symbol1 < SYMBOLS; symbol1++) {
            if (!can_play(table, 0, &decisions[0], symbol0) || !can_play(table, 1, &decisions[1], symbol1)) continue;
            Table child = *table;
            Estimate estimate;
            int is_over = play_step(&child, (int[]){symbol0, symbol1});
            double value = is_over ? final_value(&child, 0) : estimate_value(&child, random_seat, &estimate);
            expected += decisions[0].strategy[symbol0] * decisions[1].strategy[symbol1] * value;
            decisions[0].values[symbol0] += decisions[1].strategy[symbol1] * value;
            decisions[1].values[symbol1] += decisions[0].strategy[symbol0] * (1 - value);
        }
    }
    return expected;
}

// Return the choice with this index among those that a seat may play.
static int nth_choice(const Table *table, int seat, const Decision *decision, int index) {
    int symbol = 0;
    while (!can_play(table, seat, decision, symbol) || index--) symbol++;
    return symbol;
}

// Choose for both seats and learn what each choice would have led to. Return how many seats learned.
static int choose_and_learn(const Table *table, Roles roles, double uniform_pull, Step *step, int *symbols) {
    Decision decisions[SEATS];
    int learned_count = 0, are_both_empty = !count_cards(table->cards[0]) && !count_cards(table->cards[1]);
    for (int seat = 0; seat < SEATS; seat++) {
        decide(table, seat, are_both_empty, seat == roles.random_seat, &decisions[seat]);
    }
    step->value_after = compute_choice_values(table, roles.random_seat, decisions);
    step->was_exploratory = 0;
    estimate_value(table, roles.random_seat, &step->estimate);
    for (int seat = 0; seat < SEATS; seat++) {
        int choice_count = 0;
        for (int i = 0; i < SYMBOLS; i++) choice_count += can_play(table, seat, &decisions[seat], i);
        // Against an exploring seat there is nothing to learn: it holds hands that good play does not lead to.
        int can_learn = choice_count > 1 && !are_both_empty;
        if (can_learn && seat != roles.random_seat && roles.exploring_seat != !seat) {
            add_policy_gradient(table->cards[seat], &decisions[seat], uniform_pull);
            learned_count++;
        }
        symbols[seat] = sample(decisions[seat].strategy);
        if (seat == roles.exploring_seat && random_below(5) < 2) {
            symbols[seat] = nth_choice(table, seat, &decisions[seat], random_below(choice_count));
            step->was_exploratory = 1;
        }
    }
    return learned_count;
}

// The weights of a network with their gradient and the running moments of Adam.
enum { POLICY_WEIGHTS = sizeof policy / sizeof(double), CRITIC_WEIGHTS = sizeof critic / sizeof(double) };
static double policy_moments[2][POLICY_WEIGHTS];
static double critic_moments[2][CRITIC_WEIGHTS];
typedef struct {
    double *weights, *gradient, *first_moment, *second_moment;
    int count;
} Optimizer;
static Optimizer policy_optimizer = {(double *)&policy, (double *)&policy_gradient, policy_moments[0],
                                     policy_moments[1], POLICY_WEIGHTS};
static Optimizer critic_optimizer = {(double *)&critic, (double *)&critic_gradient, critic_moments[0],
                                     critic_moments[1], CRITIC_WEIGHTS};
static int lesson_count;

// Make one step of Adam with the mean gradient of `sample_count` samples, and clear the gradient.
static void apply_gradient(Optimizer *optimizer, double learning_rate, int sample_count) {
    double first_decay = 1, second_decay = 1;
    for (int i = 0; i < lesson_count && i < 20000; i++) {
        first_decay *= 0.9;
        second_decay *= 0.999;
    }
    for (int i = 0; i < optimizer->count; i++) {
        double slope = optimizer->gradient[i] / (sample_count + 1);
        optimizer->first_moment[i] += 0.1 * (slope - optimizer->first_moment[i]);
        optimizer->second_moment[i] += 0.001 * (slope * slope - optimizer->second_moment[i]);
        double scale = __builtin_sqrt(optimizer->second_moment[i] / (1 - second_decay)) + 1e-8;
        optimizer->weights[i] -= learning_rate * optimizer->first_moment[i] / (1 - first_decay) / scale;
        optimizer->gradient[i] = 0;
    }
}

// Move the averaged policy toward the current one. The window grows to two thousand lessons.
static void update_averaged_policy(void) {
    double share = lesson_count < 2000 ? 1 / (1 + lesson_count / 50.0) : 0.0005;
    if (share < 0.0005) share = 0.0005;
    double *averaged = (double *)&averaged_policy, *newest = (double *)&policy;
    for (int i = 0; i < POLICY_WEIGHTS; i++) averaged[i] += share * (newest[i] - averaged[i]);
}

static void randomize(double *weights, int count) {
    for (int i = 0; i < count; i++) weights[i] = (random_share() - 0.5) / 2;
}

// Start with random weights.
EXPORT(reset) void reset(unsigned seed) {
    random_state = seed * 0x9e3779b97f4a7c15ull + 1;
    lesson_count = 0;
    randomize((double *)&policy, POLICY_WEIGHTS);
    randomize((double *)&critic, CRITIC_WEIGHTS);
    averaged_policy = policy;
}

// Play one match and add the gradients of its steps. Return the number of steps.
static int learn_from_match(Roles roles, Table *table, double uniform_pull, int *choice_count) {
    static Step steps[MAX_STEPS];
    int step_count = 0, is_over = 0, symbols[SEATS];
    while (!is_over && step_count < MAX_STEPS) {
        *choice_count += choose_and_learn(table, roles, uniform_pull, &steps[step_count++], symbols);
        is_over = play_step(table, symbols);
    }
    // TD(lambda) with lambda 0.7, but nothing is learned from the outcome of an exploratory step.
    double target = final_value(table, 0);
    for (int i = step_count - 1; i >= 0; i--) {
        target = steps[i].was_exploratory ? steps[i].value_after : 0.3 * steps[i].value_after + 0.7 * target;
        add_critic_gradient(&steps[i].estimate, target);
    }
    return step_count;
}

// Play matches and make one step of learning. `learning_rate` and `uniform_pull` are in millionths.
EXPORT(train) void train(int matches, int random_percent, int learning_rate, int uniform_pull) {
    int choice_count = 0, step_count = 0;
    for (int match = 0; match < matches; match++) {
        Table table;
        Roles roles = {NO_SEAT, (int)random_below(3) - 1};
        deal(&table);
        lay_jokers(&table);
        if ((int)random_below(100) < random_percent) roles = (Roles){random_below(2), NO_SEAT};
        step_count += learn_from_match(roles, &table, uniform_pull / 1e6, &choice_count);
    }
    lesson_count++;
    apply_gradient(&policy_optimizer, learning_rate / 1e6, choice_count);
    apply_gradient(&critic_optimizer, learning_rate / 1e6, step_count);
    update_averaged_policy();
}
