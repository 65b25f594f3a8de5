"""The end of a match of two: how to mix so that nobody gains by knowing it, counted out over all that either may hold.

There every card may lie anywhere, as they were dealt and drawn; from its beginning on what somebody played tells what
they kept. What is known beside of who was offered a new hand is left out. `native/` counts.
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
from games.schnick.state import DREW_CARD, JOKER, SYMBOLS, SYMBOLS_BEATEN_BY, Card, Cards, View

IntPair: TypeAlias = tuple[int, int]
CARDS_DRAWN_BY_JOKER: Final = 3
"""So many cards, a joker that wins."""
MAX_CARDS_TO_SOLVE: Final = 5
"""From so many cards together, where each joker is two, a match can be played to the end in mind."""
MAX_CARDS_AGAINST_LAST_CARD: Final = 4
"""And from so many against a last card, beside a joker."""
MIN_PILE_TO_SOLVE: Final = 12
"""So many cards in the pile last longer than any such end that is likely enough to be counted."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody sees, by seat."""

    card_counts: IntPair
    jokers_in_hand: IntPair
    """In hand, beside cards."""
    jokers_laid: IntPair
    unplayed_by_symbol: tuple[int, ...]
    """Of each symbol, in both hands and the pile."""
    pot: int = 0
    lead: int = 0
    """Of the first seat, without what lies in the middle."""

    @property
    def seats_with_last_card(self) -> Sequence[Seat]:
        """Who plays a last card, after which they can have no more to choose."""
        return [
            seat
            for seat in (0, 1)
            if self.card_counts[seat] == 1 and not self.jokers_in_hand[seat] and not self._can_draw_by_joker(seat)
        ]

    def _can_draw_by_joker(self, seat: Seat) -> bool:
        """May they still win a duel by a joker, and the match go on?"""
        return bool(self.jokers_laid[seat] and (self.card_counts[1 - seat] > 1 or self.jokers_in_hand[1 - seat]))

    @property
    def is_solvable(self) -> bool:
        """Is it counted from here?"""
        few = sum(self.card_counts) + 2 * sum((*self.jokers_in_hand, *self.jokers_laid)) <= MAX_CARDS_TO_SOLVE
        last = any(self.card_counts[1 - seat] <= MAX_CARDS_AGAINST_LAST_CARD for seat in self.seats_with_last_card)
        return (few or last) and sum(self.unplayed_by_symbol) - sum(self.card_counts) >= MIN_PILE_TO_SOLVE

    def swap_seats(self) -> PublicState:
        cards, jokers, laid = self.card_counts[::-1], self.jokers_in_hand[::-1], self.jokers_laid[::-1]
        return PublicState(cards, jokers, laid, self.unplayed_by_symbol, self.pot, -self.lead)


def replay_public_states(view: View) -> Iterator[tuple[PublicState, IntPair | None]]:
    """Before each choice of the match, and what led to it; nothing where no hidden card is left that anybody kept."""
    has = [JOKER in hand + won for hand, won in zip(view.hands, view.won_cards, strict=True)]
    for seat, middle in zip(view.duelists, view.cards_in_middle, strict=True):
        has[seat] |= JOKER in middle
    stand = _lay_last_jokers(
        PublicState(
            card_counts=make_int_pair(len(dealt[-1]) for dealt in view.dealt_hands),
            jokers_in_hand=make_int_pair(has),
            jokers_laid=(0, 0),
            unplayed_by_symbol=tuple(view.symbol_cards.count(symbol) for symbol in SYMBOLS),
        )
    )
    yield stand, None
    pasts = list(view.play_history)
    while any(pasts):
        shown = [past[0] if many else "" for past, many in zip(pasts, stand.card_counts, strict=True)]
        pasts = [past[len(card) :] for past, card in zip(pasts, shown, strict=True)]
        winner = _infer_winner(shown, pasts)
        stand, kept, drawn = _apply_public_step(stand, shown, winner)
        pasts = [past[many:] for past, many in zip(pasts, drawn, strict=True)]
        anew = not any(kept) or not all(kept[seat] for seat in stand.seats_with_last_card)
        yield stand, None if anew else _number_symbols(shown, winner)


def _infer_winner(shown: list[Cards], pasts: list[str]) -> Seat | None:
    """Which sign was shown is not told, but what its owner took from the pile if it won."""
    if all(shown):
        return _find_winner(*shown)
    return next(
        (seat for seat in (0, 1) if not shown[seat] and pasts[seat].startswith(DREW_CARD * CARDS_DRAWN_BY_JOKER)), None
    )


def _apply_public_step(
    stand: PublicState, shown: list[Cards], winner: Seat | None
) -> tuple[PublicState, IntPair, IntPair]:
    """And how many cards each kept, and how many they took."""
    kept = make_int_pair(many - len(card) for many, card in zip(stand.card_counts, shown, strict=True))
    pot, lead, laid = stand.pot + len("".join(shown)), stand.lead, stand.jokers_laid
    if winner is None:
        drawn = make_int_pair(not many and not joker for many, joker in zip(kept, stand.jokers_in_hand, strict=True))
    else:
        pot, lead = 0, lead + (-pot if winner else pot)
        drawn = make_int_pair((CARDS_DRAWN_BY_JOKER if laid[seat] else 1) * (seat == winner) for seat in (0, 1))
        laid = (0, 0)
    left = tuple(many - shown.count(symbol) for many, symbol in zip(stand.unplayed_by_symbol, SYMBOLS, strict=True))
    cards = make_int_pair(map(add, kept, drawn))
    return (
        _lay_last_jokers(
            replace(stand, card_counts=cards, jokers_laid=laid, unplayed_by_symbol=left, pot=pot, lead=lead)
        ),
        kept,
        drawn,
    )


