"""The mind reader on a real store: what is read, in which games, and what is shown to whom."""

from __future__ import annotations

import pytest

from bot.desk import profiles
from bot.ladder import habits
from bot.ladder.habits import shown
from bot.preferences import Server
from bot.rooms import Rooms
from bot.scenes.address import Address, Verb
from bot.table.agreement import Agreement
from bot.table.table import Begun, Table
from games import GAMES
from games.match import RESIGN
from games.refused import Refused
from games.words import LOCALES, Locale
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, Chooser, asked, by_dice, cause, played
from tests.kit.scenes import SHORT, TELLTALE, links, text


def _mixed(seed: int) -> Chooser:
    """Seat 0 always says the first word there is; the others throw dice."""
    dice = by_dice(seed)
    return lambda match, seat: match.legal(seat)[0] if seat == 0 else dice(match, seat)


def _mind(game: str = "schamanen", step: int = 0) -> Address:
    return Address(Verb.MIND, 0, step, game)


async def test_the_mind_reader_says_one_thing_and_how_it_found_it_behind_a_button(rooms: Rooms) -> None:
    for at in range(12):
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=_mixed(at), now=NOON + at)
    scene = (await rooms.profiles.mind(asked(), _mind())).scene
    assert scene
    _, told = scene.above
    assert told.startswith("🔮 **Rows, as Bison** – I’d bet on row 1: it came ")
    assert not scene.small
    assert [*links(scene)] == ["Profile", "How?", "Post it here for all"]
    address = Address.parse(links(scene)["How?"])
    assert address
    how = (await rooms.profiles.mind(asked(), address)).scene
    assert told in text(how), "what was said stands"
    assert "What came most so far: right" in text(how)
    assert "after it lost" in text(how)
    assert "I’ve read 12 finished matches" in text(how)
    assert links(how)["Mind reader: Duel of the Shamans"] == str(_mind())
    other = text((await rooms.profiles.mind(asked(BEN), _mind(step=1))).scene)
    assert "**Columns, as Wolf**" in other
    assert "Rows" not in other


async def test_few_choices_are_too_little(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT | {"duel_limit": 3}, choose=by_dice(1))
    for person, choices in ((ANN, 3), (CAT, 0)):
        scene = (await rooms.profiles.mind(asked(person), _mind())).scene
        assert "Nothing to read yet: I begin at 20 choices of one kind" in text(scene)
        assert f"So far there are {choices}." in text(scene)
        assert [*links(scene)] == ["Profile"], "there is nothing to explain, nor to share"


async def test_only_the_newest_matches_are_read(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "READ", 2)
    first, *others = [
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT | {"duel_limit": 1}, choose=by_dice(1), now=NOON + at)
        for at in range(3)
    ]
    assert await rooms.store.newest(ANN, SERVER, "schamanen", 2) == others[::-1]
    assert first not in others
    assert "So far there are 2." in text((await rooms.profiles.mind(asked(), _mind())).scene)
    how = text((await rooms.profiles.mind(asked(), _mind(step=1))).scene)
    assert "I’ve read 2 finished matches, never more than the newest 2" in how


