"""What people do in running matches, and how long they have for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences, TimeBudget, update_time_budgets
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
    begin_morra,
    catch_refusal_key,
    get_seat,
    next_interaction_id,
    offer_morra_with_terms,
    play_morra_round,
    play_token,
    show_fingers,
)


@both_databases
async def test_record_of_a_match_proves_it_with_the_receipts_that_were_shown(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert await catch_refusal_key(matches.load_record(match.id)) == "running"
    receipts = []
    for fingers in (3, 1):
        after = (await show_fingers(matches, match, 0, fingers)).match
        assert isinstance(after, RunningMatch)
        sealed = after.find_sealed_move(0)
        assert sealed
        receipts.append(sealed.commitment)
    await show_fingers(matches, match, 1)
    match = await matches.find_match(match.id)
    while isinstance(match, RunningMatch):
        match = await play_morra_round(matches, match)
    record = await matches.load_record(match.id)
    proof = verify_record(record)
    assert proof.hidden_move_count == len(proof.commitments) - 1 == 6
    assert proof.changed_move_count == 1
    assert proof.seats == record.chance.draw_seats(2, 2)
    # The first choice was changed before the other had chosen: its receipt stays, and nobody learns what it was.
    assert [str(line) for line in record.lines if line.is_superseded] == [f"0 ~ # {receipts[0]}"]
    assert [line.commitment for line in record.lines if line.seat == 0][1] == receipts[1]
    assert proof.seal == encode_hash(match.seal) == encode_hash(match.public_seal)


@both_databases
async def test_doubled_click_happens_once(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert isinstance(match, StartedMatch)
    person_id, click = match.player_ids[0], next_interaction_id()
    assert person_id
    first = await matches.play_move(match.id, person_id, ("show", "1"), step=0, interaction_id=click, now_ms=NOON_MS)
    again = await matches.play_move(match.id, person_id, ("show", "1"), step=0, interaction_id=click, now_ms=NOON_MS)
    assert (first.is_repeat, again.is_repeat) == (False, True)
    assert again.match.event_count == first.match.event_count
    # Also when the step has long been over.
    await show_fingers(matches, match, 1)
    late = await matches.play_move(match.id, person_id, ("show", "1"), step=0, interaction_id=click, now_ms=NOON_MS)
    assert late.is_repeat
    assert isinstance(late.match, StartedMatch)
    assert late.match.engine.step == 1
    where: dict[str, Any] = {
        "server_id": 1,
        "channel_id": 2,
        "interaction_id": next_interaction_id(),
        "now_ms": NOON_MS,
    }
    one, two = [await matches.create_offer(ANN, [BEN], match.game, {}, MatchTerms(seats=2), **where) for _ in range(2)]
    assert one.match.id == two.match.id
    assert two.is_repeat


@both_databases
async def test_refused_word_changes_nothing(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert isinstance(match, StartedMatch)
    person_id = match.player_ids[0]
    assert person_id
    for who, word, step, key in [
        (CAT, ("show", "1"), 0, "not-seated"),
        (person_id, ("show", "4"), 0, "illegal"),
        (person_id, ("show", "1"), 1, "stale"),
        (person_id, ("!agree",), None, "not-offered"),
        (person_id, ("!time",), None, "illegal"),
        (person_id, (), 0, "illegal"),
    ]:
        assert (
            await catch_refusal_key(
                matches.play_move(match.id, who, word, step=step, interaction_id=next_interaction_id(), now_ms=NOON_MS)
            )
            == key
        )
    header = await matches.store.matches.load_header(match.id)
    assert header
    assert header.event_count == match.event_count
    assert await matches.find_match(match.id) == match
    for call in (
        matches.find_match(99),
        matches.join_offer(99, ANN, interaction_id=next_interaction_id(), now_ms=NOON_MS),
        matches.load_record(99),
    ):
        assert await catch_refusal_key(call) == "no-table"


@pytest.mark.parametrize(
    ("terms", "options"),
    [
        (MatchTerms(kind="open", seats=2), {"start": 1}),
        (MatchTerms(kind="open", seats=2, rated=False), {}),
        (MatchTerms(kind="open", seats=3, house=1), {}),
    ],
    ids=["drawn start", "by agreement", "against the house"],
)
async def test_some_matches_are_never_rated(matches: MatchService, terms: MatchTerms, options: dict[str, int]) -> None:
    match = await offer_morra_with_terms(matches, ANN, (), terms, options=options)
    match = await play_morra_round(
        matches, (await matches.join_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS)).match
    )
    for person_id in (ANN, BEN):
        # With nobody left but the house there is no match.
        if not match.is_over:
            match = (await play_token(matches, match, get_seat(match, person_id), "!resign")).match
    assert match.is_over
    assert not any(result.is_rated for result in await matches.store.results.list_of_match(match.id))


async def test_house_takes_a_seat_that_was_left_at_a_table_of_three(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN, CAT)
    match = (await play_token(matches, match, 1, "!resign")).match
    assert isinstance(match, RunningMatch)
    assert match.ai_controlled_seats == {1}
    assert await catch_refusal_key(play_token(matches, match, 1, "!offer")) == "has-left"
    assert (
        await catch_refusal_key(matches.play_ai_move(match.id, 0, ("show", "1"), step=0, now_ms=NOON_MS))
        == "not-the-house"
    )
    match = await play_morra_round(matches, match)
    assert isinstance(match, StartedMatch)
    assert match.engine.step == 1


async def test_draw_is_agreed_and_practice_canceled(matches: MatchService) -> None:
    match = await play_morra_round(matches, await begin_morra(matches, BEN))
    await play_token(matches, match, 0, "!offer")
    assert (await play_token(matches, match, 1, "!agree")).match.status == "agreed"
    match = await play_morra_round(
        matches, await offer_morra_with_terms(matches, ANN, (), MatchTerms(kind="practice", seats=3, house=2))
    )
    assert (await play_token(matches, match, get_seat(match, ANN), "!cancel")).match.status == "cancelled"


@pytest.mark.parametrize("locale", LOCALES)
async def test_refused_look_tells_nothing_of_the_other_reason(matches: MatchService, locale: str) -> None:
    match = await begin_morra(matches, BEN)
    await matches.open_missed_reveal(match.id, ANN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    await show_fingers(matches, match, get_seat(match, BEN))
    keys = [
        await catch_refusal_key(
            matches.open_missed_reveal(match.id, person_id, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        )
        for person_id in (ANN, BEN)
    ]
    assert keys == ["looked", "look-late"]
    word = {"en": "chosen", "de": "gewählt", "fr": "choisi"}[locale]
    assert [word in say.format_refusal(Refused(key), locale) for key in keys] == [False, True]
    await play_morra_round(matches, await matches.find_match(match.id))
    assert await matches.open_missed_reveal(match.id, ANN, interaction_id=next_interaction_id(), now_ms=NOON_MS), (
        "with a new step one may look again"
    )


@both_databases
async def test_first_of_many_is_answered_before_the_last_is_stored(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [await begin_morra(matches, BEN) for _ in range(40)]
    append, order = matches.store.journal.append_events, []

    async def stored(match_id: int, *given: object, **more: object) -> object:
        order.append(("stored", match_id))
        return await append(match_id, *given, **more)  # type: ignore[arg-type]

    async def answered(match: MatchState) -> None:
        await show_fingers(matches, match, 0)
        order.append(("answered", match.id))

    # To hear when the store is asked.
    monkeypatch.setattr(matches.store.journal, "append_events", stored)
    await asyncio.gather(*map(answered, waiting))
    assert order.index(("answered", waiting[0].id)) < order.index(("stored", waiting[-1].id))


# The time that each has

NO_ABSENCES = Absences()
BOTH_PLAYERS = (11, 22)


def test_time_is_charged_while_a_seat_is_waited_for() -> None:
    waiting = update_time_budgets({}, [0, 1], [0, 1], 100, NO_ABSENCES, BOTH_PLAYERS)
    assert waiting == {0: TimeBudget(0, 100), 1: TimeBudget(0, 100)}
    chosen = update_time_budgets(waiting, [0, 1], [1], 130, NO_ABSENCES, BOTH_PLAYERS)
    assert chosen == {0: TimeBudget(30), 1: TimeBudget(0, 100)}
    # Consecutive steps share one allowance; who was not waited for has a whole one again.
    assert update_time_budgets(chosen, [0], [0], 200, NO_ABSENCES, BOTH_PLAYERS) == {0: TimeBudget(30, 200)}
    away = update_time_budgets({0: TimeBudget(30, 200)}, [1], [1], 210, NO_ABSENCES, BOTH_PLAYERS)
    assert update_time_budgets(away, [0], [0], 300, NO_ABSENCES, BOTH_PLAYERS) == {0: TimeBudget(0, 300)}


@pytest.mark.parametrize(
    ("spans", "due"),
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
def test_deadline_moves_by_the_time_in_which_the_bot_was_away(spans: tuple[tuple[int, int], ...], due: int) -> None:
    assert Absences(spans).compute_deadline(100, 50) == due


ABSENCE_SPANS = st.lists(st.integers(0, 1000), max_size=8, unique=True).map(sorted).map(
    lambda ends: tuple(zip(ends[::2], ends[1::2], strict=False))
)  # fmt: skip


@given(ABSENCE_SPANS, st.integers(0, 1000), st.integers(1, 1000))
def test_time_is_used_up_exactly_at_the_deadline(spans: tuple[tuple[int, int], ...], since: int, left: int) -> None:
    absences = Absences(spans)
    assert absences.compute_used_ms(since, absences.compute_deadline(since, left)) == left
