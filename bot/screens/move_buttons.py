"""The buttons with which players choose a move, and the menu that replaces them if there are too many choices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, Final

from bot.i18n import say
from bot.matches.model import RunningMatch
from bot.screens import move_menu
from bot.screens.custom_ids import Action, CustomId
from bot.screens.move_menu import (
    MAX_CHOICES_AS_BUTTONS,
    MenuChoice,
    MenuPage,
    NumberMoves,
    NumbersAnyMove,
    find_common_prefix,
)
from bot.screens.phrases import is_forgotten, list_mention_fallbacks, shorten_text
from bot.screens.scene import Button, ButtonMenu, Row
from games import GAMES, find_game
from games.art import Emblem
from games.core import Game, Move, Seat
from games.grid import PickedLabel
from games.words import SEAT_SHAPES

MAX_BUTTONS_PER_ROW: Final = 5
MAX_CHOICE_ROWS: Final = 4
"""The maximum number of rows with choices. A message has five rows, and the fifth is for other buttons."""
BUTTON_LABEL_MAX_LENGTH: Final = 38
"""The maximum length of a button label, in characters. Phones cut off longer labels."""
MENU_LABEL_MAX_LENGTH: Final = 80
"""The maximum length of a menu entry, in characters. Phones cut off longer entries."""
COMPACT_LABEL_MAX_LENGTH: Final = 8
"""The maximum length of labels that are shown as buttons although there are many of them, in characters."""
ELLIPSIS: Final = "…"
_SIGN_WITH_BLANK: Final = re.compile(r"^(\W) ")
_COUNT_SUFFIX: Final = re.compile(r" ×\d+$")


@lru_cache(maxsize=8)
def get_clickable_moves(game_key: str, view: Any) -> Mapping[Move, Move]:
    """Map each order in which a move's tokens can be clicked to the move (see `map_clicks_to_moves`).

    The result is cached, because it can contain ten thousand orders.
    """
    game = find_game(game_key)
    return move_menu.map_clicks_to_moves(game, view, game.legal_moves(view))


def find_chosen_move(match: RunningMatch, seat: Seat, move_prefix: str) -> Move | None:
    """Return the move that the prefix spells, or None if the prefix is not a complete move."""
    return move_menu.find_clicked_move(get_clickable_moves(match.game.KEY, match.engine.view_of(seat)), move_prefix)


def build_pick_button(match: RunningMatch, label: str, move_prefix: str, **button_fields: Any) -> Button:
    return Button(label, str(CustomId(Action.PICK_MOVE, match.id, match.engine.step, move_prefix)), **button_fields)


def build_move_page(match: RunningMatch, seat: Seat, move_prefix: str = "") -> MenuPage | None:
    """Return the page of choices after the picked part of a move, or None if no move starts with this prefix."""
    clickable_moves = get_clickable_moves(match.game.KEY, match.engine.view_of(seat))
    return move_menu.build_menu_page(clickable_moves, move_prefix, *_make_move_numbering(match, seat))


def find_previous_prefix(match: RunningMatch, seat: Seat, move_prefix: str) -> str | None:
    """Return the prefix to which “Back” leads from the page after this prefix, or None on the first page."""
    clickable_moves = get_clickable_moves(match.game.KEY, match.engine.view_of(seat))
    return move_menu.find_previous_page(clickable_moves, move_prefix, *_make_move_numbering(match, seat))


def _make_move_numbering(match: RunningMatch, seat: Seat) -> tuple[NumberMoves | None, NumbersAnyMove | None]:
    """Return the functions that number moves and check for numbers, or None if the game does not number moves."""
    if not match.game.overrides("number_moves"):
        return None, None
    view = match.game.forget(match.engine.view_of(seat))
    return partial(match.game.number_moves, view), partial(match.game.numbers_any_move, view)


def build_choice_rows(match: RunningMatch, seat: Seat, menu_page: MenuPage, move_prefix: str, locale: str) -> list[Row]:
    """Return a button for each choice on the page, or one menu if there are too many choices.

    Numbered choices are always buttons, and a menu contains the others.
    """
    # A player message stays visible for hours, so its labels must not show what players have to forget.
    covered_view = match.game.forget(match.engine.view_of(seat))
    mention_by_seat_label = _map_seat_labels_to_mentions(match, locale)
    labels = [
        mention_by_seat_label.get(label, label)
        for label in format_button_labels(match.game, covered_view, menu_page, locale)
    ]
    mention_fallbacks = list_mention_fallbacks(match, locale)
    emblems = find_choice_emblems(match.game, covered_view, menu_page)
    # Highlight complete moves. On a mixed page, highlight the choices that lead to another page instead: the complete
    # moves on such a page are usually minor, such as staying in place. Moves are never minor in a game that numbers
    # them.
    is_complete = [bool(choice.move) for choice in menu_page.choices]
    numbers_moves = match.game.overrides("number_moves")
    highlight_moves = numbers_moves or all(is_complete) or not any(is_complete)
    buttons = [
        build_pick_button(
            match,
            label,
            choice.move_prefix,
            tone="main" if bool(choice.move) == highlight_moves else "plain",
            emoji=format_emblem_key(match.game.KEY, emblem),
            mention_fallbacks=mention_fallbacks if "<@" in label else (),
        )
        for choice, label, emblem in zip(menu_page.choices, labels, emblems, strict=True)
    ]
    menu_id = str(CustomId(Action.SELECT_FROM_MENU, match.id, match.engine.step, move_prefix))
    if menu_page.numbered:
        numbered, others = buttons[: len(menu_page.numbered)], buttons[len(menu_page.numbered) :]
        if len(others) <= MAX_BUTTONS_PER_ROW:
            return [*split_into_even_rows(numbered), *filter(None, [tuple(others)])]
        placeholder = _format_shared_label(match.game, covered_view, menu_page, locale)
        menu = ButtonMenu(placeholder or say("hand-more", locale, count=len(others)), menu_id, tuple(others))
        return [*split_into_even_rows(numbered), menu]
    if not fits_as_buttons(labels):
        return [ButtonMenu(say("hand-list", locale, count=len(buttons)), menu_id, tuple(buttons))]
    layout = match.game.arrange_buttons(covered_view, [choice.leading_tokens for choice in menu_page.choices])
    disabled_id = CustomId(Action.DISABLED_PLACE, match.id, match.engine.step)
    return list(arrange_buttons_as_layout(menu_page, buttons, layout, disabled_id))


def _map_seat_labels_to_mentions(match: RunningMatch, locale: str) -> Mapping[str, str]:
    """Map labels that are only a seat, such as "● Red", to labels that mention the person in that seat."""
    return {
        f"{SEAT_SHAPES[seat]} {match.game.say(f'seat-{seat}', locale)}": f"{SEAT_SHAPES[seat]} <@{person_id}>"
        for seat, person_id in enumerate(match.player_ids)
        if person_id is not None and not is_forgotten(person_id) and seat not in match.ai_controlled_seats
    }


def fits_as_buttons(labels: Sequence[str]) -> bool:
    """Return whether there is room for one button per label. More or longer buttons push the board off the screen."""
    return len(labels) <= MAX_CHOICES_AS_BUTTONS or max(map(len, labels)) <= COMPACT_LABEL_MAX_LENGTH


def _format_shared_label(game: Game[Any, Any, Any], view: Any, page: MenuPage, locale: str) -> str:
    """Return the label of the tokens that all choices without a number share, or "" if they share none."""
    prefixes = [choice.move_prefix for choice in page.choices[len(page.numbered) :]]
    tokens = move_menu.parse_complete_tokens(find_common_prefix(prefixes))
    return game.move_label(view, tokens, locale) if len(tokens) > len(page.shared_tokens) else ""


def format_button_labels(game: Game[Any, Any, Any], view: Any, page: MenuPage, locale: str) -> list[str]:
    """Return the button label of each choice on a page. Choices with numbers on the board begin with their numbers.

    On a page without numbers, the game's short labels are used if they are distinct and fit as buttons.
    """
    labels = format_choice_labels(game, view, page, locale)
    numbered_count = len(page.numbered)
    if numbered_count:
        numbered = [f"{i} {_shorten_numbered(label)}" for i, label in enumerate(labels[:numbered_count], 1)]
        return [*numbered, *labels[numbered_count:]]
    short_labels = [game.short_label(view, choice.leading_tokens, locale) for choice in page.choices]
    shortest = [
        short if short and len(short) < len(label) else label for short, label in zip(short_labels, labels, strict=True)
    ]
    return shortest if fits_as_buttons(shortest) and len(set(shortest)) == len(shortest) else labels


def format_question(match: RunningMatch, seat: Seat, tokens: Move, locale: str) -> str:
    """Return the question that the game asks after a player has picked these tokens, or "" if there is none."""
    return match.game.ask_next_token(match.game.forget(match.engine.view_of(seat)), tokens, locale)


def format_move(match: RunningMatch, seat: Seat, move: Move, locale: str, *, skip_tokens: int = 0) -> str:
    """Describe a move, or the start of a move, in the words of the buttons that choose it.

    The first `skip_tokens` tokens are left out, and so are piece counts such as “×2”.
    """
    view = match.game.forget(match.engine.view_of(seat))
    labels = [
        _strip_count(match.game.move_label(view, move[:end], locale)) for end in range(skip_tokens + 1, len(move) + 1)
    ]
    return join_labels(labels, locale, starts_with_verb=skip_tokens == 0)


def format_move_so_far(match: RunningMatch, seat: Seat, tokens: Move, question: str, locale: str) -> str:
    """Describe the part of a move that was picked so far, leaving out labels that the question already contains."""
    view = match.game.forget(match.engine.view_of(seat))
    labels = [_strip_count(match.game.move_label(view, tokens[:end], locale)) for end in range(1, len(tokens) + 1)]
    if question:
        first_page = build_move_page(match, seat)
        if first_page and tokens[:1] in (find_shared_first_token(match, seat), find_unlabeled_verb(first_page)):
            labels = labels[1:]
        while labels and (labels[-1].endswith(ELLIPSIS) or _is_label_in_question(question, labels[-1])):
            labels.pop()
    return join_labels(labels, locale, starts_with_verb=not question).rstrip(f" {ELLIPSIS}")


def _is_label_in_question(question: str, label: str) -> bool:
    """Return whether the question mentions the label. For the label “E9 · otter”, the word “otter” is enough."""
    noun = label.rpartition(" · ")[2]
    return (noun if noun.isalpha() else label).casefold() in question.casefold()


def find_shared_first_token(match: RunningMatch, seat: Seat) -> Move:
    """Return the first token of all legal moves of a seat.

    Returns an empty tuple if the moves start with different tokens, or if one of them has only one token.
    """
    legal_moves = match.engine.legal_moves(seat)
    first_tokens = {move[:1] for move in legal_moves}
    return first_tokens.pop() if len(first_tokens) == 1 and all(len(move) > 1 for move in legal_moves) else ()


def arrange_buttons_as_layout(
    menu_page: MenuPage, buttons: Sequence[Button], layout: Sequence[Sequence[Move | str]], disabled_id: CustomId
) -> list[tuple[Button, ...]]:
    """Arrange the buttons in rows as the game's layout says. Each string in the layout becomes a disabled button.

    If the layout is not usable, split the buttons into even rows, so that no choice is lost.
    """
    buttons_by_tokens = {
        choice.leading_tokens: button for choice, button in zip(menu_page.choices, buttons, strict=True)
    }
    if not _is_usable_layout(layout, buttons_by_tokens.keys()):
        return split_into_even_rows(buttons)

    def build_place(place: Move | str) -> Button:
        if not isinstance(place, str):
            return buttons_by_tokens[place]
        return Button(
            place,
            str(replace(disabled_id, argument="".join(place.split()))),
            "good" if isinstance(place, PickedLabel) else "plain",
            disabled=True,
        )

    return [tuple(map(build_place, row)) for row in layout]


def _is_usable_layout(layout: Sequence[Sequence[Move | str]], moves: Collection[Move]) -> bool:
    place_counts = Counter(place for row in layout for place in row)
    return (
        len(layout) <= MAX_CHOICE_ROWS
        and all(0 < len(row) <= MAX_BUTTONS_PER_ROW for row in layout)
        and max(place_counts.values(), default=0) == 1
        and {place for place in place_counts if not isinstance(place, str)} == set(moves)
    )


def split_into_even_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """Split the buttons into as few rows as possible, with similar lengths: for example, eleven into 4, 4 and 3."""
    # Nine buttons mirror the spaces of a 3×3 board.
    row_count = 3 if len(buttons) == 9 else -(-len(buttons) // MAX_BUTTONS_PER_ROW)
    cuts = [-(-len(buttons) * row // row_count) for row in range(row_count + 1)] if row_count else []
    return [tuple(buttons[start:end]) for start, end in pairwise(cuts)]


def format_emblem_key(game_key: str, emblem: Emblem | None) -> str:
    """Return the key of the emoji that shows an emblem (a small drawing of a game) on a button, or "" without one."""
    return f"{game_key} {emblem.drawing} {emblem.text}".rstrip() if emblem else ""


def list_emblems() -> Iterator[tuple[str, str, Emblem]]:
    """Yield every emblem of every game, as a tuple of the emoji key, the game's package and the emblem."""
    for name, game in GAMES.items():
        yield from ((format_emblem_key(name, emblem), game.say.package, emblem) for emblem in game.EMBLEMS)


