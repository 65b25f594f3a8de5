"""Profiles and the mind reader on a real store: what is read, who may ask, and what is shown to whom."""

from __future__ import annotations

import pytest

from bot.desk import profiles
from bot.ladder import habits
from bot.ladder.habits import shown
from bot.preferences import Player, Preferences, Server
from bot.rooms import Rooms
from bot.scenes.address import Address
from bot.scenes.scene import Button, Scene, Somebody
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.table import Begun, Table
from games import GAMES
from games.insight import Telltale
from games.match import RESIGN
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Award, Change, Event, Opening, Rating, Season
from tests.bot.billboard import Billboard
from tests.bot.playing import Chooser, by_dice, played
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, NOON, SERVER, asked, cause
from tests.bot.town import furnished

SHORT = {"placement": "random", "prize": "one"}
TELLTALE = [key for key, game in GAMES.items() if isinstance(game, Telltale)]


def text(scene: Scene | None) -> str:
    assert scene
    return "\n".join((*scene.above, *scene.below, scene.small))


def buttons(scene: Scene | None) -> dict[str, str]:
    """Where each leads, by its label."""
    assert scene
    return {
        button.label: button.to
        for row in scene.rows
        if isinstance(row, tuple)
        for button in row
        if isinstance(button, Button)
    }


async def rate(rooms: Rooms, person: int, game: str, points: float) -> None:
    before = await rooms.store.rating(SERVER, game, 0, person)
    matches = before.matches + 1 if before else 8
    rating = Rating(SERVER, game, 0, person, points, (points - 250) / 30, 2.0, matches, NOON, edition=3)
    opening = Opening(SERVER, CHANNEL, "schamanen", 1, "{}", "{}", "5eed", "offered", NOON)
    await rooms.store.create(opening, [Event("offered", "", NOON, person=person)], Change(ratings=(rating,)))


async def test_a_profile_tells_ratings_record_and_rivals(rooms: Rooms) -> None:
    for at in range(4):
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(at), now=NOON + at)
    # The dice of these matches are new each time: whoever won them stands where the test says.
    await rate(rooms, ANN, "schamanen", 3012.4)
    await rate(rooms, BEN, "schamanen", 900.0)
    await rate(rooms, CAT, "schamanen", 3300.0)
    await rate(rooms, ANN, "", 990.0)
    answer = await rooms.profiles.player(asked(BEN), ANN)
    told = text(answer.scene)
    assert f"Profile of <@{ANN}>" in told
    assert "**Duel of the Shamans**: **3012** ± 120 · rank 2" in told
    assert "**All games**: **990** ± 120 · rank 1" in told
    assert "4 matches:" in told
    assert "-# classic " in told
    assert f"Favourite opponent: <@{BEN}>, 4 matches" in told
    assert [*buttons(answer.scene)] == ["All my matches"], "what others do without knowing it is theirs"


