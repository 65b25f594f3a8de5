"""Schnick Schnack Schnuck: duels of one card each, and the winner takes what lies in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core import JointMove, Move, Result, Seat
from games.dice import Dice
from games.schnick.options import Options, check_first_challenger
from games.schnick.state import (
    DEALT_CARDS,
    DREW_CARD,
    FULL_DECK,
    JOKER,
    NAME_BY_SYMBOL,
    SYMBOL_BY_NAME,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    Card,
    Cards,
    CardsDealt,
    CardTakenInTie,
    ChallengeMade,
    ChoicesRevealed,
    DuelsEnded,
    DuelWon,
    HandKept,
    HandRedealt,
    JokerLaid,
    State,
    TiebreakRevealed,
    TiedForFirst,
    View,
    has_four_alike,
    say,
    sort_hand,
)

SIGN_MOVES: Final[Sequence[Move]] = tuple(("sign", name) for name in NAME_BY_SYMBOL.values())


def legal_moves(view: View) -> Sequence[Move]:
    if view.seat is None or view.seat not in view.seats_to_move:
        return ()
    match view.phase:
        case "redeal":
            return (("redeal",), ("keep",))
        case "challenge":
            return tuple(("challenge", str(seat)) for seat in view.seats if seat != view.seat)
        case "duel":
            # A hand without symbols has laid its joker, or had nothing left to take: it signs.
            held = [symbol for symbol in SYMBOLS if symbol in view.hands[view.seat]]
            return tuple(("card", NAME_BY_SYMBOL[symbol]) for symbol in held) or SIGN_MOVES
        case _:
            return SIGN_MOVES


_NO_SEATS: Final[frozenset[Seat]] = frozenset()


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    if options.first is not None:
        check_first_challenger(options.first, seats)
    hands, pile = _deal_hands(options, seats, dice)
    first = dice.draw_below(seats) if options.first is None else options.first
    dealt = tuple((hand.rstrip(JOKER),) for hand in hands)
    offered = frozenset(seat for seat, (six,) in enumerate(dealt) if _can_redeal(six, pile))
    return State(
        tiebreak=options.tiebreak,
        phase="redeal" if offered else "challenge",
        hands=hands,
        pile=pile,
        won_cards=("",) * seats,
        dealt_hands=dealt,
        play_history=("",) * seats,
        challenger=first,
        seats_offered_redeal=offered,
        recent_events=(CardsDealt(first),),
    )


def _deal_hands(options: Options, seats: int, dice: Dice) -> tuple[tuple[Cards, ...], Cards]:
    if options.hands is not None:
        if len(options.hands) != seats:
            raise say.make_refusal("hands-seats", hands=len(options.hands), seats=seats)
        return tuple(map(sort_hand, options.hands)), options.pile or ""
    deck = "".join(dice.shuffle(FULL_DECK))
    hands = tuple(sort_hand(deck[seat * DEALT_CARDS : (seat + 1) * DEALT_CARDS] + JOKER) for seat in range(seats))
    return hands, deck[seats * DEALT_CARDS :]


def _can_redeal(cards: Cards, pile: Cards) -> bool:
    return len(cards) == DEALT_CARDS <= len(pile) and has_four_alike(cards)


def seats_to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case "redeal":
            return state.seats_offered_redeal
        case "challenge":
            return frozenset({state.challenger})
        case "duel":
            return frozenset(state.duellists)
        case "sign":
            return frozenset(state.tied_seats)
        case "over":
            return _NO_SEATS


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    match state.phase:
        case "redeal":
            return _resolve_redeals(state, joint, dice)
        case "challenge":
            return _start_duel(state, int(joint[state.challenger][1]))
        case "duel":
            return _resolve_duel_step(state, joint)
        case "sign":
            return _resolve_tiebreak(state, joint)
        case "over":
            raise AssertionError(joint)


def _resolve_redeals(state: State, joint: JointMove, dice: Dice) -> State:
    """In the order of the seats: six from the top, then the old ones are shuffled into the pile."""
    hands, dealt, pile = list(state.hands), list(state.dealt_hands), state.pile
    again = set()
    for seat in sorted(joint):
        if joint[seat] == ("redeal",):
            six, rest = sort_hand(pile[-DEALT_CARDS:]), pile[:-DEALT_CARDS]
            pile = "".join(dice.shuffle(rest + dealt[seat][-1]))
            hands[seat] = hands[seat].replace(dealt[seat][-1], six)
            dealt[seat] = (*dealt[seat], six)
            if _can_redeal(six, pile):
                again.add(seat)
    facts = [HandRedealt(seat) if joint[seat] == ("redeal",) else HandKept(seat) for seat in sorted(joint)]
    return replace(
        state,
        phase="redeal" if again else "challenge",
        hands=tuple(hands),
        pile=pile,
        dealt_hands=tuple(dealt),
        seats_offered_redeal=frozenset(again),
        recent_events=(*state.recent_events, *facts),
    )


def _start_duel(state: State, rival: Seat) -> State:
    seat = state.challenger
    # The duel before, or who took a new hand, is told once more: whoever looks up now may have missed it.
    redealt = tuple(fact for fact in state.recent_events if isinstance(fact, HandRedealt | HandKept))
    before = tuple(fact for fact in state.recent_events if isinstance(fact, ChoicesRevealed | DuelWon))[-2:]
    state = replace(state, phase="duel", rival=rival, recent_events=(*redealt, *before, ChallengeMade(seat, rival)))
    return _lay_last_jokers(state)


def _lay_last_jokers(state: State) -> State:
    """Whose last card is the joker lays it."""
    for side, seat in enumerate(state.duellists):
        if state.hands[seat] == JOKER:
            state = replace(
                state,
                hands=_replace_cards(state.hands, seat, ""),
                cards_in_middle=_add_to_middle(state.cards_in_middle, side, JOKER),
                recent_events=(*state.recent_events, JokerLaid(seat)),
            )
    return state


def _replace_cards(each: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    return (*each[:seat], cards, *each[seat + 1 :])


def _add_to_middle(middle: tuple[Cards, Cards], side: int, card: Card) -> tuple[Cards, Cards]:
    one, other = middle
    return (one + card, other) if side == 0 else (one, other + card)


def _resolve_duel_step(state: State, joint: JointMove) -> State:
    seats = _require_duellists(state)
    words = (joint[seats[0]], joint[seats[1]])
    one, other = (SYMBOL_BY_NAME[name] for _, name in words)
    for side, (kind, name) in enumerate(words):
        if kind == "card":
            state = _play_card(state, side, SYMBOL_BY_NAME[name])
    winner = seats[0] if other in SYMBOLS_BEATEN_BY[one] else seats[1] if one in SYMBOLS_BEATEN_BY[other] else None
    shown = ChoicesRevealed(seats, (one, other), (words[0][0] == "sign", words[1][0] == "sign"), winner)
    begun = next(at for at, fact in enumerate(state.recent_events) if isinstance(fact, ChallengeMade))
    state = replace(state, recent_events=(*state.recent_events[begun:], shown))
    return _continue_after_tie(state) if winner is None else _finish_duel(state, winner)


def _require_duellists(state: State) -> tuple[Seat, Seat]:
    assert state.rival is not None
    return state.challenger, state.rival


def _play_card(state: State, side: int, symbol: Card) -> State:
    seat = _require_duellists(state)[side]
    return replace(
        state,
        hands=_replace_cards(state.hands, seat, state.hands[seat].replace(symbol, "", 1)),
        cards_in_middle=_add_to_middle(state.cards_in_middle, side, symbol),
        play_history=_replace_cards(state.play_history, seat, state.play_history[seat] + symbol),
    )


def _continue_after_tie(state: State) -> State:
    """All cards stay; who has nothing left but the joker lays it, who has nothing at all takes the top of the pile."""
    empty = [seat for seat in state.duellists if not state.hands[seat]]
    for seat in empty[: len(state.pile)]:
        state = replace(_draw_from_pile(state, seat, 1), recent_events=(*state.recent_events, CardTakenInTie(seat)))
    return _lay_last_jokers(state)


def _draw_from_pile(state: State, seat: Seat, cards: int) -> State:
    """So many from the top of the pile, as far as it reaches."""
    taken = state.pile[-cards:]
    return replace(
        state,
        hands=_replace_cards(state.hands, seat, sort_hand(state.hands[seat] + taken)),
        pile=state.pile[:-cards],
        play_history=_replace_cards(state.play_history, seat, state.play_history[seat] + DREW_CARD * len(taken)),
    )


def _finish_duel(state: State, winner: Seat) -> State:
    laid = JOKER in state.cards_in_middle[state.duellists.index(winner)]
    pot, before = "".join(state.cards_in_middle), len(state.pile)
    state = _draw_from_pile(state, winner, 3 if laid else 1)
    won = DuelWon(winner, len(pot), before - len(state.pile))
    state = replace(
        state,
        won_cards=_replace_cards(state.won_cards, winner, state.won_cards[winner] + pot),
        rival=None,
        cards_in_middle=("", ""),
        recent_events=(*state.recent_events, won),
    )
    if not state.pile or not all(state.hands):
        return _end_duels(state)
    return replace(state, phase="challenge", challenger=(state.challenger + 1) % len(state.hands))


def _end_duels(state: State) -> State:
    empty = tuple(seat for seat, hand in enumerate(state.hands) if not hand)
    most = max(scores(state))
    leaders = tuple(seat for seat, cards in enumerate(scores(state)) if cards == most)
    state = replace(state, recent_events=(*state.recent_events, DuelsEnded(empty)))
    if len(leaders) > 1:
        state = replace(state, recent_events=(*state.recent_events, TiedForFirst(leaders, most)))
        if state.tiebreak == "gesture":
            return replace(state, phase="sign", tied_seats=leaders)
    return replace(state, phase="over", end_reason="hand" if empty else "pile")


def _resolve_tiebreak(state: State, joint: JointMove) -> State:
    """Whoever beats most of the others stays in; two play until one wins."""
    signs = {seat: SYMBOL_BY_NAME[joint[seat][1]] for seat in state.tied_seats}
    beaten = {seat: sum(other in SYMBOLS_BEATEN_BY[sign] for other in signs.values()) for seat, sign in signs.items()}
    left = tuple(seat for seat in state.tied_seats if beaten[seat] == max(beaten.values()))
    state = replace(state, tied_seats=left, recent_events=(TiebreakRevealed(tuple(signs.items()), left),))
    return replace(state, phase="over", end_reason="sign") if len(left) == 1 else state


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.won_cards))


def result(state: State) -> Result | None:
    if not state.end_reason:
        return None
    # Whom signs chose comes before those who were level, and these before all who have fewer cards.
    standing = [(cards, seat in state.tied_seats) for seat, cards in enumerate(scores(state))]
    ranks = tuple(1 + sum(other > each for other in standing) for each in standing)
    return Result(ranks, scores(state), state.end_reason)


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
