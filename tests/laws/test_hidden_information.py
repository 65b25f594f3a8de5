"""Views, texts and pictures reveal no hidden information."""

from dataclasses import replace

from bot.matches.predictions import CHOICES_MAX
from games import GAMES
from games.canvas import paint_png
from games.dice import Dice
from games.match import RESIGN, find_seats_with_secrets
from tests.games.match_lines import describe_last_step
from tests.laws.law_tables import (
    TABLES,
    LawTable,
    begin_table_match,
    get_random_match,
    sample_one_view_each,
    sample_positions,
    sample_views,
)

GUESS_COUNT = 12


def test_resampled_states_fit_the_view_and_differ(table: LawTable) -> None:
    """If any resampled state differs from the true one, several states fit, so the samples must also differ."""
    for match, seat in sample_views(table):
        view = match.view_of(seat)
        assert view.seat == seat
        samples = [table.game.resample(view, Dice(bytes([roll]))) for roll in range(GUESS_COUNT)]
        assert all(table.game.view(sample, seat) == view for sample in samples), (
            f"resample returned a state in which the view of seat {seat} differs; does the view contain hidden data?"
        )
        if any(sample != match.state for sample in samples):
            assert any(sample != samples[0] for sample in samples), (
                "resample returned the same wrong state for all dice"
            )


def test_same_view_gives_the_same_texts_and_drawings(table: LawTable) -> None:
    for match, seat in sample_views(table, 6):
        view = match.view_of(seat)
        other = table.game.view(table.game.resample(view, Dice(b"another world")), seat)
        assert table.game.legal_moves(other) == table.game.legal_moves(view)
        assert table.game.draw_board(other) == table.game.draw_board(view)
        assert table.game.draw_reveal(other) == table.game.draw_reveal(view)
        assert describe_last_step(table.game, other, "en") == describe_last_step(table.game, view, "en")
        assert table.game.describe_board(other, "de") == table.game.describe_board(view, "de")
        assert table.game.describe_briefly(other, "fr") == table.game.describe_briefly(view, "fr")


def test_same_view_gives_the_same_png(table: LawTable) -> None:
    for match, seat in sample_one_view_each(table, 3):
        view = match.view_of(seat)
        other = table.game.view(table.game.resample(view, Dice(b"another world")), seat)
        assert paint_png(table.game.draw_board(other)) == paint_png(table.game.draw_board(view))


def test_only_seats_with_secrets_know_more_than_the_public(table: LawTable) -> None:
    """Seats without secrets must have the same view of every state that fits the public view."""
    match = begin_table_match(table)
    seats_with_secrets = find_seats_with_secrets(match)
    for seat in range(table.seats):
        view, public = match.view_of(seat), match.view_of(None)
        samples = [table.game.resample(public, Dice(bytes([100 + roll]))) for roll in range(GUESS_COUNT)]
        if seat in seats_with_secrets:
            assert replace(view, seat=None) != public
        else:
            assert all(table.game.view(sample, seat) == view for sample in samples)


def test_sealed_move_changes_no_view(table: LawTable) -> None:
    for match in get_random_match(table).matches:
        for seat in match.to_move if len(match.to_move) > 1 else ():
            sealed = match.play_move(seat, match.legal_moves(seat)[-1])
            assert sealed.sealed
            for viewer in (None, *range(match.seats)):
                assert sealed.view_of(viewer) == match.view_of(viewer)


def test_match_can_be_continued_from_a_resampled_state(table: LawTable) -> None:
    for match, seat in sample_views(table, 6):
        sample = table.game.resample(match.view_of(seat), Dice(b"on"))
        assert table.game.seats_to_move(sample) == table.game.seats_to_move(match.state)
        joint = {
            each: table.game.legal_moves(table.game.view(sample, each))[0] for each in table.game.seats_to_move(sample)
        }
        if joint:
            table.game.apply(sample, joint, Dice(b"on"))


def test_forgotten_view_keeps_legal_moves_and_fits_its_resampled_states(table: LawTable) -> None:
    for match, seat in sample_views(table):
        view = match.view_of(seat)
        forgotten = table.game.forget(view)
        assert table.game.legal_moves(forgotten) == table.game.legal_moves(view)
        assert table.game.forget(forgotten) == forgotten
        for roll in range(3):
            sample = table.game.resample(forgotten, Dice(bytes([roll])))
            assert table.game.forget(table.game.view(sample, seat)) == forgotten


def test_public_choices_are_exactly_the_legal_moves(table: LawTable) -> None:
    """Onlookers may only be offered what the seat can really choose, in every state that fits the public view."""
    for match in sample_positions(table):
        public = match.view_of(None)
        samples = [match.state, *(table.game.resample(public, Dice(bytes([roll]))) for roll in range(3))]
        for seat in match.seats_asked:
            if choices := table.game.list_public_choices(public, seat):
                for sample in samples:
                    assert choices == table.game.legal_moves(table.game.view(sample, seat))


def test_most_games_have_choices_that_onlookers_can_predict() -> None:
    """Onlookers can predict a choice only among few moves. In Shamanic Chess, only a check leaves so few."""
    keys = {
        table.game.KEY
        for table in TABLES
        for match in get_random_match(table).matches
        for seat in match.seats_asked
        if 1 < len(table.game.list_public_choices(match.view_of(None), seat)) <= CHOICES_MAX
    }
    assert keys >= GAMES.keys() - GAMES.plugin_keys - {"shamanic_chess"}


def test_revealed_state_hides_nothing(table: LawTable) -> None:
    """All seats must have the same view of the state that `reveal_all` returns, and only that state may fit it."""
    for match in sample_positions(table):
        state = table.game.reveal_all(match.state)
        assert not table.game.seats_to_move(state) or state is match.state, "after reveal_all, nobody must be to move"
        assert table.game.scores(state) == table.game.scores(match.state)
        for seat in (None, *range(match.seats)):
            view = table.game.view(state, seat)
            samples = {repr(table.game.resample(view, Dice(bytes([roll])))) for roll in range(4)}
            assert len(samples) == 1, f"after reveal_all, several states fit the view of seat {seat}"
            assert table.game.forget(view) == view
            assert replace(view, seat=None) == table.game.view(state, None)


def test_resigned_match_is_revealed(table: LawTable) -> None:
    match = begin_table_match(table).play_move(0, RESIGN)
    assert not match.result or not (match.seats_asked or any(map(match.legal_moves, range(match.seats))))
    assert match.state == table.game.reveal_all(match.state) or match.result is None


def test_running_score_follows_from_what_everybody_sees(table: LawTable) -> None:
    """The card shows the score of a running match to everybody, so the score must not depend on hidden data."""
    for match in sample_positions(table) if table.game.HAS_RUNNING_SCORE else ():
        view = table.game.forget(match.view_of(None))
        samples = [table.game.resample(view, Dice(bytes([roll]))) for roll in range(GUESS_COUNT)]
        assert {table.game.scores(sample) for sample in samples} == {match.scores()}
