"""Builds the record of a finished match, which anybody can keep and verify."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.matches import chain_lines
from bot.matches.fold import build_initial_offer, replay_events
from bot.matches.model import ClosedMatch, EventType, FinishedMatch, MatchState, RunningMatch, StartedMatch
from games.chain import RecordLine
from games.chained_record import list_nonces
from games.core import Seat
from games.match import SPECIAL_MOVES
from games.record import Record
from games.refused import Refused
from storage import Event, Journal


def list_moves_up_to_step(journal: Journal, step: int, person_seat: Seat) -> Iterator[Event]:
    """Yield the moves that lead up to `step`, for a practice match that continues from that step.

    In the practice match, the AI plays all seats except `person_seat`. If several seats chose at once, the moves of the
    AI's seats come first. If a player changed a sealed move, only the last choice counts.
    """
    step_moves: dict[Seat, Event] = {}
    for before, event, after in replay_events(journal):
        if not isinstance(before, RunningMatch) or event.kind != EventType.MOVED:
            continue
        if before.engine.step >= step:
            return
        if event.seat is not None and tuple(event.payload.split()) not in SPECIAL_MOVES:
            step_moves[event.seat] = event
        if isinstance(after, StartedMatch) and after.engine.step > before.engine.step:
            yield from sorted(step_moves.values(), key=lambda move: move.seat == person_seat)
            step_moves = {}


def build_record(journal: Journal) -> Record:
    """Return the record of a finished match.

    If a player changed a sealed move, the record contains only commitments (hashes) of their earlier choices.
    """
    offer = build_initial_offer(journal)
    match: MatchState = offer
    lobby_lines = [*chain_lines.list_offer_lines(offer)]
    lines: list[RecordLine] = []
    choice_indexes: dict[Seat, int] = {}
    """For each seat, the index of the line with its latest choice in this step."""
    for before, event, match in replay_events(journal):
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
        earlier_dice=match.terms.earlier_dice,
        lobby_lines=tuple(lobby_lines),
        has_end_line=True,
    )
