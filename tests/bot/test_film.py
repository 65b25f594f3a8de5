"""The film of a match: twenty seconds at the most, and captions below the board."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.paint import film as painted
from bot.scenes import film, moments
from bot.table.tables import Tables
from bot.texts import say
from games import GAMES, art, typeface
from games.art import LARGE, LIGHT, SLATE, Caption, Letters
from games.dice import Chance
from games.match import begin
from games.words import LOCALES
from tests.kit.match import ANN, BEN, at_first, looked
from tests.laws.painted import LONG


def test_a_board_of_a_film_is_two_thirds_of_it_in_everything() -> None:
    whole = art.Picture(
        art.Palette("games.schnick", (LIGHT,), (LIGHT,)), 300, 150, SLATE, ((art.Box(30, 60, LIGHT), 90, 45),)
    )
    small = art.smaller(whole)
    [(box, left, top)] = small.marks
    assert isinstance(box, art.Box)
    assert (small.width, small.height, box.width, box.height, left, top) == (200, 100, 20, 40, 60, 30)


@pytest.mark.parametrize("game", at_first("shamanic_chess"))
async def test_a_film_is_twenty_seconds_at_the_most_and_has_the_highlights(tables: Tables, game: str) -> None:
    table, _, passed = await looked(tables, game)
    views = [moments.seen(match, over=table.over) for match in passed]
    shown = film.highlights(passed, views)
    assert shown == sorted(set(shown))
    assert (shown[0], shown[-1]) == (0, len(passed) - 1)
    assert len(shown) == min(len(passed), film.MOST)
    heaviest = film.heaviest(passed, views)
    assert set(heaviest[: film.MOST - 2]) <= set(shown)
    reel = film.film(table, passed, "en")
    assert reel.names == (ANN, BEN)
    data = painted(reel.pictures, LONG)
    assert len(data) <= 500 * 1024
    with Image.open(BytesIO(data)) as animation:
        lasts = [frame.info["duration"] for frame in ImageSequence.Iterator(animation)]
    assert len(lasts) == len(shown)
    assert sum(lasts) <= film.LONGEST
    assert lasts[-1] == max(lasts), "how it ended is held"


@pytest.mark.parametrize("game", GAMES)
async def test_captions_lie_below_the_board_and_name_people(tables: Tables, game: str) -> None:
    """All frames are as large, and of the same colours; whose name cannot be painted is called by their seat."""
    table, _, passed = await looked(tables, game)
    for locale in LOCALES:
        pictures = film.film(table, passed, locale).pictures
        assert len({(picture.width, picture.height, picture.palette) for picture in pictures}) == 1
        names, words = ("Otter", "小狐"), [table.game.say(f"seat-{seat}", locale) for seat in range(2)]
        for picture in pictures:
            [(caption, left, top)] = [mark for mark in picture.marks if isinstance(mark[0], Caption)]
            assert isinstance(caption, Caption)
            assert left + caption.width <= picture.width
            assert top + caption.height <= picture.height
            assert caption.height // caption.lines >= LARGE
            lines = typeface.wrapped(caption, names)
            assert 1 <= len(lines) <= 2
            assert not any(art.person(seat) in line or "小狐" in line for line in lines for seat in range(2))
            for seat, name in enumerate(("Otter", words[1])):
                assert (art.person(seat) not in caption.text) or name in " ".join(lines) or lines[-1].endswith("…")
        ends = [
            what for picture in (pictures[0], pictures[-1]) for what, *_ in picture.marks if isinstance(what, Caption)
        ]
        first, last = (" ".join(typeface.wrapped(what, names)) for what in ends)
        assert "Otter" in first or words[1] in first
        assert last, "how it ended is said"


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en", "Ben wins: the house resigned"),
        ("de", "Ben gewinnt: das Haus hat aufgegeben"),
        ("fr", "Ben gagne : l’ordi abandonne"),
    ],
)
def test_a_film_ends_with_who_has_won(locale: str, told: str) -> None:
    """Also where somebody gave up; in a sentence the house is no name."""
    chess = GAMES["shamanic_chess"]
    match = begin(chess, chess.options_class(), 2, Chance.of(bytes(32), ()))
    left = match.said(0, ("!resign",))
    called = [say("the-house", locale), art.person(1)]
    first, last = film.frames([match, left], [match.view(None), left.view(None)], locale, called)
    captions = [what for board in (first, last) for what, _, _ in board.marks if isinstance(what, Caption)]
    begun, ended = (" ".join(typeface.wrapped(caption, ("", "Ben"))) for caption in captions)
    assert ended == told
    house = say("the-house", locale)
    assert begun == f"{house[0].upper()}{house[1:]} – Ben"


@pytest.mark.parametrize("game", GAMES)
async def test_no_caption_ends_as_a_line_does(tables: Tables, game: str) -> None:
    table, _, passed = await looked(tables, game)
    for locale in LOCALES:
        for picture in film.film(replace(table, people=(None, BEN)), passed, locale).pictures:
            [caption] = [what for what, _, _ in picture.marks if isinstance(what, Caption)]
            assert not caption.text.endswith(".")
            house = say("the-house", locale)
            assert not re.search(rf"[^.!?] {house[0].upper()}{house[1:]}", caption.text)


async def test_a_long_caption_ends_before_its_end() -> None:
    caption = Caption(f"{art.person(0)} {'x' * 300} {art.person(1)}", ("Red", "Blue"), 900, 130, 2, LIGHT, SLATE)
    for names in (("Ann", "Ben"), ("W" * 300, "Ben"), ()):
        lines = typeface.wrapped(caption, names)
        assert len(lines) <= 2
        assert lines[-1].endswith("…")
        assert all(typeface.length(Letters(line, 900, 65, LIGHT, SLATE)) <= 900 for line in lines)
    short = replace(caption, text=f"{art.person(1)} wins.")
    assert typeface.wrapped(short, ()) == ["Blue wins."]
    assert typeface.wrapped(short, ("", "i" * 32)) == [f"{'i' * 19}… wins."]


def test_no_caption_begins_a_line_with_a_sign() -> None:
    """In French a thin space stands before it, at which no line breaks."""
    for width in range(100, 900, 20):
        lines = typeface.wrapped(Caption("Ben gagne\u202f: Ann abandonne", (), width, 130, 2, LIGHT, SLATE), ())
        assert not any(line.startswith(":") for line in lines), lines
