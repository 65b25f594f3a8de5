"""Match data: cards, events, the full state, and each seat's view of the state.

A card is one letter, and a group of cards is a string, for example the hand `sstpfj`. The last letter of a pile is its
top card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat
from games.words import Words

say: Final = Words(__package__)

Card: TypeAlias = str
Cards: TypeAlias = str

NAME_BY_SYMBOL: Final[Mapping[Card, str]] = {"s": "scissors", "t": "stone", "p": "paper", "f": "fire", "w": "well"}
SYMBOL_BY_NAME: Final[Mapping[str, Card]] = {name: symbol for symbol, name in NAME_BY_SYMBOL.items()}
SYMBOLS: Final = "stpfw"
JOKER: Final = "j"
HIDDEN_CARD: Final = "?"
"""The character for a hidden card in the pile or in another player's hand."""
DREW_CARD: Final = "+"
"""The mark in `play_history` for a card that was drawn from the pile."""
COPIES_BY_SYMBOL: Final[Mapping[Card, int]] = {"s": 12, "t": 12, "p": 12, "f": 8, "w": 5}
FULL_DECK: Final = "".join(symbol * copies for symbol, copies in COPIES_BY_SYMBOL.items())
SYMBOLS_BEATEN_BY: Final[Mapping[Card, Cards]] = {"s": "p", "t": "sf", "p": "tw", "f": "sp", "w": "stf"}
"""The symbols that each symbol beats. A symbol ties with itself."""
PAYOFF: Final[Mapping[Card, Mapping[Card, int]]] = {
    one: {other: (other in SYMBOLS_BEATEN_BY[one]) - (one in SYMBOLS_BEATEN_BY[other]) for other in SYMBOLS}
    for one in SYMBOLS
}
"""The payoff of a symbol (the outer key) against another (the inner key): 1 for a win, 0 for a tie, -1 for a loss."""
SEAT_COUNTS: Final = range(2, 7)
"""The possible numbers of players. The deck has six jokers, one per player."""
DEALT_CARDS: Final = 6
CARDS_DRAWN_BY_WINNER: Final = 1
CARDS_DRAWN_AFTER_JOKER_WIN: Final = 3
"""The number of cards that the winner of a duel draws after laying the joker in that duel."""
REDEAL_MIN_ALIKE: Final = 4
"""The minimum number of cards of one symbol in a dealt hand that may be exchanged."""

Phase: TypeAlias = Literal["redeal", "challenge", "duel", "sign", "over"]
Tiebreak: TypeAlias = Literal["gesture", "shared"]


def sort_hand(cards: Cards) -> Cards:
    """Sort cards by symbol, with the joker last, so that their order reveals nothing."""
    return "".join(sorted(cards, key=f"{SYMBOLS}{JOKER}{HIDDEN_CARD}".index))


def hide_all_but_jokers(cards: Cards) -> Cards:
    """Replace all cards except the joker with HIDDEN_CARD. Only the size of a hand and its joker are public."""
    return HIDDEN_CARD * len(cards.rstrip(JOKER)) + JOKER * cards.count(JOKER)


def has_four_alike(cards: Cards) -> bool:
    return any(cards.count(symbol) >= REDEAL_MIN_ALIKE for symbol in SYMBOLS)


def count_net_beaten(symbol: Card, counts: Mapping[Card, int]) -> int:
    """Return the number of cards that the symbol beats, minus the number of cards that beat the symbol."""
    return sum(count * PAYOFF[symbol][other] for other, count in counts.items())


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Event: the cards were dealt, and `seat` makes the first challenge."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandRedealt:
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandKept:
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    seat: Seat
    rival: Seat


@dataclass(frozen=True, slots=True)
class JokerLaid:
    """Event: a player whose last card was the joker laid it face up in the middle."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """Event: both duelists showed their choices. The pairs have one entry for each duelist.

    `are_signs` states whether each duelist's choice was a sign (a gesture) instead of a card.
    """

    seats: tuple[Seat, Seat]
    symbols: tuple[Card, Card]
    are_signs: tuple[bool, bool]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class CardTakenInTie:
    """Event: after a tie, a player without cards took the top card of the pile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DuelWon:
    seat: Seat
    cards: int
    cards_drawn: int


