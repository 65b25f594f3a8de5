"""A solver for two-player endgames, which finds a policy that an opponent cannot exploit.

The solver considers all hands that the two players can hold. At the start of an endgame, all arrangements of the hidden
cards are equally likely. Later, the cards that a seat plays are evidence about the cards that it kept. Redeal offers
are ignored as evidence. The computation itself is in `native/endgame.c`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from operator import add, sub
from struct import Struct
from typing import Final, TypeAlias

from games.compiled import CompiledModule, is_compiled
from games.core import Seat
from games.schnick.policy_net import SymbolProbabilities
from games.schnick.state import (
    CARDS_DRAWN_AFTER_JOKER_WIN,
    CARDS_DRAWN_BY_WINNER,
    DREW_CARD,
    JOKER,
    SYMBOLS,
    SYMBOLS_BEATEN_BY,
    Card,
    Cards,
    View,
)

IntPair: TypeAlias = tuple[int, int]
MAX_CARDS_TO_SOLVE: Final = 5
"""The maximum number of cards, in both hands together, for which a match can be solved. A joker counts as two cards."""
MAX_CARDS_AGAINST_LAST_CARD: Final = 4
"""The maximum number of symbol cards in a hand for which a match can be solved if the opponent has one last card.

`native/hands.h` has tables for hands of up to four cards.
"""
MIN_PILE_TO_SOLVE: Final = 12
"""The minimum number of cards in the pile for which a match can be solved.

