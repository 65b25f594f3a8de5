"""`duel game`: creates a game, and checks it against the laws, which are tests that every game must pass."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from games import GAMES
from games.plugins import ENTRY_POINT_GROUP, KEY_PATTERN, find_plugins

app = typer.Typer(no_args_is_help=True, help="Create a game of your own, and check it.")

TEMPLATE_NAME: Final = "three_lives"
FILES_BY_TEMPLATE: Final = {
    "pyproject.toml": "pyproject.toml",
    "game.py.txt": "{name}/__init__.py",
    "en.ftl": "{name}/words/en.ftl",
    "art/rock.svg": "{name}/art/rock.svg",
    "art/paper.svg": "{name}/art/paper.svg",
    "art/scissors.svg": "{name}/art/scissors.svg",
    "test_game.py.txt": "test_{name}.py",
}
"""Where the files of the template are written. The template is the game in `docs/adding_a_game.md`."""
LAWS_PACKAGE: Final = "tests.laws"
LAWS_OF_THE_PROJECT: Final = ("test_imports.py", "test_forged_records.py", "test_research.py")
"""Laws that are not about a single game, or need packages of their own."""
NameArgument = Annotated[str, typer.Argument(help="The name of the game's package, such as three_lives.")]


@app.command()
def new(name: NameArgument) -> None:
    """Write a small, complete game into a new folder: rules, texts, pictures, a test and its pyproject.toml."""
    if reason := find_name_problem(name):
        _exit(reason)
    if Path(name).exists():
        _exit(f"{name}: the folder already exists")
    for path, text in render_template(name).items():
        target = Path(name, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        typer.echo(target)
    typer.echo(f"Next: pip install --editable {name} && duel game check {name} && duel play {name} --against easy")


def find_name_problem(name: str) -> str | None:
    """Return why a new game cannot have this name, or None if it can."""
    if not KEY_PATTERN.fullmatch(name) or keyword.iskeyword(name):
        return f"{name}: use at most 32 lower-case letters, digits and _, such as {TEMPLATE_NAME}"
    if name in GAMES:
        return f"{name}: there is a game of this name"
    if find_spec(name):
        return f"{name}: there is a Python package of this name"
    return None


def render_template(name: str) -> dict[str, str]:
    """Return the text of each file of a new game by path, with the game's name filled into the template."""
    title = name.replace("_", " ").strip().capitalize()
    spellings = {
        TEMPLATE_NAME: name,
        TEMPLATE_NAME.replace("_", "-"): name.replace("_", "-"),
        "ThreeLives": "".join(part.capitalize() for part in name.split("_")),
        "Three lives": title,
    }
    pattern = re.compile("|".join(spellings))
    template = files(__package__).joinpath("game_template")
    return {
        target.format(name=name): pattern.sub(lambda match: spellings[match[0]], _read(template, source))
        for source, target in FILES_BY_TEMPLATE.items()
    }


def _read(folder: Traversable, path: str) -> str:
    return folder.joinpath(*path.split("/")).read_text("utf-8")


@app.command()
def check(name: NameArgument) -> None:
    """Check a game, which is installed or in this folder, against the laws of all games. Exit code 1: it breaks some.

    Needs the packages that pip install "wolf-and-bison[author]" installs.
    """
    for package in ("pytest", "hypothesis", "fluent.runtime"):
        if not _is_installed(package):
            _exit(f'{package} is missing: pip install "wolf-and-bison[author]"')
    # A game that is not installed is in the current folder, or in the folder that `duel game new` created there.
    sys.path += [str(Path.cwd()), str(Path(name).resolve())]
    known = next((plugin for plugin in find_plugins() if plugin.name == name), None)
    plugin = known or EntryPoint(name, f"{name}:GAME", ENTRY_POINT_GROUP)
    GAMES.use_plugins([plugin], keeps_own_games=False)
    if name in GAMES.refused_plugins:
        _exit(f"{name}: {GAMES.refused_plugins[name]}", 1)
    typer.echo(f"Checking {name} against the laws of all games. This can take a minute.", err=True)
    from bot.cli.law_report import run_laws

    report = run_laws(LAWS_PACKAGE, LAWS_OF_THE_PROJECT, Path(str(files(name))).resolve())
    typer.echo("\n".join(report.format_lines(name)))
    raise typer.Exit(0 if report.is_passed else 1)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def _exit(reason: str, code: int = 2) -> None:
    typer.echo(f"duel: {reason}", err=True)
    raise typer.Exit(code)
