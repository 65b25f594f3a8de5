"""What the README promises is there, and what is there stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import typer
from discord import AppCommandType, Intents
from discord.app_commands import Command, CommandTree

from bot.__main__ import app
from bot.app import build_commands
from bot.discord.router import Router
from bot.i18n import say
from bot.wiring import Services
from games import GAMES
from games.words import LOCALES, load_catalog

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PLAYED = [ROOT / "games" / key for key in GAMES]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "deploy" / "playground" / "README.md"])


def table(head: str) -> list[str]:
    """What its first column names, without the arguments."""
    rows = README.partition(f"| {head} | |\n| --- | --- |\n")[2].partition("\n\n")[0]
    return [re.sub(r" [A-Z]{2,}", "", name) for name in re.findall(r"^\| `(.+?)` \|", rows, flags=re.MULTILINE)]


@pytest.fixture
async def tree() -> CommandTree[Any]:
    """All commands, of a bot that is nowhere."""
    tree = CommandTree(discord.Client(intents=Intents.none()))
    names = (
        "offers",
        "practice",
        "moves",
        "match_actions",
        "review",
        "match_lookup",
        "leaderboards",
        "profiles",
        "settings",
        "dispatcher",
    )
    rooms = SimpleNamespace(**dict.fromkeys(names))
    for command in build_commands(cast(Router, None), lambda _: False, cast(Services, rooms)):
        tree.add_command(command)
    return tree


def test_every_slash_command_has_its_line_and_every_line_its_command(tree: CommandTree[Any]) -> None:
    slash = [f"/{each.qualified_name}" for each in tree.walk_commands() if isinstance(each, Command)]
    kinds = (AppCommandType.user, AppCommandType.message)
    menus = [each.name for kind in kinds for each in tree.get_commands(type=kind)]
    assert sorted(table("in Discord")) == sorted([*slash, *menus])


def test_every_text_of_a_command_is_shown_by_one(tree: CommandTree[Any]) -> None:
    def shown(payload: dict[str, Any]) -> Iterator[str]:
        yield from (payload["name"], payload.get("description", ""))
        for option in payload.get("options", ()):
            yield from shown(option)

    used = {text for each in tree.get_commands() for text in shown(each.to_dict(tree))}
    keys = re.findall(r"^((?:name|about|command)-[\w-]+) =", load_catalog("bot", LOCALES[0]), flags=re.MULTILINE)
    assert len(keys) > 50
    assert {say(key, LOCALES[0]) for key in keys} <= used


def test_every_command_of_the_terminal_has_its_line_and_every_line_its_command() -> None:
    def named(group: Any, before: str) -> list[str]:
        if not hasattr(group, "commands"):
            return [before]
        return [name for key, each in group.commands.items() for name in named(each, f"{before} {key}")]

    assert sorted(table("at a terminal")) == sorted(named(typer.main.get_command(app), "duel"))


def test_every_game_has_its_rules_in_every_language() -> None:
    linked = set(re.findall(r"\]\((docs/rules/[^)]+)\)", README))
    pages = {f"docs/rules/{locale}/{key}.md" for key in GAMES for locale in LOCALES}
    assert linked == pages | {f"docs/rules/{key}.md" for key in GAMES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def test_every_page_is_found_from_the_readme() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*.html")]
    assert [page.name for page in pages if f"](docs/{page.name})" not in README] == []


def test_every_picture_is_shown() -> None:
    shown = "".join(page.read_text("utf-8") for page in PAGES)
    for picture in (ROOT / "docs" / "pictures").glob("*.png"):
        assert f"pictures/{picture.name})" in shown, picture.name


def test_every_picture_of_a_record_ends_with_what_is_said_of_it() -> None:
    """By how many of its lines: whoever writes records otherwise moves them all."""
    ends = {
        "duel": "1 mask b",
        "memory": "1 mask b",
        "stacks": "1 mask a",
        "trance": "1 f8 ~ d3",
        "schnick_hand": "1 card fire",
        "schnick": "3 card paper",
        "schnick_joker": "1 sign paper",
        "woodwalkers": "2 roll",
        "midnight": "0 guess bear",
    }
    made = re.findall(r"head -n (\d+) (\S+\.match) .*/(\w+)\.png", (ROOT / "Makefile").read_text("utf-8"))
    last = {name: (ROOT / record).read_text("utf-8").splitlines()[int(lines) - 1] for lines, record, name in made}
    assert {name: line.partition(" # ")[0] for name, line in last.items()} == ends


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_that_is_named_is_there(page: str) -> None:
    for name in re.findall(r"`([a-z_]+/[a-z_/]*(?:\.\w+)?)`", (ROOT / page).read_text("utf-8")):
        found = (folder / f"{name}{ending}" for folder in (ROOT, ROOT / "bot", *PLAYED) for ending in ("", ".py"))
        assert any(path.exists() for path in found), name


def test_diagram_lists_every_package_of_the_bot() -> None:
    diagram = (ROOT / "ARCHITECTURE.md").read_text("utf-8").split("```")[1]
    listed = set(re.findall(r"^  (\w+)/ ", diagram, flags=re.MULTILINE))
    assert listed == {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}


def test_every_game_has_the_files_that_are_named() -> None:
    sentence = re.search(
        r"same files for the same things: (.*?);", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), flags=re.DOTALL
    )
    assert sentence
    shared = set(re.findall(r"`(\w+)`", sentence[1]))
    assert shared == set.intersection(*({path.stem for path in folder.glob("[!_]*.py")} for folder in PLAYED))


def test_whatever_is_promised_can_be_measured() -> None:
    """By commands that there are, each promise by one at least."""
    promises = (ROOT / "docs" / "promise.md").read_text("utf-8").split("\n**")[1:]
    measured = (ROOT / "bot" / "ops" / "metrics.py").read_text("utf-8")
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    for promise in promises:
        tests, made = re.findall(r"tests/[\w/]+\.py", promise), re.findall(r"`make (\w+)`", promise)
        assert tests or made, promise
        assert [it for it in tests if not (ROOT / it).exists()] == []
        assert set(made) <= set(targets)
        assert [it for it in re.findall(r"`(duel_\w+)`", promise) if it not in measured] == []
        assert [it for it in re.findall(r"`(duel [a-z ]+)`", promise) if it not in table("at a terminal")] == []
