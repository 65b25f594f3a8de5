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

MOST: Final = 20
"""Choices on a page; a message has room for twenty-five buttons in five rows, and one row is for the way back."""
FEW: Final = 9
"""So many buttons leave the board in view on a phone; more are a list, which is one line until it is opened."""

_Spelt: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class MenuChoice:
    rest: str
    """The characters it leads to: the next fork, or the end of a word. Runs with only one way on are walked."""
    prefix: Move
    """The tokens of these that are complete."""
    part: str = ""
    """How the next token begins, where complete tokens do not tell this choice from its neighbours."""
    folded: tuple[str, ...] = ()
    """The tokens that begin so."""
    word: Move | None = None
    """What is said by choosing this; None leads to a page."""

    @property
    def begins(self) -> Move:
        """How all begin to which it leads; of the last token it may be a part."""
        return (*self.prefix, self.part) if self.part else self.prefix


@dataclass(frozen=True, slots=True)
class MenuPage:
    said: Move
    """The tokens that all the choices share."""
    choices: tuple[MenuChoice, ...]


def page(legal: Iterable[Move], prefix: str = "") -> MenuPage | None:
    """At most twenty choices, and under each words of its own; None where no word begins like this.

    Whole words, where so few are left; else the next tokens; else their next characters. What one more page could not
    hold is opened further, all of it or nothing, so that like things are shown alike.
    """
    spelt = [each for each in map(spell, legal) if each.startswith(prefix)]
    return _page(spelt) if spelt else None


def back(legal: Iterable[Move], prefix: str) -> str | None:
    """What leads to the page from which one came to this; None on the first, and where there is none."""
    if not prefix:
        # To spell ten thousand words and make a page of them takes as long as the page that is shown.
        return None
    spelt, before, here = [spell(word) for word in legal], None, ""
    if not any(each.startswith(prefix) for each in spelt):
        return None
    while spelt:
        steps = (choice.rest for choice in _page(spelt).choices)
        there = next((rest for rest in steps if prefix.startswith(rest) and rest != here), None)
        if there is None:
            break
        before, here = here, there
        spelt = [each for each in spelt if each.startswith(here)]
    return before


def either(game: Game[Any, Any, Any], view: Any, legal: Sequence[Move]) -> Mapping[Move, Move]:
    """Every way to click a word, and the word: of two things in no order, either may come first.

    A word lists such things in one order; that the other says the same, `read` knows.
    """
    ways = {word: word for word in legal}
    if len(ways) > MOST:
        # Fewer are shown whole, and once each.
        for length in {len(word) for word in legal}:
            ways |= _turned(game, view, [word for word in legal if len(word) == length], ways)
    # A thing that may now come first has its place among the others.
    return ways if len(ways) == len(legal) else dict(sorted(ways.items()))


def _turned(
    game: Game[Any, Any, Any], view: Any, words: Sequence[Move], ways: Mapping[Move, Move]
) -> Mapping[Move, Move]:
    """The words with their halves, behind some tokens that stay, the other way round; none if that is not the same."""
    length = len(words[0])
    for head in range(length % 2, length - 1, 2):
        if _turn(words[0], head) in ways or not _alike(words, head):
            continue
        turned = {_turn(word, head): word for word in words}
        if ways.keys().isdisjoint(turned) and _same(game, view, *next(iter(turned.items()))):
            return turned
    return {}


def _turn(word: Move, head: int) -> Move:
    middle = (head + len(word)) // 2
    return (*word[:head], *word[middle:], *word[head:middle])


def _alike(words: Sequence[Move], head: int) -> bool:
    """Are the halves of one kind, two stones? A piece and its goal are not."""
    middle = (head + len(words[0])) // 2
    return not {word[head:middle] for word in words}.isdisjoint(word[middle:] for word in words)


def _same(game: Game[Any, Any, Any], view: Any, turned: Move, word: Move) -> bool:
    try:
        return game.parse_move(view, " ".join(turned)) == word
    except Refused:
        return False


