"""Which duel it was, in texts, lists and pictures alike."""

from __future__ import annotations

import pytest

from bot.scenes.moments import Count, counted
from games.match import Match
from games.record import matches, read
from games.words import LOCALES
from tests.records import RECORDS


def passed(name: str) -> list[Match]:
    return list(
        {match.step: match for _, match in matches(read((RECORDS / f"{name}.match").read_text("utf-8")))}.values()
    )


def test_what_is_no_duel_is_after_one() -> None:
    count = Count("duel", (3, 7), 9)
    moments = {at: count.moment(at).said("en") for at in (2, 3, 5, 7, 8, 9)}
    assert moments == {
        2: "Before the first duel",
        3: "Duel 1 of 2",
        5: "After duel 1 of 2",
        7: "Duel 2 of 2",
        8: "After duel 2 of 2",
        9: "The end",
    }


def test_a_duel_that_ends_the_match_is_a_duel() -> None:
    assert Count("duel", (3, 9), 9).moment(9).said("de") == "Duell 2 von 2"
    # Once it is over.
    assert [Count("duel", (3, 9), 10).moment(at).named("de") for at in (9, 10)] == ["Duell 2", "Der Schluss"]
    assert [Count("duel", (3, 9), 12).moment(at).named("de") for at in (2, 5)] == [
        "Vor dem ersten Duell",
        "Nach Duell 1",
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("name", "kind", "many"),
    [
        ("schamanen/classic", "duel", 3),
        ("schnick/two", "duel", 9),
        # By day everybody's arrangement is laid open: that is none.
        ("woodwalkers/duels", "duel", 0),
        ("shamanic_chess/classic", "move", 0),
    ],
)
def test_a_match_is_counted_in_what_it_has(name: str, kind: str, many: int, locale: str) -> None:
    match = passed(name)
    count = counted(match, over=True)
    assert count.kind == kind
    assert kind != "duel" or 1 not in count.stops or name != "woodwalkers/duels"
    assert not many or len(count.stops) == many
    assert all(count.moment(at).said(locale) for at in range(len(match)))


def test_a_move_is_what_both_choose_one_after_the_other() -> None:
    """As chess counts itself; whoever reads “move 13” there finds no step 25."""
    match = passed("shamanic_chess/classic")
    count = counted(match, over=True)
    assert [count.moment(at).number for at in range(6)] == [1, 1, 1, 2, 2, 3]
    assert all(count.moment(at + 1).number == before.state.number for at, before in enumerate(match[:-1]))
