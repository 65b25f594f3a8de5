"""Checks that loading an incomplete game fails with an error that names the game and the missing member."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, create_model

import games
from games import Registry
from games.core import Game, Level
from games.dice import Dice
from games.options import Options, describe_allowed
from games.words import LOCALES, SHARED_WORDS, Words, load_catalog
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
        "    result = Game.result\n"
        "GAME = Half()\n",
    )
    with pytest.raises(TypeError, match=r"games.half: Half does not define apply, result"):
        Registry(["half"])["half"]


def test_module_without_a_game_is_named(game_folder: Path) -> None:
    write_game(game_folder, "")
    with pytest.raises(TypeError, match=r"games/half does not set GAME"):
        Registry(["half"])["half"]


def test_missing_language_or_text_is_in_english(game_folder: Path) -> None:
    write_game(game_folder, "")
    (game_folder / "words").mkdir()
    (game_folder / "words" / "en.ftl").write_text(
        "name = Half\nleft = { $n -> \n    [one] one\n   *[other] more\n}\n", "utf-8"
    )
    (game_folder / "words" / "de.ftl").write_text("name = Halb\n", "utf-8")
    say = Words("games.half")
    assert [say("name", locale) for locale in LOCALES] == ["Half", "Halb", "Half"]
    # English has the plural of English.
    assert [say("left", locale, n=0) for locale in LOCALES] == ["more"] * 3
    # Shared texts are still translated.
    assert say("you", "fr") == SHARED_WORDS("you", "fr") != SHARED_WORDS("you", "en")


def test_missing_catalog_or_text_is_named(game_folder: Path) -> None:
    write_game(game_folder, "")
    with pytest.raises(LookupError, match=r"games\.half: words/en\.ftl is missing"):
        load_catalog("games.half", "en")
    assert SHARED_WORDS.package == "games"
    with pytest.raises(LookupError, match=r"games: words/en\.ftl has no text nothing"):
        SHARED_WORDS("nothing", "de")


def test_defaults_suit_a_game_of_simultaneous_choices() -> None:
    """Two players move at once until there is a result, and the house plays at random."""
    state = State((0, 0))
    assert [*Game.SEATS] == [2]
    assert Game.seats_to_move(MORRA, state) == {0, 1}
    assert Game.seats_to_move(MORRA, State((2, 1), rounds=3)) == frozenset()
    thought = Game.think(MORRA, MORRA.view(state, 0), Level.HARD, Dice(b""), lambda: 0.0)
    assert thought.move in MORRA.legal_moves(MORRA.view(state, 0))


@pytest.mark.parametrize(
    ("limits", "allowed"),
    [({}, "… −1, 0, 1 …"), ({"ge": 1}, "1, 2, 3 …"), ({"le": 9}, "… 8, 9"), ({"ge": 1, "le": 9}, "1–9")],
)
def test_allowed_numbers_of_an_option_are_announced_as_they_are(limits: dict[str, int], allowed: str) -> None:
    field: Any = (int, Field(default=5, **limits))  # type: ignore[call-overload] # the limits vary
    assert describe_allowed(create_model("Limits", __base__=Options, number=field), "number") == allowed


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
