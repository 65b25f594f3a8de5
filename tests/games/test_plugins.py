"""Games of other packages are found, and refused with a reason if they lack something. They never stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import games
from games import Registry, find_game, plugins
from games.refused import Refused
from games.words import SHARED_WORDS

PLUGIN_CODE = """
from tests.games.morra import Morra
from wolf_and_bison.sdk import Game, Words

class Plugin(Morra):
    SEATS = range(2, 3)
    say = Words(__name__)

GAME = Plugin()
"""
PLUGIN_TEXTS = """name = Plug-in
about = A game by somebody else.
how-1 = Show fingers.
seat-0 = First
seat-1 = Second
option-start = Start
"""
Install = Callable[..., EntryPoint]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that writes a package with a game and returns its entry point."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names: list[str] = []

    def write_package(name: str, code: str = PLUGIN_CODE, texts: str | None = PLUGIN_TEXTS) -> EntryPoint:
        (tmp_path / name / "words").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text(code, "utf-8")
        if texts is not None:
            (tmp_path / name / "words" / "en.ftl").write_text(texts, "utf-8")
        names.append(name)
        return EntryPoint(name, f"{name}:GAME", plugins.ENTRY_POINT_GROUP)

    yield write_package
    for name in names:
        sys.modules.pop(name, None)


def load_registry(*entry_points: EntryPoint) -> Registry:
    return Registry(["schnick"], lambda: entry_points)


def test_plugin_is_a_game_like_ours(install: Install) -> None:
    registry = load_registry(install("guest_game"))
    assert (list(registry), len(registry)) == (["schnick", "guest_game"], 2)
    assert (registry.plugin_keys, registry.refused_plugins) == ({"guest_game"}, {})
    assert registry["guest_game"].say("name", "de") == "Plug-in"
    assert registry["schnick"].KEY == "schnick"


def test_installed_plugins_can_be_replaced(install: Install) -> None:
    registry = load_registry(install("guest_first"))
    assert list(registry) == ["schnick", "guest_first"]
    registry.use_plugins([], keeps_own_games=True)
    assert (list(registry), registry.plugin_keys) == (["schnick"], set())
    registry.use_plugins([install("guest_second")], keeps_own_games=False)
    assert (list(registry), registry.plugin_keys) == (["guest_second"], {"guest_second"})


REFUSALS = {
    "module": ("import guest_library", PLUGIN_TEXTS, "ModuleNotFoundError: No module named 'guest_library'"),
    "game": ("", PLUGIN_TEXTS, "AttributeError: module 'guest_game' has no attribute 'GAME'"),
    "instance": (PLUGIN_CODE + "GAME = Plugin\n", PLUGIN_TEXTS, "guest_instance:GAME is not an instance of a subclass"),
    "member": (
        PLUGIN_CODE.replace("    SEATS", "    apply = Game.apply\n    SEATS"),
        PLUGIN_TEXTS,
        "TypeError: guest_member: Plugin does not define apply (see Game in games/core.py)",
    ),
    "seats": (PLUGIN_CODE.replace("(2, 3)", "(2, 9)"), PLUGIN_TEXTS, "SEATS is range(2, 9), but must be"),
    "levels": (
        PLUGIN_CODE.replace("    SEATS", "    LEVELS = ()\n    SEATS"),
        PLUGIN_TEXTS,
        "LEVELS must include Level.MEDIUM, the default level",
    ),
    "words": (PLUGIN_CODE, None, "LookupError: guest_words: words/en.ftl is missing"),
    "texts": (
        PLUGIN_CODE,
        "about = A game.\nhow-1 = Play.\nseat-0 = First",
        "words/en.ftl has no text name, seat-1, option-start",
    ),
    "opening": (
        PLUGIN_CODE.replace("    SEATS", "    def legal_moves(self, view):\n        return ()\n    SEATS"),
        PLUGIN_TEXTS,
        "legal_moves and seats_to_move disagree about seat 0 at the start",
    ),
    "exit": ("raise SystemExit(1)", PLUGIN_TEXTS, "SystemExit: 1"),
    "drawing": (
        PLUGIN_CODE.replace("    SEATS", "    def draw_board(self, view):\n        return 1 / 0\n    SEATS"),
        PLUGIN_TEXTS,
        "by zero (guest_drawing/__init__.py:7)",
    ),
}


@pytest.mark.parametrize("lack", REFUSALS)
def test_plugin_that_lacks_something_is_refused_with_a_reason(install: Install, lack: str) -> None:
    code, texts, reason = REFUSALS[lack]
    registry = load_registry(install(f"guest_{lack}", code, texts), install("guest_other"))
    assert list(registry) == ["schnick", "guest_other"]
    assert list(registry.refused_plugins) == [f"guest_{lack}"]
    assert reason in registry.refused_plugins[f"guest_{lack}"]


def test_values_of_an_option_need_texts_only_if_they_are_words(install: Install) -> None:
    options = """
