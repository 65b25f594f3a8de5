"""All that there is when somebody is about to choose in secret, for two runs that differ in nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from bot.matches.model import Play
from bot.matches.terms import Agreement
from bot.wall_clock import HOUR
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


def hidden(match: Match) -> Iterator[tuple[Seat, Words]]:
    """Words of a seat that leave all others with the same before their eyes: only its player knows which it was."""
    for seat in sorted(match.to_move):
        alike: list[tuple[object, list[Move]]] = []
        for word in some(match.legal_moves(seat), WORDS):
            after = match.play_move(seat, word)
            eyes = [after.view_of(other) for other in (None, *range(match.seats)) if other != seat]
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
    return any(any(hidden(match)) for match in played(table).matches[:24:3])


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
        over = await _begun(one, pair, Agreement(seats=2, clock=None), "schnick", {})
        for person in pair[: 1 + (pair[0] == ANN)]:
            if not (await one.tables.table(over)).over:
                await one.tables.say(over, person, RESIGN, step=None, cause=cause(), now=EARLIER)
        # Whoever waits in it has been called: of two matches nobody knows which is told first.
        await one.refresh(await _begun(one, pair, Agreement(seats=2, clock=None), "schnick", {}))
    seats = table.seats
    people = PEOPLE[: max(1, seats - house)]
    house_seats = seats - len(people)
    kind = "practice" if len(people) == 1 else "challenge"
    clock = None if kind == "practice" else 3 * HOUR
    agreement = Agreement(kind=kind, seats=seats, house=house_seats, level=level, reads=reads, clock=clock, rated=False)
    options = table.options.model_dump(mode="json", exclude_defaults=True)
    # In some games little is hidden after the beginning.
    for first in (dice.randrange(12), 0):
        steps = count()
        stands = await one.tables.table(await _begun(one, people, agreement, table.game.KEY, options))
        while isinstance(stands, Play):
            if not house:
                # Bound before anybody else, it is not the one who is still to choose.
                stands = await one.rooms.house.ready(stands)
                assert isinstance(stands, Play)
            secrets = [
                (seat, words)
                for seat, words in hidden(stands.match)
                if (stands.people[seat] is None) == house
                # What it chooses next it chooses at once, before all eyes, and by what it has chosen here.
                and not (house and seat in stands.match.play_move(seat, words[0]).to_move)
            ]
            if secrets and next(steps) >= first:
                break
            await _goes_on(one, stands, dice)
            stands = await one.tables.table(stands.id)
        if isinstance(stands, Play):
            break
    assert isinstance(stands, Play), "nothing was hidden in it"
    match, (seat, words) = stands.id, dice.choice(secrets)
    for person in people:
        await one.tables.store.player_messages.save_message(
            PlayerMessage(match, person, 700 + person, None, stands.match.step, NOON, f"{person} 1")
        )
    if not house:
        # The house would choose.
        await one.refresh(match)
    folder.mkdir()
    file = await one.tables.store.back_up(folder, "20260101-000000", keep=1)
    together = any(stands.people[other] is not None for other in stands.match.to_move if other != seat)
    return Snapshot(file, one.discord, match, seat, words, together, stands.people)


async def _begun(one: World, people: Sequence[int], agreement: Agreement, game: str, options: Mapping[str, Any]) -> int:
    asked: dict[str, Any] = {"server": SERVER, "channel": CHANNEL, "cause": cause(), "now": EARLIER}
    done = await one.tables.offer(people[0], people[1:], GAMES[game], options, agreement, **asked)
    for person in people[1:]:
        done = await one.tables.sit(done.table.id, person, cause=cause(), now=EARLIER)
    return done.table.id


async def _goes_on(one: World, table: Play, dice: random.Random) -> None:
    seat = dice.choice(sorted(table.match.to_move))
    word = dice.choice(list(table.match.legal_moves(seat)))
    step, person = table.match.step, table.people[seat]
    if person is None or seat in table.housed:
        await one.tables.say_for_the_house(table.id, seat, word, step=step, now=EARLIER)
    else:
        await one.tables.say(table.id, person, word, step=step, cause=cause(), now=EARLIER)
