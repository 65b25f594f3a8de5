"""Two runs from one snapshot that differ in a secret choice of one seat alone: all others hear the same."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import pytest

from bot.desk.asked import Answer, Asked
from bot.desk.completion import Completion
from bot.herald.attendance import AT_IT
from bot.rooms import Rooms
from bot.scenes import settings
from bot.scenes.address import FILM, Address
from bot.scenes.mind_reader import HOW
from bot.scenes.picker import page, spell
from bot.scenes.proof import GLIMPSE
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.journal import after, laid
from bot.table.table import Begun, Play, Table
from bot.time import HOUR
from games import GAMES, canvas
from games.art import Picture
from games.chain import brief
from games.core import Level, Seat, Word
from games.insight import Perceptive
from games.match import RESIGN, Match
from storage import Hand, Journal, Store
from tests.bot.billboard import Billboard
from tests.bot.ear import Heard, Ready, Tower
from tests.bot.leaks import LEAKS
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, DAN, SERVER, cause
from tests.bot.town import EARLIER, NOON, Town
from tests.effort import EFFORT, LITTLE
from tests.games import morra
from tests.laws.positions import TABLES, played, some
from tests.laws.positions import Table as Setting

PEOPLE: Final = (ANN, BEN, CAT)
FEW: Final = {"little": 1, "more": 2, "most": 40}[EFFORT]
"""Settings of a game."""
TRIED: Final = FEW + 4
WORDS: Final = 24
_SEAL: Final = re.compile(r"[\w-]{43}|[\w-]{12}(?=…)")

Words = tuple[Word, ...]


def hidden(match: Match) -> Iterator[tuple[Seat, Words]]:
    """Words of a seat that leave all others with the same before their eyes: only its player knows which it was."""
    for seat in sorted(match.waiting):
        alike: list[tuple[object, list[Word]]] = []
        for word in some(match.legal(seat), WORDS):
            after = match.said(seat, word)
            eyes = [after.view(other) for other in (None, *range(match.seats)) if other != seat]
            seen = (eyes, after.awaited, after.step, bool(after.result))
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


def test_games_with_secrets_are_looked_at() -> None:
    assert {table.game.KEY for table in LOOKED_AT} == {"schamanen", "schnick", "woodwalkers"}
    assert {table.game.KEY for table in READ} == {"schamanen", "schnick"}


@dataclass
class Snapshot:
    """All that there was when somebody was about to choose."""

    file: Path
    board: Billboard
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
    one: Town, folder: Path, table: Setting, *, level: Level, house: bool, at: int, reads: bool = False
) -> Snapshot:
    """Of a match somewhere in its middle, with all that stands around it: others that wait, and one that is over."""
    dice = random.Random(f"{table} {at}")
    for pair in ((ANN, BEN), (BEN, CAT)):
        over = await _begun(one, pair, Agreement(seats=2, clock=None), "schnick", {})
        for person in pair[: 1 + (pair[0] == ANN)]:
            if not (await one.tables.table(over)).over:
                await one.tables.say(over, person, RESIGN, step=None, cause=cause(), now=EARLIER)
        # Whoever waits in it has been called: of two matches nobody knows which is told first.
        await one.told(await _begun(one, pair, Agreement(seats=2, clock=None), "schnick", {}))
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
            secrets = [(seat, words) for seat, words in hidden(stands.match) if (stands.people[seat] is None) == house]
            if secrets and next(steps) >= first:
                break
            await _goes_on(one, stands, dice)
            stands = await one.tables.table(stands.id)
        if isinstance(stands, Play):
            break
    assert isinstance(stands, Play), "nothing was hidden in it"
    match, (seat, words) = stands.id, dice.choice(secrets)
    for person in people:
        await one.tables.store.hold(Hand(match, person, 700 + person, 0, stands.match.step, NOON, f"{person} 1"))
    if not house:
        # The house would choose.
        await one.told(match)
    folder.mkdir()
    file = await one.tables.store.backup(folder, "20260101-000000", keep=1)
    together = any(stands.people[other] is not None for other in stands.match.waiting if other != seat)
    return Snapshot(file, one.board, match, seat, words, together, stands.people)


async def _begun(one: Town, people: Sequence[int], agreement: Agreement, game: str, options: Mapping[str, Any]) -> int:
    asked: dict[str, Any] = {"server": SERVER, "channel": CHANNEL, "cause": cause(), "now": EARLIER}
    done = await one.tables.offer(people[0], people[1:], GAMES[game], options, agreement, **asked)
    for person in people[1:]:
        done = await one.tables.sit(done.table.id, person, cause=cause(), now=EARLIER)
    return done.table.id


async def _goes_on(one: Town, table: Play, dice: random.Random) -> None:
    seat = dice.choice(sorted(table.match.waiting))
    word = dice.choice(list(table.match.legal(seat)))
    step, person = table.match.step, table.people[seat]
    if person is None or seat in table.housed:
        await one.tables.say_for_the_house(table.id, seat, word, step=step, now=EARLIER)
    else:
        await one.tables.say(table.id, person, word, step=step, cause=cause(), now=EARLIER)


@dataclass(frozen=True)
class Run:
    """What came of it, for all but whose secret it is."""

    heard: tuple[Heard, ...]
    order: tuple[str, ...]
    """Of everything, also of what only that person received, and nothing of what it was."""
    measured: tuple[str, ...]
    others: tuple[object, ...]
    """What stands in the journal of everybody else."""


async def run(snapshot: Snapshot, path: Path, said: Sequence[Word]) -> Run:
    shutil.copy(snapshot.file, path)
    async with await Store.open(f"sqlite:///{path}") as store:
        tower = Tower(store, snapshot.board, NOON)
        if snapshot.person is not None:
            tower.rooms.herald.stir(snapshot.match)
            await tower.settles()
        before = len(tower.log)
        await _chosen(tower, snapshot, said)
        tower.begins_at(950_000)
        for reader in (ANN, BEN, CAT, DAN):
            if reader != snapshot.person:
                await looks(tower, snapshot, reader)
        # What the clock brings comes in as many rounds as it takes: of that only what is heard is the same.
        order, measured = tuple(f"{it.how} to {it.to}" for it in _in_order(tower.log[before:])), tower.measured()
        by_clock = len(tower.log)
        for hour in (NOON + AT_IT, NOON + HOUR, NOON + 2 * HOUR + HOUR // 2):
            await tower.waits(hour)
        assert not [it for it in measured if '"failed"' in it or '"put off"' in it]
        assert len(tower.log) - before > len(Verb), "nobody was told anything"
        journal = await store.load(snapshot.match)
        assert journal
        seals = _seals(journal, snapshot.secret)
        # Nor is it known whom of several the clock has told first.
        told = sorted(_in_order(tower.log[by_clock:]), key=lambda it: (it.match, it.to))
        heard = [*_in_order(tower.log[before:by_clock]), *told]
        return Run(
            tuple(_masked(it, seals) for it in heard if it.to != snapshot.person),
            order,
            tuple(measured),
            tuple((it.kind, it.seat, it.person, it.word) for it in journal.events if it.seat != snapshot.secret),
        )


def _in_order(log: list[Heard]) -> list[Heard]:
    """Matches are told beside each other, and nobody knows which of two is first."""
    return sorted(log, key=lambda it: it.match)


async def _chosen(tower: Tower, snapshot: Snapshot, said: Sequence[Word]) -> None:
    table = await tower.rooms.tables.table(snapshot.match)
    assert isinstance(table, Play)
    step = table.match.step
    for word in said:
        if snapshot.person is None:
            await tower.rooms.tables.say_for_the_house(
                snapshot.match, snapshot.secret, word, step=step, now=tower.now()
            )
            tower.rooms.herald.stir(snapshot.match)
            await tower.settles()
        else:
            to = str(Address(Verb.PICK, snapshot.match, step, spell(word)))
            await tower.presses(snapshot.person, to, message=700 + snapshot.person)


def _seals(stored: Journal, secret: Seat) -> set[str]:
    """All that were ever on the card, and with which others went in."""
    table: Table = laid(replace(stored, events=stored.events[:1]))
    seals = set[bytes]()
    for event in stored.events[1:]:
        table = after(table, event, Absences())
        seals.add(table.shown)
        if isinstance(table, Begun):
            seals |= {seal for seat, seal in table.entered.items() if seat != secret}
    return {brief(seal) for seal in seals}


def _masked(heard: Heard, seals: set[str]) -> Heard:
    """A seal has the receipt of what was chosen in it, and is to be different: it is known by nothing but its salt."""
    known = seals | {seal[:GLIMPSE] for seal in seals}
    return Heard(heard.to, heard.how, _SEAL.sub(lambda it: "a seal" if it[0] in known else it[0], heard.what))


async def looks(tower: Tower, snapshot: Snapshot, reader: int) -> None:
    """All that can be pressed, typed and asked for, whether it has an answer or not."""
    rooms, match = tower.rooms, snapshot.match
    table = await rooms.tables.table(match)
    assert isinstance(table, Play)
    key, step = table.game.KEY, table.match.step
    mine = 700 + reader if reader in snapshot.people else 0
    for verb in Verb:
        for rest in _rests(verb, key):
            if rest == "cancel" and verb == Verb.CALL and (None in table.people or not step):
                # The house agrees, and nobody is asked before the first step; then all lies open.
                continue
            to = Address(verb, match, step, rest)
            if verb == Verb.TAKE:
                await tower.presses(reader, str(to), message=mine, values=[str(Address(Verb.CHOOSE, match, step))])
            else:
                await tower.presses(reader, str(to), message=mine, values=["no"] if verb == Verb.SETTLED else [])
    await tower.presses(reader, str(Address(Verb.MIND, 0, HOW, key)), message=mine)
    card = (await tower.store.load(match)).header.message or 1  # type: ignore[union-attr]
    await tower.presses(reader, str(Address(Verb.CHOOSE, match, step)), message=card)
    seat = table.eyes_of(reader)
    if seat in table.match.waiting and (pages := page(table.match.legal(seat))):
        for choice in [it for it in pages.choices if it.word is None][:3]:
            await tower.presses(reader, str(Address(Verb.PICK, match, step, choice.rest)), message=mine)
    number = str(match)
    commands: dict[str, Callable[[Asked], Awaitable[Answer]]] = {
        "inbox": rooms.moves.inbox,
        "list": rooms.asides.listing,
        "board": lambda asked: rooms.asides.board(asked, number, text=False),
        "letters": lambda asked: rooms.asides.board(asked, number, text=True),
        "resign": lambda asked: rooms.asides.end(asked, "resign", number),
        "draw": lambda asked: rooms.asides.end(asked, "offer", number),
        "cancel": lambda asked: rooms.asides.end(asked, "cancel", number),
        "replay": lambda asked: rooms.lookback.replay(asked, number),
        "verify": lambda asked: rooms.lookback.verify(asked, number),
        "rules": lambda asked: rooms.asides.lesson(asked, key),
        "ladder": lambda asked: rooms.ladders.opened(asked, "", ""),
        "this ladder": lambda asked: rooms.ladders.opened(asked, key, ""),
        **{f"player {it}": partial(_player, tower, it) for it in PEOPLE},
    }
    for name, do in commands.items():
        await tower.says(reader, do, name)
    for typed in ("", "a", "1"):
        await tower.types(reader, partial(_words, tower, typed, number), f"move {typed}")
    for over in (False, True):
        await tower.types(reader, partial(rooms.which.matches, over=over), f"match {over}")


async def _player(tower: Tower, person: int, asked: Asked) -> Answer:
    return await tower.rooms.profiles.player(asked, person)


async def _words(tower: Tower, typed: str, match: str, asked: Asked) -> list[Completion]:
    return await tower.rooms.moves.words(asked, typed, match)


def _rests(verb: Verb, key: str) -> tuple[str, ...]:
    """What ends a match lays it open, and so is asked for only."""
    match verb:
        case Verb.ASK:
            return ("resign", "offer", "agree", "cancel")
        case Verb.CALL:
            return ("offer", "agree", "cancel")
        case Verb.MIND:
            return ("schnick", key)
        case Verb.SHARE:
            return ("", "schnick")
        case Verb.REPLAY:
            return ("", FILM, "0")
        case Verb.SETTINGS:
            return (settings.ME, settings.SERVER)
        case Verb.SETTLED:
            return ("me.reminders",)
        case Verb.INBOX:
            return ("", "0")
    return ("",)


def differing(runs: Sequence[Run], *, nonces: bool = True) -> list[str]:
    """Whatever somebody else could tell them apart by; nonces, which are keyed, may tell how long a journal is."""
    first, *others = runs
    found: list[str] = []
    for other in others:
        lines = [[str(it) if nonces else _plain(it) for it in each.heard] for each in (first, other)]
        found += [_apart(*pair) for pair in zip(*lines, strict=False) if pair[0] != pair[1]][:5]
        if len(lines[0]) != len(lines[1]):
            found.append(f"{len(lines[0])} ≠ {len(lines[1])} things heard")
        if nonces:
            found += [
                f"in another order: {pair}" for pair in zip(first.order, other.order, strict=False) if len({*pair}) > 1
            ][:3]
            found += [f"{len(other.order)} things in all"] if len(first.order) != len(other.order) else []
            found += ["measured: " + one for one in {*first.measured} ^ {*other.measured}]
        found += ["others chose otherwise"] if first.others != other.others else []
    return found


def _apart(one: str, two: str) -> str:
    """Where they part, and a little around it."""
    begins = max(0, next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0) - 60)
    return f"{one[:40]} {one[begins : begins + 160]!r}\n≠ {two[:40]} {two[begins : begins + 160]!r}"


def _plain(heard: Heard) -> str:
    return str(Heard(heard.to, heard.how.partition(" once ")[0], heard.what))


def said(picture: Picture, names: Sequence[str]) -> bytes:
    return repr((picture, names)).encode()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture once in all runs; unless with most effort in words: alike are painted alike, others otherwise."""
    paint = lru_cache(4000)(canvas.png if EFFORT == "most" else said)
    monkeypatch.setattr(canvas, "png", lambda picture, names=(): paint(picture, tuple(names)))


