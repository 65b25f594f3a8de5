"""How the house plays Schnick, at each level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.core import Level, Move, Seat, Suggestion, TimeLeft
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
from games.schnick.state import HIDDEN_CARD, JOKER, NAME_BY_SYMBOL, SYMBOLS, SYMBOLS_BEATEN_BY, Card, Cards, View
from games.schnick.views import choose_weighted, count_unseen_cards


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """Counting cards takes no time to speak of; the end of two, half a second at the most."""
    match level:
        case Level.PLAYFUL:
            return Suggestion(random_move(view, dice), "why-random")
        case Level.STEADY:
            return _choose_move(view, dice, _choose_strongest_card)
        case Level.STRONG:
            return _choose_move(view, dice, _choose_policy_card)


_CardChooser = Callable[[View, Seat, Cards, Dice], Suggestion]
"""Which of some cards is played against a rival."""


def _choose_move(view: View, dice: Dice, order: _CardChooser) -> Suggestion:
    match view.phase:
        case "redeal":
            return _choose_redeal(view)
        case "challenge":
            return _choose_rival(view, dice)
        case "duel":
            return _choose_in_duel(view, dice, order)
        case _:
            return _choose_nash_sign(dice)


def _choose_redeal(view: View) -> Suggestion:
    """Six unknown cards are worth nothing on the whole: as much wins against them as loses."""
    six = _get_own_symbols(view)
    before = estimate_hand(view, _list_other_seats(view)[0])
    if sum(expected_payoff(card, before) for card in six) > 0:
        return Suggestion(("keep",), "why-keep")
    return Suggestion(("redeal",), "why-redeal")


def _choose_rival(view: View, dice: Dice) -> Suggestion:
    """What a duel brings goes to its two, and so not to those who lead."""
    others = _list_other_seats(view)
    if len(others) == 1:
        return Suggestion(("challenge", str(others[0])), "why-nobody-else")
    standing = {seat: (len(view.won_cards[seat]), len(view.hands[seat])) for seat in others}
    rival = dice.choose([seat for seat in others if standing[seat] == min(standing.values())])
    won = len(view.won_cards[rival])
    ahead = any(len(view.won_cards[other]) > won for other in others)
    return Suggestion(("challenge", str(rival)), "why-challenge" if ahead else "why-challenge-level", {"cards": won})


def _choose_in_duel(view: View, dice: Dice, order: _CardChooser) -> Suggestion:
    rival = next(seat for seat in view.duelists if seat != view.seat)
    own = _get_own_symbols(view)
    if len(set(own)) == 1:
        return _suggest_card(own[0], "why-only-card")
    if order is _choose_policy_card and (found := _solve_endgame(view)):
        symbol, laid = (
            choose_weighted(_scale_probabilities(found.probabilities), dice),
            view.cards_in_middle[view.duelists.index(rival)],
        )
        # By a joker that they have laid they may yet get cards to choose from.
        last = view.hands[rival] == HIDDEN_CARD and JOKER not in laid
        best = max(found.win_probabilities.values()) - found.win_probabilities[symbol] < ROUNDING_ERROR
        return Suggestion(
            ("card" if own else "sign", NAME_BY_SYMBOL[symbol]), "why-counted-out" if last and best else "why-end"
        )
    if not own:
        return _choose_nash_sign(dice) if not view.hands[rival] else _choose_sign(view, rival, dice)
    return order(view, rival, own, dice)


def _solve_endgame(view: View) -> EndgamePolicy | None:
    """What is best to the very end, where that can be known and is not all the same."""
    found = solve_endgame(view)
    return (
        found
        if found and max(found.win_probabilities.values()) - min(found.win_probabilities.values()) > ROUNDING_ERROR
        else None
    )


def _scale_probabilities(mix: SymbolProbabilities) -> Sequence[tuple[Card, int]]:
    return [(symbol, round(PROBABILITY_STEPS * share)) for symbol, share in mix.items()]


def _choose_sign(view: View, rival: Seat, dice: Dice) -> Suggestion:
    """Against a hidden card."""
    sign = choose_weighted(list_policy_weights(view), dice)
    return Suggestion(("sign", NAME_BY_SYMBOL[sign]), "why-sign", _count_facts(view, sign))


def _choose_nash_sign(dice: Dice) -> Suggestion:
    return Suggestion(("sign", NAME_BY_SYMBOL[dice.choose(NASH_SIGNS)]), "why-even-sign")


def _choose_strongest_card(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    against = estimate_hand(view, rival) if view.hands[rival] else uniform_probabilities()
    best = max(expected_payoff(card, against) for card in own)
    card = dice.choose([card for card in SYMBOLS if card in own and expected_payoff(card, against) == best])
    if not view.hands[rival]:
        return _suggest_card(card, "why-any-sign", {"beats": len(SYMBOLS_BEATEN_BY[card])})
    return _suggest_card(card, "why-strongest", _count_facts(view, card))


def _choose_policy_card(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    card = choose_weighted(list_policy_weights(view), dice)
    if not view.hands[rival]:
        against = predict_rival_choice(view, rival)
        likely = max(against, key=lambda sign: against[sign])
        facts: dict[str, str | int] = {"likely": NAME_BY_SYMBOL[likely]}
        if likely in SYMBOLS_BEATEN_BY[card]:
            return _suggest_card(card, "why-against-sign", facts)
        return _suggest_card(card, "why-against-others", facts | {"beats": len(SYMBOLS_BEATEN_BY[card])})
    if is_after_tie(view):
        pot = len("".join(view.cards_in_middle))
        return _suggest_card(card, _explain_card_after_tie(view, own, card), {"pot": pot} | _count_facts(view, card))
    return _suggest_card(card, _explain_first_card(view, own, card), _count_facts(view, card))


def predict_rival_choice(view: View, rival: Seat) -> SymbolProbabilities:
    """What a rival likely shows whom a card is played against."""
    if not view.hands[rival]:
        return evaluate_policy(view, rival)
    return estimate_choice(view, rival, TIE_TEMPERATURE) if is_after_tie(view) else estimate_hand(view, rival)


def is_after_tie(view: View) -> bool:
    """Was there a tie before in this duel? A joker that is laid is none."""
    laid = "".join(view.cards_in_middle)
    return len(laid) > laid.count(JOKER)


def list_policy_weights(view: View) -> Sequence[tuple[Card, int]]:
    """How the house at its strongest mixes, in a duel: in how many ways it chooses each card or sign."""
    assert view.seat is not None
    found = _solve_endgame(view)
    return _scale_probabilities(found.probabilities if found else evaluate_policy(view, view.seat))


def _explain_card_after_tie(view: View, own: Cards, card: Card) -> str:
    """Why that card goes on in a tie: it is good, or the best there is, or nobody would have thought of it."""
    leads = {each: _count_net_beaten(view, each) for each in own}
    if leads[card] > 0:
        return "why-tie"
    return "why-tie-best" if leads[card] == max(leads.values()) else "why-tie-unforeseen"


def _explain_first_card(view: View, own: Cards, card: Card) -> str:
    """Why a duel begins with that card, told by what is counted."""
    leads = {each: _count_net_beaten(view, each) for each in own}
    if min(leads.values()) == max(leads.values()):
        return "why-alike"
    return "why-cheap" if leads[card] == min(leads.values()) else "why-unforeseen"


def _count_net_beaten(view: View, card: Card) -> int:
    """How many more of the unseen cards it beats than beat it."""
    left = count_unseen_cards(view)
    return sum(left[other] for other in SYMBOLS_BEATEN_BY[card]) - sum(
        left[other] for other in SYMBOLS if card in SYMBOLS_BEATEN_BY[other]
    )


def _suggest_card(card: Card, why: str, facts: Mapping[str, str | int] | None = None) -> Suggestion:
    return Suggestion(("card", NAME_BY_SYMBOL[card]), why, facts or {})


def _count_facts(view: View, symbol: Card) -> dict[str, str | int]:
    """Of the cards that this seat has not seen, how many there are, how many it beats, and how many beat it."""
    left = count_unseen_cards(view)
    return {
        "unseen": left.total(),
        "beats": sum(count for card, count in left.items() if card in SYMBOLS_BEATEN_BY[symbol]),
        "loses": sum(count for card, count in left.items() if symbol in SYMBOLS_BEATEN_BY[card]),
    }


def _get_own_symbols(view: View) -> Cards:
    """The joker lays itself; it is no choice."""
    assert view.seat is not None
    return view.hands[view.seat].rstrip(JOKER)


def _list_other_seats(view: View) -> list[Seat]:
    return [seat for seat in view.seats if seat != view.seat]


# The rivals


def random_move(view: View, dice: Dice) -> Move:
    """Any opponent; any card, not any symbol; any sign; and every new hand that is offered."""
    if view.phase == "redeal":
        return ("redeal",)
    if view.phase == "duel" and _get_own_symbols(view):
        return ("card", NAME_BY_SYMBOL[dice.choose(_get_own_symbols(view))])
    return dice.choose(legal_moves(view))


def greedy_move(view: View, dice: Dice) -> Move:
    """What beats most of the five symbols, without counting; duels with whoever it can, and never a new hand."""
    if view.phase == "redeal":
        return ("keep",)
    if view.phase == "challenge":
        return dice.choose(legal_moves(view))
    symbols = _get_own_symbols(view) if view.phase == "duel" else ""
    kind, symbols = ("card", symbols) if symbols else ("sign", SYMBOLS)
    most = max(len(SYMBOLS_BEATEN_BY[symbol]) for symbol in symbols)
    best = [symbol for symbol in SYMBOLS if symbol in symbols and len(SYMBOLS_BEATEN_BY[symbol]) == most]
    return (kind, NAME_BY_SYMBOL[dice.choose(best)])
