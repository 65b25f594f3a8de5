"""Player seeds: a match starts with the last one, so that nobody could have chosen its dice."""

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
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import record
from games.chain import encode_hash
from games.chained_record import hash_player_seed
from games.fairness import VerifiedRecord, verify_record
from games.words import LOCALES
from storage import OFFER_PANEL
from tests.kit.match import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    NOON,
    accept_offer,
    at_first,
    by_dice,
    cause,
    finished,
    offer_match,
    refusal,
    tabled,
)
from tests.kit.scenes import verbs
from tests.kit.world import EARLIER, World, restart_world
from tests.storage.stores import record_presence


async def challenge(matches: MatchService, *guests: int, **agreed: object) -> MatchState:
    return await offer_match(matches, *guests, **{"game": "woodwalkers", "shakes": True, **agreed})  # type: ignore[arg-type]


async def open_table(matches: MatchService, *guests: int, seats: int = 4, fills: int | None = None) -> MatchState:
    match = await challenge(matches, seats=seats, kind="open", fills=fills)
    return await accept_offer(matches, match, *guests)


async def shake(matches: MatchService, match: MatchState, *people: int, now_ms: int = NOON) -> MatchState:
    for person_id in people:
        match = (
            await matches.add_player_seed(
                match.id, person_id, f"line of {person_id}", interaction_id=cause(), now_ms=now_ms
            )
        ).match
    return match


async def start(matches: MatchService, match: MatchState, seats: int, by: int = ANN) -> MatchState:
    return (await matches.start_match(match.id, by, seats, interaction_id=cause(), now_ms=NOON)).match


async def change_clock(matches: MatchService, match: MatchState) -> Offer:
    wanted = match.terms.model_copy(update={"clock": HOUR_MS})
    match = (await matches.change_terms(match.id, ANN, {}, wanted, interaction_id=cause(), now_ms=NOON)).match
    assert isinstance(match, Offer)
    return match


async def prove(matches: MatchService, match: MatchState) -> VerifiedRecord:
    """Verify a finished match by the last seal that everybody saw."""
    assert isinstance(match, FinishedMatch)
    proof = verify_record(record.parse_record(str(await matches.load_record(match.id))))
    assert proof.seal == encode_hash(match.public_seal)
    return proof


async def check_awaited(matches: MatchService, match: MatchState, *people: int) -> None:
    """Check whose shake the offer waits for, and that the store is to call the same people."""
    assert isinstance(match, Offer)
    assert {it.person_id for it in match.players_delaying_start} == {*people}
    assert {
        match.find_person_in_seat(it.seat)
        for it in await matches.store.deadlines.list_of_match(match.id)
        if it.kind == DeadlineKind.NOTIFICATION
    } == {*people}


async def fire_deadlines(matches: MatchService, now_ms: int) -> None:
    for deadline in await matches.store.deadlines.list_due(now_ms):
        if deadline.kind != DeadlineKind.NOTIFICATION:
            await matches.fire_deadline(deadline, now_ms)


def read_card(match: MatchState) -> str:
    assert isinstance(match, Offer)
    return "\n".join(offer_card.render_offer_card(match, "en", Absences(), pinged_ids=frozenset()).below)


@pytest.mark.parametrize("game", at_first("schamanen", "schnick", "woodwalkers"))
@pytest.mark.parametrize("late", [ANN, BEN])
async def test_match_begins_with_the_second_shake_and_both_lines_are_in_its_dice(
    matches: MatchService, game: str, late: int
) -> None:
    match = await challenge(matches, BEN, game=game)
    await check_awaited(matches, match)
    seals = [match.public_seal]
    if late == BEN:
        match = await shake(matches, match, ANN)
        seals.append(match.public_seal)
    match = await accept_offer(matches, match, BEN)
    seals.append(match.public_seal)
    await check_awaited(matches, match, *({BEN} if late == BEN else {ANN, BEN}))
    if late == ANN:
        match = await shake(matches, match, BEN)
        seals.append(match.public_seal)
        await check_awaited(matches, match, ANN)
    before = await matches.load_journal(match.id)
    match = await shake(matches, match, late)
    assert isinstance(match, RunningMatch)
    # A process that starts in between finds the same.
    assert len((await matches.load_journal(match.id)).events) == len(before.events) + 1
    over = await finished(matches, match, by_dice(7))
    proof = await prove(matches, over)
    for person_id in (ANN, BEN):
        proof.check_player_seed(f"line of {person_id}")
    assert proof.player_seeds == tuple(hash_player_seed(f"line of {person_id}") for person_id in (ANN, BEN))
    assert {encode_hash(seal) for seal in seals} < proof.seals.keys()
    again = (await matches.offer_rematch(over.id, BEN, interaction_id=cause(), now_ms=NOON)).match
    assert again.terms.shakes, "a rematch is agreed on as the match was"


