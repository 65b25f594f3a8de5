"""AI players of Schnick: one for each level, a random player, and a greedy player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.core import Level, MixedSuggestion, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.schnick.endgame import ROUNDING_ERROR, EndgamePolicy, solve_endgame
from games.schnick.policy_net import (
    NASH_SIGNS,
    PROBABILITY_STEPS,
    TIE_TEMPERATURE,
    SymbolProbabilities,
    estimate_choice,
    estimate_hand,
    evaluate_policy,
    expected_payoff,
    uniform_probabilities,
)
from games.schnick.rules import legal_moves
from games.schnick.state import (
    HIDDEN_CARD,
    JOKER,
    NAME_BY_SYMBOL,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    Card,
    Cards,
    View,
    count_net_beaten,
)
from games.schnick.views import choose_weighted, count_unseen_cards


def think(view: View, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
    """Choose a move at the given level.

    The easy level plays at random, and the medium level plays its strongest card. The hard level follows a trained
    policy network and an endgame solver. `time_left` is ignored, because every choice takes at most half a second.
    """
    if level is Level.EASY:
        return Suggestion(random_move(view, dice), "why-random")
    match view.phase:
        case "redeal":
            return _choose_redeal(view)
        case "challenge":
            return _choose_rival(view, dice)
        case "duel":
            return _choose_in_duel(view, level, dice)
        case _:
            return _choose_nash_sign(dice)


def _choose_redeal(view: View) -> Suggestion:
    """Keep the hand if its total expected payoff is positive.

    Otherwise, exchange the hand, because a new hand has an expected payoff of 0.
    """
    own = _get_own_symbols(view)
    rival_cards = estimate_hand(view, _list_other_seats(view)[0])
    if sum(expected_payoff(card, rival_cards) for card in own) > 0:
        return Suggestion(("keep",), "why-keep")
    return Suggestion(("redeal",), "why-redeal")


def _choose_rival(view: View, dice: Dice) -> Suggestion:
    """Challenge the player with the fewest won cards. Among equal players, prefer a smaller hand.

    Only the two duelists can win cards, so this choice keeps the leading players from extending their lead.
    """
    others = _list_other_seats(view)
    if len(others) == 1:
        return Suggestion(("challenge", str(others[0])), "why-nobody-else")
    standing = {seat: (len(view.won_cards[seat]), len(view.hands[seat])) for seat in others}
    rival = dice.choose([seat for seat in others if standing[seat] == min(standing.values())])
    won = len(view.won_cards[rival])
    has_fewest = any(len(view.won_cards[other]) > won for other in others)
    why = "why-challenge" if has_fewest else "why-challenge-level"
    return Suggestion(("challenge", str(rival)), why, {"cards": won})


def _choose_in_duel(view: View, level: Level, dice: Dice) -> Suggestion:
    rival = next(seat for seat in view.duelists if seat != view.seat)
    own = _get_own_symbols(view)
    if len(set(own)) == 1:
        return _suggest_card(own[0], "why-only-card")
    if level is Level.HARD and (endgame := _solve_endgame(view)):
        # A rival who has laid the joker draws three cards after a win, so the current card need not be the last.
        has_laid_joker = JOKER in view.cards_in_middle[view.duelists.index(rival)]
        is_last_card = view.hands[rival] == HIDDEN_CARD and not has_laid_joker
        best = max(endgame.win_probabilities.values())

        def explain_endgame(symbol: Card) -> Suggestion:
            is_best = best - endgame.win_probabilities[symbol] < ROUNDING_ERROR
            why = "why-counted-out" if is_last_card and is_best else "why-end"
            return Suggestion(("card" if own else "sign", NAME_BY_SYMBOL[symbol]), why)

        return _choose_from_mix(_scale_probabilities(endgame.probabilities), dice, explain_endgame)
    if not own:
        return _choose_nash_sign(dice) if not view.hands[rival] else _choose_sign(view, rival, dice)
    choose_card = _choose_policy_card if level is Level.HARD else _choose_strongest_card
    return choose_card(view, rival, own, dice)


def _solve_endgame(view: View) -> EndgamePolicy | None:
    """Return the optimal policy, or None if the endgame cannot be solved or all choices are equally good."""
    endgame = solve_endgame(view)
    if not endgame:
        return None
    win_probabilities = endgame.win_probabilities.values()
    return endgame if max(win_probabilities) - min(win_probabilities) > ROUNDING_ERROR else None


def _scale_probabilities(probabilities: SymbolProbabilities) -> Sequence[tuple[Card, int]]:
    """Convert probabilities to integer weights, which `choose_weighted` requires."""
    return [(symbol, round(PROBABILITY_STEPS * probability)) for symbol, probability in probabilities.items()]


def _choose_sign(view: View, rival: Seat, dice: Dice) -> Suggestion:
    """Choose a sign against a rival's hidden card."""

    def explain_sign(sign: Card) -> Suggestion:
        return Suggestion(("sign", NAME_BY_SYMBOL[sign]), "why-sign", _make_hint_facts(view, sign))

    return _choose_from_mix(list_policy_weights(view), dice, explain_sign)


