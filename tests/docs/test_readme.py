"""The pages link to what is there, the README to every page, and all paths and pictures that they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import GAMES
from games.words import LOCALES
from tests.docs.commands import read_commands

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PLAYED = [ROOT / "games" / key for key in GAMES]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "deploy" / "playground" / "README.md"])


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
    promises = re.findall(r"^\| \*\*.*", (ROOT / "docs" / "promises.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(promises) > 5
    measured = (ROOT / "bot" / "ops" / "metrics.py").read_text("utf-8")
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    for promise in promises:
        tests, made = re.findall(r"tests/[\w/]+\.py", promise), re.findall(r"`make (\w+)`", promise)
        assert tests or made, promise
        assert [it for it in tests if not (ROOT / it).exists()] == []
        assert set(made) <= set(targets)
        assert [it for it in re.findall(r"`(duel_\w+)`", promise) if it not in measured] == []
        assert [it for it in re.findall(r"`(duel [a-z ]+)`", promise) if it not in read_commands("In a terminal")] == []
