"""Practice: begun by whoever asks for it, in private, and with a choice.

One is practised at a time: whatever begins may put away what was begun before, and both are tried in one go.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.desk.asked import Answer, Asked, Wish
from bot.scenes.address import Address, Verb
from bot.scenes.choices import BUTTON_LABEL
from bot.scenes.menu import refusal
from bot.scenes.proof import GLIMPSE
from bot.scenes.scene import Select
from bot.table.table import Closed, Play
from bot.texts import say
from games import GAMES
from games.chain import brief
from games.core import Level
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Hand
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.scenes import verbs
from tests.kit.world import World, begun

pytestmark = pytest.mark.usefixtures("without_morra")


def asked(person: int = ANN, *, server: int | None = SERVER, message: int = 0) -> Asked:
    return Asked(person, "en", server, CHANNEL, cause(), NOON, message=message, private=bool(message), token="token")  # noqa: S106 - of a press


async def practised(world: World, answer: Answer) -> Play:
    assert answer.holds
    table = await world.tables.table(answer.holds.match)
    assert isinstance(table, Play)
    assert table.private
    return table


@pytest.mark.parametrize("limit", ["--5", "-", "9" * 5000, "٣", "5-"])
async def test_what_is_typed_as_a_number_and_is_none_is_refused(world: World, limit: str) -> None:
    with pytest.raises(Refused):
        await world.rooms.practice.begin(asked(), Wish("schamanen", options=f"duel_limit={limit}"))


async def test_nobody_else_means_what_somebody_practises(world: World) -> None:
    """Nor does it lie before what everybody may look at there."""
    await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    with pytest.raises(Refused, match="no-match-here"):
        await world.rooms.asides.board(asked(CAT), "", text=True)
    with pytest.raises(Refused, match="no-match-here"):
        await world.rooms.lookback.replay(asked(CAT), "")
    table = await begun(world.tables, "schnick")
    await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    assert (await world.rooms.which.meant(asked(CAT), "")).id == table.id


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("server", [SERVER, None])
async def test_the_answer_is_the_first_choice(world: World, game: str, server: int | None) -> None:
    """Wherever it is asked for, and whatever the bot may do there: it posts nothing."""
    who = replace(asked(server=server), lacking=("send_messages",))
    table = await practised(world, await world.rooms.practice.begin(who, Wish(game)))
    assert (table.agreement.clock, table.agreement.rated) == (None, False)
    assert table.people.count(ANN) == 1
    await world.refresh(table.id)
    # Where the house is the first to choose it begins to think once that is told.
    await world.quiet()
    assert not world.discord.messages
    assert await world.tables.store.unshown() == []


async def test_whoever_practises_is_told_no_other_matches(world: World) -> None:
    table = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    for person, seen in ((ANN, True), (BEN, False)):
        answer = await world.rooms.asides.listing(asked(person))
        assert (f"`{table.id}`" in str(answer.scene)) == seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", Level)
async def test_the_house_plays_as_well_as_it_can_there(world: World, game: str, level: Level) -> None:
    """Anybody who asks for more is told so."""
    if level in GAMES[game].LEVELS:
        table = await practised(world, await world.rooms.practice.begin(asked(), Wish(game, level=level)))
        assert table.agreement.level == level
        return
    with pytest.raises(Refused, match="too-strong"):
        await world.rooms.practice.begin(asked(), Wish(game, level=level))
    with pytest.raises(Refused, match="too-strong"):
        await world.rooms.desk.answer(asked(), Address(Verb.PRACTISE, 0, 0, f"{game}.-.{level}"))
    assert await world.tables.practising(ANN) is None


@pytest.mark.parametrize("game", GAMES)
async def test_the_seal_is_behind_more_where_it_proves_nothing_to_anybody(world: World, game: str) -> None:
    answer = await world.rooms.practice.begin(asked(), Wish(game))
    table = await practised(world, answer)
    assert answer.scene
    seal = brief(table.shown)
    assert seal[:GLIMPSE] not in answer.scene.small
    more = (await world.rooms.desk.answer(asked(), verbs(answer.scene)[Verb.MORE])).scene
    assert more
    assert seal in more.small


@pytest.mark.parametrize("locale", LOCALES)
async def test_who_types_nonsense_is_told_what_could_be_typed(world: World, locale: Locale) -> None:
    table = await practised(world, await world.rooms.practice.begin(asked(), Wish("schamanen")))
    with pytest.raises(Refused) as no:
        await world.rooms.moves.move(replace(asked(), locale=locale), "nonsense", str(table.id))
    seat = table.people.index(ANN)
    ways = {"en": ("Row", "Column"), "de": ("Zeile", "Spalte"), "fr": ("Rangée", "Colonne")}
    way, typed = ways[locale][seat], ("mask 1", "mask a")[seat]
    assert say.no(no.value, locale).endswith(f"`{typed}` – {way} {typed[-1].upper()}")
    assert (await world.rooms.moves.move(asked(), typed, str(table.id))).scene


async def test_stones_are_dealt_to_whoever_practises_and_for_the_rest_it_is_as_asked(world: World) -> None:
    dealt = await practised(world, await world.rooms.practice.begin(asked(), Wish("schamanen")))
    assert dealt.options.agreed() == {"placement": "random"}
    placed = await practised(world, await world.rooms.practice.begin(asked(BEN), Wish("schamanen", "pro")))
    assert placed.options.agreed() == {"variant": "pro"}


async def test_who_challenges_somebody_new_to_it_has_the_stones_dealt(world: World) -> None:
    """Until both have played it once."""
    first = (await world.rooms.offers.challenge(asked(), (BEN,), Wish("schamanen"))).card
    assert first
    assert first.options.agreed() == {"placement": "random"}
    table = (await world.tables.sit(first.id, BEN, cause=cause(), now=NOON)).table
    await world.tables.say(table.id, ANN, ("!resign",), step=None, cause=cause(), now=NOON)
    again = (await world.rooms.offers.challenge(asked(), (BEN,), Wish("schamanen"))).card
    assert again
    assert again.options.agreed() == {}


@pytest.mark.parametrize(
    ("given", "gentle"),
    [
        ({}, {"placement": "random"}),
        ({"placement": "draft"}, {"placement": "draft"}),
        ({"variant": "memory"}, {"variant": "memory", "placement": "random"}),
        ({"variant": "pro_stacks"}, {"variant": "pro_stacks"}),
        ({"board": "9/1"}, {"board": "9/1"}),
    ],
)
def test_what_was_asked_for_stays(given: dict[str, str], gentle: dict[str, str]) -> None:
    assert GAMES["schamanen"].options_class.gentle(given) == gentle
    assert GAMES["schnick"].options_class.gentle(given) == given


@pytest.mark.parametrize(
    ("typed", "variant"), [("", "classic"), ("pro", "pro"), ("professional with stacks", "pro_stacks")]
)
async def test_who_practises_already_goes_on_or_begins_anew(world: World, typed: str, variant: str) -> None:
    running = await decided(world, await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick"))))
    wish = Wish("schamanen", typed, level=Level.STRONG)
    answer = await world.rooms.practice.begin(asked(), wish)
    assert not answer.holds
    ways = verbs(answer.scene)
    on = await world.rooms.desk.answer(asked(message=77), ways[Verb.CHOOSE])
    assert (on.here, (await practised(world, on)).id) == (True, running.id)
    anew = await world.rooms.desk.answer(asked(message=77), ways[Verb.PRACTISE])
    table = await practised(world, anew)
    assert anew.here
    assert anew.scene
    assert say("practice-shelved", "en") in anew.scene.above
    assert not await left_behind(world, running)
    assert (table.game.KEY, table.options.model_dump()["variant"]) == ("schamanen", variant)
    assert table.agreement.level == Level.STRONG


@pytest.mark.parametrize("locale", LOCALES)
async def test_of_two_practice_matches_both_are_named_and_what_was_asked_for_is_bright(
    world: World, locale: Locale
) -> None:
    reader = replace(asked(), locale=locale)
    await decided(world, await practised(world, await world.rooms.practice.begin(reader, Wish("schnick"))))
    usual = replace(Wish("schamanen"), picked=False)
    for wish, bright in (
        (Wish("woodwalkers"), Verb.PRACTISE), (Wish("schnick"), Verb.CHOOSE), (usual, Verb.CHOOSE)
    ):  # fmt: skip
        key, scene = wish.game, (await world.rooms.practice.begin(replace(reader, cause=cause()), wish)).scene
        assert scene
        buttons = [it for row in scene.rows if isinstance(row, tuple) for it in row]
        assert all(len(it.label) <= BUTTON_LABEL for it in buttons)
        (main,) = [it for it in buttons if it.tone == "main"]
        address = Address.parse(main.to)
        assert address
        assert (address.verb, buttons.index(main)) == (bright, 0)
        names = {GAMES[game].say("name", locale) for game in ("schnick", key)}
        assert names <= {name for name in names if name in "\n".join(scene.above)}
        if key != "schnick":
            # Which one runs stands above; two long names side by side are more than a phone shows in a line.
            assert [GAMES[key].say("name", locale) in it.label for it in buttons].count(True) == 1
            assert not any(GAMES["schnick"].say("name", locale) in it.label for it in buttons)


async def live(world: World) -> list[int]:
    return [header.id for header in await world.tables.store.live_of(ANN)]


async def test_however_fast_somebody_presses_one_is_practised(world: World) -> None:
    """Two commands, of which the second finds the first, in which nothing was chosen yet; two presses of one button."""
    answers = await asyncio.gather(*(world.rooms.practice.begin(asked(), Wish("schnick")) for _ in range(2)))
    (running,) = await live(world)
    first, second = [it.holds.match for it in answers if it.holds]
    assert (second, answers[1].ends) == (running, first)
    assert answers[1].scene
    assert say("practice-shelved", "en") not in answers[1].scene.above
    await decided(world, await practised(world, answers[1]))
    ways = verbs((await world.rooms.practice.begin(asked(), Wish("schnick"))).scene)
    pressed = await asyncio.gather(*(world.rooms.desk.answer(asked(message=77), ways[Verb.PRACTISE]) for _ in range(2)))
    (anew,) = await live(world)
    assert anew != running
    assert [(await practised(world, it)).id for it in pressed] == [anew, anew]


async def test_an_old_one_is_played_once_more_instead_of_the_one_that_is_on(world: World) -> None:
    """Not beside it; and nothing is given up before it is said."""
    old = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    await world.tables.say(old.id, ANN, ("!resign",), step=None, cause=cause(), now=NOON)
    running = await decided(
        world, await practised(world, await world.rooms.practice.begin(asked(), Wish("woodwalkers")))
    )
    for _ in range(2):
        answer = await world.rooms.desk.answer(asked(message=77), Address(Verb.REMATCH, old.id, 0))
        assert not answer.holds
        assert await live(world) == [running.id]
    ways = verbs(answer.scene)
    assert await practised(world, await world.rooms.desk.answer(asked(message=77), ways[Verb.CHOOSE])) == running
    again = await practised(world, await world.rooms.desk.answer(asked(message=77), ways[Verb.REMATCH]))
    assert (again.game.KEY, await live(world)) == ("schnick", [again.id])
    await decided(world, again)
    late = await world.rooms.desk.answer(asked(message=77), ways[Verb.REMATCH])
    assert not late.holds
    assert await live(world) == [again.id]


async def test_its_board_is_the_hand(world: World) -> None:
    """Nothing is promised to the channel, where there is none."""
    table = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    answer = await world.rooms.asides.board(asked(), str(table.id), text=False)
    assert await practised(world, answer) == table
    await world.refresh(table.id)
    assert not world.discord.messages


async def test_a_button_that_nobody_has_made_begins_nothing(world: World) -> None:
    for rest in ("", "schnick", "schnick.-.godlike", "nothing.-.steady"):
        with pytest.raises(Refused):
            await world.rooms.desk.answer(asked(message=77), Address(Verb.PRACTISE, 99, 0, rest))
    assert await world.tables.practising(ANN) is None


def parsed(to: str) -> Address:
    address = Address.parse(to)
    assert address
    return address


async def decided(world: World, table: Play) -> Play:
    """Something has been chosen there by whoever practises."""
    while not table.played:
        match, seat = table.match, min(table.match.waiting)
        word = match.legal(seat)[0]
        if seat in table.housed:
            done = await world.tables.say_for_the_house(table.id, seat, word, step=match.step, now=NOON)
        else:
            done = await world.tables.say(table.id, ANN, word, step=None, cause=cause(), now=NOON)
        assert isinstance(done.table, Play)
        table = done.table
    return table


async def left_behind(world: World, shelved: Play) -> list[str]:
    """What somebody could find of practice that has been put away: nobody resigned, and nothing came of it."""
    store, found = world.tables.store, []
    assert isinstance(await world.tables.table(shelved.id), Closed)
    found += [str(it) for it in await store.results(shelved.id)]
    found += [str(it) for it in await store.results_of(ANN, count=9) if it.match == shelved.id]
    for scene in ((await world.rooms.asides.listing(asked())).scene, (await world.rooms.moves.inbox(asked())).scene):
        assert scene
        found += [it.to for row in scene.rows if isinstance(row, tuple) for it in row if f":{shelved.id}:" in it.to]
        found += [line for line in scene.above if f"`{shelved.id}`" in line]
    journal = await world.tables.journal(shelved.id)
    return found + [event.word for event in journal.events if event.word.startswith("!")]


async def test_where_it_lay_nothing_is_left_to_press(world: World) -> None:
    """A hand on another device, too; and a press that comes late is told why."""
    running = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    await world.tables.store.hold(Hand(running.id, ANN, 78, 0, 0, NOON, "token", ""))
    await world.tables.shelve(running.id, ANN, now=NOON)
    await world.refresh(running.id)
    assert await world.tables.store.hands(running.id) == []
    [(_, scene)] = [(where, it) for where, it in world.discord.private.items() if where == 78]
    assert say("no-closed-shelved", "en") in scene.above
    against = await begun(world.tables)
    with pytest.raises(Refused, match="running"):
        await world.tables.shelve(against.id, ANN, now=NOON)


LATE = (Verb.CHOOSE, Verb.PICK, Verb.CHANGE, Verb.KEEP, Verb.HINT, Verb.MORE, Verb.TEXT, Verb.ASK, Verb.CALL)
"""What can be pressed in a hand that nobody has told yet."""


@pytest.mark.parametrize("verb", LATE)
async def test_a_press_that_comes_late_goes_on_with_what_is_practised_now(world: World, verb: Verb) -> None:
    """Or begins it anew, as it was; and what is put away is told as such wherever it lies."""
    answer = await world.rooms.practice.begin(asked(), Wish("schamanen", "memory", level=Level.STRONG))
    old = await practised(world, answer)
    pressed = replace(asked(message=78), private=True)
    to = Address(verb, old.id, 0, "resign" if verb in {Verb.ASK, Verb.CALL} else "")
    new = await world.rooms.desk.answer(asked(message=79), Address(Verb.PRACTISE, old.id, 0, "schnick.-.steady"))
    assert new.ends == old.id, "its hand is told at once"
    late = await world.rooms.desk.answer(pressed, to)
    running = await practised(world, late)
    assert running.game.KEY == "schnick"
    assert late.here
    assert late.scene
    assert late.scene.above[1] == say("practice-other", "en")
    await world.tables.quit(running.id, ANN, now=NOON)
    late = await world.rooms.desk.answer(pressed, to)
    assert late.here
    assert late.scene
    anew = await practised(world, await world.rooms.desk.answer(pressed, verbs(late.scene)[Verb.PRACTISE]))
    assert (anew.game, anew.options, anew.agreement.level) == (old.game, old.options, old.agreement.level)


async def test_a_command_for_what_is_put_away_is_refused_with_a_way_on(world: World) -> None:
    old = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    await world.tables.shelve(old.id, ANN, now=NOON)
    with pytest.raises(Refused, match="closed-shelved") as no:
        await world.rooms.asides.board(asked(), str(old.id), text=True)
    for locale in LOCALES:
        assert verbs(refusal(no.value, locale))[Verb.CHOOSE] == Address(Verb.CHOOSE, old.id, 0)


@pytest.mark.parametrize("played", [False, True])
async def test_other_options_begin_another_one(world: World, *, played: bool) -> None:
    running = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    more = verbs((await world.rooms.desk.answer(asked(message=77), Address(Verb.MORE, running.id, 0))).scene)
    page = (await world.rooms.desk.answer(asked(message=77), more[Verb.OPTIONS])).scene
    assert page
    [select] = [row for row in page.rows if isinstance(row, Select)]
    to = Address.parse(select.to)
    assert to
    pressed = replace(asked(message=77), chosen=("shared",))
    if played:
        await decided(world, running)
        asks = await world.rooms.desk.answer(pressed, to)
        assert not asks.holds
        assert await live(world) == [running.id], "nothing is put away before it is said"
        [sure, on] = [it for row in (asks.scene or page).rows if isinstance(row, tuple) for it in row]
        assert (
            await practised(world, await world.rooms.desk.answer(asked(message=77), parsed(on.to)))
        ).id == running.id
        to, pressed = parsed(sure.to), asked(message=77)
    answer = await world.rooms.desk.answer(pressed, to)
    table = await practised(world, answer)
    assert table.options.agreed() == {"tiebreak": "shared"}
    assert not await left_behind(world, running)
    assert table.id != running.id
    assert table.people.count(None) == running.people.count(None)
    with pytest.raises(Refused, match="no-table"):
        await world.rooms.desk.answer(asked(BEN, message=77), Address(Verb.OPTIONS, table.id, 0))


async def test_a_start_that_was_typed_is_not_lost_behind_a_button(world: World) -> None:
    running = await decided(world, await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick"))))
    with pytest.raises(Refused, match="practising"):
        await world.rooms.practice.begin(asked(), Wish("schamanen", options="prize=one"))
    await world.tables.quit(running.id, ANN, now=NOON)
    table = await practised(world, await world.rooms.practice.begin(asked(), Wish("schamanen", options="prize=one")))
    assert table.options.agreed() == {"placement": "random", "prize": "one"}


async def test_against_people_options_stay_once_it_has_begun(world: World) -> None:
    table = await begun(world.tables)
    with pytest.raises(Refused, match="begun"):
        await world.rooms.desk.answer(asked(), Address(Verb.OPTIONS, table.id, 0))


async def test_a_rematch_begins_where_it_is_asked_for(world: World) -> None:
    table = await practised(world, await world.rooms.practice.begin(asked(), Wish("schnick")))
    await world.tables.quit(table.id, ANN, now=NOON)
    again = await world.rooms.desk.answer(asked(message=77), Address(Verb.REMATCH, table.id, 0))
    assert again.here
    assert (await practised(world, again)).people == table.people[::-1]
