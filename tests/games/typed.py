"""What somebody types in a seat or clicks there, and what it is read and called as: what several games' tests share."""

from __future__ import annotations

import pytest

from games.core import Seat, Word
from games.match import Match
from games.refused import Refused
from games.words import LOCALES


def read(match: Match, seat: Seat | None, typed: str) -> str:
    return " ".join(match.game.read(match.view(seat), typed))


def refused(match: Match, seat: Seat | None, typed: str) -> Refused:
    with pytest.raises(Refused) as no:
        match.game.read(match.view(seat), typed)
    return no.value


def meant(match: Match, seat: Seat | None, typed: str) -> Word | None:
    """None for what is refused, in a sentence that there is."""
    try:
        return match.game.read(match.view(seat), typed)
    except Refused as no:
        match.game.say.no(no, "en")
        return None


def labelled(match: Match, seat: Seat, prefix: str) -> tuple[str, ...]:
    """What the button says in each language that leads to the beginning of a word that may be said."""
    word = tuple(prefix.split())
    assert any(legal[: len(word)] == word for legal in match.legal(seat))
    return tuple(match.game.label(match.view(seat), word, locale) for locale in LOCALES)
