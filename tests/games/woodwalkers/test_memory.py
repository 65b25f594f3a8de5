"""What could be known at midnight: which animals the backs of each team may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import canvas
from games.art import Sprite
from games.record import matches, read
from games.woodwalkers import GAME
from games.woodwalkers.board import LEFT, PITCH
from games.woodwalkers.frame import piece
from games.woodwalkers.things import ANIMALS, BACK
from tests.records import RECORDS

EDGE = LEFT + 9 * PITCH


@pytest.mark.parametrize(
    ("of", "step"), [("duels_midnight", 9), ("duels_midnight", 80), ("duels_midnight", 110), ("midnight_help", 57)]
)
def test_what_was_left_stands_beside_the_forest(of: str, step: int) -> None:
    record = read((RECORDS / "woodwalkers" / f"{of}.match").read_text("utf-8"))
    match = next(match for _, match in matches(record) if match.step == step)
    seen = GAME.recall(match.view(0))
    assert seen
    picture, open_ = seen
    assert GAME.alt(open_, "en").count("? ") == sum(
        len(what) for _, what, _ in GAME.list_possibilities(match.view(0), "en")
    )
    # From their middles.
    found = [(what.name, left + what.width // 2) for what, left, _ in picture.marks if isinstance(what, Sprite)]
    faces = {name: left for name, left in reversed(found) if name in ANIMALS and left > EDGE}
    left = {seat: what for seat, what, _ in GAME.list_possibilities(match.view(0), "en")}
    for seat in range(1, match.seats):
        backs = [at for name, at in found if name == piece(seat, BACK)]
        assert sum(at < EDGE for at in backs) == len(left.get(seat, ()))
        if seat in left:
            # Each stands below its animal.
            beside = [at for at in backs if at > EDGE]
            assert all(abs(at - faces[animal]) <= 1 for at, animal in zip(beside, left[seat], strict=True))


def test_who_stands_where_face_down_is_not_drawn() -> None:
    """Two of another team change places that nobody has seen: these eyes are shown the same, and their owner is not."""
    record = read((RECORDS / "woodwalkers" / "duels_midnight.match").read_text("utf-8"))
    match = next(match for _, match in matches(record) if match.step == 80)
    mine, theirs = match.state.teams
    one, other, *_ = (animal for animal in theirs.in_play if animal not in theirs.seen)
    at = list(theirs.at)
    at[one], at[other] = at[other], at[one]
    world = replace(match.state, teams=(mine, replace(theirs, at=tuple(at))))
    for seat, same in ((0, True), (1, False)):
        there, here = (GAME.recall(GAME.view(state, seat)) for state in (world, match.state))
        assert there
        assert here
        assert (canvas.png(there[0]) == canvas.png(here[0])) is same
