"""The rules of Schnick Schnack Schnuck.

Players challenge each other to duels. Each duelist plays one card, and the winner takes all cards in the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core import JointMove, Move, Result, Seat
from games.dice import Dice
from games.schnick.options import Options, check_first_challenger
from games.schnick.state import (
    CARDS_DRAWN_AFTER_JOKER_WIN,
    CARDS_DRAWN_BY_WINNER,
    DEALT_CARDS,
    DREW_CARD,
    FULL_DECK,
    HIDDEN_CARD,
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
_NO_SEATS: Final[frozenset[Seat]] = frozenset()


def legal_moves(view: View) -> Sequence[Move]:
    """Return the legal moves for the seat that this view belongs to.

    A player who was dealt four cards of one symbol may exchange the hand. A challenger may choose any other player, who
    must accept. In a duel, a player must play a symbol card and cannot choose the joker. A player without symbol cards
    shows a sign instead.
    """
    if view.seat is None or view.seat not in view.seats_to_move:
        return ()
    match view.phase:
        case "redeal":
            return (("redeal",), ("keep",))
        case "challenge":
            return tuple(("challenge", str(seat)) for seat in view.seats if seat != view.seat)
        case "duel":
            # A player has no symbol cards after laying the joker, or after a tie with an empty pile.
            symbols = [symbol for symbol in SYMBOLS if symbol in view.hands[view.seat]]
            return tuple(("card", NAME_BY_SYMBOL[symbol]) for symbol in symbols) or SIGN_MOVES
        case _:
            return SIGN_MOVES


def list_public_choices(view: View, seat: Seat) -> Sequence[Move]:
    """Return the moves among which onlookers can predict a seat's choice. Cards in a hidden hand are left out."""
    if view.phase == "duel" and HIDDEN_CARD in view.hands[seat]:
        return ()
    return legal_moves(replace(view, seat=seat))


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    """Return the state after the deal: a joker and six symbol cards per player, and all other cards in the pile.

    The options can preset the hands, the pile and the first challenger. By default, the first challenger is random.
    """
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
    """Return whether a dealt hand may be exchanged.

    At least four of its six symbol cards must be of the same kind, and the pile must contain at least six cards.
    """
    return len(cards) == DEALT_CARDS <= len(pile) and has_four_alike(cards)


def seats_to_move(state: State) -> frozenset[Seat]:
    match state.phase:
        case "redeal":
            return state.seats_offered_redeal
        case "challenge":
            return frozenset({state.challenger})
        case "duel":
            return frozenset(state.duelists)
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
    """Exchange the hands of all players who chose a redeal, in seat order.

    Each player draws six new cards, and then the six returned cards are shuffled into the pile. If the new hand also
    has four cards alike, the player may exchange it again.
    """
    hands, dealt, pile = list(state.hands), list(state.dealt_hands), state.pile
    offered_again = set()
    for seat in sorted(joint):
        if joint[seat] == ("redeal",):
            new_cards, rest = sort_hand(pile[-DEALT_CARDS:]), pile[:-DEALT_CARDS]
            pile = "".join(dice.shuffle(rest + dealt[seat][-1]))
            hands[seat] = hands[seat].replace(dealt[seat][-1], new_cards)
            dealt[seat] = (*dealt[seat], new_cards)
            if _can_redeal(new_cards, pile):
                offered_again.add(seat)
    events = [HandRedealt(seat) if joint[seat] == ("redeal",) else HandKept(seat) for seat in sorted(joint)]
    return replace(
        state,
        phase="redeal" if offered_again else "challenge",
        hands=tuple(hands),
        pile=pile,
        dealt_hands=tuple(dealt),
        seats_offered_redeal=frozenset(offered_again),
        recent_events=(*state.recent_events, *events),
    )


def _start_duel(state: State, rival: Seat) -> State:
    seat = state.challenger
    # Keep the events of the redeals and of the previous duel's end, because some players may not have seen them yet.
    redeals = tuple(event for event in state.recent_events if isinstance(event, HandRedealt | HandKept))
    previous_duel = tuple(event for event in state.recent_events if isinstance(event, ChoicesRevealed | DuelWon))[-2:]
    events = (*redeals, *previous_duel, ChallengeMade(seat, rival))
    state = replace(state, phase="duel", rival=rival, recent_events=events)
    return _lay_last_jokers(state)


def _lay_last_jokers(state: State) -> State:
    """Lay a duelist's joker face up in the middle if it is the last card in the duelist's hand."""
    for side, seat in enumerate(state.duelists):
        if state.hands[seat] == JOKER:
            state = replace(
                state,
                hands=_replace_cards(state.hands, seat, ""),
                cards_in_middle=_add_to_middle(state.cards_in_middle, side, JOKER),
                recent_events=(*state.recent_events, JokerLaid(seat)),
            )
    return state