async def test_accepted_offer_takes_only_a_shake_or_a_no(matches: MatchService) -> None:
    match = await accept_offer(matches, await challenge(matches, BEN), BEN)
    assert await refusal(accept_offer(matches, match, BEN)) == "sits-already"
    assert await refusal(start(matches, match, 2)) == "unshaken"
    assert await refusal(shake(matches, match, CAT)) == "not-seated"
    assert await refusal(shake(matches, match, ANN, now_ms=NOON + DAY_MS)) == "closed-expired"
    gone = (await matches.decline_offer(match.id, BEN, interaction_id=cause(), now_ms=NOON)).match
    assert isinstance(gone, ClosedMatch)
    assert await refusal(shake(matches, gone, ANN)) == "closed-declined"


async def test_late_acceptance_leaves_a_day_to_shake(matches: MatchService) -> None:
    match = await accept_offer(matches, await challenge(matches, BEN), BEN, now_ms=NOON + DAY_MS - 1)
    assert isinstance(match, Offer)
    assert match.compute_expiry(Absences()) == NOON + 2 * DAY_MS - 1
    assert isinstance(await shake(matches, match, ANN, BEN, now_ms=NOON + DAY_MS + HOUR_MS), RunningMatch)


async def test_other_terms_are_shaken_for_anew_and_the_card_says_so(matches: MatchService) -> None:
    match = await shake(matches, await accept_offer(matches, await challenge(matches, BEN), BEN), BEN)
    assert isinstance(match, Offer)
    assert any("everyone shakes again" in line for line in match_options.render_options(match, "en").above)
    match = await change_clock(matches, match)
    assert match.were_seeds_discarded
    await check_awaited(matches, match)
    assert "shakes them again" in read_card(match)
    match = await shake(matches, match, ANN)
    assert "shakes them again" not in read_card(match)
    match = await accept_offer(matches, match, BEN)
    await check_awaited(matches, match, BEN)
    assert isinstance(await shake(matches, match, BEN), RunningMatch)


@pytest.mark.parametrize("order", [None, (2, 0, 1)])
async def test_host_of_three_may_start_without_those_who_did_not_shake(
    matches: MatchService, order: tuple[int, ...] | None
) -> None:
    match = await accept_offer(matches, await challenge(matches, BEN, CAT, order=order), BEN, CAT)
    match = await shake(matches, match, CAT)
    assert isinstance(match, Offer)
    assert match.can_host_start
    assert await refusal(start(matches, match, 3, BEN)) == "not-host"
    match = await start(matches, match, 3)
    assert isinstance(match, RunningMatch)
    assert not order or match.player_ids == (BEN, CAT, ANN), "as agreed"
    over = await finished(matches, match, by_dice(3))
    assert (await prove(matches, over)).player_seeds == (hash_player_seed(f"line of {CAT}"),)


async def test_open_table_started_early_waits_for_the_shakes_of_those_there(matches: MatchService) -> None:
    match = await start(matches, await open_table(matches, BEN), 2)
    await check_awaited(matches, match, ANN, BEN)
    assert await refusal(accept_offer(matches, match, CAT)) == "no-seat-free"
    # Of two nobody begins without the other.
    assert await refusal(start(matches, match, 2)) == "unshaken"
    assert isinstance(match, Offer)
    assert Action.START_MATCH not in verbs(offer_card.render_offer_menu(match, ANN, "en"))
    over = await finished(matches, await shake(matches, match, ANN, BEN), by_dice(5))
    assert over.player_ids in ((ANN, BEN), (BEN, ANN))
    assert len((await prove(matches, over)).player_seeds) == 2


async def test_player_who_leaves_is_not_waited_for(matches: MatchService) -> None:
    match = await shake(matches, await open_table(matches, BEN, CAT, seats=3), ANN, CAT)
    match = (await matches.leave_offer(match.id, BEN, interaction_id=cause(), now_ms=NOON)).match
    await check_awaited(matches, match)
    match = await accept_offer(matches, match, DAN)
    await check_awaited(matches, match, DAN)
    assert isinstance(await shake(matches, match, DAN), RunningMatch)


@pytest.mark.parametrize("came", [0, 1])
async def test_house_that_fills_a_table_waits_for_the_shakes(matches: MatchService, came: int) -> None:
    """Whether or not a guest is there when it comes; it comes once."""
    match = await open_table(matches, *[BEN][:came], fills=MINUTE_MS)
    await fire_deadlines(matches, NOON + MINUTE_MS)
    match = await accept_offer(matches, await matches.find_match(match.id), *[BEN][came:], now_ms=NOON + MINUTE_MS)
    await check_awaited(matches, match, ANN, BEN)
    await fire_deadlines(matches, NOON + 2 * MINUTE_MS)
    # A player who leaves makes room for the next one, and nothing begins for that.
    await matches.leave_offer(match.id, BEN, interaction_id=cause(), now_ms=NOON + MINUTE_MS)
    match = await accept_offer(matches, match, CAT, now_ms=NOON + MINUTE_MS)
    match = await shake(matches, match, CAT)
    await check_awaited(matches, match, ANN)
    match = await shake(matches, match, ANN)
    assert isinstance(match, StartedMatch)
    assert len(match.ai_controlled_seats) == 2
    assert len((await prove(matches, await finished(matches, match, by_dice(2)))).player_seeds) == 2


