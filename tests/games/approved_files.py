"""Compares a game's texts and pictures with files that a person has approved. `APPROVE=1 pytest …` updates them."""

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
    actual_lines = [*lines]
    if "APPROVE" in os.environ:
        file.write_text("".join(f"{line}\n" for line in actual_lines), "utf-8")
    assert actual_lines == file.read_text("utf-8").splitlines(), f"APPROVE=1 updates {file.name}; then review its diff"


def transcribe_scenes(scenes: Iterable[tuple[str, Match]]) -> Iterator[str]:
    """Yield the public texts of each scene, new sentences in other languages, and the texts for seats 0 and 1."""
    known_lines = set[str]()
    for name, match in scenes:
        game, texts_by_locale = match.game, {locale: _describe_match(match, locale) for locale in LOCALES}
        yield f"{name}: {' / '.join(texts_by_locale['en'])}"
        for locale in LOCALES[1:]:
            pairs = zip(texts_by_locale["en"], texts_by_locale[locale], strict=True)
            if new := [other for line, other in pairs if line not in known_lines and line != other]:
                yield f"  {locale}: {' / '.join(new)}"
        for seat in (0, 1):
            own_lines = [
                line
                for line in describe_last_step(game, match.view_of(seat))
                if line not in known_lines | {*texts_by_locale["en"]}
            ]
            known_lines |= {*own_lines}
            if own_lines:
                yield f"  {seat}: {' / '.join(own_lines)}"
        known_lines |= {*texts_by_locale["en"]}
        if suggestion := next(
            filter(None, (game.suggest_move(match.view_of(seat)) for seat in match.seats_asked)), None
        ):
            yield f"  suggested: {' '.join(suggestion)}"


def _describe_match(match: Match, locale: str) -> list[str]:
    public = match.view_of(None)
    return [*describe_last_step(match.game, public, locale), match.game.describe_board(public, locale).splitlines()[-1]]


def transcribe_label(match: Match, scene_name: str, seat: Seat, *prefix: str) -> str:
    """Return the label of the button for the first tokens of a move, in every language, and the question asked next."""
    assert any(move[: len(prefix)] == prefix for move in match.legal_moves(seat)), (scene_name, prefix)
    labels = (match.game.move_label(match.view_of(seat), prefix, locale) for locale in LOCALES)
    is_complete = prefix in match.legal_moves(seat)
    question = "" if is_complete else match.game.ask_next_token(match.view_of(seat), prefix, "en").replace("\n", " / ")
    return f"{scene_name} {seat} {' '.join(prefix)}: {' | '.join(labels)}{question and f' » {question}'}"


def describe_picture(picture: Picture, other: Picture | None = None) -> str:
    """Return a digest of all marks, and a list of the marks that `other` does not have."""
    remaining = Counter(_describe_marks(other) if other else ())
    new_marks = []
    for mark in _describe_marks(picture):
        if remaining[mark]:
            remaining[mark] -= 1
        else:
            new_marks.append(mark)
    runs = ((mark, len([*group])) for mark, group in groupby(new_marks))
    description = " ".join(mark if count == 1 else f"{mark}×{count}" for mark, count in runs)
    return f"{sha256(repr(picture.marks).encode()).hexdigest()[:8]} {description}"


def _describe_marks(picture: Picture) -> Iterator[str]:
    for mark, _, _ in picture.marks:
        match mark:
            case Sprite():
                yield f"{mark.name}:{mark.text}" if mark.text else mark.name
            case Letters():
                yield f"“{mark.text}”"
            case PlayerName():
                yield f"@{mark.seat}"
            case TranslatedWord():
                yield f"<{mark.key}>"
            case Rectangle(ink=ink, rim=rim) if GOLD in (ink, rim):
                yield "gold" if ink == GOLD else "golden-rim"
