"""The data of a match: cards, events, the full state, and the view that one seat has of it.

A card is one letter and several cards are a string, as in the hand `sstpfj`. The last letter of a pile is its top card.
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
"""A face-down card, or a card in another player's hand."""
DREW_CARD: Final = "+"
"""The mark in `play_history` for a card drawn from the pile."""
COPIES_BY_SYMBOL: Final[Mapping[Card, int]] = {"s": 12, "t": 12, "p": 12, "f": 8, "w": 5}
FULL_DECK: Final = "".join(symbol * copies for symbol, copies in COPIES_BY_SYMBOL.items())
SYMBOLS_BEATEN_BY: Final[Mapping[Card, Cards]] = {"s": "p", "t": "sf", "p": "tw", "f": "sp", "w": "stf"}
"""The symbols that each symbol beats. Two equal symbols tie."""
PAYOFF: Final[Mapping[Card, Mapping[Card, int]]] = {
    one: {other: (other in SYMBOLS_BEATEN_BY[one]) - (one in SYMBOLS_BEATEN_BY[other]) for other in SYMBOLS}
    for one in SYMBOLS
}
"""Payoff of the first symbol against the second: 1 for a win, 0 for a tie, -1 for a loss."""
SEAT_COUNTS: Final = range(2, 7)
"""How many people can play. The deck has six jokers, one for each player."""
DEALT_CARDS: Final = 6
CARDS_DRAWN_BY_WINNER: Final = 1
CARDS_DRAWN_AFTER_JOKER_WIN: Final = 3
"""How many cards the winner of a duel draws after laying the joker in it."""
REDEAL_MIN_ALIKE: Final = 4
"""A dealt hand with at least this many cards of one symbol may be exchanged."""

Phase: TypeAlias = Literal["redeal", "challenge", "duel", "sign", "over"]
Tiebreak: TypeAlias = Literal["gesture", "shared"]


def sort_hand(cards: Cards) -> Cards:
    """Return the cards in a fixed order, joker last, so that their order reveals nothing."""
    return "".join(sorted(cards, key=f"{SYMBOLS}{JOKER}{HIDDEN_CARD}".index))


def hide_cards(cards: Cards) -> Cards:
    """Replace every card except the joker by HIDDEN_CARD: hand sizes and unused jokers are public."""
    return HIDDEN_CARD * len(cards.rstrip(JOKER)) + JOKER * cards.count(JOKER)


def has_four_alike(cards: Cards) -> bool:
    return any(cards.count(symbol) >= REDEAL_MIN_ALIKE for symbol in SYMBOLS)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards have been dealt, and `seat` will make the first challenge."""

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
    """A player whose last card was the joker has laid it face up in the middle."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """What both players of a duel showed in one step, the challenger first.

    `are_signs` says for each of them whether it was a sign (a gesture) instead of a card.
    """

    seats: tuple[Seat, Seat]
    symbols: tuple[Card, Card]
    are_signs: tuple[bool, bool]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class CardTakenInTie:
    """A player without cards has taken the top card of the pile to continue after a tie."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DuelWon:
    seat: Seat
    cards: int
    cards_drawn: int


@dataclass(frozen=True, slots=True)
class DuelsEnded:
    """No duel follows because `empty_seats` have no cards left or, if there are none, because the pile is used up."""

    empty_seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiedForFirst:
    """Several players share the highest card count."""

    seats: tuple[Seat, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class TiebreakRevealed:
    """One round of the tiebreak by signs: what the tied players showed, and who stays in."""

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
    """For each seat, its symbol cards as dealt and after each redeal. It plays with the last entry."""
    play_history: tuple[str, ...]
    """For each seat, the symbols it has played, in order, with DREW_CARD for each card it took from the pile."""
    challenger: Seat
    seats_offered_redeal: frozenset[Seat] = frozenset()
    """The seats that may exchange their hand now because it has four cards alike."""
    rival: Seat | None = None
    cards_in_middle: tuple[Cards, Cards] = ("", "")
    """The cards that challenger and rival have played in this duel, in that order."""
    tied_seats: tuple[Seat, ...] = ()
    """The seats that are still in the tiebreak by signs; after it, only the winner."""
    end_reason: str = ""
    """The reason the match ended; empty while it runs."""
    recent_events: tuple[Event, ...] = ()
    """The latest public events, oldest first."""

    @property
    def duelists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def symbol_cards(self) -> Cards:
        """All symbol cards in this match, without jokers."""
        return "".join((*self.hands, self.pile, *self.won_cards, *self.cards_in_middle)).replace(JOKER, "")


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    tiebreak: Tiebreak
    phase: Phase
    seats_to_move: frozenset[Seat]
    symbol_cards: Cards
    """All symbol cards in this match, without jokers."""
    hands: tuple[Cards, ...]
    """The hand of this seat as it is, and the hands of the others as `hide_cards` shows them."""
    pile: Cards
    won_cards: tuple[Cards, ...]
    dealt_hands: tuple[tuple[Cards, ...], ...]
    """As in State, but the other seats have HIDDEN_CARD for each card: only the number of redeals is public."""
    has_four_alike: tuple[bool | None, ...]
    """For each seat, whether its last dealt hand has four cards alike. It is public because redeals are offered openly.

    None if the deal allowed no redeal.
    """
    play_history: tuple[str, ...]
    challenger: Seat
    rival: Seat | None
    cards_in_middle: tuple[Cards, Cards]
    tied_seats: tuple[Seat, ...]
    end_reason: str
    recent_events: tuple[Event, ...]

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    @property
    def duelists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def has_laid_joker(self) -> bool:
        """Whether this seat has laid its joker in the current duel."""
        if self.seat is None or self.phase != "duel" or self.seat not in self.duelists:
            return False
        return JOKER in self.cards_in_middle[self.duelists.index(self.seat)]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner of the tiebreak by signs or, without a tiebreak, all seats with the most won cards."""
        if self.end_reason == "sign":
            return self.tied_seats
        most = max(map(len, self.won_cards))
        return tuple(seat for seat in self.seats if len(self.won_cards[seat]) == most)
