"""Schnick Schnack Schnuck: duels of one card each, and the winner takes what lies in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core import JointMove, Move, Result, Seat
from games.dice import Dice
from games.schnick.options import Options, check_first
from games.schnick.state import (
    BEATEN,
    DECK,
    DRAWN,
    JOKER,
    LETTERS,
    NAMES,
    SIX,
    SYMBOLS,
    Card,
    Cards,
    Challenged,
    Dealt,
    Ended,
    Kept,
    Laid,
    Level,
    Redealt,
    Shown,
    Signed,
    State,
    Taken,
    View,
    Won,
    four_alike,
    say,
    sorted_hand,
)

SIGNS: Final[Sequence[Move]] = tuple(("sign", name) for name in NAMES.values())


def legal(view: View) -> Sequence[Move]:
    if view.seat is None or view.seat not in view.awaited:
        return ()
    match view.phase:
        case "redeal":
            return (("redeal",), ("keep",))
        case "challenge":
            return tuple(("challenge", str(seat)) for seat in view.seats if seat != view.seat)
        case "duel":
            # A hand without symbols has laid its joker, or had nothing left to take: it signs.
            held = [symbol for symbol in SYMBOLS if symbol in view.hands[view.seat]]
            return tuple(("card", NAMES[symbol]) for symbol in held) or SIGNS
        case _:
            return SIGNS


_NOBODY: Final[frozenset[Seat]] = frozenset()


def start(options: Options, seats: int, dice: Dice) -> State:
    if options.first is not None:
        check_first(options.first, seats)
    hands, pile = _deal(options, seats, dice)
    first = dice.draw_below(seats) if options.first is None else options.first
    dealt = tuple((hand.rstrip(JOKER),) for hand in hands)
    offered = frozenset(seat for seat, (six,) in enumerate(dealt) if _may_redeal(six, pile))
    return State(
        tiebreak=options.tiebreak,
        phase="redeal" if offered else "challenge",
        hands=hands,
        pile=pile,
        won=("",) * seats,
        dealt=dealt,
        past=("",) * seats,
        challenger=first,
        offered=offered,
        last=(Dealt(first),),
    )


def _deal(options: Options, seats: int, dice: Dice) -> tuple[tuple[Cards, ...], Cards]:
    if options.hands is not None:
        if len(options.hands) != seats:
            raise say.make_refusal("hands-seats", hands=len(options.hands), seats=seats)
        return tuple(map(sorted_hand, options.hands)), options.pile or ""
    deck = "".join(dice.shuffle(DECK))
    hands = tuple(sorted_hand(deck[seat * SIX : (seat + 1) * SIX] + JOKER) for seat in range(seats))
    return hands, deck[seats * SIX :]


def _may_redeal(cards: Cards, pile: Cards) -> bool:
    return len(cards) == SIX <= len(pile) and four_alike(cards)


def awaited(state: State) -> frozenset[Seat]:
    match state.phase:
        case "redeal":
            return state.offered
        case "challenge":
            return frozenset({state.challenger})
        case "duel":
            return frozenset(state.duellists)
        case "sign":
            return frozenset(state.contenders)
        case "over":
            return _NOBODY


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    match state.phase:
        case "redeal":
            return _redealt(state, joint, dice)
        case "challenge":
            return _challenged(state, int(joint[state.challenger][1]))
        case "duel":
            return _shown(state, joint)
        case "sign":
            return _signed(state, joint)
        case "over":
            raise AssertionError(joint)


def _redealt(state: State, joint: JointMove, dice: Dice) -> State:
    """In the order of the seats: six from the top, then the old ones are shuffled into the pile."""
    hands, dealt, pile = list(state.hands), list(state.dealt), state.pile
    again = set()
    for seat in sorted(joint):
        if joint[seat] == ("redeal",):
            six, rest = sorted_hand(pile[-SIX:]), pile[:-SIX]
            pile = "".join(dice.shuffle(rest + dealt[seat][-1]))
            hands[seat] = hands[seat].replace(dealt[seat][-1], six)
            dealt[seat] = (*dealt[seat], six)
            if _may_redeal(six, pile):
                again.add(seat)
    facts = [Redealt(seat) if joint[seat] == ("redeal",) else Kept(seat) for seat in sorted(joint)]
    return replace(
        state,
        phase="redeal" if again else "challenge",
        hands=tuple(hands),
        pile=pile,
        dealt=tuple(dealt),
        offered=frozenset(again),
        last=(*state.last, *facts),
    )


def _challenged(state: State, rival: Seat) -> State:
    seat = state.challenger
    # The duel before, or who took a new hand, is told once more: whoever looks up now may have missed it.
    redealt = tuple(fact for fact in state.last if isinstance(fact, Redealt | Kept))
    before = tuple(fact for fact in state.last if isinstance(fact, Shown | Won))[-2:]
    state = replace(state, phase="duel", rival=rival, last=(*redealt, *before, Challenged(seat, rival)))
    return _laid(state)


def _laid(state: State) -> State:
    """Whose last card is the joker lays it."""
    for side, seat in enumerate(state.duellists):
        if state.hands[seat] == JOKER:
            state = replace(
                state,
                hands=_with(state.hands, seat, ""),
                middle=_with_laid(state.middle, side, JOKER),
                last=(*state.last, Laid(seat)),
            )
    return state


def _with(each: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    return (*each[:seat], cards, *each[seat + 1 :])


def _with_laid(middle: tuple[Cards, Cards], side: int, card: Card) -> tuple[Cards, Cards]:
    one, other = middle
    return (one + card, other) if side == 0 else (one, other + card)


def _shown(state: State, joint: JointMove) -> State:
    seats = _duellists(state)
    words = (joint[seats[0]], joint[seats[1]])
    one, other = (LETTERS[name] for _, name in words)
    for side, (kind, name) in enumerate(words):
        if kind == "card":
            state = _played(state, side, LETTERS[name])
    winner = seats[0] if other in BEATEN[one] else seats[1] if one in BEATEN[other] else None
    shown = Shown(seats, (one, other), (words[0][0] == "sign", words[1][0] == "sign"), winner)
    begun = next(at for at, fact in enumerate(state.last) if isinstance(fact, Challenged))
    state = replace(state, last=(*state.last[begun:], shown))
    return _tied(state) if winner is None else _won(state, winner)


def _duellists(state: State) -> tuple[Seat, Seat]:
    assert state.rival is not None
    return state.challenger, state.rival


def _played(state: State, side: int, symbol: Card) -> State:
    seat = _duellists(state)[side]
    return replace(
        state,
        hands=_with(state.hands, seat, state.hands[seat].replace(symbol, "", 1)),
        middle=_with_laid(state.middle, side, symbol),
        past=_with(state.past, seat, state.past[seat] + symbol),
    )


def _tied(state: State) -> State:
    """All cards stay; who has nothing left but the joker lays it, who has nothing at all takes the top of the pile."""
    empty = [seat for seat in state.duellists if not state.hands[seat]]
    for seat in empty[: len(state.pile)]:
        state = replace(_taken(state, seat, 1), last=(*state.last, Taken(seat)))
    return _laid(state)


def _taken(state: State, seat: Seat, cards: int) -> State:
    """So many from the top of the pile, as far as it reaches."""
    taken = state.pile[-cards:]
    return replace(
        state,
        hands=_with(state.hands, seat, sorted_hand(state.hands[seat] + taken)),
        pile=state.pile[:-cards],
        past=_with(state.past, seat, state.past[seat] + DRAWN * len(taken)),
    )


def _won(state: State, winner: Seat) -> State:
    laid = JOKER in state.middle[state.duellists.index(winner)]
    pot, before = "".join(state.middle), len(state.pile)
    state = _taken(state, winner, 3 if laid else 1)
    won = Won(winner, len(pot), before - len(state.pile))
    state = replace(
        state,
        won=_with(state.won, winner, state.won[winner] + pot),
        rival=None,
        middle=("", ""),
        last=(*state.last, won),
    )
    if not state.pile or not all(state.hands):
        return _ended(state)
    return replace(state, phase="challenge", challenger=(state.challenger + 1) % len(state.hands))


def _ended(state: State) -> State:
    empty = tuple(seat for seat, hand in enumerate(state.hands) if not hand)
    most = max(scores(state))
    leaders = tuple(seat for seat, cards in enumerate(scores(state)) if cards == most)
    state = replace(state, last=(*state.last, Ended(empty)))
    if len(leaders) > 1:
        state = replace(state, last=(*state.last, Level(leaders, most)))
        if state.tiebreak == "gesture":
            return replace(state, phase="sign", contenders=leaders)
    return replace(state, phase="over", reason="hand" if empty else "pile")


def _signed(state: State, joint: JointMove) -> State:
    """Whoever beats most of the others stays in; two play until one wins."""
    signs = {seat: LETTERS[joint[seat][1]] for seat in state.contenders}
    beaten = {seat: sum(other in BEATEN[sign] for other in signs.values()) for seat, sign in signs.items()}
    left = tuple(seat for seat in state.contenders if beaten[seat] == max(beaten.values()))
    state = replace(state, contenders=left, last=(Signed(tuple(signs.items()), left),))
    return replace(state, phase="over", reason="sign") if len(left) == 1 else state


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.won))


def result(state: State) -> Result | None:
    if not state.reason:
        return None
    # Whom signs chose comes before those who were level, and these before all who have fewer cards.
    standing = [(cards, seat in state.contenders) for seat, cards in enumerate(scores(state))]
    ranks = tuple(1 + sum(other > each for other in standing) for each in standing)
    return Result(ranks, scores(state), state.reason)


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
