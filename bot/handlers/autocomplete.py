"""A word that somebody is typing, and what it could become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any, Final

from bot.screens.move_buttons import phrase
from games.core import Game, Move

ENTRY: Final = 100
"""Characters that Discord takes of a completion: of what it shows, and of what it stands for."""

_GLUE: Final = re.compile(r"[\s,;.:·→⇄×…–]+")
"""What stands between the tokens of a notation or a label, and is typed or not."""


@dataclass(frozen=True, slots=True)
class Completion:
    name: str
    value: str
    """The word in the game's notation."""


def completions(game: Game[Any, Any, Any], view: Any, typed: str, locale: str, limit: int = 25) -> list[Completion]:
    """Words that go on as typed, as players write them, in notation or as buttons say it; then those that hold it."""
    legal = game.legal_moves(view)
    written = game.complete_move(view, typed[:ENTRY])
    # What must be forgotten is in no list, however often somebody types.
    view = game.forget(view)
    given = _plain(typed[:ENTRY])
    found: dict[Move, None] = {}
    for word in chain(written, _going_on(game, view, locale, legal, given), _holding(legal, given.split())):
        found[word] = None
        if len(found) == limit:
            break
    shared = _shared(legal)
    return [_completion(game, view, word, shared, locale) for word in found]


def example(game: Game[Any, Any, Any], view: Any, locale: str) -> str:
    """A word that may be said now, as it is typed and as its button says it: a suggestion, else one of the shortest."""
    legal = game.legal_moves(view)
    word = game.suggest_move(view) or min(legal, key=len)
    told = _completion(game, game.forget(view), word, _shared(legal), locale)
    return f"`{told.value}`{told.name.removeprefix(told.value)}"


def _completion(game: Game[Any, Any, Any], view: Any, word: Move, shared: int, locale: str) -> Completion:
    value = " ".join(word)
    label = phrase(
        [game.move_label(view, word[:end], locale) for end in range(shared + 1, len(word) + 1)],
        locale,
        begins=not shared,
    )
    name = f"{value} – {label}"
    return Completion(name if len(name) <= ENTRY else f"{name[: ENTRY - 1]}…", value)


def _going_on(
    game: Game[Any, Any, Any], view: Any, locale: str, words: Sequence[Move], typed: str, at: int = 0
) -> Iterator[Move]:
    """Token by token, so that labels are asked for only where what came before was meant."""
    if not typed:
        yield from words
        return
    ways: dict[Move, list[Move]] = {}
    for word in words:
        if len(word) > at:
            ways.setdefault(word[: at + 1], []).append(word)
    meant = False
    for prefix, after in ways.items():
        for left in _left(typed, prefix[-1], game.move_label(view, prefix, locale)):
            for word in _going_on(game, view, locale, after, left, at + 1):
                meant = True
                yield word
    if not meant and (at == 0 or len(ways) == 1):
        # Nobody types the verb, or what could not be otherwise.
        for after in ways.values():
            yield from _going_on(game, view, locale, after, typed, at + 1)


def _left(typed: str, token: str, label: str) -> list[str]:
    """What may remain behind a token that is meant, by its notation or by its label from any word on; least first."""
    told = _plain(label).split()
    forms = [_plain(token), *(" ".join(told[start:]) for start in range(len(told)))]
    if any(form.startswith(typed) for form in forms):
        return [""]
    return sorted({typed[len(form) :].lstrip() for form in forms if form and typed.startswith(form)}, key=len)


def _holding(words: Iterable[Move], typed: Sequence[str]) -> Iterator[Move]:
    for word in words:
        if all(any(token.casefold().startswith(each) for token in word) for each in typed):
            yield word


def _plain(text: str) -> str:
    return _GLUE.sub(" ", text).strip().casefold()


def _shared(legal: Sequence[Move]) -> int:
    """How many tokens go without saying."""
    if len(legal) < 2:
        return 0
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(min(legal), max(legal), strict=False)))
