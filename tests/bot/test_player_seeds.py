"""Tests for player seeds. A match starts only after the last player has added a seed, so nobody can choose the dice."""

from __future__ import annotations

import pytest

from bot.errors import DiscordUnavailable
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.preferences import PlayerPreferences
from bot.screens import inbox, match_options, offer_card
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import record
from games.chain import encode_hash
from games.chained_record import hash_player_seed
from games.fairness import VerifiedRecord, verify_record
from games.words import LOCALES
from storage import OFFER_PANEL
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    DAN,
    NOON_MS,
    SERVER_ID,
    accept_offer,
    catch_refusal_key,
    create_match_service,
    fire_deadlines,
    make_click,
    make_random_chooser,
    mark_other_games_as_gate,
    offer_match,
    play_to_end,
    start_offer,
)
from tests.kit.scene_reading import index_by_action, read_text
from tests.kit.world import INACTIVE_SINCE_MS, World, restart_world
from tests.storage.database_fixtures import record_presence


async def offer_short_match(matches: MatchService, *guest_ids: int, **terms_fields: object) -> MatchState:
    return await offer_match(matches, *guest_ids, **{"game": "woodwalkers", "shakes": True, **terms_fields})  # type: ignore[arg-type]


async def offer_open_match(
    matches: MatchService, *guest_ids: int, seats: int = 4, fill_after_ms: int | None = None
) -> MatchState:
    match = await offer_short_match(matches, seats=seats, kind="open", fills=fill_after_ms)
    return await accept_offer(matches, match, *guest_ids)


async def add_player_seeds(
    matches: MatchService, match: MatchState, *person_ids: int, now_ms: int = NOON_MS
) -> MatchState:
    for person_id in person_ids:
        match = (await matches.add_player_seed(match.id, person_id, f"line of {person_id}", **make_click(now_ms))).match
    return match


async def change_clock(matches: MatchService, match: MatchState) -> Offer:
    terms = match.terms.model_copy(update={"clock": HOUR_MS})
    match = (await matches.change_terms(match.id, ANN, {}, terms, **make_click())).match
    assert isinstance(match, Offer)
    return match


async def verify_finished_match(matches: MatchService, match: MatchState) -> VerifiedRecord:
    """Verify the record of a finished match against its last public seal."""
    assert isinstance(match, FinishedMatch)
    verified = verify_record(record.parse_record(str(await matches.load_record(match.id))))
    assert verified.seal == encode_hash(match.public_seal)
    return verified


async def check_awaited_seeds(matches: MatchService, match: MatchState, *person_ids: int) -> None:
    """Check that the offer awaits the seeds of exactly these people, and that each has a scheduled notification."""
    assert isinstance(match, Offer)
    assert {it.person_id for it in match.players_delaying_start} == {*person_ids}
    assert {
        match.find_person_in_seat(it.seat)
        for it in await matches.store.deadlines.list_of_match(match.id)
        if it.kind == DeadlineKind.NOTIFICATION
    } == {*person_ids}


def read_card_text(match: MatchState) -> str:
    assert isinstance(match, Offer)
    return "\n".join(offer_card.render_offer_card(match, "en", Absences(), pinged_ids=frozenset()).below)