@pytest.fixture
def database() -> str:
    """What is told is the same whichever store it was read from; and a file is soon copied."""
    return "sqlite"


@pytest.fixture
def one(store: Store, monkeypatch: pytest.MonkeyPatch, painted: None) -> Town:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.now", lambda: NOON)
    # However busy the machine is.
    slow = ("discord.reply.MOMENT", "discord.reply.PATIENCE", "discord.router.PATIENCE", "discord.waiting.LULL")
    for patience in (*slow, "herald.abreast.PROMPT", "house.coach.SOON"):
        monkeypatch.setattr(f"bot.{patience}", 3600.0)
    hour = [NOON]
    board = Billboard(lambda: hour[0])
    rooms = Rooms(store, board, Ready(), lambda: hour[0], partial(asyncio.sleep, 0), trails=0)
    return Town(rooms, rooms.tables, board, hour)


@pytest.mark.again
@pytest.mark.parametrize("house", [False, True], ids=["a person", "the house"])
@pytest.mark.parametrize(("at", "table"), [*enumerate(LOOKED_AT)], ids=str)
async def test_nobody_can_tell_what_somebody_has_chosen(
    one: Town, tmp_path: Path, at: int, table: Setting, house: bool
) -> None:
    """From a byte, from a picture, from how often something is edited, or in which order."""
    snapshot = await taken(one, tmp_path / "snapshot", table, level=[*Level][at % 3], house=house, at=at)
    runs = [await run(snapshot, tmp_path / f"{at}.db", [word]) for at, word in enumerate(snapshot.words[:2])]
    assert "\n".join(differing(runs)) == ""


