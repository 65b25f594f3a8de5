"""A match that is over as its record, which anybody may keep and verify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.matches import chain_lines
from bot.matches.fold import after, laid
from bot.matches.model import Begun, Closed, Kind, Over, Play, Table
from bot.matches.time_budget import Absences
from games.chain import RecordLine
from games.chained_record import list_nonces
from games.core import Move, Seat
from games.match import SPECIAL_MOVES
from games.record import Record, replay_positions
from games.refused import Refused
from storage import Journal


def until(record: Record, step: int, seat: Seat) -> Iterator[tuple[Seat, Move]]:
    """What was said up to that step, for a match that goes on from there with the house in all other seats: where
    several chose at once the house comes first.
    """
    joint: dict[Seat, Move] = {}
    done = 0
    for line, match in replay_positions(record):
        if line and line.seat is not None and not line.is_superseded and line.move not in SPECIAL_MOVES:
            joint[line.seat] = line.move
        if match.step > done:
            if match.step > step:
                return
            yield from sorted(joint.items(), key=lambda said: said[0] == seat)
            joint, done = {}, match.step


def record(journal: Journal) -> Record:
    """Return the record of a match that is over. Of each seat's choices in a step only the last one shows its word."""
    offer = laid(journal)
    table: Table = offer
    before = [*chain_lines.offered(offer)]
    lines: list[RecordLine] = []
    chosen: dict[Seat, int] = {}
    """Where the choice of a seat stands that may still be changed."""
    for event in journal.events[1:]:
        was, table = table, after(table, event, Absences())
        if not isinstance(was, Play):
            before += chain_lines.links(was, event, table)
        elif event.kind == Kind.SAID:
            line = chain_lines.said(was, event)
            if line.commitment and line.seat is not None:
                if line.seat in chosen:
                    was_line = lines[chosen[line.seat]]
                    lines[chosen[line.seat]] = replace(was_line, move=(), salt=b"")
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
        lines=tuple(lines),
        id=str(table.id),
        seed=table.seed,
        nonces=list_nonces((sitter.nonce, sitter.shook) for sitter in table.sat),
        since=table.agreement.goes_on,
        lobby_lines=tuple(before),
    )
