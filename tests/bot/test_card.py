"""A match has one message with a picture or a button, whatever happens around it; in its channel that is the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from bot.delivery.messenger import Sent
from bot.errors import Unreachable
from bot.matches.service import Tables
from bot.preferences import Player, Server
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE
from games import GAMES
from tests.bot.bustle import chosen, events, happened, retold, talked
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER

STEPS = 12


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
    board = Discord(lambda: hour[0])
    one = world.create_world(tables.store, board, hour)
    if prompts == "here":
        for person in (ANN, BEN):
            await one.preferences.set_player(person, Player(prompts="here"))
    tell = board.tell

    async def told(person: int, scene: Scene, once: str) -> Sent:
        if prompts == "shut" and person == BEN:
            raise Unreachable("unreachable-dm")
        return await tell(person, scene, once)

    monkeypatch.setattr(board, "tell", told)
    await one.preferences.set_server(SERVER, Server(threads=threads))
    match = (await world.challenge(one.tables, game)).id
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
    assert await tables.store.cleanup.list_of_match(match) == []
