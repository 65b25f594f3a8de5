"""Tournaments as their players see them: the card, the thread, the scheduled event, and the answers to buttons."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.delivery import tournament_delivery
from bot.delivery.tournament_delivery import RESULTS_INTERVAL_MS
from bot.discord.layout import fill_in_names
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.requests import Request, Response
from bot.handlers.tournaments import TournamentRequest
from bot.matches.model import FinishedMatch
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens import tournaments as screens
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.review import REVIEW_ARGUMENT
from bot.screens.scene import Scene
from bot.tournaments import progress
from bot.tournaments.loaded import LoadedTournament
from bot.tournaments.model import Fixture, FixtureKind, Format, Outcome
from bot.tournaments.rules import TournamentRules
from bot.tournaments.standings import list_standings
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.chain import encode_hash
from games.refused import Refused
from games.words import LOCALES
from tests.bot.test_tournament_service import play_open_matches
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, DAN, NOON_MS, SERVER_ID, catch_refusal_key, next_interaction_id
from tests.kit.scene_reading import list_buttons, list_custom_ids, read_text
from tests.kit.world import World, create_private_request, restart_world, set_notification_modes

pytestmark = pytest.mark.usefixtures("without_morra")

PLAYERS = (ANN, BEN, CAT, DAN)
SEVEN = (*PLAYERS, 55, 66, 77)
DAY_SWISS = TournamentRules(format=Format.SWISS, clock=DAY_MS)
KNOCKOUT = TournamentRules(format=Format.KNOCKOUT, clock=5 * MINUTE_MS)
OPTIONS = "duel_limit=1; placement=random"
DAY_START_MS = NOON_MS // DAY_MS * DAY_MS


@pytest.fixture(autouse=True)
def short_live_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["schamanen"]), "LIVE_OPTIONS", {"duel_limit": 1})


def create_request(world: World, person_id: int = ANN, *, manages: bool = True) -> Request:
    request = create_private_request(person_id, is_private=False)
    return replace(request, now_ms=world.time_ms[0], can_manage_server=manages, interaction_id=next_interaction_id())


async def open_tournament(
    world: World, rules: TournamentRules = KNOCKOUT, *, starts: str = "", entering: tuple[int, ...] = PLAYERS
) -> LoadedTournament:
    handler = world.services.tournament_handler
    wanted = TournamentRequest("schamanen", rules, "Friday", options_text=OPTIONS, starts=starts)
    await handler.open_tournament(create_request(world), wanted)
    latest = await world.store.tournaments.load_latest(SERVER_ID)
    assert latest
    for person_id in entering:
        await press(world, Action.ENTER_TOURNAMENT, latest.id, person_id)
    await advance_and_show(world)
    return await world.services.tournaments.load(latest.id)


async def start_tournament(
    world: World, rules: TournamentRules = KNOCKOUT, *, entering: tuple[int, ...] = PLAYERS
) -> LoadedTournament:
    """Open a tournament, start it, and show its first matches."""
    opened = await open_tournament(world, rules, entering=entering)
    await press(world, Action.START_TOURNAMENT, opened.id)
    await advance_and_show(world)
    return await world.services.tournaments.load(opened.id)


async def press(world: World, action: Action, tournament_id: int, person_id: int = ANN, argument: str = "") -> Response:
    handler = world.services.tournament_handler.handlers[action]
    return await handler(create_request(world, person_id), CustomId(action, tournament_id, argument=argument))


async def advance_and_show(world: World, after_ms: int = 0) -> None:
    """Move the clock forward, let all tournaments go on, and update their messages and those of their matches."""
    world.time_ms[0] += after_ms
    await world.services.tournament_delivery.advance_all()
    await world.delivery.wait_until_delivered()


async def play_to_the_end(world: World, tournament_id: int) -> None:
    rng = random.Random(3)
    loaded = await world.services.tournaments.load(tournament_id)
    while loaded.status == "running":
        await play_open_matches(world.matches, loaded, rng, world.time_ms[0])
        await advance_and_show(world, RESULTS_INTERVAL_MS)
        loaded = await world.services.tournaments.load(tournament_id)
    await advance_and_show(world, RESULTS_INTERVAL_MS)


async def raise_unavailable(*_: object) -> None:
    raise DiscordUnavailable


def list_cards(world: World) -> list[Scene]:
    return world.discord.list_scenes(CHANNEL_ID)


async def test_one_card_shows_the_tournament_from_opening_to_podium(world: World) -> None:
    loaded = await open_tournament(world)
    await press(world, Action.LEAVE_TOURNAMENT, loaded.id, DAN)
    await advance_and_show(world)
    (card,) = list_cards(world)
    assert f"<@{DAN}>" in read_text(card), "edits wait for half a minute"
    await press(world, Action.ENTER_TOURNAMENT, loaded.id, DAN)
    await advance_and_show(world, 30_000)
    (card,) = list_cards(world)
    assert all(f"<@{person_id}>" in read_text(card) for person_id in PLAYERS)
    await press(world, Action.START_TOURNAMENT, loaded.id)
    await advance_and_show(world, 30_000)
    (card,) = list_cards(world)
    assert "Round 1 of 2" in read_text(card)
    await play_to_the_end(world, loaded.id)
    (card,) = list_cards(world)
    assert "🥇" in read_text(card)
    assert await world.store.tournaments.list_unfinished() == []


async def test_standings_of_an_arena_mark_players_whose_points_count_double(world: World) -> None:
    loaded = await world.services.tournaments.load((await start_arena(world)).id)
    wins = [Fixture(number, 9, 1, FixtureKind.MATCH, 1, 2, Outcome.FIRST_WON) for number in (1, 2)]
    for fixtures, is_marked in ((wins[:1], False), (wins, True)):
        scene = screens.render_standings(replace(loaded, fixtures=tuple(fixtures)), 0, DAN, "en")
        assert ("🔥" in scene.below[0]) == is_marked
        assert "🔥" not in scene.below[1]


@pytest.mark.parametrize(("format_", "can_join"), [(Format.SWISS, True), (Format.KNOCKOUT, False)])
async def test_running_tournament_has_a_join_button_only_while_somebody_can_join(
    world: World, format_: Format, can_join: bool
) -> None:
    await start_tournament(world, TournamentRules(format=format_, clock=DAY_MS), entering=(*PLAYERS, 55, 66))
    await advance_and_show(world, 30_000)
    (card,) = list_cards(world)
    (row,) = card.rows
    assert isinstance(row, tuple)
    assert (Action.ENTER_TOURNAMENT in {button.custom_id[:2] for button in row}) == can_join


async def test_standings_show_the_seal_before_and_the_seed_after_the_end(world: World) -> None:
    """The card shows only the beginning of the seal, and the standings only a button."""
    loaded = await open_tournament(world)
    seal, seed = encode_hash(loaded.seed_hash), loaded.header.seed
    (card,) = list_cards(world)
    assert card.footer == f"🎲 Seal of the draw `{seal[:8]}`"

    async def read_proof() -> str:
        standings = await press(world, Action.SHOW_STANDINGS, loaded.id)
        assert standings.scene
        assert seal not in read_text(standings.scene)
        argument = next(it.argument for it in list_custom_ids(standings.scene) if it.argument == "proof")
        return read_text((await press(world, Action.SHOW_STANDINGS, loaded.id, argument=argument)).scene)

    await press(world, Action.START_TOURNAMENT, loaded.id)
    proof = await read_proof()
    assert seal in proof
    assert seed not in proof
    await play_to_the_end(world, loaded.id)
    proof = await read_proof()
    assert seal in proof
    assert seed in proof


async def test_matches_have_no_cards_and_their_players_get_direct_messages(world: World) -> None:
    await set_notification_modes(world, "dm", ANN)
    await set_notification_modes(world, "none", BEN)
    await start_tournament(world)
    assert len(list_cards(world)) == 1
    (message,) = world.discord.list_dms(ANN)
    assert message.rows
    assert "Friday" in message.footer
    assert world.discord.list_dms(BEN) == []


async def test_thread_has_the_rounds_and_the_results(world: World) -> None:
    """Those who want to be pinged are pinged once per round, and nobody else."""
    world.discord.can_create_threads = True
    await set_notification_modes(world, "here", ANN)
    await set_notification_modes(world, "dm", BEN, CAT, DAN)
    loaded = await start_tournament(world)
    (thread_id,) = world.discord.thread_names
    await play_to_the_end(world, loaded.id)
    text = "\n".join(read_text(scene) for scene in world.discord.list_scenes(thread_id))
    assert text.count("### Round") == 2
    assert text.count("🥇") == 1
    assert "🥇" in read_text(world.discord.list_scenes(thread_id)[-1]), "the podium comes last"
    assert len(world.discord.list_scenes(thread_id)) <= 5
    posts = [scene for channel_id, scene in world.discord.posted_messages if channel_id == thread_id]
    assert sum(ANN in scene.pinged_ids for scene in posts) in {1, 2}
    assert not any({BEN, CAT, DAN} & scene.pinged_ids for scene in posts)


async def test_results_of_a_round_are_posted_before_the_next_round(world: World) -> None:
    """The results do not wait for the usual interval since the last post."""
    world.discord.can_create_threads = True
    loaded = await start_tournament(world)
    for fixture in loaded.stored.fixtures:
        leaver = loaded.person_ids[fixture.first]
        await press(world, Action.LEAVE_TOURNAMENT, loaded.id, leaver, CONFIRMED_ARGUMENT)
        await advance_and_show(world)
    (thread_id,) = world.discord.thread_names
    first_lines = [scene.above[0].split()[:2] for scene in world.discord.list_scenes(thread_id)]
    assert [line == ["###", "Round"] for line in first_lines] == [True, False, False, True]


async def test_many_results_are_posted_in_several_messages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_delivery, "RESULTS_PER_MESSAGE", 1)
    world.discord.can_create_threads = True
    loaded = await start_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS))
    await play_to_the_end(world, loaded.id)
    (thread_id,) = world.discord.thread_names
    posts = [scene.above for scene in world.discord.list_scenes(thread_id) if not scene.above[0].startswith("###")]
    assert [len(lines) for lines in posts] == [1] * 6


async def test_restarted_bot_repeats_no_message_of_a_tournament(world: World) -> None:
    world.discord.can_create_threads = True
    loaded = await open_tournament(world)
    await press(world, Action.START_TOURNAMENT, loaded.id)
    for _ in range(3):
        world = restart_world(world)
        await advance_and_show(world, 30_000)
    await play_to_the_end(world, loaded.id)
    posted = len(world.discord.posted_messages)
    await advance_and_show(restart_world(world), HOUR_MS)
    assert len(world.discord.posted_messages) == posted
    assert len(list_cards(world)) == 1


async def test_results_are_posted_once_although_the_process_dies_after_posting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More results come in before the next process starts, so its message would have other lines."""
    world.discord.can_create_threads = True
    loaded = await start_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS))
    first, second = loaded.stored.fixtures
    await world.services.tournaments.leave(loaded.id, loaded.person_ids[first.first], world.time_ms[0])
    with monkeypatch.context() as patch:
        patch.setattr(world.store.tournaments, "finish_post", raise_unavailable)
        await advance_and_show(world)
    await world.services.tournaments.leave(loaded.id, loaded.person_ids[second.first], world.time_ms[0])
    world = restart_world(world)
    await play_to_the_end(world, loaded.id)
    (thread_id,) = world.discord.thread_names
    posts = [scene.above for scene in world.discord.list_scenes(thread_id) if not scene.above[0].startswith("###")]
    results = [line for lines in posts for line in lines]
    assert len(results) == len({*results}) == 6


