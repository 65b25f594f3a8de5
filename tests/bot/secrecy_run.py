"""Play a secret move, then try every button and command as the other people, and record what they see."""

from __future__ import annotations

import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.handlers.autocomplete import Completion
from bot.handlers.requests import Request, Response
from bot.matches.fold import apply_event, build_initial_offer
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens import settings
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.mind_reader import EXPLANATION_PAGE
from bot.screens.move_menu import build_menu_page, spell_move
from bot.wall_clock import HOUR_MS
from games.chain import SHORT_SEAL_LENGTH, encode_hash
from games.core import Move, Seat
from storage import Journal, Store
from tests.bot.secrecy_snapshot import PLAYER_IDS, Snapshot
from tests.bot.traffic_recorder import RecordedBot, RecordedOutput
from tests.kit.matches import ANN, BEN, CAT, DAN, NOON_MS

_SEAL_PATTERN: Final = re.compile(r"[\w-]{43}|(?<=🎲 `)[\w-]{8}(?=`)")


@dataclass(frozen=True)
class Run:
    """Everything that other people can observe after a secret move."""

    output: tuple[RecordedOutput, ...]
    """Everything that the bot sent to other people."""
    order: tuple[str, ...]
    """The action and recipient of all output, including output for the person with the secret."""
    metrics: tuple[str, ...]
    other_events: tuple[object, ...]
    """The journal events that were not caused by the secret seat."""


async def record_run(
    snapshot: Snapshot, path: Path, moves: Sequence[Move], predictions: Sequence[str] | None = None
) -> Run:
    """Return what others observe after the secret seat plays these moves, each of which replaces the one before.

    Everybody else tries all buttons and commands in a copy of the snapshot. With `predictions`, the onlooker Dan first
    presses the buttons with these arguments, and his own output is left out.
    """
    shutil.copy(snapshot.store_path, path)
    async with await Store.open(f"sqlite:///{path}") as store:
        bot = RecordedBot(store, snapshot.discord, NOON_MS)
        if snapshot.secret_person_id is not None:
            bot.services.scheduler.schedule_refresh(snapshot.match_id)
            await bot.wait_until_idle()
        start = len(bot.output)
        await _predict(bot, snapshot, predictions or ())
        await _play_moves(bot, snapshot, moves)
        bot.set_next_interaction_id(950_000)
        without_readers = {snapshot.secret_person_id, *([] if predictions is None else [DAN])}
        for reader in (ANN, BEN, CAT, DAN):
            if reader not in without_readers:
                await try_everything(bot, snapshot, reader)
        # The number of refreshes varies after deadlines, so from then on only the output can be compared.
        order = tuple(f"{it.action} to {it.recipient_id}" for it in _sort_by_match(bot.output[start:]))
        metrics = bot.list_metrics()
        before_deadlines = len(bot.output)
        for hour in (NOON_MS + ACTIVE_WINDOW_MS, NOON_MS + HOUR_MS, NOON_MS + 2 * HOUR_MS + HOUR_MS // 2):
            await bot.advance_time(hour)
        assert not [it for it in metrics if '"failed"' in it or '"unavailable"' in it]
        assert len(bot.output) - start > len(Action)
        journal = await store.journal.load_match(snapshot.match_id)
        assert journal
        seals = _collect_seals(journal, snapshot.secret_seat)
        # After deadlines, the order of the recipients varies.
        after_deadlines = sorted(bot.output[before_deadlines:], key=lambda it: (it.match_id, it.recipient_id))
        output = [*_sort_by_match(bot.output[start:before_deadlines]), *after_deadlines]
        return Run(
            tuple(_mask_seals(it, seals) for it in output if it.recipient_id not in without_readers),
            order if predictions is None else tuple(it for it in order if not it.endswith(f" to {DAN}")),
            tuple(metrics),
            tuple(
                (it.kind, it.seat, it.person_id, it.payload) for it in journal.events if it.seat != snapshot.secret_seat
            ),
        )


def _sort_by_match(output: list[RecordedOutput]) -> list[RecordedOutput]:
    """Sort output by match, since concurrent refreshes finish in a varying order."""
    return sorted(output, key=lambda it: it.match_id)


async def _predict(bot: RecordedBot, snapshot: Snapshot, predictions: Sequence[str]) -> None:
    """Press prediction buttons as Dan, with interaction IDs that are not used otherwise."""
    match = await bot.services.matches.find_match(snapshot.match_id)
    assert isinstance(match, RunningMatch)
    bot.set_next_interaction_id(940_000)
    for argument in predictions:
        await bot.press_button(
            DAN, str(CustomId(Action.PREDICT, match.id, match.engine.step, argument)), message_id=799
        )
    assert len(await bot.store.predictions.load_own(match.id, match.engine.step, DAN)) == len(predictions)
    bot.set_next_interaction_id(900_000)


async def _play_moves(bot: RecordedBot, snapshot: Snapshot, moves: Sequence[Move]) -> None:
    match = await bot.services.matches.find_match(snapshot.match_id)
    assert isinstance(match, RunningMatch)
    step = match.engine.step
    for move in moves:
        if snapshot.secret_person_id is None:
            await bot.services.matches.play_ai_move(
                snapshot.match_id, snapshot.secret_seat, move, step=step, now_ms=bot.get_now_ms()
            )
            bot.services.scheduler.schedule_refresh(snapshot.match_id)
            await bot.wait_until_idle()
        else:
            custom_id = str(CustomId(Action.PICK_MOVE, snapshot.match_id, step, spell_move(move)))
            await bot.press_button(snapshot.secret_person_id, custom_id, message_id=700 + snapshot.secret_person_id)


def _collect_seals(journal: Journal, secret_seat: Seat) -> set[str]:
    """Return the seals that other people may have seen, on the card or with their own first move, whole and short."""
    match: MatchState = build_initial_offer(replace(journal, events=journal.events[:1]))
    seals = set[bytes]()
    for event in journal.events[1:]:
        match = apply_event(match, event, Absences())
        seals.add(match.public_seal)
        if isinstance(match, StartedMatch):
            seals |= {seal for seat, seal in match.first_choice_seals.items() if seat != secret_seat}
    texts = {encode_hash(seal) for seal in seals}
    return texts | {text[:SHORT_SEAL_LENGTH] for text in texts}


def _mask_seals(output: RecordedOutput, seals: set[str]) -> RecordedOutput:
    """Replace seals with a placeholder. They differ between runs without revealing the move, since they are salted."""
    content = _SEAL_PATTERN.sub(lambda it: "a seal" if it[0] in seals else it[0], output.content)
    return RecordedOutput(output.recipient_id, output.action, content)


async def try_everything(bot: RecordedBot, snapshot: Snapshot, reader_id: int) -> None:
    """Press every button, run every command and complete every input as this reader, even if it is not allowed."""
    services, match_id = bot.services, snapshot.match_id
    match = await services.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    key, step = match.game.KEY, match.engine.step
    message_id = 700 + reader_id if reader_id in snapshot.player_ids else 0
    for action in Action:
        for argument in _list_arguments(action, key):
            needs_no_agreement = None in match.player_ids or not step
            if (action, argument) == (Action.CONFIRM_END_OF_MATCH, "cancel") and needs_no_agreement:
                # This would end the match and reveal the move: the AI always agrees, and before the first step
                # no agreement is needed.
                continue
            custom_id = str(CustomId(action, match_id, step, argument))
            values = ["no"] if action == Action.CHANGE_SETTING else []
            if action == Action.SELECT_FROM_MENU:
                values = [str(CustomId(Action.OPEN_MATCH, match_id, step))]
            await bot.press_button(reader_id, custom_id, message_id=message_id, values=values)
    explanation_id = str(CustomId(Action.SHOW_MIND_READER, 0, EXPLANATION_PAGE, key))
    await bot.press_button(reader_id, explanation_id, message_id=message_id)
    card = (await bot.store.journal.load_match(match_id)).header.card_message_id or 1  # type: ignore[union-attr]
    await bot.press_button(reader_id, str(CustomId(Action.OPEN_MATCH, match_id, step)), message_id=card)
    seat = match.find_view_seat(reader_id)
    if seat in match.engine.to_move and (pages := build_menu_page(match.engine.legal_moves(seat))):
        for choice in [it for it in pages.choices if it.move is None][:3]:
            await bot.press_button(
                reader_id, str(CustomId(Action.PICK_MOVE, match_id, step, choice.move_prefix)), message_id=message_id
            )
    number = str(match_id)
    commands: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "inbox": services.moves.show_inbox,
        "list": services.match_actions.list_matches,
        "board": lambda request: services.match_actions.show_board(request, number, as_text=False),
        "board as text": lambda request: services.match_actions.show_board(request, number, as_text=True),
        "resign": lambda request: services.match_actions.ask_to_end_match(request, "resign", number),
        "draw": lambda request: services.match_actions.ask_to_end_match(request, "offer", number),
        "cancel": lambda request: services.match_actions.ask_to_end_match(request, "cancel", number),
        "replay": lambda request: services.review.show_review(request, number),
        "verify": lambda request: services.review.show_proof_by_number(request, number),
        "rules": lambda request: services.match_actions.show_game_rules(request, key),
        "ladder": lambda request: services.ladder_handler.show_ladder(request, "", ""),
        "ladder of the game": lambda request: services.ladder_handler.show_ladder(request, key, ""),
        **{f"player {it}": partial(_show_profile, bot, it) for it in PLAYER_IDS},
    }
    for name, handler in commands.items():
        await bot.run_command(reader_id, handler, name)
    for typed in ("", "a", "1"):
        await bot.complete_input(reader_id, partial(_complete_move, bot, typed, number), f"move {typed}")
    for include_finished in (False, True):
        await bot.complete_input(
            reader_id,
            partial(services.match_lookup.list_match_choices, include_finished=include_finished),
            f"match {include_finished}",
        )


