"""The wheel: all of the house is in it, and it plays where nothing else of ours is. Nothing is fetched to find out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from bot.cli.replay import format_match, replay_with_boards
from games import GAMES, lessons, record
from games.art import translate_picture
from games.canvas import paint_png
from games.dice import UNSEEDED
from games.match import begin_match
from games.words import LOCALES
from tests.waiting import TEST_TIMEOUT_S

PROJECT_ROOT: Final = Path(__file__).parents[2]
PACKAGE_NAME: Final = "wolf_and_bison"
PACKAGES: Final = ("bot", "games", "storage")
PACKAGED_SUFFIXES: Final = {".ftl", ".match", ".py", ".sql", ".svg", ".toml", ".wasm"}
"""What the house cannot do without."""

pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def wheel_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # What builds it stands beside the tests, pinned as they are.
    _run_command(
        PROJECT_ROOT,
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-index",
        "--no-build-isolation",
        "--no-deps",
        "-w",
        folder,
        ".",
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment_folder(wheel_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel in it, and what the wheel stands on lent by the one that tests."""
    away = tmp_path_factory.mktemp("away")
    _run_command(away, sys.executable, "-m", "venv", "--without-pip", away)
    python = away / "bin" / "python"
    _run_command(
        away, sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel_path
    )
    (site,) = away.glob("lib/python*/site-packages")
    # A folder named in such a file is looked into for modules; files of that kind in it, as the one that leads to the
    # sources, are not read.
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return away


def run_duel(environment_folder: Path, *args: str | Path, stdin: str = "", exit_code: int = 0) -> str:
    return _run_command(
        environment_folder, environment_folder / "bin" / "duel", *args, stdin=stdin, exit_code=exit_code
    )


def _run_command(folder: Path, *command: str | Path, stdin: str = "", exit_code: int = 0) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DISCORD", "DUEL"))}
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=TEST_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == exit_code, done.stdout + done.stderr
    return done.stdout if exit_code == 0 else done.stderr


def test_the_wheel_has_every_file_and_no_other(wheel_path: Path) -> None:
    there = {f"{PACKAGE_NAME}/__init__.py": (PROJECT_ROOT / PACKAGE_NAME / "__init__.py").read_bytes()} | {
        f"{PACKAGE_NAME}/{path.relative_to(PROJECT_ROOT)}": path.read_bytes()
        for package in PACKAGES
        for path in (PROJECT_ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(wheel_path) as packed:
        names = [name for name in packed.namelist() if not name.partition("/")[0].endswith(".dist-info")]
        assert {name: packed.read(name) for name in names} == there
    assert {Path(name).suffix for name in there} >= PACKAGED_SUFFIXES


def test_away_there_are_no_sources_and_everybody_keeps_their_names(environment_folder: Path) -> None:
    program = f"""
import sys, {PACKAGE_NAME}
from importlib.util import find_spec
print(*sys.path, {PACKAGE_NAME}.__file__)
print([name for name in {PACKAGES} if find_spec(name)])
"""
    found, taken = _run_command(environment_folder, environment_folder / "bin" / "python", "-c", program).splitlines()
    assert str(PROJECT_ROOT) not in found.replace(sysconfig.get_path("purelib"), "")
    assert found.count(f"{environment_folder}{os.sep}lib") == 2
    assert taken == "[]"


@pytest.mark.parametrize("key", GAMES)
def test_away_a_game_is_shown_in_every_language(environment_folder: Path, key: str, tmp_path: Path) -> None:
    game = GAMES[key]
    view = begin_match(game, game.options_class(), game.SEATS[0], UNSEEDED).view_of(None)
    board = tmp_path / "board.png"
    for locale in LOCALES:
        assert (
            run_duel(environment_folder, "show", key, "--lang", locale, "--picture", board)
            == game.describe_board(view, locale) + "\n"
        )
        assert board.read_bytes() == paint_png(translate_picture(game.draw_board(view), game.say, locale))


@pytest.mark.parametrize("key", GAMES)
def test_away_a_match_is_replayed_and_painted(environment_folder: Path, key: str, tmp_path: Path) -> None:
    path = min((PROJECT_ROOT / "tests" / "records" / key).glob("*.match"))
    end, _ = replay_with_boards(record.parse_record(path.read_text("utf-8")), None, "en", draw_boards=False)
    told = run_duel(
        environment_folder, "replay", path, "--picture", tmp_path / "board.png", "--gif", tmp_path / "film.gif"
    )
    assert told == "\n".join(format_match(end, None, "en", include_legal_moves=False)) + "\n"
    assert (tmp_path / "board.png").read_bytes() == paint_png(
        translate_picture(end.game.draw_board(end.view_of(None)), end.game.say, "en")
    )
    assert (tmp_path / "film.gif").read_bytes()[:3] == b"GIF"


@pytest.mark.parametrize("key", GAMES)
def test_away_a_match_is_played_and_proven(environment_folder: Path, key: str, tmp_path: Path) -> None:
    played = tmp_path / "played.match"
    told = run_duel(
        environment_folder, "play", key, "--against", "steady", "--record", played, stdin="how\n?\n!resign\n"
    )
    for page in lessons.format_lesson(GAMES[key], "en", GAMES[key].options_class()):
        assert page in told
    *_, seal = re.findall(r"Fair-play seal of this match: (\S+)", told)
    run_duel(environment_folder, "verify", played, "--seal", seal)


def test_away_the_bot_says_what_it_needs(environment_folder: Path) -> None:
    assert "DUEL_API" in run_duel(environment_folder, "run", "--help")
    assert run_duel(environment_folder, "run", exit_code=2) == "duel: DISCORD_TOKEN is not set\n"


def test_on_windows_it_says_where_it_runs(environment_folder: Path) -> None:
    program = f"import sys; sys.platform = 'win32'; import {PACKAGE_NAME}; {PACKAGE_NAME}.process()"
    said = _run_command(environment_folder, environment_folder / "bin" / "python", "-c", program, exit_code=2)
    assert said == "duel: this needs Linux or macOS; on Windows it runs in WSL\n"


@pytest.mark.nightly
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_every_python_that_is_here_plays(wheel_path: Path, tmp_path: Path, version: str) -> None:
    """With what is pinned, from the registry."""
    python = shutil.which(f"python{version}")
    # A shim may stand for one that nobody has chosen.
    if python is None or subprocess.run([python, "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")
    _run_command(tmp_path, python, "-m", "venv", tmp_path / "other")
    pip = (tmp_path / "other" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run_command(tmp_path, *pip, "--require-hashes", "--requirement", PROJECT_ROOT / "pins" / "bot.txt")
    _run_command(tmp_path, *pip, "--no-deps", wheel_path)
    for key in GAMES:
        assert run_duel(tmp_path / "other", "show", key, "--picture", tmp_path / f"{key}.png")
        run_duel(tmp_path / "other", "arena", key, "--left", "playful", "--right", "random", "--matches", "2")
    assert run_duel(tmp_path / "other", "run", exit_code=2) == "duel: DISCORD_TOKEN is not set\n"
