"""Checks that links, paths and pictures on all pages exist, and that the README links to every page."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from games import GAMES
from games.words import LOCALES
from tests.docs.pages import DOCS_FOLDER, read_commands, read_page
from tests.lint.source_files import PROJECT_ROOT

README = (PROJECT_ROOT / "README.md").read_text("utf-8")
ARCHITECTURE = (PROJECT_ROOT / "ARCHITECTURE.md").read_text("utf-8")
MAKEFILE = (PROJECT_ROOT / "Makefile").read_text("utf-8")
GAME_FOLDERS = [PROJECT_ROOT / "games" / key for key in GAMES]
ALL_PAGES = sorted(
    [
        *PROJECT_ROOT.glob("*.md"),
        *DOCS_FOLDER.rglob("*.md"),
        PROJECT_ROOT / "deploy" / "playground" / "README.md",
    ]
)


def test_readme_links_the_rules_of_every_game_in_every_language() -> None:
    linked = set(re.findall(r"\]\((docs/rules/[^)]+)\)", README))
    pages = {f"docs/rules/{locale}/{key}.md" for key in GAMES for locale in LOCALES}
    assert linked == pages | {f"docs/rules/{key}.md" for key in GAMES}


@pytest.mark.parametrize("page", ALL_PAGES, ids=lambda page: page.relative_to(PROJECT_ROOT).as_posix())
def test_relative_links_lead_to_existing_files(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def test_readme_links_to_every_page() -> None:
    pages = [*DOCS_FOLDER.glob("*.md"), *DOCS_FOLDER.glob("*.html")]
    assert [page.name for page in pages if f"](docs/{page.name})" not in README] == []


def test_every_picture_is_shown_on_a_page() -> None:
    all_texts = "".join(page.read_text("utf-8") for page in ALL_PAGES)
    for picture in (DOCS_FOLDER / "pictures").glob("*.png"):
        assert f"pictures/{picture.name})" in all_texts, picture.name


def test_pictures_of_records_end_at_the_described_move() -> None:
    """A picture shows the position after a fixed number of record lines. A new record format could shift them all."""
    described_moves = {
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
    pictures = re.findall(r"head -n (\d+) (\S+\.match) .*/(\w+)\.png", MAKEFILE)
    last_lines = {
        name: (PROJECT_ROOT / record).read_text("utf-8").splitlines()[int(lines) - 1]
        for lines, record, name in pictures
    }
    assert {name: line.partition(" # ")[0] for name, line in last_lines.items()} == described_moves


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_named_paths_exist(page: str) -> None:
    for name in re.findall(r"`([a-z_]+/[a-z_/]*(?:\.\w+)?)`", (PROJECT_ROOT / page).read_text("utf-8")):
        candidates = (
            folder / f"{name}{ending}"
            for folder in (PROJECT_ROOT, PROJECT_ROOT / "bot", *GAME_FOLDERS)
            for ending in ("", ".py")
        )
        assert any(path.exists() for path in candidates), name


def test_diagram_lists_every_package_of_the_bot() -> None:
    diagram = ARCHITECTURE.split("```")[1]
    listed = set(re.findall(r"^  (\w+)/ ", diagram, flags=re.MULTILINE))
    assert listed == {path.parent.name for path in (PROJECT_ROOT / "bot").glob("*/__init__.py")}


def test_architecture_lists_the_files_that_all_games_share() -> None:
    sentence = re.search(r"same files for the same things: (.*?);", ARCHITECTURE, flags=re.DOTALL)
    assert sentence
    shared = set(re.findall(r"`(\w+)`", sentence[1]))
    assert shared == set.intersection(*({path.stem for path in folder.glob("[!_]*.py")} for folder in GAME_FOLDERS))


def test_public_addresses_use_one_placeholder() -> None:
    """Only one word has to be replaced once the repository is public."""
    command = ("git", "ls-files", "-z")
    listed = subprocess.run(command, cwd=PROJECT_ROOT, capture_output=True, text=True, check=True)
    texts = [path.read_bytes() for name in listed.stdout.split("\0") if (path := PROJECT_ROOT / name).is_file()]
    addresses = re.findall(rb"(?:github\.com|ghcr\.io)/[\w.-]+/wolf[\w.-]*", b"\n".join(texts), re.IGNORECASE)
    assert set(addresses) == {b"github.com/OWNER/wolf-and-bison", b"ghcr.io/OWNER/wolf-and-bison"}


def test_every_promise_has_an_existing_check() -> None:
    """Each promise must name at least one test or `make` target. Everything that it names must exist."""
    promises = re.findall(r"^\| \*\*.*", read_page("promises.md"), flags=re.MULTILINE)
    assert len(promises) > 5
    metrics = (PROJECT_ROOT / "bot" / "ops" / "metrics.py").read_text("utf-8")
    targets = re.findall(r"^(\w+):", MAKEFILE, flags=re.MULTILINE)
    terminal_commands = read_commands("In a terminal")
    for promise in promises:
        tests, named_targets = re.findall(r"tests/[\w/]+\.py", promise), re.findall(r"`make (\w+)`", promise)
        assert tests or named_targets, promise
        assert [test for test in tests if not (PROJECT_ROOT / test).exists()] == []
        assert set(named_targets) <= set(targets)
        assert [name for name in re.findall(r"`(duel_\w+)`", promise) if name not in metrics] == []
        assert [name for name in re.findall(r"`(duel [a-z ]+)`", promise) if name not in terminal_commands] == []
