"""What is drawn on the Duel's buttons."""

from games import GAMES
from games.dice import Chance
from games.match import begin
from games.options import settled


def test_a_space_that_is_said_before_its_stone_has_no_drawing() -> None:
    """Where one handles both colours, b1 is a stone and a space: then either may come first."""
    game = GAMES["schamanen"]
    match = begin(game, settled(game.options_class, {"variant": "pro"}), 2, Chance.of(bytes(32), ()))
    assert game.emblem(match.view(0), ("place", "a1")) is None
    assert game.emblem(match.view(0), ("place", "b1")) is not None
