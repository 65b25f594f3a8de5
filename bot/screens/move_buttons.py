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
from bot.screens.move_menu import MAX_CHOICES_AS_BUTTONS, MenuChoice, MenuPage, find_common_prefix
from bot.screens.scene import Button, ButtonMenu, Row
from games import GAMES, find_game
from games.art import Emblem
from games.core import Game, Move, Seat
from games.grid import Picked

BUTTONS_PER_ROW: Final = 5
MAX_CHOICE_ROWS: Final = 4
"""Of choices: what else there is to press stands below them."""
BUTTON_LABEL_MAX_LENGTH: Final = 38
"""Characters that a phone shows on a button."""
MENU_LABEL_MAX_LENGTH: Final = 80
"""In a list."""
ELLIPSIS: Final = "…"
_COUNT_SUFFIX: Final = re.compile(r" ×\d+$")


@lru_cache(maxsize=8)
def get_clickable_moves(game_key: str, view: Any) -> Mapping[Move, Move]:
    """Every way to click a word: kept from one click to the next, for there can be ten thousand."""
    game = find_game(game_key)
    return move_menu.map_clicks_to_moves(game, view, game.legal_moves(view))


def find_chosen_move(match: RunningMatch, seat: Seat, move_prefix: str) -> Move | None:
    """The word that is spelt out whole, if it is."""
    return move_menu.find_clicked_move(get_clickable_moves(match.game.KEY, match.engine.view_of(seat)), move_prefix)


def build_pick_button(match: RunningMatch, label: str, move_prefix: str, **more: Any) -> Button:
    return Button(label, str(CustomId(Action.PICK_MOVE, match.id, match.engine.step, move_prefix)), **more)


def build_choice_rows(match: RunningMatch, seat: Seat, menu_page: MenuPage, move_prefix: str, locale: str) -> list[Row]:
    """The choices after the characters in `rest`."""
    # What must be forgotten is on no button: a hand stays for hours.
    covered = match.game.forget(match.engine.view_of(seat))
    told, drawn = (
        format_choice_labels(match.game, covered, menu_page, locale),
        find_choice_emblems(match.game, covered, menu_page),
    )
    if len(told) <= MAX_CHOICES_AS_BUTTONS:
        words = [choice.move for choice in menu_page.choices]
        told = [
            (word and match.game.short_label(covered, word, locale)) or label
            for word, label in zip(words, told, strict=True)
        ]
    # What is asked for is bright: a whole word; or what leads on to one, where the only words beside it do without.
    bright = all(choice.move for choice in menu_page.choices) or not any(choice.move for choice in menu_page.choices)
    buttons = [
        build_pick_button(
            match,
            label,
            choice.move_prefix,
            tone="main" if bool(choice.move) == bright else "plain",
            emoji=format_emblem_key(match.game.KEY, emblem),
        )
        for choice, label, emblem in zip(menu_page.choices, told, drawn, strict=True)
    ]
    if len(buttons) <= MAX_CHOICES_AS_BUTTONS:
        lies = match.game.arrange_buttons(covered, [choice.leading_tokens for choice in menu_page.choices])
        gap = CustomId(Action.DISABLED_PLACE, match.id, match.engine.step)
        return list(arrange_buttons_as_layout(menu_page, buttons, lies, gap))
    to = CustomId(Action.SELECT_FROM_MENU, match.id, match.engine.step, move_prefix)
    # What is asked stands above.
    return [ButtonMenu(say("hand-list", locale, count=len(buttons)), str(to), tuple(buttons))]


def format_question(match: RunningMatch, seat: Seat, tokens: Move, locale: str) -> str:
    """What the game asks after these tokens, if it has words for it."""
    return match.game.ask_next_token(match.game.forget(match.engine.view_of(seat)), tokens, locale)


def format_move(match: RunningMatch, seat: Seat, move: Move, locale: str, *, skip_tokens: int = 0) -> str:
    """As the buttons said it, but for the tokens that go without saying, and for how many there were."""
    view = match.game.forget(match.engine.view_of(seat))
    labels = [
        strip_count(match.game.move_label(view, move[:end], locale)) for end in range(skip_tokens + 1, len(move) + 1)
    ]
    return join_labels(labels, locale, starts_with_verb=skip_tokens == 0)


