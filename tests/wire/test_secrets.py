"""Nobody reads what they must not know: all that was ever shown to a person is compared with what they may see."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import takewhile
from typing import Any, Final

import aiohttp
import pytest
from PIL import Image, ImageChops

from bot.matches.export import build_record
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens.custom_ids import Action
from bot.screens.phrases import SHORT_HASH_LENGTH
from bot.screens.review_positions import list_positions
from bot.screens.rules import render_banner
from bot.wall_clock import current_time_ms
from discord_playground.client import JSON, button_labels, full_text, iter_components
from games import GAMES
from games.art import Picture, translate_picture
from games.canvas import paint_png
from games.core import Move, Seat
from games.match import Match
from games.words import LOCALES
from storage import Journal, Store
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, get_button_step, has_button_for, list_move_buttons
from tests.wire.match_play import (
    RANDOM_PLACEMENT,
    begin_short_match,
    list_variants,
    make_choice,
    play_match,
    shows_open_duel,
    wait_for_choice,
    wait_for_turn,
)
from tests.wire.playground_server import PlaygroundServer, press_button

MEMORY_OPTIONS: Final = {"variant": "memory", "placement": "random", "duel_limit": "3", "prize": "one"}
"""One shell a duel: nobody has lost all of them before the last duel."""
HIDDEN_VARIANTS: Final = (
    ("schamanen", "memory"),
    ("schamanen", "pro_stacks"),
    ("schnick", ""),
    ("woodwalkers", "midnight"),
)
"""These hide the most. `tests/laws/test_hidden_information.py` covers the views of every variant."""
EMPTY_AREA: Final = (0, 0, 0, 0)
paint_cached = lru_cache(2000)(paint_png)


def mark_variants() -> list[pytest.ParameterSet]:
    gate, nightly = pytest.mark.gate, pytest.mark.nightly
    marks = {
        one: [] if one == HIDDEN_VARIANTS[0] else [gate if one in HIDDEN_VARIANTS else nightly]
        for one in list_variants()
    }
    return [pytest.param(*one, marks=mark) for one, mark in marks.items()]


@pytest.mark.parametrize(("game", "variant"), mark_variants())
async def test_nothing_hidden_is_ever_shown(server: PlaygroundServer, game: str, variant: str) -> None:
    match_id = await begin_short_match(server, game, variant, server.otter, server.heron)
    await play_match(server, match_id, seed=2)
    journal = await _load_journal(server.bot, match_id)
    steps = list_positions(journal)
    rows = server.bot.query_store("SELECT person_id, seat FROM seat WHERE match_id = ?", match_id)
    seats: dict[int, Seat] = {int(str(person)): int(str(seat)) for person, seat in rows}
    sitting = sorted(seats, key=seats.__getitem__)
    names = {int(one["id"]): one["global_name"] for one in (await server.otter.load_view())["people"]}
    running = [it for it in steps if it.result is None]
    assert len(running) == len(steps) - 1
    for guest in (server.otter, server.heron, server.lynx):
        seat = seats.get(int(guest.user_id))
        heard = list(
            takewhile(
                lambda message: not has_button_for(Action.OFFER_REMATCH, match_id)(message), guest.received_messages
            )
        )
        # The card of a quick match follows a few seconds behind; players hear of every step.
        assert len(heard) > (1 if seat is None else len(steps) // 2)
        _check_texts(running, seat, heard, [f"<@{person_id}>" for person_id in sitting])
        # Alternative texts of pictures call people by their seats.
        _check_texts(running, seat, heard, [running[0].game.say(f"seat-{at}", "en") for at in range(len(sitting))])
        lines = build_record(journal).lines
        own = [line.move for line in lines if line.seat == seat]
        await _check_pictures(running, seat, own, heard, [names[person_id] for person_id in sitting])
        shown = json.dumps(heard, ensure_ascii=False)
        # Only one's own receipts; the last to choose has none, because nothing is sealed then.
        assert all(
            line.seat == seat or line.commitment[:SHORT_HASH_LENGTH] not in shown for line in lines if line.commitment
        )


async def _load_journal(bot: BotProcess, match_id: int) -> Journal:
    async with await Store.open_read_only(f"sqlite:///{bot.database_path}") as store:
        journal = await store.journal.load_match(match_id)
    assert journal
    return journal


def _check_texts(running: list[Match], seat: Seat | None, messages: list[JSON], names: list[str]) -> None:
    may = {
        line
        for engine in running
        for view in _list_allowed_views(engine, seat)
        for line in _list_texts(engine, view, names)
    }
    if seat is not None:
        may |= {label for engine in running for label in _list_labels(engine, seat)}
    allowed = "\0".join(may)
    never = {
        line
        for engine in running
        for view in _list_forbidden_views(engine, seat)
        for line in _list_texts(engine, view, names)
        if line not in allowed
    }
    shown = "\n".join(_join_texts(message) for message in messages)
    assert [line for line in never if line in shown] == []


def _join_texts(message: JSON) -> str:
    """All texts of a message, alternative texts and custom ids included."""
    alts = [item.get("description") or "" for one in iter_components(message) for item in one.get("items", ())]
    return "\n".join([full_text(message), *alts])


async def _check_pictures(
    running: list[Match], seat: Seat | None, own_moves: list[Move], messages: list[JSON], names: list[str]
) -> None:
    shown: set[bytes] = set()
    async with aiohttp.ClientSession() as session:
        for url in {url for message in messages for url in _list_media(message)}:
            async with session.get(url) as response:
                assert response.status == 200
                shown.add(await response.read())
    # Before the match the card shows the banner of its game.
    banners = [its.picture for locale in LOCALES if (its := render_banner(running[0].game.KEY, locale))]
    allowed = dict.fromkeys(banners) | dict.fromkeys(
        picture
        for engine in running
        for view in _list_allowed_views(engine, seat)
        for picture in _list_pictures(engine, view)
    )
    allowed |= dict.fromkeys(picture for engine in running for picture in _list_sketches(engine, seat, own_moves))
    painted: list[bytes] = []
    for picture in allowed:
        # Painting everything that would have been allowed takes longer than all the rest.
        if not shown:
            break
        painted.append(await asyncio.to_thread(paint_cached, picture, tuple(names)))
        shown.discard(painted[-1])
    # The same pixels may have been compressed otherwise.
    assert [it for forbidden in shown if (it := _describe_difference(forbidden, painted))] == []


def _describe_difference(forbidden: bytes, painted: Iterable[bytes]) -> str:
    """Say where a picture differs from the allowed one that is most like it; nothing if their pixels are the same."""
    shown, *others = (Image.open(BytesIO(data)).convert("RGB") for data in (forbidden, *painted))
    differ = (ImageChops.difference(shown, other) for other in others if other.size == shown.size)
    boxes = (it.getbbox() or EMPTY_AREA for it in differ)
    left, top, right, bottom = min(boxes, key=lambda it: (it[2] - it[0]) * (it[3] - it[1]), default=(0, 0, *shown.size))
    return f"another {right - left} × {bottom - top} at {left}, {top} than what is allowed" if right > left else ""


def _list_media(message: JSON) -> list[str]:
    return [item["media"]["url"] for one in iter_components(message) for item in one.get("items", ())]


def _list_allowed_views(engine: Match, seat: Seat | None) -> Iterator[Any]:
    """The views that this reader may be shown at that step: their own, and the public one."""
    for eyes in {seat, None}:
        view = engine.view_of(eyes)
        yield view
        yield engine.game.forget(view)


def _list_forbidden_views(engine: Match, seat: Seat | None) -> Iterator[Any]:
    """The views of all others, and the one that shows everything."""
    for eyes in range(engine.seats):
        if eyes != seat:
            yield engine.view_of(eyes)
    yield engine.game.view(engine.game.reveal_all(engine.state), None)


def _list_texts(engine: Match, view: Any, names: list[str]) -> Iterator[str]:
    """All that may be said of a view, in every language, to any reader."""
    for locale in LOCALES:
        for reader in (None, *range(engine.seats)):
            yield from engine.game.describe_step(replace(view, seat=reader), locale, names)
        yield engine.game.describe_briefly(view, locale)
        yield engine.game.describe_board(view, locale)


def _list_labels(engine: Match, seat: Seat) -> Iterator[str]:
    """What the buttons of a seat say."""
    view = engine.game.forget(engine.view_of(seat))
    for locale in LOCALES:
        for word in engine.legal_moves(seat):
            yield from (engine.game.move_label(view, word[:end], locale) for end in range(1, len(word) + 1))


def _list_pictures(engine: Match, view: Any) -> Iterator[Picture]:
    """All that may be painted of a view, in every language."""
    for picture in filter(None, (engine.game.draw_board(view), engine.game.draw_reveal(view))):
        yield from {translate_picture(picture, engine.game.say, locale) for locale in LOCALES}


def _list_sketches(engine: Match, seat: Seat | None, moves: Iterable[Move]) -> Iterator[Picture]:
    """What a seat may see of its own choices while it makes them."""
    if seat is None or seat not in engine.to_move:
        return
    for view in (engine.view_of(seat), engine.game.forget(engine.view_of(seat))):
        for word in moves:
            for end in range(1, len(word) + 1) if word in engine.legal_moves(seat) else ():
                if sketch := engine.game.draw_partial_move(view, word[:end]):
                    yield from {translate_picture(sketch, engine.game.say, locale) for locale in LOCALES}


@pytest.mark.parametrize("choice", [0, *(pytest.param(choice, marks=pytest.mark.gate) for choice in (1, 2))])
async def test_sealed_choice_changes_nothing_that_others_see(server: PlaygroundServer, choice: int) -> None:
    """Others only see that somebody has chosen."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    before = await server.wait_for_card(match_id, guest=server.lynx)
    line = button_labels(await wait_for_choice(server.otter, match_id))[choice]
    words = {GAMES["schamanen"].say(way, locale, line=line) for way in ("row", "column") for locale in LOCALES}
    await make_choice(server.otter, match_id, choice_index=choice)
    card = await server.lynx.wait_for_message(
        server.channel, lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and contains_text("has chosen")(it)
    )
    was, told = (re.sub(r"seal: [\w-]{43}", "seal", full_text(it)) for it in (before, card))
    changed = {line for line in told.split("\n") if line not in was}
    assert all(server.otter.mention in line or server.heron.mention in line for line in changed)
    for heard in (card, *server.heron.received_messages):
        assert not any(word in full_text(heard) for word in words)


