"""What a match came to is said once: what its game has told is not said again below the board.

Each of its laws is of one card, in every game or language and for every way in which a match can end.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot.scenes import end, hand, moments, past, podium, positions
from bot.scenes.names import names
from bot.scenes.outcome import outcome
from bot.scenes.scene import Board, Scene
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.journal import after
from bot.table.table import Begun, Kind, Over, Play, Table
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES
from games.core import Seat
from games.match import Match
from games.words import LOCALES
from storage import Event
from tests.effort import LITTLE
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause, past_one, said
from tests.kit.world import begun, chosen

WINS = {"en": "wins", "de": "gewinnt", "fr": "gagne"}


async def ended(tables: Tables, game: str, seed: int = 3) -> tuple[Over, Sequence[Match]]:
    """With the match at its start and after each step."""
    table, _, passed = await past_one(tables, game, seed)
    assert isinstance(table, Over)
    return table, passed


def shown(table: Table, locale: str, passed: Sequence[Match] = ()) -> Scene:
    assert isinstance(table, Over)
    return end.over(table, locale, passed, None, called=frozenset())


@pytest.mark.parametrize("game", GAMES)
async def test_who_won_and_how_is_said_first_and_once(tables: Tables, game: str) -> None:
    table, passed = await ended(tables, game)
    for locale in LOCALES:
        scene = shown(table, locale, passed)
        headline, *lines = [*scene.above, *scene.below]
        first = [seat for seat, rank in enumerate(table.result.ranks) if rank == 1]
        assert headline.startswith("### 🏆" if len(first) == 1 else "### 🤝")
        if len(first) == 1:
            assert WINS[locale] in headline
            assert f"<@{table.people[first[0]]}>" in headline
        assert str([headline, *lines]).count(table.game.say(f"reason-{table.result.reason}", locale).rstrip(".")) <= 1
        assert not any(WINS[locale] in line for line in scene.below), scene.below
        assert [str(scene.below).count(f"<@{person}>") for person in (ANN, BEN)] == [1, 1]


@pytest.mark.again
@pytest.mark.parametrize("game", GAMES)
async def test_a_turning_point_is_where_the_score_changed_most(tables: Tables, game: str) -> None:
    """Said in one sentence where one step stands out; and whatever is told of it is told of that step."""
    for seed in range(1 if LITTLE else 4):
        table, passed = await ended(tables, game, seed)
        swings = [
            max(gains) - min(gains)
            for before, after in pairwise(passed)
            for gains in [[new - old for old, new in zip(before.scores(), after.scores(), strict=True)]]
        ]
        marks = moments.turns(passed)
        deciding = len(passed) - 1 if swings[-1] and decided(passed) else 0
        best, second, *_ = [*sorted(swings[:-1], reverse=True), 0, 0]
        point = deciding or (swings.index(best) + 1 if best > second else 0)
        assert len(marks) == min(moments.MOST_TURNS, sum(map(bool, swings[:-1])) + bool(deciding))
        for locale in LOCALES:
            told = [line for line in shown(table, locale, passed).above if line.startswith("🔑")]
            assert len(told) == bool(point)
            mine = hand.hand(table, 0, locale, Absences(), hand.Beside(passed=tuple(passed)))
            signs = [line[0] for line in mine.above if line[0] in "🔑🏁"]
            # The picture shows the one, and what was told last is the other.
            assert signs == (["🔑", "🏁"] if 0 < point < len(passed) - 1 else [])
            if told:
                before, after = passed[point - 1 : point + 1]
                assert "{}:{} → {}:{}".format(*before.scores(), *after.scores()) in told[0]
            eyes = (None, *range(table.match.seats))
            assert all(moments.retold(table, passed, mark, locale, seat) for mark in marks for seat in eyes)


def decided(passed: Sequence[Match]) -> bool:
    """Did the last step put somebody else first, by what it counted and not by what is given for the end?"""
    before, after = passed[-2:]
    assert after.result
    scores = before.scores()
    ahead = {seat for seat, score in enumerate(scores) if score == max(scores)}
    first = {seat for seat, rank in enumerate(after.result.ranks) if rank == 1}
    return ahead != first and after.game.HAS_RUNNING_SCORE


@pytest.mark.parametrize(("game", "seed"), [("schnick", 1), ("woodwalkers", 0)])
async def test_the_step_that_decided_is_the_first_turning_point(tables: Tables, game: str, seed: int) -> None:
    """Also where others moved the score as much: told by what happened, and not by how it ended."""
    for later in range(seed, seed + 40):
        table, passed = await ended(tables, game, later)
        if decided(passed) and passed[-1].scores() != passed[-2].scores():
            break
    _, journal, _ = await past_one(tables, game, later)
    first, *_ = moments.turns(passed)
    assert first.at == len(passed) - 1
    assert moments.point(passed) == first
    for locale in LOCALES:
        sentence = moments.retold(table, passed, first, locale)
        assert WINS[locale] not in sentence, sentence
        scene = shown(table, locale, passed)
        assert say("turning", locale, what=sentence, decided=1, pictured=1) in scene.above
        review = past.review(table, journal, None, locale)
        assert any(line.endswith(f"** · {sentence}") for line in review.above)


async def test_chess_is_written_as_chess_is(tables: Tables) -> None:
    table = await begun(tables, "shamanic_chess")
    assert isinstance(table, Begun)
    lost = shown(gone_on(table, 0, "!resign"), "en")
    assert "**0–1**" in lost.above[1]
    drawn = gone_on(gone_on(table, 0, "!offer"), 1, "!agree")
    assert "**½–½**" in shown(drawn, "en").above[1]
    assert not any("·" in line for line in shown(drawn, "en").below), "half points are on nobody's line"


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_names_everybody_through_whose_eyes_it_may_be_seen(tables: Tables, game: str) -> None:
    """Whoever turns its pages need not have sat there."""
    table, journal, _ = await past_one(tables, game, 3)
    for eyes in range(2):
        told = [line for at in range(4) for line in past.frame(table, journal, f"{at}.{eyes}", "en").above[1:]]
        assert told
        assert not any(re.search(r"\b[Yy]ou", line) for line in told), told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", LOCALES)
async def test_the_end_is_the_same_picture_on_the_card_and_in_the_hand(tables: Tables, game: str, locale: str) -> None:
    table, passed = await ended(tables, game)
    board = shown(table, locale, passed).board
    assert isinstance(board, Board)
    assert board.picture == podium.picture(table.match, passed, locale)
    assert board.names == (ANN, BEN)
    assert len(board.alt) <= 1024
    assert table.game.say("seat-0", locale) in board.alt
    assert hand.ended(table, 0, locale, hand.Beside(passed=tuple(passed))).board == board


async def test_a_match_that_says_nothing_about_who_plays_better_crowns_nobody(tables: Tables) -> None:
    table = await begun(tables)
    table = gone_on(table, 0, "!cancel")
    assert isinstance(table, Over)
    board = shown(table, "en").board
    assert isinstance(board, Board)
    assert board.picture == table.game.picture(table.match.view(None))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("word", ["!cancel", "!lapse"])
async def test_where_nobody_won_nobody_is_said_to_have_won(tables: Tables, game: str, word: str, locale: str) -> None:
    """Cancelled, or given up by all: on the card, in every hand, in the picture's words, the film, the replay and at a
    terminal it is said so, once, and nobody has a place.
    """
    play = await begun(tables, game)
    assert isinstance(play, Play)
    cancelled = word == "!cancel"
    if not cancelled and len(play.match.awaited) < 2:
        pytest.skip("only who chooses at once can be late at once")
    done = gone_on(play, 0, word)
    assert isinstance(done, Over)
    seat, key = done.game.say("seat-0", locale), f"reason-{done.result.reason}"
    told, heard = (done.game.say(key, locale, who=who) for who in (f"<@{done.people[0]}>", seat))
    assert told.count(".") == 2
    card = shown(done, locale)
    hands = [hand.hand(done, seat, locale, Absences()) for seat in range(2)]
    # Whoever cancelled knows it; the others are told who.
    own = say("done-cancelled", locale) if cancelled else told
    for scene, why in ((card, told), (hands[0], own), (hands[1], told)):
        lines = [*scene.above, *scene.below]
        assert sum(why in line for line in lines) == 1, lines
        assert not any(re.search(r"\*\*\d\.\*\*|🏆|🤝", line) for line in lines), lines
        keys = ("won", "lost", "shared", "drawn")
        assert not any(say(f"hand-{key}", locale) in line for key in keys for line in lines), lines
        assert isinstance(scene.board, Board)
        assert scene.board.alt.startswith(heard)
    assert list(outcome(done.match, locale)) == [heard]
    if cancelled:
        journal = await tables.journal(done.id)
        assert any(told in line for line in past.frame(done, journal, "9", locale).above)
        assert any(told in line for line in past.review(done, journal, None, locale).above)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("word", ["!resign", "!lapse"])
async def test_who_gave_up_is_told_so_once_and_not_by_name(tables: Tables, locale: str, word: str) -> None:
    table = await chosen(tables, (await begun(tables)).id, ANN)
    assert isinstance(table, Begun)
    mine, theirs = table.people.index(BEN), table.people.index(ANN)
    table = gone_on(table, mine, word)
    assert isinstance(table, Over)
    own, other = (hand.hand(table, seat, locale, Absences()).below for seat in (mine, theirs))
    assert own == (say(f"hand-{word[1:]}", locale), *other[1:])
    assert other[0].startswith(f"{say('hand-won', locale)} <@{BEN}> ")
    assert [line[:2] for line in other[1:]] == ["🏆 ", "**"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", LOCALES)
async def test_who_does_not_lose_reads_it_once(tables: Tables, game: str, locale: str) -> None:
    table, *_ = await past_one(tables, game, 1)
    assert isinstance(table, Over)
    for seat, rank in enumerate(table.result.ranks):
        told = table.match.game.told(table.match.view(seat), locale, names(table, locale))[-1]
        scene = hand.hand(table, seat, locale, Absences())
        won = " 🎉" * (table.result.ranks.count(1) == 1)
        assert (scene.below[0] == f"**{told}**{won}") is (rank == 1)
        assert (told in scene.above) is (rank > 1)


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_duel_whose_stones_are_forgotten_is_told_once(tables: Tables, locale: str) -> None:
    """Somebody has exchanged since, and gives up: who is told of both steps reads of the duel as it was shown."""
    table = await begun(tables, "schamanen", variant="memory", placement="random")
    assert isinstance(table, Play)
    while table.match.step < 2 or table.match.state.phase != "mask":
        table = await chosen(tables, table.id, table.people[min(table.match.waiting)] or 0)
        assert isinstance(table, Play)
    done = gone_on(table, 0, "!resign")
    assert isinstance(done, Over)
    passed = (*positions.passed(await tables.journal(done.id))[:-1], done.match)
    for seat in range(2):
        above = hand.hand(done, seat, locale, Absences(), hand.Beside(passed=passed)).above
        duels = [line for line in above if f"{say('course-duel', locale)} 1" in line]
        assert len(duels) == 1, above


def gone_on(table: Table, seat: Seat, *word: str) -> Table:
    """As it is after one more word."""
    return after(table, Event(Kind.SAID, " ".join(word), NOON, seat=seat), Absences())


@pytest.mark.parametrize("word", ["!resign", "!lapse"])
@pytest.mark.parametrize("locale", LOCALES)
async def test_who_gave_up_is_named(tables: Tables, locale: str, word: str) -> None:
    table = await chosen(tables, (await begun(tables)).id, ANN)
    assert isinstance(table, Begun)
    table = gone_on(table, table.people.index(BEN), word)
    assert isinstance(table, Over)
    scene = shown(table, locale)
    assert f"<@{ANN}> {WINS[locale]}" in scene.above[0]
    assert f"<@{BEN}>" in scene.above[0]
    first, second = scene.below
    assert first.startswith("🏆")
    assert f"<@{ANN}>" in first
    assert second.startswith("**2.**")


@pytest.mark.parametrize("locale", LOCALES)
async def test_of_equals_nobody_has_the_cup(tables: Tables, locale: str) -> None:
    table = await begun(tables)
    for seat, word in enumerate(("!offer", "!agree")):
        table = (await said(tables, table, seat, word)).table
    assert isinstance(table, Over)
    scene = shown(table, locale)
    assert scene.above[0] == f"### 🤝 {table.game.say('reason-agreed', locale)}"
    assert [line[:6] for line in scene.below] == ["**1.**", "**1.**"], "in bold, or Discord would count them anew"


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_left_is_said_to_come_last_whatever_the_house_did_there(tables: Tables, locale: str) -> None:
    agreement = Agreement(kind="open", seats=3)
    done = await tables.offer(
        ANN, (), GAMES["schnick"], {}, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    table = done.table
    for person in (BEN, CAT):
        table = (await tables.sit(table.id, person, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    dice = random.Random(1)
    table = gone_on(table, table.people.index(ANN), "!resign")
    while isinstance(table, Play):
        seat = min(table.match.waiting)
        table = gone_on(table, seat, *dice.choice(table.match.legal(seat)))
    assert isinstance(table, Over)
    scene = shown(table, locale)
    assert f"<@{ANN}>" not in scene.above[0]
    assert scene.above[0].startswith("### 🏆") == (table.result.ranks.count(1) == 1)
    *_, last = scene.below
    assert last.startswith("**3.**")
    assert f"<@{ANN}>" in last
    assert say("over-left", locale) in last
