"""Deliberate leaks, one for each way to reveal a secret move. `test_secrecy` must detect all of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from bot.delivery.card import CardDelivery
from bot.delivery.player_messages import PlayerMessages
from bot.handlers.autocomplete import Completion
from bot.handlers.match_actions import MatchActionHandler
from bot.handlers.match_lookup import MatchLookup
from bot.matches.model import MatchState
from bot.messenger import MessageLocation
from bot.ops.metrics import Metrics
from bot.screens.scene import Scene
from games import canvas
from games.core import Move
from games.refused import Refused
from storage import MatchDeliveryState
from tests.bot.traffic_recorder import RecordingDiscord


def leak_in_footer(path: str, monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    """Make the rendering function at this import path add the move to the footer of its scene."""
    module, _, name = path.rpartition(".")
    render = getattr(sys.modules[module], name)

    def render_with_move(*args: Any, **kwargs: Any) -> Any:
        scene = render(*args, **kwargs)
        return replace(scene, footer=f"{scene.footer} {move[-1]}")

    monkeypatch.setattr(path, render_with_move)


def leak_in_completions(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    monkeypatch.setattr("bot.handlers.moves.complete_typed_move", lambda *_: [Completion(" ".join(move), "")])


def leak_in_match_choices(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    async def list_match_choices(*_: object, **__: object) -> list[tuple[str, str]]:
        return [(" ".join(move), "")]

    monkeypatch.setattr(MatchLookup, "list_match_choices", list_match_choices)


def leak_in_picture(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    paint = canvas.paint_png
    monkeypatch.setattr(canvas, "paint_png", lambda *args: paint(*args) + str(move).encode())


def leak_in_refusal(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise Refused("illegal", word=" ".join(move))

    monkeypatch.setattr(MatchActionHandler, "show_board", refuse)


def leak_by_edit_count(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    """In the second run, edit every message twice with the same content."""
    edit = RecordingDiscord.edit_message

    async def edit_repeatedly(self: RecordingDiscord, location: MessageLocation, scene: Scene) -> None:
        for _ in range(1 + run_index):
            await edit(self, location, scene)

    monkeypatch.setattr(RecordingDiscord, "edit_message", edit_repeatedly)


def leak_by_order(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    """In the second run, update the player messages before the card."""
    instances: list[PlayerMessages] = []
    update_messages, update_card = PlayerMessages.update_messages, CardDelivery.update_card

    async def update_and_remember(self: PlayerMessages, match: MatchState, state: MatchDeliveryState) -> None:
        instances.append(self)
        await update_messages(self, match, state)

    async def update_messages_first(self: CardDelivery, match: MatchState, *args: Any) -> Any:
        if run_index and instances and (state := await self.store.delivery_states.load_state(match.id)):
            await update_messages(instances[0], match, state)
        return await update_card(self, match, *args)

    monkeypatch.setattr(PlayerMessages, "update_messages", update_and_remember)
    monkeypatch.setattr(CardDelivery, "update_card", update_messages_first)


def leak_in_nonce(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    post = RecordingDiscord.post_message
    monkeypatch.setattr(
        RecordingDiscord, "post_message", lambda self, channel, scene, key: post(self, channel, scene, f"{key} {move}")
    )


def leak_in_metrics(monkeypatch: pytest.MonkeyPatch, move: Move, run_index: int) -> None:
    format_for_prometheus = Metrics.format_for_prometheus

    def count_and_format(self: Metrics) -> bytes:
        self.refusals.labels(" ".join(move)).inc()
        return format_for_prometheus(self)

    monkeypatch.setattr(Metrics, "format_for_prometheus", count_and_format)


LEAKS_BY_PLACE: Final[Mapping[str, Callable[[pytest.MonkeyPatch, Move, int], None]]] = {
    "the card": partial(leak_in_footer, "bot.screens.match_card.render_match_card"),
    "a player message": partial(leak_in_footer, "bot.screens.player_screen.render_player_screen"),
    "the board of a spectator": partial(leak_in_footer, "bot.screens.watch.render_watched_match"),
    "the menu": partial(leak_in_footer, "bot.screens.dialogs.render_more_menu"),
    "the board as text": partial(leak_in_footer, "bot.screens.dialogs.render_board_text"),
    "the inbox": partial(leak_in_footer, "bot.screens.inbox.render_inbox"),
    "the list of matches": partial(leak_in_footer, "bot.screens.inbox.render_match_list"),
    "the proof": partial(leak_in_footer, "bot.screens.proof.render_proof_promise"),
    "a profile": partial(leak_in_footer, "bot.screens.profile.render_profile"),
    "the mind reader": partial(leak_in_footer, "bot.screens.mind_reader.render_report"),
    "the ladder": partial(leak_in_footer, "bot.screens.ladder.render_ladder"),
    "the settings": partial(leak_in_footer, "bot.screens.settings.render_player_settings"),
    "a hint": partial(leak_in_footer, "bot.screens.player_screen.render_hint"),
    "a completion": leak_in_completions,
    "the name of a match": leak_in_match_choices,
    "a picture": leak_in_picture,
    "a refusal": leak_in_refusal,
    "the number of edits": leak_by_edit_count,
    "the order of edits": leak_by_order,
    "a nonce": leak_in_nonce,
    "a metric": leak_in_metrics,
}
