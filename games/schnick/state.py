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

NAMES: Final[Mapping[Card, str]] = {"s": "scissors", "t": "stone", "p": "paper", "f": "fire", "w": "well"}
LETTERS: Final[Mapping[str, Card]] = {name: symbol for symbol, name in NAMES.items()}
SYMBOLS: Final = "stpfw"
JOKER: Final = "j"
BACK: Final = "?"
"""A card that lies face down, or is in somebody else's hand."""
DRAWN: Final = "+"
"""In somebody's past: a card came from the pile."""
COPIES: Final[Mapping[Card, int]] = {"s": 12, "t": 12, "p": 12, "f": 8, "w": 5}
DECK: Final = "".join(symbol * copies for symbol, copies in COPIES.items())
BEATEN: Final[Mapping[Card, Cards]] = {"s": "p", "t": "sf", "p": "tw", "f": "sp", "w": "stf"}
"""By symbol, those that it beats."""
PAYS: Final[Mapping[Card, Mapping[Card, int]]] = {
    one: {other: (other in BEATEN[one]) - (one in BEATEN[other]) for other in SYMBOLS} for one in SYMBOLS
}
"""By symbol and what it meets: 1 where it wins, 0 in a tie, -1 where it loses."""
SIX: Final = 6
ALIKE: Final = 4
"""So many of one symbol among the six: the hand may be exchanged."""

Phase: TypeAlias = Literal["redeal", "challenge", "duel", "sign", "over"]
Tiebreak: TypeAlias = Literal["gesture", "shared"]


def sorted_hand(cards: Cards) -> Cards:
    """As everybody holds their cards, so that the order tells nothing; the joker last."""
    return "".join(sorted(cards, key=f"{SYMBOLS}{JOKER}{BACK}".index))


def backs(cards: Cards) -> Cards:
    """Everybody sees how many there are, and who still has a joker."""
    return BACK * len(cards.rstrip(JOKER)) + JOKER * cards.count(JOKER)


def four_alike(cards: Cards) -> bool:
    return any(cards.count(symbol) >= ALIKE for symbol in SYMBOLS)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are out; who will challenge first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Redealt:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Kept:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenged:
    seat: Seat
    rival: Seat


@dataclass(frozen=True, slots=True)
class Laid:
    """The joker lies open in the middle: the last card its owner had."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """One step of a duel, challenger first; where `signs` says so, a sign was formed instead of a card."""

    seats: tuple[Seat, Seat]
    symbols: tuple[Card, Card]
    signs: tuple[bool, bool]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Taken:
    """An empty hand took the top of the pile, to go on in a tie."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    seat: Seat
    cards: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Who has no card left; nobody, when it is the pile that is used up."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """Several have most cards."""

    seats: tuple[Seat, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Signed:
    """The signs of those who were level, and who stays in."""

    signs: tuple[tuple[Seat, Card], ...]
    left: tuple[Seat, ...]


Fact: TypeAlias = Dealt | Redealt | Kept | Challenged | Laid | Shown | Taken | Won | Ended | Level | Signed


@dataclass(frozen=True, slots=True)
class State:
    tiebreak: Tiebreak
    phase: Phase
    hands: tuple[Cards, ...]
    pile: Cards
    won: tuple[Cards, ...]
    dealt: tuple[tuple[Cards, ...], ...]
    """By seat, the symbols it was dealt, and those again after every redeal; it plays with the last."""
    past: tuple[str, ...]
    """By seat, the symbols it has played since, and DRAWN wherever it took one from the pile."""
    challenger: Seat
    offered: frozenset[Seat] = frozenset()
    """Who may exchange four alike now."""
    rival: Seat | None = None
    middle: tuple[Cards, Cards] = ("", "")
    """What challenger and rival have laid in this duel."""
    contenders: tuple[Seat, ...] = ()
    """Who is still in when signs decide; in the end the one whom they decided for."""
    reason: str = ""
    """Why the game is decided."""
    last: tuple[Fact, ...] = ()
    """What a player who looks up now should be told, oldest first; all of it public."""

    @property
    def duellists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def deck(self) -> Cards:
        """All the symbol cards there are in this match."""
        return "".join((*self.hands, self.pile, *self.won, *self.middle)).replace(JOKER, "")


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    tiebreak: Tiebreak
    phase: Phase
    awaited: frozenset[Seat]
    deck: Cards
    """All the symbol cards there are in this match."""
    hands: tuple[Cards, ...]
    """One's own; of the others' only how many cards they are and whether a joker is among them."""
    pile: Cards
    won: tuple[Cards, ...]
    dealt: tuple[tuple[Cards, ...], ...]
    """One's own, those returned included; of the others' only how often."""
    alike: tuple[bool | None, ...]
    """By seat, whether the six it plays with have four alike: an offer tells everybody. None: none could be made."""
    past: tuple[str, ...]
    challenger: Seat
    rival: Seat | None
    middle: tuple[Cards, Cards]
    contenders: tuple[Seat, ...]
    reason: str
    last: tuple[Fact, ...]

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    @property
    def duellists(self) -> tuple[Seat, ...]:
        return () if self.rival is None else (self.challenger, self.rival)

    @property
    def best(self) -> tuple[Seat, ...]:
        """Who has most cards, or whom the signs chose among them."""
        if self.reason == "sign":
            return self.contenders
        most = max(map(len, self.won))
        return tuple(seat for seat in self.seats if len(self.won[seat]) == most)
