"""Approved texts: what is told and shown of some scenes, in files that people read.

`APPROVE=1 pytest …` writes the files anew; the diff shows what has changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from games.match import Match
from games.words import LOCALES
from tests.games.lines import heard

APPROVES: Final = bool(os.environ.get("APPROVE"))


def check_transcript(file: Path, scenes: Mapping[str, Match]) -> None:
    """Compare what is told of these scenes, in every language and to every seat, with what was approved."""
    check_approved(file, {name: transcribe(match) for name, match in scenes.items()})


def transcribe(match: Match) -> Iterator[str]:
    """Yield what everybody is told, what a player is told in other words, and in English the alternative text."""
    for locale in LOCALES:
        public = heard(match.game, match.view(None), locale)
        yield f"{locale}: {' '.join(public)}"
        for seat in range(match.seats):
            if (own := heard(match.game, match.view(seat), locale)) != public:
                yield f"{locale} to seat {seat}: {' '.join(own)}"
    yield f"alt: {match.game.alt(match.view(None), 'en')}"


def check_approved(file: Path, sections: Mapping[str, Iterable[str]]) -> None:
    text = "\n".join("\n".join([f"# {name}", *lines, ""]) for name, lines in sections.items())
    if APPROVES:
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
