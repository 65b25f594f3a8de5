"""What somebody types in a seat, and what it is read as: what the tests of several games share."""

from __future__ import annotations

import pytest

from games.core import Move, Seat
from games.match import Match
from games.refused import Refused


def format_parsed_move(match: Match, seat: Seat | None, typed: str) -> str:
    return " ".join(match.game.parse_move(match.view_of(seat), typed))


def catch_refusal(match: Match, seat: Seat | None, typed: str) -> Refused:
    with pytest.raises(Refused) as no:
        match.game.parse_move(match.view_of(seat), typed)
    return no.value


def parse_or_none(match: Match, seat: Seat | None, typed: str) -> Move | None:
    """None for what is refused, in a sentence that there is."""
    try:
        return match.game.parse_move(match.view_of(seat), typed)
    except Refused as no:
        match.game.say.format_refusal(no, "en")
        return None