The solver assumes that the pile never runs out. An endgame hardly ever uses up this many cards.
"""


@dataclass(frozen=True, slots=True)
class PublicState:
    """The information about a match that both players have. Pairs have one entry per seat."""

    card_counts: IntPair
    jokers_in_hand: IntPair
    jokers_laid: IntPair
    unplayed_by_symbol: tuple[int, ...]
    """The number of cards of each symbol that are in the hands or in the pile."""
    pot: int = 0
    lead: int = 0
    """The first seat's number of won cards, minus the second seat's. Cards in the middle do not count."""

    @property
    def seats_with_last_card(self) -> Sequence[Seat]:
        """The seats that hold a single card and will have no choice after playing it."""
        return [
            seat
            for seat in (0, 1)
            if self.card_counts[seat] == 1 and not self.jokers_in_hand[seat] and not self._can_draw_with_joker(seat)
        ]

    def _can_draw_with_joker(self, seat: Seat) -> bool:
        """Return whether a seat that has laid its joker draws cards after a win. If not, its win ends the match."""
        return bool(self.jokers_laid[seat] and (self.card_counts[1 - seat] > 1 or self.jokers_in_hand[1 - seat]))

    @property
    def is_solvable(self) -> bool:
        """Whether the solver can solve the rest of a match from this state."""
        cards = sum(self.card_counts) + 2 * sum((*self.jokers_in_hand, *self.jokers_laid))
        has_last_card = any(
            self.card_counts[1 - seat] <= MAX_CARDS_AGAINST_LAST_CARD for seat in self.seats_with_last_card
        )
        pile = sum(self.unplayed_by_symbol) - sum(self.card_counts)
        return (cards <= MAX_CARDS_TO_SOLVE or has_last_card) and pile >= MIN_PILE_TO_SOLVE

    def swap_seats(self) -> PublicState:
        cards, jokers, laid = self.card_counts[::-1], self.jokers_in_hand[::-1], self.jokers_laid[::-1]
        return PublicState(cards, jokers, laid, self.unplayed_by_symbol, self.pot, -self.lead)


def replay_public_states(view: View) -> Iterator[tuple[PublicState, IntPair | None]]:
    """Yield the public state before each choice of a match, with the indices of the symbols shown just before it.

    The indices are None if an endgame can start at the state, that is, if earlier play reveals nothing about the hands.
    This is the case when both hands, or a seat's last card, have just been dealt or drawn.
    """
    has_joker = [JOKER in hand + won for hand, won in zip(view.hands, view.won_cards, strict=True)]
    for seat, middle in zip(view.duelists, view.cards_in_middle, strict=True):
        has_joker[seat] |= JOKER in middle
    public_state = _lay_last_jokers(
        PublicState(
            card_counts=_make_int_pair(len(dealt[-1]) for dealt in view.dealt_hands),
            jokers_in_hand=_make_int_pair(has_joker),
            jokers_laid=(0, 0),
            unplayed_by_symbol=tuple(view.symbol_cards.count(symbol) for symbol in SYMBOLS),
        )
    )
    yield public_state, None
    histories = list(view.play_history)
    while any(histories):
        shown = [
            history[0] if count else "" for history, count in zip(histories, public_state.card_counts, strict=True)
        ]
        histories = [history[len(card) :] for history, card in zip(histories, shown, strict=True)]
        winner = _infer_winner(shown, histories)
        public_state, kept, drawn = _apply_public_step(public_state, shown, winner)
        histories = [history[count:] for history, count in zip(histories, drawn, strict=True)]
        is_new_start = not any(kept) or not all(kept[seat] for seat in public_state.seats_with_last_card)
        yield public_state, None if is_new_start else _index_symbols(shown, winner)


def _infer_winner(shown: list[Cards], histories: list[str]) -> Seat | None:
    """Infer the winner of a step from the cards shown in it and the play histories after it.

    Histories do not contain signs, but a seat that wins with a sign on its joker draws three cards. A loss would have
    ended the match.
    """
    if all(shown):
        return _find_winner(*shown)
    joker_draws = DREW_CARD * CARDS_DRAWN_AFTER_JOKER_WIN
    return next((seat for seat in (0, 1) if not shown[seat] and histories[seat].startswith(joker_draws)), None)


def _apply_public_step(
    public_state: PublicState, shown: list[Cards], winner: Seat | None
) -> tuple[PublicState, IntPair, IntPair]:
    """Return the public state after a step, and the number of cards that each seat kept and drew."""
    kept = _make_int_pair(count - len(card) for count, card in zip(public_state.card_counts, shown, strict=True))
    pot, lead, laid = public_state.pot + len("".join(shown)), public_state.lead, public_state.jokers_laid
    if winner is None:
        drawn = _make_int_pair(
            not count and not joker for count, joker in zip(kept, public_state.jokers_in_hand, strict=True)
        )
    else:
        pot, lead = 0, lead + (-pot if winner else pot)
        drawn = _make_int_pair(
            (CARDS_DRAWN_AFTER_JOKER_WIN if laid[seat] else CARDS_DRAWN_BY_WINNER) * (seat == winner) for seat in (0, 1)
        )
        laid = (0, 0)
    unplayed = tuple(
        count - shown.count(symbol) for count, symbol in zip(public_state.unplayed_by_symbol, SYMBOLS, strict=True)
    )
    cards = _make_int_pair(map(add, kept, drawn))
    return (
        _lay_last_jokers(
            replace(public_state, card_counts=cards, jokers_laid=laid, unplayed_by_symbol=unplayed, pot=pot, lead=lead)
        ),
        kept,
        drawn,
    )


def _lay_last_jokers(public_state: PublicState) -> PublicState:
    """Lay each player's joker face up in the middle if it is the last card in the player's hand."""
    laid = _make_int_pair(
        joker and not count for count, joker in zip(public_state.card_counts, public_state.jokers_in_hand, strict=True)
    )
    jokers, pot = _make_int_pair(map(sub, public_state.jokers_in_hand, laid)), public_state.pot + sum(laid)
    return replace(
        public_state,
        jokers_in_hand=jokers,
        jokers_laid=_make_int_pair(map(add, public_state.jokers_laid, laid)),
        pot=pot,
    )


def _index_symbols(shown: list[Cards], winner: Seat | None) -> IntPair:
    """Return the indices of the symbols shown. For an unknown sign, use any sign that leads to the same winner."""
    candidates = product(*([SYMBOLS.index(card)] if card else range(len(SYMBOLS)) for card in shown))
    return next((one, other) for one, other in candidates if _find_winner(SYMBOLS[one], SYMBOLS[other]) == winner)


def _find_winner(one: Card, other: Card) -> Seat | None:
    return 0 if other in SYMBOLS_BEATEN_BY[one] else 1 if one in SYMBOLS_BEATEN_BY[other] else None


def _make_int_pair(numbers: Iterable[int]) -> IntPair:
    one, other = numbers
    return int(one), int(other)


ENDGAME_MODULE: Final = ("games.schnick", "endgame")
"""The package and the name of the compiled solver."""
ROUNDING_ERROR: Final = 1e-9
"""The largest difference between win probabilities or win shares that is attributed to rounding."""
_PUBLIC_STATE_STRUCT: Final = Struct("<13i")
"""The memory layout of `PublicState` in `native/game_tree.h`."""
_MAX_HANDS: Final = 70
"""The number of different hands of four cards, which must equal MAX_HANDS in `native/hands.h`."""
_HAND_VALUES_STRUCT: Final = Struct(f"<{_MAX_HANDS * len(SYMBOLS)}d")
"""The memory layout of the buffer `hand_values` in `native/endgame.c`."""


@dataclass(frozen=True, slots=True)
class EndgamePolicy:
    """The solution of an endgame for one hand."""

    probabilities: SymbolProbabilities
    win_probabilities: SymbolProbabilities
    """The probability of winning the match after playing each card or showing each sign."""


def solve_endgame(view: View) -> EndgamePolicy | None:
    """Return the solution of the endgame for the hand of this view's seat.

    Return None if the match is too far from its end. Also return None if the solver is not compiled, because it would
    be too slow.
    """
    if (
        view.seat is None
        or view.phase != "duel"
        or len(view.hands) != 2
        or len(view.pile) < CARDS_DRAWN_AFTER_JOKER_WIN
    ):
        return None
    if not (start := _find_endgame_start(view)) or not is_compiled(*ENDGAME_MODULE):
        return None
    public_state, played = start
    cards = _make_int_pair(len(hand.rstrip(JOKER)) for hand in view.hands)
    # The seat with fewer cards comes first, so that both seatings of an endgame share one cache entry.
    if is_swapped := public_state.card_counts > public_state.card_counts[::-1]:
        public_state, cards, played = public_state.swap_seats(), cards[::-1], tuple(pair[::-1] for pair in played)
    return _solve_for_all_hands(public_state, played, cards)[view.seat ^ is_swapped][
        view.hands[view.seat].rstrip(JOKER)
    ]


# One solution serves both seats and all later hints in the same position. The cache size only limits memory use.
@lru_cache(maxsize=64)
def _solve_for_all_hands(
    public_state: PublicState, played: tuple[IntPair, ...], cards: IntPair
) -> tuple[Mapping[Cards, EndgamePolicy], ...]:
    """Return, for each seat, a mapping from each hand that the seat can hold to its policy."""
    solver = EndgameSolver(public_state)
    for pair in played:
        assert solver.call("play_cards", *pair)
    solutions = [
        [
            solver.read_by_hand(export, seat, cards[seat])
            for export in ("compute_average_strategy", "compute_action_values")
        ]
        for seat in (0, 1)
    ]
    # A rival who plays a last card cannot exploit predictable play, so the best choices are enough.
    plays_best = [not played and 1 - seat in public_state.seats_with_last_card for seat in (0, 1)]
    return tuple(
        {
            hand: EndgamePolicy(_share_among_best(values[hand]) if only_best else strategies[hand], values[hand])
            for hand in strategies
        }
        for only_best, (strategies, values) in zip(plays_best, solutions, strict=True)
    )


def _share_among_best(win_probabilities: SymbolProbabilities) -> SymbolProbabilities:
    """Divide the probability evenly among the symbols with the highest probability of winning."""
    highest = max(win_probabilities.values())
    best = [symbol for symbol, value in win_probabilities.items() if highest - value < ROUNDING_ERROR]
    return {symbol: (symbol in best) / len(best) for symbol in win_probabilities}


class EndgameSolver(CompiledModule):
    """The compiled solver for an endgame that starts at a given public state.

    After creating a solver, call its exported function `play_cards` for each pair of symbols shown since that state.
    """

    def __init__(self, public_state: PublicState) -> None:
        super().__init__(*ENDGAME_MODULE, lambda: False)
        pairs = (*public_state.card_counts, *public_state.jokers_in_hand, *public_state.jokers_laid)
        self.write_memory(
            "public_state",
            _PUBLIC_STATE_STRUCT.pack(*pairs, *public_state.unplayed_by_symbol, public_state.pot, public_state.lead),
        )
        self.call("solve")

    def read_by_hand(self, export: str, seat: Seat, cards: int) -> Mapping[Cards, SymbolProbabilities]:
        """Call an exported function that computes values for a seat, and return these values by hand and symbol."""
        self.call(export, seat)
        values, by_hand = self._read_hand_values(), {}
        for combination in combinations_with_replacement(SYMBOLS, cards):
            hand = "".join(combination)
            start = len(SYMBOLS) * self.call("index_hand", *map(hand.count, SYMBOLS))
            pairs = zip(SYMBOLS, values[start : start + len(SYMBOLS)], strict=True)
            by_hand[hand] = {symbol: value for symbol, value in pairs if symbol in (hand or SYMBOLS)}
        return by_hand

    def _read_hand_values(self) -> tuple[float, ...]:
        return _HAND_VALUES_STRUCT.unpack(self.read_memory("hand_values", _HAND_VALUES_STRUCT.size))

    def compute_exploitability(self) -> float:
        """Return the win probability that best responses gain against the solution, summed over both seats."""
        self.call("compute_exploitability")
        return self._read_hand_values()[0]


def _find_endgame_start(view: View) -> tuple[PublicState, tuple[IntPair, ...]] | None:
    """Return the public state at the start of the current endgame, and the indices of the symbols shown since then.

    Return None if the solver cannot solve an endgame at this point of the match.
    """
    start: PublicState | None = None
    played: tuple[IntPair, ...] = ()
    for public_state, symbols in replay_public_states(view):
        if symbols and start:
            played = (*played, symbols)
        else:
            start, played = public_state if public_state.is_solvable else None, ()
    return (start, played) if start else None