def format_choice_labels(game: Game[Any, Any, Any], view: Any, page: MenuPage, locale: str) -> list[str]:
    """Return a distinct label for each choice of a page, made from the tokens in which the choices differ."""
    verb = _find_implied_verb(page)
    max_length = BUTTON_LABEL_MAX_LENGTH if len(page.choices) <= MAX_CHOICES_AS_BUTTONS else MENU_LABEL_MAX_LENGTH
    labels = [
        _shorten_label(_format_choice_label(game, view, page, verb, choice, locale), max_length)
        for choice in page.choices
    ]
    if len(set(labels)) == len(labels):
        return labels
    # Put the choices' notations before equal labels. They are unique, and at the start they are not cut off.
    notations = [
        ".".join([*choice.tokens, choice.partial_token][len(page.shared_tokens) :]).rstrip(".")
        for choice in page.choices
    ]
    return [
        _shorten_label(f"{notation} {label}", max_length) for notation, label in zip(notations, labels, strict=True)
    ]


def find_choice_emblems(game: Game[Any, Any, Any], view: Any, page: MenuPage) -> list[Emblem | None]:
    """Return the emblem of each choice, or None for a choice without an emblem.

    The tokens on a choice's label can have emblems. The first of these emblems is the emblem of the choice.
    """
    emblems = []
    for choice in page.choices:
        labeled_ends = range(len(page.shared_tokens) + 1, _count_labeled_tokens(page, choice) + 1)
        found = (game.move_emblem(view, choice.tokens[:end]) for end in labeled_ends)
        emblems.append(next((emblem for emblem in found if emblem), None))
    return emblems


