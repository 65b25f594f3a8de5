"""What came of a choice, for all but whose secret it is: whatever can be pressed, typed and waited for, and heard."""

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
from bot.screens.phrases import SHORT_HASH_LENGTH
from bot.wall_clock import HOUR_MS
from games.chain import encode_hash
from games.core import Move, Seat
from storage import Journal, Store
from tests.bot.secrecy_snapshot import PEOPLE, Snapshot
from tests.bot.traffic_recorder import Heard, Tower
from tests.kit.match import ANN, BEN, CAT, DAN, NOON

_SEAL: Final = re.compile(r"[\w-]{43}|[\w-]{12}(?=…)")


@dataclass(frozen=True)
class Run:
    """What came of it, for all but whose secret it is."""

    heard: tuple[Heard, ...]
    order: tuple[str, ...]
    """Of everything, also of what only that person received, and nothing of what it was."""
    measured: tuple[str, ...]
    others: tuple[object, ...]
    """What stands in the journal of everybody else."""


async def run(snapshot: Snapshot, path: Path, said: Sequence[Move]) -> Run:
    shutil.copy(snapshot.file, path)
    async with await Store.open(f"sqlite:///{path}") as store:
        tower = Tower(store, snapshot.board, NOON)
        if snapshot.person is not None:
            tower.rooms.scheduler.schedule_refresh(snapshot.match)
            await tower.settles()
        before = len(tower.log)
        await _chosen(tower, snapshot, said)
        tower.begins_at(950_000)
        for reader in (ANN, BEN, CAT, DAN):
            if reader != snapshot.person:
                await looks(tower, snapshot, reader)
        # What the clock brings comes in as many rounds as it takes: of that only what is heard is the same.
        order, measured = tuple(f"{it.how} to {it.to}" for it in _in_order(tower.log[before:])), tower.measured()
        by_clock = len(tower.log)
        for hour in (NOON + ACTIVE_WINDOW_MS, NOON + HOUR_MS, NOON + 2 * HOUR_MS + HOUR_MS // 2):
            await tower.waits(hour)
        assert not [it for it in measured if '"failed"' in it or '"put off"' in it]
        assert len(tower.log) - before > len(Action), "nobody was told anything"
        journal = await store.journal.load_match(snapshot.match)
        assert journal
        seals = _seals(journal, snapshot.secret)
        # Nor is it known whom of several the clock has told first.
        told = sorted(_in_order(tower.log[by_clock:]), key=lambda it: (it.match, it.to))
        heard = [*_in_order(tower.log[before:by_clock]), *told]
        return Run(
            tuple(_masked(it, seals) for it in heard if it.to != snapshot.person),
            order,
            tuple(measured),
            tuple((it.kind, it.seat, it.person_id, it.payload) for it in journal.events if it.seat != snapshot.secret),
        )


def _in_order(log: list[Heard]) -> list[Heard]:
    """Matches are told beside each other, and nobody knows which of two is first."""
    return sorted(log, key=lambda it: it.match)


async def _chosen(tower: Tower, snapshot: Snapshot, said: Sequence[Move]) -> None:
    match = await tower.rooms.matches.find_match(snapshot.match)
    assert isinstance(match, RunningMatch)
    step = match.engine.step
    for word in said:
        if snapshot.person is None:
            await tower.rooms.matches.play_ai_move(snapshot.match, snapshot.secret, word, step=step, now_ms=tower.now())
            tower.rooms.scheduler.schedule_refresh(snapshot.match)
            await tower.settles()
        else:
            to = str(CustomId(Action.PICK_MOVE, snapshot.match, step, spell_move(word)))
            await tower.presses(snapshot.person, to, message_id=700 + snapshot.person)


def _seals(stored: Journal, secret: Seat) -> set[str]:
    """All that were ever on the card, and with which others went in."""
    match: MatchState = build_initial_offer(replace(stored, events=stored.events[:1]))
    seals = set[bytes]()
    for event in stored.events[1:]:
        match = apply_event(match, event, Absences())
        seals.add(match.public_seal)
        if isinstance(match, StartedMatch):
            seals |= {seal for seat, seal in match.first_choice_seals.items() if seat != secret}
    return {encode_hash(seal) for seal in seals}


def _masked(heard: Heard, seals: set[str]) -> Heard:
    """A seal has the receipt of what was chosen in it, and is to be different: it is known by nothing but its salt."""
    known = seals | {seal[:SHORT_HASH_LENGTH] for seal in seals}
    return Heard(heard.to, heard.how, _SEAL.sub(lambda it: "a seal" if it[0] in known else it[0], heard.what))


async def looks(tower: Tower, snapshot: Snapshot, reader: int) -> None:
    """All that can be pressed, typed and asked for, whether it has an answer or not."""
    services, match_id = tower.rooms, snapshot.match
    match = await services.matches.find_match(match_id)
    assert isinstance(match, RunningMatch)
    key, step = match.game.KEY, match.engine.step
    mine = 700 + reader if reader in snapshot.people else 0
    for verb in Action:
        for rest in _rests(verb, key):
            if rest == "cancel" and verb == Action.CONFIRM_END_OF_MATCH and (None in match.player_ids or not step):
                # The house agrees, and nobody is asked before the first step; then all lies open.
                continue
            to = CustomId(verb, match_id, step, rest)
            if verb == Action.SELECT_FROM_MENU:
                await tower.presses(
                    reader, str(to), message_id=mine, values=[str(CustomId(Action.OPEN_MATCH, match_id, step))]
                )
            else:
                await tower.presses(
                    reader, str(to), message_id=mine, values=["no"] if verb == Action.CHANGE_SETTING else []
                )
    await tower.presses(reader, str(CustomId(Action.SHOW_MIND_READER, 0, EXPLANATION_PAGE, key)), message_id=mine)
    card = (await tower.store.journal.load_match(match_id)).header.card_message_id or 1  # type: ignore[union-attr]
    await tower.presses(reader, str(CustomId(Action.OPEN_MATCH, match_id, step)), message_id=card)
    seat = match.find_view_seat(reader)
    if seat in match.engine.to_move and (pages := build_menu_page(match.engine.legal_moves(seat))):
        for choice in [it for it in pages.choices if it.move is None][:3]:
            await tower.presses(
                reader, str(CustomId(Action.PICK_MOVE, match_id, step, choice.move_prefix)), message_id=mine
            )
    number = str(match_id)
    commands: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "inbox": services.moves.show_inbox,
        "list": services.match_actions.list_matches,
        "board": lambda request: services.match_actions.show_board(request, number, as_text=False),
        "letters": lambda request: services.match_actions.show_board(request, number, as_text=True),
        "resign": lambda request: services.match_actions.ask_to_end_match(request, "resign", number),
        "draw": lambda request: services.match_actions.ask_to_end_match(request, "offer", number),
        "cancel": lambda request: services.match_actions.ask_to_end_match(request, "cancel", number),
        "replay": lambda request: services.review.show_review(request, number),
        "verify": lambda request: services.review.show_proof_by_number(request, number),
        "rules": lambda request: services.match_actions.show_game_rules(request, key),
        "ladder": lambda request: services.leaderboards.show_leaderboard(request, "", ""),
        "this ladder": lambda request: services.leaderboards.show_leaderboard(request, key, ""),
        **{f"player {it}": partial(_player, tower, it) for it in PEOPLE},
    }
    for name, do in commands.items():
        await tower.says(reader, do, name)
    for typed in ("", "a", "1"):
        await tower.types(reader, partial(_words, tower, typed, number), f"move {typed}")
    for over in (False, True):
        await tower.types(
            reader, partial(services.match_lookup.list_match_choices, include_finished=over), f"match {over}"
        )


async def _player(tower: Tower, person_id: int, request: Request) -> Response:
    return await tower.rooms.profiles.show_profile(request, person_id)


async def _words(tower: Tower, typed: str, match: str, request: Request) -> list[Completion]:
    return await tower.rooms.moves.list_move_completions(request, typed, match)


def _rests(verb: Action, key: str) -> tuple[str, ...]:
    """What ends a match lays it open, and so is asked for only."""
    match verb:
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
            return (settings.PLAYER_PANEL, settings.SERVER_PANEL)
        case Action.CHANGE_SETTING:
            return ("me.reminders",)
        case Action.SHOW_INBOX:
            return ("", "0")
    return ("",)