def _lay_last_jokers(stand: PublicState) -> PublicState:
    """A joker that is all there is lies in the middle."""
    laid = make_int_pair(
        joker and not many for many, joker in zip(stand.card_counts, stand.jokers_in_hand, strict=True)
    )
    jokers, pot = make_int_pair(map(sub, stand.jokers_in_hand, laid)), stand.pot + sum(laid)
    return replace(stand, jokers_in_hand=jokers, jokers_laid=make_int_pair(map(add, stand.jokers_laid, laid)), pot=pot)


def _number_symbols(shown: list[Cards], winner: Seat | None) -> IntPair:
    """By number; of signs, any that come to the same."""
    ways = product(*([SYMBOLS.index(card)] if card else range(len(SYMBOLS)) for card in shown))
    return next((one, other) for one, other in ways if _find_winner(SYMBOLS[one], SYMBOLS[other]) == winner)


def _find_winner(one: Card, other: Card) -> Seat | None:
    return 0 if other in SYMBOLS_BEATEN_BY[one] else 1 if one in SYMBOLS_BEATEN_BY[other] else None


def make_int_pair(both: Iterable[int]) -> IntPair:
    one, other = both
    return int(one), int(other)


ENDGAME_MODULE: Final = ("games.schnick", "endgame")
"""Where it is counted."""
ROUNDING_ERROR: Final = 1e-9
"""No difference but that numbers are rounded."""
_STAND: Final = Struct("<13i")
_HANDS: Final = 70
_FOUND: Final = Struct(f"<{_HANDS * len(SYMBOLS)}d")


@dataclass(frozen=True, slots=True)
class EndgamePolicy:
    """Of one hand."""

    probabilities: SymbolProbabilities
    win_probabilities: SymbolProbabilities
    """How likely each card, or sign, wins the match."""


def solve_endgame(view: View) -> EndgamePolicy | None:
    """None where the end is too far to be counted, or counting too slow."""
    if view.seat is None or view.phase != "duel" or len(view.hands) != 2 or len(view.pile) < CARDS_DRAWN_BY_JOKER:
        return None
    if not (begun := _find_endgame_start(view)) or not is_compiled(*ENDGAME_MODULE):
        return None
    stand, played = begun
    cards = make_int_pair(len(hand.rstrip(JOKER)) for hand in view.hands)
    # Whoever holds fewer comes first, so that it is the same whoever sits where.
    if turned := stand.card_counts > stand.card_counts[::-1]:
        stand, cards, played = stand.swap_seats(), cards[::-1], tuple(both[::-1] for both in played)
    return _solve_for_all_hands(stand, played, cards)[view.seat ^ turned][view.hands[view.seat].rstrip(JOKER)]


@lru_cache(maxsize=64)
def _solve_for_all_hands(
    stand: PublicState, played: tuple[IntPair, ...], cards: IntPair
) -> tuple[Mapping[Cards, EndgamePolicy], ...]:
    """By seat and hand."""
    end = EndgameSolver(stand)
    for both in played:
        assert end.call("play_cards", *both)
    told = [
        [end.read_by_hand(what, seat, cards[seat]) for what in ("compute_average_strategy", "compute_action_values")]
        for seat in (0, 1)
    ]
    # Where the other has nothing to choose, nor had, one is best, and it is no matter who knows that.
    certain = [not played and 1 - seat in stand.seats_with_last_card for seat in (0, 1)]
    return tuple(
        {hand: EndgamePolicy(_share_among_best(hopes[hand]) if alone else mixes[hand], hopes[hand]) for hand in mixes}
        for alone, (mixes, hopes) in zip(certain, told, strict=True)
    )


def _share_among_best(hopes: SymbolProbabilities) -> SymbolProbabilities:
    best = [symbol for symbol, hope in hopes.items() if max(hopes.values()) - hope < ROUNDING_ERROR]
    return {symbol: (symbol in best) / len(best) for symbol in hopes}


class EndgameSolver(CompiledModule):
    """From where it begins, and on to what is played."""

    def __init__(self, stand: PublicState) -> None:
        super().__init__(*ENDGAME_MODULE, lambda: False)
        pairs = (*stand.card_counts, *stand.jokers_in_hand, *stand.jokers_laid)
        self.write_memory("public_state", _STAND.pack(*pairs, *stand.unplayed_by_symbol, stand.pot, stand.lead))
        self.call("solve")

    def read_by_hand(self, what: str, seat: Seat, cards: int) -> Mapping[Cards, SymbolProbabilities]:
        """By hand and symbol."""
        self.call(what, seat)
        found, told = _FOUND.unpack(self.read_memory("hand_values", _FOUND.size)), {}
        for held in combinations_with_replacement(SYMBOLS, cards):
            hand = "".join(held)
            at = len(SYMBOLS) * self.call("index_hand", *map(hand.count, SYMBOLS))
            shares = zip(SYMBOLS, found[at : at + len(SYMBOLS)], strict=True)
            told[hand] = {symbol: share for symbol, share in shares if symbol in (hand or SYMBOLS)}
        return told

    @property
    def measure_exploitability(self) -> float:
        """By who knows how the other mixes: by both together."""
        self.call("compute_exploitability")
        gained: float = _FOUND.unpack(self.read_memory("hand_values", _FOUND.size))[0]
        return gained


def _find_endgame_start(view: View) -> tuple[PublicState, tuple[IntPair, ...]] | None:
    """Where the end began that is played now, and what was played since."""
    begun: PublicState | None = None
    played: tuple[IntPair, ...] = ()
    for stand, both in replay_public_states(view):
        if both and begun:
            played = (*played, both)
        else:
            begun, played = stand if stand.is_solvable else None, ()
    return (begun, played) if begun else None
