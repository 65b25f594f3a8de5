"""What the slash commands find, and for whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.desk.asked import Wish
from bot.rooms import Rooms
from bot.scenes import menu
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES, lessons
from games.match import OFFER, RESIGN
from games.options import settled
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit import world
from tests.kit.match import (
    ANN,
    BEN,
    CHANNEL,
    DAN,
    NOON,
    SERVER,
    asked,
    cause,
    challenge,
    of_three,
)


async def at_home(tables: Tables) -> Table:
    """Practice in Ann's direct messages."""
    agreement = Agreement(kind="practice", seats=2, house=1, rated=False)
    done = await tables.offer(
        ANN, (), GAMES["schnick"], {}, agreement, server=None, channel=CHANNEL, cause=cause(), now=NOON
    )
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


@pytest.mark.parametrize("season", ["9", "9" * 30, "9" * 5000, "x", "-1"])
async def test_so_is_a_season(rooms: Rooms, season: str) -> None:
    with pytest.raises(Refused) as refused:
        await rooms.ladders.opened(asked(), "", season)
    assert refused.value.key == "no-such-season"


async def test_where_nobody_would_see_it_there_is_no_rematch(rooms: Rooms) -> None:
    """What is practised nobody else has to see."""
    tables = rooms.tables
    table, alone = await world.begun(tables), await at_home(tables)
    for match in (table.id, alone.id):
        await tables.say(match, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    lacking = replace(asked(), lacking=("send_messages",))
    with pytest.raises(Refused, match="lacking"):
        await rooms.offers.rematch(lacking, Address(Verb.REMATCH, table.id, 0))
    assert await tables.store.live_of(ANN) == []
    answer = await rooms.offers.rematch(lacking, Address(Verb.REMATCH, alone.id, 0))
    assert [header.id for header in await tables.store.live_of(ANN)] == [answer.stirs]


@pytest.mark.parametrize(("server", "channel"), [(SERVER, CHANNEL), (SERVER, 9), (None, 9)])
async def test_a_rematch_is_offered_where_the_others_see_it(rooms: Rooms, server: int | None, channel: int) -> None:
    """Pressed in its channel its card is the answer; from direct messages, or from where a hand was opened that is not
    for matches, it is posted there.
    """
    table = await world.begun(rooms.tables)
    await rooms.tables.say(table.id, ANN, RESIGN, step=None, cause=cause(), now=NOON)
    who = replace(asked(server=server), channel=channel)
    answer = await rooms.offers.rematch(who, Address(Verb.REMATCH, table.id, 0))
    offer = await rooms.tables.table(answer.stirs)
    assert (offer.server, offer.channel, offer.named) == (SERVER, CHANNEL, (BEN,))
    assert answer.card == (offer if channel == CHANNEL else None)


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
    here = (await world.begun(rooms.tables, game.KEY, placement=placement)).id
    other = (await world.begun(rooms.tables, "schnick")).id
    for locale in LOCALES:
        draft, dealt, either = (
            lessons.pages(game, locale, options)[1]
            for options in (game.options_class(), settled(game.options_class, {"placement": "random"}), None)
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
    assert lessons.pages(game, "en", settled(game.options_class, {"placement": placement}))[1] in turned.above
