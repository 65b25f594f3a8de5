"""Leaks that are planted: of each kind by which a secret choice could be told, one that the pairs must find."""

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
from tests.bot.traffic_recorder import Ear


def _written(path: str, patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Where a scene is made something stands in small print that the word has made."""
    module, _, name = path.rpartition(".")
    make = getattr(sys.modules[module], name)

    def leak(*args: Any, **kwargs: Any) -> Any:
        scene = make(*args, **kwargs)
        return replace(scene, footer=f"{scene.footer} {word[-1]}")

    patch.setattr(path, leak)


def _completed(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    patch.setattr("bot.handlers.moves.complete_typed_move", lambda *_: [Completion(" ".join(word), "")])


def _matched(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    async def matches(*_: object, **__: object) -> list[tuple[str, str]]:
        return [(" ".join(word), "")]

    patch.setattr(MatchLookup, "list_match_choices", matches)


def _painted(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    paint = canvas.paint_png
    patch.setattr(canvas, "paint_png", lambda *given: paint(*given) + str(word).encode())


def _refused(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    async def board(*_: object, **__: object) -> None:
        raise Refused("illegal", word=" ".join(word))

    patch.setattr(MatchActionHandler, "show_board", board)


def _twice(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Whoever looks sees that it was edited, though it says the same."""
    edit = Ear.edit_message

    async def edited(self: Ear, location: MessageLocation, scene: Scene) -> None:
        for _ in range(1 + at):
            await edit(self, location, scene)

    patch.setattr(Ear, "edit_message", edited)


def _sooner(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    """Hands change before the card does, or after it."""
    there: list[PlayerMessages] = []
    tend, placed = PlayerMessages.update_messages, CardDelivery.update_card

    async def tended(self: PlayerMessages, match: MatchState, state: MatchDeliveryState) -> None:
        there.append(self)
        await tend(self, match, state)

    async def first(self: CardDelivery, match: MatchState, *given: Any) -> Any:
        if at and there and (state := await self.store.delivery_states.load_state(match.id)):
            await tend(there[0], match, state)
        return await placed(self, match, *given)

    patch.setattr(PlayerMessages, "update_messages", tended)
    patch.setattr(CardDelivery, "update_card", first)


def _numbered(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    post = Ear.post_message
    patch.setattr(Ear, "post_message", lambda self, channel, scene, once: post(self, channel, scene, f"{once} {word}"))


def _counted(patch: pytest.MonkeyPatch, word: Move, at: int) -> None:
    facts = Metrics.format_for_prometheus

    def page(self: Metrics) -> bytes:
        self.refusals.labels(" ".join(word)).inc()
        return facts(self)

    patch.setattr(Metrics, "format_for_prometheus", page)


LEAKS: Final[Mapping[str, Callable[[pytest.MonkeyPatch, Move, int], None]]] = {
    "the card": partial(_written, "bot.screens.match_card.render_match_card"),
    "a hand": partial(_written, "bot.screens.player_screen.render_player_screen"),
    "what a stranger sees": partial(_written, "bot.screens.dialogs.render_spectator_board"),
    "more": partial(_written, "bot.screens.dialogs.render_more_menu"),
    "the board in letters": partial(_written, "bot.screens.dialogs.render_board_text"),
    "the inbox": partial(_written, "bot.screens.inbox.render_inbox"),
    "the list": partial(_written, "bot.screens.inbox.render_match_list"),
    "the proof": partial(_written, "bot.screens.proof.render_proof_promise"),
    "a profile": partial(_written, "bot.screens.profile.render_profile"),
    "the mind reader": partial(_written, "bot.screens.mind_reader.render_report"),
    "the ladder": partial(_written, "bot.screens.leaderboard.render_leaderboard"),
    "the settings": partial(_written, "bot.screens.settings.render_player_settings"),
    "a hint": partial(_written, "bot.screens.player_screen.render_hint"),
    "a completion": _completed,
    "the name of a match": _matched,
    "a picture": _painted,
    "a refusal": _refused,
    "how often it is edited": _twice,
    "the order": _sooner,
    "a nonce": _numbered,
    "what is counted": _counted,
}