async def _show_profile(bot: RecordedBot, person_id: int, request: Request) -> Response:
    return await bot.services.profiles.show_profile(request, person_id)


async def _complete_move(bot: RecordedBot, typed: str, match_id_text: str, request: Request) -> list[Completion]:
    return await bot.services.moves.list_move_completions(request, typed, match_id_text)


def _list_arguments(action: Action, key: str) -> tuple[str, ...]:
    """Return the arguments to try with an action. Those that would end the match and reveal the move are left out."""
    match action:
        case Action.OPEN_TABLE | Action.QUICK_MATCH | Action.JOIN_QUICK_MATCH:
            # These begin other matches, whose random seals differ between runs.
            return ()
        case Action.ASK_TO_END_MATCH:
            return ("resign", "offer", "agree", "cancel")
        case Action.CONFIRM_END_OF_MATCH:
            return ("offer", "agree", "cancel")
        case Action.SHOW_MIND_READER:
            return ("schnick", key)
        case Action.SHARE_PROFILE_OR_REPORT:
            return ("", "schnick")
        case Action.SHOW_REVIEW:
            return ("", FILM_ARGUMENT, "0")
        case Action.SHOW_SETTINGS:
            return (settings.PLAYER_PANEL, *settings.SERVER_PANELS)
        case Action.CHANGE_SETTING:
            return ("me.reminders",)
        case Action.SHOW_INBOX:
            return ("", "0")
    return ("",)
