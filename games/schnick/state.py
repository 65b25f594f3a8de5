"""The world of Schnick Schnack Schnuck: cards, what beats what, what can happen, where a match stands and what is seen.

A card is a letter, and any cards are a string: a hand `sstpfj`, a pile of which the last letter is the top.
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
"""The symbols that each symbol beats."""
PAYOFF: Final[Mapping[Card, Mapping[Card, int]]] = {
    one: {other: (other in SYMBOLS_BEATEN_BY[one]) - (one in SYMBOLS_BEATEN_BY[other]) for other in SYMBOLS}
    for one in SYMBOLS
}
"""By symbol and what it meets: 1 where it wins, 0 in a tie, -1 where it loses."""
DEALT_CARDS: Final = 6
REDEAL_MIN_ALIKE: Final = 4
"""A dealt hand with at least this many cards of one symbol may be exchanged."""

Phase: TypeAlias = Literal["redeal", "challenge", "duel", "sign", "over"]
Tiebreak: TypeAlias = Literal["gesture", "shared"]


def sort_hand(cards: Cards) -> Cards:
    """Return the cards in a fixed order, joker last, so that their order reveals nothing."""
    return "".join(sorted(cards, key=f"{SYMBOLS}{JOKER}{HIDDEN_CARD}".index))


def hide_cards(cards: Cards) -> Cards:
    """Everybody sees how many there are, and who still has a joker."""
    return HIDDEN_CARD * len(cards.rstrip(JOKER)) + JOKER * cards.count(JOKER)


def has_four_alike(cards: Cards) -> bool:
    return any(cards.count(symbol) >= REDEAL_MIN_ALIKE for symbol in SYMBOLS)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The cards are out; who will challenge first."""

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
    """The joker lies open in the middle: the last card its owner had."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChoicesRevealed:
    """One step of a duel, challenger first; where `signs` says so, a sign was formed instead of a card."""

    seats: tuple[Seat, Seat]
    symbols: tuple[Card, Card]
    are_signs: tuple[bool, bool]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class CardTakenInTie:
    """An empty hand took the top of the pile, to go on in a tie."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DuelWon:
    seat: Seat
    cards: int
    cards_drawn: int


@dataclass(frozen=True, slots=True)
class DuelsEnded:
    """Who has no card left; nobody, when it is the pile that is used up."""

    empty_seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TiedForFirst:
    """Several players share the highest card count."""

    seats: tuple[Seat, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class TiebreakRevealed:
    """The signs of those who were level, and who stays in."""

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
    """By seat, the symbols it was dealt, and those again after every redeal; it plays with the last."""
    play_history: tuple[str, ...]
    """By seat, the symbols it has played since, and DREW_CARD wherever it took one from the pile."""
    challenger: Seat
    seats_offered_redeal: frozenset[Seat] = frozenset()
    """The seats that may exchange four alike now."""
    rival: Seat | None = None
    cards_in_middle: tuple[Cards, Cards] = ("", "")
    """The cards that challenger and rival have played in this duel, in that order."""
    tied_seats: tuple[Seat, ...] = ()
    """Who is still in when signs decide; in the end the one whom they decided for."""
    end_reason: str = ""
    """The reason the match ended; empty while it runs."""
    recent_events: tuple[Event, ...] = ()
    """The latest public events, oldest first."""

    @property
    def duellists(self) -> tuple[Seat, ...]:
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
    """One's own; of the others' only how many cards they are and whether a joker is among them."""
    pile: Cards
    won_cards: tuple[Cards, ...]
    dealt_hands: tuple[tuple[Cards, ...], ...]
    """One's own, those returned included; of the others' only how often."""
    has_four_alike: tuple[bool | None, ...]
    """By seat, whether the six it plays with have four alike: an offer tells everybody. None: none could be made."""
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
    def duellists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has most cards, or whom the signs chose among them."""
        if self.end_reason == "sign":
            return self.tied_seats
        most = max(map(len, self.won_cards))
        return tuple(seat for seat in self.seats if len(self.won_cards[seat]) == most)
