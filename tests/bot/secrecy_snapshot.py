"""Takes a snapshot of everything right before a secret move, from which several runs can start."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from bot.matches.model import RunningMatch
from bot.matches.terms import MatchTerms
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.core import Level, Move, Seat
from games.match import RESIGN, Match
from storage import PlayerMessage
from tests.effort import EFFORT
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.world import EARLIER, World
from tests.laws.positions import TABLES, played, some
from tests.laws.positions import Table as Setting

PEOPLE: Final = (ANN, BEN, CAT)

TABLES_PER_GAME: Final = {"little": 1, "more": 2, "most": 40}[EFFORT]
TABLES_TRIED_PER_GAME: Final = TABLES_PER_GAME + 4
MOVES_TRIED_PER_SEAT: Final = 24


def find_secret_moves(engine: Match) -> Iterator[tuple[Seat, tuple[Move, ...]]]:
    """Yield each seat with moves after which all other views are the same, so that only its player knows them apart."""
    for seat in sorted(engine.to_move):
        groups: list[tuple[object, list[Move]]] = []
        for move in some(engine.legal_moves(seat), MOVES_TRIED_PER_SEAT):
            after = engine.play_move(seat, move)
            if after.result:
                continue
            views = [after.view_of(other) for other in (None, *range(engine.seats)) if other != seat]
            seen = (views, after.seats_asked, after.step)
            for known, moves in groups:
                if known == seen:
                    moves.append(move)
                    break
            else:
                groups.append((seen, [move]))
        largest = max((moves for _, moves in groups), key=len, default=[])
        if len(largest) > 1:
            yield seat, tuple(largest)


def _has_secrets(table: Setting) -> bool:
    return any(any(find_secret_moves(engine)) for engine in played(table).matches[:24:3])


def _list_compared_tables() -> Iterator[Setting]:
    """Yield the first settings with secret moves for each game; one game has none."""
    for key in GAMES:
        # At most one seat is played by the AI: another one would move differently in each run.
        tables = [table for table in TABLES if key == table.game.KEY and table.seats <= len(PEOPLE)]
        yield from islice(
            (table for table in islice(tables, TABLES_TRIED_PER_GAME) if _has_secrets(table)), TABLES_PER_GAME
        )


COMPARED_TABLES: Final = [*_list_compared_tables()]


@dataclass
class Snapshot:
    """The store and the messages right before a secret move."""

    file: Path
    board: Discord
    match: int
    secret: Seat
    """The seat that is about to move."""
    moves: tuple[Move, ...]
    """Moves that nobody else may tell apart."""
    is_simultaneous: bool
    """Whether other people move in the same step."""
    people: tuple[int | None, ...]

    @property
    def person(self) -> int | None:
        """The person whose secret it is; None for the AI."""
        return self.people[self.secret]


async def take_snapshot(
    one: World, folder: Path, table: Setting, *, level: Level, has_ai: bool, seed: int, reads: bool = False
) -> Snapshot:
    """Play a match to its middle, beside other matches that are running or over, and take a snapshot."""
    dice = random.Random(f"{table} {seed}")
    for pair in ((ANN, BEN), (BEN, CAT)):
        finished_id = await _begin_match(one, pair, MatchTerms(seats=2, clock=None), "schnick", {})
        for person_id in pair[: 1 + (pair[0] == ANN)]:
            if not (await one.tables.find_match(finished_id)).is_over:
                await one.tables.play_move(
                    finished_id, person_id, RESIGN, step=None, interaction_id=cause(), now_ms=EARLIER
                )
        # Its players are notified here: otherwise the order of the refreshes would decide which match notifies them.
        await one.refresh(await _begin_match(one, pair, MatchTerms(seats=2, clock=None), "schnick", {}))
    seats = table.seats
    people = PEOPLE[: max(1, seats - has_ai)]
    ai_seats = seats - len(people)
    kind = "practice" if len(people) == 1 else "challenge"
    clock = None if kind == "practice" else 3 * HOUR_MS
    terms = MatchTerms(kind=kind, seats=seats, house=ai_seats, level=level, reads=reads, clock=clock, rated=False)
    options = table.options.model_dump(mode="json", exclude_defaults=True)
    # Some games have few secrets after the start.
    for min_steps in (dice.randrange(12), 0):
        steps = count()
        match = await one.tables.find_match(await _begin_match(one, people, terms, table.game.KEY, options))
        while isinstance(match, RunningMatch):
            if not has_ai:
                # The AI seals its moves first, so that the secret is the move of a person.
                match = await one.rooms.ai_seats.seal_ai_moves(match)
                assert isinstance(match, RunningMatch)
            secrets = [
                (seat, moves)
                for seat, moves in find_secret_moves(match.engine)
                if (match.player_ids[seat] is None) == has_ai
                # If the AI were to move again at once, that move would depend on the secret one.
                and not (has_ai and seat in match.engine.play_move(seat, moves[0]).to_move)
            ]
            if secrets and next(steps) >= min_steps:
                break
            await _play_random_move(one, match, dice)
            match = await one.tables.find_match(match.id)
        if isinstance(match, RunningMatch):
            break
    assert isinstance(match, RunningMatch), "no secret move was found"
    match_id, (seat, moves) = match.id, dice.choice(secrets)
    for person_id in people:
        await one.tables.store.player_messages.save_message(
            PlayerMessage(match_id, person_id, 700 + person_id, None, match.engine.step, NOON, f"{person_id} 1")
        )
    if not has_ai:
        # With an AI, a refresh would make its move.
        await one.refresh(match_id)
    folder.mkdir()
    file = await one.tables.store.back_up(folder, "20260101-000000", keep=1)
    is_simultaneous = any(match.player_ids[other] is not None for other in match.engine.to_move if other != seat)
    return Snapshot(file, one.discord, match_id, seat, moves, is_simultaneous, match.player_ids)


async def _begin_match(
    one: World, people: Sequence[int], terms: MatchTerms, game: str, options: Mapping[str, Any]
) -> int:
    context: dict[str, Any] = {"server_id": SERVER, "channel_id": CHANNEL, "interaction_id": cause(), "now_ms": EARLIER}
    done = await one.tables.create_offer(people[0], people[1:], GAMES[game], options, terms, **context)
    for person_id in people[1:]:
        done = await one.tables.join_offer(done.match.id, person_id, interaction_id=cause(), now_ms=EARLIER)
    return done.match.id


async def _play_random_move(one: World, match: RunningMatch, dice: random.Random) -> None:
    seat = dice.choice(sorted(match.engine.to_move))
    move = dice.choice(list(match.engine.legal_moves(seat)))
    step, person_id = match.engine.step, match.player_ids[seat]
    if person_id is None or seat in match.ai_controlled_seats:
        await one.tables.play_ai_move(match.id, seat, move, step=step, now_ms=EARLIER)
    else:
        await one.tables.play_move(match.id, person_id, move, step=step, interaction_id=cause(), now_ms=EARLIER)
