"""Who offers a draw, or asks to cancel, is heard by those whom it is up to, wherever they play."""

from __future__ import annotations

import pytest

from bot.desk.asked import Asked
from bot.errors import Unreachable
from bot.preferences import Player
from bot.scenes import menu
from bot.scenes.address import Address
from bot.scenes.scene import Scene
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.table import Begun, Table
from bot.table.tables import Tables
from games import GAMES
from games.match import AGREE, CANCEL, OFFER
from storage import Prompt
from tests.bot.billboard import DIRECT, Billboard
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause
from tests.bot.town import NOON, Town, begun, chosen, settled

WISHES: dict[tuple[str, ...], tuple[str, str]] = {
    OFFER: ("offers a draw", "agree"),
    CANCEL: ("would like to cancel", "cancel"),
}
IN_TURN = "shamanic_chess"
"""Where one waits while the other chooses."""


@pytest.fixture
def town(tables: Tables) -> Town:
    hour = [NOON]
    return settled(tables.store, Billboard(lambda: hour[0]), hour)


async def wished(town: Town, match: int, person: int, word: tuple[str, ...] = OFFER) -> None:
    await town.tables.say(match, person, word, step=None, cause=cause(), now=NOON)
    await town.told(match)


async def together(town: Town) -> Table:
    """After the first step: both are asked at once."""
    table = await begun(town.tables, "schamanen", placement="random")
    assert isinstance(table, Begun)
    while table.match.step == 0 or len(table.match.waiting) < 2:
        assert isinstance(table, Begun)
        table = await chosen(town.tables, table.id, table.people[min(table.match.waiting)] or 0)
        assert isinstance(table, Begun)
    return table


async def in_turn(town: Town) -> tuple[Table, int, int]:
    """After the first move: the match, who is asked, and who is not."""
    table = await begun(town.tables, IN_TURN)
    assert isinstance(table, Begun)
    (first,) = table.match.awaited
    table = await chosen(town.tables, table.id, table.people[first] or 0)
    await town.told(table.id)
    assert isinstance(table, Begun)
    return table, table.people[1 - first] or 0, table.people[first] or 0


def leads(scene: Scene) -> set[str]:
    """What the buttons ask whether one is sure of."""
    found = [Address.parse(it.to) for row in scene.rows if isinstance(row, tuple) for it in row]
    return {it.rest for it in found if it and it.verb == Verb.ASK}


@pytest.mark.parametrize("word", WISHES)
@pytest.mark.parametrize("sealed", [False, True])
async def test_who_is_asked_reads_it_where_they_are_asked(town: Town, word: tuple[str, ...], sealed: bool) -> None:
    """Whether or not they have chosen; and nobody is pinged for it within their own turn."""
    table = await together(town)
    await town.told(table.id)
    if sealed:
        await chosen(town.tables, table.id, BEN)
        await town.told(table.id)
    before = [town.board.pings(person) for person in (ANN, BEN)]
    await wished(town, table.id, ANN, word)
    (asked,), (own,) = town.board.direct(BEN), town.board.direct(ANN)
    line, way = WISHES[word]
    assert [it for it in asked.below if line in it and f"<@{ANN}>" in it]
    assert leads(asked) == {way}
    assert leads(own) == set()
    assert [town.board.pings(person) for person in (ANN, BEN)] == before
    table = await chosen(town.tables, table.id, ANN)
    if not sealed:
        await chosen(town.tables, table.id, BEN)
    await town.told(table.id)
    assert not [scene for scene in town.board.direct(BEN) if line in str(scene.below) or leads(scene)]


@pytest.mark.parametrize("word", WISHES)
async def test_who_is_not_asked_hears_of_it_by_a_message_once(town: Town, word: tuple[str, ...]) -> None:
    table, awaited, idle = await in_turn(town)
    assert not town.board.direct(idle)
    before = [town.board.pings(person) for person in (awaited, idle)]
    await wished(town, table.id, awaited, word)
    (heard,) = town.board.direct(idle)
    line, way = WISHES[word]
    assert line in str(heard.below)
    assert leads(heard) == {way}
    await wished(town, table.id, awaited, CANCEL if word == OFFER else OFFER)
    (heard,) = town.board.direct(idle)
    assert leads(heard) == {"agree", "cancel"}
    assert [town.board.pings(person) for person in (awaited, idle)] == [before[0], before[1] + 1]
    # With the next step the wish has lapsed: what comes now is the question what to choose.
    await chosen(town.tables, table.id, awaited)
    await town.told(table.id)
    (heard,) = town.board.direct(idle)
    assert not leads(heard)
    assert town.board.pings(idle) == before[1] + 2
    assert not town.board.direct(awaited)


