"""Chooses default values for the options that decide how a match opens, such as whether stones are dealt or placed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.core import Game
from games.options import validate_options
from games.refused import Refused
from storage import Store


async def add_opening_options(
    store: Store, game: Game[Any, Any, Any], person_ids: Sequence[int], chosen: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Add default opening options to the chosen options of a new match.

    If any of these people has never finished a match of the game, the defaults are those for beginners. Otherwise, they
    come from the last match that the host, `person_ids[0]`, offered. Chosen options take precedence.
    """
    for person_id in person_ids:
        if not await store.history.list_newest_matches(person_id, None, game.KEY, 1):
            return game.options_class.first_time_options(chosen)
    last_options = json.loads(await store.matches.find_last_offered_options(person_ids[0], game.KEY) or "{}")
    opening = {name: last_options[name] for name in game.options_class.OPENING_OPTIONS & last_options.keys()}
    options = opening | dict(chosen)
    try:
        validate_options(game.options_class, options)
    except Refused:
        # The last opening does not go with the chosen options, or the chosen options are invalid by themselves.
        return chosen
    return options