READ: Final = [table for table in LOOKED_AT if isinstance(table.game, Perceptive) and table.seats == 2]


@pytest.mark.again
@pytest.mark.parametrize(("at", "table"), [*enumerate(READ)], ids=str)
async def test_nobody_can_tell_what_the_house_that_reads_them_has_chosen(
    one: Town, tmp_path: Path, at: int, table: Setting
) -> None:
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.STRONG, house=True, at=at, reads=True)
    runs = [await run(snapshot, tmp_path / f"{at}.db", [word]) for at, word in enumerate(snapshot.words[:2])]
    assert "\n".join(differing(runs)) == ""


# What is no choice of a game is the same in all of them: at every change one is looked at.
@pytest.mark.again
@pytest.mark.parametrize("table", [it for it in LOOKED_AT if it.game.KEY == "schnick" or not LITTLE], ids=str)
async def test_nobody_can_tell_how_often_somebody_has_thought_again(one: Town, tmp_path: Path, table: Setting) -> None:
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.STEADY, house=False, at=7)
    first, other = snapshot.words[:2] if snapshot.together else (snapshot.words[0], snapshot.words[0])
    ways = ([first], [other, first], [first, other, other, first]) if snapshot.together else ([first], [other])
    runs = [await run(snapshot, tmp_path / f"{at}.db", way) for at, way in enumerate(ways)]
    assert "\n".join(differing(runs, nonces=False)) == ""


BY_NIGHT: Final = {
    "more", "the board in letters", "the inbox", "the list", "the proof", "a profile", "the mind reader", "the ladder",
    "the settings",
}  # fmt: skip
"""Written where the card, a hand and what a stranger sees are written."""


@pytest.mark.parametrize(
    "leak", [pytest.param(leak, marks=pytest.mark.nightly if leak in BY_NIGHT else pytest.mark.gate) for leak in LEAKS]
)
async def test_a_leak_of_whatever_kind_is_found(
    one: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    [table] = [it for it in LOOKED_AT if it.game.KEY == "schnick"][:1]
    # What is hinted at somebody reads who practises.
    house = leak == "a hint"
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.PLAYFUL, house=house, at=0)
    runs = []
    for at, word in enumerate(snapshot.words[:2]):
        with monkeypatch.context() as patch:
            LEAKS[leak](patch, word, at)
            runs.append(await run(snapshot, tmp_path / f"{at}.db", [word]))
    assert differing(runs)
