"""Test that nobody sees hidden information: all that a person was shown is compared with what they may see."""

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
from bot.screens.review_positions import list_positions
from bot.screens.rules import render_banner
from bot.wall_clock import current_time_ms
from discord_playground.client import JSON, button_labels, full_text, iter_components
from games import GAMES
from games.art import Picture, translate_picture
from games.canvas import paint_png
from games.core import Game, Move, Seat
from games.match import Match
from games.words import LOCALES
from storage import Journal, Store
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import EPHEMERAL_FLAG, get_button_step, has_button_for, list_move_buttons
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
"""With one shell a duel nobody loses all shells before the last duel."""
HIDDEN_VARIANTS: Final = (
    ("schamanen", "memory"),
    ("schamanen", "pro_stacks"),
    ("schnick", ""),
    ("woodwalkers", "midnight"),
)
"""Variants that hide the most. `tests/laws/test_hidden_information.py` covers the views of every variant."""
EMPTY_AREA: Final = (0, 0, 0, 0)
paint_cached = lru_cache(2000)(paint_png)


def mark_variants() -> list[pytest.ParameterSet]:
    gate, nightly = pytest.mark.gate, pytest.mark.nightly
    marks_by_variant = {
        it: [] if it == HIDDEN_VARIANTS[0] else [gate if it in HIDDEN_VARIANTS else nightly] for it in list_variants()
    }
    return [pytest.param(*variant, marks=marks) for variant, marks in marks_by_variant.items()]