async def test_lone_host_starts_with_the_line_they_shook(matches: MatchService) -> None:
    for shakes in (False, True):
        match = await challenge(matches, seats=3, kind="open", fills=MINUTE_MS, shakes=shakes)
        match = await start(matches, await shake(matches, match, ANN), 3)
        assert (await prove(matches, await finished(matches, match, by_dice(1)))).player_seeds
    match = await start(matches, await challenge(matches, seats=3, kind="open", fills=MINUTE_MS), 3)
    await check_awaited(matches, match, ANN)
    assert isinstance(await shake(matches, match, ANN), RunningMatch)


# Messages


async def accept_earlier(world: World) -> Offer:
    """Ben accepts an offer a while ago, and nobody has been there since."""
    offered = await challenge(world.tables, BEN, now_ms=EARLIER)
    match = await accept_offer(world.tables, offered, BEN, now_ms=EARLIER)
    assert isinstance(match, Offer)
    return match


async def test_card_and_inbox_say_whose_shake_is_awaited(world: World) -> None:
    match = await accept_earlier(world)
    after = await shake(world.tables, match, ANN)
    assert isinstance(after, Offer)
    for locale in LOCALES:
        scene = offer_card.render_offer_card(match, locale, Absences(), pinged_ids=frozenset())
        (line,) = [line for line in scene.below if f"<@{BEN}>" in line and f"<@{ANN}>" in line]
        assert line.startswith("🎲")
        assert verbs(scene).keys() == {Action.OPEN_SEED_FORM, Action.DECLINE_OFFER, Action.SHOW_MORE}, (
            "there is nothing to accept any more"
        )
        assert Action.OPEN_SEED_FORM in verbs(offer_card.render_offer_menu(match, ANN, locale))
        scene = offer_card.render_offer_card(after, locale, Absences(), pinged_ids=frozenset())
        assert not any(f"<@{ANN}>" in line for line in scene.below)
        scene = inbox.render_inbox([match], ANN, {BEN: "Ben"}, locale, Absences())
        assert any("🎲" in line for line in scene.above)
        assert verbs(scene).keys() == {Action.OPEN_SEED_FORM}
    for person_id, found in ((ANN, []), (BEN, [after])):
        assert (
            await world.tables.select_offers_awaiting_seed(
                person_id, await world.store.matches.list_live_of_person(person_id)
            )
            == found
        )


@pytest.mark.parametrize("prompts", ["dm", "here", "both", "none"])
async def test_player_is_called_once_to_shake_as_their_settings_say(world: World, prompts: str) -> None:
    for person_id in (ANN, BEN):
        await world.preferences.update_player(person_id, PlayerPreferences.model_validate({"prompts": prompts}))
    match = await accept_earlier(world)
    await world.refresh(match.id)
    for _ in range(2):
        await world.clock(world.hour[0] + HOUR_MS)
    direct, here = prompts in ("dm", "both"), prompts in ("here", "both")
    assert [len(world.discord.direct(person_id)) for person_id in (ANN, BEN)] == [direct, direct]
    cards = [scene for channel_id, scene in world.discord.posted if channel_id == CHANNEL]
    assert sum({ANN, BEN} <= scene.pinged_ids for scene in cards) == here
    assert all(Action.OPEN_SEED_FORM in verbs(world.discord.direct(person_id)[0]) for person_id in (ANN, BEN) if direct)
    assert len(world.discord.alive()) == 1
    assert await world.store.matches.list_unshown() == []
    if direct:
        # The message that called them says then what became of it.
        await shake(world.tables, match, ANN, BEN, now_ms=world.hour[0])
        await world.refresh(match.id)
        assert not any(Action.OPEN_SEED_FORM in verbs(scene) for scene in world.discord.direct(ANN))


async def test_active_player_is_called_to_shake_once_they_have_gone(world: World) -> None:
    world.hour[0] = EARLIER
    match = await accept_earlier(world)
    await record_presence(world.store, [ANN, BEN], EARLIER)
    await world.refresh(match.id)
    assert world.count_pings() == [0, 1], "the challenge itself, and no more"
    await world.clock(NOON)
    assert world.count_pings() == [1, 2]


async def test_interrupted_call_to_shake_is_not_made_twice(world: World) -> None:
    """The message was posted but not noted: the next process finds it, and keeps it up to date."""
    match = await accept_earlier(world)
    world.discord.fails("posted", DiscordUnavailable(), DiscordUnavailable())
    await world.refresh(match.id)
    again = restart_world(world)
    await again.refresh(match.id)
    assert [len(world.discord.direct(person_id)) for person_id in (ANN, BEN)] == [1, 1]
    assert {it.person_id for it in await world.store.player_messages.list_of_match(match.id, OFFER_PANEL)} == {ANN, BEN}
    await shake(tabled(world.store), match, ANN, BEN)
    await again.refresh(match.id)
    assert not any(
        Action.OPEN_SEED_FORM in verbs(scene) for person_id in (ANN, BEN) for scene in world.discord.direct(person_id)
    )
