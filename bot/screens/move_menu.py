"""Legal moves as a tree of pages with at most twenty choices each.

A page depends only on the legal moves and the prefix that has been clicked so far. Moves are spelled with a dot after
each token, for example `e2.e4.`. So no move is a prefix of another, and a final dot marks a complete token.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from games.core import Game, Move
from games.refused import Refused

CHOICES_PER_PAGE: Final = 20
"""The maximum number of choices on a page. A message holds five rows of five buttons, and one row is needed for other
buttons.
"""
MAX_CHOICES_AS_BUTTONS: Final = 9
"""The maximum number of choices that are shown as buttons. More buttons would push the board off a phone's screen, so a
menu replaces them.
"""

_Spellings: TypeAlias = Sequence[str]
NumberMoves: TypeAlias = Callable[[Move], Sequence[Move]]
"""Returns the moves that are numbered after a prefix. See `Game.number_moves`."""
NumbersAnyMove: TypeAlias = Callable[[Move], object]
"""Returns a true value if any moves are numbered after a prefix. See `Game.numbers_any_move`."""


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """One choice of a page: a complete move, or a prefix that leads to another page."""

    move_prefix: str
    """The longest prefix that all moves of this choice share."""
    tokens: Move
    """The complete tokens of the prefix."""
    partial_token: str = ""
    """The start of the next token, if the complete tokens alone do not distinguish this choice from the others."""
    folded_tokens: tuple[str, ...] = ()
    """All possible next tokens that start with `partial_token`; empty if there is no partial token."""
    move: Move | None = None
    """The move that is chosen; None if the choice leads to another page."""

    @property
    def leading_tokens(self) -> Move:
        """The tokens that all moves of this choice start with, including the partial token."""
        return (*self.tokens, self.partial_token) if self.partial_token else self.tokens


@dataclass(frozen=True, slots=True)
class MenuPage:
    shared_tokens: Move
    """The tokens that all choices start with."""
    choices: tuple[MenuChoice, ...]
    numbered: tuple[Move, ...] = ()
    """The moves of the first choices, which have numbers on the board."""


def build_menu_page(
    legal_moves: Iterable[Move],
    prefix: str = "",
    number_moves: NumberMoves | None = None,
    numbers_any_move: NumbersAnyMove | None = None,
) -> MenuPage | None:
    """Return the page of choices after the part of a move in `prefix`, or None if no move starts with the prefix.

    The choices are complete moves if all of them fit on the page. Otherwise, a choice stands for all moves with the
    same next token or, if there are too many tokens, the same next characters. A choice with more moves than fit on one
    page is split further if all parts fit on this page.

    Some games write numbers on the board for the moves of a page. These moves are the first choices. No choice skips a
    page with numbers. On the pages before it, complete moves are listed only if they fit as buttons, so that the first
    page always lists the same pieces.

    If `numbers_any_move` is None, `number_moves` is used in its place.
    """
    spellings = [spelling for spelling in map(spell_move, legal_moves) if spelling.startswith(prefix)]
    if not spellings:
        return None
    numbered = number_moves(_parse_leading_tokens(prefix)) if number_moves else ()
    others = _remove_moves(spellings, numbered)
    page = (
        _build_page(others, numbers_any_move or number_moves, has_numbers=bool(numbered))
        if others
        else MenuPage((), ())
    )
    if not numbered:
        return page
    shared = parse_complete_tokens(find_common_prefix(spellings)) if len(spellings) > 1 else ()
    choices = (MenuChoice(spell_move(move), move, move=move) for move in numbered)
    return MenuPage(shared, (*choices, *page.choices), tuple(numbered))


def _remove_moves(spellings: _Spellings, moves: Iterable[Move]) -> _Spellings:
    removed = {*map(spell_move, moves)}
    return [spelling for spelling in spellings if spelling not in removed]


def find_previous_page(
    legal_moves: Iterable[Move],
    prefix: str,
    number_moves: NumberMoves | None = None,
    numbers_any_move: NumbersAnyMove | None = None,
) -> str | None:
    """Return the prefix of the page that leads to the page after `prefix`, or None if there is no such page."""
    if not prefix:
        # Spelling ten thousand moves takes as long as building the page, so skip it for the first page.
        return None
    spellings, previous, current = [spell_move(move) for move in legal_moves], None, ""
    if not any(spelling.startswith(prefix) for spelling in spellings):
        return None
    while spellings:
        numbered = number_moves(_parse_leading_tokens(current)) if number_moves else ()
        if not (others := _remove_moves(spellings, numbered)):
            break
        page = _build_page(others, numbers_any_move or number_moves, has_numbers=bool(numbered))
        choice_prefixes = (choice.move_prefix for choice in page.choices)
        following = next((it for it in choice_prefixes if prefix.startswith(it) and it != current), None)
        if following is None:
            break
        previous, current = current, following
        spellings = [spelling for spelling in spellings if spelling.startswith(current)]
    return previous


def map_clicks_to_moves(game: Game[Any, Any, Any], view: Any, legal_moves: Sequence[Move]) -> Mapping[Move, Move]:
    """Map each order in which a move's tokens can be clicked to the move.

    For example, players can click either of two stones to exchange first. So both `("swap", "a1", "c3")` and
    `("swap", "c3", "a1")` map to the legal move. `Game.parse_move` knows which orders mean the same move.
    """
    moves_by_clicks = {move: move for move in legal_moves}
    if len(moves_by_clicks) > CHOICES_PER_PAGE:
        # If all moves fit on one page, each is a single choice, so no other orders are needed.
        for length in {len(move) for move in legal_moves}:
            same_length = [move for move in legal_moves if len(move) == length]
            moves_by_clicks |= _find_swapped_moves(game, view, same_length, moves_by_clicks)
    if len(moves_by_clicks) == len(legal_moves):
        return moves_by_clicks
    # Sort the added orders in among the others.
    return dict(sorted(moves_by_clicks.items()))


def _find_swapped_moves(
    game: Game[Any, Any, Any], view: Any, moves: Sequence[Move], clickable_moves: Mapping[Move, Move]
) -> Mapping[Move, Move]:
    """Map each move with its halves swapped to the original move, such as `("swap", "c3", "a1")`.

    If necessary, some tokens at the start, such as "swap", stay in place, and only the halves of the remaining tokens
    are swapped. Returns an empty mapping if every swap would change the meaning.
    """
    length = len(moves[0])
    for fixed_tokens in range(length % 2, length - 1, 2):
        if _swap_halves(moves[0], fixed_tokens) in clickable_moves:
            continue
        if not _has_interchangeable_halves(moves, fixed_tokens):
            continue
        swapped = {_swap_halves(move, fixed_tokens): move for move in moves}
        if clickable_moves.keys().isdisjoint(swapped) and _is_same_move(game, view, *next(iter(swapped.items()))):
            return swapped
    return {}


def _swap_halves(move: Move, fixed_tokens: int) -> Move:
    middle = (fixed_tokens + len(move)) // 2
    return (*move[:fixed_tokens], *move[middle:], *move[fixed_tokens:middle])


def _has_interchangeable_halves(moves: Sequence[Move], fixed_tokens: int) -> bool:
    """Return whether any second half of a move is also the first half of one, so that both halves are of the same kind.

    Two stones, for example, are of the same kind, but a piece and its destination are not. The first `fixed_tokens`
    tokens belong to neither half.
    """
    middle = (fixed_tokens + len(moves[0])) // 2
    return not {move[fixed_tokens:middle] for move in moves}.isdisjoint(move[middle:] for move in moves)


def _is_same_move(game: Game[Any, Any, Any], view: Any, swapped: Move, move: Move) -> bool:
    try:
        return game.parse_move(view, " ".join(swapped)) == move
    except Refused:
        return False


def find_clicked_move(clickable_moves: Mapping[Move, Move], move_prefix: str) -> Move | None:
    """Return the move that was clicked, or None if `move_prefix` is not a complete legal move."""
    return clickable_moves.get(parse_complete_tokens(move_prefix)) if move_prefix.endswith(".") else None


def spell_move(move: Move) -> str:
    return ".".join(move) + "."


def _parse_leading_tokens(move_prefix: str) -> Move:
    """Return the tokens of a prefix, including an incomplete last token: ("e2", "e") for "e2.e"."""
    return tuple(filter(None, move_prefix.split(".")))


def parse_complete_tokens(move_prefix: str) -> Move:
    return tuple(move_prefix.split(".")[:-1])


def _build_page(spellings: _Spellings, numbers_any_move: NumbersAnyMove | None, *, has_numbers: bool) -> MenuPage:
    leads_to_numbers = numbers_any_move is not None and not has_numbers
    max_complete_moves = MAX_CHOICES_AS_BUTTONS if leads_to_numbers else CHOICES_PER_PAGE
    if len(spellings) <= max_complete_moves:
        grouped: Sequence[_Spellings] = [[spelling] for spelling in spellings]
    else:
        grouped = _group_for_page(spellings, numbers_any_move)
    groups = [(find_common_prefix(group), group) for group in grouped]
    tokens_by_group = [parse_complete_tokens(prefix) for prefix, _ in groups]
    choices = []
    for (prefix, group), tokens in zip(groups, tokens_by_group, strict=True):
        is_unique = sum(other[: len(tokens)] == tokens for other in tokens_by_group) == 1
        partial = "" if is_unique else prefix.rpartition(".")[2]
        folded = tuple(dict.fromkeys(parse_complete_tokens(move)[len(tokens)] for move in group)) if partial else ()
        choices.append(MenuChoice(prefix, tokens, partial, folded, tokens if len(group) == 1 else None))
    shared = parse_complete_tokens(find_common_prefix(spellings)) if len(spellings) > 1 else ()
    return MenuPage(shared, tuple(choices))


def _group_for_page(spellings: _Spellings, numbers_any_move: NumbersAnyMove | None) -> Sequence[_Spellings]:
    """Group the moves by the choice on this page that leads to them.

    A choice that would lead to a crowded page is replaced by the choices of that page, unless that page has numbers.
    """
    by_token = _split_where_they_differ(spellings, by_token=True)
    if len(by_token) > CHOICES_PER_PAGE:
        return _fold_by_characters(spellings)
    if numbers_any_move is not None:
        return _split_unnumbered_groups(by_token, numbers_any_move)
    groups = _split_large_groups(by_token)
    if _can_fold(groups) and any(len(group) > CHOICES_PER_PAGE for group in groups):
        return _limit_to_page(_split_to_size(spellings, CHOICES_PER_PAGE)) or groups
    return groups


def _split_unnumbered_groups(groups: Sequence[_Spellings], numbers_any_move: NumbersAnyMove) -> Sequence[_Spellings]:
    """Split the large groups whose own page would have no numbers, if all parts fit on this page. This saves clicks."""

    def split(group: _Spellings) -> Sequence[_Spellings]:
        if len(group) < MAX_CHOICES_AS_BUTTONS or numbers_any_move(parse_complete_tokens(find_common_prefix(group))):
            return [group]
        return _split_where_they_differ(group, by_token=True)

    return _limit_to_page(part for group in groups for part in split(group)) or groups


def _can_fold(groups: Sequence[_Spellings]) -> bool:
    """Return whether tokens may be folded, which means that tokens with the same first characters share a choice.

    At least half of the groups must be single moves. For example, a piece's destinations may be folded to make room for
    its longer routes. Pieces may not be folded to make room for the destinations of one piece.
    """
    return 2 * sum(len(group) == 1 for group in groups) >= len(groups)


def _split_large_groups(groups: Sequence[_Spellings]) -> Sequence[_Spellings]:
    """Split the groups that are too large for a single page, as long as all parts fit on this page."""
    while any(len(group) > CHOICES_PER_PAGE for group in groups):
        can_fold = _can_fold(groups)
        smaller = _limit_to_page(
            part
            for group in groups
            for part in (_split_group(group, can_fold=can_fold) if len(group) > CHOICES_PER_PAGE else [group])
        )
        if smaller is None:
            break
        groups = smaller
    return groups


def _split_group(spellings: _Spellings, *, can_fold: bool) -> Sequence[_Spellings]:
    """Split a group by the next token of its moves.

    If there are too many such tokens for a page and `can_fold` is true, split the group by the next character instead.
    """
    by_token = _split_where_they_differ(spellings, by_token=True)
    return _split_where_they_differ(spellings) if can_fold and len(by_token) > CHOICES_PER_PAGE else by_token


def _fold_by_characters(spellings: _Spellings) -> Sequence[_Spellings]:
    """Group moves by their next characters, so that the groups fit on a page and need the fewest further pages."""
    max_size = CHOICES_PER_PAGE
    while max_size < len(spellings):
        folded = _limit_to_page(_split_to_size(spellings, max_size))
        if folded:
            return folded
        max_size *= CHOICES_PER_PAGE
    return _split_where_they_differ(spellings)


def _split_to_size(spellings: _Spellings, max_size: int) -> Iterator[_Spellings]:
    for part in _split_where_they_differ(spellings):
        if len(part) > max_size:
            yield from _split_to_size(part, max_size)
        else:
            yield part


def _limit_to_page(groups: Iterable[_Spellings]) -> Sequence[_Spellings] | None:
    """Return the groups, or None if there are too many for a page. Stops reading after the first surplus group."""
    page = list(islice(groups, CHOICES_PER_PAGE + 1))
    return page if len(page) <= CHOICES_PER_PAGE else None


def _split_where_they_differ(spellings: _Spellings, *, by_token: bool = False) -> list[_Spellings]:
    """Group moves by the first character in which they differ, or by the token that contains this character.

    For example, "a11.", "a12." and "a2." form two groups by character ("a1…" and "a2."), and three by token.
    """
    fork = len(find_common_prefix(spellings))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for spelling in spellings:
        groups[spelling[fork : spelling.index(".", fork) + 1] if by_token else spelling[fork]].append(spelling)
    return list(groups.values())


def find_common_prefix(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    # A prefix of the first and the last text in sorted order is a prefix of all texts.
    first, last = min(texts), max(texts)
    differences = (i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(differences, len(first))]
