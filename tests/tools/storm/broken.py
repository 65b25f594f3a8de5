"""A bot that is broken on purpose, to test the verdict: `python -m tests.tools.storm.broken BREAK_NAME`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from bot.__main__ import app
from bot.discord.messages import Messages
from bot.matches.model import EventType, MatchState, RunningMatch
from bot.matches.service import ActionResult, MatchService
from bot.messenger import SentMessage
from bot.screens import player_screen
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import Scene
from games.core import Move, Seat
from storage import AppendResult, Event, MatchChange
from storage.journal import JournalRepository

STORE_DELAY_S: Final = 1.0
CRASH_EVERY_CHOICES: Final = 4
"""The number of choices after which the process crashes."""


def acknowledge_before_storing() -> None:
    """Make the bot acknowledge a choice before it stores it. Sometimes the process crashes in between."""
    store_now = JournalRepository.append_events
    lock, choices = asyncio.Lock(), count(1)

    async def append_later(
        self: JournalRepository, match_id: int, seq: int, events: Sequence[Event], change: MatchChange
    ) -> AppendResult:
        crashes = (
            any(it.kind == EventType.MOVED and it.interaction_id for it in events)
            and next(choices) % CRASH_EVERY_CHOICES == 0
        )

        async def store_later() -> None:
            async with lock:
                await asyncio.sleep(STORE_DELAY_S)
                if crashes:
                    os.kill(os.getpid(), signal.SIGKILL)
                await store_now(self, match_id, seq, events, change)

        asyncio.create_task(store_later())  # noqa: RUF006 - this is the fault
        return AppendResult(match_id, seq)

    JournalRepository.append_events = append_later  # type: ignore[method-assign, assignment]


def notify_twice() -> None:
    """Make the bot send each notification twice, with different nonces."""
    send_once = Messages.send_dm

    async def send_twice(self: Messages, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        await send_once(self, person_id, scene, f"{nonce_key} once more")
        return await send_once(self, person_id, scene, nonce_key)

    Messages.send_dm = send_twice  # type: ignore[method-assign]


def store_another_move() -> None:
    """Make the bot store a different move than the one that was clicked."""
    play_clicked_move = MatchService.play_move

    async def play_other_move(
        self: MatchService,
        match_id: int,
        person_id: int,
        move: Any,
        *,
        step: int | None,
        interaction_id: int,
        now_ms: int,
    ) -> ActionResult:
        match = await self.find_match(match_id)
        seat = match.find_seat(person_id) if isinstance(match, RunningMatch) else None
        if isinstance(match, RunningMatch) and seat in match.engine.seats_asked:
            move = pick_other_move(match, seat, move)
        return await play_clicked_move(
            self, match_id, person_id, move, step=step, interaction_id=interaction_id, now_ms=now_ms
        )

    MatchService.play_move = play_other_move  # type: ignore[method-assign]


def show_another_move() -> None:
    """Make the bot confirm a different sealed move to its player than the one that it has stored."""
    render_stored_move = player_screen.render_sealed_move

    def render_other_move(
        match: RunningMatch, seat: Seat, locale: str, context: PlayerScreenContext = DEFAULT_CONTEXT
    ) -> Scene:
        other = pick_other_move(match, seat, match.engine.sealed[seat])
        engine = replace(match.engine, sealed={**match.engine.sealed, seat: other})
        return render_stored_move(replace(match, engine=engine), seat, locale, context)

    player_screen.render_sealed_move = render_other_move


def pick_other_move(match: MatchState, seat: Seat, move: Move) -> Move:
    """Return a different legal move of the same length, or the given move if there is none."""
    assert isinstance(match, RunningMatch)
    others = (it for it in match.engine.legal_moves(seat) if it != move and len(it) == len(move))
    return next(others, move)


BREAKS_BY_NAME: Final[Mapping[str, tuple[Callable[[], None], str]]] = {
    "acknowledge_before_storing": (acknowledge_before_storing, "lost"),
    "store_another_move": (store_another_move, "altered"),
    "show_another_move": (show_another_move, "unconfirmed"),
    "notify_twice": (notify_twice, "duplicates"),
}
"""The function that breaks the bot and the column of the verdict that must detect it, by name of the break."""

if __name__ == "__main__":
    if entry := BREAKS_BY_NAME.get(sys.argv[1]):
        sys.argv[1] = "run"
        entry[0]()
    app(sys.argv[1:])
