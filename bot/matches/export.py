"""A match that is over as its record, which anybody may keep and verify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.matches import chain_lines
from bot.matches.fold import apply_event, build_initial_offer
from bot.matches.model import ClosedMatch, EventType, FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from games.chain import RecordLine
from games.chained_record import list_nonces
from games.core import Move, Seat
from games.match import SPECIAL_MOVES
from games.record import Record, replay_positions
from games.refused import Refused
from storage import Journal


def list_moves_up_to_step(record: Record, step: int, person_seat: Seat) -> Iterator[tuple[Seat, Move]]:
    """What was said up to that step, for a match that goes on from there with the house in all other seats: where
    several chose at once the house comes first.
    """
    joint: dict[Seat, Move] = {}
    done = 0
    for line, engine in replay_positions(record):
        if line and line.seat is not None and not line.is_superseded and line.move not in SPECIAL_MOVES:
            joint[line.seat] = line.move
        if engine.step > done:
            if engine.step > step:
                return
            yield from sorted(joint.items(), key=lambda said: said[0] == person_seat)
            joint, done = {}, engine.step


def build_record(journal: Journal) -> Record:
    """Return the record of a match that is over. Of each seat's choices in a step only the last one shows its word."""
    offer = build_initial_offer(journal)
    match: MatchState = offer
    before = [*chain_lines.list_offer_lines(offer)]
    lines: list[RecordLine] = []
    chosen: dict[Seat, int] = {}
    """Where the choice of a seat stands that may still be changed."""
    for event in journal.events[1:]:
        was, match = match, apply_event(match, event, Absences())
        if not isinstance(was, RunningMatch):
            before += chain_lines.list_event_lines(was, event, match)
        elif event.kind == EventType.MOVED:
            line = chain_lines.build_move_line(was, event)
            if line.commitment and line.seat is not None:
                if line.seat in chosen:
                    was_line = lines[chosen[line.seat]]
                    lines[chosen[line.seat]] = replace(was_line, move=(), salt=b"")
                chosen[line.seat] = len(lines)
            lines.append(line)
            if isinstance(match, StartedMatch) and match.engine.step > was.engine.step:
                chosen.clear()
    if isinstance(match, ClosedMatch):
        raise Refused(f"closed-{match.close_reason}")
    if not isinstance(match, FinishedMatch):
        raise Refused("running")
    return Record(
        game=match.game,
        options=match.options,
        seats=match.engine.seats,
        lines=tuple(lines),
        id=str(match.id),
        seed=match.seed,
        nonces=list_nonces((sitter.nonce, sitter.player_seed_hash) for sitter in match.joined_players),
        since=match.terms.earlier_dice,
        lobby_lines=tuple(before),
    )
