"""A word that somebody is typing, and what it could become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any, Final

from bot.screens.move_buttons import join_labels
from games.core import Game, Move

MAX_CHOICE_LENGTH: Final = 100
"""Characters that Discord takes of a completion: of what it shows, and of what it stands for."""

_TOKEN_SEPARATORS: Final = re.compile(r"[\s,;.:·→⇄×…–]+")
"""What stands between the tokens of a notation or a label, and is typed or not."""


@dataclass(frozen=True, slots=True)
class Completion:
    name: str
    value: str
    """The word in the game's notation."""


def complete_typed_move(
    game: Game[Any, Any, Any], view: Any, typed: str, locale: str, limit: int = 25
) -> list[Completion]:
    """Words that go on as typed, as players write them, in notation or as buttons say it; then those that hold it."""
    legal = game.legal_moves(view)
    written = game.complete_move(view, typed[:MAX_CHOICE_LENGTH])
    # What must be forgotten is in no list, however often somebody types.
    view = game.forget(view)
    given = _normalize_text(typed[:MAX_CHOICE_LENGTH])
    found: dict[Move, None] = {}
    for word in chain(
        written, _find_continuations(game, view, locale, legal, given), _filter_by_typed_words(legal, given.split())
    ):
        found[word] = None
        if len(found) == limit:
            break
    shared = _count_shared_tokens(legal)
    return [_make_completion(game, view, word, shared, locale) for word in found]


def format_example_move(game: Game[Any, Any, Any], view: Any, locale: str) -> str:
    """A word that may be said now, as it is typed and as its button says it: a suggestion, else one of the shortest."""
    legal = game.legal_moves(view)
    word = game.suggest_move(view) or min(legal, key=len)
    told = _make_completion(game, game.forget(view), word, _count_shared_tokens(legal), locale)
    return f"`{told.value}`{told.name.removeprefix(told.value)}"


def _make_completion(game: Game[Any, Any, Any], view: Any, move: Move, shared_count: int, locale: str) -> Completion:
    value = " ".join(move)
    label = join_labels(
        [game.move_label(view, move[:end], locale) for end in range(shared_count + 1, len(move) + 1)],
        locale,
        starts_with_verb=not shared_count,
    )
    name = f"{value} – {label}"
    return Completion(name if len(name) <= MAX_CHOICE_LENGTH else f"{name[: MAX_CHOICE_LENGTH - 1]}…", value)


def _find_continuations(
    game: Game[Any, Any, Any], view: Any, locale: str, moves: Sequence[Move], typed: str, position: int = 0
) -> Iterator[Move]:
    """Token by token, so that labels are asked for only where what came before was meant."""
    if not typed:
        yield from moves
        return
    ways: dict[Move, list[Move]] = {}
    for word in moves:
        if len(word) > position:
            ways.setdefault(word[: position + 1], []).append(word)
    meant = False
    for prefix, after in ways.items():
        for left in _list_remainders(typed, prefix[-1], game.move_label(view, prefix, locale)):
            for word in _find_continuations(game, view, locale, after, left, position + 1):
                meant = True
                yield word
    if not meant and (position == 0 or len(ways) == 1):
        # Nobody types the verb, or what could not be otherwise.
        for after in ways.values():
            yield from _find_continuations(game, view, locale, after, typed, position + 1)


def _list_remainders(typed: str, token: str, label: str) -> list[str]:
    """What may remain behind a token that is meant, by its notation or by its label from any word on; least first."""
    told = _normalize_text(label).split()
    forms = [_normalize_text(token), *(" ".join(told[start:]) for start in range(len(told)))]
    if any(form.startswith(typed) for form in forms):
        return [""]
    return sorted({typed[len(form) :].lstrip() for form in forms if form and typed.startswith(form)}, key=len)


def _filter_by_typed_words(moves: Iterable[Move], typed_words: Sequence[str]) -> Iterator[Move]:
    for word in moves:
        if all(any(token.casefold().startswith(each) for token in word) for each in typed_words):
            yield word


def _normalize_text(text: str) -> str:
    return _TOKEN_SEPARATORS.sub(" ", text).strip().casefold()


def _count_shared_tokens(legal_moves: Sequence[Move]) -> int:
    """How many tokens go without saying."""
    if len(legal_moves) < 2:
        return 0
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(min(legal_moves), max(legal_moves), strict=False))
    )