def _choose_nash_sign(dice: Dice) -> Suggestion:
    """Choose a sign against another sign, using the Nash equilibrium."""
    signs = {sign: Suggestion(("sign", NAME_BY_SYMBOL[sign]), "why-even-sign") for sign in NASH_SIGNS}
    return MixedSuggestion.from_weights(signs[dice.choose(NASH_SIGNS)].move, [(each, 1) for each in signs.values()])


def _choose_strongest_card(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    against = estimate_hand(view, rival) if view.hands[rival] else uniform_probabilities()
    best = max(expected_payoff(card, against) for card in own)
    card = dice.choose([card for card in SYMBOLS if card in own and expected_payoff(card, against) == best])
    if not view.hands[rival]:
        return _suggest_card(card, "why-any-sign", {"beats": len(SYMBOLS_BEATEN_BY[card])})
    return _suggest_card(card, "why-strongest", _make_hint_facts(view, card))


def _choose_policy_card(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    against = {} if view.hands[rival] else predict_rival_choice(view, rival)
    likely = max(against, key=lambda sign: against[sign], default=None)

    def explain_card(card: Card) -> Suggestion:
        if likely is not None:
            facts: dict[str, str | int] = {"likely": NAME_BY_SYMBOL[likely]}
            if likely in SYMBOLS_BEATEN_BY[card]:
                return _suggest_card(card, "why-against-sign", facts)
            return _suggest_card(card, "why-against-others", facts | {"beats": len(SYMBOLS_BEATEN_BY[card])})
        if is_after_tie(view):
            pot = len("".join(view.cards_in_middle))
            return _suggest_card(
                card, _explain_card_after_tie(view, own, card), {"pot": pot} | _make_hint_facts(view, card)
            )
        return _suggest_card(card, _explain_first_card(view, own, card), _make_hint_facts(view, card))

    return _choose_from_mix(list_policy_weights(view), dice, explain_card)


def _choose_from_mix(
    weights: Sequence[tuple[Card, int]], dice: Dice, explain: Callable[[Card], Suggestion]
) -> MixedSuggestion:
    """Draw a symbol with probabilities in proportion to the weights, and explain each symbol that was possible."""
    chosen = explain(choose_weighted(weights, dice))
    return MixedSuggestion.from_weights(
        chosen.move, [(explain(symbol), weight) for symbol, weight in weights if weight > 0]
    )


def predict_rival_choice(view: View, rival: Seat) -> SymbolProbabilities:
    """Estimate the probability that a rival shows each symbol in the current step of the duel."""
    if not view.hands[rival]:
        return evaluate_policy(view, rival)
    return estimate_choice(view, rival, TIE_TEMPERATURE) if is_after_tie(view) else estimate_hand(view, rival)


def is_after_tie(view: View) -> bool:
    """Return whether this duel has had a tie. Only a tie leaves cards other than jokers in the middle."""
    middle = "".join(view.cards_in_middle)
    return len(middle) > middle.count(JOKER)


def list_policy_weights(view: View) -> Sequence[tuple[Card, int]]:
    """Return each possible card or sign in a duel, with its integer weight in the hard level's random choice."""
    assert view.seat is not None
    endgame = _solve_endgame(view)
    return _scale_probabilities(endgame.probabilities if endgame else evaluate_policy(view, view.seat))


def _explain_card_after_tie(view: View, own: Cards, card: Card) -> str:
    """Return the key of the text that explains why a card was chosen after a tie.

    There are texts for a good card, for the best card of a bad hand, and for an unexpected card.
    """
    net_beaten = _count_net_beaten(view, own)
    if net_beaten[card] > 0:
        return "why-tie"
    return "why-tie-best" if net_beaten[card] == max(net_beaten.values()) else "why-tie-unforeseen"


def _explain_first_card(view: View, own: Cards, card: Card) -> str:
    """Return the key of the text that explains the first card in a duel.

    There are texts for the weakest card, for an unexpected card, and for a hand in which all cards are equally good.
    """
    net_beaten = _count_net_beaten(view, own)
    if min(net_beaten.values()) == max(net_beaten.values()):
        return "why-alike"
    return "why-cheap" if net_beaten[card] == min(net_beaten.values()) else "why-unforeseen"


def _count_net_beaten(view: View, own: Cards) -> Mapping[Card, int]:
    """Return, for each of these cards, the number of unseen cards that it beats minus the number that beat it."""
    unseen = count_unseen_cards(view)
    return {symbol: count_net_beaten(symbol, unseen) for symbol in own}


def _suggest_card(card: Card, why: str, facts: Mapping[str, str | int] | None = None) -> Suggestion:
    return Suggestion(("card", NAME_BY_SYMBOL[card]), why, facts or {})


def _make_hint_facts(view: View, symbol: Card) -> dict[str, str | int]:
    """Return the facts for a hint about a symbol.

    They are the number of unseen cards, the number of these that the symbol beats, and the number that beat it.
    """
    unseen = count_unseen_cards(view)
    return {
        "unseen": unseen.total(),
        "beats": sum(count for card, count in unseen.items() if card in SYMBOLS_BEATEN_BY[symbol]),
        "loses": sum(count for card, count in unseen.items() if symbol in SYMBOLS_BEATEN_BY[card]),
    }


def _get_own_symbols(view: View) -> Cards:
    """Return this seat's symbol cards. The joker is left out, because players never choose it."""
    assert view.seat is not None
    return view.hands[view.seat].rstrip(JOKER)


def _list_other_seats(view: View) -> list[Seat]:
    return [seat for seat in view.seats if seat != view.seat]


# Simple opponents


def random_move(view: View, dice: Dice) -> Move:
    """Choose a random rival, card or sign, and accept every redeal. Each card is equally likely to be played."""
    if view.phase == "redeal":
        return ("redeal",)
    if view.phase == "duel" and _get_own_symbols(view):
        return ("card", NAME_BY_SYMBOL[dice.choose(_get_own_symbols(view))])
    return dice.choose(legal_moves(view))


def greedy_move(view: View, dice: Dice) -> Move:
    """Choose the symbol that beats the most other symbols, without counting cards.

    Rivals are chosen at random, and the hand is never exchanged.
    """
    if view.phase == "redeal":
        return ("keep",)
    if view.phase == "challenge":
        return dice.choose(legal_moves(view))
    own = _get_own_symbols(view) if view.phase == "duel" else ""
    kind, symbols = ("card", own) if own else ("sign", SYMBOLS)
    most = max(len(SYMBOLS_BEATEN_BY[symbol]) for symbol in symbols)
    best = [symbol for symbol in SYMBOLS if symbol in symbols and len(SYMBOLS_BEATEN_BY[symbol]) == most]
    return (kind, NAME_BY_SYMBOL[dice.choose(best)])