def _replace_cards(cards_by_seat: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    return (*cards_by_seat[:seat], cards, *cards_by_seat[seat + 1 :])


def _add_to_middle(middle: tuple[Cards, Cards], side: int, card: Card) -> tuple[Cards, Cards]:
    challenger_cards, rival_cards = middle
    return (challenger_cards + card, rival_cards) if side == 0 else (challenger_cards, rival_cards + card)


def _resolve_duel_step(state: State, joint: JointMove) -> State:
    """Reveal the choices of both duelists. Continue the duel if they tie, or finish it.

    Equal symbols tie. Otherwise, one of the two symbols beats the other.
    """
    seats = _require_duelists(state)
    moves = (joint[seats[0]], joint[seats[1]])
    one, other = (SYMBOL_BY_NAME[name] for _, name in moves)
    for side, (kind, name) in enumerate(moves):
        if kind == "card":
            state = _play_card(state, side, SYMBOL_BY_NAME[name])
    winner = seats[0] if other in SYMBOLS_BEATEN_BY[one] else seats[1] if one in SYMBOLS_BEATEN_BY[other] else None
    revealed = ChoicesRevealed(seats, (one, other), (moves[0][0] == "sign", moves[1][0] == "sign"), winner)
    duel_start = next(index for index, event in enumerate(state.recent_events) if isinstance(event, ChallengeMade))
    state = replace(state, recent_events=(*state.recent_events[duel_start:], revealed))
    return _continue_after_tie(state) if winner is None else _finish_duel(state, winner)


def _require_duelists(state: State) -> tuple[Seat, Seat]:
    assert state.rival is not None
    return state.challenger, state.rival


def _play_card(state: State, side: int, symbol: Card) -> State:
    seat = _require_duelists(state)[side]
    return replace(
        state,
        hands=_replace_cards(state.hands, seat, state.hands[seat].replace(symbol, "", 1)),
        cards_in_middle=_add_to_middle(state.cards_in_middle, side, symbol),
        play_history=_replace_cards(state.play_history, seat, state.play_history[seat] + symbol),
    )


def _continue_after_tie(state: State) -> State:
    """Continue the duel after a tie. All cards stay in the middle.

    A player without cards takes the top card of the pile. If both players need a card, the challenger takes one first.
    A player who has only the joker left lays it.
    """
    empty = [seat for seat in state.duelists if not state.hands[seat]]
    for seat in empty[: len(state.pile)]:
        state = replace(_draw_from_pile(state, seat, 1), recent_events=(*state.recent_events, CardTakenInTie(seat)))
    return _lay_last_jokers(state)


def _draw_from_pile(state: State, seat: Seat, cards: int) -> State:
    """Move up to `cards` cards from the top of the pile to a seat's hand."""
    drawn = state.pile[-cards:]
    return replace(
        state,
        hands=_replace_cards(state.hands, seat, sort_hand(state.hands[seat] + drawn)),
        pile=state.pile[:-cards],
        play_history=_replace_cards(state.play_history, seat, state.play_history[seat] + DREW_CARD * len(drawn)),
    )


def _finish_duel(state: State, winner: Seat) -> State:
    """Give the winner all cards in the middle, and let the winner draw from the pile.

    The winner draws one card, or three after laying the joker. The duels end when the pile is empty or a player has no
    cards left. Otherwise, the player to the left of the challenger challenges next.
    """
    has_laid_joker = JOKER in state.cards_in_middle[state.duelists.index(winner)]
    pot, pile_before = "".join(state.cards_in_middle), len(state.pile)
    drawn = CARDS_DRAWN_AFTER_JOKER_WIN if has_laid_joker else CARDS_DRAWN_BY_WINNER
    state = _draw_from_pile(state, winner, drawn)
    duel_won = DuelWon(winner, len(pot), pile_before - len(state.pile))
    state = replace(
        state,
        won_cards=_replace_cards(state.won_cards, winner, state.won_cards[winner] + pot),
        rival=None,
        cards_in_middle=("", ""),
        recent_events=(*state.recent_events, duel_won),
    )
    if not state.pile or not all(state.hands):
        return _end_duels(state)
    return replace(state, phase="challenge", challenger=(state.challenger + 1) % len(state.hands))


def _end_duels(state: State) -> State:
    """End the duels. The player with the most won cards wins the match, and cards in hand do not count.

    If several players have the most cards, they play a tiebreak by signs or share first place, depending on the
    options.
    """
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
    """Resolve one round of the tiebreak, in which all tied players show a sign at once.

    Each player scores a point for every other player's sign that the player's own sign beats. The players with the most
    points stay in, and rounds repeat until only one player is left.
    """
    signs = {seat: SYMBOL_BY_NAME[joint[seat][1]] for seat in state.tied_seats}
    points = {seat: sum(other in SYMBOLS_BEATEN_BY[sign] for other in signs.values()) for seat, sign in signs.items()}
    remaining = tuple(seat for seat in state.tied_seats if points[seat] == max(points.values()))
    state = replace(state, tied_seats=remaining, recent_events=(TiebreakRevealed(tuple(signs.items()), remaining),))
    return replace(state, phase="over", end_reason="sign") if len(remaining) == 1 else state


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.won_cards))


def result(state: State) -> Result | None:
    if not state.end_reason:
        return None
    # The tiebreak winner ranks above the players with equally many cards, who rank above all players with fewer cards.
    standing = [(cards, seat in state.tied_seats) for seat, cards in enumerate(scores(state))]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Result(ranks, scores(state), state.end_reason)


def reveal_all(state: State) -> State:
    return replace(state, phase="over")


def rule_out_winners(state: State, seats: frozenset[Seat]) -> State:
    return replace(state, ruled_out_seats=seats)
