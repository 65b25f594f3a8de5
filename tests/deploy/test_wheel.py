"""Checks that the wheel is complete and works without the source folder. Only nightly tests download packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
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
from tests.deploy.wheel_kit import build_wheel, create_environment, run_command, run_duel
from tests.games.sdk_program import LIST_DUPLICATES_PROGRAM
from tests.lint.source_files import PROJECT_ROOT
from wolf_and_bison import PACKAGES_FOLDER

PACKAGE_NAME: Final = "wolf_and_bison"
PACKAGES: Final = ("bot", "games", "storage")
PACKAGED_SUFFIXES: Final = {".ftl", ".match", ".py", ".sql", ".svg", ".toml", ".wasm"}
"""Suffixes of the files that must be in the wheel."""

pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def wheel_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(PROJECT_ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def environment_folder(wheel_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create_environment(tmp_path_factory.mktemp("environment"), wheel_path)


def test_wheel_contains_exactly_the_files_of_its_packages(wheel_path: Path) -> None:
    sources = {
        f"{folder}{path.relative_to(PROJECT_ROOT)}": path.read_bytes()
        for package in (PACKAGE_NAME, *PACKAGES)
        for folder in ("" if package == PACKAGE_NAME else f"{PACKAGE_NAME}/{PACKAGES_FOLDER.name}/",)
        for path in (PROJECT_ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    laws_folder = f"{PACKAGE_NAME}/{PACKAGES_FOLDER.name}/tests/"
    with ZipFile(wheel_path) as wheel:
        names = [
            name
            for name in wheel.namelist()
            if not name.partition("/")[0].endswith(".dist-info") and not name.startswith(laws_folder)
        ]
        assert {name: wheel.read(name) for name in names} == sources
    assert {Path(name).suffix for name in sources} >= PACKAGED_SUFFIXES


def test_changelog_has_the_version_of_the_wheel(wheel_path: Path) -> None:
    version = wheel_path.name.split("-")[1]
    assert f"\n## {version} " in (PROJECT_ROOT / "CHANGELOG.md").read_text("utf-8")


def test_installed_wheel_uses_no_sources_or_generic_package_names(environment_folder: Path) -> None:
    program = f"""
import sys, {PACKAGE_NAME}
from importlib.util import find_spec
print(*sys.path, {PACKAGE_NAME}.__file__)
print([name for name in {PACKAGES} if find_spec(name)])
"""
    output = run_command(environment_folder, environment_folder / "bin" / "python", "-c", program)
    search_path, generic_names = output.splitlines()
    assert str(PROJECT_ROOT) not in search_path.replace(sysconfig.get_path("purelib"), "")
    assert search_path.count(f"{environment_folder}{os.sep}lib") == 2
    assert generic_names == "[]"


def test_author_imports_the_modules_of_the_bot(environment_folder: Path) -> None:
    python = environment_folder / "bin" / "python"
    assert run_command(environment_folder, python, "-c", LIST_DUPLICATES_PROGRAM) == "0 modules are loaded twice\n"


def test_researcher_plays_with_the_installed_wheel(environment_folder: Path) -> None:
    pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")
    program = f"from {PACKAGE_NAME}.research import GameEnv; env = GameEnv('schnick'); env.reset(); print(env.agents)"
    python = environment_folder / "bin" / "python"
    assert run_command(environment_folder, python, "-c", program) == "['player_0', 'player_1']\n"


@pytest.mark.parametrize("key", GAMES)
def test_installed_wheel_shows_a_game_in_every_language(environment_folder: Path, key: str, tmp_path: Path) -> None:
    game = GAMES[key]
    view = begin_match(game, game.options_class(), game.SEATS[0], UNSEEDED).view_of(None)
    board = tmp_path / "board.png"
    for locale in LOCALES:
        output = run_duel(environment_folder, "show", key, "--lang", locale, "--picture", board)
        assert output == game.describe_board(view, locale) + "\n"
        assert board.read_bytes() == paint_png(translate_picture(game.draw_board(view), game.say, locale))


@pytest.mark.parametrize("key", GAMES)
def test_installed_wheel_replays_and_paints_a_match(environment_folder: Path, key: str, tmp_path: Path) -> None:
    path = min((PROJECT_ROOT / "tests" / "records" / key).glob("*.match"))
    end, _ = replay_with_boards(record.parse_record(path.read_text("utf-8")), None, "en", draw_boards=False)
    options = ("--picture", tmp_path / "board.png", "--gif", tmp_path / "film.gif")
    output = run_duel(environment_folder, "replay", path, *options)
    assert output == "\n".join(format_match(end, None, "en", include_legal_moves=False)) + "\n"
    picture = translate_picture(end.game.draw_board(end.view_of(None)), end.game.say, "en")
    assert (tmp_path / "board.png").read_bytes() == paint_png(picture)
    assert (tmp_path / "film.gif").read_bytes()[:3] == b"GIF"


@pytest.mark.parametrize("key", GAMES)
def test_installed_wheel_plays_and_verifies_a_match(environment_folder: Path, key: str, tmp_path: Path) -> None:
    record_path = tmp_path / "played.match"
    options = ("--against", "medium", "--record", record_path)
    output = run_duel(environment_folder, "play", key, *options, stdin="how\n?\n!resign\n")
    for page in lessons.format_lesson(GAMES[key], "en", GAMES[key].options_class()):
        assert page in output
    *_, seal = re.findall(r"Fair-play seal of this match: (\S+)", output)
    run_duel(environment_folder, "verify", record_path, "--seal", seal)


def test_installed_wheel_reports_missing_settings(environment_folder: Path) -> None:
    assert "--token-file" in run_duel(environment_folder, "setup", "--help")
    assert "DUEL_API" in run_duel(environment_folder, "run", "--help")
    assert (
        run_duel(environment_folder, "run", exit_code=2) == "duel: DISCORD_TOKEN is not set; duel setup asks for it\n"
    )


def test_windows_is_refused_with_a_hint_at_wsl(environment_folder: Path) -> None:
    program = f"import sys; sys.platform = 'win32'; import {PACKAGE_NAME}; {PACKAGE_NAME}.process()"
    output = run_command(environment_folder, environment_folder / "bin" / "python", "-c", program, exit_code=2)
    assert output == "duel: Linux or macOS is required; on Windows, use WSL\n"


@pytest.mark.nightly
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_wheel_runs_on_every_installed_python_version(wheel_path: Path, tmp_path: Path, version: str) -> None:
    """Install the wheel with the pinned packages, which are downloaded."""
    python = shutil.which(f"python{version}")
    # The program may be a shim for a version that is not installed.
    if python is None or subprocess.run([python, "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")
    run_command(tmp_path, python, "-m", "venv", tmp_path / "other")
    pip = (tmp_path / "other" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run_command(tmp_path, *pip, "--require-hashes", "--requirement", PROJECT_ROOT / "pins" / "bot.txt")
    run_command(tmp_path, *pip, "--no-deps", wheel_path)
    for key in GAMES:
        assert run_duel(tmp_path / "other", "show", key, "--picture", tmp_path / f"{key}.png")
        run_duel(tmp_path / "other", "arena", key, "--left", "easy", "--right", "random", "--matches", "2")
    assert (
        run_duel(tmp_path / "other", "run", exit_code=2) == "duel: DISCORD_TOKEN is not set; duel setup asks for it\n"
    )