async def test_a_profile_tells_peak_place_among_the_ranked_and_who_is_provisional(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    told = text((await rooms.profiles.player(asked(), ANN)).scene)
    assert "· provisional, 4 more matches to a rank" in told
    assert "top " not in told
    await rate(rooms, ANN, "schamanen", 1100.0)
    for other in range(100, 139):
        await rate(rooms, other, "schamanen", 900.0 + 10 * other)
    for _ in range(6):
        await rate(rooms, ANN, "schamanen", 3012.4)
    later = furnished(rooms.store, Billboard(lambda: NOON), lambda: NOON)
    told = text((await later.profiles.player(asked(), ANN)).scene)
    assert "**3012** ± 120 · rank 1 · top 3%" in told


async def test_what_was_won_stands_there_for_good(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    won = (("place", "", 1), ("place", "", 1), ("place", "", 3), ("first", "schamanen", 1), ("rival", "", 7))
    for kind, game, number in won:
        season = await rooms.store.begin_season(SERVER, "", NOON)
        award = Award(ANN, SERVER, season, kind, game, number, 1200)
        await rooms.store.award(Season(SERVER, season, "", NOON, NOON), [award])
    for who in (ANN, BEN):
        told = text((await rooms.profiles.player(asked(who), ANN)).scene)
        assert "🏆 Champion: seasons 1 and 2" in told
        assert "🥉 On the podium: season 3" in told
        assert "🎯 First at Duel of the Shamans: season 4" in told
    assert "🏆" not in text((await rooms.profiles.player(asked(server=SERVER + 1), ANN)).scene)
    assert "🏆" not in text((await rooms.profiles.player(asked(), BEN)).scene)


async def test_two_are_held_against_each_other(rooms: Rooms) -> None:
    for at in range(3):
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(at), now=NOON + at)
    meet = Address(Verb.MEET, 0, 0, f"{ANN}")
    told = text((await rooms.profiles.meet(asked(CAT, chosen=(f"{BEN}",)), meet)).scene)
    assert f"<@{ANN}> and <@{BEN}>" in told
    assert "3 matches: **" in told
    assert "**Duel of the Shamans**: " in told
    assert "haven’t met" in text((await rooms.profiles.meet(asked(chosen=(f"{CAT}",)), meet)).scene)
    own = await rooms.profiles.meet(asked(chosen=(f"{ANN}",)), meet)
    assert "Profile of" in text(own.scene)
    for answer in (await rooms.profiles.player(asked(), ANN), await rooms.profiles.player(asked(BEN), ANN)):
        assert answer.scene
        assert [row.to for row in answer.scene.rows if isinstance(row, Somebody)] == [str(meet)]


@pytest.mark.parametrize("chosen", [(), ("x",), ("0",), (f"{BEN}", f"{CAT}"), ("9" * 40,)])
async def test_who_is_nobody_is_held_against_nobody(rooms: Rooms, chosen: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match="button"):
        await rooms.profiles.meet(asked(chosen=chosen), Address(Verb.MEET, 0, 0, f"{ANN}"))


async def test_nobody_is_held_against_who_does_not_want_to_be_seen(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    await Preferences(rooms.store).set_player(BEN, Player(listed=False))
    for one, other, who, key in (
        (ANN, BEN, CAT, "unlisted"),
        (BEN, ANN, CAT, "unlisted"),
        (ANN, BEN, ANN, "unlisted"),
    ):
        with pytest.raises(Refused, match=key):
            await rooms.profiles.meet(asked(who, chosen=(f"{other}",)), Address(Verb.MEET, 0, 0, f"{one}"))
    told = await rooms.profiles.meet(asked(BEN, chosen=(f"{ANN}",)), Address(Verb.MEET, 0, 0, f"{BEN}"))
    assert "1 match" in text(told.scene)
    with pytest.raises(Refused, match="server-only"):
        await rooms.profiles.meet(asked(server=None, chosen=(f"{BEN}",)), Address(Verb.MEET, 0, 0, f"{ANN}"))


async def test_ratings_of_other_servers_and_seasons_are_not_told(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    await rate(rooms, ANN, "schamanen", 1012.4)
    await rooms.store.begin_season(SERVER, "Spring", NOON)
    for server in (SERVER, 99, None):
        answer = await rooms.profiles.player(asked(server=server), ANN)
        assert "1012" not in text(answer.scene)


async def test_in_direct_messages_all_servers_count(rooms: Rooms) -> None:
    for server in (SERVER, SERVER + 1):
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1), server=server)
    here = await rooms.profiles.player(asked(), ANN)
    everywhere = await rooms.profiles.player(asked(server=None), ANN)
    assert "1 match:" in text(here.scene)
    assert "2 matches:" in text(everywhere.scene)
    assert "Post it here for all" in buttons(here.scene)
    assert everywhere.scene
    assert everywhere.scene.board is None, "between servers no points are compared"
    assert "Post it here for all" not in buttons(everywhere.scene), "there is nobody to show it to"


async def test_who_does_not_want_to_be_seen_is_seen_by_themselves(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    await rooms.preferences.set_player(ANN, Player(listed=False))
    with pytest.raises(Refused) as refused:
        await rooms.profiles.player(asked(BEN), ANN)
    assert refused.value.key == "unlisted"
    assert "1 match" in text((await rooms.profiles.player(asked(), ANN)).scene)


async def test_nor_is_it_told_of_them_in_what_others_show(rooms: Rooms) -> None:
    """Whom one met most and lost to most is known to oneself, not to everybody."""
    for at in range(4):
        await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(at), now=NOON + at)
    await Preferences(rooms.store).set_player(BEN, Player(listed=False))
    assert f"<@{BEN}>" in text((await rooms.profiles.player(asked(ANN), ANN)).scene)
    assert f"<@{BEN}>" not in text((await rooms.profiles.player(asked(CAT), ANN)).scene)
    assert f"<@{BEN}>" not in text((await rooms.profiles.share(asked(ANN), Address(Verb.SHARE, 0, 0))).posts)


async def test_what_another_process_remembers_shows_nobody(rooms: Rooms) -> None:
    await rooms.preferences.player(ANN)
    await Preferences(rooms.store).set_player(ANN, Player(listed=False))
    with pytest.raises(Refused, match="unlisted"):
        await rooms.profiles.player(asked(BEN), ANN)


async def test_in_direct_messages_nobody_asks_about_others(rooms: Rooms) -> None:
    """What somebody plays on servers where the other has never been."""
    with pytest.raises(Refused, match="server-only"):
        await rooms.profiles.player(asked(BEN, server=None), ANN)


async def test_who_never_played_has_an_empty_profile(rooms: Rooms) -> None:
    answer = await rooms.profiles.player(asked(), ANN)
    assert "No finished match with other people" in text(answer.scene)
    assert [*buttons(answer.scene)] == ["All my matches"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_what_does_not_count_is_told_and_nothing_says_otherwise(rooms: Rooms, locale: Locale) -> None:
    """A profile tells every match among people, whatever a ladder takes of it."""
    whatever = {"en": "rated or not", "de": "gewertet oder nicht", "fr": "classées ou non"}[locale]
    empty = await rooms.profiles.player(asked(locale=locale), ANN)
    assert whatever not in text(empty.scene)
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT, choose=by_dice(1))
    told = text((await rooms.profiles.player(asked(locale=locale), ANN)).scene)
    assert "1 " in told
    assert sum(whatever in line for line in told.splitlines()) == 1


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
    assert [*buttons(scene)] == ["Profile", "How?", "Post it here for all"]
    address = Address.parse(buttons(scene)["How?"])
    assert address
    how = (await rooms.profiles.mind(asked(), address)).scene
    assert told in text(how), "what was said stands"
    assert "What came most so far: right" in text(how)
    assert "after it lost" in text(how)
    assert "I’ve read 12 finished matches" in text(how)
    assert buttons(how)["Mind reader: Duel of the Shamans"] == str(_mind())
    other = text((await rooms.profiles.mind(asked(BEN), _mind(step=1))).scene)
    assert "**Columns, as Wolf**" in other
    assert "Rows" not in other


async def test_few_choices_are_too_little(rooms: Rooms) -> None:
    await played(rooms.tables, (ANN, BEN), "schamanen", SHORT | {"duel_limit": 3}, choose=by_dice(1))
    for person, choices in ((ANN, 3), (CAT, 0)):
        scene = (await rooms.profiles.mind(asked(person), _mind())).scene
        assert "Nothing to read yet: I begin at 20 choices of one kind" in text(scene)
        assert f"So far there are {choices}." in text(scene)
        assert [*buttons(scene)] == ["Profile"], "there is nothing to explain, nor to share"


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
    address = Address.parse(next(to for to in buttons(profile.scene).values() if to.startswith(Verb.MIND)))
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
        assert buttons(answer.posts) == {}
        assert answer.posts
        assert answer.posts.called == frozenset(), "nobody is pinged by it"


async def test_nothing_is_shared_where_it_cannot_be(rooms: Rooms) -> None:
    for told, key in (({"server": None}, "server-only"), ({"lacking": ("send_messages",)}, "lacking")):
        with pytest.raises(Refused) as refused:
            await rooms.profiles.share(asked(**told), Address(Verb.SHARE, 0, 0))
        assert refused.value.key == key