def find_unlabeled_verb(page: MenuPage) -> Move:
    """Return the verb (the first token of moves) that the labels of the first page omit, or an empty tuple.

    The verb has to be in the text above the buttons instead. Labels of other pages omit no verb.
    """
    verb = _find_implied_verb(page)
    return () if page.shared_tokens or verb is None else (verb,)


def _find_implied_verb(page: MenuPage) -> str | None:
    """Return the verb (the first token) that most choices start with, or None if their labels must not omit it.

    Labels may omit the verb if the page has a move of a single token, such as “stay”. Beside “stay”, it is clear that
    the other buttons mean “move”.
    """
    has_one_token_move = any(choice.move and len(choice.move) == 1 for choice in page.choices)
    if not has_one_token_move:
        return None
    firsts = [choice.tokens[len(page.shared_tokens) :][:1] for choice in page.choices]
    return next((first[0] for first in firsts if first and 2 * firsts.count(first) > len(firsts)), None)


def _format_choice_label(
    game: Game[Any, Any, Any], view: Any, page: MenuPage, verb: str | None, choice: MenuChoice, locale: str
) -> str:
    start, end = len(page.shared_tokens), _count_labeled_tokens(page, choice)
    if choice.tokens[start : start + 1] == (verb,) and (end > start + 1 or choice.partial_token):
        start += 1
    labels = [game.move_label(view, choice.tokens[:to], locale) for to in range(start + 1, end + 1)]
    has_more_tokens = choice.partial_token or end < len(choice.tokens)
    if has_more_tokens and (group_label := game.group_label(view, choice.leading_tokens, locale)):
        labels.append(group_label)
    elif choice.partial_token:
        # The common start of the folded tokens' labels looks like the other labels, so prefer it to the notation.
        folded = [game.move_label(view, (*choice.tokens, token), locale) for token in choice.folded_tokens]
        labels.append(f"{find_common_prefix(folded).rstrip() or choice.partial_token}{ELLIPSIS}")
    return join_labels(labels, locale, starts_with_verb=start == 0)