@pytest.mark.parametrize("game", mark_other_games_as_gate("schamanen", "schnick", "woodwalkers"))
@pytest.mark.parametrize("last_id", [ANN, BEN])
async def test_match_begins_with_the_last_seed_and_uses_both(matches: MatchService, game: str, last_id: int) -> None:
    match = await offer_short_match(matches, BEN, game=game)
    await check_awaited_seeds(matches, match)
    seals = [match.public_seal]
    if last_id == BEN:
        match = await add_player_seeds(matches, match, ANN)
        seals.append(match.public_seal)
    match = await accept_offer(matches, match, BEN)
    seals.append(match.public_seal)
    await check_awaited_seeds(matches, match, *({BEN} if last_id == BEN else {ANN, BEN}))
    if last_id == ANN:
        match = await add_player_seeds(matches, match, BEN)
        seals.append(match.public_seal)
        await check_awaited_seeds(matches, match, ANN)
    journal = await matches.load_journal(match.id)
    match = await add_player_seeds(matches, match, last_id)
    assert isinstance(match, RunningMatch)
    # The seed and the start are one event, so no other process sees a state between them.
    assert len((await matches.load_journal(match.id)).events) == len(journal.events) + 1
    finished = await play_to_end(matches, match, make_random_chooser(7))
    verified = await verify_finished_match(matches, finished)
    for person_id in (ANN, BEN):
        verified.check_player_seed(f"line of {person_id}")
    assert verified.player_seeds == tuple(hash_player_seed(f"line of {person_id}") for person_id in (ANN, BEN))
    assert {encode_hash(seal) for seal in seals} < verified.seals.keys()
    result = await matches.offer_rematch(finished.id, BEN, **make_click())
    assert result.match.terms.shakes, "a rematch keeps the terms of the match"


async def test_accepted_offer_can_only_be_declined_or_get_seeds(matches: MatchService) -> None:
    match = await accept_offer(matches, await offer_short_match(matches, BEN), BEN)
    assert await catch_refusal_key(accept_offer(matches, match, BEN)) == "sits-already"
    assert await catch_refusal_key(start_offer(matches, match, 2)) == "unshaken"
    assert await catch_refusal_key(add_player_seeds(matches, match, CAT)) == "not-seated"
    assert await catch_refusal_key(add_player_seeds(matches, match, ANN, now_ms=NOON_MS + DAY_MS)) == "closed-expired"
    closed = (await matches.decline_offer(match.id, BEN, **make_click())).match
    assert isinstance(closed, ClosedMatch)
    assert await catch_refusal_key(add_player_seeds(matches, closed, ANN)) == "closed-declined"


async def test_late_acceptance_leaves_a_day_to_add_a_seed(matches: MatchService) -> None:
    match = await accept_offer(matches, await offer_short_match(matches, BEN), BEN, now_ms=NOON_MS + DAY_MS - 1)
    assert isinstance(match, Offer)
    assert match.compute_expiry(Absences()) == NOON_MS + 2 * DAY_MS - 1
    assert isinstance(await add_player_seeds(matches, match, ANN, BEN, now_ms=NOON_MS + DAY_MS + HOUR_MS), RunningMatch)


async def test_changed_terms_discard_the_seeds_and_the_card_says_so(matches: MatchService) -> None:
    match = await add_player_seeds(
        matches, await accept_offer(matches, await offer_short_match(matches, BEN), BEN), BEN
    )
    assert isinstance(match, Offer)
    assert "everyone shakes again" in match_options.render_options_form(match, "en").note
    match = await change_clock(matches, match)
    assert match.were_seeds_discarded
    await check_awaited_seeds(matches, match)
    assert "shake again" in read_card_text(match)
    match = await add_player_seeds(matches, match, ANN)
    assert "shake again" not in read_card_text(match)
    match = await accept_offer(matches, match, BEN)
    await check_awaited_seeds(matches, match, BEN)
    assert isinstance(await add_player_seeds(matches, match, BEN), RunningMatch)


@pytest.mark.parametrize("order", [None, (2, 0, 1)])
async def test_host_of_three_may_start_without_missing_seeds(
    matches: MatchService, order: tuple[int, ...] | None
) -> None:
    match = await accept_offer(matches, await offer_short_match(matches, BEN, CAT, order=order), BEN, CAT)
    match = await add_player_seeds(matches, match, CAT)
    assert isinstance(match, Offer)
    assert match.can_host_start
    assert await catch_refusal_key(start_offer(matches, match, 3, BEN)) == "not-host"
    match = await start_offer(matches, match, 3)
    assert isinstance(match, RunningMatch)
    assert not order or match.player_ids == (BEN, CAT, ANN)
    finished_match = await play_to_end(matches, match, make_random_chooser(3))
    assert (await verify_finished_match(matches, finished_match)).player_seeds == (hash_player_seed(f"line of {CAT}"),)