def format_move_so_far(match: RunningMatch, seat: Seat, tokens: Move, question: str, locale: str) -> str:
    """What was picked of a word, as far as the question does not say it: neither what is done nor what it is about."""
    view = match.game.forget(match.engine.view_of(seat))
    labels = [strip_count(match.game.move_label(view, tokens[:end], locale)) for end in range(1, len(tokens) + 1)]
    begins = True
    if question:
        first = move_menu.build_menu_page(get_clickable_moves(match.game.KEY, match.engine.view_of(seat)))
        begins = not first or tokens[:1] not in (find_shared_first_token(match, seat), find_unlabeled_verb(first))
        labels = labels if begins else labels[1:]
        while labels and (labels[-1].endswith(ELLIPSIS) or _is_label_in_question(question, labels[-1])):
            labels.pop()
    return join_labels(labels, locale, starts_with_verb=begins and not question).rstrip(f" {ELLIPSIS}")


def _is_label_in_question(question: str, label: str) -> bool:
    """Does the question say it? Of “E9 · otter” the otter is enough."""
    thing = label.rpartition(" · ")[2]
    return (thing if thing.isalpha() else label).casefold() in question.casefold()


def find_shared_first_token(match: RunningMatch, seat: Seat) -> Move:
    """How all begin that this seat may say: the question."""
    legal = match.engine.legal_moves(seat)
    firsts = {word[:1] for word in legal}
    return firsts.pop() if len(firsts) == 1 and all(len(word) > 1 for word in legal) else ()


def arrange_buttons_as_layout(
    menu_page: MenuPage, buttons: Sequence[Button], layout: Sequence[Sequence[Move | str]], disabled_id: CustomId
) -> list[tuple[Button, ...]]:
    """As they lie in their game, with what cannot be chosen between them; else evenly."""
    found = {choice.leading_tokens: button for choice, button in zip(menu_page.choices, buttons, strict=True)}
    if not _is_usable_layout(layout, found.keys()):
        # Whatever a game says of their places, no choice is lost.
        return split_into_even_rows(buttons)

    def button(what: Move | str) -> Button:
        if not isinstance(what, str):
            return found[what]
        rest = "".join(what.split())
        return Button(
            what,
            str(replace(disabled_id, argument=rest)),
            "good" if isinstance(what, Picked) else "plain",
            disabled=True,
        )

    return [tuple(button(what) for what in row) for row in layout]


def _is_usable_layout(layout: Sequence[Sequence[Move | str]], moves: Collection[Move]) -> bool:
    laid = Counter(what for row in layout for what in row)
    return (
        len(layout) <= MAX_CHOICE_ROWS
        and all(0 < len(row) <= BUTTONS_PER_ROW for row in layout)
        and max(laid.values(), default=0) == 1
        and {what for what in laid if not isinstance(what, str)} == set(moves)
    )


