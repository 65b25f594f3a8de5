"""Tournaments from opening to the end, with real matches in a real store."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.matches.model import FinishedMatch, RunningMatch
from bot.matches.service import MatchService
from bot.tournaments.arena import PAIRING_INTERVAL_MS
from bot.tournaments.loaded import LoadedTournament
from bot.tournaments.model import Format, Outcome
from bot.tournaments.rules import TournamentRules
from bot.tournaments.service import TournamentService
from bot.tournaments.standings import list_standings
from bot.wall_clock import DAY_MS, MINUTE_MS
from games import GAMES
from games.fairness import verify_record
from games.refused import Refused
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    CHANNEL_ID,
    NOON_MS,
    SERVER_ID,
    Click,
    create_match_service,
    make_click,
    play_for_seat,
    play_to_end,
)

PLAYERS = tuple(range(1001, 1009))


def create_service(matches: MatchService) -> TournamentService:
    async def load_rating(_server_id: int, _game: str, person_id: int) -> float:
        return 2000.0 - person_id

    return TournamentService(matches.store, matches, load_rating, lambda _match_id: None)


async def open_tournament(
    service: TournamentService,
    rules: TournamentRules,
    players: Sequence[int] = PLAYERS,
    game: str = "schamanen",
    *,
    starts_ms: int | None = None,
    click: Click | None = None,
    **options: object,
) -> LoadedTournament:
    loaded = await service.open_tournament(
        server_id=SERVER_ID,
        channel_id=CHANNEL_ID,
        host_id=PLAYERS[0],
        name="Friday night",
        game_key=game,
        options=options,
        rules=rules,
        starts_ms=starts_ms,
        **(click or make_click()),
    )
    for person_id in players:
        await service.enter(loaded.id, person_id, NOON_MS)
    return await service.load(loaded.id)


async def play_open_matches(matches: MatchService, loaded: LoadedTournament, rng: random.Random, now_ms: int) -> int:
    """Play every open match of a tournament to its end with random moves, and return how many there were."""
    match_ids = [each.match_id for each in loaded.stored.fixtures if each.match_id and each.outcome is None]
    for match_id in match_ids:
        match = await matches.find_match(match_id)
        await play_to_end(matches, match, lambda engine, seat: rng.choice(engine.legal_moves(seat)), now_ms)
    return len(match_ids)


async def play_tournament(
    service: TournamentService, matches: MatchService, loaded: LoadedTournament, step_ms: int = 60_000
) -> LoadedTournament:
    rng, now_ms = random.Random(7), NOON_MS
    loaded = await service.start(loaded.id, now_ms)
    while loaded.status == "running":
        await play_open_matches(matches, loaded, rng, now_ms)
        now_ms += step_ms
        loaded = await service.advance(loaded.id, now_ms)
    return loaded


@both_databases
@pytest.mark.parametrize(
    "rules",
    [
        TournamentRules(format=Format.SWISS, clock=MINUTE_MS),
        TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS),
        TournamentRules(format=Format.KNOCKOUT, clock=MINUTE_MS, is_mirror=True),
        TournamentRules(format=Format.ARENA, clock=MINUTE_MS, minutes=30),
    ],
    ids=["swiss", "round robin", "mirrored knockout", "arena"],
)
async def test_tournament_is_played_to_the_end(
    matches: MatchService, rules: TournamentRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["schamanen"]), "LIVE_OPTIONS", {"duel_limit": 3})
    service = create_service(matches)
    loaded = await play_tournament(service, matches, await open_tournament(service, rules, duel_limit=3))
    assert loaded.status == "finished"
    assert all(fixture.outcome for fixture in loaded.fixtures)
    assert {standing.number for standing in list_standings(loaded.terms, loaded.entrants, loaded.fixtures)} == {
        *range(1, 9)
    }
    results = await matches.store.results.list_of_match(loaded.stored.fixtures[0].match_id or 0)
    assert [result.person_id for result in results] == [
        loaded.person_ids[loaded.fixtures[0].first],
        loaded.person_ids[loaded.fixtures[0].second or 0],
    ]


async def test_clicks_of_waiting_players_do_not_shorten_their_wait(matches: MatchService) -> None:
    service, waiting_id = create_service(matches), PLAYERS[4]
    loaded = await open_tournament(service, TournamentRules(format=Format.ARENA, clock=MINUTE_MS), PLAYERS[:5])
    loaded = await service.start(loaded.id, NOON_MS)
    assert loaded.find_open_fixture(waiting_id) is None
    for fixture in loaded.stored.fixtures:
        assert fixture.match_id
        await matches.quit_match(fixture.match_id, loaded.person_ids[fixture.first], now_ms=NOON_MS + 5_000)
    await service.advance(loaded.id, NOON_MS + 5_000)
    await matches.store.player_messages.release_message(waiting_id, message_id=1, used_ms=NOON_MS + 7_000)
    loaded = await service.advance(loaded.id, NOON_MS + PAIRING_INTERVAL_MS)
    assert loaded.find_open_fixture(waiting_id)


async def test_results_under_other_rules_are_collected_after_an_upgrade(matches: MatchService) -> None:
    """While processes of both versions run, the older one leaves the matches with newer rules alone."""
    service, rules = create_service(matches), TournamentRules(format=Format.KNOCKOUT, clock=DAY_MS)
    loaded = await service.start((await open_tournament(service, rules, PLAYERS[:4])).id, NOON_MS)
    fixture, game = loaded.stored.fixtures[0], GAMES["schamanen"]
    await matches.quit_match(fixture.match_id or 0, loaded.person_ids[fixture.first], now_ms=NOON_MS)
    for edition, outcomes in (
        (game.EDITION - 1, [None, None]),
        (game.EDITION + 1, [Outcome.SECOND_WON, Outcome.DRAWN]),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(game), "EDITION", edition)
            loaded = await create_service(create_match_service(matches.store)).advance(loaded.id, NOON_MS + MINUTE_MS)
        assert [each.outcome for each in loaded.fixtures if each.number == 1] == outcomes


async def test_mirrored_matches_have_the_same_deal(matches: MatchService) -> None:
    service = create_service(matches)
    rules = TournamentRules(format=Format.ROUND_ROBIN, clock=DAY_MS, is_mirror=True)
    loaded = await play_tournament(service, matches, await open_tournament(service, rules, PLAYERS[:4], duel_limit=3))
    deals: dict[tuple[int, int], set[str]] = {}
    for fixture in loaded.stored.fixtures:
        match = await matches.find_match(fixture.match_id or 0)
        assert isinstance(match, FinishedMatch)
        start = match.game.initial_state(match.options, 2, match.engine.chance.step_dice(0))
        deals.setdefault((fixture.round, fixture.table_number), set()).add(repr(start))
    first, second = [await matches.load_record(each.match_id or 0) for each in loaded.stored.fixtures[:2]]
    assert verify_record(second, first).deal_was_compared
    assert {len(each) for each in deals.values()} == {1}
    assert len({grid for each in deals.values() for grid in each}) > 1


async def test_interrupted_creation_of_a_match_continues(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies after one player has been seated, and after the match has begun but is not stored."""
    service = create_service(matches)
    loaded = await open_tournament(service, TournamentRules(format=Format.SWISS, clock=MINUTE_MS))
    with monkeypatch.context() as patch:
        patch.setattr(matches, "join_offer", raise_error)
        with pytest.raises(ZeroDivisionError):
            await service.start(loaded.id, NOON_MS)
    with monkeypatch.context() as patch:
        patch.setattr(matches.store.tournaments, "set_match", raise_error)
        with pytest.raises(ZeroDivisionError):
            await service.advance(loaded.id, NOON_MS)
    loaded = await service.advance(loaded.id, NOON_MS)
    match_ids = [fixture.match_id for fixture in loaded.stored.fixtures]
    assert match_ids == [1, 2, 3, 4]
    assert all([isinstance(await matches.find_match(match_id or 0), RunningMatch) for match_id in match_ids])