async def test_results_of_two_processes_are_posted_together(world: World) -> None:
    """The time of the last post is stored, so two processes post as rarely as one."""
    world.discord.can_create_threads = True
    loaded = await start_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS), entering=SEVEN)
    (thread_id,) = world.discord.thread_names
    first, second, _ = [each for each in loaded.stored.fixtures if each.second]
    for fixture in (first, second):
        await world.services.tournaments.leave(loaded.id, loaded.person_ids[fixture.first], world.time_ms[0])
        world = restart_world(world)
        await advance_and_show(world, 1000)
        assert len(world.discord.list_scenes(thread_id)) == 2, "the round and the first result"
    await advance_and_show(world, RESULTS_INTERVAL_MS)
    assert len(world.discord.list_scenes(thread_id)) == 3


async def start_arena(world: World) -> LoadedTournament:
    """Start an arena of four with a thread. Only Ann is to be notified, by direct message."""
    world.discord.can_create_threads = True
    await set_notification_modes(world, "none", BEN, CAT, DAN)
    loaded = await open_tournament(world, TournamentRules(format=Format.ARENA, clock=MINUTE_MS))
    await press(world, Action.START_TOURNAMENT, loaded.id)
    return loaded


@pytest.mark.parametrize("mode", ["dm", "here"])
async def test_thread_pings_players_whom_no_direct_message_reaches(world: World, mode: str) -> None:
    """In an arena, as in the first round, the bot learns only now that Ann's direct messages are closed."""
    await set_notification_modes(world, mode, ANN)
    world.discord.fail_next(f"send_dm {ANN}", *[DestinationUnreachable("unreachable-dm")] * 9)
    await start_arena(world)
    await advance_and_show(world)
    await advance_and_show(world, RESULTS_INTERVAL_MS)
    (thread_id,) = world.discord.thread_names
    (call,) = world.discord.list_scenes(thread_id)
    assert call.pinged_ids == {ANN}
    assert f"Your turn: <@{ANN}>" in read_text(call)
    assert call.rows, "the button that opens the match"
    assert world.discord.list_dms(ANN) == []
    await advance_and_show(restart_world(world), RESULTS_INTERVAL_MS)
    assert len(world.discord.list_scenes(thread_id)) == 1, "once per match"


