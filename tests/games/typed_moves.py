"""Helpers for the tests of all games that parse typed moves."""

from __future__ import annotations

import pytest

from games.core import Move, Seat
from games.match import Match
from games.refused import Refused


def format_parsed_move(match: Match, seat: Seat | None, typed: str) -> str:
    return " ".join(match.game.parse_move(match.view_of(seat), typed))


def catch_refusal(match: Match, seat: Seat | None, typed: str) -> Refused:
    with pytest.raises(Refused) as refused:
        match.game.parse_move(match.view_of(seat), typed)
    return refused.value


def parse_or_none(match: Match, seat: Seat | None, typed: str) -> Move | None:
    """Return the parsed move, or None for a refused move. Check that the error has a text."""
    try:
        return match.game.parse_move(match.view_of(seat), typed)
    except Refused as refusal:
        match.game.say.format_refusal(refusal, "en")
        return None
