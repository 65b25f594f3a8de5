"""Drawings beside words: on buttons and in lists, where they are known, and nowhere where Discord takes none."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.emblems import Emblems
from bot.discord.layout import JSON, Emojis, Laid, layout
from bot.scenes.choices import emblems, rows
from bot.scenes.picker import page
from bot.scenes.scene import Button, Listed, Row, Scene
from bot.table.table import Play
from bot.table.tables import Tables
from games.art import Emblem
from games.dice import PLAIN
from games.match import begin
from games.options import settled
from games.shamanic_chess import GAME as CHESS
from tests.games.morra import GAME as MORRA
from tests.kit.scenes import BUTTON, SELECT, inside
from tests.kit.world import begun

KNOWN: Emojis = {"wolf 7": discord.PartialEmoji(name="duel_wolf_7_0badc0", id=7)}
WOLF = {"name": "duel_wolf_7_0badc0", "id": 7}
BUTTONS = (Button("Wolf 7", "a", emoji="wolf 7"), Button("Bison 7", "b", emoji="bison 7"), Button("Neither", "c"))
DENIED = {"data": {"components": {"1": {"components": {"0": {"emoji": {"id": {"_errors": [
    {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"},
]}}}}}}}}  # fmt: skip


def no(errors: object, code: int = 50035) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"message": "Invalid Form Body", "code": code, "errors": errors})


def drawn(view: Laid) -> list[tuple[str, JSON | None]]:
    """What stands there, and what is drawn beside it."""
    worded = (each for it in inside(view, BUTTON, SELECT) for each in it.get("options", [it]))
    return [(each["label"], each.get("emoji")) for each in worded]


@pytest.mark.parametrize("row", [BUTTONS, Listed("Choose", "z", BUTTONS)], ids=["buttons", "a list"])
def test_a_known_drawing_stands_beside_its_words(row: Row) -> None:
    scene = Scene(above=("Hello",), rows=(row,))
    assert drawn(layout(scene, KNOWN)) == [("Wolf 7", WOLF), ("Bison 7", None), ("Neither", None)]
    assert drawn(layout(scene)) == [("Wolf 7", None), ("Bison 7", None), ("Neither", None)]


class Sending:
    """What was sent, and its files; the first is refused, if so told."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.sent: list[tuple[list[Any], list[bytes]]] = []

    async def deed(self, view: Laid, files: list[discord.File]) -> int:
        self.sent.append((drawn(view), [file.fp.read() for file in files]))
        if self.errors:
            raise self.errors.pop(0)
        return len(self.sent)


async def sent(sending: Sending, refused: list[int]) -> tuple[int, Emblems]:
    async def nobody(_: object) -> dict[int, str]:
        return {}

    emblems = Emblems(lambda: refused.append(1), nobody)
    emblems.known = KNOWN
    files = [discord.File(BytesIO(b"a board"), "board.png", description="A board")]
    return await emblems.sent(Scene(above=("Hello",), rows=(BUTTONS,)), files, sending.deed), emblems


async def test_refused_for_an_emoji_it_is_sent_again_at_once_without_any() -> None:
    sending, refused = Sending(no(DENIED)), list[int]()
    came, emblems = await sent(sending, refused)
    assert came == 2
    assert [[emoji for _, emoji in buttons] for buttons, _ in sending.sent] == [[WOLF, None, None], [None] * 3]
    # Each time with all of the board.
    assert [files for _, files in sending.sent] == [[b"a board"]] * 2
    assert refused == [1]
    assert emblems.wanted.is_set()


async def test_what_is_taken_is_sent_once() -> None:
    sending, refused = Sending(), list[int]()
    came, emblems = await sent(sending, refused)
    assert (came, refused, emblems.wanted.is_set()) == (1, [], False)


@pytest.mark.parametrize(
    "error",
    [
        no({"components": {"0": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "No emoji here"}]}}}),
        no(DENIED, 50006),
        no(None),
    ],
)
async def test_what_is_refused_for_anything_else_is_not_sent_again(error: discord.HTTPException) -> None:
    sending, refused = Sending(error), list[int]()
    with pytest.raises(discord.HTTPException):
        await sent(sending, refused)
    assert len(sending.sent) == 1
    assert refused == []


async def test_refused_again_it_is_as_wrong_as_any() -> None:
    sending = Sending(no(DENIED), no(DENIED))
    with pytest.raises(discord.HTTPException):
        await sent(sending, [])
    assert len(sending.sent) == 2


async def test_a_hand_names_the_drawings_of_its_game(tables: Tables) -> None:
    table = await begun(tables, "schamanen", placement="random")
    assert isinstance(table, Play)
    for seat, (way, lines) in enumerate((("row", "123"), ("column", "ABC"))):
        shown = page(table.match.legal(seat))
        assert shown
        [row] = rows(table, seat, shown, "", "en")
        assert isinstance(row, tuple)
        assert [button.emoji for button in row] == [f"schamanen {way}_mask {line}" for line in lines]
        assert all(button.label for button in row)


def test_of_several_things_the_first_is_drawn() -> None:

    match = begin(CHESS, settled(CHESS.options_class, {}), 2, PLAIN)
    view, legal = match.view(0), match.legal(0)
    first = page(legal)
    assert first
    found = dict(zip([choice.prefix[0] for choice in first.choices], emblems(CHESS, view, first), strict=True))
    assert found["e2"] == Emblem("white_pawn")
    assert found["g1"] == Emblem("white_knight")
    # Which piece it is was said before; where it goes has no drawing.
    then = page(legal, "e2.")
    assert then
    assert emblems(CHESS, view, then) == [None] * len(then.choices)
    assert emblems(MORRA, view, first) == [None] * len(first.choices)