@dataclass(frozen=True, slots=True)
class DuelsEnded:
    """Event: the duels ended because the players in `empty_seats` had no cards left.

    If `empty_seats` is empty, the duels ended because the pile was used up.
    """

    empty_seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiedForFirst:
    """Event: several players are tied for the most won cards."""

    seats: tuple[Seat, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class TiebreakRevealed:
    """Event: the tied players showed their signs in a tiebreak round. The players in `remaining_seats` stay in."""

    signs: tuple[tuple[Seat, Card], ...]
    remaining_seats: tuple[Seat, ...]


Event: TypeAlias = (
    CardsDealt
    | HandRedealt
    | HandKept
    | ChallengeMade
    | JokerLaid
    | ChoicesRevealed
    | CardTakenInTie
    | DuelWon
    | DuelsEnded
    | TiedForFirst
    | TiebreakRevealed
)


@dataclass(frozen=True, slots=True)
class State:
    tiebreak: Tiebreak
    phase: Phase
    hands: tuple[Cards, ...]
    pile: Cards
    won_cards: tuple[Cards, ...]
    dealt_hands: tuple[tuple[Cards, ...], ...]
    """Each seat's symbol cards as first dealt and after each redeal. The last entry is the hand that the seat kept."""
    play_history: tuple[str, ...]
    """For each seat, the symbols of its played cards in order, with DREW_CARD for each card drawn from the pile."""
    challenger: Seat
    seats_offered_redeal: frozenset[Seat] = frozenset()
    """The seats that may exchange their hands in this step. Each of these hands has four cards of the same symbol."""
    rival: Seat | None = None
    cards_in_middle: tuple[Cards, Cards] = ("", "")
    """The cards played in this duel: the challenger's first, then the rival's."""
    tied_seats: tuple[Seat, ...] = ()
    """The seats that are still in the tiebreak by signs. After the tiebreak, this is only the winner."""
    end_reason: str = ""
    """The reason for the end of the match, or an empty string while the match is running."""
    ruled_out_seats: frozenset[Seat] = frozenset()
    """The seats that cannot win because their players left. Empty until the end of the match."""
    recent_events: tuple[Event, ...] = ()
    """The latest public events, oldest first."""

    @property
    def duelists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def symbol_cards(self) -> Cards:
        """All cards in this match except jokers."""
        return "".join((*self.hands, self.pile, *self.won_cards, *self.cards_in_middle)).replace(JOKER, "")


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    tiebreak: Tiebreak
    phase: Phase
    seats_to_move: frozenset[Seat]
    symbol_cards: Cards
    """All cards in this match except jokers."""
    hands: tuple[Cards, ...]
    """The hands of all seats. During the match, `hide_all_but_jokers` was applied to all except the viewer's."""
    pile: Cards
    won_cards: tuple[Cards, ...]
    dealt_hands: tuple[tuple[Cards, ...], ...]
    """Like the same field of `State`, but with HIDDEN_CARD for other seats' cards.

    Only the number of redeals is public.
    """
    four_alike_by_seat: tuple[bool | None, ...]
    """For each seat, whether its latest dealt hand has four cards alike, or None if the deal allowed no redeal.

    Redeals are offered openly, so this is public.
    """
    play_history: tuple[str, ...]
    challenger: Seat
    rival: Seat | None
    cards_in_middle: tuple[Cards, Cards]
    tied_seats: tuple[Seat, ...]
    end_reason: str
    ruled_out_seats: frozenset[Seat]
    recent_events: tuple[Event, ...]

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    @property
    def duelists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def has_laid_joker(self) -> bool:
        """Whether the viewer has laid the joker in the current duel."""
        if self.seat is None or self.phase != "duel" or self.seat not in self.duelists:
            return False
        return JOKER in self.cards_in_middle[self.duelists.index(self.seat)]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner of the tiebreak by signs or, without a tiebreak, all seats with the most won cards."""
        if self.is_won_by_signs:
            return self.tied_seats
        card_counts = {seat: len(self.won_cards[seat]) for seat in self.seats if seat not in self.ruled_out_seats}
        return tuple(seat for seat, count in card_counts.items() if count == max(card_counts.values()))

    @property
    def is_won_by_signs(self) -> bool:
        return self.end_reason == "sign" and self.ruled_out_seats.isdisjoint(self.tied_seats)
