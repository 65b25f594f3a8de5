"""Banners of games and result pictures of matches are legible, in every language."""

from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle

import pytest

from bot.screens.charts import game_list_picture, result_picture
from bot.screens.charts.chart_kit import PANEL_GAP
from bot.screens.rules import render_banner
from games import GAMES, art, canvas
from games.art import Letters, PlayerName
from games.match import AGREE_DRAW, OFFER_DRAW, RESIGN, Match
from games.typeface import fit_name
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT, IS_MOST_EFFORT
from tests.laws.law_tables import TABLES, LawTable, for_each_law_table, get_random_match, list_step_ends
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES, open_image

MAX_BANNER_BYTES = 120 * 1024
GAMES_WITH_BANNER = [key for key, game in GAMES.items() if game.BANNER]
HEADS_FOLDER = files("games").joinpath("heads")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", GAMES_WITH_BANNER)
def test_banner_shows_the_title_and_the_hook(key: str, locale: str) -> None:
    banner = render_banner(key, locale)
    assert banner
    picture = banner.picture
    assert (picture.width, picture.height) == (art.BOARD_WIDTH, art.BANNER_HEIGHT)
    assert len(canvas.paint_png(picture)) <= MAX_BANNER_BYTES
    check_text_is_readable(picture, picture.marks)
    check_nothing_covers_text(picture, picture.marks)
    name = GAMES[key].say("name", locale)
    assert GAMES[key].say("title", locale).replace("-\n", "").replace("\n", " ") == name
    assert name in banner.alt
    text = " ".join(drawable.text for drawable, _, _ in picture.marks if isinstance(drawable, Letters))
    assert GAMES[key].say("hook", locale) in text


@pytest.mark.parametrize("locale", LOCALES)
def test_list_of_games_is_legible_and_fits_into_one_picture(locale: str) -> None:
    picture = game_list_picture.draw_game_list(locale)
    assert picture.width == art.BOARD_WIDTH
    assert picture.height <= art.BOARD_HEIGHT
    assert len(canvas.paint_png(picture)) <= MAX_BANNER_BYTES
    check_text_is_readable(picture, picture.marks)
    check_nothing_covers_text(picture, picture.marks)
    lines = [drawable for drawable, _, _ in picture.marks if isinstance(drawable, Letters)]
    texts = {line.text for line in lines}
    assert {game.say("name", locale) for game in GAMES.values()} <= texts
    assert {GAMES[key].say("hook", locale) for key in GAMES_WITH_BANNER} <= texts
    names = [line for line in lines if line.bold]
    assert all(line.height >= art.LARGE_TYPE_HEIGHT for line in names)


@pytest.mark.parametrize("key", GAMES_WITH_BANNER)
def test_banner_text_lies_within_its_empty_area(key: str) -> None:
    game = GAMES[key]
    assert game.BANNER
    picture, (left, top, width, height) = game.BANNER.picture, game.BANNER.title_area
    background = open_image(canvas.paint_png(picture)).crop((left, top, left + width, top + height))
    assert background.getcolors() == [(width * height, tuple(bytes.fromhex(picture.ground[1:])))]
    for locale in LOCALES:
        banner = render_banner(key, locale)
        assert banner
        for drawable, x, y in banner.picture.marks[len(picture.marks) :]:
            assert left <= x
            assert x + drawable.width <= left + width
            assert top <= y
            assert y + canvas.drawable_height(banner.picture.palette, drawable) <= top + height


def list_usual_endings(table: LawTable) -> Iterator[tuple[Match, list[Match]]]:
    """Yield three ways to end a random match: by playing on, by a resignation, and by an agreed draw.

    Each is a pair of the ended match and its positions after every step.
    """
    matches, steps = get_random_match(table).matches, list_step_ends(table)
    yield matches[-1], steps
    middle = matches[len(matches) // 2]
    before = [match for match in steps if match.step < middle.step]
    for final_moves in (
        [(0, RESIGN)],
        [(seat, OFFER_DRAW if seat == 0 else AGREE_DRAW) for seat in range(middle.seats)],
    ):
        match = middle
        for seat, move in final_moves:
            if not match.result:
                match = match.play_move(seat, move)
        if match.result:
            yield match, [*before, match]


def test_result_picture_is_legible(table: LawTable) -> None:
    """Painting is slow. With little effort, only one ending is painted, and with more effort each in one language."""
    for number, ((match, steps), painted_locale) in enumerate(
        zip(list_usual_endings(table), cycle(LOCALES), strict=False)
    ):
        for locale in LOCALES:
            picture = result_picture.draw_result(match, steps, locale)
            assert picture.width == art.BOARD_WIDTH
            assert result_picture.PICTURE_MIN_HEIGHT <= picture.height <= art.BOARD_HEIGHT
            # Text on the small board need not be legible.
            caption_top = picture.height - result_picture.CAPTION_HEIGHT - PANEL_GAP
            marks = [mark for mark in picture.marks if mark[1] < result_picture.BOARD_LEFT or mark[2] >= caption_top]
            check_text_is_readable(picture, marks)
            check_nothing_covers_text(picture, marks)
            if (locale == painted_locale and not (IS_LITTLE_EFFORT and number)) or IS_MOST_EFFORT:
                assert len(canvas.paint_png(picture, LONG_NAMES)) <= MAX_BANNER_BYTES


def test_result_picture_does_not_cut_usual_names(table: LawTable) -> None:
    for match, steps in list_usual_endings(table):
        for drawable, left, _ in result_picture.draw_result(match, steps, "en").marks:
            if isinstance(drawable, PlayerName):
                is_in_row = left < result_picture.STAGE_WIDTH
                for name in ("Wilhelmina G.", "Computer 6") if is_in_row else ("Heron", "House 6"):
                    assert fit_name(drawable, name).text == name


@for_each_law_table([table for table in TABLES if not table.game.HAS_RUNNING_SCORE][:1])
@pytest.mark.parametrize("separator", ["–", " : "])
def test_result_picture_shows_scores_in_the_words_of_a_game_without_running_score(
    law_table: LawTable, separator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, steps = next(list_usual_endings(law_table))
    assert match.result
    monkeypatch.setattr(
        type(law_table.game), "format_scores", lambda _, scores: separator.join(f"{score} points" for score in scores)
    )
    texts = [
        mark.text for mark, _, _ in result_picture.draw_result(match, steps, "en").marks if isinstance(mark, Letters)
    ]
    assert {f"{score} points" for score in match.result.scores} <= set(texts)


def test_head_drawings_have_unique_names() -> None:
    """A drawing with the same name in a game would be used instead of the head."""
    heads = {drawing.name for drawing in HEADS_FOLDER.iterdir()}
    for game in GAMES.values():
        own_drawings = files(game.say.package).joinpath("art")
        assert not own_drawings.is_dir() or not heads & {drawing.name for drawing in own_drawings.iterdir()}
    assert not heads & {drawing.name for drawing in files("games").joinpath("common").iterdir()}
    assert all({f"head_{seat}.svg", f"rays_{seat}.svg"} <= heads for table in TABLES for seat in range(table.seats))
