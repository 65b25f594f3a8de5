"""Nobody learns what they must not know."""

from dataclasses import replace

from games.canvas import paint_png
from games.dice import Dice
from games.match import RESIGN, find_seats_with_secrets
from tests.games.match_lines import describe_last_step
from tests.laws.law_tables import LawTable, begin_table_match, sample_one_view_each, sample_positions, sample_views

GUESS_COUNT = 12


def test_guess_looks_the_same_and_guesses_differ_where_several_worlds_fit(table: LawTable) -> None:
    """A guess that is not the truth proves that several worlds fit."""
    for engine, seat in sample_views(table):
        seen = engine.view_of(seat)
        assert seen.seat == seat
        guesses = [table.game.resample(seen, Dice(bytes([roll]))) for roll in range(GUESS_COUNT)]
        assert all(table.game.view(guess, seat) == seen for guess in guesses)
        if any(guess != engine.state for guess in guesses):
            assert any(guess != guesses[0] for guess in guesses)


def test_worlds_that_look_the_same_are_told_the_same(table: LawTable) -> None:
    for engine, seat in sample_views(table, 6):
        seen = engine.view_of(seat)
        other = table.game.view(table.game.resample(seen, Dice(b"another world")), seat)
        assert table.game.legal_moves(other) == table.game.legal_moves(seen)
        assert table.game.draw_board(other) == table.game.draw_board(seen)
        assert table.game.draw_reveal(other) == table.game.draw_reveal(seen)
        assert describe_last_step(table.game, other, "en") == describe_last_step(table.game, seen, "en")
        assert table.game.describe_board(other, "de") == table.game.describe_board(seen, "de")
        assert table.game.describe_briefly(other, "fr") == table.game.describe_briefly(seen, "fr")


def test_worlds_that_look_the_same_give_the_same_bytes(table: LawTable) -> None:
    for engine, seat in sample_one_view_each(table, 3):
        seen = engine.view_of(seat)
        other = table.game.view(table.game.resample(seen, Dice(b"another world")), seat)
        assert paint_png(table.game.draw_board(other)) == paint_png(table.game.draw_board(seen))


def test_who_was_dealt_something_knows_what_not_everybody_does(table: LawTable) -> None:
    """And nobody else: however the rest may lie, they would have seen the same."""
    engine = begin_table_match(table)
    knows = find_seats_with_secrets(engine)
    for seat in range(table.seats):
        seen, public = engine.view_of(seat), engine.view_of(None)
        worlds = [table.game.resample(public, Dice(bytes([100 + roll]))) for roll in range(GUESS_COUNT)]
        if seat in knows:
            assert replace(seen, seat=None) != public
        else:
            assert all(table.game.view(world, seat) == seen for world in worlds)


def test_a_guess_can_be_played_on(table: LawTable) -> None:
    for engine, seat in sample_views(table, 6):
        world = table.game.resample(engine.view_of(seat), Dice(b"on"))
        assert table.game.seats_to_move(world) == table.game.seats_to_move(engine.state)
        joint = {
            each: table.game.legal_moves(table.game.view(world, each))[0] for each in table.game.seats_to_move(world)
        }
        if joint:
            table.game.apply(world, joint, Dice(b"on"))


def test_covered_view_has_the_same_legal_words_and_fits_each_of_its_worlds(table: LawTable) -> None:
    for engine, seat in sample_views(table):
        seen = engine.view_of(seat)
        cover = table.game.forget(seen)
        assert table.game.legal_moves(cover) == table.game.legal_moves(seen)
        assert table.game.forget(cover) == cover
        for roll in range(3):
            world = table.game.resample(cover, Dice(bytes([roll])))
            assert table.game.forget(table.game.view(world, seat)) == cover


def test_when_a_match_is_over_nothing_is_hidden(table: LawTable) -> None:
    """However it ended: then everybody sees one and the same world, and nobody is asked any more."""
    for engine in sample_positions(table):
        state = table.game.reveal_all(engine.state)
        assert not table.game.seats_to_move(state) or state is engine.state
        assert table.game.scores(state) == table.game.scores(engine.state)
        for seat in (None, *range(engine.seats)):
            seen = table.game.view(state, seat)
            worlds = {repr(table.game.resample(seen, Dice(bytes([roll])))) for roll in range(4)}
            assert len(worlds) == 1
            assert table.game.forget(seen) == seen
            assert replace(seen, seat=None) == table.game.view(state, None)


def test_a_resigned_match_is_laid_open(table: LawTable) -> None:
    engine = begin_table_match(table).play_move(0, RESIGN)
    assert not engine.result or not (engine.seats_asked or any(map(engine.legal_moves, range(engine.seats))))
    assert engine.state == table.game.reveal_all(engine.state) or engine.result is None