@pytest.mark.gate
async def test_duel_to_be_forgotten_is_covered_on_the_card_that_the_next_one_left_behind(
    server: PlaygroundServer,
) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=MEMORY_OPTIONS)
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    await server.lynx.send_message(server.channel, "Splash")
    awaited = await wait_for_turn(server, match_id, 1)
    prompt = await wait_for_choice(awaited, match_id, 1)
    assert "·" not in "".join(label for label in button_labels(prompt) if "⇄" in label or label[0] in "ABC")
    while has_button_for(Action.PICK_MOVE, match_id)(prompt) and get_button_step(prompt, Action.PICK_MOVE) == 1:
        prompt = (await awaited.click(prompt, custom_id=list_move_buttons(prompt)[0])).message
    await server.wait_for_card(match_id, 2, guest=server.lynx)
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id, 2)
    # The second duel comes covered although the ten seconds of the first are not over.
    second = await server.lynx.wait_for_received(has_button_for(Action.OPEN_MATCH, match_id, 3))
    assert not shows_open_duel(second)
    await server.lynx.wait_until(lambda _: not any(shows_open_duel(it) for it in server.lynx.list_messages()) or None)


@pytest.mark.gate
async def test_duel_to_be_forgotten_is_posted_covered_shown_and_covered_again(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=MEMORY_OPTIONS)
    began = current_time_ms()
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    card = await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    # It lies open for ten seconds, by a clock that tests may have moved on.
    ahead = int((await server.playground.load_clock())["offset_ms"])
    cover = "SELECT due_ms FROM deadline WHERE match_id = ? AND kind = 'cover' AND seat < 0"
    assert all(
        began <= int(str(due)) - REVEAL_DURATION_MS - ahead <= current_time_ms()
        for (due,) in server.bot.query_store(cover, match_id)
    )
    first = next(it for it in server.lynx.received_messages if has_button_for(Action.OPEN_MATCH, match_id, 1)(it))
    assert first["id"] == card["id"]
    assert not shows_open_duel(first)
    await server.playground.control("advance_time", seconds=REVEAL_DURATION_MS // 1000)
    await server.lynx.wait_until(lambda _: not shows_open_duel(server.lynx.get_current_version(card)) or None)
    # Each player may look once more, for ten seconds; who is answered later finds nothing.
    looks: list[JSON] = []
    for guest in (server.otter, server.heron):
        looked = current_time_ms()
        for _ in range(2):
            look = await press_button(guest, server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL)
            assert look["flags"] & EPHEMERAL_FLAG
            assert _list_media(look) or current_time_ms() - looked >= REVEAL_DURATION_MS
            assert not has_button_for(Action.SHOW_TEMPORARY_REVEAL)(look)
            looks.append(look)
    assert (
        _list_media(
            await press_button(server.lynx, server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL)
        )
        == []
    )
    await server.playground.control("advance_time", seconds=REVEAL_DURATION_MS // 1000)
    for guest, look in zip((server.otter, server.otter, server.heron, server.heron), looks, strict=True):
        await guest.wait_until(
            lambda _, guest=guest, look=look: (  # type: ignore[misc]
                not _list_media(guest.get_current_version(look)) or None
            )
        )
        assert (
            _list_media(await press_button(guest, server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL))
            == []
        )