def _count_labeled_tokens(page: MenuPage, choice: MenuChoice) -> int:
    """Return how many tokens of a choice are shown on its label.

    A complete move shows all of its tokens. A choice that leads to another page shows enough tokens to distinguish it
    from the other choices.
    """
    end = len(choice.tokens)
    if choice.move or choice.partial_token:
        return end
    others = [other.tokens for other in page.choices if other is not choice]
    distinct_ends = (
        to for to in range(len(page.shared_tokens) + 1, end) if all(it[:to] != choice.tokens[:to] for it in others)
    )
    return next(distinct_ends, end)


def _shorten_numbered(label: str) -> str:
    """Shorten the label of a move with a number on the board: “→ A3” becomes “A3”, and “⇄ B4” becomes “⇄B4”."""
    return _SIGN_WITH_BLANK.sub(r"\1", label.removeprefix("→ "))


def _shorten_label(label: str, max_length: int) -> str:
    """Shorten a label that has more than `max_length` characters.

    Separators are removed, and the end is cut off if the label is still too long.
    """
    if len(label) > max_length:
        label = label.replace(" · ", " ")
    return shorten_text(label, max_length)


def _strip_count(label: str) -> str:
    """Remove the piece count from a label. For example, “scissors ×2” becomes “scissors”."""
    return _COUNT_SUFFIX.sub("", label)


def join_token_labels(game: Game[Any, Any, Any], view: Any, move: Move, locale: str, skip_tokens: int) -> str:
    """Join the labels of a move's tokens, leaving out the first `skip_tokens` tokens."""
    labels = [game.move_label(view, move[:end], locale) for end in range(skip_tokens + 1, len(move) + 1)]
    return join_labels(labels, locale, starts_with_verb=skip_tokens == 0)


def join_labels(labels: Sequence[str], locale: str, *, starts_with_verb: bool) -> str:
    """Join the labels of a move's tokens, for example to “Exchange two stones: A1 · 9 ⇄ A3 · 8”.

    A label that starts with a symbol is preceded by a space instead of a comma. A label that ends with an ellipsis is
    left out unless it is the last one.
    """
    kept = [label for label in labels[:-1] if not label.endswith(ELLIPSIS)] + list(labels[-1:])
    text, *others = kept or [""]
    for i, label in enumerate(others):
        if not label[:1].isalnum():
            text += f" {label}"
        elif starts_with_verb and i == 0:
            text = say("deed", locale, deed=text, what=label)
        else:
            text += f", {label}"
    return text
