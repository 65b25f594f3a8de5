"""Tests for the boards and captions in the film of a match. `tests/laws` tests its length."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.i18n import say
from bot.matches.service import MatchService
from bot.screens import film, turning_points
from games import GAMES, art, typeface
from games.art import LARGE_TYPE_HEIGHT, LIGHT, SLATE, Caption, Letters
from games.dice import Chance
from games.match import begin_match
from games.words import LOCALES
from tests.kit.matches import ANN, BEN, get_sample_match


def list_captions(picture: art.Picture) -> list[Caption]:
    return [mark for mark, _, _ in picture.marks if isinstance(mark, Caption)]


@pytest.mark.parametrize("game", GAMES)
async def test_film_has_the_first_last_and_most_important_boards(matches: MatchService, game: str) -> None:
    match, _, positions = await get_sample_match(matches, game)
    views = [turning_points.get_public_view(engine, is_over=match.is_over) for engine in positions]
    steps = film.select_film_steps(positions, views)
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, len(positions) - 1)
    assert len(steps) == min(len(positions), film.FILM_MAX_FRAMES)
    assert set(film.rank_steps_by_weight(positions, views)[: film.FILM_MAX_FRAMES - 2]) <= set(steps)
    rendered = film.render_film(match, positions, "en")
    assert (rendered.names, len(rendered.pictures)) == ((ANN, BEN), len(steps))


@pytest.mark.parametrize("game", GAMES)
async def test_captions_fit_below_the_board_and_name_players(matches: MatchService, game: str) -> None:
    """A player name that the font cannot show is replaced with the name of the seat."""
    match, _, positions = await get_sample_match(matches, game)
    for locale in LOCALES:
        pictures = film.render_film(match, positions, locale).pictures
        assert len({(picture.width, picture.height, picture.palette) for picture in pictures}) == 1
        names, seat_names = ("Otter", "小狐"), [match.game.say(f"seat-{seat}", locale) for seat in range(2)]
        for picture in pictures:
            [(caption, left, top)] = [mark for mark in picture.marks if isinstance(mark[0], Caption)]
            assert isinstance(caption, Caption)
            assert left + caption.width <= picture.width
            assert top + caption.height <= picture.height
            assert caption.height // caption.lines >= LARGE_TYPE_HEIGHT
            lines = typeface.wrap_caption(caption, names)
            assert 1 <= len(lines) <= 2
            assert not any(
                art.person_placeholder(seat) in line or "小狐" in line for line in lines for seat in range(2)
            )
            for seat, name in enumerate(("Otter", seat_names[1])):
                assert (
                    (art.person_placeholder(seat) not in caption.text)
                    or name in " ".join(lines)
                    or lines[-1].endswith("…")
                )
        first, last = (" ".join(typeface.wrap_caption(list_captions(pictures[i])[0], names)) for i in (0, -1))
        assert "Otter" in first or seat_names[1] in first
        assert last
        # Captions end without a period, and “the house” is lowercase within a sentence.
        house = say("the-house", locale)
        for picture in film.render_film(replace(match, player_ids=(None, BEN)), positions, locale).pictures:
            [caption] = list_captions(picture)
            assert not caption.text.endswith(".")
            assert not re.search(rf"[^.!?] {house[0].upper()}{house[1:]}", caption.text)


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "Ben wins: the house resigned"),
        ("de", "Ben gewinnt: der Computer hat aufgegeben"),
        ("fr", "Ben gagne : l’ordi abandonne"),
    ],
)
def test_last_caption_names_the_winner(locale: str, expected: str) -> None:
    game = GAMES["shamanic_chess"]
    engine = begin_match(game, game.options_class(), 2, Chance.derive(bytes(32), ()))
    resigned = engine.play_move(0, ("!resign",))
    names = [say("the-house", locale), art.person_placeholder(1)]
    boards = film.draw_frames([engine, resigned], [engine.view_of(None), resigned.view_of(None)], locale, names)
    first, last = (" ".join(typeface.wrap_caption(list_captions(board)[0], ("", "Ben"))) for board in boards)
    assert last == expected
    assert first == f"{names[0][0].upper()}{names[0][1:]} – Ben"


def test_long_caption_is_cut_after_two_lines() -> None:
    caption = Caption(
        f"{art.person_placeholder(0)} {'x' * 300} {art.person_placeholder(1)}",
        ("Red", "Blue"),
        900,
        130,
        2,
        LIGHT,
        SLATE,
    )
    for names in (("Ann", "Ben"), ("W" * 300, "Ben"), ()):
        lines = typeface.wrap_caption(caption, names)
        assert len(lines) <= 2
        assert lines[-1].endswith("…")
        assert all(typeface.text_width(Letters(line, 900, 65, LIGHT, SLATE)) <= 900 for line in lines)
    short = replace(caption, text=f"{art.person_placeholder(1)} wins.")
    assert typeface.wrap_caption(short, ()) == ["Blue wins."]
    assert typeface.wrap_caption(short, ("", "i" * 32)) == [f"{'i' * 19}… wins."]
    # Lines do not break at the thin space before a French colon.
    for width in range(100, 900, 20):
        lines = typeface.wrap_caption(Caption("Ben gagne\u202f: Ann abandonne", (), width, 130, 2, LIGHT, SLATE), ())
        assert not any(line.startswith(":") for line in lines), lines