async def test_open_offer_started_early_waits_for_seeds_of_its_players(matches: MatchService) -> None:
    match = await start_offer(matches, await offer_open_match(matches, BEN), 2)
    await check_awaited_seeds(matches, match, ANN, BEN)
    assert await catch_refusal_key(accept_offer(matches, match, CAT)) == "no-seat-free"
    # A match of two needs both seeds.
    assert await catch_refusal_key(start_offer(matches, match, 2)) == "unshaken"
    assert isinstance(match, Offer)
    assert Action.START_MATCH not in index_by_action(offer_card.render_offer_menu(match, ANN, "en"))
    match = await add_player_seeds(matches, match, ANN, BEN)
    finished_match = await play_to_end(matches, match, make_random_chooser(5))
    assert finished_match.player_ids in ((ANN, BEN), (BEN, ANN))
    assert len((await verify_finished_match(matches, finished_match)).player_seeds) == 2


async def test_seed_of_a_player_who_left_is_not_awaited(matches: MatchService) -> None:
    match = await add_player_seeds(matches, await offer_open_match(matches, BEN, CAT, seats=3), ANN, CAT)
    match = (await matches.leave_offer(match.id, BEN, **make_click())).match
    await check_awaited_seeds(matches, match)
    match = await accept_offer(matches, match, DAN)
    await check_awaited_seeds(matches, match, DAN)
    assert isinstance(await add_player_seeds(matches, match, DAN), RunningMatch)


@pytest.mark.parametrize("guest_count", [0, 1])
async def test_match_filled_by_the_ai_waits_for_seeds_of_its_players(matches: MatchService, guest_count: int) -> None:
    """The guest joins before or after the AI has filled the other seats."""
    match = await offer_open_match(matches, *[BEN][:guest_count], fill_after_ms=MINUTE_MS)
    await fire_deadlines(matches, NOON_MS + MINUTE_MS)
    match = await matches.find_match(match.id)
    match = await accept_offer(matches, match, *[BEN][guest_count:], now_ms=NOON_MS + MINUTE_MS)
    await check_awaited_seeds(matches, match, ANN, BEN)
    await fire_deadlines(matches, NOON_MS + 2 * MINUTE_MS)
    # A player may leave and be replaced without starting the match.
    await matches.leave_offer(match.id, BEN, **make_click(NOON_MS + MINUTE_MS))
    match = await accept_offer(matches, match, CAT, now_ms=NOON_MS + MINUTE_MS)
    match = await add_player_seeds(matches, match, CAT)
    await check_awaited_seeds(matches, match, ANN)
    match = await add_player_seeds(matches, match, ANN)
    assert isinstance(match, StartedMatch)
    assert len(match.ai_controlled_seats) == 2
    finished_match = await play_to_end(matches, match, make_random_chooser(2))
    assert len((await verify_finished_match(matches, finished_match)).player_seeds) == 2


async def test_lone_host_starts_with_their_own_seed(matches: MatchService) -> None:
    for shakes in (False, True):
        match = await offer_short_match(matches, seats=3, kind="open", fills=MINUTE_MS, shakes=shakes)
        match = await start_offer(matches, await add_player_seeds(matches, match, ANN), 3)
        finished_match = await play_to_end(matches, match, make_random_chooser(1))
        assert (await verify_finished_match(matches, finished_match)).player_seeds
    match = await start_offer(matches, await offer_short_match(matches, seats=3, kind="open", fills=MINUTE_MS), 3)
    await check_awaited_seeds(matches, match, ANN)
    assert isinstance(await add_player_seeds(matches, match, ANN), RunningMatch)


# Messages


@pytest.mark.parametrize("starts_match", [False, True])
async def test_only_the_person_who_typed_a_seed_sees_it(world: World, starts_match: bool) -> None:
    offer = await make_offer_accepted_long_ago(world)
    if starts_match:
        await add_player_seeds(world.matches, offer, BEN)
    response = await world.person(ANN).add_player_seed("**@everyone** <@1> secret")
    await world.refresh(offer.id)
    escaped = r"\*\*\@everyone\*\* \<\@1\> secret"
    assert escaped in read_text(response.scene)
    assert response.channel_post is None
    assert isinstance(await world.matches.find_match(offer.id), RunningMatch) == starts_match
    others: list[Scene | None] = [scene for _, scene in world.discord.posted_messages]
    others += [scene for _, scene in world.discord.list_live_messages()]
    others += [
        (await world.person(BEN).click(action, offer.id)).scene for action in (Action.SHOW_MORE, Action.SHOW_PROOF)
    ]
    assert not any("secret" in read_text(scene) for scene in others)
    assert "secret" not in str(await world.matches.load_journal(offer.id))