async def test_player_is_called_once_although_the_process_dies(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.discord.fail_next(f"send_dm {ANN}", *[DestinationUnreachable("unreachable-dm")] * 9)
    await start_arena(world)
    await advance_and_show(world)
    with monkeypatch.context() as patch:
        patch.setattr(world.store.tournaments, "finish_post", raise_unavailable)
        await advance_and_show(world, RESULTS_INTERVAL_MS)
    await advance_and_show(restart_world(world), RESULTS_INTERVAL_MS)
    pings = [scene for _, scene in world.discord.posted_messages if ANN in scene.pinged_ids]
    assert len(pings) == 1


async def test_absent_player_is_called_for_each_round(world: World) -> None:
    """The call for the last round was only minutes ago, and the player has not clicked since."""
    await set_notification_modes(world, "none", BEN, CAT, DAN)
    await world.preferences.update_player(ANN, PlayerPreferences(prompts="dm", reminders=False))
    loaded = await open_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=MINUTE_MS))
    await press(world, Action.START_TOURNAMENT, loaded.id, BEN)
    for round_number in (1, 2):
        await advance_and_show(world, MINUTE_MS)
        loaded = await world.services.tournaments.load(loaded.id)
        assert progress.get_round(loaded.fixtures) == round_number
        assert world.discord.count_pings(ANN) == round_number
        # Nobody makes a first choice in time, so all matches of the round are forfeited.
        await world.advance_time(world.time_ms[0] + 5 * MINUTE_MS)


