"""What somebody sees of their match when they press something: a choice, what counts, the board."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

import pytest

from bot.desk.asked import Answer, Wish
from bot.desk.desk import led
from bot.house.seats import only
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Board, Listed
from bot.table.table import Begun, Play
from bot.texts import say
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.match import ANN, BEN, CAT
from tests.kit.scenes import addresses
from tests.kit.world import World, asked, begin_match_where_both_choose, begun, challenge, chosen

pytestmark = pytest.mark.usefixtures("without_morra")


async def in_turn(world: World) -> tuple[Play, int, int]:
    """The match, who is asked, and who is not."""
    table = await begun(world.tables, "shamanic_chess")
    assert isinstance(table, Play)
    (first,) = table.match.awaited
    return table, table.people[first] or 0, table.people[1 - first] or 0


async def test_by_the_card_a_hand_opens_beside_it_and_in_a_hand_it_takes_its_place(world: World) -> None:
    table = await begin_match_where_both_choose(world)
    on_the_card = await world.rooms.desk.answer(asked(private=False), Address(Verb.CHOOSE, table.id, 0))
    in_the_hand = await world.rooms.desk.answer(asked(), Address(Verb.CHOOSE, table.id, 0))
    assert on_the_card.scene == in_the_hand.scene
    assert (on_the_card.here, on_the_card.opens) == (False, table.id)
    assert (in_the_hand.here, in_the_hand.opens) == (True, 0)


async def test_a_choice_is_answered_by_what_comes_next(world: World) -> None:
    """Of the first by what is sealed, of the last by the next decision."""
    table = await begin_match_where_both_choose(world)
    for person, kind in ((ANN, "sealed"), (BEN, "asked")):
        page = await world.rooms.desk.answer(asked(person), Address(Verb.CHOOSE, table.id, 0))
        pick = next(it for it in addresses(page.scene) if it.verb == Verb.PICK)
        answer = await world.rooms.desk.answer(asked(person), pick)
        assert (answer.here, answer.stirs) == (True, table.id)
        assert answer.holds
        assert answer.holds.shows.split()[0] in {kind, "waits"}
        assert (answer.holds.step > 0) == (person == BEN)


async def test_what_is_taken_from_a_list_does_what_its_button_would(world: World) -> None:
    table, awaited, _ = await in_turn(world)
    desk = world.rooms.desk
    scene = (await desk.answer(asked(awaited), Address(Verb.CHOOSE, table.id, 0))).scene
    assert scene
    (listed,) = [row for row in scene.rows if isinstance(row, Listed)]
    by, to = Address.parse(listed.to), listed.buttons[3].to
    pick = Address.parse(to)
    assert by
    assert pick

    async def take(*chosen: str) -> Answer:
        taking = replace(asked(awaited), chosen=chosen)
        return await desk.answer(taking, led(taking, by))

    taken = await take(to)
    assert taken.scene == (await desk.answer(asked(awaited), pick)).scene
    assert Verb.PICK in {it.verb for it in addresses(taken.scene)}
    for foreign in ((), ("e2",), (f"{Verb.PICK}:1:0",), (listed.to,)):
        with pytest.raises(Refused, match="button"):
            await take(*foreign)


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_is_not_awaited_sees_who_is(world: World, locale: Locale) -> None:
    table, awaited, idle = await in_turn(world)
    answer = await world.rooms.desk.answer(asked(idle, locale=locale), Address(Verb.CHOOSE, table.id, 0))
    assert answer.scene
    assert answer.scene.board
    assert any(f"<@{awaited}>" in line for line in answer.scene.below)
    assert Verb.PICK not in {it.verb for it in addresses(answer.scene)}


async def test_who_does_not_play_there_sees_what_everybody_sees(world: World) -> None:
    """And holds nothing: no choice, no secret, and no hand that is edited."""
    table = await begin_match_where_both_choose(world)
    answer = await world.rooms.desk.answer(asked(CAT, private=False), Address(Verb.CHOOSE, table.id, 0))
    assert (answer.opens, answer.holds) == (table.id, None)
    assert answer.scene
    assert isinstance(answer.scene.board, Board)
    assert answer.scene.board.picture == table.game.picture(table.game.forget(table.match.view(None)))
    assert {it.verb for it in addresses(answer.scene)} == {Verb.RULES, Verb.INBOX}
    assert any(f"<@{ANN}>" in line and f"<@{BEN}>" in line for line in answer.scene.below)


async def test_before_it_begins_there_is_nothing_to_choose(world: World) -> None:
    table = await challenge(world.tables)
    opened = await world.rooms.desk.answer(asked(), Address(Verb.CHOOSE, table.id, 0))
    assert Verb.WITHDRAW in {it.verb for it in addresses(opened.scene)}
    assert not {Verb.PICK, Verb.TAKE} & {it.verb for it in addresses(opened.scene)}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("verb", [Verb.PICK, Verb.CHANGE])
async def test_a_press_of_a_turn_that_is_over_shows_what_counts_now(world: World, verb: Verb, locale: Locale) -> None:
    table = await begin_match_where_both_choose(world)
    while table.match.step == 0 or ANN not in [table.people[seat] for seat in table.match.awaited]:
        person = table.people[min(table.match.waiting)] or 0
        after = await chosen(world.tables, table.id, person)
        assert isinstance(after, Play)
        table = after
    seat = table.people.index(ANN)
    rest = ".".join(table.match.legal(seat)[0]) if verb == Verb.PICK else ""
    answer = await world.rooms.desk.answer(asked(locale=locale), Address(verb, table.id, 0, rest))
    now = await world.rooms.desk.answer(asked(locale=locale), Address(Verb.CHOOSE, table.id, 0))
    assert answer.scene
    assert now.scene
    assert answer.scene.above == (say("hand-moved-on", locale), *now.scene.above)
    assert (answer.here, answer.holds, answer.scene.rows) == (True, now.holds, now.scene.rows)
    unchanged = await world.tables.table(table.id)
    assert isinstance(unchanged, Begun)
    assert unchanged.seq == table.seq


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_thinks_again_sees_what_counts_and_may_keep_it(world: World, locale: Locale) -> None:
    table = await begin_match_where_both_choose(world)
    sealed = await chosen(world.tables, table.id, ANN)
    again = await world.rooms.desk.answer(asked(locale=locale), Address(Verb.CHANGE, table.id, 0))
    assert again.scene
    counts = say("hand-counts", locale, word="").partition("**")[0]
    assert [line for line in again.scene.below if line.startswith(counts)]
    ways = {it.verb: it for it in addresses(again.scene)}
    assert ways.keys() >= {Verb.PICK, Verb.KEEP}
    kept = await world.rooms.desk.answer(asked(locale=locale), ways[Verb.KEEP])
    assert kept.here
    assert kept.holds
    assert kept.holds.shows.split()[0] == "sealed"
    assert Verb.KEEP not in {it.verb for it in addresses(kept.scene)}
    assert await world.tables.table(table.id) == sealed


# What waits


@pytest.mark.parametrize("locale", LOCALES)
async def test_why_there_is_no_hint_between_people_is_said_where_one_looks_for_it(world: World, locale: Locale) -> None:
    table = await begun(world.tables)
    drill = (await world.rooms.practice.begin(asked(), Wish("schnick"))).holds
    assert drill
    for match, told in ((table.id, True), (drill.match, False)):
        more = await world.rooms.asides.more(replace(asked(), locale=locale), Address(Verb.MORE, match, 0))
        assert more.scene
        assert (say("no-no-hints", locale) in more.scene.small) == told


async def test_what_goes_without_asking_is_no_question_for_a_moment(world: World) -> None:
    """Of two, one can challenge but the other: whoever chose before it, the answer shows what comes after it."""
    table, spared = await begun(world.tables, "schnick"), 0
    for person in islice(cycle((ANN, BEN)), 60):
        stood = await world.tables.table(table.id)
        if not isinstance(stood, Play):
            break
        answer = await world.rooms.desk.answer(asked(person), Address(Verb.CHOOSE, table.id, 0))
        for _ in range(3):
            now = await world.tables.table(table.id)
            assert isinstance(now, Begun)
            assert not isinstance(now, Play) or not only(now)
            assert answer.stirs == (table.id if now.seq > stood.seq else 0)
            spared += max(0, now.match.step - stood.match.step - 1)
            picks = [it for it in addresses(answer.scene) if it.verb == Verb.PICK]
            if not picks or now.match.step > stood.match.step:
                break
            answer = await world.rooms.desk.answer(asked(person), picks[0])
    assert spared
