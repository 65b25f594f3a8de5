"""What a table plays, in words: the game, and every option that is not as usual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core import Game
from games.options import Options, choices


def terms(game: Game[Any, Any, Any], options: Options, locale: str, *, offered: bool = False) -> Iterator[str]:
    """The game, then every option that is not as usual; before a match also how it opens, whatever is usual."""
    yield game.say("name", locale)
    for name, value in (options.opens() if offered else options.agreed()).items():
        named = str(value) in choices(type(options).model_fields[name].annotation)
        yield game.say(f"agreed-{name}-{value}", locale) if named else game.say(f"agreed-{name}", locale, value=value)