def chosen(ways: Mapping[Move, Move], rest: str) -> Move | None:
    """The word that was clicked; None where only its beginning was, or nothing that may be said."""
    return ways.get(said(rest)) if rest.endswith(".") else None


def spell(word: Move) -> str:
    return ".".join(word) + "."


def said(rest: str) -> Move:
    """The tokens that are complete; of a whole word, all."""
    return tuple(rest.split(".")[:-1])


def _page(spelt: _Spelt) -> MenuPage:
    cut = [(common(group), group) for group in _cut(spelt)]
    prefixes = [said(rest) for rest, _ in cut]
    choices = []
    for (rest, group), prefix in zip(cut, prefixes, strict=True):
        alone = sum(other[: len(prefix)] == prefix for other in prefixes) == 1
        part = "" if alone else rest.rpartition(".")[2]
        folded = tuple(dict.fromkeys(said(each)[len(prefix)] for each in group)) if part else ()
        choices.append(MenuChoice(rest, prefix, part, folded, prefix if len(group) == 1 else None))
    return MenuPage(said(common(spelt)) if len(spelt) > 1 else (), tuple(choices))


def _cut(spelt: _Spelt) -> Sequence[_Spelt]:
    if len(spelt) <= MOST:
        return [[each] for each in spelt]
    tokens = _parted(spelt, tokens=True)
    if len(tokens) > MOST:
        return _folded(spelt)
    opened = _opened(tokens)
    if _folds(opened) and any(len(each) > MOST for each in opened):
        return _first(_leaves(spelt, MOST)) or opened
    return opened


def _folds(groups: Sequence[_Spelt]) -> bool:
    """A piece's goals may be folded to make room for its journeys; pieces are not folded for one piece's goals."""
    return 2 * sum(len(each) == 1 for each in groups) >= len(groups)


def _opened(groups: Sequence[_Spelt]) -> Sequence[_Spelt]:
    """Further wherever one more page could not hold the words, as often as there is room for all of it."""
    while any(len(each) > MOST for each in groups):
        folds = _folds(groups)
        further = _first(way for each in groups for way in (_ways(each, folds=folds) if len(each) > MOST else [each]))
        if further is None:
            break
        groups = further
    return groups


def _ways(spelt: _Spelt, *, folds: bool) -> Sequence[_Spelt]:
    """The next tokens; their next characters, where they are too many and may be folded."""
    tokens = _parted(spelt, tokens=True)
    return _parted(spelt) if folds and len(tokens) > MOST else tokens


def _folded(spelt: _Spelt) -> Sequence[_Spelt]:
    """By characters, so that one more page is enough for every choice; else two, and so on."""
    size = MOST
    while size < len(spelt):
        folded = _first(_leaves(spelt, size))
        if folded:
            return folded
        size *= MOST
    return _parted(spelt)


def _leaves(spelt: _Spelt, size: int) -> Iterator[_Spelt]:
    for way in _parted(spelt):
        if len(way) > size:
            yield from _leaves(way, size)
        else:
            yield way


def _first(groups: Iterable[_Spelt]) -> Sequence[_Spelt] | None:
    """All of them; None if they are more than a page, and then no further than that."""
    page = list(islice(groups, MOST + 1))
    return page if len(page) <= MOST else None


def _parted(spelt: _Spelt, *, tokens: bool = False) -> list[_Spelt]:
    """By the first character in which they differ, or by the token it is in; in the order of the game."""
    fork = len(common(spelt))
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for each in spelt:
        parts[each[fork : each.index(".", fork) + 1] if tokens else each[fork]].append(each)
    return list(parts.values())


def common(spelt: _Spelt) -> str:
    """How all begin: what the first and the last of them share, all between share too."""
    if len(spelt) == 1:
        return spelt[0]
    first, last = min(spelt), max(spelt)
    differ = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differ, len(first))]
