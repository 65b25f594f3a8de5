"""A match has one message with a picture or a button, whatever happens around it; in its channel that is the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import cycle, product

import pytest

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.channels import Place
from bot.herald.leftovers import SOON
from bot.preferences import Player, Server
from bot.scenes.scene import Scene
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import MINUTE
from games import GAMES
from tests.bot import town
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, SERVER, cause, said
from tests.bot.town import EARLIER, NOON, Town

STEPS = 12


def events(dice: random.Random) -> Iterator[str]:
    """What else happens in a channel, between one choice and the next."""
    kinds = ["nothing", "talk", "deleted", "later", "wanted", "restart", "trouble", "closed", "nothing"]
    dice.shuffle(kinds)
    yield from cycle(kinds)


def trouble(board: Billboard, dice: random.Random) -> None:
    for deed in ("remove", "edit", "post"):
        if dice.random() < 0.5:
            board.fails(deed, Unavailable("away"))
    if dice.random() < 0.5:
        board.fails("edit", Lost())


def swept(board: Billboard) -> None:
    """Somebody who may has deleted all there is."""
    for place in [place for place in board.messages if place.channel in {CHANNEL, *board.threads}]:
        del board.messages[place]


async def talked(board: Billboard) -> None:
    """The trouble that is there is ours alone."""
    board.troubles.clear()
    for channel in {CHANNEL, *board.threads} - board.gone:
        await board.post(channel, Scene(above=("Hello",)), str(cause()))


async def happened(event: str, one: Town, match: int, dice: random.Random) -> Town:
    match event:
        case "talk":
            await talked(one.board)
        case "deleted":
            swept(one.board)
        case "closed":
            for thread in one.board.threads:
                one.board.deleted(thread)
        case "later":
            one.hour[0] += 3_600_000
        case "wanted":
            await one.herald.again(match)
        case "trouble":
            trouble(one.board, dice)
        case "restart":
            return town.settled(one.tables.store, one.board, one.hour)
    return one


async def retold(one: Town, match: int) -> None:
    """However often it takes; and the next sweep takes away what could not be taken away at once."""
    one.herald.stir(match)
    await _quiet(one)
    one.hour[0] += SOON
    await one.herald.sweep()
    await _quiet(one)


async def _quiet(one: Town) -> None:
    while one.herald.queue:
        one.herald.woken()
        # Whoever looks all the time takes it from those who tell.
        await asyncio.sleep(0.001)


async def chosen(one: Town, match: int, dice: random.Random) -> bool:
    """Is there somebody left who chooses?"""
    table = await one.tables.table(match)
    if not isinstance(table, Play):
        return False
    seat = min(table.match.waiting)
    word, person = dice.choice(list(table.match.legal(seat))), table.people[seat]
    assert person
    await one.tables.say(match, person, word, step=None, cause=cause(), now=one.hour[0])
    return True


def ways() -> Iterator[pytest.ParameterSet]:
    """Every game, however people are asked, in its channel and in a thread: half of it at every change."""
    games = [key for key in GAMES if key != "morra"]
    for at, (game, prompts, threads) in enumerate(product(games, ("dm", "here", "shut"), (False, True))):
        # Of two ways that differ in the thread alone one, by turns.
        late = threads == bool(at // 2 % 2)
        name = "-".join([game, prompts, "thread" if threads else "channel"])
        yield pytest.param(game, prompts, threads, id=name, marks=[pytest.mark.gate] if late else [])


@pytest.mark.parametrize(("game", "prompts", "threads"), [*ways()])
async def test_a_match_has_one_message_in_its_channel(
    tables: Tables, game: str, prompts: str, threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, hour = random.Random(f"{game} {prompts}"), [NOON]
    board = Billboard(lambda: hour[0])
    one = town.settled(tables.store, board, hour)
    if prompts == "here":
        for person in (ANN, BEN):
            await one.preferences.set_player(person, Player(prompts="here"))
    tell = board.tell

    async def told(person: int, scene: Scene, once: str) -> Place:
        if prompts == "shut" and person == BEN:
            raise Unreachable("unreachable-dm")
        return await tell(person, scene, once)

    monkeypatch.setattr(board, "tell", told)
    await one.preferences.set_server(SERVER, Server(threads=threads))
    match = (await town.challenge(one.tables, game)).id
    await retold(one, match)
    await one.tables.sit(match, BEN, cause=cause(), now=EARLIER)
    await retold(one, match)
    assert [place.channel == CHANNEL for place, _ in board.alive()] == [not threads]
    for _, event in zip(range(STEPS), events(dice), strict=False):
        one = await happened(event, one, match, dice)
        if not await chosen(one, match, dice):
            break
        # One that is old is not looked for at every turn.
        one.hour[0] += MINUTE
        await retold(one, match)
        assert len(board.alive()) == 1, event
    table = await one.tables.table(match)
    if not table.over:
        await said(one.tables, table, 0, "!resign", now=hour[0])
    await talked(board)
    await retold(one, match)
    ((place, end),) = board.alive()
    assert place.channel == CHANNEL
    assert "🏆" in end.above[0] or "🤝" in end.above[0]
    assert await tables.store.left_behind(match) == []
