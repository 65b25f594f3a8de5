"""What can be chosen, in words and as rows: buttons that lie as the board does, or a list where they are many."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import RunningMatch
from bot.screens import move_menu
from bot.screens.custom_ids import Action, CustomId
from bot.screens.move_menu import FEW, MenuChoice, MenuPage, common
from bot.screens.scene import Button, Row, TextList
from games import GAMES, find_game
from games.art import Emblem
from games.core import Game, Move, Seat
from games.grid import Picked

IN_A_ROW: Final = 5
ROWS: Final = 4
"""Of choices: what else there is to press stands below them."""
BUTTON_LABEL: Final = 38
"""Characters that a phone shows on a button."""
LIST_LABEL: Final = 80
"""In a list."""
ELLIPSIS: Final = "…"
_HELD: Final = re.compile(r" ×\d+$")


@lru_cache(maxsize=8)
def ways(key: str, view: Any) -> Mapping[Move, Move]:
    """Every way to click a word: kept from one click to the next, for there can be ten thousand."""
    game = find_game(key)
    return move_menu.either(game, view, game.legal_moves(view))


def chosen(match: RunningMatch, seat: Seat, rest: str) -> Move | None:
    """The word that is spelt out whole, if it is."""
    return move_menu.chosen(ways(match.game.KEY, match.engine.view_of(seat)), rest)


def pick(match: RunningMatch, label: str, to: str, **more: Any) -> Button:
    return Button(label, str(CustomId(Action.PICK, match.id, match.engine.step, to)), **more)


def rows(match: RunningMatch, seat: Seat, choices: MenuPage, rest: str, locale: str) -> list[Row]:
    """The choices after the characters in `rest`."""
    # What must be forgotten is on no button: a hand stays for hours.
    covered = match.game.forget(match.engine.view_of(seat))
    told, drawn = labels(match.game, covered, choices, locale), emblems(match.game, covered, choices)
    if len(told) <= FEW:
        words = [choice.word for choice in choices.choices]
        told = [
            (word and match.game.short_label(covered, word, locale)) or label
            for word, label in zip(words, told, strict=True)
        ]
    # What is asked for is bright: a whole word; or what leads on to one, where the only words beside it do without.
    bright = all(choice.word for choice in choices.choices) or not any(choice.word for choice in choices.choices)
    buttons = [
        pick(
            match,
            label,
            choice.rest,
            tone="main" if bool(choice.word) == bright else "plain",
            emoji=emblem_key(match.game.KEY, emblem),
        )
        for choice, label, emblem in zip(choices.choices, told, drawn, strict=True)
    ]
    if len(buttons) <= FEW:
        lies = match.game.arrange_buttons(covered, [choice.begins for choice in choices.choices])
        gap = CustomId(Action.GAP, match.id, match.engine.step)
        return list(laid_out(choices, buttons, lies, gap))
    to = CustomId(Action.TAKE, match.id, match.engine.step, rest)
    # What is asked stands above.
    return [TextList(say("hand-list", locale, count=len(buttons)), str(to), tuple(buttons))]


def question(match: RunningMatch, seat: Seat, said: Move, locale: str) -> str:
    """What the game asks after these tokens, if it has words for it."""
    return match.game.ask_next_token(match.game.forget(match.engine.view_of(seat)), said, locale)


def worded(match: RunningMatch, seat: Seat, word: Move, locale: str, *, after: int = 0) -> str:
    """As the buttons said it, but for the tokens that go without saying, and for how many there were."""
    view = match.game.forget(match.engine.view_of(seat))
    labels = [uncounted(match.game.move_label(view, word[:end], locale)) for end in range(after + 1, len(word) + 1)]
    return phrase(labels, locale, begins=after == 0)


def so_far(match: RunningMatch, seat: Seat, said: Move, asks: str, locale: str) -> str:
    """What was picked of a word, as far as the question does not say it: neither what is done nor what it is about."""
    view = match.game.forget(match.engine.view_of(seat))
    labels = [uncounted(match.game.move_label(view, said[:end], locale)) for end in range(1, len(said) + 1)]
    begins = True
    if asks:
        first = move_menu.page(ways(match.game.KEY, match.engine.view_of(seat)))
        begins = not first or said[:1] not in (shared(match, seat), unsaid(first))
        labels = labels if begins else labels[1:]
        while labels and (labels[-1].endswith(ELLIPSIS) or _names(asks, labels[-1])):
            labels.pop()
    return phrase(labels, locale, begins=begins and not asks).rstrip(f" {ELLIPSIS}")


def _names(asks: str, label: str) -> bool:
    """Does the question say it? Of “E9 · otter” the otter is enough."""
    thing = label.rpartition(" · ")[2]
    return (thing if thing.isalpha() else label).casefold() in asks.casefold()


def shared(match: RunningMatch, seat: Seat) -> Move:
    """How all begin that this seat may say: the question."""
    legal = match.engine.legal_moves(seat)
    firsts = {word[:1] for word in legal}
    return firsts.pop() if len(firsts) == 1 and all(len(word) > 1 for word in legal) else ()


def laid_out(
    choices: MenuPage, buttons: Sequence[Button], lies: Sequence[Sequence[Move | str]], gap: CustomId
) -> list[tuple[Button, ...]]:
    """As they lie in their game, with what cannot be chosen between them; else evenly."""
    found = {choice.begins: button for choice, button in zip(choices.choices, buttons, strict=True)}
    if not _fits(lies, found.keys()):
        # Whatever a game says of their places, no choice is lost.
        return even(buttons)

    def button(what: Move | str) -> Button:
        if not isinstance(what, str):
            return found[what]
        rest = "".join(what.split())
        return Button(what, str(replace(gap, rest=rest)), "good" if isinstance(what, Picked) else "plain", off=True)

    return [tuple(button(what) for what in row) for row in lies]


def _fits(lies: Sequence[Sequence[Move | str]], words: Collection[Move]) -> bool:
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


def emblem_key(game: str, emblem: Emblem | None) -> str:
    """Return what a button carries for the drawing beside its label; empty without one."""
    return f"{game} {emblem.drawing} {emblem.text}".rstrip() if emblem else ""


def list_emblems() -> Iterator[tuple[str, str, Emblem]]:
    """Yield the drawings of all games that can stand beside words, each with its key and the package of its game."""
    for name, game in GAMES.items():
        yield from ((emblem_key(name, emblem), f"games.{name}", emblem) for emblem in game.EMBLEMS)


def labels(game: Game[Any, Any, Any], view: Any, page: MenuPage, locale: str) -> list[str]:
    """What the buttons of a page say, each something else: what a choice settles, token by token."""
    verb = _verb(page)
    room = BUTTON_LABEL if len(page.choices) <= FEW else LIST_LABEL
    told = [_shorten(_label_choice(game, view, page, verb, choice, locale), room) for choice in page.choices]
    if len(set(told)) == len(told):
        return told
    # The notation first: it differs, and is not cut off.
    notations = [".".join([*choice.prefix, choice.part][len(page.said) :]).rstrip(".") for choice in page.choices]
    return [_shorten(f"{notation} {label}", room) for notation, label in zip(notations, told, strict=True)]


def emblems(game: Game[Any, Any, Any], view: Any, page: MenuPage) -> list[Emblem | None]:
    """What is drawn on the buttons of a page: of what a button says the first that has a drawing."""
    found = []
    for choice in page.choices:
        told = (choice.prefix[:to] for to in range(len(page.said) + 1, _told_until(page, choice) + 1))
        found.append(next((emblem for each in told if (emblem := game.move_emblem(view, each))), None))
    return found


def unsaid(page: MenuPage) -> Move:
    """What most buttons of the first page do without saying so; it is said above them."""
    verb = _verb(page)
    return () if page.said or verb is None else (verb,)


def _verb(page: MenuPage) -> str | None:
    """What goes without saying: where somebody may also just stay, the other buttons need not all say "move"."""
    firsts = [choice.prefix[len(page.said) :][:1] for choice in page.choices]
    just = any(choice.word and len(choice.word) == 1 for choice in page.choices)
    return next((first[0] for first in firsts if first and just and 2 * firsts.count(first) > len(firsts)), None)


def _label_choice(
    game: Game[Any, Any, Any], view: Any, page: MenuPage, verb: str | None, choice: MenuChoice, locale: str
) -> str:
    start, end = len(page.said), _told_until(page, choice)
    if choice.prefix[start : start + 1] == (verb,) and (end > start + 1 or choice.part):
        start += 1
    tokens = [game.move_label(view, choice.prefix[:to], locale) for to in range(start + 1, end + 1)]
    walked = choice.part or end < len(choice.prefix)
    if walked and (gathered := game.group_label(view, choice.begins, locale)):
        tokens.append(gathered)
    elif choice.part:
        # So much as all have in common that are folded there: it reads like its neighbours.
        folded = [game.move_label(view, (*choice.prefix, token), locale) for token in choice.folded]
        tokens.append(f"{common(folded).rstrip() or choice.part}{ELLIPSIS}")
    return phrase(tokens, locale, begins=start == 0)


def _told_until(page: MenuPage, choice: MenuChoice) -> int:
    """So much of it is told: a word to its end; what leads on as far as it differs, the rest is for the next page."""
    end = len(choice.prefix)
    if choice.word or choice.part:
        return end
    others = [other.prefix for other in page.choices if other is not choice]
    differs = (to for to in range(len(page.said) + 1, end) if all(it[:to] != choice.prefix[:to] for it in others))
    return next(differs, end)


def _shorten(label: str, room: int) -> str:
    """What is only set apart goes before what is said."""
    if len(label) > room:
        label = label.replace(" · ", " ")
    return label if len(label) <= room else f"{label[: room - 1].rstrip()}…"


def uncounted(label: str) -> str:
    """“scissors” for “scissors ×2”: a button tells how many there are to choose from, and one of them is chosen."""
    return _HELD.sub("", label)


def phrase(labels: Sequence[str], locale: str, *, begins: bool) -> str:
    """“Exchange two stones: A1 · 9 ⇄ A3 · 8”. `begins` where the first of them begins the word: it says what is done.

    What begins with a sign joins by itself; what ends with an ellipsis only leads on, and goes once something follows.
    """
    kept = [label for label in labels[:-1] if not label.endswith(ELLIPSIS)] + list(labels[-1:])
    told, *others = kept or [""]
    for at, label in enumerate(others):
        if not label[:1].isalnum():
            told += f" {label}"
        elif begins and at == 0:
            told = say("deed", locale, deed=told, what=label)
        else:
            told += f", {label}"
    return told