async def raise_error(*_: object, **__: object) -> None:
    raise ZeroDivisionError


async def test_round_ends_at_its_deadline(matches: MatchService) -> None:
    """The player to move loses; a match in which nobody has moved counts for nobody."""
    service = create_service(matches)
    rules = TournamentRules(format=Format.KNOCKOUT, clock=DAY_MS, round_days=2)
    loaded = await service.start((await open_tournament(service, rules, PLAYERS[:4], "shamanic_chess")).id, NOON_MS)
    played, _ = loaded.stored.fixtures
    match = await matches.find_match(played.match_id or 0)
    assert isinstance(match, RunningMatch)
    (mover,) = match.engine.to_move
    await play_for_seat(matches, match, mover, match.engine.legal_moves(mover)[0], NOON_MS + DAY_MS - 1)
    loaded = await service.advance(loaded.id, NOON_MS + 2 * DAY_MS - 1)
    assert [fixture.outcome for fixture in loaded.fixtures] == [None, None]
    loaded = await service.advance(loaded.id, NOON_MS + 2 * DAY_MS)
    outcomes = [fixture.outcome for fixture in loaded.fixtures[:2]]
    assert outcomes[0] in {Outcome.FIRST_WON, Outcome.SECOND_WON, Outcome.FIRST_ABSENT, Outcome.SECOND_ABSENT}
    assert outcomes[1] in {Outcome.FIRST_ABSENT, Outcome.SECOND_ABSENT}


