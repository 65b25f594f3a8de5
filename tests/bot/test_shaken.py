"""Shake first: a match that begins with the last shake, so that nobody could have chosen its dice.

What a shake does and what is told of it are brought about by the same few functions: who sits there, and who shook.
"""

from __future__ import annotations

from collections.abc import Awaitable
from unittest.mock import AsyncMock

import pytest

from bot.preferences import Player
from bot.scenes import inbox, offer, options
from bot.scenes.address import Verb
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.deadlines import Due
from bot.table.table import Begun, Closed, Offer, Over, Play, Table
from bot.table.tables import Tables
from bot.time import DAY, HOUR, MINUTE
from games import GAMES, record
from games.chain import brief
from games.chained_record import shaken
from games.fair import Proof, verified
from games.refused import Refused
from games.words import LOCALES
from storage import ASIDE
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, by_dice, cause, finished, tabled
from tests.kit.scenes import verbs
from tests.kit.world import EARLIER, World, create_world
from tests.storage.stores import present

KEYS = sorted(GAMES)


async def offered(tables: Tables, *guests: int, game: str = "woodwalkers", now: int = NOON, **agreed: object) -> Table:
    terms = {"seats": len(guests) + 1, "clock": None, "shakes": True} | agreed
    agreement = Agreement.model_validate(terms)
    done = await tables.offer(
        ANN, guests, GAMES[game], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=now
    )
    return done.table


async def opened(tables: Tables, *guests: int, seats: int = 4, fills: int | None = None) -> Table:
    table = await offered(tables, seats=seats, kind="open", fills=fills)
    for guest in guests:
        table = await sat(tables, table, guest)
    return table


async def sat(tables: Tables, table: Table, *people: int, now: int = NOON) -> Table:
    for person in people:
        table = (await tables.sit(table.id, person, cause=cause(), now=now)).table
    return table


async def shook(tables: Tables, table: Table, *people: int, now: int = NOON) -> Table:
    for person in people:
        table = (await tables.shake(table.id, person, f"line of {person}", cause=cause(), now=now)).table
    return table


async def refused(call: Awaitable[object]) -> str:
    with pytest.raises(Refused) as no:
        await call
    return no.value.key


async def proven(tables: Tables, table: Table) -> Proof:
    """By the last seal that everybody saw."""
    assert isinstance(table, Over)
    proof = verified(record.read(str(await tables.record(table.id))))
    assert proof.seal == brief(table.shown)
    return proof


async def waited_for(tables: Tables, table: Table) -> dict[str, set[int | None]]:
    """Who is, as the table has it, and who is to be called, as the store does."""
    assert isinstance(table, Offer)
    calls = {table.at(it.seat) for it in await tables.store.standing(table.id) if it.kind == Due.CALL}
    return {"awaited": {it.person for it in table.awaited}, "called": calls}


def both(*people: int) -> dict[str, set[int | None]]:
    return {"awaited": set(people), "called": set(people)}


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("late", [ANN, BEN])
async def test_accept_does_not_begin_and_the_second_shake_does(tables: Tables, game: str, late: int) -> None:
    """Whole matches: whoever shakes last, before the other has come or after, both lines are in the dice."""
    table = await offered(tables, BEN, game=game)
    assert await waited_for(tables, table) == both()
    seals = [table.shown]
    if late == BEN:
        table = await shook(tables, table, ANN)
        seals.append(table.shown)
    table = await sat(tables, table, BEN)
    seals.append(table.shown)
    assert await waited_for(tables, table) == both(*({BEN} if late == BEN else {ANN, BEN}))
    if late == ANN:
        table = await shook(tables, table, BEN)
        seals.append(table.shown)
        assert await waited_for(tables, table) == both(ANN)
    before = await tables.journal(table.id)
    table = await shook(tables, table, late)
    assert isinstance(table, Play)
    # A start in between would have found the same.
    assert len((await tables.journal(table.id)).events) == len(before.events) + 1
    over = await finished(tables, table, by_dice(7))
    proof = await proven(tables, over)
    assert len(proof.shakes) == 2
    for person in (ANN, BEN):
        proof.check_shook(f"line of {person}")
    assert proof.shakes == tuple(shaken(f"line of {person}") for person in (ANN, BEN))
    assert {brief(seal) for seal in seals} < proof.seals.keys()
    again = (await tables.rematch(over.id, BEN, cause=cause(), now=NOON)).table
    assert again.agreement.shakes, "a rematch is agreed on as the match was"


