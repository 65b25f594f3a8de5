"""Tests for `duel review`, which reports luck and skill in matches as text, JSON or a picture."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bot.cli.review import ReviewSummary, format_review
from bot.i18n import say
from bot.screens import turning_points
from bot.screens.charts import score_chart, win_chance_chart
from bot.screens.coach_texts import format_share_as_points, format_signed_number, round_balance_to_points
from bot.screens.turning_points import build_position_counter
from games import GAMES, canvas
from games.art import Letters, Picture, PlayerName, Rectangle, Sprite
from games.coach import ReviewedMatch, review_with_positions
from games.core import Suggestion
from games.insight import Contribution
from games.match import Match
from games.record import parse_record, replay_positions
from games.review import Review, ReviewedStep
from games.words import LOCALES
from tests.bot.cli_runner import run_in_process
from tests.games.approved_files import assert_file_approved, describe_picture
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable
from tests.laws.painted_boards import LONG_NAMES
from tests.records import RECORDS_FOLDER

CLASSIC_RECORD_PATH: Final = RECORDS_FOLDER / "schamanen" / "classic.match"
"""A match of three duels. Wolf makes a mistake that loses the first one, and Bison one that costs nothing."""
REVIEWED_RECORDS: Final = ("schamanen/classic", "schamanen/professional", "schnick/two", "schnick/three")


def read_positions(name: str) -> list[Match]:
    """Return the positions of a recorded match, at its start and after each step."""
    record = parse_record((RECORDS_FOLDER / f"{name}.match").read_text("utf-8"))
    return [*{engine.step: engine for _, engine in replay_positions(record)}.values()]


@cache
def load_reviewed_match(name: str) -> ReviewedMatch:
    return review_with_positions(parse_record((RECORDS_FOLDER / f"{name}.match").read_text("utf-8")))


def draw_review(review: Review, locale: str = "en", name: str = "schamanen/classic") -> Picture:
    positions = read_positions(name)
    score = " : ".join(map(str, positions[-1].scores()))
    picture = win_chance_chart.draw_win_chances(
        review, score, build_position_counter(positions, is_over=True), locale, 0
    )
    assert picture
    return picture


def make_step(step_number: int, luck: float, win_probability: float) -> ReviewedStep:
    choice = Contribution("choice", (0.0, 0.0), 0, Suggestion(("mask", "1"), "judged-mask"))
    return ReviewedStep(
        step_number, {}, (Contribution("meeting", (luck, -luck)), choice), (win_probability, 1 - win_probability)
    )


def list_review_texts() -> Iterator[str]:
    for name in REVIEWED_RECORDS:
        reviewed = load_reviewed_match(name)
        for locale in LOCALES if name == REVIEWED_RECORDS[0] else LOCALES[:1]:
            yield f"{name}, {locale}:"
            yield from (f"  {line}" for line in format_review(reviewed, locale))
    mistake = Contribution("choice", (-0.8, 0.8), 0, Suggestion(("mask", "1"), "judged-mask"))
    many_steps = (make_step(step, 0.3 * (-1) ** step, 0.5 + 0.3 * (step % 2)) for step in range(1, 37))
    for name, steps in {
        "who was ahead": (make_step(1, 0.4, 0.9), make_step(2, -0.8, 0.1)),
        "bars of luck and play": (make_step(1, 1.2, 0.9), ReviewedStep(2, {}, (mistake,), (1.0, 0.0))),
        "turns close to each other": (*many_steps, *(make_step(step, 0.5, 1.0) for step in (37, 38, 39))),
    }.items():
        yield f"picture, {name}: {describe_picture(draw_review(Review((0.5, 0.5), steps)))}"
    positions = read_positions("schnick/three")
    picture = score_chart.draw_score_chart(
        positions,
        turning_points.find_main_score_swings(positions),
        build_position_counter(positions, is_over=True),
        "en",
    )
    assert picture
    yield f"picture, course of three: {describe_picture(picture)}"


def test_reviews_of_records_match_approved_file() -> None:
    assert_file_approved(Path(__file__).parent / "reviews.txt", list_review_texts())


@pytest.mark.parametrize("locale", ["en", "de"])
def test_command_prints_review_in_locale(locale: str) -> None:
    result = run_in_process("review", str(CLASSIC_RECORD_PATH), "--lang", locale)
    assert result.returncode == 0
    assert result.stdout.splitlines() == list(format_review(load_reviewed_match("schamanen/classic"), locale))


@pytest.mark.parametrize("name", ["schamanen/classic", "schnick/two"])
def test_review_of_an_unfinished_record_names_no_winner(name: str) -> None:
    text = (RECORDS_FOLDER / f"{name}.match").read_text("utf-8")
    unfinished = "".join(text.splitlines(keepends=True)[:-2])
    review = "\n".join(format_review(review_with_positions(parse_record(unfinished)), "en"))
    assert "won" not in review
    assert review.startswith(say("verdict-open", "en"))


def test_json_gains_add_up_to_the_final_win_probability() -> None:
    output = json.loads(run_in_process("review", str(CLASSIC_RECORD_PATH), "--json").stdout)
    assert [len(output[key]) for key in ("players", "curve", "turns", "steps")] == [2, 24, 3, 23]
    start, *_, end = output["curve"]
    assert end == [1, 0]
    parts = [part for step in output["steps"] for part in step["parts"]]
    assert sum(part["gains"][0] for part in parts) == pytest.approx(end[0] - start[0])
    (mistake,) = [part for part in parts if part.get("seat") == 0 and part["gains"][0] < -0.02]
    assert mistake["better"]["word"] == "swap a1 c3"


def test_folder_of_records_is_summarized(tmp_path: Path) -> None:
    for number in range(2):
        shutil.copy(CLASSIC_RECORD_PATH, tmp_path / f"{number}.match")
    other_key = next((key for key, game in GAMES.items() if not game.can_judge), None)
    if other_key:
        shutil.copy(next((RECORDS_FOLDER / other_key).glob("*.match")), tmp_path)
        refused = run_in_process("review", str(next((RECORDS_FOLDER / other_key).glob("*.match"))))
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    output = run_in_process("review", str(tmp_path)).stdout
    assert "2 matches, a match on average:" in output
    assert "Bison: luck +21 (±0), own play −18 (±0), mistakes 1.0" in output
    assert ("one match of another game" in output) == (other_key is not None)
    (game,) = json.loads(run_in_process("review", str(tmp_path), "--json").stdout)["games"]
    assert (game["game"], game["matches"]) == ("schamanen", 2)
    # No mistakes are counted in the card game.
    summary = ReviewSummary()
    summary.add_record(parse_record((RECORDS_FOLDER / "schnick" / "two.match").read_text("utf-8")))
    assert not any("mistake" in line for line in summary.format_lines("en"))
    assert [*summary.to_dict()["games"][0]["seats"][0]] == ["luck", "lost"]


@pytest.mark.parametrize("name", ["schamanen/classic", "schamanen/professional"])
def test_picture_is_readable_and_shows_balance_and_turning_points(name: str) -> None:
    review = load_reviewed_match(name).review
    for locale in LOCALES:
        picture = draw_review(review, locale, name)
        check_text_is_readable(picture, picture.marks)
        check_nothing_covers_text(
            picture, [mark for mark in picture.marks if not isinstance(mark[0], Rectangle | Sprite)]
        )
        assert len(canvas.paint_png(picture, LONG_NAMES)) <= 60 * 1024
        texts = [shape.text for shape, _, _ in picture.marks if isinstance(shape, Letters)]
        assert {
            format_signed_number(abs(share)) for share in round_balance_to_points(review.compute_balance(0))
        } <= set(texts)
        for number, turn in enumerate(review.list_turning_points(0), 1):
            assert texts.count(f"{number}") == 2, "on the curve and in the legend"
            assert format_share_as_points(turn.seat_gain) in texts
        assert {shape.seat for shape, _, _ in picture.marks if isinstance(shape, PlayerName)} == {0, 1}


def test_match_of_four_players_has_no_win_chance_chart() -> None:
    positions = read_positions("schamanen/classic")
    assert (
        win_chance_chart.draw_win_chances(
            Review((0.25,) * 4, ()), "", build_position_counter(positions, is_over=True), "en", 0
        )
        is None
    )
