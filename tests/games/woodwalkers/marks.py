"""What a picture of the board has on it and beside it, and the views that have most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.art import Box, Letters, Mark, Name, Picture, Sprite
from games.woodwalkers import GAME
from games.woodwalkers.frame import ASIDE
from games.woodwalkers.state import View
from games.woodwalkers.things import EVERY
from tests.games.woodwalkers.drawn import drawn
from tests.games.woodwalkers.scenes import scene


def picture(where: str, seat: int | None = None) -> Picture:
    return GAME.picture(scene(where).view(seat))


def aside(board: Picture) -> list[Mark]:
    return [mark for mark in board.marks if mark[1] >= ASIDE]


def sprites(board: Picture) -> list[str]:
    return [what.name for what, _, _ in board.marks if isinstance(what, Sprite)]


def letters(board: Picture, ink: str | None = None) -> list[str]:
    return [what.text for what, _, _ in aside(board) if isinstance(what, Letters) and ink in (None, what.ink)]


def player(board: Picture, seat: int) -> list[str]:
    """What stands in the panel of a seat."""
    panels = [
        (what, top) for what, _, top in aside(board) if isinstance(what, Box) and what.corner and what.width == 390
    ]
    panel, top = panels[-len(shown_names(board)) + seat]
    inside = (what for what, _, y in aside(board) if top <= y + 5 < top + panel.height)
    return [what.text or what.name for what in inside if isinstance(what, Sprite)]


def shown_names(board: Picture) -> list[int]:
    return [what.seat for what, _, _ in board.marks if isinstance(what, Name)]


def crowded() -> Iterator[View]:
    """All that a seat can have, by how many play: every flag, two digits of tiles, every card wounded or gone."""
    for variant in ("day", "midnight"):
        for seats in (2, 3, 4):
            for points, out in ((9, ()), (99, (0, 2, 4, 6)), (999, tuple(EVERY))):
                view = drawn(seats=seats, variant=variant).view(None)
                camps = tuple(
                    replace(
                        camp,
                        points=points,
                        medicine=4,
                        dice=4,
                        out=out,
                        wounds=tuple(0 if animal in out else 2 for animal in EVERY),
                        tiles=tuple(each for at, each in enumerate(camp.tiles) if at not in out),
                    )
                    for camp in view.camps
                )
                flags = tuple(zip((space for camp in camps for space, _ in camp.tiles), [15] * 9, strict=False))
                phase = "home" if out == tuple(EVERY) else "roll"
                duel = scene("midnight home").view(None).duel
                assert duel
                yield replace(
                    view,
                    camps=camps,
                    flags=flags,
                    mode="speed",
                    spent=("speed",),
                    asked=1,
                    phase=phase,
                    duel=duel,
                    last=(replace(duel, winner=1),),
                )
                yield replace(view, camps=camps, flags=flags, asked=None, phase="over")
