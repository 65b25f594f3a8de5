"""A match that is over as its record, which anybody may keep and verify."""

from __future__ import annotations

from dataclasses import replace

from bot.table import links
from bot.table.allowance import Absences
from bot.table.journal import after, laid
from bot.table.kind import Kind
from bot.table.table import Begun, Closed, Over, Play, Table
from games.core import Seat
from games.line import Line
from games.muster import nonces
from games.record import Record
from games.refused import Refused
from storage import Journal


def record(journal: Journal) -> Record:
    """With its chain, where it has one; of each seat in each step the last choice tells its word."""
    table: Table = laid(journal)
    before = [*links.offered(laid(journal))] if table.seal else []
    lines: list[Line] = []
    chosen: dict[Seat, int] = {}
    """Where the choice of a seat stands that may still be changed."""
    for event in journal.events[1:]:
        was, table = table, after(table, event, Absences())
        if not isinstance(was, Play):
            before += links.links(was, event, table) if table.seal else ()
        elif event.kind == Kind.SAID:
            line = links.said(was, event)
            if line.receipt and line.seat is not None:
                if line.seat in chosen:
                    was_line = lines[chosen[line.seat]]
                    lines[chosen[line.seat]] = replace(was_line, word=(), salt=b"")
                chosen[line.seat] = len(lines)
            lines.append(line)
            if isinstance(table, Begun) and table.match.step > was.match.step:
                chosen.clear()
    if isinstance(table, Closed):
        raise Refused(f"closed-{table.how}")
    if not isinstance(table, Over):
        raise Refused("running")
    return Record(
        game=table.game,
        options=table.options,
        seats=table.match.seats,
        # Of the first protocol there is nothing to be proven, nor can it be told that somebody thought again.
        lines=tuple(line for line in lines if before or not line.superseded),
        id=str(table.id),
        seed=table.seed,
        nonces=nonces((sitter.nonce, sitter.shook) for sitter in table.sat),
        before=tuple(before),
    )
