"""Every variant of every game, and when it is tried."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from games import GAMES
from games.options import choices


def variants() -> list[tuple[str, str]]:
    found = []
    for key, game in GAMES.items():
        field = game.options_class.model_fields.get("variant")
        found += [(key, variant) for variant in (choices(field.annotation) if field else [""])]
    return found


def at_first(*tried: tuple[str, str], by_night: Collection[tuple[str, str]] = ()) -> list[pytest.ParameterSet]:
    """Every variant of every game: these at every change, all others at the gate or by night."""
    assert {*tried, *by_night} <= {*variants()}
    late = {one: pytest.mark.nightly if one in by_night else pytest.mark.gate for one in variants()}
    return [pytest.param(*one, marks=[] if one in tried else [late[one]]) for one in variants()]
