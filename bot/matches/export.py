"""Builds the record of a finished match, which anybody can keep and verify."""

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
    """Yield the moves that lead up to `step`, for a practice match that continues from that step.

    In the practice match, the AI plays all seats except `person_seat`. If several seats chose at once, the moves of the
    AI's seats come first.
    """
    step_moves: dict[Seat, Move] = {}
    current_step = 0
    for line, engine in replay_positions(record):
        if line and line.seat is not None and not line.is_superseded and line.move not in SPECIAL_MOVES:
            step_moves[line.seat] = line.move
        if engine.step > current_step:
            if engine.step > step:
                return
            yield from sorted(step_moves.items(), key=lambda seat_and_move: seat_and_move[0] == person_seat)
            step_moves, current_step = {}, engine.step


def build_record(journal: Journal) -> Record:
    """Return the record of a finished match.

    If a player changed a sealed move, the record contains only the commitments of their earlier choices in that step.
    """
    offer = build_initial_offer(journal)
    match: MatchState = offer
    lobby_lines = [*chain_lines.list_offer_lines(offer)]
    lines: list[RecordLine] = []
    choice_indexes: dict[Seat, int] = {}
    """For each seat, the index of the line with its latest choice in this step."""
    for event in journal.events[1:]:
        before, match = match, apply_event(match, event, Absences())
        if not isinstance(before, RunningMatch):
            lobby_lines += chain_lines.list_event_lines(before, event, match)
        elif event.kind == EventType.MOVED:
            line = chain_lines.build_move_line(before, event)
            if line.commitment and line.seat is not None:
                if line.seat in choice_indexes:
                    replaced_line = lines[choice_indexes[line.seat]]
                    lines[choice_indexes[line.seat]] = replace(replaced_line, move=(), salt=b"")
                choice_indexes[line.seat] = len(lines)
            lines.append(line)
            if isinstance(match, StartedMatch) and match.engine.step > before.engine.step:
                choice_indexes.clear()
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
        nonces=list_nonces((player.nonce, player.player_seed_hash) for player in match.joined_players),
        since=match.terms.earlier_dice,
        lobby_lines=tuple(lobby_lines),
    )
