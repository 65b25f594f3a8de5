"""Take a snapshot of the store and Discord right before a secret move, so that several runs can start from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Final

from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.predictions import list_open_choices
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.core import Level, Move, Seat
from games.match import RESIGN, Match
from storage import PlayerMessage
from tests.effort_level import EFFORT
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_match,
    play_for_seat,
    play_move,
)
from tests.kit.world import INACTIVE_SINCE_MS, World
from tests.laws.law_tables import TABLES, get_random_match, sample_moves
from tests.laws.law_tables import LawTable as Setting

PLAYER_IDS: Final = (ANN, BEN, CAT)

SETTINGS_PER_GAME: Final = {"little": 1, "more": 2, "most": 40}[EFFORT]
SETTINGS_TRIED_PER_GAME: Final = SETTINGS_PER_GAME + 4
MOVES_TRIED_PER_SEAT: Final = 24


def find_secret_moves(engine: Match) -> Iterator[tuple[Seat, tuple[Move, ...]]]:
    """Yield each seat that can move in secret, with its moves between which nobody else can see a difference."""
    for seat in sorted(engine.to_move):
        groups: list[tuple[object, list[Move]]] = []
        for move in sample_moves(engine.legal_moves(seat), MOVES_TRIED_PER_SEAT):
            after = engine.play_move(seat, move)
            if after.result:
                continue
            views = [after.view_of(other) for other in (None, *range(engine.seats)) if other != seat]
            others_see = (views, after.seats_asked, after.step)
            for group_key, moves in groups:
                if group_key == others_see:
                    moves.append(move)
                    break
            else:
                groups.append((others_see, [move]))
        largest = max((moves for _, moves in groups), key=len, default=[])
        if len(largest) > 1:
            yield seat, tuple(largest)


def _has_secrets(setting: Setting) -> bool:
    return any(any(find_secret_moves(engine)) for engine in get_random_match(setting).matches[:24:3])


def _list_compared_settings() -> Iterator[Setting]:
    """Yield the first few settings of each game in which seats can move in secret. Chess has none."""
    for key in GAMES:
        # Limit the number of seats so that the AI plays at most one: a second AI would move differently in each run.
        tables = [table for table in TABLES if key == table.game.KEY and table.seats <= len(PLAYER_IDS)]
        yield from islice(
            (table for table in islice(tables, SETTINGS_TRIED_PER_GAME) if _has_secrets(table)), SETTINGS_PER_GAME
        )


COMPARED_SETTINGS: Final = [*_list_compared_settings()]


@dataclass
class Snapshot:
    """The store and the messages right before a secret move."""

    store_path: Path
    discord: FakeDiscord
    match_id: int
    secret_seat: Seat
    """The seat that is about to make the secret move."""
    secret_moves: tuple[Move, ...]
    """Moves that must look the same to everybody else."""
    is_simultaneous: bool
    """Whether other people also move in this step."""
    player_ids: tuple[int | None, ...]

    @property
    def secret_person_id(self) -> int | None:
        """The person who makes the secret move, or None for the AI."""
        return self.player_ids[self.secret_seat]


async def take_snapshot(
    world: World,
    folder: Path,
    setting: Setting,
    *,
    level: Level,
    has_ai: bool,
    seed: int,
    ai_reads_habits: bool = False,
    needs_open_choices: bool = False,
) -> Snapshot:
    """Take a snapshot in the middle of a match. The store also has other running and finished matches.

    With `needs_open_choices`, onlookers can predict the secret move.
    """
    dice = random.Random(f"{setting} {seed}")
    for host_id, guest_id in ((ANN, BEN), (BEN, CAT)):
        finished, running = [
            await begin_match(world.matches, guest_id, host_id=host_id, now_ms=INACTIVE_SINCE_MS) for _ in range(2)
        ]
        await play_move(world.matches, finished.id, host_id, *RESIGN, now_ms=INACTIVE_SINCE_MS)
        # Notify the players now. Otherwise the order of refreshes would decide which match notifies them.
        await world.refresh(running.id)
    seats = setting.seats
    people = PLAYER_IDS[: max(1, seats - has_ai)]
    ai_seats = seats - len(people)
    kind = "practice" if len(people) == 1 else "challenge"
    clock = None if kind == "practice" else 3 * HOUR_MS
    options = setting.options.model_dump(mode="json", exclude_defaults=True)
    # Some games have few secret moves after the start, so the second attempt takes the first one that it finds.
    for min_steps in (dice.randrange(12), 0):
        steps = count()
        match: MatchState = await begin_match(
            world.matches,
            *people[1:],
            game=setting.game.KEY,
            options=options,
            now_ms=INACTIVE_SINCE_MS,
            kind=kind,
            seats=seats,
            house=ai_seats,
            level=level,
            reads=ai_reads_habits,
            clock=clock,
            rated=False,
        )
        while isinstance(match, RunningMatch):
            if not has_ai:
                # The AI seals its moves first, so that the secret is the move of a person.
                match = await world.services.ai_seats.seal_ai_moves(match)
                assert isinstance(match, RunningMatch)
            secrets = [
                (seat, moves)
                for seat, moves in find_secret_moves(match.engine)
                if (match.player_ids[seat] is None) == has_ai
                # If the AI were to move again at once, that move would depend on the secret one.
                and not (has_ai and seat in match.engine.play_move(seat, moves[0]).to_move)
            ]
            is_suitable = secrets and (list_open_choices(match) or not needs_open_choices)
            if is_suitable and next(steps) >= min_steps:
                break
            match = await _play_random_move(world, match, dice)
        if isinstance(match, RunningMatch):
            break
    assert isinstance(match, RunningMatch), "no secret move was found"
    match_id, (seat, moves) = match.id, dice.choice(secrets)
    for person_id in people:
        await world.matches.store.player_messages.save_message(
            PlayerMessage(match_id, person_id, 700 + person_id, None, match.engine.step, NOON_MS, f"{person_id} 1")
        )
    if not has_ai:
        # A refresh would make the AI play its move.
        await world.refresh(match_id)
    folder.mkdir()
    store_path = await world.matches.store.back_up(folder, "20260101-000000", keep=1)
    is_simultaneous = any(match.player_ids[other] is not None for other in match.engine.to_move if other != seat)
    return Snapshot(store_path, world.discord, match_id, seat, moves, is_simultaneous, match.player_ids)


async def _play_random_move(world: World, match: RunningMatch, random_source: random.Random) -> StartedMatch:
    seat = random_source.choice(sorted(match.engine.to_move))
    move = random_source.choice(list(match.engine.legal_moves(seat)))
    return await play_for_seat(world.matches, match, seat, move, INACTIVE_SINCE_MS)
