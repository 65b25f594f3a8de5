"""Offers: who may accept, join, start and leave, and when the house takes the empty seats."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.i18n import say
from bot.matches import fold
from bot.matches.model import Begun, Closed, Offer, Play, Table
from bot.matches.service import Tables
from bot.matches.terms import OFFER_STANDS, Agreement
from bot.matches.time_budget import Absences
from bot.screens import offer_card as scenes
from bot.wall_clock import DAY, HOUR, MINUTE
from games import GAMES
from games.fairness import verify_record
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.games import morra
from tests.kit import world as kit
from tests.kit.match import (
    ANN,
    BEN,
    CAT,
    DAN,
    NOON,
    accept_offer,
    begun,
    cause,
    challenge,
    fired,
    offered,
    refusal,
    said,
    say_word,
    show,
    tabled,
)
from tests.kit.scenes import text


async def decline(tables: Tables, table: Table, *people: int) -> Table:
    for person in people:
        table = (await tables.decline(table.id, person, cause=cause(), now=NOON)).table
    return table


async def start(tables: Tables, table: Table, seats: int, by: int = ANN) -> Table:
    return (await tables.start(table.id, by, seats, cause=cause(), now=NOON)).table


async def open_table(tables: Tables, *guests: int, seats: int = 3, fills: int | None = None) -> Table:
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=seats, fills=fills))
    return await accept_offer(tables, table, *guests)


# Challenges


async def test_challenge_begins_when_all_have_accepted(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    assert isinstance(await accept_offer(tables, table, CAT), Offer)
    table = await accept_offer(tables, table, BEN)
    assert isinstance(table, Play)
    assert sorted(person for person in table.people if person) == [ANN, BEN, CAT]


async def test_dice_draw_the_seats(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    assert [table.people[seat] for seat in table.match.chance.draw_seats(2, 2)] == [ANN, BEN]


async def test_challenge_is_answered_only_by_those_named(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(accept_offer(tables, table, CAT)) == "not-named"
    assert await refusal(decline(tables, table, CAT)) == "not-named"
    assert await refusal(decline(tables, table, ANN)) == "own-challenge"
    assert await refusal(tables.withdraw(table.id, BEN, cause=cause(), now=NOON)) == "not-host"
    assert await refusal(accept_offer(tables, table, ANN)) == "sits-already"


@both_databases
@pytest.mark.parametrize(("who", "how"), [(BEN, "decline"), (ANN, "withdraw")])
async def test_closed_offer_stays_closed(tables: Tables, who: int, how: str) -> None:
    table = await challenge(tables, BEN)
    table = (await getattr(tables, how)(table.id, who, cause=cause(), now=NOON)).table
    assert isinstance(table, Closed)
    assert await refusal(accept_offer(tables, table, BEN)) == f"closed-{table.how}"
    header = await tables.store.matches.load_header(table.id)
    assert header
    assert (header.is_live, header.status) == (False, table.how)


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
    tables: Tables, named: tuple[int, ...], agreed: dict[str, object], why: str
) -> None:
    assert await refusal(challenge(tables, *named, **agreed)) == why  # type: ignore[arg-type]


async def test_other_terms_ask_everybody_again(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT, DAN)
    await accept_offer(tables, table, BEN)
    await decline(tables, table, CAT)

    async def change(by: int, options: dict[str, int]) -> Table:
        wanted = Agreement(seats=1, clock=HOUR, rated=False)
        return (await tables.change(table.id, by, options, wanted, cause=cause(), now=NOON)).table

    changed = await change(ANN, {"start": 1})
    assert isinstance(changed, Offer)
    assert ([sitter.person for sitter in changed.sat], changed.passed) == ([ANN], ())
    assert changed.pending == {BEN, CAT, DAN}
    assert (changed.agreement.clock, changed.agreement.rated) == (HOUR, False)
    assert changed.options.model_dump() == {"start": 1}
    assert changed.stands(Absences()) > NOON
    assert await refusal(change(BEN, {})) == "not-host"
    assert await refusal(change(ANN, {"end": 1})) == "option-unknown"


@both_databases
async def test_offer_or_move_after_its_time_is_refused_before_the_clock_fires(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(accept_offer(tables, table, BEN, now=NOON + DAY)) == "closed-expired"
    for agreed in ({"clock": HOUR}, {"clock": None, "limit": HOUR}):
        table = await begun(tables, BEN, **agreed)
        assert await refusal(show(tables, table, 0, now=NOON + HOUR)) == "late"


@both_databases
async def test_interaction_counts_for_one_match(tables: Tables) -> None:
    one, other = await begun(tables, BEN), await begun(tables, BEN)
    assert isinstance(one, Begun)
    person, click = one.people[0], cause()
    assert person
    await tables.say(one.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert await refusal(tables.say(other.id, person, ("show", "9"), step=0, cause=click, now=NOON)) == "illegal"


@both_databases
@pytest.mark.parametrize("last", [1, 2])
async def test_person_forgotten_by_another_process_is_not_written_from_memory(tables: Tables, last: int) -> None:
    """Whether or not the next word ends the match."""
    other = tabled(tables.store)
    table = await begun(tables, BEN, CAT)
    assert isinstance(table, Begun)
    gone = table.people[0]
    assert gone
    table = (await said(other, table, 0, "!resign")).table
    nobody = 0
    for seat in (1, 2):
        if seat == last:
            nobody = await tables.forget(gone, NOON)
        table = (await said(other, table, seat, "!resign")).table
    assert table.over
    assert isinstance(table, Begun)
    assert [result.person_id for result in await tables.store.results.list_of_match(table.id)] == [
        nobody,
        *table.people[1:],
    ]


# Some decline


async def test_host_starts_with_those_who_accepted(tables: Tables) -> None:
    for seats, people in ((2, {ANN, CAT}), (3, {ANN, CAT, None})):
        table = await challenge(tables, BEN, CAT)
        assert await refusal(start(tables, table, 2)) == "not-open"
        table = await decline(tables, table, BEN)
        assert isinstance(table, Offer)
        assert table.passed == (BEN,)
        assert table.pending == {CAT}
        assert await refusal(start(tables, table, 2)) == "too-few"
        await accept_offer(tables, table, CAT)
        assert await refusal(start(tables, table, 2, CAT)) == "not-host"
        table = await start(tables, table, seats)
        assert isinstance(table, Begun)
        assert set(table.people) == people
        assert table.agreement.house == seats - 2


async def test_offer_closes_when_the_last_guest_declines(tables: Tables) -> None:
    table = await accept_offer(tables, await challenge(tables, BEN, CAT, DAN), CAT)
    table = await decline(tables, table, CAT)
    assert isinstance(table, Offer)
    assert [sitter.person for sitter in table.sat] == [ANN]
    assert await refusal(accept_offer(tables, table, CAT)) == "said-no"
    assert await refusal(decline(tables, table, CAT)) == "said-no"
    table = await decline(tables, table, BEN, DAN)
    assert isinstance(table, Closed)
    assert (table.how, table.by) == ("declined", DAN)


async def test_host_invites_somebody_else_into_the_free_seat(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT, order=(2, 0, 1))

    async def invite(by: int, other: int, now: int = NOON) -> Table:
        return (await tables.invite(table.id, by, other, cause=cause(), now=now)).table

    assert await refusal(invite(ANN, DAN)) == "no-seat-free"
    await decline(tables, table, BEN)
    for who, other, why in ((CAT, DAN, "not-host"), (ANN, CAT, "named-twice"), (ANN, BEN, "named-twice")):
        assert await refusal(invite(who, other)) == why
    invited = await invite(ANN, DAN, NOON + 5)
    assert isinstance(invited, Offer)
    assert not invited.passed
    assert invited.pending == {CAT, DAN}
    assert invited.stands(Absences()) == NOON + 5 + OFFER_STANDS
    assert await refusal(accept_offer(tables, table, BEN)) == "not-named"
    begins = await accept_offer(tables, table, DAN, CAT)
    assert isinstance(begins, Begun)
    assert begins.people == (DAN, CAT, ANN)


# Open tables and the house


@both_databases
async def test_open_table_takes_anybody_until_it_is_full(tables: Tables) -> None:
    table = await open_table(tables, BEN)
    await tables.rise(table.id, BEN, cause=cause(), now=NOON)
    assert await refusal(tables.rise(table.id, BEN, cause=cause(), now=NOON)) == "not-seated"
    table = await accept_offer(tables, table, CAT, DAN)
    assert isinstance(table, Play)
    assert await refusal(accept_offer(tables, table, BEN)) == "begun"


async def test_host_starts_an_open_table_early_and_the_house_fills_up(tables: Tables) -> None:
    table = await open_table(tables, seats=4)
    # Alone it would have no dice that are newer than the commitment.
    assert await refusal(start(tables, table, 4)) == "too-few"
    await accept_offer(tables, table, BEN)
    for seats, by, why in ((3, BEN, "not-host"), (1, ANN, "too-few"), (5, ANN, "seats-stay")):
        assert await refusal(start(tables, table, seats, by)) == why
    table = await start(tables, table, 3)
    assert isinstance(table, Play)
    assert (len(table.people), table.people.count(None)) == (3, 1)


@pytest.mark.parametrize(
    ("fills", "filled", "told"), [(MINUTE, False, True), (MINUTE, True, False), (None, False, False)]
)
async def test_card_says_when_the_house_sits_down(tables: Tables, fills: int | None, filled: bool, told: bool) -> None:
    game = GAMES["schnick"]
    table = await open_table(tables, fills=fills)
    assert isinstance(table, Offer)
    offer = replace(table, game=game, options=game.options_class(), filled=filled)
    below = scenes.offer(offer, "en", Absences(), called=frozenset()).below
    assert any(f"<t:{(NOON + MINUTE) // 1000}:R>" in line for line in below) == told


async def test_house_takes_the_empty_seats_after_the_wait(tables: Tables) -> None:
    table = await open_table(tables, BEN, fills=MINUTE)
    await fired(tables, NOON + MINUTE - 1)
    assert isinstance(await tables.table(table.id), Offer)
    await fired(tables, NOON + MINUTE)
    table = await tables.table(table.id)
    assert isinstance(table, Begun)
    assert sorted(table.people, key=str) == [ANN, BEN, None]
    assert table == fold.folded(await tables.journal(table.id), Absences())


@pytest.mark.usefixtures("real_nonces")
async def test_lone_host_starts_by_a_click_that_is_newer_than_the_commitment(tables: Tables) -> None:
    table = await open_table(tables, fills=MINUTE)
    (before,) = table.sat
    await fired(tables, NOON + MINUTE)
    filled = await tables.table(table.id)
    assert isinstance(filled, Offer)
    assert filled.filled
    click = cause()
    table = (await tables.start(table.id, ANN, 3, cause=click, now=NOON)).table
    assert isinstance(table, Play)
    assert sorted(table.people, key=str) == [ANN, None, None]
    # The click is their part of the dice, not the command.
    assert [sitter.nonce for sitter in table.sat] == [str(click)] != [before.nonce]
    await say_word(tables, table.id, ANN, "!resign")
    assert (await tables.record(table.id)).nonces == (str(click),)


async def test_guest_who_comes_after_the_wait_plays_at_once(tables: Tables) -> None:
    table = await open_table(tables, fills=MINUTE)
    await fired(tables, NOON + MINUTE)
    table = await accept_offer(tables, table, CAT, now=NOON + 2 * MINUTE)
    assert isinstance(table, Play)
    assert table.people.count(None) == 1
    alone = await open_table(tables)
    await fired(tables, NOON + MINUTE)
    stands = await tables.table(alone.id)
    assert isinstance(stands, Offer)
    assert not stands.filled, "the house was not asked to"


# Practice


@pytest.mark.usefixtures("real_nonces")
async def test_practice_begins_at_once_and_once_for_one_press(tables: Tables) -> None:
    agreement, click = Agreement(kind="practice", seats=3, house=2, rated=False), cause()
    one, two = [
        await tables.offer(ANN, (), morra.GAME, {}, agreement, server=None, channel=2, cause=click, now=NOON)
        for _ in range(2)
    ]
    assert (one.again, two.again) == (False, True)
    assert two.table == one.table
    assert isinstance(one.table, Play)
    assert sorted(one.table.people, key=str) == [ANN, None, None]
    assert [sitter.nonce for sitter in one.table.sat] == [str(click)]
    assert await refusal(accept_offer(tables, one.table, BEN)) == "begun"


@both_databases
async def test_running_practice_is_found_while_it_lasts(tables: Tables) -> None:
    await begun(tables, BEN)
    assert await tables.practising(ANN) is None
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1, rated=False))
    assert await tables.practising(ANN) == table
    await tables.quit(table.id, ANN, now=NOON)
    assert await tables.practising(ANN) is None


# Rematches


async def rematch(tables: Tables, match: int, by: int) -> Table:
    return (await tables.rematch(match, by, cause=cause(), now=NOON)).table


async def finish(tables: Tables, *guests: int) -> Begun:
    """Begin a match that everybody resigns in turn."""
    table = await begun(tables, *guests)
    for seat in range(len(guests) + 1):
        if not table.over:
            table = (await said(tables, table, seat, "!resign")).table
    assert isinstance(table, Begun)
    return table


async def test_rematch_swaps_the_seats(tables: Tables) -> None:
    table = await finish(tables, BEN)
    asked = await challenge(tables, BEN)
    offer = await rematch(tables, table.id, BEN)
    assert isinstance(offer, Offer)
    assert offer.id != asked.id, "another offer to the same people is no rematch"
    assert offer.host == BEN
    again = await accept_offer(tables, offer, ANN)
    assert isinstance(again, Begun)
    assert again.people == table.people[::-1]
    assert again.seed != table.seed
    await said(tables, again, 0, "!resign")
    record = await tables.record(again.id)
    places = [str(again.people.index(person)) for person in (BEN, ANN)]
    assert [line.split(" ")[3] for line in record.lobby_lines if line.startswith("sit ")] == places
    assert not verify_record(record).seats_were_drawn


@pytest.mark.parametrize("locale", LOCALES)
async def test_rematch_card_says_how_it_stands(tables: Tables, locale: str) -> None:
    """By person, however the seats change and whoever asks; a cancelled match counts for nobody."""

    def read_card(table: Table) -> str:
        assert isinstance(table, Offer)
        return text(scenes.offer(table, locale, Absences(), called=frozenset()))

    first = await kit.challenge(tables)
    assert say("offer-so-far", locale, scores="") not in read_card(first)
    table = await accept_offer(tables, first, BEN)
    won = {ANN: 0, BEN: 0}
    for asks, loses in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (BEN, None)):
        if loses is None:
            await said(tables, table, 0, "!cancel")
        else:
            await tables.quit(table.id, loses, now=NOON)
            won[ANN + BEN - loses] += 1
        again = await rematch(tables, table.id, asks)
        other = ANN + BEN - asks
        scores = f"<@{asks}> {won[asks]} – <@{other}> {won[other]}"
        assert say("offer-so-far", locale, scores=scores) in read_card(again)
        game = again.game.say("name", locale)
        assert say("offer-rematch", locale, host=f"<@{asks}>", guests=f"<@{other}>", game=game) in read_card(again)
        table = await accept_offer(tables, again, other)


@both_databases
async def test_rematch_wished_by_several_is_one_offer_that_begins(tables: Tables) -> None:
    table = await finish(tables, BEN, CAT)
    wishes = (tables.rematch(table.id, person, cause=cause(), now=NOON) for person in (ANN, BEN, ANN, BEN))
    done = await asyncio.gather(*wishes)
    assert len({it.table.id for it in done}) == 1
    assert sum(it.again for it in done) >= 1, "a wish that is repeated calls nobody"
    again = await rematch(tables, table.id, CAT)
    assert again.id == done[0].table.id
    assert isinstance(again, Play)
    assert again.people == (table.people[2], *table.people[:2])


async def test_score_between_players_is_dropped_for_somebody_new(tables: Tables) -> None:
    table = await finish(tables, BEN, CAT)
    again = await rematch(tables, table.id, ANN)
    assert again.agreement.won is not None
    await decline(tables, again, CAT)
    other = (await tables.invite(again.id, ANN, DAN, cause=cause(), now=NOON)).table
    assert other.agreement.won is None


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CAT)])
async def test_house_takes_no_seat_of_a_player_in_a_rematch(tables: Tables, people: tuple[int, ...]) -> None:
    """At an open table it was asked to fill up; in a rematch the players are waited for."""
    table = await start(tables, await open_table(tables, *people[1:], seats=4, fills=MINUTE), max(2, len(people)))
    assert isinstance(table, Begun)
    for person in people:
        if not (await tables.table(table.id)).over:
            await say_word(tables, table.id, person, "!resign")
    again = await rematch(tables, table.id, ANN)
    assert "fill" not in {one.kind for one in (await tables.journal(again.id)).deadlines}
    assert again.agreement.rated == (len(people) > 1)
    begins = await accept_offer(tables, again, *people[1:])
    assert isinstance(begins, Play)
    assert set(begins.people) == set(table.people)


async def test_rematch_needs_a_finished_match_its_player_and_an_opponent(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(rematch(tables, table.id, ANN)) == "running"
    await said(tables, table, 0, "!resign")
    assert await refusal(rematch(tables, table.id, CAT)) == "not-seated"
    await tables.forget(BEN, NOON)
    assert await refusal(rematch(tables, table.id, ANN)) == "gone"
