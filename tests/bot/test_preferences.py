"""Tests for changing, exporting and deleting people's data, such as settings and names."""

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
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.settings import LADDER_PANEL, PLAYER_PANEL, SERVER_PANEL
from games import GAMES
from games.refused import Refused
from storage import Store, StoreUnavailable
from tests.bot.database_marks import both_databases
from tests.bot.traffic_recorder import EVERYBODY_ID, RecordedBot
from tests.games import morra
from tests.kit.calls import record_calls
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, create_match_service
from tests.kit.world import World, begin_match_with_ben, offer_match_to_ben

# Settings


async def set_option(world: World, panel: str, name: str, *selected_values: str) -> None:
    ann = world.person(ANN, can_manage_server=True)
    assert (await ann.click(Action.CHANGE_SETTING, 0, 0, f"{panel}.{name}", selected_values=selected_values)).scene


@both_databases
async def test_simultaneous_changes_of_settings_are_all_kept(world: World) -> None:
    preferences = world.preferences
    await asyncio.gather(
        set_option(world, PLAYER_PANEL, "prompts", "both"),
        set_option(world, PLAYER_PANEL, "reminders", "no"),
        preferences.update_discord_locale(ANN, "de"),
        set_option(world, SERVER_PANEL, "clock", "none"),
        set_option(world, SERVER_PANEL, "channels", "7", "8"),
        set_option(world, LADDER_PANEL, "pair", "3"),
    )
    expected = PlayerPreferences(prompts="both", reminders=False, discord="de")
    assert await preferences.load_player(ANN) == await preferences.reload_player(ANN) == expected
    assert await preferences.load_server(SERVER_ID) == ServerPreferences(clock=None, channels=(7, 8), pair=3)


@both_databases
async def test_settings_changed_by_two_processes_are_all_kept(world: World) -> None:
    other = Preferences(world.store)
    assert await other.load_player(ANN) == await world.preferences.load_player(ANN) == PlayerPreferences()
    await other.update_player(ANN, PlayerPreferences(locale="fr"))
    await set_option(world, PLAYER_PANEL, "prompts", "here")
    assert await other.update_discord_locale(ANN, "de") == PlayerPreferences(locale="fr", prompts="here", discord="de")