async def test_card_and_fair_play_name_the_players_who_shook_the_dice(world: World) -> None:
    match: MatchState = await make_offer_accepted_long_ago(world)
    assert "shook" not in read_card_text(match)
    match = await add_player_seeds(world.matches, match, ANN)
    assert f"🎲 <@{ANN}> shook the dice." in read_card_text(match)
    match = await add_player_seeds(world.matches, match, BEN)
    proof = await world.person(CAT).click(Action.SHOW_PROOF, match.id)
    assert f"🎲 <@{ANN}> and <@{BEN}> shook the dice." in read_text(proof.scene)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u3164\u200b \u2800",
        "two\nlines",
        "a line\n",
        "two\u2028lines",
        "two\u2029lines",
        "two\x85lines",
        "tab\tbed",
        "half of a pair \ud83d",
        "\u202eesrever",
        "is\u2067olated",
        "hi\u200fdden",
        "z\u0300\u0301\u0302algo",
        "\u0e2a\u0e47\u0e47\u0e47",
        "x" * (offer_card.PLAYER_SEED_MAX_LENGTH + 1),
    ],
)
async def test_text_that_could_deceive_readers_is_refused(world: World, text: str) -> None:
    offer = await make_offer_accepted_long_ago(world)
    ann = world.person(ANN, can_manage_server=True)
    attempts = [ann.add_player_seed(text), ann.click(Action.SUBMIT_SEED, offer.id, form_text=text)]
    if text.strip():
        await world.store.seasons.begin_season(SERVER_ID, "First", NOON_MS)
        attempts += [ann.begin_season(text), ann.click(Action.SUBMIT_SEASON, 1, form_text=text)]
    for attempt in attempts:
        assert await catch_refusal_key(attempt) == "typed-line"
    assert (await world.matches.find_match(offer.id)).event_count == offer.event_count
    seasons = await world.store.seasons.list_seasons(SERVER_ID)
    assert [season.name for season in seasons] == (["First"] if text.strip() else [])


@pytest.mark.parametrize(
    "text",
    ["x" * offer_card.PLAYER_SEED_MAX_LENGTH, "1️⃣ 👨‍👩‍👧 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Việt e\u0323\u0302", "می‌خواهم שלום", "🎲"],
)
async def test_ordinary_text_in_any_script_is_accepted(world: World, text: str) -> None:
    match = await make_offer_accepted_long_ago(world)
    await world.person(ANN).add_player_seed(text)
    event = (await world.matches.load_journal(match.id)).events[-1]
    assert event.payload == hash_player_seed(text), "the text is hashed as received"


async def make_offer_accepted_long_ago(world: World) -> Offer:
    """Return an offer to which Ben agreed so long ago that both players count as inactive."""
    offered = await offer_short_match(world.matches, BEN, now_ms=INACTIVE_SINCE_MS)
    match = await accept_offer(world.matches, offered, BEN, now_ms=INACTIVE_SINCE_MS)
    assert isinstance(match, Offer)
    return match


