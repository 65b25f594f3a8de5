"""Who is not there: a line for those who wait for them, and the way to end a match without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.scenes.address import Address
from bot.scenes.choices import IN_A_ROW
from bot.scenes.names import called
from bot.scenes.scene import Button, Row, Scene
from bot.scenes.spans import day
from bot.scenes.verb import Verb
from bot.table.table import Play
from bot.texts import say


@dataclass(frozen=True, slots=True)
class Absent:
    gone: frozenset[int] = frozenset()
    """Who has left the server."""
    away: tuple[tuple[int, int], ...] = ()
    """Who is on holiday, and until when."""

    def but(self, reader: int) -> Absent:
        """Of oneself one knows."""
        return Absent(self.gone - {reader}, tuple(it for it in self.away if it[0] != reader))


NOBODY: Final = Absent()


def lines(absent: Absent, locale: str) -> Iterator[str]:
    if absent.gone:
        who = [called(person, locale) for person in sorted(absent.gone)]
        yield say("absent-gone", locale, who=say.listed(who, locale), count=len(who))
    for person, until in absent.away:
        yield say("absent-away", locale, who=called(person, locale), until=day(until))


def told(scene: Scene, table: Play, absent: Absent, locale: str) -> Scene:
    """The same hand, which says it, and ends the match where nobody is left to agree."""
    if absent == NOBODY:
        return scene
    rows = scene.rows
    if absent.gone:
        end = Button(say("button-cancel", locale), str(Address(Verb.ASK, table.id, 0, "cancel")))
        rows = beside_last(rows, end)
    return replace(scene, below=(*scene.below, *lines(absent, locale)), rows=rows)


def beside_last(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """In the last row, where there is room."""
    if any(button in row for row in rows if isinstance(row, tuple)):
        return tuple(rows)
    if rows and isinstance(rows[-1], tuple) and len(rows[-1]) < IN_A_ROW:
        return (*rows[:-1], (*rows[-1], button))
    return (*rows, (button,))
