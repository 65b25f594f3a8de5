"""What can be chosen, in words and as rows: buttons that lie as the board does, or a list where they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from bot.scenes import picker, wording
from bot.scenes.address import Address
from bot.scenes.emblem import key
from bot.scenes.phrase import ELLIPSIS, phrase, uncounted
from bot.scenes.picker import FEW, Page
from bot.scenes.scene import Button, Listed, Row
from bot.scenes.verb import Verb
from bot.scenes.wording import emblems, labels
from bot.table.table import Play
from bot.texts import say
from games import find_game
from games.core import Seat, Word
from games.grid import Picked

IN_A_ROW: Final = 5
ROWS: Final = 4
"""Of choices: what else there is to press stands below them."""


@lru_cache(maxsize=8)
def ways(key: str, view: Any) -> Mapping[Word, Word]:
    """Every way to click a word: kept from one click to the next, for there can be ten thousand."""
    game = find_game(key)
    return picker.either(game, view, game.legal(view))


def chosen(table: Play, seat: Seat, rest: str) -> Word | None:
    """The word that is spelt out whole, if it is."""
    return picker.chosen(ways(table.game.KEY, table.match.view(seat)), rest)


def pick(table: Play, label: str, to: str, **more: Any) -> Button:
    return Button(label, str(Address(Verb.PICK, table.id, table.match.step, to)), **more)


def rows(table: Play, seat: Seat, choices: Page, rest: str, locale: str) -> list[Row]:
    """The choices after the characters in `rest`."""
    # What must be forgotten is on no button: a hand stays for hours.
    covered = table.game.forget(table.match.view(seat))
    told, drawn = labels(table.game, covered, choices, locale), emblems(table.game, covered, choices)
    if len(told) <= FEW:
        words = [choice.word for choice in choices.choices]
        told = [
            (word and table.game.short_label(covered, word, locale)) or label
            for word, label in zip(words, told, strict=True)
        ]
    # What is asked for is bright: a whole word; or what leads on to one, where the only words beside it do without.
    bright = all(choice.word for choice in choices.choices) or not any(choice.word for choice in choices.choices)
    buttons = [
        pick(
            table,
            label,
            choice.rest,
            tone="main" if bool(choice.word) == bright else "plain",
            emoji=key(table.game.KEY, emblem),
        )
        for choice, label, emblem in zip(choices.choices, told, drawn, strict=True)
    ]
    if len(buttons) <= FEW:
        lies = table.game.arrange_buttons(covered, [choice.begins for choice in choices.choices])
        gap = Address(Verb.GAP, table.id, table.match.step)
        return list(laid_out(choices, buttons, lies, gap))
    to = Address(Verb.TAKE, table.id, table.match.step, rest)
    # What is asked stands above.
    return [Listed(say("hand-list", locale, count=len(buttons)), str(to), tuple(buttons))]


def question(table: Play, seat: Seat, said: Word, locale: str) -> str:
    """What the game asks after these tokens, if it has words for it."""
    return table.game.question(table.game.forget(table.match.view(seat)), said, locale)


def worded(table: Play, seat: Seat, word: Word, locale: str, *, after: int = 0) -> str:
    """As the buttons said it, but for the tokens that go without saying, and for how many there were."""
    view = table.game.forget(table.match.view(seat))
    labels = [uncounted(table.game.label(view, word[:end], locale)) for end in range(after + 1, len(word) + 1)]
    return phrase(labels, locale, begins=after == 0)


def so_far(table: Play, seat: Seat, said: Word, asks: str, locale: str) -> str:
    """What was picked of a word, as far as the question does not say it: neither what is done nor what it is about."""
    view = table.game.forget(table.match.view(seat))
    labels = [uncounted(table.game.label(view, said[:end], locale)) for end in range(1, len(said) + 1)]
    begins = True
    if asks:
        first = picker.page(ways(table.game.KEY, table.match.view(seat)))
        begins = not first or said[:1] not in (shared(table, seat), wording.unsaid(first))
        labels = labels if begins else labels[1:]
        while labels and (labels[-1].endswith(ELLIPSIS) or _names(asks, labels[-1])):
            labels.pop()
    return phrase(labels, locale, begins=begins and not asks).rstrip(f" {ELLIPSIS}")


def _names(asks: str, label: str) -> bool:
    """Does the question say it? Of “E9 · otter” the otter is enough."""
    thing = label.rpartition(" · ")[2]
    return (thing if thing.isalpha() else label).casefold() in asks.casefold()


def shared(table: Play, seat: Seat) -> Word:
    """How all begin that this seat may say: the question."""
    legal = table.match.legal(seat)
    firsts = {word[:1] for word in legal}
    return firsts.pop() if len(firsts) == 1 and all(len(word) > 1 for word in legal) else ()


def laid_out(
    choices: Page, buttons: Sequence[Button], lies: Sequence[Sequence[Word | str]], gap: Address
) -> list[tuple[Button, ...]]:
    """As they lie in their game, with what cannot be chosen between them; else evenly."""
    found = {choice.begins: button for choice, button in zip(choices.choices, buttons, strict=True)}
    if not _fits(lies, found.keys()):
        # Whatever a game says of their places, no choice is lost.
        return even(buttons)

    def button(what: Word | str) -> Button:
        if not isinstance(what, str):
            return found[what]
        rest = "".join(what.split())
        return Button(what, str(replace(gap, rest=rest)), "good" if isinstance(what, Picked) else "plain", off=True)

    return [tuple(button(what) for what in row) for row in lies]


def _fits(lies: Sequence[Sequence[Word | str]], words: Collection[Word]) -> bool:
    laid = Counter(what for row in lies for what in row)
    return (
        len(lies) <= ROWS
        and all(0 < len(row) <= IN_A_ROW for row in lies)
        and max(laid.values(), default=0) == 1
        and {what for what in laid if not isinstance(what, str)} == set(words)
    )


def even(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """In as few rows as there can be, and all about as long: eleven are four, four and three."""
    # Nine lie as the spaces of a board do.
    rows = 3 if len(buttons) == 9 else -(-len(buttons) // IN_A_ROW)
    cuts = [-(-len(buttons) * at // rows) for at in range(rows + 1)] if rows else []
    return [tuple(buttons[start:end]) for start, end in pairwise(cuts)]
