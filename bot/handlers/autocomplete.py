"""Autocompletion for typed moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any, Final

from bot.i18n import say
from bot.screens.move_buttons import join_token_labels
from bot.screens.phrases import shorten_text
from games.core import Game, Move
from games.refused import Refused

MAX_CHOICES: Final = 25
"""Discord's limit for the number of choices."""
MAX_CHOICE_LENGTH: Final = 100
"""Discord's limit for a choice's name and for its value, in characters."""

_TOKEN_SEPARATORS: Final = re.compile(r"[\s,;.:·→⇄×…–]+")
"""Matches the characters between tokens of a typed move or words of a label. Players need not type them."""


@dataclass(frozen=True, slots=True)
class Completion:
    name: str
    value: str
    """The move in its game's notation."""


def complete_typed_move(
    game: Game[Any, Any, Any], view: Any, typed: str, locale: str, limit: int = MAX_CHOICES
) -> list[Completion]:
    """Return suggestions of legal moves for a typed text, at most `limit`.

    Moves found by the game's own completion come first, followed by moves whose notation or labels start with the text.
    Moves in which every typed word is the start of a token come last.
    """
    legal_moves = game.legal_moves(view)
    game_completions = game.complete_move(view, typed[:MAX_CHOICE_LENGTH])
    # Labels must not reveal anything that players must remember by themselves.
    view = game.forget(view)
    text = _normalize_text(typed[:MAX_CHOICE_LENGTH])
    # A dict drops duplicates and keeps the order.
    moves: dict[Move, None] = {}
    for move in chain(
        game_completions,
        _find_continuations(game, view, locale, legal_moves, text),
        _filter_by_typed_words(legal_moves, text.split()),
    ):
        moves[move] = None
        if len(moves) == limit:
            break
    shared_count = _count_shared_tokens(legal_moves)
    return [_make_completion(game, view, move, shared_count, locale) for move in moves]


def find_places(game: Game[Any, Any, Any], view: Any, typed: str, locale: str) -> list[str]:
    """Return descriptions of the places on the board that match the most typed words.

    A description is a place and what is on it. Both “c6” and “What is on C6?” find the place C6, and “wolf” finds all
    wolves. Without typed text, return the places that are not empty.
    """
    places = [
        say("place-holds" if what else "place-empty", locale, place=name, what=what) if name else what
        for name, what in game.describe_places(game.forget(view), locale)
        if what or typed
    ]
    typed_words = _split_words(typed)
    scores = [
        sum(any(word.startswith(typed_word) for word in _split_words(place)) for typed_word in typed_words)
        for place in places
    ]
    best = max(scores, default=0)
    if typed_words and not best:
        return []
    return [place for place, score in zip(places, scores, strict=True) if score == best][:MAX_CHOICES]


def format_example_move(game: Game[Any, Any, Any], view: Any, locale: str) -> str:
    """Return a legal move in notation, with its label, as an example.

    This is the move that the game suggests or, without a suggestion, the shortest move.
    """
    legal_moves = game.legal_moves(view)
    move = game.suggest_move(view) or min(legal_moves, key=len)
    label = join_token_labels(game, game.forget(view), move, locale, _count_shared_tokens(legal_moves))
    return f"`{' '.join(move)}` – {label}"


def spell_similar_moves(game: Game[Any, Any, Any], view: Any, refusal: Refused, locale: str) -> Refused:
    """Return the refusal of a typed move, with its suggested moves spelled as players of this language type them."""
    near = str(refusal.facts.get("near", ""))
    spellings = {" ".join(move): move for move in game.legal_moves(view)}
    if not near or any(suggestion not in spellings for suggestion in near.split(", ")):
        return refusal
    near = ", ".join(game.spell_move(view, spellings[suggestion], locale) for suggestion in near.split(", "))
    return Refused(refusal.key, refusal.package, **{**refusal.facts, "near": near})


def _make_completion(game: Game[Any, Any, Any], view: Any, move: Move, shared_count: int, locale: str) -> Completion:
    label, spelling = join_token_labels(game, view, move, locale, shared_count), game.spell_move(view, move, locale)
    name = label if spelling in label else f"{spelling} – {label}"
    return Completion(shorten_text(name, MAX_CHOICE_LENGTH), " ".join(move))


def _find_continuations(
    game: Game[Any, Any, Any], view: Any, locale: str, moves: Sequence[Move], typed: str, position: int = 0
) -> Iterator[Move]:
    """Yield the moves that match the typed text in notation or as labels, starting with the token at `position`.

    Labels are expensive, so they are rendered only for moves whose earlier tokens match.
    """
    if not typed:
        yield from moves
        return
    moves_by_prefix: dict[Move, list[Move]] = {}
    for move in moves:
        if len(move) > position:
            moves_by_prefix.setdefault(move[: position + 1], []).append(move)
    has_match = False
    for prefix, continuations in moves_by_prefix.items():
        for remainder in _list_remainders(typed, prefix[-1], game.move_label(view, prefix, locale)):
            for move in _find_continuations(game, view, locale, continuations, remainder, position + 1):
                has_match = True
                yield move
    if not has_match and (position == 0 or len(moves_by_prefix) == 1):
        # Skip this token: people often leave out the verb, and tokens that have no alternative.
        for continuations in moves_by_prefix.values():
            yield from _find_continuations(game, view, locale, continuations, typed, position + 1)


def _list_remainders(typed: str, token: str, label: str) -> list[str]:
    """Remove a token from the start of `typed`, and return all possible remaining texts, shortest first.

    The token can be typed in notation or as its label, and the first words of the label can be left out. If the text
    matches neither form, the result is empty.

    >>> _list_remainders("swap places a1", "swap", "Swap places")
    ['a1', 'places a1']
    """
    words = _normalize_text(label).split()
    forms = [_normalize_text(token), *(" ".join(words[start:]) for start in range(len(words)))]
    if any(form.startswith(typed) for form in forms):
        return [""]
    return sorted({typed[len(form) :].lstrip() for form in forms if form and typed.startswith(form)}, key=len)


def _filter_by_typed_words(moves: Iterable[Move], typed_words: Sequence[str]) -> Iterator[Move]:
    for move in moves:
        if all(any(token.casefold().startswith(word) for token in move) for word in typed_words):
            yield move


def _split_words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _normalize_text(text: str) -> str:
    return _TOKEN_SEPARATORS.sub(" ", text).strip().casefold()


def _count_shared_tokens(legal_moves: Sequence[Move]) -> int:
    """Return how many initial tokens all legal moves have in common. Labels leave these tokens out."""
    if len(legal_moves) < 2:
        return 0
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(min(legal_moves), max(legal_moves), strict=False))
    )
