"""A match that is over as its record, which anybody may keep and verify."""

from __future__ import annotations

from bot.table.allowance import Absences
from bot.table.journal import Kind, after, laid
from bot.table.table import Begun, Closed, Over, Play, Table
from games.core import Seat
from games.fair import sealed
from games.match import CALLS
from games.record import Line, Record
from games.refused import Refused
from storage import Journal


def record(journal: Journal) -> Record:
    """Of each seat in each step the last choice, where it was made."""
    table: Table = laid(journal)
    lines: list[Line] = []
    chosen: dict[Seat, Line] = {}
    for event in journal.events[1:]:
        before, table = table, after(table, event, Absences())
        if event.kind != Kind.SAID or not isinstance(before, Play) or not isinstance(table, Begun):
            continue
        word = tuple(event.word.split())
        if event.seat is None or word in CALLS:
            lines.append(Line(event.seat, word))
            continue
        if event.seat in chosen:
            lines.remove(chosen[event.seat])
        chosen[event.seat] = sealed(before.match, str(table.id), event.seat, word, before.counts.get(event.seat, 0) + 1)
        lines.append(chosen[event.seat])
        if table.match.step > before.match.step:
            chosen.clear()
    if isinstance(table, Closed):
        raise Refused(f"closed-{table.how}")
    if not isinstance(table, Over):
        raise Refused("running")
    return Record(
        game=table.game,
        options=table.options,
        seats=table.match.seats,
        lines=tuple(lines),
        id=str(table.id),
        commit=table.commitment,
        seed=table.seed,
        nonces=tuple(sitter.nonce for sitter in table.sat),
        sat=() if table.agreement.order else table.match.chance.seats(table.match.seats, len(table.sat)),
    )
