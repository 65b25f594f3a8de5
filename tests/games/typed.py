"""What somebody types in a seat, and what it is read as: what the tests of several games share."""

from __future__ import annotations

import pytest

from games.core import Seat, Word
from games.match import Match
from games.refused import Refused


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
