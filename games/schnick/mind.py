"""How the house plays Schnick, at each level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.core import Level, Move, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.schnick.endgame import NOTHING, Answer, answer
from games.schnick.leaning import EAGER, EVEN, FINE, Chances, eager, even, held, leant, worth
from games.schnick.rules import legal
from games.schnick.state import BACK, BEATEN, JOKER, NAMES, SYMBOLS, Card, Cards, View
from games.schnick.world import unseen, weighed


def think(view: View, level: Level, dice: Dice, left: TimeLeft) -> Suggestion:
    """Counting cards takes no time to speak of; the end of two, half a second at the most."""
    match level:
        case Level.PLAYFUL:
            return Suggestion(random_move(view, dice), "why-random")
        case Level.STEADY:
            return _thought(view, dice, _strongest)
        case Level.STRONG:
            return _thought(view, dice, _leaning)


_Order = Callable[[View, Seat, Cards, Dice], Suggestion]
"""Which of some cards is played against a rival."""


def _thought(view: View, dice: Dice, order: _Order) -> Suggestion:
    match view.phase:
        case "redeal":
            return _redeal(view)
        case "challenge":
            return _challenge(view, dice)
        case "duel":
            return _duel(view, dice, order)
        case _:
            return _even_sign(dice)


def _redeal(view: View) -> Suggestion:
    """Six unknown cards are worth nothing on the whole: as much wins against them as loses."""
    six = _own(view)
    before = held(view, _others(view)[0])
    if sum(worth(card, before) for card in six) > 0:
        return Suggestion(("keep",), "why-keep")
    return Suggestion(("redeal",), "why-redeal")


def _challenge(view: View, dice: Dice) -> Suggestion:
    """What a duel brings goes to its two, and so not to those who lead."""
    others = _others(view)
    if len(others) == 1:
        return Suggestion(("challenge", str(others[0])), "why-nobody-else")
    standing = {seat: (len(view.won[seat]), len(view.hands[seat])) for seat in others}
    rival = dice.choose([seat for seat in others if standing[seat] == min(standing.values())])
    won = len(view.won[rival])
    ahead = any(len(view.won[other]) > won for other in others)
    return Suggestion(("challenge", str(rival)), "why-challenge" if ahead else "why-challenge-level", {"cards": won})


def _duel(view: View, dice: Dice, order: _Order) -> Suggestion:
    rival = next(seat for seat in view.duellists if seat != view.seat)
    own = _own(view)
    if len(set(own)) == 1:
        return _card(own[0], "why-only-card")
    if order is _leaning and (found := _counted_out(view)):
        symbol, laid = weighed(_finely(found.mix), dice), view.middle[view.duellists.index(rival)]
        # By a joker that they have laid they may yet get cards to choose from.
        last = view.hands[rival] == BACK and JOKER not in laid
        best = max(found.hopes.values()) - found.hopes[symbol] < NOTHING
        return Suggestion(("card" if own else "sign", NAMES[symbol]), "why-counted-out" if last and best else "why-end")
    if not own:
        return _even_sign(dice) if not view.hands[rival] else _sign(view, rival, dice)
    return order(view, rival, own, dice)


def _counted_out(view: View) -> Answer | None:
    """What is best to the very end, where that can be known and is not all the same."""
    found = answer(view)
    return found if found and max(found.hopes.values()) - min(found.hopes.values()) > NOTHING else None


def _finely(mix: Chances) -> Sequence[tuple[Card, int]]:
    return [(symbol, round(FINE * share)) for symbol, share in mix.items()]


def _sign(view: View, rival: Seat, dice: Dice) -> Suggestion:
    """Against a hidden card."""
    sign = weighed(leanings(view), dice)
    return Suggestion(("sign", NAMES[sign]), "why-sign", _counted(view, sign))


def _even_sign(dice: Dice) -> Suggestion:
    return Suggestion(("sign", NAMES[dice.choose(EVEN)]), "why-even-sign")


def _strongest(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    against = held(view, rival) if view.hands[rival] else even()
    best = max(worth(card, against) for card in own)
    card = dice.choose([card for card in SYMBOLS if card in own and worth(card, against) == best])
    if not view.hands[rival]:
        return _card(card, "why-any-sign", {"beats": len(BEATEN[card])})
    return _card(card, "why-strongest", _counted(view, card))


def _leaning(view: View, rival: Seat, own: Cards, dice: Dice) -> Suggestion:
    card = weighed(leanings(view), dice)
    if not view.hands[rival]:
        against = expected(view, rival)
        likely = max(against, key=lambda sign: against[sign])
        facts: dict[str, str | int] = {"likely": NAMES[likely]}
        if likely in BEATEN[card]:
            return _card(card, "why-against-sign", facts)
        return _card(card, "why-against-others", facts | {"beats": len(BEATEN[card])})
    if goes_on(view):
        pot = len("".join(view.middle))
        return _card(card, _tied(view, own, card), {"pot": pot} | _counted(view, card))
    return _card(card, _begun(view, own, card), _counted(view, card))


def expected(view: View, rival: Seat) -> Chances:
    """What a rival likely shows whom a card is played against."""
    if not view.hands[rival]:
        return leant(view, rival)
    return eager(view, rival, EAGER) if goes_on(view) else held(view, rival)


def goes_on(view: View) -> bool:
    """Was there a tie before in this duel? A joker that is laid is none."""
    laid = "".join(view.middle)
    return len(laid) > laid.count(JOKER)


def leanings(view: View) -> Sequence[tuple[Card, int]]:
    """How the house at its strongest mixes, in a duel: in how many ways it chooses each card or sign."""
    assert view.seat is not None
    found = _counted_out(view)
    return _finely(found.mix if found else leant(view, view.seat))


def _tied(view: View, own: Cards, card: Card) -> str:
    """Why that card goes on in a tie: it is good, or the best there is, or nobody would have thought of it."""
    leads = {each: _lead(view, each) for each in own}
    if leads[card] > 0:
        return "why-tie"
    return "why-tie-best" if leads[card] == max(leads.values()) else "why-tie-unforeseen"


def _begun(view: View, own: Cards, card: Card) -> str:
    """Why a duel begins with that card, told by what is counted."""
    leads = {each: _lead(view, each) for each in own}
    if min(leads.values()) == max(leads.values()):
        return "why-alike"
    return "why-cheap" if leads[card] == min(leads.values()) else "why-unforeseen"


def _lead(view: View, card: Card) -> int:
    """How many more of the unseen cards it beats than beat it."""
    left = unseen(view)
    return sum(left[other] for other in BEATEN[card]) - sum(left[other] for other in SYMBOLS if card in BEATEN[other])


def _card(card: Card, why: str, facts: Mapping[str, str | int] | None = None) -> Suggestion:
    return Suggestion(("card", NAMES[card]), why, facts or {})


def _counted(view: View, symbol: Card) -> dict[str, str | int]:
    """Of the cards that this seat has not seen, how many there are, how many it beats, and how many beat it."""
    left = unseen(view)
    return {
        "unseen": left.total(),
        "beats": sum(count for card, count in left.items() if card in BEATEN[symbol]),
        "loses": sum(count for card, count in left.items() if symbol in BEATEN[card]),
    }


def _own(view: View) -> Cards:
    """The joker lays itself; it is no choice."""
    assert view.seat is not None
    return view.hands[view.seat].rstrip(JOKER)


def _others(view: View) -> list[Seat]:
    return [seat for seat in view.seats if seat != view.seat]


# The rivals


def random_move(view: View, dice: Dice) -> Move:
    """Any opponent; any card, not any symbol; any sign; and every new hand that is offered."""
    if view.phase == "redeal":
        return ("redeal",)
    if view.phase == "duel" and _own(view):
        return ("card", NAMES[dice.choose(_own(view))])
    return dice.choose(legal(view))


def greedy_move(view: View, dice: Dice) -> Move:
    """What beats most of the five symbols, without counting; duels with whoever it can, and never a new hand."""
    if view.phase == "redeal":
        return ("keep",)
    if view.phase == "challenge":
        return dice.choose(legal(view))
    symbols = _own(view) if view.phase == "duel" else ""
    kind, symbols = ("card", symbols) if symbols else ("sign", SYMBOLS)
    most = max(len(BEATEN[symbol]) for symbol in symbols)
    best = [symbol for symbol in SYMBOLS if symbol in symbols and len(BEATEN[symbol]) == most]
    return (kind, NAMES[dice.choose(best)])