async def test_card_and_inbox_show_whose_seed_is_awaited(world: World) -> None:
    match = await make_offer_accepted_long_ago(world)
    offer_with_seed = await add_player_seeds(world.matches, match, ANN)
    assert isinstance(offer_with_seed, Offer)
    for locale in LOCALES:
        scene = offer_card.render_offer_card(match, locale, Absences(), pinged_ids=frozenset())
        (line,) = [line for line in scene.below if f"<@{BEN}>" in line and f"<@{ANN}>" in line]
        assert line.startswith("🎲")
        assert index_by_action(scene).keys() == {Action.OPEN_SEED_FORM, Action.DECLINE_OFFER, Action.SHOW_MORE}, (
            "the offer is already accepted"
        )
        assert Action.OPEN_SEED_FORM in index_by_action(offer_card.render_offer_menu(match, ANN, locale))
        scene = offer_card.render_offer_card(offer_with_seed, locale, Absences(), pinged_ids=frozenset())
        added, awaited = [line for line in scene.below if line.startswith("🎲")]
        assert (f"<@{ANN}>" in added, f"<@{BEN}>" in added) == (True, False)
        assert (f"<@{ANN}>" in awaited, f"<@{BEN}>" in awaited) == (False, True)
        scene = inbox.render_inbox([match], ANN, locale, Absences())
        assert "🎲" in scene.sections[0].text
        assert index_by_action(scene).keys() == {Action.OPEN_SEED_FORM}
    for person_id, awaiting in ((ANN, []), (BEN, [offer_with_seed])):
        assert (
            await world.matches.select_offers_awaiting_seed(
                person_id, await world.store.matches.list_live_of_person(person_id)
            )
            == awaiting
        )


@pytest.mark.parametrize("prompts", ["dm", "here", "both", "none"])
async def test_player_is_notified_once_to_add_a_seed_as_configured(world: World, prompts: str) -> None:
    for person_id in (ANN, BEN):
        await world.preferences.update_player(person_id, PlayerPreferences.model_validate({"prompts": prompts}))
    match = await make_offer_accepted_long_ago(world)
    await world.refresh(match.id)
    for _ in range(2):
        await world.advance_time(world.time_ms[0] + HOUR_MS)
    by_dm, in_channel = prompts in ("dm", "both"), prompts in ("here", "both")
    assert [len(world.discord.list_dms(person_id)) for person_id in (ANN, BEN)] == [by_dm, by_dm]
    cards = [scene for channel_id, scene in world.discord.posted_messages if channel_id == CHANNEL_ID]
    assert sum({ANN, BEN} <= scene.pinged_ids for scene in cards) == in_channel
    assert all(
        Action.OPEN_SEED_FORM in index_by_action(world.discord.list_dms(person_id)[0])
        for person_id in (ANN, BEN)
        if by_dm
    )
    assert len(world.discord.list_live_messages()) == 1
    assert await world.store.matches.list_unshown() == []
    if by_dm:
        # The notification is edited when the match begins.
        await add_player_seeds(world.matches, match, ANN, BEN, now_ms=world.time_ms[0])
        await world.refresh(match.id)
        assert not any(Action.OPEN_SEED_FORM in index_by_action(scene) for scene in world.discord.list_dms(ANN))


async def test_active_player_is_notified_to_add_a_seed_once_inactive(world: World) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    match = await make_offer_accepted_long_ago(world)
    await record_presence(world.store, [ANN, BEN], INACTIVE_SINCE_MS, match.id)
    await world.refresh(match.id)
    assert world.count_pings() == [0, 1], "only the challenge itself"
    await world.advance_time(NOON_MS)
    assert world.count_pings() == [1, 2]


async def test_interrupted_notification_to_add_a_seed_is_not_repeated(world: World) -> None:
    """The message was posted but not recorded, so the next process must find it and keep it up to date."""
    match = await make_offer_accepted_long_ago(world)
    world.discord.fail_next("message_posted", DiscordUnavailable(), DiscordUnavailable())
    await world.refresh(match.id)
    restarted = restart_world(world)
    await restarted.refresh(match.id)
    assert [len(world.discord.list_dms(person_id)) for person_id in (ANN, BEN)] == [1, 1]
    assert {it.person_id for it in await world.store.player_messages.list_of_match(match.id, OFFER_PANEL)} == {ANN, BEN}
    await add_player_seeds(create_match_service(world.store), match, ANN, BEN)
    await restarted.refresh(match.id)
    assert not any(
        Action.OPEN_SEED_FORM in index_by_action(scene)
        for person_id in (ANN, BEN)
        for scene in world.discord.list_dms(person_id)
    )
