"""Shake first: a match that begins with the last shake, so that nobody could have chosen its dice."""

from __future__ import annotations

import pytest

from bot.errors import Unavailable
from bot.matches.deadlines import Due
from bot.matches.model import Begun, Closed, Offer, Over, Play, Table
from bot.matches.service import Tables
from bot.matches.time_budget import Absences
from bot.preferences import Player
from bot.screens import inbox, match_options, offer_card
from bot.screens.custom_ids import Verb
from bot.wall_clock import DAY, HOUR, MINUTE
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


async def challenge(tables: Tables, *guests: int, **agreed: object) -> Table:
    return await offer_match(tables, *guests, **{"game": "woodwalkers", "shakes": True, **agreed})  # type: ignore[arg-type]


async def open_table(tables: Tables, *guests: int, seats: int = 4, fills: int | None = None) -> Table:
    table = await challenge(tables, seats=seats, kind="open", fills=fills)
    return await accept_offer(tables, table, *guests)


async def shake(tables: Tables, table: Table, *people: int, now: int = NOON) -> Table:
    for person in people:
        table = (await tables.shake(table.id, person, f"line of {person}", cause=cause(), now=now)).table
    return table


async def start(tables: Tables, table: Table, seats: int, by: int = ANN) -> Table:
    return (await tables.start(table.id, by, seats, cause=cause(), now=NOON)).table


async def change_clock(tables: Tables, table: Table) -> Offer:
    wanted = table.agreement.model_copy(update={"clock": HOUR})
    table = (await tables.change(table.id, ANN, {}, wanted, cause=cause(), now=NOON)).table
    assert isinstance(table, Offer)
    return table


async def prove(tables: Tables, table: Table) -> VerifiedRecord:
    """Verify a finished match by the last seal that everybody saw."""
    assert isinstance(table, Over)
    proof = verify_record(record.parse_record(str(await tables.record(table.id))))
    assert proof.seal == encode_hash(table.shown)
    return proof


async def check_awaited(tables: Tables, table: Table, *people: int) -> None:
    """Check whose shake the offer waits for, and that the store is to call the same people."""
    assert isinstance(table, Offer)
    assert {it.person for it in table.awaited} == {*people}
    assert {
        table.at(it.seat) for it in await tables.store.deadlines.list_of_match(table.id) if it.kind == Due.CALL
    } == {*people}


async def fire_deadlines(tables: Tables, now: int) -> None:
    for deadline in await tables.store.deadlines.list_due(now):
        if deadline.kind != Due.CALL:
            await tables.fire(deadline, now)


def read_card(table: Table) -> str:
    assert isinstance(table, Offer)
    return "\n".join(offer_card.offer(table, "en", Absences(), called=frozenset()).below)


@pytest.mark.parametrize("game", at_first("schamanen", "schnick", "woodwalkers"))
@pytest.mark.parametrize("late", [ANN, BEN])
async def test_match_begins_with_the_second_shake_and_both_lines_are_in_its_dice(
    tables: Tables, game: str, late: int
) -> None:
    table = await challenge(tables, BEN, game=game)
    await check_awaited(tables, table)
    seals = [table.shown]
    if late == BEN:
        table = await shake(tables, table, ANN)
        seals.append(table.shown)
    table = await accept_offer(tables, table, BEN)
    seals.append(table.shown)
    await check_awaited(tables, table, *({BEN} if late == BEN else {ANN, BEN}))
    if late == ANN:
        table = await shake(tables, table, BEN)
        seals.append(table.shown)
        await check_awaited(tables, table, ANN)
    before = await tables.journal(table.id)
    table = await shake(tables, table, late)
    assert isinstance(table, Play)
    # A process that starts in between finds the same.
    assert len((await tables.journal(table.id)).events) == len(before.events) + 1
    over = await finished(tables, table, by_dice(7))
    proof = await prove(tables, over)
    for person in (ANN, BEN):
        proof.check_player_seed(f"line of {person}")
    assert proof.player_seeds == tuple(hash_player_seed(f"line of {person}") for person in (ANN, BEN))
    assert {encode_hash(seal) for seal in seals} < proof.seals.keys()
    again = (await tables.rematch(over.id, BEN, cause=cause(), now=NOON)).table
    assert again.agreement.shakes, "a rematch is agreed on as the match was"


