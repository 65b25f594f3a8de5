"""Checks that loading an incomplete game fails with an error that names the game and the missing member."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import games
from games import Registry
from games.core import Game
from games.dice import Dice
from games.words import LOCALES, Words
from tests.games.morra import GAME as MORRA
from tests.games.morra import State


@pytest.fixture
def game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder of a game called `half`."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "games.half", raising=False)
    (tmp_path / "half").mkdir()
    return tmp_path / "half"


def write_game(game_folder: Path, code: str) -> None:
    (game_folder / "__init__.py").write_text(code, "utf-8")


def test_fewer_than_15_members_are_required() -> None:
    assert len(Game.__abstractmethods__) < 15


def test_missing_member_is_named_with_its_game(game_folder: Path) -> None:
    write_game(
        game_folder,
        "from tests.games.morra import Morra\n"
        "from games.core import Game\n"
        "class Half(Morra):\n"
        "    apply = Game.apply\n"
        "    SEATS = Game.SEATS\n"
        "GAME = Half()\n",
    )
    with pytest.raises(TypeError, match=r"games/half: Half does not define SEATS, apply"):
        Registry(["half"])["half"]


def test_module_without_a_game_is_named(game_folder: Path) -> None:
    write_game(game_folder, "")
    with pytest.raises(TypeError, match=r"games/half does not set GAME"):
        Registry(["half"])["half"]


def test_missing_language_is_named_with_its_game(game_folder: Path) -> None:
    write_game(game_folder, "")
    (game_folder / "words").mkdir()
    for locale in LOCALES[:-1]:
        (game_folder / "words" / f"{locale}.ftl").write_text("name = Half\n", "utf-8")
    assert Words("games.half")("name", LOCALES[0]) == "Half"
    with pytest.raises(LookupError, match=rf"games/half/words/{LOCALES[-1]}\.ftl is missing"):
        Words("games.half")("name", LOCALES[-1])


def test_open_game_has_trivial_hidden_information() -> None:
    state = State((0, 0))
    view = MORRA.view(state, 1)
    assert view.seat == 1
    assert MORRA.resample(view, Dice(b"")) is MORRA.reveal_all(state) is state
    assert MORRA.forget(view) is view


def test_optional_member_counts_as_defined_if_overridden() -> None:
    assert MORRA.overrides("draw_reveal")
    assert not MORRA.overrides("recall_board")
    assert (MORRA.has_habits, MORRA.can_exploit, MORRA.can_judge) == (False, False, False)
