"""Match options, including hands and a pile that the host can preset.

Preset cards are strings of card letters (see `state`). The last letter of the pile is its top card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import Field, WithJsonSchema, model_validator

from games import options
from games.schnick.state import COPIES_BY_SYMBOL, JOKER, NAME_BY_SYMBOL, SEAT_COUNTS, SYMBOLS, Tiebreak, say


class Options(options.Options):
    tiebreak: Tiebreak = "gesture"
    hands: tuple[str, ...] | None = Field(default=None, examples=[("stpfwsj", "ttppffj")])
    pile: str | None = Field(default=None, examples=["stpfw"])
    first: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})] | None = None

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset({"hands", "pile", "first"})

    @model_validator(mode="after")
    def _check_drawn_start(self) -> Options:
        if (self.hands is None) != (self.pile is None):
            raise say.make_refusal("hands-pile")
        if self.hands is not None:
            _check_hands(self.hands)
            _check_pile(self.pile or "")
            _check_copies(self.hands, self.pile or "")
        if self.first is not None:
            # Preset hands fix the number of players. Otherwise, any allowed number of players can still join.
            check_first_challenger(self.first, max(SEAT_COUNTS) if self.hands is None else len(self.hands))
        return self


def check_first_challenger(first: int, seats: int) -> None:
    if first not in range(seats):
        raise say.make_refusal("first", first=first, last=seats - 1)


def _check_hands(hands: Sequence[str]) -> None:
    if len(hands) not in SEAT_COUNTS:
        raise say.make_refusal("hands-count", hands=len(hands))
    for seat, hand in enumerate(hands):
        if not hand:
            raise say.make_refusal("hand-empty", seat=seat)
        if set(hand) - set(SYMBOLS + JOKER):
            raise say.make_refusal("hand-letters", seat=seat, hand=hand)
        if hand.count(JOKER) > 1:
            raise say.make_refusal("hand-jokers", seat=seat)


def _check_pile(pile: str) -> None:
    if not pile:
        raise say.make_refusal("pile-empty")
    if set(pile) - set(SYMBOLS):
        raise say.make_refusal("pile-letters", pile=pile)


def _check_copies(hands: Sequence[str], pile: str) -> None:
    cards = "".join(hands) + pile
    for symbol, copies in COPIES_BY_SYMBOL.items():
        if cards.count(symbol) > copies:
            raise say.make_refusal("copies", symbol=NAME_BY_SYMBOL[symbol], count=cards.count(symbol), copies=copies)
