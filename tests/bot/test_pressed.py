"""What somebody sees of their match when they press something: a choice, what counts, the board, what waits."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import cycle, islice

import pytest

from bot.desk.asked import Asked
from bot.desk.wish import Wish
from bot.herald.channels import ANSWER
from bot.herald.veil import REVEALED
from bot.house.seats import only
from bot.scenes.address import Address
from bot.scenes.inbox import A_PAGE
from bot.scenes.scene import Board, Button, Listed, Scene
from bot.scenes.verb import Verb
from bot.scenes.wording import LABEL
from bot.table.deadlines import Due
from bot.table.kind import Kind
from bot.table.table import Begun, Play
from bot.texts import say
from bot.time import HOUR
from games import GAMES
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import LOOK, Event
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause
from tests.bot.town import NOON, Town, begun, challenge, chosen, round_of, settled
from tests.games import morra


@pytest.fixture
def town(town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    # A game of the tests, without a name.
    monkeypatch.delitem(GAMES, morra.KEY)
    return town


def asked(person: int = ANN, *, private: bool = True, locale: Locale = "en") -> Asked:
    return Asked(person, locale, SERVER, CHANNEL, cause(), NOON, message=77, private=private)


def buttons(scene: Scene | None) -> list[Button]:
    assert scene
    return [it for row in scene.rows if isinstance(row, tuple) for it in row]


def addresses(scene: Scene | None) -> list[Address]:
    return [it for it in (Address.parse(button.to) for button in buttons(scene)) if it]


async def together(town: Town) -> Play:
    """Both are asked at once."""
    table = await begun(town.tables, "schamanen", placement="random")
    assert isinstance(table, Play)
    assert len(table.match.waiting) == 2
    return table


async def in_turn(town: Town) -> tuple[Play, int, int]:
    """The match, who is asked, and who is not."""
    table = await begun(town.tables, "shamanic_chess")
    assert isinstance(table, Play)
    (first,) = table.match.awaited
    return table, table.people[first] or 0, table.people[1 - first] or 0


async def test_by_the_card_a_hand_opens_beside_it_and_in_a_hand_it_takes_its_place(town: Town) -> None:
    table = await together(town)
    on_the_card = await town.rooms.desk.answer(asked(private=False), Address(Verb.CHOOSE, table.id, 0))
    in_the_hand = await town.rooms.desk.answer(asked(), Address(Verb.CHOOSE, table.id, 0))
    assert on_the_card.scene == in_the_hand.scene
    assert (on_the_card.here, on_the_card.opens) == (False, table.id)
    assert (in_the_hand.here, in_the_hand.opens) == (True, 0)


async def test_a_choice_is_answered_by_what_comes_next(town: Town) -> None:
    """Of the first by what is sealed, of the last by the next decision."""
    table = await together(town)
    for person, kind in ((ANN, "sealed"), (BEN, "asked")):
        page = await town.rooms.desk.answer(asked(person), Address(Verb.CHOOSE, table.id, 0))
        pick = next(it for it in addresses(page.scene) if it.verb == Verb.PICK)
        answer = await town.rooms.desk.answer(asked(person), pick)
        assert (answer.here, answer.stirs) == (True, table.id)
        assert answer.holds
        assert answer.holds.shows.split()[0] in {kind, "waits"}
        assert (answer.holds.step > 0) == (person == BEN)


async def test_what_is_taken_from_a_list_does_what_its_button_would(town: Town) -> None:
    table, awaited, _ = await in_turn(town)
    desk = town.rooms.desk
    scene = (await desk.answer(asked(awaited), Address(Verb.CHOOSE, table.id, 0))).scene
    assert scene
    (listed,) = [row for row in scene.rows if isinstance(row, Listed)]
    by, to = Address.parse(listed.to), listed.buttons[3].to
    pick = Address.parse(to)
    assert by
    assert pick
    taken = await desk.answer(replace(asked(awaited), chosen=(to,)), by)
    assert taken.scene == (await desk.answer(asked(awaited), pick)).scene
    assert Verb.PICK in {it.verb for it in addresses(taken.scene)}
    for foreign in ((), ("e2",), ("pi:1:0",), (listed.to,)):
        with pytest.raises(Refused, match="button"):
            await desk.answer(replace(asked(awaited), chosen=foreign), by)


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_is_not_awaited_sees_who_is(town: Town, locale: Locale) -> None:
    table, awaited, idle = await in_turn(town)
    answer = await town.rooms.desk.answer(asked(idle, locale=locale), Address(Verb.CHOOSE, table.id, 0))
    assert answer.scene
    assert answer.scene.board
    assert any(f"<@{awaited}>" in line for line in answer.scene.below)
    assert Verb.PICK not in {it.verb for it in addresses(answer.scene)}


async def test_who_does_not_play_there_sees_what_everybody_sees(town: Town) -> None:
    """And holds nothing: no choice, no secret, and no hand that is edited."""
    table = await together(town)
    answer = await town.rooms.desk.answer(asked(CAT, private=False), Address(Verb.CHOOSE, table.id, 0))
    assert (answer.opens, answer.holds) == (table.id, None)
    assert answer.scene
    assert isinstance(answer.scene.board, Board)
    assert answer.scene.board.picture == table.game.picture(table.game.covered(table.match.view(None)))
    assert {it.verb for it in addresses(answer.scene)} == {Verb.RULES, Verb.INBOX}
    assert any(f"<@{ANN}>" in line and f"<@{BEN}>" in line for line in answer.scene.below)


async def test_before_it_begins_there_is_nothing_to_choose(town: Town) -> None:
    table = await challenge(town.tables)
    opened = await town.rooms.desk.answer(asked(), Address(Verb.CHOOSE, table.id, 0))
    assert Verb.WITHDRAW in {it.verb for it in addresses(opened.scene)}
    assert not {Verb.PICK, Verb.TAKE} & {it.verb for it in addresses(opened.scene)}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("verb", [Verb.PICK, Verb.CHANGE])
async def test_a_press_of_a_turn_that_is_over_shows_what_counts_now(town: Town, verb: Verb, locale: Locale) -> None:
    table = await together(town)
    while table.match.step == 0 or ANN not in [table.people[seat] for seat in table.match.awaited]:
        person = table.people[min(table.match.waiting)] or 0
        after = await chosen(town.tables, table.id, person)
        assert isinstance(after, Play)
        table = after
    seat = table.people.index(ANN)
    rest = ".".join(table.match.legal(seat)[0]) if verb == Verb.PICK else ""
    answer = await town.rooms.desk.answer(asked(locale=locale), Address(verb, table.id, 0, rest))
    now = await town.rooms.desk.answer(asked(locale=locale), Address(Verb.CHOOSE, table.id, 0))
    assert answer.scene
    assert now.scene
    assert answer.scene.above == (say("hand-moved-on", locale), *now.scene.above)
    assert (answer.here, answer.holds, answer.scene.rows) == (True, now.holds, now.scene.rows)
    unchanged = await town.tables.table(table.id)
    assert isinstance(unchanged, Begun)
    assert unchanged.seq == table.seq


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_thinks_again_sees_what_counts_and_may_keep_it(town: Town, locale: Locale) -> None:
    table = await together(town)
    sealed = await chosen(town.tables, table.id, ANN)
    again = await town.rooms.desk.answer(asked(locale=locale), Address(Verb.CHANGE, table.id, 0))
    assert again.scene
    counts = say("hand-counts", locale, word="").partition("**")[0]
    assert [line for line in again.scene.below if line.startswith(counts)]
    ways = {it.verb: it for it in addresses(again.scene)}
    assert ways.keys() >= {Verb.PICK, Verb.KEEP}
    kept = await town.rooms.desk.answer(asked(locale=locale), ways[Verb.KEEP])
    assert kept.here
    assert kept.holds
    assert kept.holds.shows.split()[0] == "sealed"
    assert Verb.KEEP not in {it.verb for it in addresses(kept.scene)}
    assert await town.tables.table(table.id) == sealed


# What waits


@pytest.mark.parametrize("locale", LOCALES)
async def test_where_nothing_waits_it_is_said(town: Town, locale: Locale) -> None:
    for answer in (
        await town.rooms.moves.inbox(asked(locale=locale)),
        await town.rooms.desk.answer(asked(locale=locale), Address(Verb.INBOX, 0, 0)),
    ):
        assert answer.scene
        assert answer.scene.above == (f"### {say('inbox-empty', locale)}",)


async def test_what_waits_alone_is_a_list_too(town: Town) -> None:
    """Whoever asks for a list reads one; a single press leads to the match."""
    table = await together(town)
    inbox = await town.rooms.moves.inbox(asked())
    assert not inbox.holds
    assert inbox.scene
    assert len(inbox.scene.above) == 2
    assert addresses(inbox.scene) == [Address(Verb.CHOOSE, table.id, 0)]


async def test_what_waits_for_others_is_listed_below(town: Town) -> None:
    """So there is a way back from wherever one went on meanwhile."""
    mine, theirs = await together(town), await together(town)
    await chosen(town.tables, theirs.id, ANN)
    scene = (await town.rooms.moves.inbox(asked())).scene
    assert scene
    heading, first, second = scene.above
    assert heading == f"### {say('inbox-waits', 'en', count=1)}"
    assert (f"<@{BEN}> to move" in first, f"<@{BEN}> to move" in second) == (False, True)
    assert [(it.tone, it.to) for it in buttons(scene)] == [
        ("main", str(Address(Verb.CHOOSE, mine.id, 0))),
        ("plain", str(Address(Verb.CHOOSE, theirs.id, 0))),
    ]


async def test_the_next_move_is_second_while_this_match_goes_on_and_leads_back(town: Town) -> None:
    """The next decision comes here; whoever looks elsewhere meanwhile finds the way back."""
    here, _ = await together(town), await together(town)
    sealed = await chosen(town.tables, here.id, ANN)
    assert isinstance(sealed, Begun)
    scene = (await town.rooms.desk.answer(asked(), Address(Verb.CHOOSE, here.id, 0))).scene
    assert scene
    [onward] = [it for it in buttons(scene) if it.to.startswith(f"{Verb.INBOX}:")]
    assert onward.tone == "plain"
    to = Address.parse(onward.to)
    assert to
    landed = (await town.rooms.desk.answer(asked(), to)).scene
    assert landed
    back = [it for it in buttons(landed) if it.to == str(Address(Verb.CHOOSE, here.id, 0))]
    assert [it.label for it in back] == [f"Back to {here.game.say('name', 'en')}"]


@pytest.mark.parametrize("count", [2, 3, 4, A_PAGE])
async def test_of_several_each_has_a_line_and_a_button_the_most_urgent_first(town: Town, count: int) -> None:
    clocks = [None, *((count - n) * HOUR for n in range(count - 1))]
    tables = [await begun(town.tables, clock=clock) for clock in clocks]
    done = await round_of(town.tables, (await begun(town.tables)).id)
    assert isinstance(done, Begun)
    for person in (ANN, BEN):
        waits = [*reversed(tables), done]
        mine = done.people.index(person) in done.match.waiting
        scene = (await town.rooms.moves.inbox(asked(person))).scene
        assert scene
        heading, *lines = scene.above
        assert str(len(waits) - (not mine)) in heading
        assert ["⏳" in line for line in lines] == [table.agreement.clock is not None for table in waits][:A_PAGE]
        chooses = [it for it in addresses(scene) if it.verb == Verb.CHOOSE]
        assert [it.match for it in chooses] == [table.id for table in waits][:A_PAGE]


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_button_of_the_inbox_says_which_game_it_is_and_against_whom(town: Town, locale: Locale) -> None:
    """As far as a phone shows it, and whoever is not known by name is left out."""
    table = await begun(town.tables)
    await town.rooms.practice.begin(asked(), Wish("schnick"))
    for name, end in (("", ""), ("Heron", ", Heron"), ("Heron of the reeds by the long lake", "…")):
        await town.tables.store.know({BEN: name} if name else {})
        scene = (await town.rooms.moves.inbox(replace(asked(), locale=locale))).scene
        told = {it.to: it.label for it in buttons(scene)}
        label = told[str(Address(Verb.CHOOSE, table.id, 0))]
        assert label.endswith(f"{table.game.say('name', locale)}{end}") or (end == "…" and label.endswith(end))
        assert any(say("the-house", locale) in it for it in told.values())
        assert all(len(it) <= LABEL for it in told.values())


@pytest.mark.parametrize("locale", LOCALES)
async def test_why_there_is_no_hint_between_people_is_said_where_one_looks_for_it(town: Town, locale: Locale) -> None:
    table = await begun(town.tables)
    drill = (await town.rooms.practice.begin(asked(), Wish("schnick"))).holds
    assert drill
    for match, told in ((table.id, True), (drill.match, False)):
        more = await town.rooms.asides.more(replace(asked(), locale=locale), Address(Verb.MORE, match, 0))
        assert more.scene
        assert (say("no-no-hints", locale) in more.scene.small) == told


async def test_more_than_a_page_are_turned(town: Town) -> None:
    tables = [await begun(town.tables) for _ in range(2 * A_PAGE + 1)]
    pages, seen = [(await town.rooms.moves.inbox(asked())).scene], []
    for at in range(3):
        page = pages[-1]
        seen += [it.match for it in addresses(page) if it.verb == Verb.CHOOSE]
        before, after = [it for it in buttons(page) if (to := Address.parse(it.to)) and to.verb == Verb.INBOX]
        assert (before.off, after.off) == (at == 0, at == 2)
        to = Address.parse(after.to)
        assert to
        turned = await town.rooms.desk.answer(asked(), to)
        assert turned.here
        pages.append(turned.scene)
    assert seen == [table.id for table in tables]
    assert buttons(pages[0])[0].label == "1 · Woodwalkers"
    assert buttons(pages[2])[0].label == f"{2 * A_PAGE + 1} · Woodwalkers"
    # Of a page that is no more, since others have ended: the last.
    for table in tables[2:]:
        await town.tables.quit(table.id, BEN, now=NOON)
    late = await town.rooms.desk.answer(asked(), Address(Verb.INBOX, 0, 0, "2"))
    assert [it.match for it in addresses(late.scene)] == [table.id for table in tables[:2]]


async def test_the_next_move_is_the_one_after_that_of_this_hand(town: Town) -> None:
    tables = [await begun(town.tables) for _ in range(3)]
    for here, then in ((0, 1), (1, 2), (2, 0)):
        answer = await town.rooms.desk.answer(asked(), Address(Verb.INBOX, tables[here].id, 0))
        assert answer.here
        assert answer.holds
        assert answer.holds.match == tables[then].id
        assert "(2)" in str(answer.scene)


async def test_what_goes_without_asking_is_no_question_for_a_moment(town: Town) -> None:
    """Of two, one can challenge but the other: whoever chose before it, the answer shows what comes after it."""
    table, spared = await begun(town.tables, "schnick"), 0
    for person in islice(cycle((ANN, BEN)), 60):
        stood = await town.tables.table(table.id)
        if not isinstance(stood, Play):
            break
        answer = await town.rooms.desk.answer(asked(person), Address(Verb.CHOOSE, table.id, 0))
        for _ in range(3):
            now = await town.tables.table(table.id)
            assert isinstance(now, Begun)
            assert not isinstance(now, Play) or not only(now)
            assert answer.stirs == (table.id if now.seq > stood.seq else 0)
            spared += max(0, now.match.step - stood.match.step - 1)
            picks = [it for it in addresses(answer.scene) if it.verb == Verb.PICK]
            if not picks or now.match.step > stood.match.step:
                break
            answer = await town.rooms.desk.answer(asked(person), picks[0])
    assert spared


async def test_what_somebody_looks_at_is_covered_whoever_dies_once_it_is_answered(town: Town) -> None:
    """It is known before: of each look, by what it was pressed with."""
    table = await together(town)
    await town.told(table.id)
    for person in (ANN, BEN):
        pressed = replace(asked(person), token=f"{person}")
        shown = await town.rooms.desk.answer(pressed, Address(Verb.LOOK, table.id, table.match.step))
        assert shown.apart
        assert shown.scene
        assert shown.scene.board
    covered: list[tuple[str, int, Scene]] = []

    async def edited(token: str, message: int, scene: Scene) -> None:
        covered.append((token, message, scene))

    after = settled(town.tables.store, town.board, town.hour)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(town.board, "edit_private", edited)
        await after.clock(NOON + REVEALED)
    assert {(token, message) for token, message, _ in covered} == {(f"{ANN}", ANSWER), (f"{BEN}", ANSWER)}
    assert not any(scene.board for _, _, scene in covered)
    assert await town.tables.store.hands(table.id, LOOK) == []


async def test_who_was_not_answered_looks_once_more_as_long_as_it_lies_open(town: Town) -> None:
    """Their look would be used up, and they have seen nothing. It is covered when it would have been."""
    table = await together(town)
    await town.told(table.id)
    look = Address(Verb.LOOK, table.id, table.match.step)
    tokens = ["first", "again"]
    first = replace(asked(), token=tokens[0])
    await town.rooms.desk.answer(first, look)
    # It died before that was sent.
    after = settled(town.tables.store, town.board, town.hour)
    again = replace(asked(), token=tokens[1], now=first.now + REVEALED - 1)
    shown = await after.rooms.desk.answer(again, look)
    assert shown.apart
    assert shown.scene
    assert shown.scene.board
    assert [it.kind for it in await seen(town, table.id)] == [Kind.LOOKED]
    covered: list[str] = []

    async def edited(token: str, message: int, scene: Scene) -> None:
        assert message == ANSWER
        covered.append(token)

    late = replace(asked(), now=first.now + REVEALED)
    with pytest.raises(Refused, match="looked"):
        await after.rooms.desk.answer(late, look)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(town.board, "edit_private", edited)
        await after.clock(first.now + REVEALED)
    assert sorted(covered) == sorted(tokens)
    with pytest.raises(Refused, match="looked"):
        await after.rooms.desk.answer(asked(), look)


@pytest.mark.parametrize("deed", ["hold", "schedule", "append"])
async def test_who_was_killed_as_they_looked_has_not_looked(town: Town, deed: str) -> None:
    """Before anybody could know what lay open."""
    table = await together(town)
    await town.told(table.id)
    look = Address(Verb.LOOK, table.id, table.match.step)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(town.tables.store, deed, killed)
        with pytest.raises(asyncio.CancelledError):
            await town.rooms.desk.answer(asked(), look)
    after = settled(town.tables.store, town.board, town.hour)
    await after.clock(NOON + REVEALED)
    shown = await after.rooms.desk.answer(replace(asked(), now=NOON + REVEALED), look)
    assert shown.scene
    assert shown.scene.board
    assert [it.kind for it in await seen(town, table.id)] == [Kind.LOOKED]


async def test_who_may_not_look_leaves_nothing_to_cover(town: Town) -> None:
    table = await together(town)
    await town.told(table.id)
    seat = table.seat_of(ANN)
    assert seat is not None
    await chosen(town.tables, table.id, ANN)
    with pytest.raises(Refused, match="look-late"):
        await town.rooms.desk.answer(asked(), Address(Verb.LOOK, table.id, table.match.step))
    assert await town.tables.store.hands(table.id, LOOK) == []
    assert [it for it in await town.tables.store.standing(table.id) if it.kind == Due.COVER and it.seat == seat] == []


async def seen(town: Town, match: int) -> list[Event]:
    return [it for it in (await town.tables.journal(match)).events if it.kind == Kind.LOOKED]
