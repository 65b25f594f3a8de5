"""Tests for offers: accepting, joining, starting and leaving them, empty seats filled by the AI, and rematches."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count

import pytest

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import ClosedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import OFFER_LIFETIME_MS, MatchTerms
from bot.matches.time_budget import Absences
from bot.screens import offer_card as scenes
from bot.screens.custom_ids import MAX_DISCORD_ID, Action
from bot.screens.phrases import format_duration
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.fairness import verify_record
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.bot.database_marks import both_databases
from tests.games import morra
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    accept_offer,
    begin_morra,
    catch_refusal_key,
    create_match_service,
    fire_deadlines,
    make_click,
    offer_match,
    offer_morra,
    play_move,
    play_token,
    show_fingers,
    start_offer,
)
from tests.kit.scene_reading import list_custom_ids, read_text
from tests.kit.world import World, count_live_messages, offer_match_to_ben


async def decline_offer(matches: MatchService, match: MatchState, *person_ids: int) -> MatchState:
    for person_id in person_ids:
        match = (await matches.decline_offer(match.id, person_id, **make_click())).match
    return match


async def open_morra_offer(
    matches: MatchService, *guest_ids: int, seats: int = 3, fill_after_ms: int | None = None
) -> MatchState:
    match = await offer_morra(matches, kind="open", seats=seats, fills=fill_after_ms)
    return await accept_offer(matches, match, *guest_ids)


# Challenges


async def test_match_begins_when_all_have_accepted_the_challenge(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT)
    assert isinstance(await accept_offer(matches, match, CAT), Offer)
    match = await accept_offer(matches, match, BEN)
    assert isinstance(match, RunningMatch)
    assert sorted(person_id for person_id in match.player_ids if person_id) == [ANN, BEN, CAT]


async def test_seats_are_drawn_by_the_dice(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert [match.player_ids[seat] for seat in match.engine.chance.draw_seats(2, 2)] == [ANN, BEN]


async def test_challenge_can_be_answered_only_by_invited_people(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN)
    assert await catch_refusal_key(accept_offer(matches, match, CAT)) == "not-named"
    assert await catch_refusal_key(decline_offer(matches, match, CAT)) == "not-named"
    assert await catch_refusal_key(decline_offer(matches, match, ANN)) == "own-challenge"
    assert await catch_refusal_key(matches.withdraw_offer(match.id, BEN, **make_click())) == "not-host"
    assert await catch_refusal_key(accept_offer(matches, match, ANN)) == "sits-already"


@both_databases
async def test_match_with_ids_from_the_future_goes_on(world: World) -> None:
    """Discord's clock may be ahead of this machine's, but never by years: then the IDs were forged."""
    future_ids = count(MAX_DISCORD_ID, -1)
    zoe, ann = world.person(next(future_ids)), world.person(ANN)
    offered = await ann.with_context(interaction_id=next(future_ids)).challenge(zoe, game="schamanen")
    assert offered.card_of_match
    match_id = offered.card_of_match.id
    await world.refresh(match_id)
    message_id = next(future_ids)
    zoe_later = zoe.with_context(interaction_id=next(future_ids))
    assert (await zoe_later.click(Action.JOIN_OFFER, match_id, message_id=message_id)).scene
    await world.refresh(match_id)
    match = await world.load_running_match(match_id)
    for person in (zoe, ann):
        seat = match.player_ids.index(person.id)
        shown = await person.with_context(interaction_id=next(future_ids)).click(
            Action.OPEN_MATCH, match_id, message_id=message_id
        )
        assert shown.scene
        await person.with_context(interaction_id=next(future_ids)).type_move(
            " ".join(match.engine.legal_moves(seat)[0]), match_id
        )
        await world.refresh(match_id)
    assert (await world.load_running_match(match_id)).engine.step == 1
    assert count_live_messages(world) == 1


@both_databases
@pytest.mark.parametrize(("person_id", "method"), [(BEN, "decline_offer"), (ANN, "withdraw_offer")])
async def test_closed_offer_stays_closed(matches: MatchService, person_id: int, method: str) -> None:
    match = await offer_morra(matches, BEN)
    close = getattr(matches, method)
    match = (await close(match.id, person_id, **make_click())).match
    assert isinstance(match, ClosedMatch)
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == f"closed-{match.close_reason}"
    header = await matches.store.matches.load_header(match.id)
    assert header
    assert (header.is_live, header.status) == (False, match.close_reason)


@pytest.mark.parametrize(
    ("invited_ids", "terms", "reason"),
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
    matches: MatchService, invited_ids: tuple[int, ...], terms: dict[str, object], reason: str
) -> None:
    assert await catch_refusal_key(offer_morra(matches, *invited_ids, **terms)) == reason  # type: ignore[arg-type]


async def test_changed_terms_must_be_accepted_again_by_everybody(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT, DAN)
    await accept_offer(matches, match, BEN)
    await decline_offer(matches, match, CAT)

    async def change_terms(person_id: int, options: dict[str, int]) -> MatchState:
        terms = MatchTerms(seats=1, clock=HOUR_MS, rated=False)
        return (await matches.change_terms(match.id, person_id, options, terms, **make_click())).match

    offer = await change_terms(ANN, {"start": 1})
    assert isinstance(offer, Offer)
    assert ([player.person_id for player in offer.joined_players], offer.declined_ids) == ([ANN], ())
    assert offer.unanswered_ids == {BEN, CAT, DAN}
    assert (offer.terms.clock, offer.terms.rated) == (HOUR_MS, False)
    assert offer.options.model_dump() == {"start": 1}
    assert offer.compute_expiry(Absences()) > NOON_MS
    assert await catch_refusal_key(change_terms(BEN, {})) == "not-host"
    assert await catch_refusal_key(change_terms(ANN, {"end": 1})) == "option-unknown"


async def test_wrong_number_of_players_is_refused_with_the_name_of_the_game(world: World) -> None:
    ann = world.person()
    for attempt in (ann.challenge(BEN, CAT, game="schamanen"), ann.open_offer("schamanen", seats=5)):
        with pytest.raises(Refused, match="seats-of-game") as refused:
            await attempt
        assert refused.value.facts["game"] == "Duel of the Shamans"


async def test_host_and_players_are_told_that_new_options_unseat_them(world: World) -> None:
    ann, ben = world.person(ANN), world.person(BEN)
    match = await offer_match(world.matches, game="schnick", kind="open", seats=3)
    await world.refresh(match.id)
    warnings = [say("options-unseat", locale) for locale in LOCALES]
    for has_guest in (False, True):
        if has_guest:
            await accept_offer(world.matches, match, BEN)
            await world.refresh(match.id)
        for person, is_warned in ((ann, has_guest), (ben, False)):
            menus = [await person.with_context(locale=it).click(Action.SHOW_MORE, match.id) for it in LOCALES]
            assert [it in read_text(menu.scene) for it, menu in zip(warnings, menus, strict=True)] == [is_warned] * 3
        form = (await ann.click(Action.SHOW_OPTIONS, match.id)).form
        assert form
        assert (warnings[0] in form.note) == has_guest
    old_card = world.discord.list_scenes(CHANNEL_ID)[-1]
    terms = match.terms.model_copy(update={"rated": False})
    await world.matches.change_terms(match.id, ANN, {}, terms, **make_click())
    await world.refresh(match.id)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    line = say("offer-unseated", "en", who=f"<@{BEN}>")
    assert card.pinged_ids == {BEN}
    assert line in card.below
    assert card is not old_card, "edits ping nobody"
    await accept_offer(world.matches, match, BEN)
    await world.refresh(match.id)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert line not in card.below


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("locale", LOCALES)
async def test_card_and_inbox_say_what_happens_once_the_ai_is_ready(world: World, seats: int, locale: Locale) -> None:
    match = await offer_match(world.matches, game="schnick", kind="open", seats=seats, fills=MINUTE_MS)
    await fire_deadlines(world.matches, NOON_MS + MINUTE_MS)
    offer = await world.matches.find_match(match.id)
    assert isinstance(offer, Offer)
    card = scenes.render_offer_card(offer, locale, Absences(), pinged_ids=frozenset())
    line = say("offer-filled", locale, host=f"<@{ANN}>", rest=seats - 2)
    assert line in card.below
    inbox = (await world.person(ANN, locale=locale).open_inbox()).scene
    assert inbox
    assert say("inbox-filled", locale) in inbox.sections[0].text


@both_databases
async def test_late_acceptance_or_move_is_refused_before_the_deadline_fires(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN)
    assert await catch_refusal_key(accept_offer(matches, match, BEN, now_ms=NOON_MS + DAY_MS)) == "closed-expired"
    for time_limit in ({"clock": HOUR_MS}, {"clock": None, "limit": HOUR_MS}):
        match = await begin_morra(matches, BEN, **time_limit)
        assert await catch_refusal_key(show_fingers(matches, match, 0, now_ms=NOON_MS + HOUR_MS)) == "late"


@both_databases
async def test_interaction_id_cannot_be_used_in_two_matches(matches: MatchService) -> None:
    first, second = await begin_morra(matches, BEN), await begin_morra(matches, BEN)
    person_id, click = first.player_ids[0], make_click()
    assert person_id
    await matches.play_move(first.id, person_id, ("show", "1"), step=0, **click)
    again = matches.play_move(second.id, person_id, ("show", "9"), step=0, **click)
    assert await catch_refusal_key(again) == "illegal"


@both_databases
@pytest.mark.parametrize("last_seat", [1, 2])
async def test_cache_does_not_restore_a_person_deleted_elsewhere(matches: MatchService, last_seat: int) -> None:
    """The person is deleted before the last resignation or before an earlier one."""
    other_service = create_match_service(matches.store)
    match: StartedMatch = await begin_morra(matches, BEN, CAT)
    deleted_id = match.player_ids[0]
    assert deleted_id
    match = await play_token(other_service, match, 0, "!resign")
    anonymous_id = 0
    for seat in (1, 2):
        if seat == last_seat:
            anonymous_id = await matches.forget_person(deleted_id, NOON_MS)
        match = await play_token(other_service, match, seat, "!resign")
    assert match.is_over
    assert [result.person_id for result in await matches.store.results.list_of_match(match.id)] == [
        anonymous_id,
        *match.player_ids[1:],
    ]


# Declined offers


async def test_host_may_start_with_those_who_accepted(matches: MatchService) -> None:
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
    assert [player.person_id for player in match.joined_players] == [ANN]
    assert await catch_refusal_key(accept_offer(matches, match, CAT)) == "said-no"
    assert await catch_refusal_key(decline_offer(matches, match, CAT)) == "said-no"
    match = await decline_offer(matches, match, BEN, DAN)
    assert isinstance(match, ClosedMatch)
    assert (match.close_reason, match.declined_by_id) == ("declined", DAN)


async def test_host_may_invite_a_replacement_into_a_free_seat(matches: MatchService) -> None:
    match = await offer_morra(matches, BEN, CAT, order=(2, 0, 1))

    async def invite(host_id: int, guest_id: int, now_ms: int = NOON_MS) -> MatchState:
        return (await matches.invite_replacement(match.id, host_id, guest_id, **make_click(now_ms))).match

    assert await catch_refusal_key(invite(ANN, DAN)) == "no-seat-free"
    await decline_offer(matches, match, BEN)
    for host_id, guest_id, reason in ((CAT, DAN, "not-host"), (ANN, CAT, "named-twice"), (ANN, BEN, "named-twice")):
        assert await catch_refusal_key(invite(host_id, guest_id)) == reason
    invited = await invite(ANN, DAN, NOON_MS + 5)
    assert isinstance(invited, Offer)
    assert not invited.declined_ids
    assert invited.unanswered_ids == {CAT, DAN}
    assert invited.compute_expiry(Absences()) == NOON_MS + 5 + OFFER_LIFETIME_MS
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == "not-named"
    begun = await accept_offer(matches, match, DAN, CAT)
    assert isinstance(begun, StartedMatch)
    assert begun.player_ids == (DAN, CAT, ANN)


# Open offers and the AI


@both_databases
async def test_open_offer_accepts_anybody_until_it_is_full(matches: MatchService) -> None:
    match = await open_morra_offer(matches, BEN)
    await matches.leave_offer(match.id, BEN, **make_click())
    assert await catch_refusal_key(matches.leave_offer(match.id, BEN, **make_click())) == "not-seated"
    match = await accept_offer(matches, match, CAT, DAN)
    assert isinstance(match, RunningMatch)
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == "begun"


async def test_host_may_start_an_open_offer_early_with_ai_players(matches: MatchService) -> None:
    match = await open_morra_offer(matches, seats=4)
    # A lone host would have no dice that are newer than the commitment.
    assert await catch_refusal_key(start_offer(matches, match, 4)) == "too-few"
    await accept_offer(matches, match, BEN)
    for seats, person_id, reason in ((3, BEN, "not-host"), (1, ANN, "too-few"), (5, ANN, "seats-stay")):
        assert await catch_refusal_key(start_offer(matches, match, seats, person_id)) == reason
    match = await start_offer(matches, match, 3)
    assert isinstance(match, RunningMatch)
    assert (len(match.player_ids), match.player_ids.count(None)) == (3, 1)


async def test_card_has_a_start_button_once_enough_players_have_joined(world: World) -> None:
    """Everybody sees the button, but only the host can use it."""
    ann, ben = world.person(), world.person(BEN)
    offer = (await ann.open_offer("schnick")).card_of_match
    assert isinstance(offer, Offer)

    async def list_actions() -> list[str]:
        match = await world.matches.find_match(offer.id)
        assert isinstance(match, Offer)
        card = scenes.render_offer_card(match, "en", Absences(), pinged_ids=frozenset())
        return [it.action for it in list_custom_ids(card)]

    assert await list_actions() == [Action.JOIN_OFFER, Action.SHOW_MORE]
    await ben.click(Action.JOIN_OFFER, offer.id)
    assert await list_actions() == [Action.JOIN_OFFER, Action.START_MATCH, Action.SHOW_MORE]
    assert await catch_refusal_key(ben.click(Action.START_MATCH, offer.id)) == "not-host"
    assert (await ann.click(Action.START_MATCH, offer.id)).player_message


@pytest.mark.parametrize("locale", LOCALES)
async def test_card_always_says_whether_the_match_is_rated_and_how_long_a_turn_is(world: World, locale: str) -> None:
    for clock_ms, rated, key in (
        (DAY_MS, True, "term-rated"),
        (None, False, "term-unrated"),
        (HOUR_MS, True, "term-rated"),
    ):
        offer = (await world.person().challenge(BEN, clock_ms=clock_ms, rated=rated)).card_of_match
        assert isinstance(offer, Offer)
        card = scenes.render_offer_card(offer, locale, Absences(), pinged_ids=frozenset())
        [line] = [line for line in card.below if line.startswith("⚙️")]
        clock = (
            say("term-clock", locale, span=format_duration(clock_ms, locale))
            if clock_ms
            else say("term-no-clock", locale)
        )
        assert line.startswith(f"⚙️ {say(key, locale)} · {clock}")


@pytest.mark.parametrize(
    ("after_ms", "joined", "is_shown"), [(MINUTE_MS, False, True), (MINUTE_MS, True, False), (None, False, False)]
)
async def test_card_shows_when_the_ai_will_fill_empty_seats(
    matches: MatchService, after_ms: int | None, joined: bool, is_shown: bool
) -> None:
    game = GAMES["schnick"]
    match = await open_morra_offer(matches, fill_after_ms=after_ms)
    assert isinstance(match, Offer)
    offer = replace(match, game=game, options=game.options_class(), has_ai_joined=joined)
    below = scenes.render_offer_card(offer, "en", Absences(), pinged_ids=frozenset()).below
    assert any(f"<t:{(NOON_MS + MINUTE_MS) // 1000}:R>" in line for line in below) == is_shown


async def test_ai_fills_empty_seats_when_the_deadline_fires(matches: MatchService) -> None:
    match = await open_morra_offer(matches, BEN, fill_after_ms=MINUTE_MS)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS - 1)
    assert isinstance(await matches.find_match(match.id), Offer)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert sorted(match.player_ids, key=str) == [ANN, BEN, None]
    assert match == fold.fold_journal(await matches.load_journal(match.id), Absences())


@pytest.mark.usefixtures("real_nonces")
async def test_lone_host_starts_with_a_click_newer_than_the_commitment(matches: MatchService) -> None:
    match = await open_morra_offer(matches, fill_after_ms=MINUTE_MS)
    (host,) = match.joined_players
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    offer = await matches.find_match(match.id)
    assert isinstance(offer, Offer)
    assert offer.has_ai_joined
    click = make_click()
    match = (await matches.start_match(match.id, ANN, 3, **click)).match
    assert isinstance(match, RunningMatch)
    assert sorted(match.player_ids, key=str) == [ANN, None, None]
    # The host's part of the dice comes from this click, not from the command that made the offer.
    assert [player.nonce for player in match.joined_players] == [str(click["interaction_id"])] != [host.nonce]
    await play_move(matches, match.id, ANN, "!resign")
    assert (await matches.load_record(match.id)).nonces == (str(click["interaction_id"]),)


async def test_match_begins_at_once_for_a_guest_after_the_deadline(matches: MatchService) -> None:
    match = await open_morra_offer(matches, fill_after_ms=MINUTE_MS)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    match = await accept_offer(matches, match, CAT, now_ms=NOON_MS + 2 * MINUTE_MS)
    assert isinstance(match, RunningMatch)
    assert match.player_ids.count(None) == 1
    other_offer = await open_morra_offer(matches)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    offer = await matches.find_match(other_offer.id)
    assert isinstance(offer, Offer)
    assert not offer.has_ai_joined, "this offer has no deadline for the AI"


# Practice


@pytest.mark.usefixtures("real_nonces")
async def test_practice_begins_at_once_and_only_once_per_click(matches: MatchService) -> None:
    terms, click = MatchTerms(kind="practice", seats=3, house=2, rated=False), make_click()
    first, second = [
        await matches.create_offer(ANN, (), morra.GAME, {}, terms, server_id=None, channel_id=2, **click)
        for _ in range(2)
    ]
    assert (first.is_repeat, second.is_repeat) == (False, True)
    assert second.match == first.match
    assert isinstance(first.match, RunningMatch)
    assert sorted(first.match.player_ids, key=str) == [ANN, None, None]
    assert [player.nonce for player in first.match.joined_players] == [str(click["interaction_id"])]
    assert await catch_refusal_key(accept_offer(matches, first.match, BEN)) == "begun"


@both_databases
async def test_practice_match_is_found_until_it_ends(matches: MatchService) -> None:
    await begin_morra(matches, BEN)
    assert await matches.find_practice_match(ANN) is None
    match = await offer_morra(matches, kind="practice", seats=2, house=1, rated=False)
    assert await matches.find_practice_match(ANN) == match
    await matches.quit_match(match.id, ANN, now_ms=NOON_MS)
    assert await matches.find_practice_match(ANN) is None


# Rematches


async def offer_rematch(matches: MatchService, match_id: int, person_id: int) -> MatchState:
    return (await matches.offer_rematch(match_id, person_id, **make_click())).match


async def play_until_all_resign(matches: MatchService, *guest_ids: int) -> StartedMatch:
    """Begin a match and have the players resign in turn until it is over."""
    match: StartedMatch = await begin_morra(matches, *guest_ids)
    for seat in range(len(guest_ids) + 1):
        if not match.is_over:
            match = await play_token(matches, match, seat, "!resign")
    return match


async def test_rematch_swaps_the_seats(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN)
    other_offer = await offer_morra(matches, BEN)
    offer = await offer_rematch(matches, match.id, BEN)
    assert isinstance(offer, Offer)
    assert offer.id != other_offer.id, "an ordinary offer to the same people is no rematch"
    assert offer.host_id == BEN
    rematch = await accept_offer(matches, offer, ANN)
    assert isinstance(rematch, StartedMatch)
    assert rematch.player_ids == match.player_ids[::-1]
    assert rematch.seed != match.seed
    await play_token(matches, rematch, 0, "!resign")
    record = await matches.load_record(rematch.id)
    places = [str(rematch.player_ids.index(person_id)) for person_id in (BEN, ANN)]
    assert [line.split(" ")[3] for line in record.lobby_lines if line.startswith("sit ")] == places
    assert not verify_record(record).seats_were_drawn


@pytest.mark.parametrize("locale", LOCALES)
async def test_rematch_card_shows_the_score_so_far(matches: MatchService, locale: str) -> None:
    """Wins count for the person, even if seats and host change. Canceled matches do not count."""

    def read_card(match: MatchState) -> str:
        assert isinstance(match, Offer)
        return read_text(scenes.render_offer_card(match, locale, Absences(), pinged_ids=frozenset()))

    offer = await offer_match_to_ben(matches)
    assert say("offer-so-far", locale, scores="") not in read_card(offer)
    match = await accept_offer(matches, offer, BEN)
    wins = {ANN: 0, BEN: 0}
    for host_id, loser_id in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (BEN, None)):
        if loser_id is None:
            await play_token(matches, match, 0, "!cancel")
        else:
            await matches.quit_match(match.id, loser_id, now_ms=NOON_MS)
            wins[ANN + BEN - loser_id] += 1
        rematch = await offer_rematch(matches, match.id, host_id)
        guest_id = ANN + BEN - host_id
        scores = f"<@{host_id}> {wins[host_id]} – <@{guest_id}> {wins[guest_id]}"
        assert say("offer-so-far", locale, scores=scores) in read_card(rematch)
        game = rematch.game.say("name", locale)
        title = say("offer-rematch", locale, host=f"<@{host_id}>", guests=f"<@{guest_id}>", game=game)
        assert title in read_card(rematch)
        match = await accept_offer(matches, rematch, guest_id)


@both_databases
async def test_rematch_requests_of_all_players_join_one_offer(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN, CAT)
    requests = (matches.offer_rematch(match.id, person_id, **make_click()) for person_id in (ANN, BEN, ANN, BEN))
    results = await asyncio.gather(*requests)
    assert len({result.match.id for result in results}) == 1
    assert sum(result.is_repeat for result in results) >= 1, "a repeated request is recognized"
    rematch = await offer_rematch(matches, match.id, CAT)
    assert rematch.id == results[0].match.id
    assert isinstance(rematch, RunningMatch)
    assert rematch.player_ids == (match.player_ids[2], *match.player_ids[:2])


@both_databases
async def test_match_has_one_rematch_unless_that_was_called_off(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN)
    declined = await offer_rematch(matches, match.id, ANN)
    await decline_offer(matches, declined, BEN)
    offer = await offer_rematch(matches, match.id, ANN)
    assert offer.id != declined.id
    assert (await offer_rematch(matches, match.id, ANN)).id == offer.id
    running = await offer_rematch(matches, match.id, BEN)
    assert isinstance(running, RunningMatch)
    assert running.id == offer.id
    for person_id in (ANN, BEN):
        assert (await offer_rematch(matches, match.id, person_id)).id == offer.id
    await play_token(matches, running, 0, "!resign")
    assert (await offer_rematch(matches, match.id, BEN)).id == offer.id
    assert (await offer_rematch(matches, offer.id, BEN)).id != offer.id


async def test_score_is_dropped_when_a_replacement_is_invited(matches: MatchService) -> None:
    match = await play_until_all_resign(matches, BEN, CAT)
    rematch = await offer_rematch(matches, match.id, ANN)
    assert rematch.terms.won is not None
    await decline_offer(matches, rematch, CAT)
    changed = (await matches.invite_replacement(rematch.id, ANN, DAN, **make_click())).match
    assert changed.terms.won is None


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CAT)])
async def test_ai_does_not_fill_seats_of_players_in_a_rematch(matches: MatchService, people: tuple[int, ...]) -> None:
    """The open offer had a deadline after which the AI filled it. The rematch has none and waits for its players."""
    match = await open_morra_offer(matches, *people[1:], seats=4, fill_after_ms=MINUTE_MS)
    match = await start_offer(matches, match, max(2, len(people)))
    assert isinstance(match, StartedMatch)
    for person_id in people:
        if not (await matches.find_match(match.id)).is_over:
            await play_move(matches, match.id, person_id, "!resign")
    rematch = await offer_rematch(matches, match.id, ANN)
    assert "fill" not in {deadline.kind for deadline in (await matches.load_journal(rematch.id)).deadlines}
    assert rematch.terms.rated == (len(people) > 1)
    begun = await accept_offer(matches, rematch, *people[1:])
    assert isinstance(begun, RunningMatch)
    assert set(begun.player_ids) == set(match.player_ids)


async def test_rematch_needs_a_finished_match_and_a_remaining_opponent(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN)
    assert await catch_refusal_key(offer_rematch(matches, match.id, ANN)) == "running"
    await play_token(matches, match, 0, "!resign")
    assert await catch_refusal_key(offer_rematch(matches, match.id, CAT)) == "not-seated"
    await matches.forget_person(BEN, NOON_MS)
    assert await catch_refusal_key(offer_rematch(matches, match.id, ANN)) == "gone"