async def test_nothing_but_a_shake_or_a_no_moves_it(tables: Tables) -> None:
    table = await sat(tables, await offered(tables, BEN), BEN)
    assert await refused(sat(tables, table, BEN)) == "sits-already"
    assert await refused(tables.start(table.id, ANN, 2, cause=cause(), now=NOON)) == "unshaken"
    assert await refused(shook(tables, table, CAT)) == "not-seated"
    assert await refused(shook(tables, table, ANN, now=NOON + DAY)) == "closed-expired"
    gone = (await tables.decline(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(gone, Closed)
    assert await refused(shook(tables, gone, ANN)) == "closed-declined"


async def test_whoever_accepts_late_has_a_day_to_shake(tables: Tables) -> None:
    table = await offered(tables, BEN)
    table = await sat(tables, table, BEN, now=NOON + DAY - 1)
    assert isinstance(table, Offer)
    assert table.stands(Absences()) == NOON + 2 * DAY - 1
    assert isinstance(await shook(tables, table, ANN, BEN, now=NOON + DAY + HOUR), Play)


async def test_other_terms_are_shaken_for_anew_and_the_card_says_so(tables: Tables) -> None:
    table = await shook(tables, await sat(tables, await offered(tables, BEN), BEN), BEN)
    assert isinstance(table, Offer)
    assert any("everyone shakes again" in line for line in options.page(table, "en").above)
    wanted = table.agreement.model_copy(update={"clock": HOUR})
    table = (await tables.change(table.id, ANN, {}, wanted, cause=cause(), now=NOON)).table
    assert isinstance(table, Offer)
    assert (table.spilt, await waited_for(tables, table)) == (True, both())
    assert "shakes them again" in card(table)
    table = await shook(tables, table, ANN)
    assert "shakes them again" not in card(table)
    table = await sat(tables, table, BEN)
    assert await waited_for(tables, table) == both(BEN)
    assert isinstance(await shook(tables, table, BEN), Play)


async def test_what_is_agreed_is_set_on_the_page_of_options(tables: Tables) -> None:
    table = await offered(tables, BEN, shakes=False)
    assert "shakes" not in card(table)
    for value in ("yes", "no", "yes"):
        wanted = options.changed(table, "shakes.", value)
        table = (await tables.change(table.id, ANN, wanted.options, wanted.agreement, cause=cause(), now=NOON)).table
        assert table.agreement.shakes == (value == "yes")
        assert ("everyone shakes the dice first" in card(table)) == (value == "yes")


async def test_of_several_it_begins_when_all_who_sit_there_have_shaken(tables: Tables) -> None:
    table = await sat(tables, await offered(tables, BEN, CAT), BEN)
    table = await shook(tables, table, BEN)
    assert await waited_for(tables, table) == both()
    table = await sat(tables, table, CAT)
    assert await waited_for(tables, table) == both(ANN, CAT)
    table = await shook(tables, table, CAT)
    assert await waited_for(tables, table) == both(ANN)
    proof = await proven(tables, await finished(tables, await shook(tables, table, ANN), by_dice(3)))
    assert len(proof.shakes) == 3


async def test_of_several_the_host_may_go_on_without_those_who_have_not(tables: Tables) -> None:
    """And everybody sits where it was agreed, in a rematch too."""
    for order in (None, (2, 0, 1)):
        table = await sat(tables, await offered(tables, BEN, CAT, order=order), BEN, CAT)
        table = await shook(tables, table, CAT)
        assert isinstance(table, Offer)
        assert table.may_start
        assert await refused(tables.start(table.id, BEN, 3, cause=cause(), now=NOON)) == "not-host"
        table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
        assert isinstance(table, Play)
        if order:
            assert table.people == (BEN, CAT, ANN)
        over = await finished(tables, table, by_dice(3))
        assert (await proven(tables, over)).shakes == (shaken(f"line of {CAT}"),)


async def test_with_fewer_than_were_asked_it_waits_for_their_shakes_too(tables: Tables) -> None:
    table = await opened(tables, BEN)
    table = (await tables.start(table.id, ANN, 2, cause=cause(), now=NOON)).table
    assert await waited_for(tables, table) == both(ANN, BEN)
    assert await refused(sat(tables, table, CAT)) == "no-seat-free"
    # Between two nobody begins without the other.
    assert await refused(tables.start(table.id, ANN, 2, cause=cause(), now=NOON)) == "unshaken"
    assert isinstance(table, Offer)
    assert Verb.START not in verbs(offer.aside(table, ANN, "en"))
    over = await finished(tables, await shook(tables, table, ANN, BEN), by_dice(5))
    assert over.people in ((ANN, BEN), (BEN, ANN))
    assert len((await proven(tables, over)).shakes) == 2


async def test_who_leaves_is_not_waited_for_and_their_seat_is_free(tables: Tables) -> None:
    table = await shook(tables, await opened(tables, BEN, CAT, seats=3), ANN, CAT)
    table = (await tables.rise(table.id, BEN, cause=cause(), now=NOON)).table
    assert await waited_for(tables, table) == both()
    table = await sat(tables, table, DAN)
    assert await waited_for(tables, table) == both(DAN)
    assert isinstance(await shook(tables, table, DAN), Play)


async def test_the_house_that_fills_a_table_waits_for_the_shakes(tables: Tables) -> None:
    """Whether somebody is there when it comes or not; and it comes once."""
    for came in (0, 1):
        table = await opened(tables, *[BEN][:came], fills=MINUTE)
        await ticked(tables, NOON + MINUTE)
        table = await tables.table(table.id)
        table = await sat(tables, table, *[BEN][came:], now=NOON + MINUTE)
        assert await waited_for(tables, table) == both(ANN, BEN)
        await ticked(tables, NOON + 2 * MINUTE)
        # Whoever leaves makes room for the next, and nothing begins for that.
        await tables.rise(table.id, BEN, cause=cause(), now=NOON + MINUTE)
        table = await sat(tables, table, CAT, now=NOON + MINUTE)
        table = await shook(tables, table, CAT)
        assert await waited_for(tables, table) == both(ANN)
        table = await shook(tables, table, ANN)
        assert isinstance(table, Begun)
        assert len(table.housed) == 2
        assert len((await proven(tables, await finished(tables, table, by_dice(2)))).shakes) == 2


async def ticked(tables: Tables, now: int) -> None:
    for deadline in await tables.store.due(now):
        if deadline.kind != Due.CALL:
            await tables.fire(deadline, now)


async def test_a_host_who_begins_alone_brings_what_they_shook(tables: Tables) -> None:
    """It was shaken after the seal was shown, and needs no new press."""
    for shakes in (False, True):
        table = await offered(tables, seats=3, kind="open", fills=MINUTE, shakes=shakes)
        table = await shook(tables, table, ANN)
        table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
        assert (await proven(tables, await finished(tables, table, by_dice(1)))).shakes
    table = await offered(tables, seats=3, kind="open", fills=MINUTE)
    table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
    assert await waited_for(tables, table) == both(ANN)
    assert isinstance(await shook(tables, table, ANN), Play)


def card(table: Table) -> str:
    assert isinstance(table, Offer)
    return "\n".join(offer.offer(table, "en", Absences(), called=frozenset()).below)


# what is told of it


async def accepted(world: World) -> Offer:
    """A while ago, and nobody has been there since."""
    table = await sat(world.tables, await offered(world.tables, BEN, now=EARLIER), BEN, now=EARLIER)
    assert isinstance(table, Offer)
    return table


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_card_says_whose_shake_it_waits_for(world: World, locale: str) -> None:
    table = await accepted(world)
    scene = offer.offer(table, locale, Absences(), called=frozenset())
    (line,) = [line for line in scene.below if f"<@{BEN}>" in line and f"<@{ANN}>" in line]
    assert line.startswith("🎲")
    assert verbs(scene).keys() == {Verb.SHAKE, Verb.DECLINE, Verb.MORE}, "there is nothing to accept any more"
    asks = offer.aside(table, ANN, locale)
    assert Verb.SHAKE in verbs(asks)
    shook_already = await shook(world.tables, table, ANN)
    assert isinstance(shook_already, Offer)
    after = offer.offer(shook_already, locale, Absences(), called=frozenset())
    assert not any(f"<@{ANN}>" in line for line in after.below)


@pytest.mark.parametrize("prompts", ["dm", "here", "both", "none"])
async def test_whoever_is_to_shake_is_called_as_they_like_and_once(world: World, prompts: str) -> None:
    for person in (ANN, BEN):
        await world.preferences.set_player(person, Player.model_validate({"prompts": prompts}))
    table = await accepted(world)
    await world.refresh(table.id)
    for _ in range(2):
        await world.clock(world.hour[0] + HOUR)
    direct, here = prompts in ("dm", "both"), prompts in ("here", "both")
    assert [len(world.discord.direct(person)) for person in (ANN, BEN)] == [direct, direct]
    cards = [scene for channel, scene in world.discord.posted if channel == CHANNEL]
    assert sum({ANN, BEN} <= scene.called for scene in cards) == here
    assert all(Verb.SHAKE in verbs(world.discord.direct(person)[0]) for person in (ANN, BEN) if direct)
    assert len(world.discord.alive()) == 1
    assert await world.tables.store.unshown() == []
    if not direct:
        return
    # Who was called there finds what became of it in the same place; and each is called to choose in their turn.
    await shook(world.tables, table, ANN, BEN, now=world.hour[0])
    await world.refresh(table.id)
    assert [Verb.SHAKE in verbs(scene) for scene in world.discord.direct(ANN)].count(True) == 0


async def test_who_is_at_it_is_called_to_shake_when_they_have_gone(world: World) -> None:
    world.hour[0] = EARLIER
    table = await accepted(world)
    await present(world.tables.store, [ANN, BEN], EARLIER)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [0, 1], "the challenge itself, and no more"
    await world.clock(NOON)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 2]


async def test_other_terms_call_nobody_before_all_are_there_again(world: World) -> None:
    table = await accepted(world)
    await world.refresh(table.id)
    before = [world.discord.pings(person) for person in (ANN, BEN)]
    wanted = table.agreement.model_copy(update={"clock": HOUR})
    await world.tables.change(table.id, ANN, {}, wanted, cause=cause(), now=NOON)
    await world.refresh(table.id)
    await world.clock(NOON + HOUR)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == before
    await sat(world.tables, table, BEN, now=NOON + HOUR)
    await world.refresh(table.id)
    await world.clock(NOON + 2 * HOUR)
    assert [world.discord.pings(person) > was for person, was in zip((ANN, BEN), before, strict=True)] == [True, True]


async def test_a_call_that_a_bot_made_as_it_died_is_not_made_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Posted, and not noted: what is found is theirs, and says later what became of the offer."""
    table = await accepted(world)
    store = world.tables.store
    with monkeypatch.context() as patch:
        patch.setattr(store, "came", AsyncMock(side_effect=RuntimeError("killed")))
        await world.refresh(table.id)
    again = create_world(store, world.discord, world.hour)
    await again.refresh(table.id)
    assert [len(world.discord.direct(person)) for person in (ANN, BEN)] == [1, 1]
    assert {it.person for it in await store.hands(table.id, ASIDE)} == {ANN, BEN}
    await shook(tabled(store), table, ANN, BEN)
    await again.refresh(table.id)
    assert not any(Verb.SHAKE in verbs(scene) for person in (ANN, BEN) for scene in world.discord.direct(person))


async def test_what_waits_for_a_shake_stands_first_in_the_inbox(world: World) -> None:
    table = await accepted(world)
    for locale in LOCALES:
        scene = inbox.inbox([table], ANN, {BEN: "Ben"}, locale, Absences())
        assert any("🎲" in line for line in scene.above)
        assert verbs(scene).keys() == {Verb.SHAKE}
    headers = await world.tables.store.live_of(ANN)
    assert await world.tables.unshaken(ANN, headers) == [table]
    await shook(world.tables, table, ANN)
    assert await world.tables.unshaken(ANN, await world.tables.store.live_of(ANN)) == []