async def test_outdated_read_from_the_store_is_not_cached(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    store = world.store
    load_settings, may_finish = store.people.load_player_settings, asyncio.Event()
    outdated: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def load_slowly(person_id: int) -> str | None:
        outdated.set_result(await load_settings(person_id))
        await may_finish.wait()
        return outdated.result()

    with monkeypatch.context() as patch:
        patch.setattr(store.people, "load_player_settings", load_slowly)
        reload = asyncio.create_task(world.preferences.reload_player(ANN))
        await outdated
    await set_option(world, PLAYER_PANEL, "prompts", "both")
    may_finish.set()
    assert await reload == PlayerPreferences()
    assert await world.preferences.load_player(ANN) == PlayerPreferences(prompts="both")


async def test_settings_can_be_reset_to_their_defaults(world: World) -> None:
    for panel, name, changed, default in (
        (PLAYER_PANEL, "locale", "de", "none"),
        (PLAYER_PANEL, "listed", "no", "yes"),
        (PLAYER_PANEL, "prompts", "both", "dm"),
        (SERVER_PANEL, "clock", "none", "24h"),
        (SERVER_PANEL, "threads", "no", "yes"),
        (SERVER_PANEL, "results", "full", "thread"),
        (LADDER_PANEL, "season", "3", "none"),
    ):
        await set_option(world, panel, name, changed)
        await set_option(world, panel, name, default)
    await set_option(world, LADDER_PANEL, "standing", "7")
    await set_option(world, LADDER_PANEL, "standing")
    assert await world.preferences.reload_player(ANN) == PlayerPreferences()
    assert await world.preferences.load_server(SERVER_ID) == ServerPreferences()


@pytest.mark.parametrize(
    ("panel", "name"),
    [(SERVER_PANEL, "channels"), (SERVER_PANEL, "organizers"), (LADDER_PANEL, "standing"), (LADDER_PANEL, "crown")],
)
async def test_setting_refuses_ids_that_do_not_fit_into_the_store(world: World, panel: str, name: str) -> None:
    with pytest.raises(Refused, match="button"):
        await set_option(world, panel, name, str(2**63))
    assert await world.preferences.load_server(SERVER_ID) == ServerPreferences()


# Names


@both_databases
async def test_name_is_cached_at_once_and_stored_if_new(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    loads, saves = (record_calls(monkeypatch, store.people, method) for method in ("load_names", "save_names"))
    names = DisplayNames(store)
    names.remember_names({ANN: "Ann", BEN: "Ben"})
    assert await names.load_names([ANN, BEN]) == {ANN: "Ann", BEN: "Ben"}
    assert (len(loads), len(saves)) == (0, 0)
    await names.save_new_names()
    assert (len(loads), len(saves)) == (1, 1)
    for name, save_count in (("Ann", 1), ("Anna", 2), ("Anna", 2)):
        names.remember_names({ANN: name})
        await names.save_new_names()
        assert (len(loads), len(saves)) == (save_count, save_count)
    # A new process has an empty cache.
    new_names = DisplayNames(store)
    new_names.remember_names({ANN: "Anna"})
    await new_names.save_new_names()
    # The fact that Cat has no name is cached too.
    for _ in range(2):
        assert await new_names.load_names([ANN, BEN, CAT]) == {ANN: "Anna", BEN: "Ben"}
    assert (len(loads), len(saves)) == (4, 2)


async def test_name_is_loaded_again_after_the_cache_expires(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    time_s = 0.0
    monkeypatch.setattr("bot.caches.time.monotonic", lambda: time_s)
    names = DisplayNames(store)
    assert await names.load_names([ANN]) == {}
    await store.people.save_names({ANN: "Ann"})
    assert await names.load_names([ANN]) == {}
    time_s += NAME_CACHE_TTL_S
    assert await names.load_names([ANN]) == {ANN: "Ann"}
    await store.people.forget_person(ANN, 1)
    time_s += NAME_CACHE_TTL_S
    assert await names.load_names([ANN]) == {}


async def test_unknown_names_are_omitted_while_the_store_is_unavailable(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def raise_unavailable(_: object) -> dict[int, str]:
        raise StoreUnavailable("away")

    names = DisplayNames(store)
    names.remember_names({ANN: "Ann"})
    with monkeypatch.context() as patch:
        patch.setattr(store.people, "load_names", raise_unavailable)
        assert await names.load_names([ANN, BEN]) == {ANN: "Ann"}
        await names.save_new_names()
    assert await store.people.load_names([ANN]) == {}
    # The name is stored with the next interaction.
    names.remember_names({ANN: "Ann"})
    await names.save_new_names()
    assert await store.people.load_names([ANN]) == {ANN: "Ann"}


def test_names_from_a_command_are_global_and_exclude_bots() -> None:
    """Nicknames belong to one server and must not appear in others."""
    users = {
        "11": {"id": "11", "username": "ann", "global_name": "Ann"},
        "22": {"id": "22", "username": "ben", "global_name": None},
        "33": {"id": "33", "username": "beep", "global_name": None, "bot": True},
    }
    members = {"11": {"nick": "Queen of the forest"}}
    assert interaction_data.parse_resolved_names({"resolved": {"users": users, "members": members}}) == {
        ANN: "Ann",
        BEN: "ben",
    }
    assert interaction_data.parse_resolved_names({}) == {}


# Export and deletion

FORGET_BUTTON = str(CustomId(Action.FORGET_PERSON, 0, 0))
CONFIRM_FORGET_BUTTON = str(CustomId(Action.FORGET_PERSON, 0, 0, CONFIRMED_ARGUMENT))


@pytest.fixture
async def bot(store: Store, monkeypatch: pytest.MonkeyPatch) -> RecordedBot:
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.current_time_ms", lambda: NOON_MS)
    return RecordedBot(store, FakeDiscord(lambda: NOON_MS), NOON_MS)


async def export_person(matches: MatchService, person_id: int) -> dict[str, object]:
    exported = await matches.store.people.export_person(person_id)
    return {table: rows for table, rows in exported.items() if rows and table != "person_id"}


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
async def test_person_is_deleted_after_confirmation_and_others_are_kept(bot: RecordedBot) -> None:
    """The data is removed from the store and the caches, and the response does not store it again."""
    service = bot.services.matches
    running, offer = (
        await begin_match_with_ben(service, "schnick"),
        await offer_match_to_ben(service, "schnick"),
    )
    for match_id in (running.id, offer.id):
        bot.services.scheduler.schedule_refresh(match_id)
    await bot.wait_until_idle()
    await bot.press_button(ANN, FORGET_BUTTON)
    assert CONFIRM_FORGET_BUTTON in bot.output[-1].content
    assert "seat" in await export_person(service, ANN)
    output_count = len(bot.output)
    await bot.press_button(ANN, CONFIRM_FORGET_BUTTON)
    assert await export_person(service, ANN) == {}
    response, *_ = (sent.content for sent in bot.output[output_count:] if sent.recipient_id == ANN)
    assert say("forgotten", "en") in response
    assert isinstance(await service.find_match(running.id), FinishedMatch)
    assert isinstance(await service.find_match(offer.id), ClosedMatch)
    assert len({sent.action for sent in bot.output[output_count:] if sent.recipient_id == EVERYBODY_ID}) > 1, (
        "both cards have changed"
    )
    # Later messages do not mention the person.
    later_output_count = len(bot.output)
    await bot.run_command(BEN, lambda request: bot.services.review.show_review(request, str(running.id)), "replay")
    assert not [sent for sent in bot.output[later_output_count:] if str(ANN) in sent.content.split("<@")]
    assert await export_person(create_match_service(service.store), ANN) == {}
    assert await export_person(service, BEN) != {}


@both_databases
async def test_deleted_person_who_returns_has_default_settings(bot: RecordedBot) -> None:
    matches = bot.services.matches
    await bot.press_button(CAT, str(CustomId(Action.CHANGE_SETTING, 0, 0, f"{PLAYER_PANEL}.reminders")), values=["no"])
    await bot.press_button(CAT, CONFIRM_FORGET_BUTTON)
    assert await export_person(matches, CAT) == {}
    await bot.press_button(CAT, str(CustomId(Action.SHOW_SETTINGS, 0, 0, PLAYER_PANEL)))
    assert set(await export_person(matches, CAT)) == {"person_name", "settings"}
    assert (await bot.services.preferences.reload_player(CAT)).reminders
