"""Every position can be painted."""

from io import BytesIO

from PIL import Image, ImageSequence

from games import art, canvas
from tests.laws.positions import Table, glances, looks, sampled

HEAVIEST = 75 * 1024


def test_boards_are_small_and_sharp(table: Table) -> None:
    for match, seat in glances(table, 4):
        picture = table.game.picture(match.view(seat))
        painted = canvas.png(picture)
        assert len(painted) <= HEAVIEST
        with Image.open(BytesIO(painted)) as board:
            assert board.size == (picture.width, picture.height)
            assert board.width == 900
            assert board.mode == "P"
            assert "transparency" not in board.info


def test_nothing_is_drawn_over_the_edge(table: Table) -> None:
    for match, seat in looks(table):
        picture = table.game.picture(match.view(seat))
        assert all(0 <= left <= picture.width - what.width and top >= 0 for what, left, top in picture.marks)


def test_a_picture_is_a_value(table: Table) -> None:
    for match in sampled(table, 4):
        picture = table.game.picture(match.view(None))
        assert hash(picture) == hash(table.game.picture(match.view(None)))


def test_an_animation_shows_every_board(table: Table) -> None:
    pictures = [art.smaller(table.game.picture(match.view(None))) for match in sampled(table, 5)]
    with Image.open(BytesIO(canvas.gif(pictures, pause=800, last=3000))) as film:
        frames = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)]
    boards = []
    for picture in pictures:
        with Image.open(BytesIO(canvas.png(picture))) as board:
            boards.append(board.convert("RGB").tobytes())
    assert frames == boards