async def test_podium_is_posted_once_although_the_process_dies(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process starts so late that Discord has forgotten the nonce."""
    world.discord.can_create_threads = True
    loaded = await open_tournament(world)
    await press(world, Action.START_TOURNAMENT, loaded.id)
    with monkeypatch.context() as patch:
        patch.setattr(world.store.tournaments, "mark_shown", raise_unavailable)
        await play_to_the_end(world, loaded.id)
    world.discord.location_by_nonce.clear()
    await advance_and_show(restart_world(world), 10 * MINUTE_MS)
    (thread_id,) = world.discord.thread_names
    podiums = [scene for channel_id, scene in world.discord.posted_messages if channel_id == thread_id]
    assert sum("🏁" in read_text(scene) for scene in podiums) == 1


@pytest.mark.parametrize("is_collected", [False, True])
async def test_result_offers_a_next_match_only_to_players_who_have_one(world: World, is_collected: bool) -> None:
    loaded = await start_tournament(world)
    fixture = loaded.stored.fixtures[0]
    await play_open_matches(world.matches, loaded, random.Random(3), world.time_ms[0])
    if is_collected:
        await advance_and_show(world, RESULTS_INTERVAL_MS)
    assert fixture.match_id
    match = await world.matches.find_match(fixture.match_id)
    assert isinstance(match, FinishedMatch)
    for seat, rank in enumerate(match.result.ranks):
        person_id = match.player_ids[seat]
        assert person_id
        result = await world.person(person_id).click(Action.OPEN_MATCH, match.id)
        actions = {it.action for it in list_custom_ids(result.scene)}
        assert (Action.OPEN_TOURNAMENT_MATCH in actions) == (rank == 1)
        assert (Action.SHOW_STANDINGS in actions) == (rank != 1)


@pytest.mark.parametrize("format_", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT, Format.ARENA])
async def test_player_is_out_after_the_last_round(world: World, format_: Format) -> None:
    clock = MINUTE_MS if format_ is Format.ARENA else DAY_MS
    loaded = await open_tournament(world, TournamentRules(format=format_, clock=clock))
    assert not loaded.is_out(ANN, world.time_ms[0])
    assert loaded.is_out(99, world.time_ms[0])
    await press(world, Action.START_TOURNAMENT, loaded.id)
    await advance_and_show(world)
    loaded = await world.services.tournaments.load(loaded.id)
    assert not any(loaded.is_out(person_id, world.time_ms[0]) for person_id in PLAYERS)
    await play_to_the_end(world, loaded.id)
    loaded = await world.services.tournaments.load(loaded.id)
    assert all(loaded.is_out(person_id, world.time_ms[0]) for person_id in PLAYERS)


@pytest.mark.parametrize(
    ("clock", "expected"), [(1, "first: 5 minutes"), (2, "first: 5 minutes"), (5, "5 minutes a turn")]
)
async def test_rules_say_how_long_the_first_turn_is(world: World, clock: int, expected: str) -> None:
    loaded = await open_tournament(world, TournamentRules(format=Format.KNOCKOUT, clock=clock * MINUTE_MS))
    assert expected in screens.format_rules(loaded, "en")
    correspondence = await open_tournament(world, DAY_SWISS)
    assert "first" not in screens.format_rules(correspondence, "en")


async def test_channel_pings_players_where_there_is_no_thread(world: World) -> None:
    world.discord.fail_next(f"send_dm {ANN}", *[DestinationUnreachable("unreachable-dm")] * 9)
    await start_arena(world)
    world.discord.can_create_threads = False
    await advance_and_show(world)
    await advance_and_show(world, RESULTS_INTERVAL_MS)
    assert [scene.pinged_ids for scene in list_cards(world)] == [frozenset(), {ANN}]


async def test_direct_message_that_nobody_opened_is_deleted_with_its_match_of_an_arena(world: World) -> None:
    loaded = await start_arena(world)
    await advance_and_show(world)
    assert len(world.discord.list_dms(ANN)) == 1
    loaded = await world.services.tournaments.load(loaded.id)
    await play_open_matches(world.matches, loaded, random.Random(1), world.time_ms[0])
    for fixture in loaded.stored.fixtures:
        await world.refresh(fixture.match_id or 0)
    assert world.discord.list_dms(ANN) == []


@pytest.mark.parametrize("action", [Action.ENTER_TOURNAMENT, Action.OPEN_TOURNAMENT_MATCH])
async def test_private_message_of_a_waiting_player_becomes_the_match(world: World, action: Action) -> None:
    loaded = await open_tournament(world)
    request, message_id = create_request(world), world.discord.make_message_id(0, "waiting")
    response = await world.services.tournament_handler.handlers[action](request, CustomId(action, loaded.id))
    assert response.scene
    world.discord.ephemeral_scenes[message_id] = response.scene
    request = replace(request, token=f"token of {ANN}")
    await world.services.response_recorder.save_response(request, response, message_id, None)
    await press(world, Action.START_TOURNAMENT, loaded.id, BEN)
    await advance_and_show(world)
    opened = world.discord.ephemeral_scenes[message_id]
    assert Action.PICK_MOVE in {it.custom_id[:2] for it in list_buttons(opened)}
    assert world.discord.list_dms(ANN) == [], "she is here"
    loaded = await world.services.tournaments.load(loaded.id)
    assert all(it.waiting_message_id is None for it in loaded.stored.entrants)


async def test_card_shows_the_start_of_a_tournament_at_once(world: World) -> None:
    await start_tournament(world)
    assert "Round 1 of 2" in read_text(list_cards(world)[0])


async def test_live_tournament_with_other_options_is_refused(world: World) -> None:
    for rules, limit, is_allowed in ((KNOCKOUT, "none", False), (KNOCKOUT, "5", False), (DAY_SWISS, "none", True)):
        wanted = TournamentRequest("schamanen", rules, "", options_text=f"duel_limit={limit}")
        opening = world.services.tournament_handler.open_tournament(create_request(world), wanted)
        if is_allowed:
            assert (await opening).scene
        else:
            with pytest.raises(Refused, match="tournament-live-option"):
                await opening


async def test_match_that_somebody_left_is_not_the_match_of_the_night(world: World) -> None:
    """The score of such a match is often level, although nobody fought for it."""
    loaded = await start_tournament(world)
    for fixture in loaded.stored.fixtures:
        await world.services.tournaments.leave(loaded.id, loaded.person_ids[fixture.first], world.time_ms[0])
    await play_to_the_end(world, loaded.id)
    (card,) = list_cards(world)
    assert "🥇" in read_text(card)
    loaded = await world.services.tournaments.load(loaded.id)
    facts = screens.find_podium_facts(loaded, list_standings(loaded.terms, loaded.entrants, loaded.fixtures))
    final = loaded.stored.fixtures[-1]
    assert {facts.match_of_the_night, facts.upset} <= {None, final}


async def test_result_line_shows_no_score_that_contradicts_it(world: World) -> None:
    """A player who leaves in the first step loses, although nobody is behind."""
    loaded = await start_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS))
    first = loaded.stored.fixtures[0]
    leaver, opponent = loaded.person_ids[first.first], loaded.person_ids[first.second or 0]
    loaded = await world.services.tournaments.leave(loaded.id, leaver, world.time_ms[0])
    scene = screens.render_results(loaded, loaded.stored.fixtures[:1], [], "en")
    assert scene.above == (f"• **<@{opponent}>** beats <@{leaver}>.",)


@pytest.mark.parametrize(
    ("game", "outcome", "points", "expected"),
    [
        ("schamanen", Outcome.SECOND_WON, (6, 12), "**{second}** 12–6 {first}"),
        ("schamanen", Outcome.DRAWN, (9, 9), "{first} 9–9 {second}"),
        ("schamanen", Outcome.DRAWN, (12, 6), "{first} ½–½ {second}"),
        ("shamanic_chess", Outcome.FIRST_WON, (2, 0), "**{first}** 1–0 {second}"),
        ("shamanic_chess", Outcome.DRAWN, (1, 1), "{first} ½–½ {second}"),
    ],
)
async def test_result_line_has_the_score_in_the_words_of_the_game(
    world: World, game: str, outcome: Outcome, points: tuple[int, int], expected: str
) -> None:
    """Players can agree on a draw while one of them has more points."""
    loaded = await open_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS))
    await press(world, Action.START_TOURNAMENT, loaded.id)
    loaded = await world.services.tournaments.load(loaded.id)
    loaded = replace(loaded, stored=replace(loaded.stored, header=replace(loaded.header, game=game)))
    fixture = loaded.stored.fixtures[0]
    ended = replace(fixture, outcome=outcome, first_points=points[0], second_points=points[1])
    first, second = (f"<@{loaded.person_ids[number or 0]}>" for number in (fixture.first, fixture.second))
    scene = screens.render_results(loaded, [ended], [], "en")
    assert scene.above == (f"• {expected.format(first=first, second=second)}",)


async def test_planned_tournament_has_a_scheduled_event(world: World) -> None:
    loaded = await open_tournament(world, starts="30")
    (event,) = world.discord.events.values()
    assert (event.name, event.starts_ms) == ("Friday", NOON_MS + 30 * MINUTE_MS)
    await advance_and_show(world, 30 * MINUTE_MS)
    assert (await world.services.tournaments.load(loaded.id)).status == "running"
    await play_to_the_end(world, loaded.id)
    assert world.discord.events == {}


async def test_event_of_a_long_tournament_is_extended(world: World) -> None:
    await open_tournament(world, starts="30")
    await advance_and_show(world, 30 * MINUTE_MS)
    await advance_and_show(world, 2 * HOUR_MS)
    (extended,) = world.discord.events.values()
    assert extended.ends_ms > world.time_ms[0]


async def test_tournament_goes_on_without_an_event(world: World) -> None:
    world.discord.fail_next("create_event", DestinationUnreachable("unreachable-permissions"))
    loaded = await open_tournament(world, starts="30")
    await advance_and_show(world, 30 * MINUTE_MS)
    assert world.discord.events == {}
    assert (await world.services.tournaments.load(loaded.id)).status == "running"


async def test_canceled_tournament_ends_its_event(world: World) -> None:
    loaded = await open_tournament(world, starts="30")
    question = await press(world, Action.CANCEL_TOURNAMENT, loaded.id)
    assert "Cancel for everybody" in read_text(question.scene)
    await press(world, Action.CANCEL_TOURNAMENT, loaded.id, argument=CONFIRMED_ARGUMENT)
    await advance_and_show(world)
    assert world.discord.events == {}
    assert "Canceled" in read_text(list_cards(world)[0])
    with pytest.raises(Refused, match="tournament-over"):
        await press(world, Action.CANCEL_TOURNAMENT, loaded.id)


@pytest.mark.parametrize(
    ("typed", "expected_ms"),
    [
        ("30", NOON_MS + 30 * MINUTE_MS),
        ("+30", NOON_MS + 30 * MINUTE_MS),
        ("13:30", DAY_START_MS + 13 * HOUR_MS + 30 * MINUTE_MS),
        ("1:00", DAY_START_MS + 25 * HOUR_MS),
    ],
)
async def test_start_is_typed_in_minutes_or_as_a_time(world: World, typed: str, expected_ms: int) -> None:
    loaded = await open_tournament(world, starts=typed)
    assert loaded.header.starts_ms == expected_ms


async def test_start_is_in_the_time_zone_of_the_host(world: World) -> None:
    await world.preferences.update_player(ANN, PlayerPreferences(zone="Asia/Kolkata"))
    loaded = await open_tournament(world, starts="21:00")
    assert loaded.header.starts_ms == DAY_START_MS + 15 * HOUR_MS + 30 * MINUTE_MS


@pytest.mark.parametrize("typed", ["soon", "25:00", "2000-01-01 10:00", "2026-13-41 10:00", "99999", "-5"])
async def test_impossible_start_is_refused(world: World, typed: str) -> None:
    with pytest.raises(Refused, match=r"tournament-(?:time|past)"):
        await open_tournament(world, starts=typed)
    assert list_cards(world) == []


async def test_organizers_are_managers_and_the_chosen_role(world: World) -> None:
    handler, wanted = world.services.tournament_handler, TournamentRequest("schamanen", KNOCKOUT)
    member = replace(create_request(world, BEN, manages=False), role_ids=frozenset({5}))
    with pytest.raises(Refused, match="not-organizer"):
        await handler.open_tournament(member, wanted)
    await world.preferences.update_server(SERVER_ID, ServerPreferences(organizers=(5,)))
    await handler.open_tournament(member, wanted)
    latest = await world.store.tournaments.load_latest(SERVER_ID)
    assert latest
    start = handler.handlers[Action.START_TOURNAMENT]
    with pytest.raises(Refused, match="not-organizer"):
        await start(create_request(world, CAT, manages=False), CustomId(Action.START_TOURNAMENT, latest.id))


async def test_own_match_opens_from_the_card(world: World) -> None:
    loaded = await open_tournament(world)
    waiting = await press(world, Action.OPEN_TOURNAMENT_MATCH, loaded.id)
    assert "hasn’t started" in read_text(waiting.scene)
    await press(world, Action.START_TOURNAMENT, loaded.id)
    opened = await press(world, Action.OPEN_TOURNAMENT_MATCH, loaded.id)
    assert opened.player_message
    assert opened.clicked_card_match_id is None
    watching = await press(world, Action.OPEN_TOURNAMENT_MATCH, loaded.id, 99)
    assert "not in it" in read_text(watching.scene)


async def test_tournament_of_another_server_is_unknown(world: World) -> None:
    loaded = await open_tournament(world)
    for server_id in (None, SERVER_ID + 1):
        request = replace(create_request(world, 99), server_id=server_id)
        with pytest.raises(Refused, match="no-tournament"):
            await world.services.tournament_handler.enter_tournament(
                request, CustomId(Action.ENTER_TOURNAMENT, loaded.id)
            )


async def test_server_without_tournaments_is_told_who_can_open_one(world: World) -> None:
    join = world.services.tournament_handler.run_command(create_request(world, 99), Action.ENTER_TOURNAMENT, "")
    assert await catch_refusal_key(join) == "tournaments-yet"


async def test_arena_pauses_players_who_do_not_click(world: World) -> None:
    rules = TournamentRules(format=Format.ARENA, clock=5 * MINUTE_MS, minutes=60)
    loaded = await open_tournament(world, rules, entering=(*PLAYERS, 55))
    await press(world, Action.START_TOURNAMENT, loaded.id)
    await advance_and_show(world, 13 * MINUTE_MS)
    paused = await press(world, Action.OPEN_TOURNAMENT_MATCH, loaded.id, 55)
    loaded = await world.services.tournaments.load(loaded.id)
    if loaded.find_open_fixture(55) is None:
        assert "Paused" in read_text(paused.scene)
        entered = await press(world, Action.ENTER_TOURNAMENT, loaded.id, 55)
        assert "You’re in" in read_text(entered.scene)
        back = await press(world, Action.OPEN_TOURNAMENT_MATCH, loaded.id, 55)
        assert "Looking for" in read_text(back.scene)


async def test_forgotten_player_is_withdrawn_and_has_no_name(world: World) -> None:
    loaded = await start_tournament(world, TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS))
    await world.matches.forget_person(BEN, world.time_ms[0])
    await play_to_the_end(world, loaded.id)
    (card,) = list_cards(world)
    assert f"<@{BEN}>" not in read_text(card)
    assert card.board
    assert BEN not in getattr(card.board, "names", ())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("format_", [each for each in Format if each is not Format.ARENA])
async def test_every_screen_exists_in_every_language(world: World, locale: str, format_: Format) -> None:
    loaded = await open_tournament(world, TournamentRules(format=format_, clock=DAY_MS), entering=(*PLAYERS, 55))
    await press(world, Action.START_TOURNAMENT, loaded.id)
    for status in ("running", "finished"):
        loaded = await world.services.tournaments.load(loaded.id)
        assert loaded.status == status
        scenes = [
            screens.render_tournament_card(loaded, locale),
            screens.render_standings(loaded, 0, ANN, locale),
            screens.render_waiting(loaded, ANN, NOON_MS, locale),
            screens.render_results(loaded, loaded.stored.fixtures, [ANN], locale),
            screens.render_round_start(loaded, 1, frozenset(), locale),
        ]
        assert all(read_text(scene) for scene in scenes)
        assert max(len(read_text(scene)) for scene in scenes) < 2000
        await play_to_the_end(world, loaded.id)


@pytest.mark.parametrize("format_", [Format.SWISS, Format.KNOCKOUT])
async def test_alt_text_of_a_large_tournament_is_short_enough_for_discord(world: World, format_: Format) -> None:
    players = range(1001, 1033)
    loaded = await open_tournament(world, TournamentRules(format=format_, clock=DAY_MS), entering=tuple(players))
    await press(world, Action.START_TOURNAMENT, loaded.id)
    loaded = await world.services.tournaments.load(loaded.id)
    image = screens.render_standings_image(loaded, "en")
    assert not fill_in_names(image.alt, dict.fromkeys(players, "W" * 32)).endswith("…")


async def test_deal_of_a_mirror_is_hidden_from_onlookers_until_both_matches_are_over(world: World) -> None:
    rules = TournamentRules(format=Format.ROUND_ROBIN, clock=5 * MINUTE_MS, is_mirror=True)
    loaded = await start_tournament(world, rules)
    first = loaded.stored.fixtures[0]
    match_id = first.match_id or 0
    lookup = world.services.match_lookup
    players = {loaded.person_ids[first.first], loaded.person_ids[first.second or 0]}
    (onlooker, *_) = sorted({*PLAYERS} - players)

    async def can_look() -> bool:
        try:
            await lookup.check_access(create_request(world, onlooker), match_id)
        except Refused as refusal:
            return refusal.key != "mirror-unfinished"
        return True

    assert not await can_look()
    player_id = players.pop()
    await lookup.check_access(create_request(world, player_id), match_id)
    await play_open_matches(world.matches, loaded, random.Random(1), world.time_ms[0])
    assert not await can_look()
    sharing = world.person(player_id).click(Action.SHARE_MATCH, match_id, 0, REVIEW_ARGUMENT)
    assert await catch_refusal_key(sharing) == "mirror-unfinished"
    await advance_and_show(world, RESULTS_INTERVAL_MS)
    assert not await can_look()
    await play_open_matches(
        world.matches, await world.services.tournaments.load(loaded.id), random.Random(1), world.time_ms[0]
    )
    await advance_and_show(world, RESULTS_INTERVAL_MS)
    assert await can_look()


async def test_reader_is_marked_in_the_standings(world: World) -> None:
    loaded = await start_tournament(world)
    await play_to_the_end(world, loaded.id)
    response = await press(world, Action.SHOW_STANDINGS, loaded.id, BEN)
    assert response.scene
    (own,) = [line for line in response.scene.below if line.endswith("**")]
    assert f"<@{BEN}>" in own
    assert not any(line[0].isdigit() for line in response.scene.below), "Discord would renumber equal places"
    with pytest.raises(Refused, match="button"):
        await press(world, Action.SHOW_STANDINGS, loaded.id, argument="x")
