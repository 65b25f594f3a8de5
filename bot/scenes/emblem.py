"""The drawings of all games that can stand beside words, each by a key that scenes carry."""

from __future__ import annotations

from collections.abc import Iterator

from games import GAMES
from games.art import Emblem


def key(game: str, emblem: Emblem | None) -> str:
    return f"{game} {emblem.drawing} {emblem.text}".rstrip() if emblem else ""


def everything() -> Iterator[tuple[str, str, Emblem]]:
    """With its key, and the package that it is drawn in."""
    for name, game in GAMES.items():
        yield from ((key(name, emblem), f"games.{name}", emblem) for emblem in game.EMBLEMS)
