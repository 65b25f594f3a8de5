"""What Discord's refusals mean to whoever wanted to tell something."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.discord import messages, refusals
from bot.discord.emblems import Emblems
from bot.discord.layout import LONGEST, Laid, layout
from bot.discord.messages import Messages
from bot.errors import Lost, Unavailable
from bot.herald.channels import Place, Sent
from bot.known import Known
from bot.paint import LAST, PAUSE, Brush
from bot.scenes.address import Verb
from bot.scenes.scene import Attached, Board, Button, Film, Listed, Scene, Select
from games import art, canvas
from games.art import INK, PAPER, Name, Palette, Picture
from storage import Store
from tests.kit.match import ANN, BEN, CAT, CHANNEL
from tests.kit.scenes import GALLERY, SELECT, TEXT, inside
from tests.patience import PATIENCE

PLATES = tuple((Name(seat, 300, 50, INK, PAPER), 0, 50 * seat) for seat in range(4))
TABLE = Picture(Palette("games.schnick", (PAPER,), (INK,)), 300, 200, PAPER, PLATES)

ASKED: Final = Scene(
    above=("### Hello",), below=("Choose! ",), rows=((Button("Choose", f"{Verb.CHOOSE}:7:1:"),),), small="small"
)
AUTHOR: Final = {"id": "7", "username": "Wolf", "discriminator": "0000", "avatar": None}
MESSAGE: Final = {
    "id": "9", "channel_id": "1", "type": 0, "content": "", "attachments": [], "embeds": [], "mentions": [],
    "mention_roles": [], "mention_everyone": False, "pinned": False, "tts": False, "edited_timestamp": None,
    "timestamp": "2026-11-23T15:00:00+00:00", "author": AUTHOR, "flags": 1 << 15,
}  # fmt: skip


@pytest.fixture
def post(store: Store) -> Messages:
    return posting(store)


def posting(store: Store) -> Messages:
    known = Known(store)
    known.hear({ANN: "Ann", BEN: "Ben"})
    return Messages(
        discord.Client(intents=discord.Intents.none(), application_id=1),
        Brush(),
        known,
        Emblems(str, known.names),
        store,
    )


async def nonce(post: Messages, once: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What everybody in the channel can read of it."""
    seen: list[str] = []

    async def send(**message: Any) -> SimpleNamespace:
        seen.append(message["nonce"])
        return SimpleNamespace(id=1, components=[], mentions=[])

    monkeypatch.setattr(post.client, "get_partial_messageable", lambda _: SimpleNamespace(send=send))
    await post.post(CHANNEL, Scene(above=("Hello",)), once)
    return seen[0]


@pytest.mark.parametrize(
    ("stands", "as_asked"),
    [
        (ASKED, True),
        (replace(ASKED, above=("Hello again",)), False),
        (replace(ASKED, rows=((Button("Choose", f"{Verb.CHOOSE}:7:2:"),),)), False),
        (replace(ASKED, rows=()), False),
    ],
)
async def test_it_is_known_whether_a_message_is_the_one_of_an_earlier_attempt(
    post: Messages, monkeypatch: pytest.MonkeyPatch, stands: Scene, *, as_asked: bool
) -> None:
    """By its texts and buttons, however Discord numbers them."""
    components = [{**one, "id": number} for number, one in enumerate(layout(stands).components, 1)]

    async def send(*_: object, **__: object) -> dict[str, Any]:
        return MESSAGE | {"components": components, "mentions": [{**AUTHOR, "id": str(BEN)}]}

    monkeypatch.setattr(post.client.http, "send_message", send)
    assert await post.post(CHANNEL, ASKED, "once") == Sent(Place(CHANNEL, 9), as_asked, frozenset({BEN}))


