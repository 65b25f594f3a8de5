"""What stands on the buttons of a page: each says something else, and as little as tells it from the others."""

from __future__ import annotations

from typing import Any, Final

from bot.scenes.phrase import ELLIPSIS, phrase
from bot.scenes.picker import FEW, Choice, Page, common
from games.art import Emblem
from games.core import Game, Word

LABEL: Final = 38
"""Characters that a phone shows on a button."""
LINE: Final = 80
"""In a list."""


def labels(game: Game[Any, Any, Any], view: Any, page: Page, locale: str) -> list[str]:
    """What the buttons of a page say, each something else: what a choice settles, token by token."""
    verb = _verb(page)
    room = LABEL if len(page.choices) <= FEW else LINE
    told = [_short(_label(game, view, page, verb, choice, locale), room) for choice in page.choices]
    if len(set(told)) == len(told):
        return told
    # The notation first: it differs, and is not cut off.
    notations = [".".join([*choice.prefix, choice.part][len(page.said) :]).rstrip(".") for choice in page.choices]
    return [_short(f"{notation} {label}", room) for notation, label in zip(notations, told, strict=True)]


def emblems(game: Game[Any, Any, Any], view: Any, page: Page) -> list[Emblem | None]:
    """What is drawn on the buttons of a page: of what a button says the first that has a drawing."""
    found = []
    for choice in page.choices:
        told = (choice.prefix[:to] for to in range(len(page.said) + 1, _end(page, choice) + 1))
        found.append(next((emblem for each in told if (emblem := game.emblem(view, each))), None))
    return found


def unsaid(page: Page) -> Word:
    """What most buttons of the first page do without saying so; it is said above them."""
    verb = _verb(page)
    return () if page.said or verb is None else (verb,)


def _verb(page: Page) -> str | None:
    """What goes without saying: where somebody may also just stay, the other buttons need not all say "move"."""
    firsts = [choice.prefix[len(page.said) :][:1] for choice in page.choices]
    just = any(choice.word and len(choice.word) == 1 for choice in page.choices)
    return next((first[0] for first in firsts if first and just and 2 * firsts.count(first) > len(firsts)), None)


def _label(game: Game[Any, Any, Any], view: Any, page: Page, verb: str | None, choice: Choice, locale: str) -> str:
    start, end = len(page.said), _end(page, choice)
    if choice.prefix[start : start + 1] == (verb,) and (end > start + 1 or choice.part):
        start += 1
    tokens = [game.label(view, choice.prefix[:to], locale) for to in range(start + 1, end + 1)]
    walked = choice.part or end < len(choice.prefix)
    if walked and (gathered := game.group_label(view, choice.begins, locale)):
        tokens.append(gathered)
    elif choice.part:
        # So much as all have in common that are folded there: it reads like its neighbours.
        folded = [game.label(view, (*choice.prefix, token), locale) for token in choice.folded]
        tokens.append(f"{common(folded).rstrip() or choice.part}{ELLIPSIS}")
    return phrase(tokens, locale, begins=start == 0)


def _end(page: Page, choice: Choice) -> int:
    """So much of it is told: a word to its end; what leads on as far as it differs, the rest is for the next page."""
    end = len(choice.prefix)
    if choice.word or choice.part:
        return end
    others = [other.prefix for other in page.choices if other is not choice]
    differs = (to for to in range(len(page.said) + 1, end) if all(it[:to] != choice.prefix[:to] for it in others))
    return next(differs, end)


def _short(label: str, room: int) -> str:
    """What is only set apart goes before what is said."""
    if len(label) > room:
        label = label.replace(" · ", " ")
    return label if len(label) <= room else f"{label[: room - 1].rstrip()}…"