@pytest.mark.parametrize(("game", "variant"), mark_variants())
async def test_hidden_information_is_never_shown_during_a_match(
    server: PlaygroundServer, game: str, variant: str
) -> None:
    match_id = await begin_short_match(server, game, variant, server.otter, server.heron)
    await play_match(server, match_id, seed=2)
    journal = await _load_journal(server.bot, match_id)
    steps = list_positions(journal)
    rows = server.bot.query_store("SELECT person_id, seat FROM seat WHERE match_id = ?", match_id)
    seats: dict[int, Seat] = {int(str(person)): int(str(seat)) for person, seat in rows}
    players = sorted(seats, key=seats.__getitem__)
    names = {int(it["id"]): it["global_name"] for it in (await server.otter.load_view())["people"]}
    running = [it for it in steps if it.result is None]
    assert len(running) == len(steps) - 1
    for guest in (server.otter, server.heron, server.lynx):
        seat = seats.get(int(guest.user_id))
        received = list(
            takewhile(
                lambda message: not has_button_for(Action.OFFER_REMATCH, match_id)(message), guest.received_messages
            )
        )
        # The card of a fast match is updated only every few seconds; players see every step.
        assert len(received) > (1 if seat is None else len(steps) // 2)
        _check_texts(running, seat, received, [f"<@{person_id}>" for person_id in players])
        # Alternative texts of pictures name people by their seats.
        _check_texts(
            running, seat, received, [running[0].game.say(f"seat-{number}", "en") for number in range(len(players))]
        )
        lines = build_record(journal).lines
        own_moves = [line.move for line in lines if line.seat == seat]
        await _check_pictures(running, seat, own_moves, received, [names[person_id] for person_id in players])
        shown = json.dumps(received, ensure_ascii=False)
        # Players see only their own commitments. The last to choose in a step has none, because nothing is sealed.
        assert all(line.seat == seat or line.commitment not in shown for line in lines if line.commitment)


async def _load_journal(bot: BotProcess, match_id: int) -> Journal:
    async with await Store.open_read_only(f"sqlite:///{bot.database_path}") as store:
        journal = await store.journal.load_match(match_id)
    assert journal
    return journal


def _check_texts(running: list[Match], seat: Seat | None, messages: list[JSON], names: list[str]) -> None:
    allowed_texts = {
        line
        for engine in running
        for view in _list_allowed_views(engine, seat)
        for line in _list_texts(engine, view, names)
    }
    if seat is not None:
        allowed_texts |= {label for engine in running for label in _list_labels(engine, seat)}
    allowed = "\0".join(allowed_texts)
    forbidden = {
        line
        for engine in running
        for view in _list_forbidden_views(engine, seat)
        for line in _list_texts(engine, view, names)
        if line not in allowed
    }
    shown = "\n".join(_join_texts(message) for message in messages)
    assert [line for line in forbidden if line in shown] == []


def _join_texts(message: JSON) -> str:
    """Return all texts of a message, including alternative texts."""
    items = (item for component in iter_components(message) for item in component.get("items", ()))
    alts = [item.get("description") or "" for item in items]
    return "\n".join([full_text(message), *alts])


async def _check_pictures(
    running: list[Match], seat: Seat | None, own_moves: list[Move], messages: list[JSON], names: list[str]
) -> None:
    shown_pictures: set[bytes] = set()
    async with aiohttp.ClientSession() as session:
        for url in {url for message in messages for url in _list_media(message)}:
            async with session.get(url) as response:
                assert response.status == 200
                shown_pictures.add(await response.read())
    # Before the match the card shows the banner of its game.
    banners = [banner.picture for locale in LOCALES if (banner := render_banner(running[0].game.KEY, locale))]
    allowed = dict.fromkeys(banners) | dict.fromkeys(
        picture
        for engine in running
        for view in _list_allowed_views(engine, seat)
        for picture in _list_pictures(engine, view)
    )
    allowed |= dict.fromkeys(
        picture for engine in running for picture in _list_partial_move_pictures(engine, seat, own_moves)
    )
    painted: list[bytes] = []
    for picture in allowed:
        # Painting all allowed pictures would take longer than the rest of the test.
        if not shown_pictures:
            break
        painted.append(await asyncio.to_thread(paint_cached, picture, tuple(names)))
        shown_pictures.discard(painted[-1])
    # The same pixels may have been compressed differently.
    assert [it for forbidden in shown_pictures if (it := _describe_difference(forbidden, painted))] == []


def _describe_difference(forbidden: bytes, painted: Iterable[bytes]) -> str:
    """Describe where a picture differs from the most similar allowed one; return "" if they have the same pixels."""
    shown, *others = (Image.open(BytesIO(data)).convert("RGB") for data in (forbidden, *painted))
    differ = (ImageChops.difference(shown, other) for other in others if other.size == shown.size)
    boxes = (it.getbbox() or EMPTY_AREA for it in differ)
    left, top, right, bottom = min(boxes, key=lambda it: (it[2] - it[0]) * (it[3] - it[1]), default=(0, 0, *shown.size))
    return f"another {right - left} × {bottom - top} at {left}, {top} than what is allowed" if right > left else ""


def _list_media(message: JSON) -> list[str]:
    return [item["media"]["url"] for it in iter_components(message) for item in it.get("items", ())]


def _list_allowed_views(engine: Match, seat: Seat | None) -> Iterator[Any]:
    """Yield the views that this reader may see at this step: their own and the public one."""
    for viewer in {seat, None}:
        view = engine.view_of(viewer)
        yield view
        yield engine.game.forget(view)


def _list_forbidden_views(engine: Match, seat: Seat | None) -> Iterator[Any]:
    """Yield the views of all other seats and the one that shows everything."""
    for viewer in range(engine.seats):
        if viewer != seat:
            yield engine.view_of(viewer)
    yield engine.game.view(engine.game.reveal_all(engine.state), None)


def _list_texts(engine: Match, view: Any, names: list[str]) -> Iterator[str]:
    """Yield every text about a view, in every language and for every reader."""
    for locale in LOCALES:
        for reader in (None, *range(engine.seats)):
            yield from engine.game.describe_step(replace(view, seat=reader), locale, names)
        yield engine.game.describe_briefly(view, locale)
        yield engine.game.describe_board(view, locale)


def _list_labels(engine: Match, seat: Seat) -> Iterator[str]:
    """Yield the labels of a seat's move buttons, in every language."""
    view = engine.game.forget(engine.view_of(seat))
    for locale in LOCALES:
        for word in engine.legal_moves(seat):
            yield from (engine.game.move_label(view, word[:end], locale) for end in range(1, len(word) + 1))


def _list_pictures(engine: Match, view: Any) -> Iterator[Picture]:
    """Yield every picture of a view, in every language."""
    for picture in filter(None, (engine.game.draw_board(view), engine.game.draw_reveal(view))):
        yield from {translate_picture(picture, engine.game.say, locale) for locale in LOCALES}


def _list_partial_move_pictures(engine: Match, seat: Seat | None, moves: Iterable[Move]) -> Iterator[Picture]:
    """Yield the pictures that a seat sees while it makes its own moves, page by page."""
    if seat is None or seat not in engine.to_move:
        return
    for view in (engine.view_of(seat), engine.game.forget(engine.view_of(seat))):
        for move in moves:
            for end in range(1, len(move) + 1) if move in engine.legal_moves(seat) else ():
                for picture in filter(None, _draw_partial_move(engine.game, view, move[:end])):
                    yield from {translate_picture(picture, engine.game.say, locale) for locale in LOCALES}


def _draw_partial_move(game: Game[Any, Any, Any], view: Any, prefix: Move) -> Iterator[Picture | None]:
    """Yield the pictures of a part of a move, with and without the numbers of the likeliest ways to go on."""
    yield game.draw_partial_move(view, prefix)
    if numbered := game.number_moves(game.forget(view), prefix):
        yield game.draw_numbered_moves(view, prefix, numbered)
    # A page can also be about a part of the last token, such as the file to which a piece journeys.
    *complete, last = prefix
    for length in range(1, len(last)):
        if complete and (numbered := game.number_moves(game.forget(view), (*complete, last[:length]))):
            yield game.draw_numbered_moves(view, tuple(complete), numbered)


@pytest.mark.parametrize("choice", [0, *(pytest.param(choice, marks=pytest.mark.gate) for choice in (1, 2))])
async def test_sealed_choice_is_not_visible_to_others(server: PlaygroundServer, choice: int) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    before = await server.wait_for_card(match_id, guest=server.lynx)
    line = button_labels(await wait_for_choice(server.otter, match_id))[choice]
    words = {GAMES["schamanen"].say(key, locale, line=line) for key in ("row", "column") for locale in LOCALES}
    await make_choice(server.otter, match_id, choice_index=choice)
    card = await server.wait_for_choice_on_card(match_id, server.lynx)
    old_text, new_text = (re.sub(r"🎲 `[\w-]{8}`", "🎲", full_text(it)) for it in (before, card))
    changed = {line for line in new_text.split("\n") if line not in old_text}
    assert all(server.otter.mention in line or server.heron.mention in line for line in changed)
    for message in (card, *server.heron.received_messages):
        assert not any(word in full_text(message) for word in words)


@pytest.mark.gate
async def test_temporary_reveal_is_hidden_after_the_next_duel(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=MEMORY_OPTIONS)
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    await server.lynx.send_message(server.channel, "Splash")
    next_player = await wait_for_turn(server, match_id, 1)
    prompt = await wait_for_choice(next_player, match_id, 1)
    assert "·" not in "".join(label for label in button_labels(prompt) if "⇄" in label or label[0] in "ABC")
    while has_button_for(Action.PICK_MOVE, match_id)(prompt) and get_button_step(prompt, Action.PICK_MOVE) == 1:
        prompt = (await next_player.click(prompt, custom_id=list_move_buttons(prompt)[0])).message
    await server.wait_for_card(match_id, 2, guest=server.lynx)
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id, 2)
    # The second duel is posted hidden although the ten seconds of the first are not over.
    second = await server.lynx.wait_for_received(has_button_for(Action.OPEN_MATCH, match_id, 3))
    assert not shows_open_duel(second)
    await server.lynx.wait_until(lambda _: not any(shows_open_duel(it) for it in server.lynx.list_messages()) or None)


