"""Compares the texts and pictures of each game's scenes with the approved ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from games.art import Picture
from games.match import Match
from games.words import LOCALES
from tests.games.approved_files import assert_file_approved, describe_picture, transcribe_label, transcribe_scenes
from tests.games.match_lines import catch_refusal
from tests.games.schamanen import scenes as schamanen
from tests.games.schnick import scenes as schnick
from tests.games.shamanic_chess import scenes as shamanic_chess
from tests.games.woodwalkers import scenes as woodwalkers
from tests.laws.legibility import check_nothing_covers_text, check_text_is_readable

TEST_FOLDER: Final = Path(__file__).parent
SCENES_BY_GAME: Final = {
    "schamanen": schamanen,
    "schnick": schnick,
    "shamanic_chess": shamanic_chess,
    "woodwalkers": woodwalkers,
}
for_each_game: Final = pytest.mark.parametrize("game", SCENES_BY_GAME)


@for_each_game
def test_texts_of_scenes_are_as_approved(game: str) -> None:
    assert_file_approved(TEST_FOLDER / game / "texts.txt", list_texts(SCENES_BY_GAME[game]))


def list_texts(scenes: ModuleType) -> Iterator[str]:
    yield from transcribe_scenes((name, scenes.get_scene(name)) for name in scenes.SCENES)
    for label in scenes.LABEL_CASES:
        scene_name, seat, prefix = re.split(r" (\d) ", label, maxsplit=1)
        yield transcribe_label(scenes.get_scene(scene_name), scene_name, int(seat), *prefix.split())
    for scene_name, seat in scenes.TEXT_CASES:
        match = scenes.get_scene(scene_name)
        yield from (f"{scene_name} {seat}", match.game.describe_briefly(match.view_of(seat), "en"))
        yield from match.game.describe_board(match.view_of(seat), "en").splitlines()


@for_each_game
def test_pictures_of_scenes_are_as_approved(game: str) -> None:
    assert_file_approved(TEST_FOLDER / game / "pictures.txt", list_pictures(SCENES_BY_GAME[game]))


def list_pictures(scenes: ModuleType) -> Iterator[str]:
    """Describe the pictures of each scene: for the public, two seats to move and seat 0, and the reveal."""
    for name in scenes.SCENES:
        (_, board), *others = list_match_pictures(scenes.get_scene(name))
        yield f"{name}: {describe_picture(board)}"
        for viewer, picture in others:
            yield f"  {viewer}: {describe_picture(picture, None if viewer == 'revealed' else board)}"


def list_match_pictures(match: Match) -> Iterator[tuple[str, Picture]]:
    viewers_by_picture: dict[Picture, str] = {match.game.draw_board(match.view_of(None)): "everybody"}
    for seat in (*sorted(match.seats_asked)[:2], 0):
        viewers_by_picture.setdefault(match.game.draw_board(match.view_of(seat)), str(seat))
    if revealed := match.game.draw_reveal(match.view_of(None)):
        viewers_by_picture[revealed] = "revealed"
    return ((viewer, picture) for picture, viewer in viewers_by_picture.items())


@pytest.mark.gate
@for_each_game
def test_pictures_of_scenes_are_legible(game: str) -> None:
    for name in SCENES_BY_GAME[game].SCENES:
        for _, picture in list_match_pictures(SCENES_BY_GAME[game].get_scene(name)):
            check_text_is_readable(picture, picture.marks)
            check_nothing_covers_text(picture, picture.marks)


@pytest.mark.parametrize("typed", ["", "\0", "ⅸ", "１", "²", "a1" * 3000, "wolf " * 40, "🐺", "\u202e2", "0x2", "-1.5"])
@for_each_game
def test_junk_is_refused_with_a_short_text(game: str, typed: str) -> None:
    for name in SCENES_BY_GAME[game].SCENES:
        match = SCENES_BY_GAME[game].get_scene(name)
        for seat in (0, 1):
            refusal = catch_refusal(match, seat, typed)
            assert all(len(match.game.say.format_refusal(refusal, locale)) < 600 for locale in LOCALES), (name, seat)
