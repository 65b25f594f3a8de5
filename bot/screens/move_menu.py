"""Legal words as pages of choices. A page is made of the words and of what was clicked so far, and of nothing else.

Words are spelt with a dot after each token, `e2.e4.`: then none begins another, and what ends in a dot ends a token.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from games.core import Game, Move
from games.refused import Refused

CHOICES_PER_PAGE: Final = 20
"""Choices on a page; a message has room for twenty-five buttons in five rows, and one row is for the way back."""
MAX_CHOICES_AS_BUTTONS: Final = 9
"""So many buttons leave the board in view on a phone; more are a list, which is one line until it is opened."""

_SpelledMoves: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class MenuChoice:
    move_prefix: str
    """The characters it leads to: the next fork, or the end of a word. Runs with only one way on are walked."""
    tokens: Move
    """The tokens of these that are complete."""
    partial_token: str = ""
    """How the next token begins, where complete tokens do not tell this choice from its neighbours."""
    folded_tokens: tuple[str, ...] = ()
    """The tokens that begin so."""
    move: Move | None = None
    """What is said by choosing this; None leads to a page."""

    @property
    def leading_tokens(self) -> Move:
        """How all begin to which it leads; of the last token it may be a part."""
        return (*self.tokens, self.partial_token) if self.partial_token else self.tokens


@dataclass(frozen=True, slots=True)
class MenuPage:
    shared_tokens: Move
    """The tokens that all the choices share."""
    choices: tuple[MenuChoice, ...]


def build_menu_page(legal_moves: Iterable[Move], prefix: str = "") -> MenuPage | None:
    """At most twenty choices, and under each words of its own; None where no word begins like this.

    Whole words, where so few are left; else the next tokens; else their next characters. What one more page could not
    hold is opened further, all of it or nothing, so that like things are shown alike.
    """
    spelt = [each for each in map(spell_move, legal_moves) if each.startswith(prefix)]
    return _build_page(spelt) if spelt else None


def find_previous_page(legal_moves: Iterable[Move], prefix: str) -> str | None:
    """What leads to the page from which one came to this; None on the first, and where there is none."""
    if not prefix:
        # To spell ten thousand words and make a page of them takes as long as the page that is shown.
        return None
    spelt, before, here = [spell_move(word) for word in legal_moves], None, ""
    if not any(each.startswith(prefix) for each in spelt):
        return None
    while spelt:
        steps = (choice.move_prefix for choice in _build_page(spelt).choices)
        there = next((rest for rest in steps if prefix.startswith(rest) and rest != here), None)
        if there is None:
            break
        before, here = here, there
        spelt = [each for each in spelt if each.startswith(here)]
    return before


def map_clicks_to_moves(game: Game[Any, Any, Any], view: Any, legal_moves: Sequence[Move]) -> Mapping[Move, Move]:
    """Every way to click a word, and the word: of two things in no order, either may come first.

    A word lists such things in one order; that the other says the same, `read` knows.
    """
    ways = {word: word for word in legal_moves}
    if len(ways) > CHOICES_PER_PAGE:
        # Fewer are shown whole, and once each.
        for length in {len(word) for word in legal_moves}:
            ways |= _find_swapped_moves(game, view, [word for word in legal_moves if len(word) == length], ways)
    # A thing that may now come first has its place among the others.
    return ways if len(ways) == len(legal_moves) else dict(sorted(ways.items()))


def _find_swapped_moves(
    game: Game[Any, Any, Any], view: Any, moves: Sequence[Move], clickable_moves: Mapping[Move, Move]
) -> Mapping[Move, Move]:
    """The words with their halves, behind some tokens that stay, the other way round; none if that is not the same."""
    length = len(moves[0])
    for head in range(length % 2, length - 1, 2):
        if _swap_halves(moves[0], head) in clickable_moves or not _has_interchangeable_halves(moves, head):
            continue
        turned = {_swap_halves(word, head): word for word in moves}
        if clickable_moves.keys().isdisjoint(turned) and _is_same_move(game, view, *next(iter(turned.items()))):
            return turned
    return {}


def _swap_halves(move: Move, fixed_tokens: int) -> Move:
    middle = (fixed_tokens + len(move)) // 2
    return (*move[:fixed_tokens], *move[middle:], *move[fixed_tokens:middle])


def _has_interchangeable_halves(moves: Sequence[Move], fixed_tokens: int) -> bool:
    """Are the halves of one kind, two stones? A piece and its goal are not."""
    middle = (fixed_tokens + len(moves[0])) // 2
    return not {word[fixed_tokens:middle] for word in moves}.isdisjoint(word[middle:] for word in moves)


def _is_same_move(game: Game[Any, Any, Any], view: Any, swapped: Move, move: Move) -> bool:
    try:
        return game.parse_move(view, " ".join(swapped)) == move
    except Refused:
        return False


def find_clicked_move(clickable_moves: Mapping[Move, Move], move_prefix: str) -> Move | None:
    """The word that was clicked; None where only its beginning was, or nothing that may be said."""
    return clickable_moves.get(parse_complete_tokens(move_prefix)) if move_prefix.endswith(".") else None


def spell_move(move: Move) -> str:
    return ".".join(move) + "."


def parse_complete_tokens(move_prefix: str) -> Move:
    """The tokens that are complete; of a whole word, all."""
    return tuple(move_prefix.split(".")[:-1])


def _build_page(spelled: _SpelledMoves) -> MenuPage:
    cut = [(find_common_prefix(group), group) for group in _group_for_page(spelled)]
    prefixes = [parse_complete_tokens(rest) for rest, _ in cut]
    choices = []
    for (rest, group), prefix in zip(cut, prefixes, strict=True):
        alone = sum(other[: len(prefix)] == prefix for other in prefixes) == 1
        part = "" if alone else rest.rpartition(".")[2]
        folded = tuple(dict.fromkeys(parse_complete_tokens(each)[len(prefix)] for each in group)) if part else ()
        choices.append(MenuChoice(rest, prefix, part, folded, prefix if len(group) == 1 else None))
    return MenuPage(parse_complete_tokens(find_common_prefix(spelled)) if len(spelled) > 1 else (), tuple(choices))


def _group_for_page(spelled: _SpelledMoves) -> Sequence[_SpelledMoves]:
    if len(spelled) <= CHOICES_PER_PAGE:
        return [[each] for each in spelled]
    tokens = _split_where_they_differ(spelled, by_token=True)
    if len(tokens) > CHOICES_PER_PAGE:
        return _fold_by_characters(spelled)
    opened = _open_large_groups(tokens)
    if _can_fold(opened) and any(len(each) > CHOICES_PER_PAGE for each in opened):
        return _limit_to_page(_split_to_size(spelled, CHOICES_PER_PAGE)) or opened
    return opened


def _can_fold(groups: Sequence[_SpelledMoves]) -> bool:
    """A piece's goals may be folded to make room for its journeys; pieces are not folded for one piece's goals."""
    return 2 * sum(len(each) == 1 for each in groups) >= len(groups)


def _open_large_groups(groups: Sequence[_SpelledMoves]) -> Sequence[_SpelledMoves]:
    """Further wherever one more page could not hold the words, as often as there is room for all of it."""
    while any(len(each) > CHOICES_PER_PAGE for each in groups):
        folds = _can_fold(groups)
        further = _limit_to_page(
            way
            for each in groups
            for way in (_split_group(each, can_fold=folds) if len(each) > CHOICES_PER_PAGE else [each])
        )
        if further is None:
            break
        groups = further
    return groups


def _split_group(spelled: _SpelledMoves, *, can_fold: bool) -> Sequence[_SpelledMoves]:
    """The next tokens; their next characters, where they are too many and may be folded."""
    tokens = _split_where_they_differ(spelled, by_token=True)
    return _split_where_they_differ(spelled) if can_fold and len(tokens) > CHOICES_PER_PAGE else tokens


def _fold_by_characters(spelled: _SpelledMoves) -> Sequence[_SpelledMoves]:
    """By characters, so that one more page is enough for every choice; else two, and so on."""
    size = CHOICES_PER_PAGE
    while size < len(spelled):
        folded = _limit_to_page(_split_to_size(spelled, size))
        if folded:
            return folded
        size *= CHOICES_PER_PAGE
    return _split_where_they_differ(spelled)


def _split_to_size(spelled: _SpelledMoves, max_size: int) -> Iterator[_SpelledMoves]:
    for way in _split_where_they_differ(spelled):
        if len(way) > max_size:
            yield from _split_to_size(way, max_size)
        else:
            yield way


def _limit_to_page(groups: Iterable[_SpelledMoves]) -> Sequence[_SpelledMoves] | None:
    """All of them; None if they are more than a page, and then no further than that."""
    page = list(islice(groups, CHOICES_PER_PAGE + 1))
    return page if len(page) <= CHOICES_PER_PAGE else None


def _split_where_they_differ(spelled: _SpelledMoves, *, by_token: bool = False) -> list[_SpelledMoves]:
    """By the first character in which they differ, or by the token it is in; in the order of the game."""
    fork = len(find_common_prefix(spelled))
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for each in spelled:
        parts[each[fork : each.index(".", fork) + 1] if by_token else each[fork]].append(each)
    return list(parts.values())


def find_common_prefix(spelled: _SpelledMoves) -> str:
    """How all begin: what the first and the last of them share, all between share too."""
    if len(spelled) == 1:
        return spelled[0]
    first, last = min(spelled), max(spelled)
    differ = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differ, len(first))]
