"""Offers: who may accept, join, start and leave, and when the AI takes the empty seats."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import ClosedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import OFFER_LIFETIME_MS, MatchTerms
from bot.matches.time_budget import Absences
from bot.screens import offer_card as scenes
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.fairness import verify_record
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.games import morra
from tests.kit import world as kit
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    DAN,
    NOON_MS,
    accept_offer,
    begin_morra,
    catch_refusal_key,
    create_match_service,
    fire_deadlines,
    next_interaction_id,
    offer_morra,
    offer_morra_with_terms,
    play_move,
    play_token,
    show_fingers,
)
from tests.kit.scene_reading import read_text


async def decline_offer(matches: MatchService, match: MatchState, *person_ids: int) -> MatchState:
    for person_id in person_ids:
        match = (
            await matches.decline_offer(match.id, person_id, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        ).match
    return match


async def start_offer(matches: MatchService, match: MatchState, seats: int, host_id: int = ANN) -> MatchState:
    return (
        await matches.start_match(match.id, host_id, seats, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    ).match


async def open_morra_offer(
    matches: MatchService, *guest_ids: int, seats: int = 3, fill_after_ms: int | None = None
) -> MatchState:
    match = await offer_morra_with_terms(matches, ANN, (), MatchTerms(kind="open", seats=seats, fills=fill_after_ms))
    return await accept_offer(matches, match, *guest_ids)


# Challenges


async def test_challenge_begins_when_all_have_accepted(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT)
    assert isinstance(await accept_offer(matches, match, CAT), Offer)
    match = await accept_offer(matches, match, BEN)
    assert isinstance(match, RunningMatch)
    assert sorted(person_id for person_id in match.player_ids if person_id) == [ANN, BEN, CAT]


async def test_dice_draw_the_seats(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert isinstance(match, StartedMatch)
    assert [match.player_ids[seat] for seat in match.engine.chance.draw_seats(2, 2)] == [ANN, BEN]


async def test_challenge_is_answered_only_by_those_named(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN)
    assert await catch_refusal_key(accept_offer(matches, match, CAT)) == "not-named"
    assert await catch_refusal_key(decline_offer(matches, match, CAT)) == "not-named"
    assert await catch_refusal_key(decline_offer(matches, match, ANN)) == "own-challenge"
    assert (
        await catch_refusal_key(
            matches.withdraw_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        )
        == "not-host"
    )
    assert await catch_refusal_key(accept_offer(matches, match, ANN)) == "sits-already"


@both_databases
@pytest.mark.parametrize(("who", "how"), [(BEN, "decline_offer"), (ANN, "withdraw_offer")])
async def test_closed_offer_stays_closed(matches: MatchService, who: int, how: str) -> None:
    match = await offer_morra(matches, BEN)
    match = (await getattr(matches, how)(match.id, who, interaction_id=next_interaction_id(), now_ms=NOON_MS)).match
    assert isinstance(match, ClosedMatch)
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == f"closed-{match.close_reason}"
    header = await matches.store.matches.load_header(match.id)
    assert header
    assert (header.is_live, header.status) == (False, match.close_reason)


@pytest.mark.parametrize(
    ("named", "agreed", "why"),
    [
        ((ANN,), {}, "yourself"),
        ((BEN, BEN), {}, "named-twice"),
        ((BEN,), {"seats": 3}, "named-count"),
        ((BEN, CAT, DAN, 55), {}, "seats"),
        ((BEN,), {"kind": "open", "seats": 3}, "named-count"),
        ((BEN,), {"kind": "practice", "house": 1}, "named-count"),
        ((BEN,), {"order": (5, 6)}, "nobody"),
        ((BEN,), {"order": (0, 0)}, "nobody"),
        ((BEN,), {"order": (0,)}, "nobody"),
        ((BEN,), {"order": (0, 1, 2)}, "nobody"),
        ((), {"seats": 2, "house": 1}, "nobody"),
        ((), {"kind": "open", "seats": 2, "house": 1}, "nobody"),
        ((), {"kind": "practice", "seats": 2}, "nobody"),
        ((), {"kind": "practice", "seats": 2, "house": 2}, "nobody"),
    ],
)
async def test_impossible_offer_is_refused(
    matches: MatchService, named: tuple[int, ...], agreed: dict[str, object], why: str
) -> None:
    assert await catch_refusal_key(offer_morra(matches, *named, **agreed)) == why  # type: ignore[arg-type]


async def test_other_terms_ask_everybody_again(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT, DAN)
    await accept_offer(matches, match, BEN)
    await decline_offer(matches, match, CAT)

    async def change(by: int, options: dict[str, int]) -> MatchState:
        wanted = MatchTerms(seats=1, clock=HOUR_MS, rated=False)
        return (
            await matches.change_terms(
                match.id, by, options, wanted, interaction_id=next_interaction_id(), now_ms=NOON_MS
            )
        ).match

    changed = await change(ANN, {"start": 1})
    assert isinstance(changed, Offer)
    assert ([sitter.person_id for sitter in changed.joined_players], changed.declined_ids) == ([ANN], ())
    assert changed.unanswered_ids == {BEN, CAT, DAN}
    assert (changed.terms.clock, changed.terms.rated) == (HOUR_MS, False)
    assert changed.options.model_dump() == {"start": 1}
    assert changed.compute_expiry(Absences()) > NOON_MS
    assert await catch_refusal_key(change(BEN, {})) == "not-host"
    assert await catch_refusal_key(change(ANN, {"end": 1})) == "option-unknown"


@both_databases
async def test_offer_or_move_after_its_time_is_refused_before_the_clock_fires(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN)
    assert await catch_refusal_key(accept_offer(matches, match, BEN, now_ms=NOON_MS + DAY_MS)) == "closed-expired"
    for agreed in ({"clock": HOUR_MS}, {"clock": None, "limit": HOUR_MS}):
        match = await begin_morra(matches, BEN, **agreed)
        assert await catch_refusal_key(show_fingers(matches, match, 0, now_ms=NOON_MS + HOUR_MS)) == "late"


@both_databases
async def test_interaction_counts_for_one_match(matches: MatchService) -> None:
    one, other = await begin_morra(matches, BEN), await begin_morra(matches, BEN)
    assert isinstance(one, StartedMatch)
    person_id, click = one.player_ids[0], next_interaction_id()
    assert person_id
    await matches.play_move(one.id, person_id, ("show", "1"), step=0, interaction_id=click, now_ms=NOON_MS)
    assert (
        await catch_refusal_key(
            matches.play_move(other.id, person_id, ("show", "9"), step=0, interaction_id=click, now_ms=NOON_MS)
        )
        == "illegal"
    )


@both_databases
@pytest.mark.parametrize("last", [1, 2])
async def test_person_forgotten_by_another_process_is_not_written_from_memory(matches: MatchService, last: int) -> None:
    """Whether or not the next word ends the match."""
    other = create_match_service(matches.store)
    match = await begin_morra(matches, BEN, CAT)
    assert isinstance(match, StartedMatch)
    gone = match.player_ids[0]
    assert gone
    match = (await play_token(other, match, 0, "!resign")).match
    nobody = 0
    for seat in (1, 2):
        if seat == last:
            nobody = await matches.forget_person(gone, NOON_MS)
        match = (await play_token(other, match, seat, "!resign")).match
    assert match.is_over
    assert isinstance(match, StartedMatch)
    assert [result.person_id for result in await matches.store.results.list_of_match(match.id)] == [
        nobody,
        *match.player_ids[1:],
    ]


# Some decline


async def test_host_starts_with_those_who_accepted(matches: MatchService) -> None:
    for seats, people in ((2, {ANN, CAT}), (3, {ANN, CAT, None})):
        match = await offer_morra(matches, BEN, CAT)
        assert await catch_refusal_key(start_offer(matches, match, 2)) == "not-open"
        match = await decline_offer(matches, match, BEN)
        assert isinstance(match, Offer)
        assert match.declined_ids == (BEN,)
        assert match.unanswered_ids == {CAT}
        assert await catch_refusal_key(start_offer(matches, match, 2)) == "too-few"
        await accept_offer(matches, match, CAT)
        assert await catch_refusal_key(start_offer(matches, match, 2, CAT)) == "not-host"
        match = await start_offer(matches, match, seats)
        assert isinstance(match, StartedMatch)
        assert set(match.player_ids) == people
        assert match.terms.house == seats - 2


async def test_offer_closes_when_the_last_guest_declines(matches: MatchService) -> None:
    match = await accept_offer(matches, await offer_morra(matches, BEN, CAT, DAN), CAT)
    match = await decline_offer(matches, match, CAT)
    assert isinstance(match, Offer)
    assert [sitter.person_id for sitter in match.joined_players] == [ANN]
    assert await catch_refusal_key(accept_offer(matches, match, CAT)) == "said-no"
    assert await catch_refusal_key(decline_offer(matches, match, CAT)) == "said-no"
    match = await decline_offer(matches, match, BEN, DAN)
    assert isinstance(match, ClosedMatch)
    assert (match.close_reason, match.declined_by_id) == ("declined", DAN)


async def test_host_invites_somebody_else_into_the_free_seat(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT, order=(2, 0, 1))

    async def invite(by: int, other: int, now_ms: int = NOON_MS) -> MatchState:
        return (
            await matches.invite_replacement(match.id, by, other, interaction_id=next_interaction_id(), now_ms=now_ms)
        ).match

    assert await catch_refusal_key(invite(ANN, DAN)) == "no-seat-free"
    await decline_offer(matches, match, BEN)
    for who, other, why in ((CAT, DAN, "not-host"), (ANN, CAT, "named-twice"), (ANN, BEN, "named-twice")):
        assert await catch_refusal_key(invite(who, other)) == why
    invited = await invite(ANN, DAN, NOON_MS + 5)
    assert isinstance(invited, Offer)
    assert not invited.declined_ids
    assert invited.unanswered_ids == {CAT, DAN}
    assert invited.compute_expiry(Absences()) == NOON_MS + 5 + OFFER_LIFETIME_MS
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == "not-named"
    begins = await accept_offer(matches, match, DAN, CAT)
    assert isinstance(begins, StartedMatch)
    assert begins.player_ids == (DAN, CAT, ANN)


# Open tables and the house


@both_databases
async def test_open_table_takes_anybody_until_it_is_full(matches: MatchService) -> None:
    match = await open_morra_offer(matches, BEN)
    await matches.leave_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    assert (
        await catch_refusal_key(
            matches.leave_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        )
        == "not-seated"
    )
    match = await accept_offer(matches, match, CAT, DAN)
    assert isinstance(match, RunningMatch)
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == "begun"


async def test_host_starts_an_open_table_early_and_the_house_fills_up(matches: MatchService) -> None:
    match = await open_morra_offer(matches, seats=4)
    # Alone it would have no dice that are newer than the commitment.
    assert await catch_refusal_key(start_offer(matches, match, 4)) == "too-few"
    await accept_offer(matches, match, BEN)
    for seats, by, why in ((3, BEN, "not-host"), (1, ANN, "too-few"), (5, ANN, "seats-stay")):
        assert await catch_refusal_key(start_offer(matches, match, seats, by)) == why
    match = await start_offer(matches, match, 3)
    assert isinstance(match, RunningMatch)
    assert (len(match.player_ids), match.player_ids.count(None)) == (3, 1)


@pytest.mark.parametrize(
    ("fills", "filled", "told"), [(MINUTE_MS, False, True), (MINUTE_MS, True, False), (None, False, False)]
)
async def test_card_says_when_the_house_sits_down(
    matches: MatchService, fills: int | None, filled: bool, told: bool
) -> None:
    game = GAMES["schnick"]
    match = await open_morra_offer(matches, fill_after_ms=fills)
    assert isinstance(match, Offer)
    offer = replace(match, game=game, options=game.options_class(), has_ai_joined=filled)
    below = scenes.render_offer_card(offer, "en", Absences(), pinged_ids=frozenset()).below
    assert any(f"<t:{(NOON_MS + MINUTE_MS) // 1000}:R>" in line for line in below) == told


async def test_house_takes_the_empty_seats_after_the_wait(matches: MatchService) -> None:
    match = await open_morra_offer(matches, BEN, fill_after_ms=MINUTE_MS)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS - 1)
    assert isinstance(await matches.find_match(match.id), Offer)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert sorted(match.player_ids, key=str) == [ANN, BEN, None]
    assert match == fold.fold_journal(await matches.load_journal(match.id), Absences())


@pytest.mark.usefixtures("real_nonces")
async def test_lone_host_starts_by_a_click_that_is_newer_than_the_commitment(matches: MatchService) -> None:
    match = await open_morra_offer(matches, fill_after_ms=MINUTE_MS)
    (before,) = match.joined_players
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    filled = await matches.find_match(match.id)
    assert isinstance(filled, Offer)
    assert filled.has_ai_joined
    click = next_interaction_id()
    match = (await matches.start_match(match.id, ANN, 3, interaction_id=click, now_ms=NOON_MS)).match
    assert isinstance(match, RunningMatch)
    assert sorted(match.player_ids, key=str) == [ANN, None, None]
    # The click is their part of the dice, not the command.
    assert [sitter.nonce for sitter in match.joined_players] == [str(click)] != [before.nonce]
    await play_move(matches, match.id, ANN, "!resign")
    assert (await matches.load_record(match.id)).nonces == (str(click),)


async def test_guest_who_comes_after_the_wait_plays_at_once(matches: MatchService) -> None:
    match = await open_morra_offer(matches, fill_after_ms=MINUTE_MS)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    match = await accept_offer(matches, match, CAT, now_ms=NOON_MS + 2 * MINUTE_MS)
    assert isinstance(match, RunningMatch)
    assert match.player_ids.count(None) == 1
    alone = await open_morra_offer(matches)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    stands = await matches.find_match(alone.id)
    assert isinstance(stands, Offer)
    assert not stands.has_ai_joined, "the house was not asked to"


# Practice


@pytest.mark.usefixtures("real_nonces")
async def test_practice_begins_at_once_and_once_for_one_press(matches: MatchService) -> None:
    terms, click = MatchTerms(kind="practice", seats=3, house=2, rated=False), next_interaction_id()
    one, two = [
        await matches.create_offer(
            ANN, (), morra.GAME, {}, terms, server_id=None, channel_id=2, interaction_id=click, now_ms=NOON_MS
        )
        for _ in range(2)
    ]
    assert (one.is_repeat, two.is_repeat) == (False, True)
    assert two.match == one.match
    assert isinstance(one.match, RunningMatch)
    assert sorted(one.match.player_ids, key=str) == [ANN, None, None]
    assert [sitter.nonce for sitter in one.match.joined_players] == [str(click)]
    assert await catch_refusal_key(accept_offer(matches, one.match, BEN)) == "begun"


@both_databases
async def test_running_practice_is_found_while_it_lasts(matches: MatchService) -> None:
    await begin_morra(matches, BEN)
    assert await matches.find_practice_match(ANN) is None
    match = await offer_morra_with_terms(matches, ANN, (), MatchTerms(kind="practice", seats=2, house=1, rated=False))
    assert await matches.find_practice_match(ANN) == match
    await matches.quit_match(match.id, ANN, now_ms=NOON_MS)
    assert await matches.find_practice_match(ANN) is None


# Rematches


async def offer_rematch(matches: MatchService, match_id: int, person_id: int) -> MatchState:
    return (
        await matches.offer_rematch(match_id, person_id, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    ).match


async def play_until_all_resign(matches: MatchService, *guest_ids: int) -> StartedMatch:
    """Begin a match that everybody resigns in turn."""
    match = await begin_morra(matches, *guest_ids)
    for seat in range(len(guest_ids) + 1):
        if not match.is_over:
            match = (await play_token(matches, match, seat, "!resign")).match
    assert isinstance(match, StartedMatch)
    return match


async def test_rematch_swaps_the_seats(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN)
    asked = await offer_morra(matches, BEN)
    offer = await offer_rematch(matches, match.id, BEN)
    assert isinstance(offer, Offer)
    assert offer.id != asked.id, "another offer to the same people is no rematch"
    assert offer.host_id == BEN
    again = await accept_offer(matches, offer, ANN)
    assert isinstance(again, StartedMatch)
    assert again.player_ids == match.player_ids[::-1]
    assert again.seed != match.seed
    await play_token(matches, again, 0, "!resign")
    record = await matches.load_record(again.id)
    places = [str(again.player_ids.index(person_id)) for person_id in (BEN, ANN)]
    assert [line.split(" ")[3] for line in record.lobby_lines if line.startswith("sit ")] == places
    assert not verify_record(record).seats_were_drawn


@pytest.mark.parametrize("locale", LOCALES)
async def test_rematch_card_says_how_it_stands(matches: MatchService, locale: str) -> None:
    """By person, however the seats change and whoever asks; a cancelled match counts for nobody."""

    def read_card(match: MatchState) -> str:
        assert isinstance(match, Offer)
        return read_text(scenes.render_offer_card(match, locale, Absences(), pinged_ids=frozenset()))

    first = await kit.offer_match_to_ben(matches)
    assert say("offer-so-far", locale, scores="") not in read_card(first)
    match = await accept_offer(matches, first, BEN)
    won = {ANN: 0, BEN: 0}
    for asks, loses in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (BEN, None)):
        if loses is None:
            await play_token(matches, match, 0, "!cancel")
        else:
            await matches.quit_match(match.id, loses, now_ms=NOON_MS)
            won[ANN + BEN - loses] += 1
        again = await offer_rematch(matches, match.id, asks)
        other = ANN + BEN - asks
        scores = f"<@{asks}> {won[asks]} – <@{other}> {won[other]}"
        assert say("offer-so-far", locale, scores=scores) in read_card(again)
        game = again.game.say("name", locale)
        assert say("offer-rematch", locale, host=f"<@{asks}>", guests=f"<@{other}>", game=game) in read_card(again)
        match = await accept_offer(matches, again, other)


@both_databases
async def test_rematch_wished_by_several_is_one_offer_that_begins(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN, CAT)
    wishes = (
        matches.offer_rematch(match.id, person_id, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        for person_id in (ANN, BEN, ANN, BEN)
    )
    done = await asyncio.gather(*wishes)
    assert len({it.match.id for it in done}) == 1
    assert sum(it.is_repeat for it in done) >= 1, "a wish that is repeated calls nobody"
    again = await offer_rematch(matches, match.id, CAT)
    assert again.id == done[0].match.id
    assert isinstance(again, RunningMatch)
    assert again.player_ids == (match.player_ids[2], *match.player_ids[:2])


async def test_score_between_players_is_dropped_for_somebody_new(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN, CAT)
    again = await offer_rematch(matches, match.id, ANN)
    assert again.terms.won is not None
    await decline_offer(matches, again, CAT)
    other = (
        await matches.invite_replacement(again.id, ANN, DAN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    ).match
    assert other.terms.won is None


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CAT)])
async def test_house_takes_no_seat_of_a_player_in_a_rematch(matches: MatchService, people: tuple[int, ...]) -> None:
    """At an open table it was asked to fill up; in a rematch the players are waited for."""
    match = await start_offer(
        matches, await open_morra_offer(matches, *people[1:], seats=4, fill_after_ms=MINUTE_MS), max(2, len(people))
    )
    assert isinstance(match, StartedMatch)
    for person_id in people:
        if not (await matches.find_match(match.id)).is_over:
            await play_move(matches, match.id, person_id, "!resign")
    again = await offer_rematch(matches, match.id, ANN)
    assert "fill" not in {one.kind for one in (await matches.load_journal(again.id)).deadlines}
    assert again.terms.rated == (len(people) > 1)
    begins = await accept_offer(matches, again, *people[1:])
    assert isinstance(begins, RunningMatch)
    assert set(begins.player_ids) == set(match.player_ids)


async def test_rematch_needs_a_finished_match_its_player_and_an_opponent(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert await catch_refusal_key(offer_rematch(matches, match.id, ANN)) == "running"
    await play_token(matches, match, 0, "!resign")
    assert await catch_refusal_key(offer_rematch(matches, match.id, CAT)) == "not-seated"
    await matches.forget_person(BEN, NOON_MS)
    assert await catch_refusal_key(offer_rematch(matches, match.id, ANN)) == "gone"