async def test_a_wish_in_the_next_step_is_heard_anew(town: Town) -> None:
    """Though nobody was told of what lay between."""
    table, awaited, idle = await in_turn(town)
    await wished(town, table.id, awaited)
    before = town.board.pings(idle)
    for person in (awaited, idle):
        await chosen(town.tables, table.id, person)
    await wished(town, table.id, awaited)
    assert len(town.board.direct(idle)) == 1
    assert town.board.pings(idle) == before + 1


async def test_who_plays_at_the_table_reads_it_there(town: Town) -> None:
    table, awaited, idle = await in_turn(town)
    await town.preferences.set_player(idle, Player(prompts="here"))
    before = town.board.pings(idle)
    await wished(town, table.id, awaited)
    assert not town.board.direct(idle)
    assert town.board.pings(idle) == before


async def test_who_has_nothing_to_choose_is_not_called_to_choose(town: Town) -> None:
    """Closed direct messages: the table tells of the wish, and calls nobody."""
    table, awaited, idle = await in_turn(town)
    before = town.board.pings(idle)
    town.board.fails(f"tell {idle}", Unreachable("unreachable-dm"))
    await wished(town, table.id, awaited)
    assert town.board.pings(idle) == before
    assert not town.board.direct(idle)


async def test_who_has_answered_is_not_asked_any_more(town: Town) -> None:
    people = (ANN, BEN, CAT)
    done = await town.tables.offer(
        ANN, (BEN, CAT), GAMES["schnick"], {}, Agreement(seats=3, clock=None),
        server=SERVER, channel=CHANNEL, cause=cause(), now=NOON,
    )  # fmt: skip
    for person in (BEN, CAT):
        done = await town.tables.sit(done.table.id, person, cause=cause(), now=NOON)
    match = done.table.id
    assert isinstance(done.table, Begun)
    await town.told(match)
    (by,) = (done.table.people[seat] for seat in done.table.match.awaited)
    one, other = (person for person in people if person != by)
    await wished(town, match, by or 0)
    assert [leads(scene) for person in (one, other) for scene in town.board.direct(person)] == [{"agree"}] * 2
    await wished(town, match, one, AGREE)
    assert not town.board.direct(one)
    assert [leads(scene) for scene in town.board.direct(other)] == [{"agree"}]


async def test_mending_what_an_answer_has_written_calls_nobody_again(town: Town) -> None:
    table, awaited, idle = await in_turn(town)
    await wished(town, table.id, awaited)
    (prompt,) = [it for it in await town.tables.store.prompts(table.id) if it.person == awaited]
    town.rooms.crier.answered(prompt.message)
    # So late that Discord does not know it for the same message.
    town.board.nonces.clear()
    before = town.board.pings(idle)
    await town.told(table.id)
    assert town.board.pings(idle) == before


@pytest.mark.parametrize("prompted", [True, False])
async def test_what_a_prompt_opens_lies_beside_it(town: Town, prompted: bool) -> None:
    """There one still has to choose; what the menu opens takes its place."""
    table, awaited, idle = await in_turn(town)
    await wished(town, table.id, awaited)
    place = next(place for place in town.board.messages if place.channel == DIRECT + idle)
    message = place.message if prompted else 700
    asked = Asked(idle, "en", None, place.channel, cause(), NOON, message=message, private=True)
    answer = await town.rooms.desk.answer(asked, Address(Verb.ASK, table.id, 0, "agree"))
    stands = await town.tables.table(table.id)
    assert isinstance(stands, Begun)
    assert answer.scene == menu.sure(stands, "agree", "en")
    assert answer.here is not prompted


async def test_an_ephemeral_that_is_sealed_says_so_too(town: Town) -> None:
    table = await together(town)
    assert isinstance(table, Begun)
    await chosen(town.tables, table.id, BEN)
    await town.tables.store.ask(Prompt(table.id, BEN, 700, CHANNEL, table.match.step, NOON, "token"))
    await wished(town, table.id, ANN)
    assert leads(town.board.private[700]) == {"agree"}
