"""What people do at tables, on both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.scenes import offer
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Closed, Offer, Over, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from bot.time import DAY, HOUR, MINUTE
from games.chain import brief
from games.fair import verified
from games.refused import Refused
from games.words import LOCALES
from tests.bot import town
from tests.bot.sitting import ANN, BEN, CAT, DAN, NOON, begun, cause, challenge, offered, round_of, said, show, tabled
from tests.games import morra


async def refusal(call: object) -> str:
    with pytest.raises(Refused) as no:
        await call  # type: ignore[misc]  # any of the service's calls
    return no.value.key


# Offers


async def test_a_challenge_begins_when_all_have_accepted(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    assert isinstance(table, Offer)
    table = (await tables.sit(table.id, CAT, cause=cause(), now=NOON)).table
    assert isinstance(table, Offer)
    table = (await tables.sit(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert sorted(person for person in table.people if person) == [ANN, BEN, CAT]


async def test_the_dice_draw_the_seats_in_the_order_of_sitting_down(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    drawn = table.match.chance.seats(2, 2)
    assert [table.people[seat] for seat in drawn] == [ANN, BEN]


async def test_only_those_named_may_answer(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(tables.sit(table.id, CAT, cause=cause(), now=NOON)) == "not-named"
    assert await refusal(tables.decline(table.id, CAT, cause=cause(), now=NOON)) == "not-named"
    assert await refusal(tables.withdraw(table.id, BEN, cause=cause(), now=NOON)) == "not-host"
    assert await refusal(tables.sit(table.id, ANN, cause=cause(), now=NOON)) == "sits-already"


@pytest.mark.parametrize(("who", "how"), [(BEN, "decline"), (ANN, "withdraw")])
async def test_an_offer_that_was_closed_stays_closed(tables: Tables, who: int, how: str) -> None:
    table = await challenge(tables, BEN)
    table = (await getattr(tables, how)(table.id, who, cause=cause(), now=NOON)).table
    assert isinstance(table, Closed)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON)) == f"closed-{table.how}"
    header = await tables.store.header(table.id)
    assert header
    assert (header.live, header.status) == (False, table.how)


async def test_nobody_plays_against_themselves(tables: Tables) -> None:
    assert await refusal(challenge(tables, ANN)) == "yourself"
    assert await refusal(challenge(tables, BEN, BEN)) == "named-twice"
    assert await refusal(challenge(tables, BEN, seats=3)) == "named-count"
    assert await refusal(challenge(tables, BEN, CAT, DAN, 55)) == "seats"


async def test_other_terms_ask_everybody_again(tables: Tables) -> None:
    table = await challenge(tables, BEN, CAT)
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)

    async def changed(by: int, options: dict[str, int]) -> Table:
        wanted = Agreement(seats=1, clock=HOUR, rated=False)
        done = await tables.change(table.id, by, options, wanted, cause=cause(), now=NOON)
        return done.table

    table = await changed(ANN, {"start": 1})
    assert [sitter.person for sitter in table.sat] == [ANN]
    assert (table.agreement.clock, table.agreement.rated) == (HOUR, False)
    assert table.options.model_dump() == {"start": 1}
    assert await refusal(changed(BEN, {})) == "not-host"
    assert await refusal(changed(ANN, {"end": 1})) == "option-unknown"


async def test_anybody_may_join_an_open_table_until_it_is_full(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=3))
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    await tables.rise(table.id, BEN, cause=cause(), now=NOON)
    assert await refusal(tables.rise(table.id, BEN, cause=cause(), now=NOON)) == "not-seated"
    await tables.sit(table.id, CAT, cause=cause(), now=NOON)
    table = (await tables.sit(table.id, DAN, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON)) == "begun"


async def test_the_host_may_begin_early_and_the_house_fills_up(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=4))
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    assert await refusal(tables.start(table.id, BEN, 3, cause=cause(), now=NOON)) == "not-host"
    assert await refusal(tables.start(table.id, ANN, 1, cause=cause(), now=NOON)) == "too-few"
    assert await refusal(tables.start(table.id, ANN, 5, cause=cause(), now=NOON)) == "seats-stay"
    table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    assert len(table.people) == 3
    assert table.people.count(None) == 1


async def test_nobody_begins_an_open_table_alone(tables: Tables) -> None:
    """The only part of the dice that people brought would be older than the commitment."""
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=3))
    assert await refusal(tables.start(table.id, ANN, 3, cause=cause(), now=NOON)) == "too-few"


async def test_nobody_is_named_at_an_open_table_or_in_practice(tables: Tables) -> None:
    for agreement in (Agreement(kind="open", seats=3), Agreement(kind="practice", seats=2, house=1)):
        assert await refusal(offered(tables, ANN, (BEN,), agreement)) == "named-count"


@pytest.mark.parametrize("order", [(5, 6), (0, 0), (0,), (0, 1, 2)])
async def test_an_order_of_seats_is_one_of_this_table(tables: Tables, order: tuple[int, ...]) -> None:
    assert await refusal(challenge(tables, BEN, order=order)) == "nobody"


async def test_who_comes_too_late_is_refused_before_the_clock_says_so(tables: Tables) -> None:
    table = await challenge(tables, BEN)
    assert await refusal(tables.sit(table.id, BEN, cause=cause(), now=NOON + DAY)) == "closed-expired"
    table = await begun(tables, BEN, clock=HOUR)
    assert await refusal(show(tables, table, 0, now=NOON + HOUR)) == "late"
    table = await begun(tables, BEN, clock=None, limit=HOUR)
    assert await refusal(show(tables, table, 0, now=NOON + HOUR)) == "late"


async def test_an_interaction_is_of_one_match(tables: Tables) -> None:
    one, other = await begun(tables, BEN), await begun(tables, BEN)
    assert isinstance(one, Begun)
    person, click = one.people[0], cause()
    assert person
    await tables.say(one.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert await refusal(tables.say(other.id, person, ("show", "9"), step=0, cause=click, now=NOON)) == "illegal"


@pytest.mark.parametrize("last", [1, 2])
async def test_whoever_was_forgotten_elsewhere_is_not_written_down_from_memory(tables: Tables, last: int) -> None:
    """Whether others still have something to say after that, or the next word is the last of the match."""
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
    assert [result.person for result in await tables.store.results(table.id)] == [nobody, *table.people[1:]]


@pytest.mark.usefixtures("by_what_each_did")
async def test_practice_begins_as_soon_as_it_is_asked_for(tables: Tables) -> None:
    """Twice the same press is one match, and nobody else comes in."""
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
    assert await refusal(tables.sit(one.table.id, BEN, cause=cause(), now=NOON)) == "begun"


async def test_what_somebody_practises_is_found_while_it_lasts(tables: Tables) -> None:
    await begun(tables, BEN)
    assert await tables.practising(ANN) is None
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1, rated=False))
    assert await tables.practising(ANN) == table
    await tables.quit(table.id, ANN, now=NOON)
    assert await tables.practising(ANN) is None


# Play


async def test_a_match_is_played_and_its_record_proves_it(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(tables.record(table.id)) == "running"
    after = (await show(tables, table, 0, 3)).table
    assert isinstance(after, Play)
    shown = after.sealed(0)
    assert shown
    for _ in range(3):
        table = await round_of(tables, await tables.table(table.id))
        if not isinstance(table, Play):
            break
    record = await tables.record(table.id)
    proof = verified(record)
    assert proof.hidden == len(proof.receipts) - 1 == 6
    assert proof.thought_again == 1
    assert proof.seats == record.chance.seats(2, 2)
    # The first choice was changed before the other had chosen: its receipt stays, and nobody learns what it was.
    assert [str(line) for line in record.lines if line.superseded] == [f"0 ~ # {shown.receipt}"]
    table = await tables.table(table.id)
    assert proof.seal == brief(table.seal) == brief(table.shown)


async def test_the_receipt_that_was_shown_is_the_one_in_the_record(tables: Tables) -> None:
    table = await begun(tables, BEN)
    await show(tables, table, 0, 1)
    after = (await show(tables, table, 0, 2)).table
    assert isinstance(after, Play)
    shown = after.sealed(0)
    await show(tables, table, 1)
    await said(tables, table, 0, "!resign")
    assert shown
    record = await tables.record(table.id)
    assert [line.receipt for line in record.lines if line.seat == 0][1:] == [shown.receipt, ""]


async def test_a_doubled_click_happens_once(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    person, click = table.people[0], cause()
    assert person
    first = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    again = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert (first.again, again.again) == (False, True)
    assert again.table.seq == first.table.seq
    # Also when the step has long been over.
    await show(tables, table, 1)
    late = await tables.say(table.id, person, ("show", "1"), step=0, cause=click, now=NOON)
    assert late.again
    assert isinstance(late.table, Begun)
    assert late.table.match.step == 1


async def test_a_doubled_challenge_is_one_table(tables: Tables) -> None:
    click = cause()
    agreement = Agreement(seats=2)
    where: dict[str, Any] = {"server": 1, "channel": 2, "cause": click, "now": NOON}
    game = (await challenge(tables, BEN)).game
    one = await tables.offer(ANN, [BEN], game, {}, agreement, **where)
    two = await tables.offer(ANN, [BEN], game, {}, agreement, **where)
    assert one.table.id == two.table.id
    assert two.again


async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert isinstance(table, Begun)
    person = table.people[0]
    assert person
    for who, word, step, key in [
        (CAT, ("show", "1"), 0, "not-seated"),
        (person, ("show", "4"), 0, "illegal"),
        (person, ("show", "1"), 1, "stale"),
        (person, ("!agree",), None, "not-offered"),
        (person, ("!time",), None, "illegal"),
        (person, (), 0, "illegal"),
    ]:
        assert await refusal(tables.say(table.id, who, word, step=step, cause=cause(), now=NOON)) == key
    header = await tables.store.header(table.id)
    assert header
    assert header.seq == table.seq
    assert await tables.table(table.id) == table


async def test_a_table_that_is_not_there_is_refused(tables: Tables) -> None:
    assert await refusal(tables.table(99)) == "no-table"
    assert await refusal(tables.sit(99, ANN, cause=cause(), now=NOON)) == "no-table"
    assert await refusal(tables.record(99)) == "no-table"


async def test_an_end_is_written_down_for_everybody(tables: Tables) -> None:
    table = await round_of(tables, await round_of(tables, await begun(tables, BEN)))
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Over)
    results = await tables.store.results(table.id)
    assert [(result.person, result.rank, result.reason, result.rated) for result in results] == [
        (table.people[0], 1, "resign", True),
        (table.people[1], 2, "resign", True),
    ]
    assert await refusal(said(tables, table, 0, "!resign")) == "ended"


@pytest.mark.parametrize(
    ("agreement", "options"),
    [
        (Agreement(kind="open", seats=2), {"start": 1}),
        (Agreement(kind="open", seats=2, rated=False), {}),
        (Agreement(kind="open", seats=3, house=1), {}),
    ],
    ids=["drawn start", "by agreement", "against the house"],
)
async def test_some_matches_are_never_rated(tables: Tables, agreement: Agreement, options: dict[str, int]) -> None:
    table = await offered(tables, ANN, (), agreement, options=options)
    table = await round_of(tables, (await tables.sit(table.id, BEN, cause=cause(), now=NOON)).table)
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    table = (await said(tables, table, seat, "!resign")).table
    if not table.over:
        assert isinstance(table, Begun)
        other = table.seat_of(BEN)
        assert other is not None
        table = (await said(tables, table, other, "!resign")).table
    # With nobody left but the house there is no match.
    assert table.over
    assert not any(result.rated for result in await tables.store.results(table.id))


async def test_at_a_table_of_three_the_house_takes_a_seat_that_was_left(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    table = (await said(tables, table, 1, "!resign")).table
    assert isinstance(table, Play)
    assert table.housed == {1}
    assert await refusal(said(tables, table, 1, "!offer")) == "has-left"
    assert await refusal(tables.say_for_the_house(table.id, 0, ("show", "1"), step=0, now=NOON)) == "not-the-house"
    table = await round_of(tables, table)
    assert isinstance(table, Begun)
    assert table.match.step == 1


async def test_a_draw_is_offered_and_agreed_to(tables: Tables) -> None:
    table = await round_of(tables, await begun(tables, BEN))
    await said(tables, table, 0, "!offer")
    table = (await said(tables, table, 1, "!agree")).table
    assert table.status == "agreed"


async def test_the_house_does_not_keep_people_who_cancel(tables: Tables) -> None:
    table = await round_of(tables, await offered(tables, ANN, (), Agreement(kind="practice", seats=3, house=2)))
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    assert (await said(tables, table, seat, "!cancel")).table.status == "cancelled"


async def test_a_rematch_changes_the_seats_round(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    again = (await tables.rematch(table.id, BEN, cause=cause(), now=NOON)).table
    assert again.host == BEN
    again = (await tables.sit(again.id, ANN, cause=cause(), now=NOON)).table
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert again.people == table.people[::-1]
    assert again.seed != table.seed
    await said(tables, again, 0, "!resign")
    record = await tables.record(again.id)
    places = [str(again.people.index(person)) for person in (BEN, ANN)]
    assert [line.split(" ")[3] for line in record.before if line.startswith("sit ")] == places
    assert not verified(record).drawn


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_rematch_says_that_it_is_one_and_how_it_stands(tables: Tables, locale: str) -> None:
    """By person, however the seats change round and whoever asks; what was cancelled nobody has won."""

    def card(table: Table) -> str:
        assert isinstance(table, Offer)
        scene = offer.offer(table, locale, Absences(), called=frozenset())
        return "\n".join((*scene.above, *scene.below))

    first = await town.challenge(tables)
    assert say("offer-so-far", locale, scores="") not in card(first)
    table = (await tables.sit(first.id, BEN, cause=cause(), now=NOON)).table
    won = {ANN: 0, BEN: 0}
    for asks, loses in ((BEN, BEN), (ANN, BEN), (ANN, ANN), (BEN, None)):
        if loses is None:
            table = (await said(tables, table, 0, "!cancel")).table
        else:
            await tables.quit(table.id, loses, now=NOON)
            won[ANN + BEN - loses] += 1
        again = (await tables.rematch(table.id, asks, cause=cause(), now=NOON)).table
        other = ANN + BEN - asks
        scores = f"<@{asks}> {won[asks]} – <@{other}> {won[other]}"
        assert say("offer-so-far", locale, scores=scores) in card(again)
        game = again.game.say("name", locale)
        assert say("offer-rematch", locale, host=f"<@{asks}>", guests=f"<@{other}>", game=game) in card(again)
        table = (await tables.sit(again.id, other, cause=cause(), now=NOON)).table


async def test_whoever_comes_in_the_place_of_another_is_no_opponent_of_old(tables: Tables) -> None:
    table = await begun(tables, BEN, CAT)
    for person in (BEN, CAT, ANN):
        await tables.quit(table.id, person, now=NOON)
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert again.agreement.won is not None
    await tables.decline(again.id, CAT, cause=cause(), now=NOON)
    other = (await tables.invite(again.id, ANN, DAN, cause=cause(), now=NOON)).table
    assert other.agreement.won is None


async def test_whoever_wants_the_rematch_that_they_are_asked_for_accepts_it(tables: Tables) -> None:
    """In whatever order: of two who click at once, one offers and the other sits down."""
    table = await begun(tables, BEN, CAT)
    for seat in range(3):
        table = (await said(tables, table, seat, "!resign")).table
    wishes = (tables.rematch(table.id, person, cause=cause(), now=NOON) for person in (ANN, BEN, ANN, BEN))
    made = {done.table.id for done in await asyncio.gather(*wishes)}
    assert len(made) == 1
    again = (await tables.rematch(table.id, CAT, cause=cause(), now=NOON)).table
    assert {again.id} == made
    assert isinstance(again, Play)
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert again.people == (table.people[2], *table.people[:2])


async def test_a_rematch_that_somebody_wishes_for_twice_is_offered_once(tables: Tables) -> None:
    """And the second time nobody is called for it."""
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    first, second = [await tables.rematch(table.id, ANN, cause=cause(), now=NOON) for _ in range(2)]
    assert (first.again, second.again) == (False, True)
    assert first.table.id == second.table.id


async def test_another_table_of_the_same_people_is_no_rematch(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    asked = await challenge(tables, BEN)
    again = (await tables.rematch(table.id, BEN, cause=cause(), now=NOON)).table
    assert again.id != asked.id
    assert isinstance(again, Offer)


async def test_a_rematch_against_the_house_begins_at_once(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1))
    assert isinstance(table, Begun)
    seat = table.seat_of(ANN)
    assert seat is not None
    await said(tables, table, seat, "!resign")
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert isinstance(again, Play)
    assert again.private
    assert again.people == table.people[::-1]


@pytest.mark.parametrize("people", [(ANN,), (ANN, BEN), (ANN, BEN, CAT)])
async def test_in_a_rematch_the_house_takes_nobody_s_seat(tables: Tables, people: tuple[int, ...]) -> None:
    """At an open table it was asked to; whoever is asked now is waited for."""
    table = await offered(tables, ANN, (), Agreement(kind="open", seats=4, fills=MINUTE))
    for person in people[1:]:
        await tables.sit(table.id, person, cause=cause(), now=NOON)
    table = (await tables.start(table.id, ANN, max(2, len(people)), cause=cause(), now=NOON)).table
    for person in people:
        assert isinstance(table, Begun)
        seat = table.seat_of(person)
        assert seat is not None
        if not table.over:
            table = (await said(tables, table, seat, "!resign")).table
    again = (await tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert "fill" not in {one.kind for one in (await tables.journal(again.id)).deadlines}
    assert again.agreement.rated == (len(people) > 1)
    for person in people[1:]:
        assert isinstance(again, Offer)
        again = (await tables.sit(again.id, person, cause=cause(), now=NOON)).table
    assert isinstance(again, Play)
    assert isinstance(again, Begun)
    assert isinstance(table, Begun)
    assert set(again.people) == set(table.people)


async def test_nobody_gets_a_rematch_against_somebody_who_is_gone(tables: Tables) -> None:
    table = (await said(tables, await begun(tables, BEN), 0, "!resign")).table
    await tables.forget(BEN, NOON)
    assert await refusal(tables.rematch(table.id, ANN, cause=cause(), now=NOON)) == "gone"


@pytest.mark.parametrize(
    "agreement",
    [
        Agreement(kind="challenge", seats=2, house=1),
        Agreement(kind="open", seats=2, house=1),
        Agreement(kind="practice", seats=2),
        Agreement(kind="practice", seats=2, house=2),
    ],
    ids=lambda agreement: f"{agreement.kind} {agreement.people}",
)
async def test_a_table_that_could_never_begin_is_not_offered(tables: Tables, agreement: Agreement) -> None:
    assert await refusal(offered(tables, ANN, (), agreement)) == "nobody"


async def test_a_rematch_needs_a_match_that_is_over_and_somebody_who_played_it(tables: Tables) -> None:
    table = await begun(tables, BEN)
    assert await refusal(tables.rematch(table.id, ANN, cause=cause(), now=NOON)) == "running"
    await said(tables, table, 0, "!resign")
    assert await refusal(tables.rematch(table.id, CAT, cause=cause(), now=NOON)) == "not-seated"


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_may_not_look_hears_the_one_reason_why(tables: Tables, locale: str) -> None:
    """Those who have looked, and those who have chosen, are not told of each other's case."""
    table = await begun(tables, BEN)
    await tables.look(table.id, ANN, cause=cause(), now=NOON)
    assert isinstance(table, Begun)
    seat = table.seat_of(BEN)
    assert seat is not None
    await show(tables, table, seat)
    keys = [await refusal(tables.look(table.id, person, cause=cause(), now=NOON)) for person in (ANN, BEN)]
    assert keys == ["looked", "look-late"]
    told = [say.no(Refused(key), locale) for key in keys]
    word = {"en": "chosen", "de": "gewählt", "fr": "choisi"}[locale]
    assert [word in line for line in told] == [False, True]
    await round_of(tables, await tables.table(table.id))
    assert await tables.look(table.id, ANN, cause=cause(), now=NOON), "with a new step one may look again"


async def test_of_many_who_come_at_once_the_first_are_answered_before_the_last_are_stored(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [await begun(tables, BEN) for _ in range(40)]
    append, order = tables.store.append, []

    async def stored(match: int, *given: object, **more: object) -> object:
        order.append(("stored", match))
        return await append(match, *given, **more)  # type: ignore[arg-type]

    async def answered(table: Table) -> None:
        await show(tables, table, 0)
        order.append(("answered", table.id))

    monkeypatch.setattr(tables.store, "append", stored)
    await asyncio.gather(*map(answered, waiting))
    assert order.index(("answered", waiting[0].id)) < order.index(("stored", waiting[-1].id))