async def test_players_leave_before_and_after_the_start(matches: MatchService) -> None:
    service = create_service(matches)
    loaded = await open_tournament(service, TournamentRules(format=Format.SWISS, clock=MINUTE_MS), PLAYERS[:7])
    loaded = await service.leave(loaded.id, PLAYERS[6], NOON_MS)
    assert len(loaded.entrants) == 6
    loaded = await service.start(loaded.id, NOON_MS)
    loaded = await service.leave(loaded.id, PLAYERS[0], NOON_MS)
    number = 1
    (fixture,) = [each for each in loaded.fixtures if number in {each.first, each.second}]
    assert fixture.outcome is not None
    assert (fixture.outcome.first_score if fixture.first == number else fixture.outcome.second_score) == 0
    with pytest.raises(Refused, match="tournament-not-in"):
        await service.leave(loaded.id, PLAYERS[0], NOON_MS)


async def test_planned_start_waits_for_players_and_then_cancels(matches: MatchService) -> None:
    service = create_service(matches)
    rules = TournamentRules(format=Format.ARENA, clock=MINUTE_MS)
    for player_count, expected in ((4, "running"), (3, "canceled")):
        loaded = await open_tournament(service, rules, PLAYERS[:player_count], "schnick", starts_ms=NOON_MS + MINUTE_MS)
        assert (await service.advance(loaded.id, NOON_MS + MINUTE_MS - 1)).status == "open"
        assert (await service.advance(loaded.id, NOON_MS + 12 * MINUTE_MS)).status == expected


@pytest.mark.parametrize(
    ("clock", "options", "expected"),
    [
        (MINUTE_MS, {}, 11),
        (MINUTE_MS, {"duel_limit": 11}, 11),
        (DAY_MS, {}, 21),
        (DAY_MS, {"duel_limit": "none"}, "none"),
    ],
)
async def test_live_duels_are_short(
    matches: MatchService, clock: int, options: dict[str, Any], expected: object
) -> None:
    service = create_service(matches)
    rules = TournamentRules(format=Format.SWISS, clock=clock)
    loaded = await service.start((await open_tournament(service, rules, **options)).id, NOON_MS)
    match = await matches.find_match(loaded.stored.fixtures[0].match_id or 0)
    assert match.options.model_dump()["duel_limit"] == expected
    assert match.options.model_dump()["placement"] == ("random" if clock == MINUTE_MS else "draft")


async def test_command_delivered_twice_opens_one_tournament(matches: MatchService) -> None:
    service, rules, click = create_service(matches), TournamentRules(format=Format.SWISS, clock=MINUTE_MS), make_click()
    ids = {(await open_tournament(service, rules, (), "schnick", click=click)).id for _ in range(2)}
    assert len(ids) == 1


@pytest.mark.parametrize(
    ("rules", "game", "reason"),
    [
        (TournamentRules(format=Format.SWISS, clock=MINUTE_MS), "woodwalkers", "tournament-live-game"),
        (TournamentRules(format=Format.ARENA, clock=DAY_MS), "schamanen", "tournament-live-arena"),
        (TournamentRules(format=Format.SWISS, clock=MINUTE_MS, is_mirror=True), "schnick", "tournament-mirror-game"),
    ],
)
async def test_impossible_rules_are_refused(
    matches: MatchService, rules: TournamentRules, game: str, reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await open_tournament(create_service(matches), rules, game=game)