@pytest.mark.gate
async def test_memory_duel_is_posted_hidden_then_revealed_temporarily(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=MEMORY_OPTIONS)
    began_ms = current_time_ms()
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    card = await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    # The duel is revealed for ten seconds, by a clock that tests may have advanced.
    offset_ms = int((await server.playground.load_clock())["offset_ms"])
    due_query = "SELECT due_ms FROM deadline WHERE match_id = ? AND kind = 'cover' AND seat < 0"
    assert all(
        began_ms <= int(str(due)) - REVEAL_DURATION_MS - offset_ms <= current_time_ms()
        for (due,) in server.bot.query_store(due_query, match_id)
    )
    first = next(it for it in server.lynx.received_messages if has_button_for(Action.OPEN_MATCH, match_id, 1)(it))
    assert first["id"] == card["id"]
    assert not shows_open_duel(first)
    await server.playground.control("advance_time", seconds=REVEAL_DURATION_MS // 1000)
    await server.lynx.wait_until(lambda _: not shows_open_duel(server.lynx.get_current_version(card)) or None)
    # Each player may look again, for ten seconds; later answers show nothing.
    for guest in (server.otter, server.heron):
        looked_ms = current_time_ms()
        for _ in range(2):
            look = await guest.open_from_card(server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL)
            assert look["flags"] & EPHEMERAL_FLAG
            assert "👁️" in full_text(look) or current_time_ms() - looked_ms >= REVEAL_DURATION_MS
            assert not has_button_for(Action.SHOW_TEMPORARY_REVEAL)(look)
    assert (
        _list_media(
            await press_button(server.lynx, server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL)
        )
        == []
    )
    await server.playground.control("advance_time", seconds=REVEAL_DURATION_MS // 1000)
    for guest in (server.otter, server.heron):
        await guest.wait_until(
            lambda _, guest=guest: (  # type: ignore[misc]
                not any("👁️" in full_text(it) for it in guest.list_messages()) or None
            )
        )
        assert (
            _list_media(await press_button(guest, server.lynx.get_current_version(card), Action.SHOW_TEMPORARY_REVEAL))
            == []
        )
