"""Approved files: what a game says and draws, for a person to read. `APPROVE=1 pytest …` writes them anew."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from games.art import GOLD, Letters, Picture, PlayerName, Rectangle, Sprite, TranslatedWord
from games.core import Seat
from games.match import Match
from games.words import LOCALES
from tests.games.match_lines import describe_last_step


def assert_file_approved(file: Path, lines: Iterable[str]) -> None:
    found = [*lines]
    if "APPROVE" in os.environ:
        file.write_text("".join(f"{line}\n" for line in found), "utf-8")
    assert found == file.read_text("utf-8").splitlines(), f"APPROVE=1 writes {file.name} anew; then read the difference"


def transcribe_scenes(scenes: Iterable[tuple[str, Match]]) -> Iterator[str]:
    """What everybody reads: what has happened and who is asked. In other languages only sentences that are new here;
    last what the first two seats read of themselves.
    """
    known = set[str]()
    for name, match in scenes:
        game, told = match.game, {locale: _describe_match(match, locale) for locale in LOCALES}
        yield f"{name}: {' / '.join(told['en'])}"
        for locale in LOCALES[1:]:
            pairs = zip(told["en"], told[locale], strict=True)
            if new := [other for line, other in pairs if line not in known and line != other]:
                yield f"  {locale}: {' / '.join(new)}"
        for seat in (0, 1):
            own = [line for line in describe_last_step(game, match.view_of(seat)) if line not in known | {*told["en"]}]
            known |= {*own}
            if own:
                yield f"  {seat}: {' / '.join(own)}"
        known |= {*told["en"]}
        if ready := next(filter(None, (game.suggest_move(match.view_of(seat)) for seat in match.seats_asked)), None):
            yield f"  suggested: {' '.join(ready)}"


def _describe_match(match: Match, locale: str) -> list[str]:
    public = match.view_of(None)
    return [*describe_last_step(match.game, public, locale), match.game.describe_board(public, locale).splitlines()[-1]]


def transcribe_label(match: Match, scene_name: str, seat: Seat, *prefix: str) -> str:
    """What the button says that leads to the beginning of a word, in every language, and what is asked there."""
    assert any(word[: len(prefix)] == prefix for word in match.legal_moves(seat)), (scene_name, prefix)
    labels = (match.game.move_label(match.view_of(seat), prefix, locale) for locale in LOCALES)
    whole = prefix in match.legal_moves(seat)
    asked = "" if whole else match.game.ask_next_token(match.view_of(seat), prefix, "en").replace("\n", " / ")
    return f"{scene_name} {seat} {' '.join(prefix)}: {' | '.join(labels)}{asked and f' » {asked}'}"


def describe_picture(picture: Picture, other: Picture | None = None) -> str:
    """A digest of how and where everything is drawn, and what is drawn, in that order; what `other` has is left out."""
    left = Counter(_describe_marks(other) if other else ())
    drawn = []
    for mark in _describe_marks(picture):
        if left[mark]:
            left[mark] -= 1
        else:
            drawn.append(mark)
    runs = ((mark, len([*same])) for mark, same in groupby(drawn))
    listed = " ".join(mark if many == 1 else f"{mark}×{many}" for mark, many in runs)
    return f"{sha256(repr(picture.marks).encode()).hexdigest()[:8]} {listed}"


def _describe_marks(picture: Picture) -> Iterator[str]:
    for what, _, _ in picture.marks:
        match what:
            case Sprite():
                yield f"{what.name}:{what.text}" if what.text else what.name
            case Letters():
                yield f"“{what.text}”"
            case PlayerName():
                yield f"@{what.seat}"
            case TranslatedWord():
                yield f"<{what.key}>"
            case Rectangle(ink=ink, rim=rim) if GOLD in (ink, rim):
                yield "gold" if ink == GOLD else "golden-rim"
