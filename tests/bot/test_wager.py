"""What the mind reader bets on, as a picture."""

from __future__ import annotations

import re

import pytest

from bot.ladder.habits import Report, reports
from bot.scenes import mind_reader
from bot.scenes.mind_reader import BAR
from bot.scenes.scene import Board
from games import GAMES, canvas
from games.art import GOLD, HEIGHT, WIDTH, Box, Letters, Name
from games.insight import Habit
from games.words import LOCALES
from tests.kit.match import ANN
from tests.laws.legibility import apart, readable
from tests.laws.painted import LONG
from tests.tools.bench.mind_reader import PLAYERS, dice, played

SCHNICK = GAMES["schnick"]


def told(name: str, symbols: int = 5) -> Report:
    return reports(played(name, PLAYERS[name][0], dice, symbols, 200))[0]


def card(report: Report, locale: str = "en", game: str = "schnick") -> Board:
    board = mind_reader.report(ANN, GAMES[game], [report], locale, choices=report.choices).board
    assert isinstance(board, Board)
    return board


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PLAYERS)
def test_it_can_be_read(name: str, locale: str) -> None:
    board = card(told(name), locale)
    picture = board.picture
    assert picture.width == WIDTH
    assert picture.height <= HEIGHT
    readable(picture, picture.marks)
    apart(picture, picture.marks)
    assert len(canvas.png(picture, LONG)) <= 40 * 1024
    assert not any(what.text.endswith("…") for what, _, _ in picture.marks if isinstance(what, Letters))
    assert board.names == (ANN,)
    assert [what.seat for what, _, _ in picture.marks if isinstance(what, Name)] == [0]


@pytest.mark.parametrize("locale", LOCALES)
def test_lines_of_the_shamans_fit(locale: str) -> None:
    """The longest names there are: one strength after the other's."""
    strengths = ("strong", "middle", "weak")
    match = [Habit(0, "line", strengths[at % 3], strengths, f"line-{strengths[(at + 1) % 3]}") for at in range(60)]
    (report,) = reports([match])
    picture = card(report, locale, "schamanen").picture
    readable(picture, picture.marks)
    assert not any(what.text.endswith("…") for what, _, _ in picture.marks if isinstance(what, Letters))


def test_a_bar_is_as_long_as_it_is_often_and_gold_where_one_bets() -> None:
    report = told("one in 50 of 100")
    assert report.story
    picture = card(report).picture
    bars = [what for what, _, _ in picture.marks if isinstance(what, Box) and what.height == BAR]
    (gold,) = (bar for bar in bars if bar.ink == GOLD)
    track = max(bar.width for bar in bars)
    assert gold.width == track * report.story.tally.times // report.story.tally.of
    texts = [what.text for what, _, _ in picture.marks if isinstance(what, Letters)]
    assert f"{report.story.tally.times} / {report.story.tally.of}" in texts
    assert {"stone", "paper", "scissors", "fire", "well", "dice", "Signs"} <= {*texts}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["never the same again", "stays after a win, changes after a loss"])
def test_where_one_bets_on_a_change_changes_are_counted(name: str, locale: str) -> None:
    """In the sentence and on its bar: who read that a change was bet on, and “0 of 31”, took the bet for lost."""
    report = told(name)
    assert report.story
    tally = report.story.tally if report.story.sort == "again" else dict(report.story.outcomes)["lost"]
    assert not tally.more
    board = card(report, locale)
    texts = [what.text for what, _, _ in board.picture.marks if isinstance(what, Letters) and what.ink == GOLD]
    assert f"{tally.of - tally.times} / {tally.of}" in texts
    assert f"{tally.times} / {tally.of}" not in texts
    assert re.search(rf"\b{tally.of - tally.times}\b.*\b{tally.of}\b", board.alt)


def test_whoever_does_not_see_it_reads_the_sentence() -> None:
    scene = mind_reader.report(ANN, SCHNICK, [told("what the rival chose last")], "en", choices=200)
    assert scene.board
    assert scene.above[1].endswith(scene.board.alt)


def test_of_dice_there_is_no_picture() -> None:
    report = Report("sign", 60, {}, {}, None)
    scene = mind_reader.report(ANN, SCHNICK, [report], "en", choices=60)
    assert scene.board is None
    assert "found nothing I’d bet on" in scene.above[1]
