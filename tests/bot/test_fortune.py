"""Luck and play of somebody's last matches: kept once the coach has looked, told with an interval, to nobody else."""

from __future__ import annotations

import pytest

from bot.house.minds import Minds
from bot.rooms import Rooms
from bot.scenes import profile
from bot.scenes.scene import Scene
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES
from games.coach import EDITION
from games.insight import Part
from games.match import RESIGN
from games.record import Record
from games.review import Review, Step
from games.words import LOCALES
from storage import Weighed
from tests.bot.databases import both_databases
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, NOON, SERVER, asked, cause
from tests.kit.world import create_rooms

KEY = next((key for key, game in GAMES.items() if game.can_judge), "")
if not KEY:
    pytest.skip("no game tells luck from play", allow_module_level=True)


@pytest.fixture
def rooms(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Rooms:
    """Where the coach says of each match the same: the first seat was lucky, and the second played better."""

    async def debriefed(_: Minds, match: Record) -> Review | None:
        parts = (Part("meeting", (0.3, -0.3)), Part("choice", (-0.2, 0.2), 0))
        return Review((0.5, 0.5), (Step(1, {}, parts, (0.6, 0.4)),))

    monkeypatch.setattr(Minds, "debriefed", debriefed)
    return create_rooms(tables.store, Discord(lambda: NOON), lambda: NOON)


async def given_up(rooms: Rooms) -> int:
    """A match between the two that is over, as soon as can be."""
    table = await world.begun(rooms.tables, KEY)
    await rooms.tables.say(table.id, BEN, RESIGN, step=None, cause=cause(), now=NOON)
    return table.id


def told(matches: list[Weighed], locale: str = "en") -> str:
    [line] = profile.describe_fortunes([(GAMES[KEY], matches)], locale)
    return line


def below(scene: Scene | None) -> str:
    assert scene
    return " ".join(scene.below)


def rows(*shares: float) -> list[Weighed]:
    return [Weighed(match, share, -share) for match, share in enumerate(shares)]


@pytest.mark.parametrize(
    ("shares", "luck", "play"),
    [
        ([0.2, 0.3] * 10, "more", "less"),
        ([-0.2, -0.3] * 10, "less", "more"),
        ([0.4, -0.3] * 10, "open", "open"),
    ],
)
def test_what_the_interval_leaves_open_is_said_to_be(shares: list[float], luck: str, play: str) -> None:
    for locale in LOCALES:
        line = told(rows(*shares), locale)
        assert say(f"fortune-luck-{luck}", locale) in line
        assert say(f"fortune-play-{play}", locale) in line


def test_where_nothing_is_luck_none_is_told() -> None:
    line = told([Weighed(match, 0.0, 0.2) for match in range(20)])
    assert say("fortune-play-more", "en") in line
    assert "luck" not in line.lower()


def test_of_few_nothing_is_told_but_how_many() -> None:
    known = rows(*[0.3] * (profile.LEAST_WEIGHED - 1))
    line = told([*known, Weighed(99, None, None)])
    assert f"{profile.LEAST_WEIGHED - 1} of {profile.LEAST_WEIGHED}" in line
    assert "(±" not in line


def test_how_many_it_takes_is_said_once_for_all_games_of_which_there_are_few() -> None:
    games = [game for game in GAMES.values() if game.can_judge]
    [line] = profile.describe_fortunes([(game, rows(0.1)) for game in games], "en")
    assert all(f"**{game.say('name', 'en')}** 1 of 1" in line for game in games)
    assert line.count("I can tell") == 1


@both_databases
async def test_whoever_opens_a_door_has_it_kept_for_both(rooms: Rooms) -> None:
    match = await given_up(rooms)
    table = await rooms.tables.table(match)
    for person in (ANN, BEN):
        assert await rooms.store.weighed(person, SERVER, KEY, EDITION, 50) == [(match, None, None)]
    await rooms.lookback.replay(asked(), str(match))
    for person in (ANN, BEN):
        sign = 1 if table.eyes_of(person) == 0 else -1
        ((_, luck, play),) = await rooms.store.weighed(person, SERVER, KEY, EDITION, 50)
        assert (luck, play) == pytest.approx((0.3 * sign, -0.2 * sign))
        # Of another coach it is not known.
        assert await rooms.store.weighed(person, SERVER, KEY, EDITION + 1, 50) == [(match, None, None)]
    # An elder one, which is still at work somewhere, takes nothing back; a newer one tells it anew.
    await rooms.store.weigh(match, EDITION - 1, b"", [(0, 0), (0, 0)])
    assert (await rooms.store.weighed(ANN, SERVER, KEY, EDITION, 50))[0].luck != 0
    await rooms.store.weigh(match, EDITION + 1, b"", [(0, 0), (0, 0)])
    assert await rooms.store.weighed(ANN, SERVER, KEY, EDITION + 1, 50) == [(match, 0, 0)]


async def test_a_profile_has_looked_at_what_is_missing_and_tells_its_owner_alone(rooms: Rooms) -> None:
    for _ in range(profile.LEAST_WEIGHED):
        await given_up(rooms)
    first = await rooms.profiles.player(asked(), ANN)
    assert f"0 of {profile.LEAST_WEIGHED}" in below(first.scene)
    await rooms.coach.caught_up()
    again = await rooms.profiles.player(asked(), ANN)
    assert f"your last {profile.LEAST_WEIGHED} matches" in below(again.scene)
    assert say("fortune-rules", "en") in below(again.scene)
    assert "🎲" not in below((await rooms.profiles.player(asked(BEN), ANN)).scene)


@both_databases
async def test_whoever_is_forgotten_takes_it_along(rooms: Rooms) -> None:
    match = await given_up(rooms)
    await rooms.lookback.replay(asked(), str(match))
    assert len((await rooms.store.export(BEN))["verdict"]) == 1
    await rooms.store.forget(BEN, NOON)
    (rest,) = await rooms.store.weighed(ANN, SERVER, KEY, EDITION, 50)
    assert rest.luck is not None
    # Who comes to it later has nothing to keep of them, either.
    await rooms.store.weigh(match, EDITION, b"", [(0, 0), (0, 0)])
    assert not (await rooms.store.export(BEN)).get("verdict")