def split_into_even_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """In as few rows as there can be, and all about as long: eleven are four, four and three."""
    # Nine lie as the spaces of a board do.
    rows = 3 if len(buttons) == 9 else -(-len(buttons) // BUTTONS_PER_ROW)
    cuts = [-(-len(buttons) * at // rows) for at in range(rows + 1)] if rows else []
    return [tuple(buttons[start:end]) for start, end in pairwise(cuts)]


def format_emblem_key(game_key: str, emblem: Emblem | None) -> str:
    """Return what a button carries for the drawing beside its label; empty without one."""
    return f"{game_key} {emblem.drawing} {emblem.text}".rstrip() if emblem else ""


def list_emblems() -> Iterator[tuple[str, str, Emblem]]:
    """Yield the drawings of all games that can stand beside words, each with its key and the package of its game."""
    for name, game in GAMES.items():
        yield from ((format_emblem_key(name, emblem), f"games.{name}", emblem) for emblem in game.EMBLEMS)


def format_choice_labels(game: Game[Any, Any, Any], view: Any, page: MenuPage, locale: str) -> list[str]:
    """What the buttons of a page say, each something else: what a choice settles, token by token."""
    verb = _find_implied_verb(page)
    room = BUTTON_LABEL_MAX_LENGTH if len(page.choices) <= MAX_CHOICES_AS_BUTTONS else MENU_LABEL_MAX_LENGTH
    told = [
        _shorten_label(_format_choice_label(game, view, page, verb, choice, locale), room) for choice in page.choices
    ]
    if len(set(told)) == len(told):
        return told
    # The notation first: it differs, and is not cut off.
    notations = [
        ".".join([*choice.tokens, choice.partial_token][len(page.shared_tokens) :]).rstrip(".")
        for choice in page.choices
    ]
    return [_shorten_label(f"{notation} {label}", room) for notation, label in zip(notations, told, strict=True)]


def find_choice_emblems(game: Game[Any, Any, Any], view: Any, page: MenuPage) -> list[Emblem | None]:
    """What is drawn on the buttons of a page: of what a button says the first that has a drawing."""
    found = []
    for choice in page.choices:
        told = (
            choice.tokens[:to] for to in range(len(page.shared_tokens) + 1, _count_labeled_tokens(page, choice) + 1)
        )
        found.append(next((emblem for each in told if (emblem := game.move_emblem(view, each))), None))
    return found


def find_unlabeled_verb(page: MenuPage) -> Move:
    """What most buttons of the first page do without saying so; it is said above them."""
    verb = _find_implied_verb(page)
    return () if page.shared_tokens or verb is None else (verb,)


def _find_implied_verb(page: MenuPage) -> str | None:
    """What goes without saying: where somebody may also just stay, the other buttons need not all say "move"."""
    firsts = [choice.tokens[len(page.shared_tokens) :][:1] for choice in page.choices]
    just = any(choice.move and len(choice.move) == 1 for choice in page.choices)
    return next((first[0] for first in firsts if first and just and 2 * firsts.count(first) > len(firsts)), None)


def _format_choice_label(
    game: Game[Any, Any, Any], view: Any, page: MenuPage, verb: str | None, choice: MenuChoice, locale: str
) -> str:
    start, end = len(page.shared_tokens), _count_labeled_tokens(page, choice)
    if choice.tokens[start : start + 1] == (verb,) and (end > start + 1 or choice.partial_token):
        start += 1
    tokens = [game.move_label(view, choice.tokens[:to], locale) for to in range(start + 1, end + 1)]
    walked = choice.partial_token or end < len(choice.tokens)
    if walked and (gathered := game.group_label(view, choice.leading_tokens, locale)):
        tokens.append(gathered)
    elif choice.partial_token:
        # So much as all have in common that are folded there: it reads like its neighbours.
        folded = [game.move_label(view, (*choice.tokens, token), locale) for token in choice.folded_tokens]
        tokens.append(f"{find_common_prefix(folded).rstrip() or choice.partial_token}{ELLIPSIS}")
    return join_labels(tokens, locale, starts_with_verb=start == 0)


def _count_labeled_tokens(page: MenuPage, choice: MenuChoice) -> int:
    """So much of it is told: a word to its end; what leads on as far as it differs, the rest is for the next page."""
    end = len(choice.tokens)
    if choice.move or choice.partial_token:
        return end
    others = [other.tokens for other in page.choices if other is not choice]
    differs = (
        to for to in range(len(page.shared_tokens) + 1, end) if all(it[:to] != choice.tokens[:to] for it in others)
    )
    return next(differs, end)


def _shorten_label(label: str, max_length: int) -> str:
    """What is only set apart goes before what is said."""
    if len(label) > max_length:
        label = label.replace(" · ", " ")
    return label if len(label) <= max_length else f"{label[: max_length - 1].rstrip()}…"


def strip_count(label: str) -> str:
    """“scissors” for “scissors ×2”: a button tells how many there are to choose from, and one of them is chosen."""
    return _COUNT_SUFFIX.sub("", label)


def join_labels(labels: Sequence[str], locale: str, *, starts_with_verb: bool) -> str:
    """“Exchange two stones: A1 · 9 ⇄ A3 · 8”. `begins` where the first of them begins the word: it says what is done.

    What begins with a sign joins by itself; what ends with an ellipsis only leads on, and goes once something follows.
    """
    kept = [label for label in labels[:-1] if not label.endswith(ELLIPSIS)] + list(labels[-1:])
    told, *others = kept or [""]
    for at, label in enumerate(others):
        if not label[:1].isalnum():
            told += f" {label}"
        elif starts_with_verb and at == 0:
            told = say("deed", locale, deed=told, what=label)
        else:
            told += f", {label}"
    return told