from typing import ClassVar, Literal
from wolf_and_bison.sdk import Options

class PluginOptions(Options):
    start: int | None = None
    hand: int = 4
    kind: Literal["short", "long"] = "short"
    OFFERED_NUMBERS: ClassVar = {"hand": (3, 4)}
"""
    code = options + PLUGIN_CODE.replace("    SEATS", "    options_class = PluginOptions\n    SEATS")
    registry = load_registry(install("guest_options", code))
    missing = "option-hand, option-kind, option-kind-short, option-kind-long"
    assert registry.refused_plugins == {"guest_options": f"words/en.ftl has no text {missing}"}


def test_plugin_needs_a_name_of_its_own(install: Install) -> None:
    install("guest_name")
    group = plugins.ENTRY_POINT_GROUP
    cases = {
        "schnick": "there is another game of this name",
        "other_name": "the package is called guest_name, but the name of its entry point is other_name",
        "Guest Name": "the name must have at most 32 characters",
    }
    for name, reason in cases.items():
        registry = load_registry(EntryPoint(name, "guest_name:GAME", group))
        assert list(registry) == ["schnick"]
        assert reason in registry.refused_plugins[name]


def test_plugin_needs_a_title_of_its_own_in_every_language(install: Install) -> None:
    german = PLUGIN_TEXTS.replace("Plug-in", "schnick Schnack Schnuck")
    same, twin, long = (
        install("guest_same", texts=german),
        install("guest_twin"),
        install("guest_long", texts=PLUGIN_TEXTS.replace("Plug-in", "x" * 81)),
    )
    registry = load_registry(install("guest_first"), same, twin, long)
    assert list(registry) == ["schnick", "guest_first"]
    assert registry.refused_plugins == {
        "guest_same": "games.schnick is called schnick Schnack Schnuck, too (en)",
        "guest_twin": "guest_first is called Plug-in, too (en)",
        "guest_long": "the text name must have at most 80 characters (en)",
    }


def test_more_games_than_discord_can_offer_are_refused(install: Install) -> None:
    names = [f"guest_{number}" for number in range(26)]
    registry = load_registry(
        *(install(name, texts=PLUGIN_TEXTS.replace("Plug-in", name.capitalize())) for name in names)
    )
    assert len(registry) == 25
    assert list(registry.refused_plugins) == names[24:]
    assert "there are 25 games already" in registry.refused_plugins[names[-1]]


def test_installed_entry_points_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "guest-1.dist-info").mkdir()
    (tmp_path / "guest-1.dist-info" / "METADATA").write_text("Name: guest\nVersion: 1\n", "utf-8")
    entry_points = f"[{plugins.ENTRY_POINT_GROUP}]\nguest = guest:GAME\n[other]\nelse = guest:GAME\n"
    (tmp_path / "guest-1.dist-info" / "entry_points.txt").write_text(entry_points, "utf-8")
    found = {plugin.name: plugin.value for plugin in plugins.find_plugins()}
    # A developer may also have installed other games.
    assert (found["guest"], "else" in found) == ("guest:GAME", False)


def test_refused_game_is_explained_instead_of_unknown(monkeypatch: pytest.MonkeyPatch, install: Install) -> None:
    monkeypatch.setattr(games, "GAMES", load_registry(install("guest_silent", texts=None)))
    with pytest.raises(Refused) as refusal:
        find_game("guest_silent")
    text = SHARED_WORDS.format_refusal(refusal.value, "en")
    assert text.startswith("The game “guest_silent” can’t be played here: LookupError: guest_silent: words/en.ftl")
    with pytest.raises(Refused, match="game-unknown"):
        find_game("guest_unknown")


def test_our_games_are_no_plugins() -> None:
    assert games.GAMES.plugin_keys == set()
    assert games.GAMES.refused_plugins == {}
