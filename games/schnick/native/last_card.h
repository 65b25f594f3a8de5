// Play against a last card: its owner has no choice any more, so the other seat maximizes its chance to win.
//
// After that card, the owner plays each card that it draws. The values are exact except for long runs of ties.
#pragma once
#include "hands.h"

typedef struct {
    int own[SYMBOLS];  // cards of the seat that still chooses
    int has_joker;     // whether it also holds its joker
    int unseen[SYMBOLS];
    int pot;   // cards in the middle, which the winner of the duel takes
    int lead;  // cards won by the seat that chooses, minus those of the other
} LastCardState;

// Two seats without cards tie this often at most. A further tie is worth 1/2: few matches get there.
enum { MAX_TIES = 3 };
enum { SEATS = 2, NO_SEAT = -1 };

// Return the chance to win a match that is over: 1, 1/2 or 0.
static double final_value(int lead) {
    return (1 + (lead > 0) - (lead < 0)) / 2.0;
}

// Return the seat whose opponent holds a last card and will have nothing to choose after it, or NO_SEAT. An opponent
// with a joker in the middle may win three new cards with it, unless that win ends the match.
static int find_last_card_chooser(const int *card_counts, const int *has_joker, const int *has_laid_joker) {
    for (int seat = 0; seat < SEATS; seat++) {
        int other = !seat;
        int may_draw_three = has_laid_joker[other] && (card_counts[seat] > 1 || has_joker[seat]);
        if (card_counts[other] == 1 && !has_joker[other] && !may_draw_three) return seat;
    }
    return NO_SEAT;
}

// Return the chance to win when both have no cards left and play what they draw. Both have the same chance to win the
// pot. If that decides the match, a tie changes nothing.
static double value_of_blind_draw(const int *unseen, int pot, int lead, int ties) {
    double even = (final_value(lead + pot + 2) + final_value(lead - pot - 2)) / 2;
    double count = count_cards(unseen), value = even;
    int margin = lead < 0 ? -lead : lead;
    if (margin <= pot + 1 || ties == MAX_TIES) return even;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (unseen[symbol] < 2) continue;
        int rest[SYMBOLS];
        __builtin_memcpy(rest, unseen, sizeof rest);
        rest[symbol] -= 2;
        double tie_chance = unseen[symbol] * (unseen[symbol] - 1) / (count * (count - 1));
        value += tie_chance * (value_of_blind_draw(rest, pot + 2, lead, ties + 1) - even);
    }
    return value;
}

static double value_against_card(LastCardState state, int own, int other);

// Return the value of the best choice against a card that may be any of those unseen.
static double value_against_unknown_card(LastCardState state) {
    int has_cards = count_cards(state.own) > 0;
    double best = 0;
    if (!has_cards && state.has_joker) {
        state.has_joker = 0;
        state.pot++;
    }
    for (int own = 0; own < SYMBOLS; own++) {
        if (has_cards && !state.own[own]) continue;
        double sum = 0;
        for (int other = 0; other < SYMBOLS; other++) {
            if (state.unseen[other]) sum += state.unseen[other] * value_against_card(state, own, other);
        }
        if (sum > best) best = sum;
    }
    return best / count_cards(state.unseen);
}

// Return the value of a card or sign against that last card.
static double value_against_card(LastCardState state, int own, int other) {
    int payoff = payoffs[own][other];
    state.unseen[other]--;
    state.pot++;
    if (count_cards(state.own)) {
        state.own[own]--;
        state.pot++;
    }
    int has_nothing = !count_cards(state.own) && !state.has_joker;
    if (payoff > 0) return final_value(state.lead + state.pot);
    if (!payoff && has_nothing) return value_of_blind_draw(state.unseen, state.pot, state.lead, 0);
    if (has_nothing) return final_value(state.lead - state.pot);
    if (payoff < 0) {
        state.lead -= state.pot;
        state.pot = 0;
    }
    return value_against_unknown_card(state);
}
