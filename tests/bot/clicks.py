"""Somebody who clicks through every page there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.scenes.picker import MOST, Page, back, page, spell
from games.core import Word


def pages(words: Iterable[Word]) -> Iterator[tuple[str, Page, int]]:
    """What leads to each page, the page, and how many clicks it takes to choose there."""
    yield from _below({spell(word): word for word in words}, "", 1)


def _below(words: Mapping[str, Word], prefix: str, clicks: int) -> Iterator[tuple[str, Page, int]]:
    """Narrowed as one goes: a page depends only on the words that begin with its prefix, see `test_picker`."""
    shown = page(words.values(), prefix)
    assert shown
    yield prefix, shown, clicks
    for choice in shown.choices:
        if choice.word is None:
            left = {spelt: word for spelt, word in words.items() if spelt.startswith(choice.rest)}
            yield from _below(left, choice.rest, clicks + 1)


def clicked(words: Iterable[Word]) -> dict[Word, int]:
    """How many clicks each word takes; nothing can be clicked in two ways, and every click leads on."""
    taken: dict[Word, int] = {}
    for prefix, shown, clicks in pages(words):
        assert 0 < len(shown.choices) <= MOST
        for choice in shown.choices:
            assert choice.rest.startswith(prefix)
            assert choice.word or choice.rest != prefix
            if choice.word is not None:
                assert choice.word not in taken
                assert choice.rest == spell(choice.word)
                taken[choice.word] = clicks
    return taken


def path(words: Iterable[Word], word: Word) -> list[tuple[str, Page]]:
    """What leads to each page on the way to a word, and the page, with all the words at hand each time, as after a
    restart.
    """
    known, prefix = list(words), ""
    way: list[tuple[str, Page]] = []
    while True:
        shown = page(known, prefix)
        assert shown
        way.append((prefix, shown))
        (choice,) = [each for each in shown.choices if spell(word).startswith(each.rest)]
        assert back(known, choice.rest) == prefix
        if choice.word is not None:
            assert choice.word == word
            return way
        prefix = choice.rest
