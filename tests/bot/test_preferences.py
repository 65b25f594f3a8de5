"""Settings, names and other data of people: how it is changed, exported and forgotten."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from bot.discord import interaction_data
from bot.display_names import NAME_CACHE_TTL_S, DisplayNames
from bot.i18n import say
from bot.matches.model import ClosedMatch, FinishedMatch
from bot.matches.service import MatchService
from bot.preferences import PlayerPreferences, Preferences, ServerPreferences
from bot.screens import settings
from bot.screens.custom_ids import Action, CustomId
from bot.screens.settings import CONFIRMED_ARGUMENT, PLAYER_PANEL
from bot.screens.settings import SERVER_PANEL as OF_SERVER
from games import GAMES
from storage import Store, StoreUnavailable
from tests.bot.database_marks import both_databases
from tests.bot.traffic_recorder import EVERYBODY_ID, RecordedBot
from tests.games import morra
from tests.kit import world as matches
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, create_match_service
from tests.kit.world import World

# Settings


async def set_option(world: World, panel: str, name: str, *selected_values: str) -> None:
    ann = world.person(ANN, can_manage_server=True)
    assert (await ann.click(Action.CHANGE_SETTING, 0, 0, f"{panel}.{name}", selected_values=selected_values)).scene


@both_databases
async def test_settings_changed_at_once_are_all_kept(world: World) -> None:
    preferences = world.preferences
    await asyncio.gather(
        set_option(world, PLAYER_PANEL, "prompts", "both"),
        set_option(world, PLAYER_PANEL, "reminders", "no"),
        preferences.update_discord_locale(ANN, "de"),
        set_option(world, OF_SERVER, "clock", "none"),
        set_option(world, OF_SERVER, "channels", "7", "8"),
        set_option(world, OF_SERVER, "pair", "3"),
    )
    kept = PlayerPreferences(prompts="both", reminders=False, discord="de")
    assert await preferences.load_player(ANN) == await preferences.reload_player(ANN) == kept
    assert await preferences.load_server(SERVER_ID) == ServerPreferences(clock=None, channels=(7, 8), pair=3)


@both_databases
async def test_settings_changed_by_two_processes_are_all_kept(world: World) -> None:
    other = Preferences(world.store)
    assert await other.load_player(ANN) == await world.preferences.load_player(ANN) == PlayerPreferences()
    await other.update_player(ANN, PlayerPreferences(locale="fr"))
    await set_option(world, PLAYER_PANEL, "prompts", "here")
    assert await other.update_discord_locale(ANN, "de") == PlayerPreferences(locale="fr", prompts="here", discord="de")


async def test_late_answer_of_the_store_is_not_remembered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    store = world.store
    read, arrives = store.people.load_player_settings, asyncio.Event()
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def slowly(person_id: int) -> str | None:
        answer.set_result(await read(person_id))
        await arrives.wait()
        return answer.result()

    with monkeypatch.context() as at_first:
        # The store is late.
        at_first.setattr(store.people, "load_player_settings", slowly)
        late = asyncio.create_task(world.preferences.reload_player(ANN))
        await answer
    await set_option(world, PLAYER_PANEL, "prompts", "both")
    arrives.set()
    assert await late == PlayerPreferences()
    assert await world.preferences.load_player(ANN) == PlayerPreferences(prompts="both")


async def test_settings_can_be_set_back_to_their_defaults(world: World) -> None:
    for panel, name, unusual, usual in (
        (PLAYER_PANEL, "locale", "de", "none"),
        (PLAYER_PANEL, "listed", "no", "yes"),
        (PLAYER_PANEL, "prompts", "both", "dm"),
        (OF_SERVER, "clock", "none", "24h"),
        (OF_SERVER, "threads", "yes", "no"),
        (OF_SERVER, "season", "3", "none"),
    ):
        await set_option(world, panel, name, unusual)
        await set_option(world, panel, name, usual)
    await set_option(world, OF_SERVER, "standing", "7")
    await set_option(world, OF_SERVER, "standing")
    assert await world.preferences.reload_player(ANN) == PlayerPreferences()
    assert await world.preferences.load_server(SERVER_ID) == ServerPreferences()


# Names


@pytest.fixture
def store_calls(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the calls that the store gets."""
    found: list[str] = []

    def counting(name: str) -> None:
        deed = getattr(store.people, name)

        async def call(names: object) -> object:
            found.append(name)
            return await deed(names)

        monkeypatch.setattr(store.people, name, call)

    counting("load_names")
    counting("save_names")
    return found


@both_databases
async def test_name_is_known_at_once_and_stored_when_it_is_new(store: Store, store_calls: list[str]) -> None:
    known = DisplayNames(store)
    known.remember_names({ANN: "Ann", BEN: "Ben"})
    assert await known.load_names([ANN, BEN]) == {ANN: "Ann", BEN: "Ben"}
    assert store_calls == []
    await known.save_new_names()
    assert store_calls == ["load_names", "save_names"]
    for name, stored in (("Ann", 0), ("Anna", 1), ("Anna", 0)):
        store_calls.clear()
        known.remember_names({ANN: name})
        await known.save_new_names()
        assert store_calls == ["load_names", "save_names"] * stored
    # A process that has just started has not heard of anybody.
    after = DisplayNames(store)
    store_calls.clear()
    after.remember_names({ANN: "Anna"})
    await after.save_new_names()
    # Of Cat nobody knows anything, which is known from then on, too.
    for _ in range(2):
        assert await after.load_names([ANN, BEN, CAT]) == {ANN: "Anna", BEN: "Ben"}
    assert store_calls == ["load_names", "load_names"]


