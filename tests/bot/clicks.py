"""Somebody who clicks through every page there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.scenes.picker import MOST, Page, back, page, spell
from games.core import Word


def pages(words: Iterable[Word], prefix: str = "", clicks: int = 1) -> Iterator[tuple[str, Page, int]]:
    """What leads to each page, the page, and how many clicks it takes to choose there."""
    # Narrowed as one goes: a page depends only on the words that begin with its prefix, see `test_picker`.
    left = [word for word in words if spell(word).startswith(prefix)]
    shown = page(left, prefix)
    assert shown
    yield prefix, shown, clicks
    for choice in shown.choices:
        if choice.word is None:
            yield from pages(left, choice.rest, clicks + 1)


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


def path(words: Iterable[Word], word: Word) -> list[str]:
    """What leads to each page on the way to a word, with all the words at hand each time, as after a restart."""
    known, way = list(words), [""]
    while True:
        shown = page(known, way[-1])
        assert shown
        (choice,) = [each for each in shown.choices if spell(word).startswith(each.rest)]
        assert back(known, choice.rest) == way[-1]
        if choice.word is not None:
            assert choice.word == word
            return way
        way.append(choice.rest)
