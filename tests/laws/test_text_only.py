"""Everything that pictures show is also in the texts, for players who do not see the pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.handlers.autocomplete import find_places
from bot.screens.move_buttons import fits_as_buttons, format_button_labels, get_clickable_moves
from games.core import Seat
from games.dice import Dice
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.games.match_lines import describe_last_step
from tests.kit.scene_reading import READABLE_LABEL, walk_menu_pages
from tests.laws.law_tables import LawTable, get_random_match, sample_moves, sample_positions

MATCH_COUNT = 3 if IS_LITTLE_EFFORT else 6
MAX_POSITIONS_PER_MATCH = 40 if IS_LITTLE_EFFORT else 120


def list_views(table: LawTable) -> Iterator[tuple[Seat | None, Any]]:
    """Yield the view of each seat and of spectators in some matches, each as it is and after `forget`."""
    for seed in range(MATCH_COUNT):
        matches = get_random_match(table, seed).matches
        for match in matches[:: 1 + len(matches) // MAX_POSITIONS_PER_MATCH]:
            for seat in (None, *range(table.seats)):
                view = match.view_of(seat)
                yield seat, view
                yield seat, table.game.forget(view)


def test_pictures_show_nothing_that_the_texts_leave_out(table: LawTable) -> None:
    """Views with the same description, after steps with the same description, have the same pictures."""
    views_by_text: dict[tuple[Seat | None, str, str], dict[Any, None]] = defaultdict(dict)
    for seat, view in list_views(table):
        step = "\n".join(describe_last_step(table.game, view))
        views_by_text[seat, table.game.describe_briefly(view, "en"), step][view] = None
    for texts, views in views_by_text.items():
        if len(views) > 1:
            assert len({table.game.draw_board(view) for view in views}) == 1, texts
            assert len({table.game.draw_reveal(view) for view in views}) == 1, texts


def test_labels_make_sense_without_the_picture(table: LawTable) -> None:
    for match in sample_positions(table):
        for seat in match.to_move:
            view = table.game.forget(match.view_of(seat))
            clickable = get_clickable_moves(table.game.KEY, match.view_of(seat))
            numbering = partial(table.game.number_moves, view) if table.game.overrides("number_moves") else None
            for _, page, _ in walk_menu_pages(sample_moves(list(clickable), 200), numbering):
                for locale in LOCALES:
                    labels = format_button_labels(table.game, view, page, locale)
                    if fits_as_buttons(labels):
                        rows = table.game.arrange_buttons(view, [choice.leading_tokens for choice in page.choices])
                        labels += [place for row in rows for place in row if isinstance(place, str)]
                    assert [label for label in labels if not READABLE_LABEL.search(label)] == []


def test_every_place_can_be_looked_up(table: LawTable) -> None:
    """Completions tell what is at each place, and reveal nothing that a view hides."""
    for match in sample_positions(table):
        for seat in (None, *range(table.seats)):
            view = table.game.forget(match.view_of(seat))
            other = table.game.view(table.game.resample(view, Dice(b"another world")), seat)
            places = [*table.game.describe_places(view, "de")]
            assert [*table.game.describe_places(table.game.forget(other), "de")] == places
            names = [name for name, _ in places if name]
            assert len(set(names)) == len(names)
            for name in names:
                assert [place.partition(":")[0] for place in find_places(table.game, view, name, "en")] == [name]
