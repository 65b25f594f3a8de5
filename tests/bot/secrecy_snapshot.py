"""All that there is when somebody is about to choose in secret, for two runs that differ in nothing else."""

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


FEW: Final = {"little": 1, "more": 2, "most": 40}[EFFORT]
"""Settings of a game."""


TRIED: Final = FEW + 4


WORDS: Final = 24


Words = tuple[Move, ...]


def hidden(engine: Match) -> Iterator[tuple[Seat, Words]]:
    """Words of a seat that leave all others with the same before their eyes: only its player knows which it was."""
    for seat in sorted(engine.to_move):
        alike: list[tuple[object, list[Move]]] = []
        for word in some(engine.legal_moves(seat), WORDS):
            after = engine.play_move(seat, word)
            eyes = [after.view_of(other) for other in (None, *range(engine.seats)) if other != seat]
            seen = (eyes, after.seats_asked, after.step, bool(after.result))
            if after.result:
                continue
            for known, words in alike:
                if known == seen:
                    words.append(word)
                    break
            else:
                alike.append((seen, [word]))
        found = max((words for _, words in alike), key=len, default=[])
        if len(found) > 1:
            yield seat, tuple(found)


def _has_secrets(table: Setting) -> bool:
    return any(any(hidden(engine)) for engine in played(table).matches[:24:3])


def _looked_at() -> Iterator[Setting]:
    """Of each game the first settings with secrets in them; in one there is none."""
    for key in GAMES:
        # The house sits in one seat at the most: what else it chooses it would choose in each run anew.
        tables = [table for table in TABLES if key == table.game.KEY and table.seats <= len(PEOPLE)]
        yield from islice((table for table in islice(tables, TRIED) if _has_secrets(table)), FEW)


LOOKED_AT: Final = [*_looked_at()]


@dataclass
class Snapshot:
    """All that there was when somebody was about to choose."""

    file: Path
    board: Discord
    match: int
    secret: Seat
    words: Words
    together: bool
    """Other people choose in the same step."""
    people: tuple[int | None, ...]

    @property
    def person(self) -> int | None:
        """Whose secret it is; None is the house."""
        return self.people[self.secret]


async def taken(
    one: World, folder: Path, table: Setting, *, level: Level, house: bool, at: int, reads: bool = False
) -> Snapshot:
    """Of a match somewhere in its middle, with all that stands around it: others that wait, and one that is over."""
    dice = random.Random(f"{table} {at}")
    for pair in ((ANN, BEN), (BEN, CAT)):
        over = await _begun(one, pair, MatchTerms(seats=2, clock=None), "schnick", {})
        for person_id in pair[: 1 + (pair[0] == ANN)]:
            if not (await one.tables.find_match(over)).is_over:
                await one.tables.play_move(over, person_id, RESIGN, step=None, interaction_id=cause(), now_ms=EARLIER)
        # Whoever waits in it has been called: of two matches nobody knows which is told first.
        await one.refresh(await _begun(one, pair, MatchTerms(seats=2, clock=None), "schnick", {}))
    seats = table.seats
    people = PEOPLE[: max(1, seats - house)]
    house_seats = seats - len(people)
    kind = "practice" if len(people) == 1 else "challenge"
    clock = None if kind == "practice" else 3 * HOUR_MS
    terms = MatchTerms(kind=kind, seats=seats, house=house_seats, level=level, reads=reads, clock=clock, rated=False)
    options = table.options.model_dump(mode="json", exclude_defaults=True)
    # In some games little is hidden after the beginning.
    for first in (dice.randrange(12), 0):
        steps = count()
        stands = await one.tables.find_match(await _begun(one, people, terms, table.game.KEY, options))
        while isinstance(stands, RunningMatch):
            if not house:
                # Bound before anybody else, it is not the one who is still to choose.
                stands = await one.rooms.ai_seats.seal_ai_moves(stands)
                assert isinstance(stands, RunningMatch)
            secrets = [
                (seat, words)
                for seat, words in hidden(stands.engine)
                if (stands.player_ids[seat] is None) == house
                # What it chooses next it chooses at once, before all eyes, and by what it has chosen here.
                and not (house and seat in stands.engine.play_move(seat, words[0]).to_move)
            ]
            if secrets and next(steps) >= first:
                break
            await _goes_on(one, stands, dice)
            stands = await one.tables.find_match(stands.id)
        if isinstance(stands, RunningMatch):
            break
    assert isinstance(stands, RunningMatch), "nothing was hidden in it"
    match_id, (seat, words) = stands.id, dice.choice(secrets)
    for person_id in people:
        await one.tables.store.player_messages.save_message(
            PlayerMessage(match_id, person_id, 700 + person_id, None, stands.engine.step, NOON, f"{person_id} 1")
        )
    if not house:
        # The house would choose.
        await one.refresh(match_id)
    folder.mkdir()
    file = await one.tables.store.back_up(folder, "20260101-000000", keep=1)
    together = any(stands.player_ids[other] is not None for other in stands.engine.to_move if other != seat)
    return Snapshot(file, one.discord, match_id, seat, words, together, stands.player_ids)


async def _begun(one: World, people: Sequence[int], terms: MatchTerms, game: str, options: Mapping[str, Any]) -> int:
    asked: dict[str, Any] = {"server_id": SERVER, "channel_id": CHANNEL, "interaction_id": cause(), "now_ms": EARLIER}
    done = await one.tables.create_offer(people[0], people[1:], GAMES[game], options, terms, **asked)
    for person_id in people[1:]:
        done = await one.tables.join_offer(done.match.id, person_id, interaction_id=cause(), now_ms=EARLIER)
    return done.match.id


async def _goes_on(one: World, match: RunningMatch, dice: random.Random) -> None:
    seat = dice.choice(sorted(match.engine.to_move))
    word = dice.choice(list(match.engine.legal_moves(seat)))
    step, person_id = match.engine.step, match.player_ids[seat]
    if person_id is None or seat in match.ai_controlled_seats:
        await one.tables.play_ai_move(match.id, seat, word, step=step, now_ms=EARLIER)
    else:
        await one.tables.play_move(match.id, person_id, word, step=step, interaction_id=cause(), now_ms=EARLIER)
