"""Profiles on a real store: what is read, who may ask, and what is shown to whom."""

from __future__ import annotations

import pytest

from bot.preferences import Player, Preferences
from bot.rooms import Rooms
from bot.scenes.address import Address, Verb
from bot.scenes.scene import Somebody
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Award, Change, Event, Opening, Rating, Season
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, asked, by_dice, played
from tests.kit.scenes import SHORT, links, text
from tests.kit.world import create_rooms


async def rate(rooms: Rooms, person: int, game: str, points: float) -> None:
    before = await rooms.store.rating(SERVER, game, 0, person)
    matches = before.matches + 1 if before else 8
    rating = Rating(SERVER, game, 0, person, points, (points - 250) / 30, 2.0, matches, NOON, opponents=3)
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
    assert [*links(answer.scene)] == ["All my matches"], "what others do without knowing it is theirs"


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
    later = create_rooms(rooms.store, Discord(lambda: NOON), lambda: NOON)
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
    assert "Post it here for all" in links(here.scene)
    assert everywhere.scene
    assert everywhere.scene.board is None, "between servers no points are compared"
    assert "Post it here for all" not in links(everywhere.scene), "there is nobody to show it to"


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
    assert [*links(answer.scene)] == ["All my matches"]


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
