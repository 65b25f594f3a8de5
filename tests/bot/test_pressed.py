"""What a player sees of their match when they press something: a choice, what counts, the board."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from bot.ai.seats import only
from bot.i18n import say
from bot.matches.model import Begun, Play
from bot.screens.custom_ids import Address, Verb
from bot.screens.scene import Board, Listed
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.match import ANN, BEN, CAT
from tests.kit.person import find_picks
from tests.kit.scenes import addresses, verbs
from tests.kit.world import World, begin_match_where_both_choose, begun, challenge, chosen

pytestmark = pytest.mark.usefixtures("without_morra")

MESSAGE = 77
"""A private message."""


async def test_message_opens_beside_the_card_and_is_edited_where_it_is_pressed(world: World) -> None:
    match = (await begin_match_where_both_choose(world)).id
    on_the_card = await world.person(ANN).click(Verb.CHOOSE, match)
    in_the_message = await world.person(ANN).click(Verb.CHOOSE, match, message=MESSAGE)
    assert on_the_card.scene == in_the_message.scene
    assert (on_the_card.here, on_the_card.opens) == (False, match)
    assert (in_the_message.here, in_the_message.opens) == (True, 0)


async def test_choice_is_answered_by_what_comes_next(world: World) -> None:
    match = (await begin_match_where_both_choose(world)).id
    for person, kind in ((ANN, "sealed"), (BEN, "asked")):
        shown = (await world.person(person).click(Verb.CHOOSE, match, message=MESSAGE)).scene
        pick = find_picks(shown, match)[0]
        answer = await world.person(person).click(Verb.PICK, match, 0, pick.rest, message=MESSAGE)
        assert (answer.here, answer.stirs) == (True, match)
        assert answer.holds
        assert answer.holds.shows.split()[0] in {kind, "waits"}
        assert (answer.holds.step > 0) == (person == BEN)


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_does_what_its_buttons_would_and_others_see_who_is_awaited(world: World, locale: Locale) -> None:
    table = await begun(world.tables, "shamanic_chess")
    assert isinstance(table, Play)
    (first,) = table.match.seats_asked
    awaited, idle = (world.person(table.people[seat] or 0).where(locale=locale) for seat in (first, 1 - first))
    other = (await idle.click(Verb.CHOOSE, table.id)).scene
    assert other
    assert other.board
    assert any(f"<@{awaited.id}>" in line for line in other.below)
    assert Verb.PICK not in verbs(other)
    scene = (await awaited.click(Verb.CHOOSE, table.id, message=MESSAGE)).scene
    assert scene
    (listed,) = [row for row in scene.rows if isinstance(row, Listed)]
    by, pick = (Address.parse(it) for it in (listed.to, listed.buttons[3].to))
    assert by
    assert pick
    taken = await awaited.click(by.verb, by.match, by.step, by.rest, chosen=(str(pick),), message=MESSAGE)
    pressed = await awaited.click(pick.verb, pick.match, pick.step, pick.rest, message=MESSAGE)
    assert taken.scene == pressed.scene
    assert Verb.PICK in verbs(taken.scene)
    for foreign in ((), ("e2",), (f"{Verb.PICK}:1:0",), (listed.to,)):
        with pytest.raises(Refused, match="button"):
            await awaited.click(by.verb, by.match, by.step, by.rest, chosen=foreign, message=MESSAGE)


async def test_person_who_does_not_play_sees_what_everybody_sees(world: World) -> None:
    table = await begin_match_where_both_choose(world)
    answer = await world.person(CAT).click(Verb.CHOOSE, table.id)
    assert (answer.opens, answer.holds) == (table.id, None)
    assert answer.scene
    assert isinstance(answer.scene.board, Board)
    assert answer.scene.board.picture == table.game.draw_board(table.game.forget(table.match.view_of(None)))
    assert verbs(answer.scene).keys() == {Verb.RULES, Verb.INBOX}
    assert any(f"<@{ANN}>" in line and f"<@{BEN}>" in line for line in answer.scene.below)


async def test_nothing_can_be_chosen_before_the_match_begins(world: World) -> None:
    opened = await world.person(ANN).click(Verb.CHOOSE, (await challenge(world.tables)).id)
    assert Verb.WITHDRAW in verbs(opened.scene)
    assert not {Verb.PICK, Verb.TAKE} & verbs(opened.scene).keys()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("verb", [Verb.PICK, Verb.CHANGE])
async def test_press_for_a_turn_that_is_over_shows_what_counts_now(world: World, verb: Verb, locale: Locale) -> None:
    table, ann = await begin_match_where_both_choose(world), world.person(ANN).where(locale=locale)
    while table.match.step == 0 or not table.waits_for(ANN):
        after = await chosen(world.tables, table.id, table.people[min(table.match.to_move)] or 0)
        assert isinstance(after, Play)
        table = after
    rest = ".".join(table.match.legal_moves(table.people.index(ANN))[0]) if verb == Verb.PICK else ""
    answer = await ann.click(verb, table.id, 0, rest, message=MESSAGE)
    now = await ann.click(Verb.CHOOSE, table.id, message=MESSAGE)
    assert answer.scene
    assert now.scene
    assert answer.scene.above == (say("hand-moved-on", locale), *now.scene.above)
    assert (answer.here, answer.holds, answer.scene.rows) == (True, now.holds, now.scene.rows)
    unchanged = await world.tables.table(table.id)
    assert isinstance(unchanged, Begun)
    assert unchanged.seq == table.seq


@pytest.mark.parametrize("locale", LOCALES)
async def test_player_who_thinks_again_sees_what_counts_and_may_keep_it(world: World, locale: Locale) -> None:
    match, ann = (await begin_match_where_both_choose(world)).id, world.person(ANN).where(locale=locale)
    sealed = await chosen(world.tables, match, ANN)
    again = (await ann.click(Verb.CHANGE, match, message=MESSAGE)).scene
    assert again
    counts = say("hand-counts", locale, word="").partition("**")[0]
    assert [line for line in again.below if line.startswith(counts)]
    assert verbs(again).keys() >= {Verb.PICK, Verb.KEEP}
    kept = await ann.click_in(again, Verb.KEEP, message=MESSAGE)
    assert kept.here
    assert kept.holds
    assert kept.holds.shows.split()[0] == "sealed"
    assert Verb.KEEP not in verbs(kept.scene)
    assert await world.tables.table(match) == sealed


@pytest.mark.parametrize("locale", LOCALES)
async def test_menu_says_that_there_are_no_hints_between_people(world: World, locale: Locale) -> None:
    match, ann = (await begun(world.tables)).id, world.person(ANN).where(locale=locale)
    practice = (await ann.practice("schnick")).holds
    assert practice
    for each, told in ((match, True), (practice.match, False)):
        more = (await ann.click(Verb.MORE, each)).scene
        assert more
        assert (say("no-no-hints", locale) in more.small) == told


async def test_step_without_a_choice_is_skipped(world: World) -> None:
    """Of two, one can challenge but the other: whoever chose before it, the answer shows what comes after it."""
    match, spared = (await begun(world.tables, "schnick")).id, 0
    for person in islice(cycle((ANN, BEN)), 60):
        stood = await world.tables.table(match)
        if not isinstance(stood, Play):
            break
        answer = await world.person(person).click(Verb.CHOOSE, match, message=MESSAGE)
        for _ in range(3):
            now = await world.tables.table(match)
            assert isinstance(now, Begun)
            assert not isinstance(now, Play) or not only(now)
            assert answer.stirs == (match if now.seq > stood.seq else 0)
            spared += max(0, now.match.step - stood.match.step - 1)
            picks = [it for it in addresses(answer.scene) if it.verb == Verb.PICK]
            if not picks or now.match.step > stood.match.step:
                break
            answer = await world.person(person).click(Verb.PICK, match, picks[0].step, picks[0].rest, message=MESSAGE)
    assert spared