async def test_name_is_looked_up_again_after_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = 0.0
    monkeypatch.setattr("bot.caches.time.monotonic", lambda: hour)
    known = DisplayNames(store)
    assert await known.load_names([ANN]) == {}
    await store.people.save_names({ANN: "Ann"})
    assert await known.load_names([ANN]) == {}
    hour += NAME_CACHE_TTL_S
    assert await known.load_names([ANN]) == {ANN: "Ann"}
    await store.people.forget_person(ANN, 1)
    hour += NAME_CACHE_TTL_S
    assert await known.load_names([ANN]) == {}


async def test_names_are_optional_while_the_store_is_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(_: object) -> dict[int, str]:
        raise StoreUnavailable("away")

    known = DisplayNames(store)
    known.remember_names({ANN: "Ann"})
    with monkeypatch.context() as patched:
        patched.setattr(store.people, "load_names", away)
        assert await known.load_names([ANN, BEN]) == {ANN: "Ann"}
        await known.save_new_names()
    assert await store.people.load_names([ANN]) == {}
    # The next time they do something they are heard again.
    known.remember_names({ANN: "Ann"})
    await known.save_new_names()
    assert await store.people.load_names([ANN]) == {ANN: "Ann"}


def test_names_in_a_command_are_global_and_without_bots() -> None:
    """A nick is a server’s own, and would go with them into others."""
    users = {
        "11": {"id": "11", "username": "ann", "global_name": "Ann"},
        "22": {"id": "22", "username": "ben", "global_name": None},
        "33": {"id": "33", "username": "beep", "global_name": None, "bot": True},
    }
    members = {"11": {"nick": "Queen of the forest"}}
    assert interaction_data.resolved_names({"resolved": {"users": users, "members": members}}) == {
        ANN: "Ann",
        BEN: "ben",
    }
    assert interaction_data.resolved_names({}) == {}


# Everything

EXPORT_BUTTON = CustomId(Action.EXPORT_DATA, 0, 0)
FORGET_BUTTON = str(CustomId(Action.FORGET_PERSON, 0, 0))
CONFIRM_FORGET_BUTTON = str(CustomId(Action.FORGET_PERSON, 0, 0, CONFIRMED_ARGUMENT))


@pytest.fixture
async def bot(store: Store, monkeypatch: pytest.MonkeyPatch) -> RecordedBot:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.current_time_ms", lambda: NOON_MS)
    return RecordedBot(store, FakeDiscord(lambda: NOON_MS), NOON_MS)


async def export_person(matches: MatchService, person_id: int) -> dict[str, object]:
    found = await matches.store.people.export_person(person_id)
    return {table: rows for table, rows in found.items() if rows and table != "person_id"}


def test_large_export_is_compressed() -> None:
    data = b"a" * (settings.ATTACHMENT_MAX_BYTES + 1)
    small, large = (
        settings.render_data_export(data[1:], "en").attachment,
        settings.render_data_export(data, "en").attachment,
    )
    assert small
    assert large
    assert small.data == data[1:]
    assert (large.name, gzip.decompress(large.data)) == ("wolf-and-bison.json.gz", data)


@both_databases
async def test_player_is_forgotten_once_they_are_sure_while_others_play_on(bot: RecordedBot) -> None:
    """In the store, in what the process remembers, and by what it stores after its answer."""
    tables = bot.services.matches
    running, offer = (
        await matches.begin_match_with_ben(tables, "schnick"),
        await matches.offer_match_to_ben(tables, "schnick"),
    )
    for match_id in (running.id, offer.id):
        bot.services.scheduler.schedule_refresh(match_id)
    await bot.wait_until_idle()
    await bot.press_button(ANN, FORGET_BUTTON)
    assert CONFIRM_FORGET_BUTTON in bot.output[-1].content
    assert "seat" in await export_person(tables, ANN)
    before = len(bot.output)
    await bot.press_button(ANN, CONFIRM_FORGET_BUTTON)
    assert await export_person(tables, ANN) == {}
    assert say("forgotten", "en") in next(it.content for it in bot.output[before:] if it.recipient_id == ANN)
    assert isinstance(await tables.find_match(running.id), FinishedMatch)
    assert isinstance(await tables.find_match(offer.id), ClosedMatch)
    assert len({it.action for it in bot.output[before:] if it.recipient_id == EVERYBODY_ID}) > 1, (
        "both cards have changed"
    )
    # Nothing of them is told from here on.
    later = len(bot.output)
    await bot.run_command(BEN, lambda request: bot.services.review.show_review(request, str(running.id)), "replay")
    assert not [it for it in bot.output[later:] if str(ANN) in it.content.split("<@")]
    assert await export_person(create_match_service(tables.store), ANN) == {}
    assert await export_person(tables, BEN) != {}


@both_databases
async def test_forgotten_player_who_comes_back_is_new(bot: RecordedBot) -> None:
    matches = bot.services.matches
    await bot.press_button(CAT, str(CustomId(Action.CHANGE_SETTING, 0, 0, f"{PLAYER_PANEL}.reminders")), values=["no"])
    await bot.press_button(CAT, CONFIRM_FORGET_BUTTON)
    assert await export_person(matches, CAT) == {}
    await bot.press_button(CAT, str(CustomId(Action.SHOW_SETTINGS, 0, 0, PLAYER_PANEL)))
    assert set(await export_person(matches, CAT)) == {"person_name", "settings"}
    assert (await bot.services.preferences.reload_player(CAT)).reminders
