"""Nothing tells what must not be known: neither view nor words, text, label or picture."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given

from games.schamanen import GAME
from games.schamanen.state import View
from games.words import LOCALES
from tests.effort import rarely
from tests.games.lines import heard, showing
from tests.games.schamanen.drawn import EYES, VECTOR, drafted, layouts, ruled, said, table


@rarely(3)
@given(layouts(twins=True), layouts(twins=True))
def test_boards_that_differ_in_hidden_values_look_alike(one: str, other: str) -> None:
    """Two drawn boards with the same stones where the duels are: nobody can tell them apart."""
    matches = [table(variant="memory", board=agreeing(board), prize="one") for board in (one, other)]
    for line in ("a1", "0 swap b2 c1", "b2", "1 swap a1 a2", "c1", "0 swap b3 c3"):
        matches = [said(match, line) for match in matches]
        for seat in EYES:
            assert showing(matches[0], seat) == showing(matches[1], seat)


def agreeing(board: str) -> str:
    """The board with 9/2 on A1, 5/8 on C1 and 3/6 on B2, and what lay there where those came from."""
    sides = [[cell.split("/")[side] for cell in board.replace("|", " ").split()] for side in (0, 1)]
    for side, wanted in zip(sides, ({0: "9", 2: "5", 4: "3"}, {0: "2", 2: "8", 4: "6"}), strict=True):
        for space, value in wanted.items():
            there = side.index(value)
            side[space], side[there] = value, side[space]
    return ruled([f"{bison}/{wolf}" for bison, wolf in zip(*sides, strict=True)])


def test_drafts_that_differ_in_hidden_values_look_alike() -> None:
    one, other = table(variant="memory"), table(variant="memory")
    for here, there in [
        ("0 place 5 b2", "0 place 7 b2"),
        ("1 place 1 a1", "1 place 1 a1"),
        ("1 place 4 b2", "1 place 4 b2"),
        ("0 place 9 c3", "0 place 1 c3"),
        ("0 place 8 a1", "0 place 5 a1"),
    ]:
        one, other = said(one, here), said(other, there)
        for seat in (1, None):
            assert showing(one, seat) == showing(other, seat)
        assert showing(one, 0) != showing(other, 0)


def test_what_is_remembered_is_not_told() -> None:
    """A view knows more than lies open; texts, pictures and labels are for whoever looks over the shoulder."""
    match = said(drafted(VECTOR, variant="memory", prize="one"), "b2", "0 swap b2 c3")
    for seat in EYES:
        view, cover = match.view(seat), GAME.forget(match.view(seat))
        assert view.known != cover.known
        assert GAME.picture(view) == GAME.picture(cover)
        assert not GAME.reveal(view)
        for locale in LOCALES:
            assert GAME.text(view, locale) == GAME.text(cover, locale)
            assert GAME.alt(view, locale) == GAME.alt(cover, locale)
            assert heard(GAME, view, locale) == heard(GAME, cover, locale)
    # Wolf has seen Bison's 8 come to C3, and knows all of Wolf's own; but only A1 lies open.
    wolf = said(match, "a1").view(1)
    assert [GAME.label(wolf, ("swap", space), "en") for space in ("a1", "b2", "c3")] == ["A1 · 1", "B2", "C3"]


def test_a_drawn_start_looks_like_a_placed_one_once_a_duel_is_over() -> None:
    """Nothing tells that a board was drawn."""
    lines = ("b2", "0 swap b2 c3")
    drawn, placed = table(variant="memory", board=VECTOR), drafted(VECTOR, variant="memory")
    assert showing(said(drawn, *lines), None) == showing(said(placed, *lines), None)
    drawn, placed = table(board=VECTOR), drafted(VECTOR)
    for seat in EYES:
        assert showing(said(drawn, *lines), seat) == showing(said(placed, *lines), seat)


def test_a_view_has_these_fields_and_no_others() -> None:
    """Whoever adds one: who may see it, in memory too?"""
    assert {field.name for field in fields(View)} == {
        "seat", "terms", "phase", "mover", "stones", "known", "supply", "shells", "duels", "seen", "last",
        "course",
    }  # fmt: skip
