"""What the slash commands find, and for whom."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.desk.asked import Answer
from bot.desk.wish import Wish
from bot.rooms import Rooms
from bot.scenes import menu, past
from bot.scenes.address import Address
from bot.scenes.match import title
from bot.scenes.scene import Scene
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from bot.time import DAY, HOUR
from games import GAMES, lessons
from games.chain import brief
from games.match import OFFER, RESIGN
from games.refused import Refused
from games.words import HOUSE, LOCALES, Locale
from storage import Hand
from tests.bot import town
from tests.bot.billboard import Billboard
from tests.bot.sitting import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    NOON,
    SERVER,
    asked,
    begun,
    cause,
    challenge,
    round_of,
    seat_of,
    show,
)
from tests.bot.town import furnished


async def at_home(tables: Tables) -> Table:
    """Practice in Ann's direct messages."""
    agreement = Agreement(kind="practice", seats=2, house=1, rated=False)
    done = await tables.offer(
        ANN, (), GAMES["schnick"], {}, agreement, server=None, channel=CHANNEL, cause=cause(), now=NOON
    )
    return done.table


async def of_three(tables: Tables) -> Table:
    agreement = Agreement(seats=3, clock=None)
    done = await tables.offer(
        ANN, (BEN, CAT), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    for person in (BEN, CAT):
        done = await tables.sit(done.table.id, person, cause=cause(), now=NOON)
    return done.table


@pytest.mark.parametrize("errand", ["board", "letters", "replay", "verify", "resign"])
async def test_what_somebody_plays_in_direct_messages_is_nobody_else_s_affair(rooms: Rooms, errand: str) -> None:
    match = str((await at_home(rooms.tables)).id)
    deeds: dict[str, Any] = {
        "board": lambda who: rooms.asides.board(who, match, text=False),
        "letters": lambda who: rooms.asides.board(who, match, text=True),
        "replay": lambda who: rooms.lookback.replay(who, match),
        "verify": lambda who: rooms.lookback.verify(who, match),
        "resign": lambda who: rooms.asides.end(who, "resign", match),
    }
    for stranger in (asked(BEN, server=None, channel=9), asked(BEN)):
        with pytest.raises(Refused) as refused:
            await deeds[errand](stranger)
        assert refused.value.key == "no-table"
    if errand != "verify":
        assert await deeds[errand](asked(server=None))


@pytest.mark.parametrize("match", ["0", "99", "9" * 19, "9" * 30, "9" * 5000, "x", "-1"])
async def test_a_match_that_is_not_there_is_refused_however_it_is_called(rooms: Rooms, match: str) -> None:
    with pytest.raises(Refused) as refused:
        await rooms.asides.board(asked(), match, text=False)
    assert refused.value.key == "no-table"


@pytest.mark.parametrize("season", ["9", "9" * 30, "9" * 5000, "x", "-1"])
async def test_so_is_a_season(rooms: Rooms, season: str) -> None:
    with pytest.raises(Refused) as refused:
        await rooms.ladders.opened(asked(), "", season)
    assert refused.value.key == "no-such-season"


async def test_where_nobody_would_see_it_there_is_no_rematch(rooms: Rooms) -> None:
    """What is practised nobody else has to see."""
    tables = rooms.tables
    table, alone = await town.begun(tables), await at_home(tables)
    for match in (table.id, alone.id):
        await tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    lacking = replace(asked(), lacking=("send_messages",))
    with pytest.raises(Refused, match="lacking"):
        await rooms.offers.rematch(lacking, Address(Verb.REMATCH, table.id, 0))
    assert await tables.store.live_of(ANN) == []
    answer = await rooms.offers.rematch(lacking, Address(Verb.REMATCH, alone.id, 0))
    assert [header.id for header in await tables.store.live_of(ANN)] == [answer.stirs]


@pytest.mark.parametrize("server", [SERVER, None])
async def test_a_rematch_is_offered_where_the_others_see_it(rooms: Rooms, server: int | None) -> None:
    """Pressed on the server its card is the answer; from direct messages it is posted there."""
    table = await town.begun(rooms.tables)
    await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    who = replace(asked(server=server), channel=CHANNEL if server else 9)
    answer = await rooms.offers.rematch(who, Address(Verb.REMATCH, table.id, 0))
    offer = await rooms.tables.table(answer.stirs)
    assert (offer.server, offer.channel, offer.named) == (SERVER, CHANNEL, (BEN,))
    assert answer.card == (offer if server else None)


async def test_who_types_in_the_thread_of_a_match_means_that_match(rooms: Rooms) -> None:
    """It was offered elsewhere, and was made a thread of when it began; another waits longer."""
    tables, thread = rooms.tables, 77
    longer = await begun(tables, BEN, clock=HOUR)
    table = await begun(tables, BEN, clock=DAY)
    await tables.store.post(table.id, table.seq, thread, None)
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == longer.id
    assert (await rooms.which.meant(asked(channel=thread), "", waiting=True)).id == table.id
    await round_of(tables, table)
    assert (await rooms.which.meant(asked(channel=thread), "", waiting=True)).id == table.id


async def test_who_types_means_the_match_that_lies_before_them(rooms: Rooms) -> None:
    """However urgent another is: what somebody types they read off what they look at."""
    tables = rooms.tables
    urgent = await begun(tables, BEN, clock=HOUR)
    looked, later = [await begun(tables, BEN, clock=DAY) for _ in range(2)]
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == urgent.id
    for at, table in enumerate((later, looked, urgent, looked), 1):
        await tables.store.hold(Hand(table.id, ANN, table.id, 0, 0, NOON + at), present=True)
        assert (await rooms.which.meant(asked(), "", waiting=True)).id == table.id
    await show(tables, looked, seat_of(looked, ANN))
    # There is nothing to type there any more.
    assert (await rooms.which.meant(asked(), "", waiting=True)).id == urgent.id


async def test_no_table_is_looked_at_to_say_which_there_are(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """A completion comes with every letter that is typed, and nobody waits for it as for a click."""
    tables = rooms.tables
    over, runs = await town.begun(tables), await town.begun(tables)
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    rooms = furnished(tables.store, Billboard(lambda: NOON), lambda: NOON)

    async def folded(_: int) -> None:
        raise AssertionError

    monkeypatch.setattr(rooms.tables, "journal", folded)
    name = runs.game.say("name", "en")
    assert await rooms.which.matches(asked()) == [(f"{runs.id} · {name}", str(runs.id))]
    assert [value for _, value in await rooms.which.matches(asked(), over=True)] == [str(over.id), str(runs.id)]


async def test_what_is_verified_is_what_ended_last_whatever_else_waits(rooms: Rooms) -> None:
    tables = rooms.tables
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.lookback.verify(asked(), "")
    over = await town.begun(tables)
    with pytest.raises(Refused, match="running"):
        await rooms.lookback.verify(asked(), "")
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    await town.begun(tables)
    assert (await rooms.lookback.verify(asked(), "")).scene == (
        await rooms.lookback.verify(asked(), str(over.id))
    ).scene


@pytest.mark.parametrize("way", ["review", "frame"])
async def test_nobody_waits_while_a_long_match_is_looked_back_upon(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Hundreds of steps are folded and laid out anew for it: elsewhere, and not where clicks are answered."""
    threads: list[int] = []
    seen = getattr(past, way)

    def looked(*given: Any) -> Any:
        threads.append(threading.get_ident())
        return seen(*given)

    monkeypatch.setattr(past, way, looked)
    table = await town.begun(rooms.tables)
    if way == "review":
        await rooms.lookback.replay(asked(), str(table.id))
    else:
        await rooms.lookback.frame(asked(), Address(Verb.REPLAY, table.id, 0, "0"))
    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_who_has_left_sees_no_more_than_everybody(rooms: Rooms) -> None:
    """What the house draws and chooses in that seat is the house's, and they might tell the others."""
    tables = rooms.tables
    match = (await of_three(tables)).id

    async def letters(person: int) -> list[Scene | None]:
        by_button = await rooms.desk.answer(asked(person), Address(Verb.TEXT, match, 0))
        return [(await rooms.asides.board(asked(person), str(match), text=True)).scene, by_button.scene]

    everybodys = await letters(DAN)
    assert await letters(ANN) != everybodys
    left = (await tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=NOON)).table
    assert isinstance(left, Play)
    assert await letters(ANN) == await letters(DAN)
    assert await letters(BEN) != await letters(DAN)


async def test_an_offer_has_no_board_in_letters(rooms: Rooms) -> None:
    table = await challenge(rooms.tables, BEN)
    with pytest.raises(Refused) as refused:
        await rooms.asides.board(asked(), str(table.id), text=True)
    assert refused.value.key == "not-begun"


async def test_who_looks_back_without_a_match_is_not_sent_to_an_offer(rooms: Rooms) -> None:
    await challenge(rooms.tables, BEN)
    for back in (rooms.lookback.replay, rooms.lookback.verify):
        with pytest.raises(Refused, match="no-match-here"):
            await back(asked(), "")


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
async def test_with_the_house_at_the_table_no_draw_is_offered(rooms: Rooms, locale: str) -> None:
    """It would never agree, and nobody is left to wait for that."""
    table = await at_home(rooms.tables)
    offers = {say("button-offer", locale), say("button-agree", locale)}
    assert isinstance(table, Begun)
    told = buttons(menu.more(table, table.seat_of(ANN), locale))
    assert told >= {say("button-cancel", locale), say("button-resign", locale)}
    assert not told & offers
    with pytest.raises(Refused, match="house-plays-on"):
        await rooms.asides.end(asked(server=None), "offer", str(table.id))


async def test_what_one_has_said_one_is_not_asked_to_say_again(rooms: Rooms) -> None:
    tables = rooms.tables
    done = await tables.offer(
        ANN, (BEN,), GAMES["schnick"], {}, Agreement(seats=2), server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    table = (await tables.sit(done.table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    ann, ben = table.seat_of(ANN), table.seat_of(BEN)
    table = (await tables.say(table.id, ANN, OFFER, step=None, cause=cause(), now=NOON)).table
    offer, agree = say("button-offer", "en"), say("button-agree", "en")
    assert isinstance(table, Begun)
    assert not buttons(menu.more(table, ann, "en")) & {offer, agree}
    assert buttons(menu.more(table, ben, "en")) & {offer, agree} == {agree}


def buttons(scene: Scene) -> set[str]:
    return {button.label for row in scene.rows if isinstance(row, tuple) for button in row}


@pytest.mark.parametrize(("locale", "typed"), [("en", "pro"), ("en", "Professional"), ("de", "profi "), ("fr", "pro")])
async def test_a_variant_may_be_typed_as_it_is_called(rooms: Rooms, locale: Locale, typed: str) -> None:
    """Whoever types it out does not pick what is completed."""
    who = replace(asked(), locale=locale)
    answer = await rooms.offers.challenge(who, (BEN,), Wish("schamanen", typed))
    assert answer.stirs is not None
    assert (await rooms.tables.table(answer.stirs)).options.agreed()["variant"] == "pro"


@pytest.mark.parametrize(("game", "facts"), [("schamanen", {"count": 4}), ("schnick", {"count": 0})])
async def test_a_variant_that_there_is_not_is_refused_by_names(rooms: Rooms, game: str, facts: dict[str, int]) -> None:
    with pytest.raises(Refused) as no:
        await rooms.practice.begin(asked(), Wish(game, "upside down"))
    assert no.value.key == "variant-unknown"
    assert no.value.facts.items() >= facts.items()
    assert "pro_stacks" not in str(no.value.facts["known"])


@pytest.mark.parametrize("named", [(BEN,), ()], ids=["challenge", "open"])
async def test_who_offers_is_answered_by_the_card_that_everybody_sees(rooms: Rooms, named: tuple[int, ...]) -> None:
    wish = Wish("schnick", seats=3)
    answer = await (rooms.offers.challenge(asked(), named, wish) if named else rooms.offers.open(asked(), wish))
    assert answer.scene is None
    assert answer.card == await rooms.tables.table(answer.stirs)
    assert answer.card
    assert (answer.card.host, answer.card.named) == (ANN, named)


async def test_a_board_in_letters_says_whose_it_is(rooms: Rooms) -> None:
    table = await at_home(rooms.tables)
    assert isinstance(table, Begun)
    heading, board = menu.text(table, table.seat_of(ANN), "en").above
    assert f"<@{ANN}>" in heading
    assert board.startswith("```")


def of(answer: Answer) -> set[int]:
    """The match that a confirmation is about."""
    assert answer.scene
    found = [Address.parse(it.to) for row in answer.scene.rows if isinstance(row, tuple) for it in row]
    return {it.match for it in found if it}


@pytest.mark.parametrize("what", ["resign", "offer", "cancel"])
async def test_what_ends_a_match_means_the_one_of_this_channel(rooms: Rooms, what: str) -> None:
    """However urgent another is elsewhere: nobody ends a match by a slip."""
    tables, elsewhere = rooms.tables, 77
    here = await town.begun(tables)
    assert of(await rooms.asides.end(asked(channel=elsewhere), what, "")) == {here.id}, "the only one there is"
    urgent = await town.begun(tables, clock=HOUR)
    await tables.store.post(urgent.id, urgent.seq, elsewhere, None)
    assert of(await rooms.asides.end(asked(), what, "")) == {here.id}
    assert of(await rooms.asides.end(asked(channel=elsewhere), what, "")) == {urgent.id}
    with pytest.raises(Refused) as no:
        await rooms.asides.end(asked(channel=78), what, "")
    assert (no.value.key, no.value.facts["here"]) == ("which-match", 0)
    assert all(f"{table.id} · " in str(no.value.facts["known"]) for table in (here, urgent))
    assert of(await rooms.asides.end(asked(channel=78), what, str(here.id))) == {here.id}


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
async def test_which_of_several_is_asked_in_one_line(rooms: Rooms, locale: Locale) -> None:
    """The number of one that is over, or that somebody has left, is no choice."""
    tables = rooms.tables
    over = await town.begun(tables)
    await tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    left = await of_three(tables)
    await tables.say(left.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    mine = [await town.begun(tables) for _ in range(5)]
    with pytest.raises(Refused) as no:
        await rooms.asides.end(replace(asked(), locale=locale), "resign", "")
    assert no.value.facts["here"] == len(mine)
    assert str(no.value.facts["known"]).endswith(", …")
    line = say.no(no.value, locale)
    assert [table.id for table in mine[:3]] == [int(number) for number in re.findall(r"(\d+) · ", line)]


async def test_an_offer_elsewhere_is_not_taken_back_unasked(rooms: Rooms) -> None:
    """Nothing asks whether one is sure of that."""
    tables = rooms.tables
    offer = await town.challenge(tables)
    with pytest.raises(Refused, match="which-match"):
        await rooms.asides.end(asked(channel=77), "cancel", "")
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.asides.end(asked(), "resign", "")
    with pytest.raises(Refused, match="no-match-here"):
        await rooms.asides.end(asked(BEN), "cancel", "")
    assert (await tables.table(offer.id)).status == "offered"
    await rooms.asides.end(asked(), "cancel", "")
    assert (await tables.table(offer.id)).status == "withdrawn"


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "The dice seated {} and {}."),
        ("de", "Die Würfel setzten {} und {}."),
        ("fr", "Les dés ont placé {} et {}."),
    ],
)
async def test_a_proof_begins_with_its_verdict_and_names_who_sits_where(rooms: Rooms, locale: str, told: str) -> None:
    table = await town.begun(rooms.tables)
    table = (await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    record = await rooms.tables.record(table.id)
    scene = past.proof(table, record, locale)
    verdict, heading, seal, seats, *_ = scene.above
    assert brief(table.shown) in seal
    assert scene.attached
    assert scene.attached.data == str(record).encode()
    # Nobody has shaken the dice: what is said of them below does not take back what is said first.
    assert verdict == f"### {say('proof-unchanged', locale, match=table.id)}"
    assert heading == title(table, locale)
    # In the order in which they sat down.
    places = [(person, table.game.say(f"seat-{table.people.index(person)}", locale)) for person in (ANN, BEN)]
    as_seat = {"en": "as", "de": "als", "fr": "en"}[locale]
    assert seats == told.format(*(f"<@{person}> {as_seat} {seat}" for person, seat in places))


async def test_looking_back_means_what_is_over_and_not_what_is_on(rooms: Rooms) -> None:
    """The last that ended, though others wait; of one that is still on there is no proof to be had, and no button."""
    over = await town.begun(rooms.tables)
    await rooms.tables.say(over.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    on = await town.begun(rooms.tables)
    for match, proves in (("", over.id), (str(on.id), 0)):
        scene = (await rooms.lookback.replay(asked(), match)).scene
        assert scene
        found = [it for row in scene.rows if isinstance(row, tuple) for it in row]
        assert not any(it.off for it in found)
        assert [it.to for it in found if it.to.startswith(Verb.VERIFY)] == [
            str(Address(Verb.VERIFY, proves, 0))
        ] * bool(proves)


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
async def test_what_does_not_stand_the_check_says_so_first(rooms: Rooms, locale: str) -> None:
    table = await town.begun(rooms.tables)
    done = await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    record = await rooms.tables.record(table.id)
    assert isinstance(done.table, Begun)
    forged = replace(record, lines=(*record.lines, *record.lines))
    verdict, _, why = past.proof(done.table, forged, locale).above
    assert verdict == f"### {say('proof-unfair', locale, match=table.id)}"
    assert HOUSE.no(Refused("ended"), locale) in why
    # What was played before there were seals, and what is not there.
    for lacks, key in ((replace(record, before=()), "unproven"), (replace(record, lines=()), "unfinished")):
        verdict, _, why = past.proof(done.table, lacks, locale).above
        assert verdict == f"### {say('proof-unproven', locale, match=table.id)}"
        assert HOUSE.no(Refused(key), locale) in why


@pytest.mark.parametrize("verb", [Verb.MORE, Verb.RULES])
async def test_what_a_hand_opens_lies_beside_it(rooms: Rooms, verb: Verb) -> None:
    """There one plays on."""
    table = await at_home(rooms.tables)
    clicked = replace(asked(server=None), message=77, private=True)
    assert not (await rooms.desk.answer(clicked, Address(verb, table.id, 0))).here


@pytest.mark.parametrize("placement", ["draft", "random"])
async def test_the_rules_tell_what_holds_at_the_table_one_came_from(rooms: Rooms, placement: str) -> None:
    """Also once the page is turned; who came from nowhere reads of both."""
    game = GAMES["schamanen"]
    here = (await town.begun(rooms.tables, game.KEY, placement=placement)).id
    other = (await town.begun(rooms.tables, "schnick")).id
    for locale in LOCALES:
        draft, dealt, either = (
            lessons.pages(game, locale, options)[1]
            for options in (game.Options(), game.Options(placement="random"), None)
        )
        assert len({draft, dealt, either}) == 3
        for match, text in ((here, dealt if placement == "random" else draft), (other, either), (0, either)):
            clicked = replace(asked(), locale=locale)
            answer = await rooms.desk.answer(clicked, Address(Verb.RULES, match, 0, f"{game.KEY}.1"))
            assert answer.scene
            assert text in answer.scene.above
    first = (await rooms.desk.answer(asked(), Address(Verb.RULES, here, 0))).scene
    assert first
    ahead = [button for row in first.rows if isinstance(row, tuple) for button in row][-1]
    to = Address.parse(ahead.to)
    assert to
    turned = (await rooms.desk.answer(asked(), to)).scene
    assert turned
    assert lessons.pages(game, "en", game.Options(placement=placement))[1] in turned.above
