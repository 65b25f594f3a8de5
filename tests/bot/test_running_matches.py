"""Tests for actions in running matches, and for the time that players have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ai.seats import find_forced_move
from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences, TimeBudget, update_time_budgets
from bot.screens import player_screen
from bot.screens.phrases import format_player_names
from games.chain import encode_hash
from games.fairness import verify_record
from games.refused import Refused
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    accept_offer,
    begin_morra,
    catch_refusal_key,
    get_seat,
    make_click,
    offer_morra,
    play_for_seat,
    play_morra_round,
    play_token,
    show_fingers,
)
from tests.kit.world import begin_match_with_ben


@both_databases
async def test_record_verifies_with_the_commitments_that_were_shown(matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN)
    assert await catch_refusal_key(matches.load_record(match.id)) == "running"
    commitments = []
    for fingers in (3, 1):
        after = await show_fingers(matches, match, 0, fingers)
        assert isinstance(after, RunningMatch)
        sealed = after.find_sealed_move(0)
        assert sealed
        commitments.append(sealed.commitment)
    await show_fingers(matches, match, 1)
    match = await matches.find_match(match.id)
    while isinstance(match, RunningMatch):
        match = await play_morra_round(matches, match)
    record = await matches.load_record(match.id)
    proof = verify_record(record)
    assert proof.hidden_move_count == len(proof.commitments) - 1 == 6
    assert proof.changed_move_count == 1
    assert proof.seats == record.chance.draw_seats(2, 2)
    # The first move was replaced before the opponent moved: its commitment stays, and the move stays secret.
    assert [str(line) for line in record.lines if line.is_superseded] == [f"0 ~ # {commitments[0]}"]
    assert [line.commitment for line in record.lines if line.seat == 0][1] == commitments[1]
    assert proof.seal == encode_hash(match.seal) == encode_hash(match.public_seal)


@both_databases
async def test_repeated_click_is_applied_once(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    person_id = match.player_ids[0]
    assert person_id
    move, click = ("show", "1"), make_click()
    first, second = [await matches.play_move(match.id, person_id, move, step=0, **click) for _ in range(2)]
    assert (first.is_repeat, second.is_repeat) == (False, True)
    assert second.match.event_count == first.match.event_count
    # A repeat after the end of the step is recognized, too.
    await show_fingers(matches, match, 1)
    late = await matches.play_move(match.id, person_id, move, step=0, **click)
    assert late.is_repeat
    assert isinstance(late.match, StartedMatch)
    assert late.match.engine.step == 1
    click = make_click()
    first_offer, second_offer = [
        await matches.create_offer(ANN, [BEN], match.game, {}, MatchTerms(seats=2), server_id=1, channel_id=2, **click)
        for _ in range(2)
    ]
    assert first_offer.match.id == second_offer.match.id
    assert second_offer.is_repeat


@both_databases
async def test_refused_moves_change_nothing(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    person_id = match.player_ids[0]
    assert person_id
    for actor_id, move, step, key in [
        (CAT, ("show", "1"), 0, "not-seated"),
        (person_id, ("show", "4"), 0, "illegal"),
        (person_id, ("show", "1"), 1, "stale"),
        (person_id, ("!agree",), None, "not-offered"),
        (person_id, ("!time",), None, "illegal"),
        (person_id, (), 0, "illegal"),
    ]:
        playing = matches.play_move(match.id, actor_id, move, step=step, **make_click())
        assert await catch_refusal_key(playing) == key
    header = await matches.store.matches.load_header(match.id)
    assert header
    assert header.event_count == match.event_count
    assert await matches.find_match(match.id) == match
    for call in (
        matches.find_match(99),
        matches.join_offer(99, ANN, **make_click()),
        matches.load_record(99),
    ):
        assert await catch_refusal_key(call) == "no-table"


@pytest.mark.parametrize(
    ("terms", "options"),
    [
        ({"seats": 2}, {"start": 1}),
        ({"seats": 2, "rated": False}, {}),
        ({"seats": 3, "house": 1}, {}),
    ],
    ids=["drawn start", "unrated by agreement", "with AI"],
)
async def test_drawn_starts_unrated_terms_and_ai_seats_prevent_rating(
    matches: MatchService, terms: dict[str, Any], options: dict[str, int]
) -> None:
    match = await offer_morra(matches, kind="open", options=options, **terms)
    match = await play_morra_round(matches, await accept_offer(matches, match, BEN))
    for person_id in (ANN, BEN):
        # The match ends when only AI players are left.
        if not match.is_over:
            match = await play_token(matches, match, get_seat(match, person_id), "!resign")
    assert match.is_over
    assert not any(result.is_rated for result in await matches.store.results.list_of_match(match.id))


async def test_ai_takes_over_seat_of_quitter_among_three(matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN, CAT)
    match = await play_token(matches, match, 1, "!resign")
    assert isinstance(match, RunningMatch)
    assert match.ai_controlled_seats == {1}
    assert await catch_refusal_key(play_token(matches, match, 1, "!offer")) == "has-left"
    assert (
        await catch_refusal_key(matches.play_ai_move(match.id, 0, ("show", "1"), step=0, now_ms=NOON_MS))
        == "not-the-house"
    )
    match = await play_morra_round(matches, match)
    assert match.engine.step == 1


async def test_draw_can_be_agreed_and_practice_canceled(matches: MatchService) -> None:
    match = await play_morra_round(matches, await begin_morra(matches, BEN))
    await play_token(matches, match, 0, "!offer")
    assert (await play_token(matches, match, 1, "!agree")).status == "agreed"
    match = await play_morra_round(matches, await offer_morra(matches, kind="practice", seats=3, house=2))
    assert (await play_token(matches, match, get_seat(match, ANN), "!cancel")).status == "cancelled"


@pytest.mark.parametrize("locale", LOCALES)
async def test_missed_reveal_refusals_mention_only_their_own_reason(matches: MatchService, locale: str) -> None:
    match = await begin_morra(matches, BEN)
    await matches.open_missed_reveal(match.id, ANN, **make_click())
    await show_fingers(matches, match, get_seat(match, BEN))
    keys = [
        await catch_refusal_key(matches.open_missed_reveal(match.id, person_id, **make_click()))
        for person_id in (ANN, BEN)
    ]
    assert keys == ["looked", "look-late"]
    word = {"en": "chosen", "de": "gewählt", "fr": "choisi"}[locale]
    assert [word in say.format_refusal(Refused(key), locale) for key in keys] == [False, True]
    await play_morra_round(matches, await matches.find_match(match.id))
    assert await matches.open_missed_reveal(match.id, ANN, **make_click()), "a new step allows another look"


@both_databases
async def test_first_move_returns_before_the_last_is_stored(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = [await begin_morra(matches, BEN) for _ in range(40)]
    append, order = matches.store.journal.append_events, []

    async def record_append(match_id: int, *args: object, **kwargs: object) -> object:
        order.append(("append", match_id))
        return await append(match_id, *args, **kwargs)  # type: ignore[arg-type]

    async def play_and_record(match: MatchState) -> None:
        await show_fingers(matches, match, 0)
        order.append(("returned", match.id))

    monkeypatch.setattr(matches.store.journal, "append_events", record_append)
    await asyncio.gather(*map(play_and_record, started))
    assert order.index(("returned", started[0].id)) < order.index(("append", started[-1].id))


# Time budgets

NO_ABSENCES = Absences()
BOTH_PLAYERS = (11, 22)


def test_time_budget_is_used_while_a_seat_is_to_move() -> None:
    both_to_move = update_time_budgets({}, [0, 1], [0, 1], 100, NO_ABSENCES, BOTH_PLAYERS)
    assert both_to_move == {0: TimeBudget(0, 100), 1: TimeBudget(0, 100)}
    one_to_move = update_time_budgets(both_to_move, [0, 1], [1], 130, NO_ABSENCES, BOTH_PLAYERS)
    assert one_to_move == {0: TimeBudget(30), 1: TimeBudget(0, 100)}
    # Consecutive steps share one budget. A step without the seat restores it in full.
    assert update_time_budgets(one_to_move, [0], [0], 200, NO_ABSENCES, BOTH_PLAYERS) == {0: TimeBudget(30, 200)}
    other_to_move = update_time_budgets({0: TimeBudget(30, 200)}, [1], [1], 210, NO_ABSENCES, BOTH_PLAYERS)
    assert update_time_budgets(other_to_move, [0], [0], 300, NO_ABSENCES, BOTH_PLAYERS) == {0: TimeBudget(0, 300)}


@pytest.mark.parametrize(
    ("spans", "deadline_ms"),
    [
        ((), 150),
        (((0, 90),), 150),
        (((0, 110),), 160),
        (((120, 130),), 160),
        (((120, 130), (155, 165)), 170),
        (((150, 190),), 150),
        (((149, 190),), 191),
    ],
)
def test_deadline_is_extended_by_absences_of_the_bot(spans: tuple[tuple[int, int], ...], deadline_ms: int) -> None:
    assert Absences(spans).compute_deadline(100, 50) == deadline_ms


ABSENCE_SPANS = st.lists(st.integers(0, 1000), max_size=8, unique=True).map(sorted).map(
    lambda ends: tuple(zip(ends[::2], ends[1::2], strict=False))
)  # fmt: skip


@given(ABSENCE_SPANS, st.integers(0, 1000), st.integers(1, 1000))
def test_time_budget_is_used_up_exactly_at_the_deadline(
    spans: tuple[tuple[int, int], ...], since_ms: int, left_ms: int
) -> None:
    absences = Absences(spans)
    assert absences.compute_used_ms(since_ms, absences.compute_deadline(since_ms, left_ms)) == left_ms


async def test_own_result_stays_in_view_when_the_next_player_moves(matches: MatchService) -> None:
    match: MatchState = await begin_match_with_ben(matches)
    own_lines: tuple[str, ...] = ()
    while isinstance(match, RunningMatch):
        if forced := find_forced_move(match):
            match = (await matches.play_forced_move(match.id, *forced, step=match.engine.step, now_ms=NOON_MS)).match
            if own_lines:
                break
            continue
        seat = min(match.engine.to_move)
        move = match.engine.legal_moves(seat)[0]
        mover, match = seat, await play_for_seat(matches, match, seat, move)
        assert isinstance(match, RunningMatch)
        if move[0] == "move":
            names = format_player_names(match, "en")
            own_lines = tuple(match.game.describe_step(match.engine.view_of(mover), "en", names))
    assert isinstance(match, RunningMatch)
    assert match.engine.to_move == {1 - mover}
    above = player_screen.render_player_screen(match, mover, "en", Absences()).above
    assert own_lines[-1] in above
    assert len(above) > 1 + len(own_lines)