async def test_of_a_match_that_is_played_nothing_is_told(rooms: Rooms) -> None:
    """What is sealed stays sealed."""
    agreement = Agreement(seats=2, clock=None, order=(0, 1))
    made = await rooms.tables.offer(
        ANN, (BEN,), GAMES["schamanen"], SHORT, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    table = (await rooms.tables.sit(made.table.id, BEN, cause=cause(), now=NOON)).table
    await rooms.tables.say(table.id, ANN, ("mask", "1"), step=None, cause=cause(), now=NOON)
    assert await rooms.store.newest(ANN, SERVER, "schamanen", 9) == []
    with pytest.raises(Refused) as refused:
        shown(await rooms.tables.journal(table.id), ANN)
    assert refused.value.key == "running"


async def test_what_was_said_last_is_what_was_chosen(rooms: Rooms) -> None:
    """A change of mind is no choice, and what a resignation left sealed was never shown."""
    agreement = Agreement(seats=2, clock=None, order=(0, 1))
    made = await rooms.tables.offer(
        ANN, (BEN,), GAMES["schamanen"], SHORT, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    match = (await rooms.tables.sit(made.table.id, BEN, cause=cause(), now=NOON)).table.id

    async def say(person: int, *word: str) -> Table:
        return (await rooms.tables.say(match, person, word, step=None, cause=cause(), now=NOON)).table

    await say(ANN, "mask", "1")
    await say(ANN, "mask", "3")
    table = await say(BEN, "mask", "b")
    assert isinstance(table, Begun)
    (mover,) = table.match.awaited
    await say((ANN, BEN)[mover], *table.match.legal(mover)[0])
    await say(ANN, "mask", "2")
    await say(BEN, "!resign")
    journal = await rooms.tables.journal(match)
    assert [habit.symbol for habit in shown(journal, ANN) if habit.kind == "row"] == ["3"]
    assert [habit.symbol for habit in shown(journal, BEN) if habit.kind == "column"] == ["b"]
    assert shown(journal, CAT) == []


async def test_what_the_house_chose_for_somebody_is_the_house_s(rooms: Rooms) -> None:
    """Who leaves a table of three before anything was chosen has shown nothing, though their seat plays on."""
    agreement, dice = Agreement(seats=3, clock=None, order=(0, 1, 2)), by_dice(4)
    made = await rooms.tables.offer(
        ANN, (BEN, CAT), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    for person in (BEN, CAT):
        table = (await rooms.tables.sit(made.table.id, person, cause=cause(), now=NOON)).table
    table = (await rooms.tables.say(table.id, CAT, RESIGN, step=None, cause=cause(), now=NOON)).table
    while not table.over:
        assert isinstance(table, Begun)
        seat = min(table.match.waiting)
        word, step = dice(table.match, seat), table.match.step
        if seat in table.housed:
            done = await rooms.tables.say_for_the_house(table.id, seat, word, step=step, now=NOON)
        else:
            done = await rooms.tables.say(table.id, (ANN, BEN)[seat], word, step=None, cause=cause(), now=NOON)
        table = done.table
    journal = await rooms.tables.journal(table.id)
    assert shown(journal, CAT) == []
    assert shown(journal, ANN)


@pytest.mark.parametrize("key", TELLTALE)
@pytest.mark.parametrize("locale", LOCALES)
async def test_every_game_that_tells_is_read_in_every_language(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, key: str, locale: Locale
) -> None:
    monkeypatch.setattr(habits, "LEAST", 1)
    await played(rooms.tables, (ANN, BEN), key, choose=_mixed(5))
    profile = await rooms.profiles.player(asked(locale=locale), ANN)
    address = Address.parse(next(to for to in links(profile.scene).values() if to.startswith(Verb.MIND)))
    assert address
    assert address.rest == key
    assert len(text((await rooms.profiles.mind(asked(locale=locale), address)).scene).splitlines()) == 2
    told = text((await rooms.profiles.mind(asked(locale=locale), _mind(key, 1))).scene)
    kinds = {habit.kind for habit in shown(await rooms.tables.journal(1), ANN) if len(habit.among) > 1}
    assert kinds
    assert all(GAMES[key].say(f"habit-{kind}", locale) in told for kind in kinds)


async def test_a_game_that_does_not_tell_has_no_mind_reader(rooms: Rooms) -> None:
    (silent,) = set(GAMES) - set(TELLTALE) - {"morra"}
    for deed, verb in ((rooms.profiles.mind, Verb.MIND), (rooms.profiles.share, Verb.SHARE)):
        with pytest.raises(Refused) as refused:
            await deed(asked(), Address(verb, 0, 0, silent))
        assert refused.value.key == "button"


async def test_what_is_shared_is_in_the_server_s_language_and_has_no_buttons(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=_mixed(1))
    await rooms.preferences.set_server(SERVER, Server(locale="fr"))
    for rest, title in (("", "Profil de"), ("schamanen", "Le télépathe face à")):
        answer = await rooms.profiles.share(asked(locale="de"), Address(Verb.SHARE, 0, 0, rest))
        assert "Jetzt können es alle" in text(answer.scene)
        assert f"{title} <@{ANN}>" in text(answer.posts)
        assert links(answer.posts) == {}
        assert answer.posts
        assert answer.posts.called == frozenset(), "nobody is pinged by it"


async def test_nothing_is_shared_where_it_cannot_be(rooms: Rooms) -> None:
    for told, key in (({"server": None}, "server-only"), ({"lacking": ("send_messages",)}, "lacking")):
        with pytest.raises(Refused) as refused:
            await rooms.profiles.share(asked(**told), Address(Verb.SHARE, 0, 0))
        assert refused.value.key == key
