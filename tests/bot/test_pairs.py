"""Two runs from one snapshot that differ in a secret choice of one seat alone: all others hear the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

import pytest

from bot.rooms import Rooms
from games import GAMES, canvas
from games.art import Picture
from games.core import Level
from storage import Store
from tests.bot.ear import Heard, Ready
from tests.bot.leaks import LEAKS
from tests.bot.run import Run, run
from tests.bot.snapshot import LOOKED_AT, taken
from tests.effort import EFFORT, LITTLE
from tests.games import morra
from tests.kit.discord import Discord
from tests.kit.match import NOON
from tests.kit.world import World
from tests.laws.positions import Table as Setting


def test_games_with_secrets_are_looked_at() -> None:
    assert {table.game.KEY for table in LOOKED_AT} == {"schamanen", "schnick", "woodwalkers"}
    assert {table.game.KEY for table in READ} == {"schamanen", "schnick"}


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
def one(store: Store, monkeypatch: pytest.MonkeyPatch, painted: None) -> World:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.now", lambda: NOON)
    # However busy the machine is.
    slow = ("discord.reply.MOMENT", "discord.reply.PATIENCE", "discord.router.PATIENCE", "discord.waiting.LULL")
    for patience in (*slow, "herald.staggered.SLOW_S", "house.coach.SOON"):
        monkeypatch.setattr(f"bot.{patience}", 3600.0)
    hour = [NOON]
    board = Discord(lambda: hour[0])
    rooms = Rooms(store, board, Ready(), lambda: hour[0], partial(asyncio.sleep, 0), trails=0)
    return World(rooms, rooms.tables, board, hour)


@pytest.mark.again
@pytest.mark.parametrize("house", [False, True], ids=["a person", "the house"])
@pytest.mark.parametrize(("at", "table"), [*enumerate(LOOKED_AT)], ids=str)
async def test_nobody_can_tell_what_somebody_has_chosen(
    one: World, tmp_path: Path, at: int, table: Setting, house: bool
) -> None:
    """From a byte, from a picture, from how often something is edited, or in which order."""
    known = table.game.LEVELS
    snapshot = await taken(one, tmp_path / "snapshot", table, level=known[at % len(known)], house=house, at=at)
    runs = [await run(snapshot, tmp_path / f"{at}.db", [word]) for at, word in enumerate(snapshot.words[:2])]
    assert "\n".join(differing(runs)) == ""


READ: Final = [table for table in LOOKED_AT if table.game.can_exploit and table.seats == 2]


@pytest.mark.again
@pytest.mark.parametrize(("at", "table"), [*enumerate(READ)], ids=str)
async def test_nobody_can_tell_what_the_house_that_reads_them_has_chosen(
    one: World, tmp_path: Path, at: int, table: Setting
) -> None:
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.STRONG, house=True, at=at, reads=True)
    runs = [await run(snapshot, tmp_path / f"{at}.db", [word]) for at, word in enumerate(snapshot.words[:2])]
    assert "\n".join(differing(runs)) == ""


# What is no choice of a game is the same in all of them: at every change one is looked at.
@pytest.mark.again
@pytest.mark.parametrize("table", [it for it in LOOKED_AT if it.game.KEY == "schnick" or not LITTLE], ids=str)
async def test_nobody_can_tell_how_often_somebody_has_thought_again(one: World, tmp_path: Path, table: Setting) -> None:
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
    one: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
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