async def test_accepted_offer_takes_only_a_shake_or_a_no(tables: Tables) -> None:
    table = await accept_offer(tables, await challenge(tables, BEN), BEN)
    assert await refusal(accept_offer(tables, table, BEN)) == "sits-already"
    assert await refusal(start(tables, table, 2)) == "unshaken"
    assert await refusal(shake(tables, table, CAT)) == "not-seated"
    assert await refusal(shake(tables, table, ANN, now=NOON + DAY)) == "closed-expired"
    gone = (await tables.decline(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(gone, Closed)
    assert await refusal(shake(tables, gone, ANN)) == "closed-declined"


async def test_late_acceptance_leaves_a_day_to_shake(tables: Tables) -> None:
    table = await accept_offer(tables, await challenge(tables, BEN), BEN, now=NOON + DAY - 1)
    assert isinstance(table, Offer)
    assert table.stands(Absences()) == NOON + 2 * DAY - 1
    assert isinstance(await shake(tables, table, ANN, BEN, now=NOON + DAY + HOUR), Play)


async def test_other_terms_are_shaken_for_anew_and_the_card_says_so(tables: Tables) -> None:
    table = await shake(tables, await accept_offer(tables, await challenge(tables, BEN), BEN), BEN)
    assert isinstance(table, Offer)
    assert any("everyone shakes again" in line for line in match_options.page(table, "en").above)
    table = await change_clock(tables, table)
    assert table.spilt
    await check_awaited(tables, table)
    assert "shakes them again" in read_card(table)
    table = await shake(tables, table, ANN)
    assert "shakes them again" not in read_card(table)
    table = await accept_offer(tables, table, BEN)
    await check_awaited(tables, table, BEN)
    assert isinstance(await shake(tables, table, BEN), Play)


@pytest.mark.parametrize("order", [None, (2, 0, 1)])
async def test_host_of_three_may_start_without_those_who_did_not_shake(
    tables: Tables, order: tuple[int, ...] | None
) -> None:
    table = await accept_offer(tables, await challenge(tables, BEN, CAT, order=order), BEN, CAT)
    table = await shake(tables, table, CAT)
    assert isinstance(table, Offer)
    assert table.may_start
    assert await refusal(start(tables, table, 3, BEN)) == "not-host"
    table = await start(tables, table, 3)
    assert isinstance(table, Play)
    assert not order or table.people == (BEN, CAT, ANN), "as agreed"
    over = await finished(tables, table, by_dice(3))
    assert (await prove(tables, over)).player_seeds == (hash_player_seed(f"line of {CAT}"),)


async def test_open_table_started_early_waits_for_the_shakes_of_those_there(tables: Tables) -> None:
    table = await start(tables, await open_table(tables, BEN), 2)
    await check_awaited(tables, table, ANN, BEN)
    assert await refusal(accept_offer(tables, table, CAT)) == "no-seat-free"
    # Of two nobody begins without the other.
    assert await refusal(start(tables, table, 2)) == "unshaken"
    assert isinstance(table, Offer)
    assert Verb.START not in verbs(offer_card.aside(table, ANN, "en"))
    over = await finished(tables, await shake(tables, table, ANN, BEN), by_dice(5))
    assert over.people in ((ANN, BEN), (BEN, ANN))
    assert len((await prove(tables, over)).player_seeds) == 2


async def test_player_who_leaves_is_not_waited_for(tables: Tables) -> None:
    table = await shake(tables, await open_table(tables, BEN, CAT, seats=3), ANN, CAT)
    table = (await tables.rise(table.id, BEN, cause=cause(), now=NOON)).table
    await check_awaited(tables, table)
    table = await accept_offer(tables, table, DAN)
    await check_awaited(tables, table, DAN)
    assert isinstance(await shake(tables, table, DAN), Play)


@pytest.mark.parametrize("came", [0, 1])
async def test_house_that_fills_a_table_waits_for_the_shakes(tables: Tables, came: int) -> None:
    """Whether or not a guest is there when it comes; it comes once."""
    table = await open_table(tables, *[BEN][:came], fills=MINUTE)
    await fire_deadlines(tables, NOON + MINUTE)
    table = await accept_offer(tables, await tables.table(table.id), *[BEN][came:], now=NOON + MINUTE)
    await check_awaited(tables, table, ANN, BEN)
    await fire_deadlines(tables, NOON + 2 * MINUTE)
    # A player who leaves makes room for the next one, and nothing begins for that.
    await tables.rise(table.id, BEN, cause=cause(), now=NOON + MINUTE)
    table = await accept_offer(tables, table, CAT, now=NOON + MINUTE)
    table = await shake(tables, table, CAT)
    await check_awaited(tables, table, ANN)
    table = await shake(tables, table, ANN)
    assert isinstance(table, Begun)
    assert len(table.housed) == 2
    assert len((await prove(tables, await finished(tables, table, by_dice(2)))).player_seeds) == 2


async def test_lone_host_starts_with_the_line_they_shook(tables: Tables) -> None:
    for shakes in (False, True):
        table = await challenge(tables, seats=3, kind="open", fills=MINUTE, shakes=shakes)
        table = await start(tables, await shake(tables, table, ANN), 3)
        assert (await prove(tables, await finished(tables, table, by_dice(1)))).player_seeds
    table = await start(tables, await challenge(tables, seats=3, kind="open", fills=MINUTE), 3)
    await check_awaited(tables, table, ANN)
    assert isinstance(await shake(tables, table, ANN), Play)


# Messages


async def accept_earlier(world: World) -> Offer:
    """Ben accepts an offer a while ago, and nobody has been there since."""
    offered = await challenge(world.tables, BEN, now=EARLIER)
    table = await accept_offer(world.tables, offered, BEN, now=EARLIER)
    assert isinstance(table, Offer)
    return table


async def test_card_and_inbox_say_whose_shake_is_awaited(world: World) -> None:
    table = await accept_earlier(world)
    after = await shake(world.tables, table, ANN)
    assert isinstance(after, Offer)
    for locale in LOCALES:
        scene = offer_card.offer(table, locale, Absences(), called=frozenset())
        (line,) = [line for line in scene.below if f"<@{BEN}>" in line and f"<@{ANN}>" in line]
        assert line.startswith("🎲")
        assert verbs(scene).keys() == {Verb.SHAKE, Verb.DECLINE, Verb.MORE}, "there is nothing to accept any more"
        assert Verb.SHAKE in verbs(offer_card.aside(table, ANN, locale))
        scene = offer_card.offer(after, locale, Absences(), called=frozenset())
        assert not any(f"<@{ANN}>" in line for line in scene.below)
        scene = inbox.inbox([table], ANN, {BEN: "Ben"}, locale, Absences())
        assert any("🎲" in line for line in scene.above)
        assert verbs(scene).keys() == {Verb.SHAKE}
    for person, found in ((ANN, []), (BEN, [after])):
        assert await world.tables.unshaken(person, await world.store.matches.list_live_of_person(person)) == found


@pytest.mark.parametrize("prompts", ["dm", "here", "both", "none"])
async def test_player_is_called_once_to_shake_as_their_settings_say(world: World, prompts: str) -> None:
    for person in (ANN, BEN):
        await world.preferences.set_player(person, Player.model_validate({"prompts": prompts}))
    table = await accept_earlier(world)
    await world.refresh(table.id)
    for _ in range(2):
        await world.clock(world.hour[0] + HOUR)
    direct, here = prompts in ("dm", "both"), prompts in ("here", "both")
    assert [len(world.discord.direct(person)) for person in (ANN, BEN)] == [direct, direct]
    cards = [scene for channel, scene in world.discord.posted if channel == CHANNEL]
    assert sum({ANN, BEN} <= scene.called for scene in cards) == here
    assert all(Verb.SHAKE in verbs(world.discord.direct(person)[0]) for person in (ANN, BEN) if direct)
    assert len(world.discord.alive()) == 1
    assert await world.store.matches.list_unshown() == []
    if direct:
        # The message that called them says then what became of it.
        await shake(world.tables, table, ANN, BEN, now=world.hour[0])
        await world.refresh(table.id)
        assert not any(Verb.SHAKE in verbs(scene) for scene in world.discord.direct(ANN))


async def test_active_player_is_called_to_shake_once_they_have_gone(world: World) -> None:
    world.hour[0] = EARLIER
    table = await accept_earlier(world)
    await record_presence(world.store, [ANN, BEN], EARLIER)
    await world.refresh(table.id)
    assert world.count_pings() == [0, 1], "the challenge itself, and no more"
    await world.clock(NOON)
    assert world.count_pings() == [1, 2]


async def test_interrupted_call_to_shake_is_not_made_twice(world: World) -> None:
    """The message was posted but not noted: the next process finds it, and keeps it up to date."""
    table = await accept_earlier(world)
    world.discord.fails("posted", Unavailable(), Unavailable())
    await world.refresh(table.id)
    again = restart_world(world)
    await again.refresh(table.id)
    assert [len(world.discord.direct(person)) for person in (ANN, BEN)] == [1, 1]
    assert {it.person_id for it in await world.store.player_messages.list_of_match(table.id, OFFER_PANEL)} == {ANN, BEN}
    await shake(tabled(world.store), table, ANN, BEN)
    await again.refresh(table.id)
    assert not any(Verb.SHAKE in verbs(scene) for person in (ANN, BEN) for scene in world.discord.direct(person))