async def test_a_nonce_is_the_same_for_the_same_and_tells_nobody_of_what(
    post: Messages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads it in the channel could try how long the journal may be, and so who has thought again."""
    before = [await nonce(post, once, monkeypatch) for once in ("7 12 900", "7 12 900", "7 13 900")]
    assert before[0] == before[1] != before[2]
    assert {len(each) for each in before} == {24}
    async with await Store.open(f"sqlite:///{tmp_path / 'another.db'}") as another:
        assert await nonce(posting(another), "7 12 900", monkeypatch) not in before


async def test_what_a_server_speaks_is_known_from_who_presses_there_and_asked_for_else(
    post: Messages, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another process has its shard; while Discord does not answer it is what it was."""
    asked: list[int] = []

    async def fetch(server: int, **_: object) -> None:
        asked.append(server)
        raise discord.DiscordServerError(cast(Any, SimpleNamespace(status=502, reason="Bad Gateway")), "")

    monkeypatch.setattr(post.client, "fetch_guild", fetch)
    with pytest.raises(Unavailable):
        await post.locale(7)
    post.learn(7, "de")
    assert await post.locale(7) == "de"
    assert asked == [7]
    monkeypatch.setattr(messages, "KEPT", 0.0)
    post = Messages(post.client, Brush(), Known(store), post.emblems, store)
    post.learn(7, "de")
    assert await post.locale(7) == "de"
    assert asked == [7, 7], "it might speak otherwise by now"


async def test_a_press_that_has_opened_all_it_may_is_lost_and_nothing_is_wrong_with_the_message(
    post: Messages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = {"code": 40094, "message": "This interaction has hit the maximum number of follow up messages"}

    async def send(*_: object, **__: object) -> None:
        raise discord.HTTPException(cast(Any, SimpleNamespace(status=400, reason="Bad Request")), refusal)

    # Without a connection there is none; it is nobody's but for this.
    webhook = SimpleNamespace(type=None, send=send)
    monkeypatch.setattr(discord.Webhook, "partial", lambda *_, **__: webhook)
    with pytest.raises(Lost):
        await post.open("token", Scene(above=("Hello",)))
    assert not caplog.records


async def test_a_limit_that_is_too_long_to_wait_for_is_waited_for_elsewhere(
    post: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could not be told because of it is told later; as any other trouble it would have been theirs."""

    async def limited(_: object) -> discord.DMChannel:
        raise discord.RateLimited(60.0)

    monkeypatch.setattr(post.client, "create_dm", limited)
    with pytest.raises(Unavailable):
        await post.tell(1, Scene(above=("Hello",)), "once")


def test_what_does_not_fit_is_cut_off_and_nothing_is_empty() -> None:
    """Discord takes no message with a longer text, nor with one that says nothing."""
    scene = Scene(above=("a" * (LONGEST - 10),), below=("b" * 100,), small="c" * 200)
    texts = [item["content"] for item in inside(layout(scene), TEXT)]
    assert sum(map(len, texts)) == LONGEST
    assert all(texts)


async def test_people_are_named_where_they_sit(post: Messages) -> None:
    """Whoever nobody has seen has their number there; nobody else’s name moves up."""
    board = Board(TABLE, "", (BEN, CAT, "La maison", ANN))
    (file,) = await post.files(Scene(above=(), board=board))
    assert file.fp.read() == canvas.png(TABLE, ["Ben", "", "La maison", "Ann"])
    assert canvas.png(TABLE, ["Ben", "", "La maison", "Ann"]) != canvas.png(TABLE, ["Ben", "La maison", "Ann"])
    film = Film((TABLE, TABLE), "", (BEN, CAT, "La maison", ANN))
    (file,) = await post.files(Scene(above=(), board=film))
    names = ["Ben", "", "La maison", "Ann"]
    assert file.fp.read() == canvas.gif([art.smaller(TABLE)] * 2, names, pause=PAUSE, last=LAST)


async def test_what_happened_is_seen_before_how_it_stands(post: Messages) -> None:
    """Each of them large; and every picture that is spoken of comes along, and no other."""
    scene = Scene(
        above=("Then",),
        reveal=Board(TABLE, "What they chose", (ANN, BEN)),
        board=Board(TABLE, "How it stands", (ANN, BEN)),
        below=("Now",),
        attached=Attached("1.match", b"word"),
    )
    shown = [
        [(item["media"]["url"], item["description"]) for item in gallery["items"]]
        for gallery in inside(layout(scene), GALLERY)
    ]
    assert shown == [
        [("attachment://reveal.png", "What they chose")],
        [("attachment://board.png", "How it stands")],
    ]
    files = await post.files(scene)
    assert [file.filename for file in files] == ["reveal.png", "board.png", "1.match"]
    assert [file.description for file in files] == ["What they chose", "How it stands", None]
    assert [file.filename for file in await post.files(replace(scene, reveal=None))] == ["board.png", "1.match"]


async def test_a_list_calls_people_by_their_names(post: Messages) -> None:
    """It shows no mentions; whoever nobody has seen is called by their seat, and a long line ends before its end."""
    told = f"<@{ANN}> beats <@{CAT}>"
    named = ((ANN, "Bison"), (CAT, "Wolf"))
    jumps = Listed("Jump to …", "to", (Button(told, "1"), Button(f"{told} {'x' * 200}", "2")), named)
    eyes = Select("Whose eyes?", "eyes", (("0", f"<@{ANN}> (Bison)"), ("1", f"<@{CAT}> (Wolf)")), "0", named)
    shown: list[list[str]] = []

    async def deed(view: Laid, files: list[discord.File]) -> None:
        shown.extend([option["label"] for option in select["options"]] for select in inside(view, SELECT))

    await post.emblems.sent(Scene(above=("Hello",), rows=(jumps, eyes)), [], deed)
    (short, long), whose = shown
    assert short == "Ann beats Wolf"
    assert long == f"Ann beats Wolf {'x' * 84}…"
    assert whose == ["Ann (Bison)", "Wolf (Wolf)"]


async def test_nobody_waits_for_ever_for_an_answer(post: Messages, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line may be dead without a word. Others wait for the turn of whoever waits; the message may have come."""

    async def send(**_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(refusals, "HANGS", 0.01)
    monkeypatch.setattr(post.client, "get_partial_messageable", lambda _: SimpleNamespace(send=send))
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(Unavailable):
            await post.post(CHANNEL, Scene(above=("Hello",)), "once")
