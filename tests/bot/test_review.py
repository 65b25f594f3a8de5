"""What is looked back upon: where it turned, twenty seconds of film, and all of it step by step."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.paint import film as painted
from bot.scenes import film, past, turning
from bot.scenes.scene import Button, Film, Scene
from bot.table.chronicle import record
from bot.table.table import Begun, Play
from bot.table.tables import Tables
from games import GAMES
from games.art import Letters
from games.match import Match
from games.words import LOCALES
from storage import Journal
from tests.bot.playing import by_dice, played
from tests.bot.sitting import ANN, BEN
from tests.bot.town import begun, round_of


async def looked(tables: Tables, game: str, seed: int = 5) -> tuple[Begun, Journal, list[Match]]:
    match = await played(tables, (ANN, BEN), game, choose=by_dice(seed))
    table, journal = await tables.table(match), await tables.journal(match)
    assert isinstance(table, Begun)
    return table, journal, past.positions(journal)


def buttons(scene: Scene) -> list[Button]:
    return [button for row in scene.rows if isinstance(row, tuple) for button in row]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_turning_points_come_first_and_lead_to_their_boards(tables: Tables, game: str, locale: str) -> None:
    table, journal, passed = await looked(tables, game)
    scene = past.review(table, journal, record(journal), locale)
    found = turning.turns(passed)
    jumps = [button for button in buttons(scene) if button.label.startswith("🔑")]
    assert len(jumps) == len(found) <= 3
    for jump, turn in zip(jumps, found, strict=True):
        assert jump.to.endswith(f":{turn.at}")
        shown = past.frame(table, journal, str(turn.at), locale)
        assert shown.board
        assert shown.small.startswith(f"{turn.at + 1} ")
        # Its caption tells of that step, and names nobody but those who played.
        caption = next(line for line in scene.above if line.startswith(f"**{found.index(turn) + 1}.** "))
        told = caption.split("** ", 1)[1].rpartition(" (")[0]
        assert told in {line.rstrip(".") for line in shown.above} | {f"<@{ANN}>", f"<@{BEN}>"}


@pytest.mark.parametrize("game", GAMES)
async def test_a_film_is_twenty_seconds_at_the_most_and_has_the_highlights(tables: Tables, game: str) -> None:
    table, _, passed = await looked(tables, game)
    shown = film.highlights(passed)
    assert shown == sorted(set(shown))
    assert (shown[0], shown[-1]) == (0, len(passed) - 1)
    assert len(shown) == min(len(passed), film.MOST)
    assert {turn.at for turn in turning.turns(passed)} <= set(shown)
    with Image.open(BytesIO(painted(film.film(table, passed, "en").pictures))) as animation:
        lasts = sum(frame.info["duration"] for frame in ImageSequence.Iterator(animation))
    assert lasts <= 20_000


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
async def test_captions_lie_below_the_board(tables: Tables, game: str, locale: str) -> None:
    """All frames are as large; a line is as long as there is room; and nobody is a number there."""
    table, _, passed = await looked(tables, game)
    pictures = film.film(table, passed, locale).pictures
    assert len({(picture.width, picture.height) for picture in pictures}) == 1
    board = table.game.picture(passed[-1].view(None))
    for picture in pictures:
        captions = [what.text for what, _, top in picture.marks if isinstance(what, Letters) and top >= board.height]
        assert len(captions) <= 2
        assert all(len(line) <= film.LINE + 10 and "<@" not in line for line in captions)
    last = [what.text for what, _, top in pictures[-1].marks if isinstance(what, Letters) and top >= board.height]
    assert last, "how it ended is said"


@pytest.mark.parametrize("game", GAMES)
async def test_one_leaps_from_score_to_score(tables: Tables, game: str) -> None:
    """Or ten steps at once, where there is none before the end."""
    table, journal, passed = await looked(tables, game)
    stops = [turn.at for turn in turning.scored(passed)]
    at, visited = 0, []
    while True:
        on = next(it for it in buttons(past.frame(table, journal, str(at), "en")) if it.label.endswith("⏩"))
        if on.off:
            break
        at = int(on.to.split(":")[3])
        visited.append(at)
    assert visited == (stops or list(range(10, len(passed), 10)))
    ids = [it.to for it in buttons(past.frame(table, journal, "0", "en"))]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("locale", LOCALES)
async def test_while_it_is_played_nothing_is_told_that_must_be_forgotten(tables: Tables, locale: str) -> None:
    table = await begun(tables, "schamanen", variant="memory", placement="random", prize="one")
    for _ in range(3):
        table = await tables.table(table.id)
        assert isinstance(table, Play)
        if len(table.match.waiting) == 2:
            await round_of(tables, table.id)
            continue
        seat = min(table.match.waiting)
        person = table.people[seat]
        assert person
        word = table.match.legal(seat)[0]
        await tables.say(table.id, person, word, step=None, cause=table.seq + 7_000_000, now=1)
    table, journal = await tables.table(table.id), await tables.journal(table.id)
    assert isinstance(table, Play)
    passed = past.positions(journal)
    scene = past.review(table, journal, None, locale)
    assert isinstance(scene.board, Film)
    for match, picture in zip(passed, scene.board.pictures, strict=True):
        covered = match.game.picture(match.game.covered(match.view(None)))
        assert picture.marks[: len(covered.marks)] == covered.marks
