"""The people of a simulated day, who click buttons after a random time and see the messages that follow.

The bot runs in the same process, so they call its handlers directly.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Final

from bot.handlers.requests import MatchRequest, Request, Response
from bot.messenger import MessageLocation, is_too_old_to_edit
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen_state import FINISHED_STATE
from bot.screens.scene import Button, ButtonMenu, Scene
from games.refused import Refused
from tests.tools.day.discord import SimulatedDiscord, find_reader, get_dm_channel, get_private_channel
from tests.tools.day.model import ACCEPT_TIME_S, DECISION_TIME_S, RETURN_TIME_S, PlannedMatch, draw_lognormal_s

if TYPE_CHECKING:
    from tests.tools.day.day import DayProcess

CHANNEL_OFFSET: Final = 1_000_000_000
"""The difference between the ID of a server's only channel and the ID of the server."""
NO_LOCATION: Final = MessageLocation(0, 0)
PLAYER_MESSAGE_LIFETIME_S: Final = 13 * 60.0
"""The time after a click during which the player message must be kept up to date."""
GIVE_UP_AFTER_S: Final = 6 * 3600.0

PLAY_ACTIONS = (Action.PICK_MOVE, Action.CONFIRM_MOVE)
"""The actions of the buttons that play a move."""


def list_buttons(scene: Scene) -> Iterator[Button]:
    """Yield the buttons and menu entries of a scene, except those of its sections."""
    for row in scene.rows:
        yield from row if isinstance(row, tuple) else row.buttons if isinstance(row, ButtonMenu) else ()


def list_custom_ids(scene: Scene, action: str) -> Iterator[CustomId]:
    for button in list_buttons(scene):
        if not button.disabled and (custom_id := CustomId.parse(button.custom_id)) and custom_id.action == action:
            yield custom_id


def get_match_id(scene: Scene) -> int:
    """Return the ID of the match to which the buttons of a scene belong, or 0 if there is none."""
    custom_ids = (CustomId.parse(button.custom_id) for button in list_buttons(scene))
    return next((it.match_id for it in custom_ids if it and it.match_id), 0)


def find_resume_button(scene: Scene) -> CustomId | None:
    """Return the custom ID of the button that resumes a paused player message, or None if it is not paused."""
    if any(list_custom_ids(scene, Action.SHOW_MORE)):
        return None
    return next(list_custom_ids(scene, Action.OPEN_MATCH), None)


@dataclass
class DayRecord:
    """A record of people's clicks and of the delays until other people saw the results."""

    acknowledged_ids: set[int] = field(default_factory=set)
    """The IDs of the acknowledged interactions that must be stored in a journal."""
    refused_count: int = 0
    press_count: int = 0
    unseen_steps: dict[tuple[int, int], float] = field(default_factory=dict)
    """When each unseen new step began, in seconds, by match and person. Person 0 stands for the card."""
    player_message_delays_s: list[float] = field(default_factory=list)
    """The delays until a player message that was in use showed another player's move."""
    card_delays_s: list[float] = field(default_factory=list)
    """The delays until the card showed a new step. Some delay is intended."""
    notification_delays_s: list[float] = field(default_factory=list)
    """The delays of notifications of absent players, from when each was due."""


@dataclass
class SimulatedPeople:
    discord: SimulatedDiscord
    processes: Sequence[DayProcess]
    now_ms: Callable[[], int]
    seed: int
    record: DayRecord = field(default_factory=DayRecord)
    match_ids: list[int] = field(default_factory=list)
    _player_message_locations: dict[tuple[int, int], MessageLocation] = field(default_factory=dict)
    """The location of each player message, by person and match."""
    _card_locations: dict[int, MessageLocation] = field(default_factory=dict)
    _last_used_s: dict[tuple[int, int], float] = field(default_factory=dict)
    """The time of the last click in a player message, by person and match."""
    _last_active_s: dict[tuple[int, int], float] = field(default_factory=dict)
    """The time of the last click or challenge, by person and match. A challenge opens no player message."""
    _to_move_since_s: dict[tuple[int, int], float] = field(default_factory=dict)
    """When a new step began about which the person was not yet notified, in seconds, by person and match."""
    _new_message_events: dict[tuple[int, int], asyncio.Event] = field(
        default_factory=lambda: defaultdict(asyncio.Event)
    )

    def __post_init__(self) -> None:
        self.discord.listeners.append(self._on_message)

    def _on_message(self, location: MessageLocation, scene: Scene, began_s: float) -> None:
        match_id, person_id = get_match_id(scene), find_reader(location.channel_id)
        if not match_id:
            return
        key = (person_id, match_id)
        is_new = location != self._player_message_locations.get(key)
        if is_new and location.channel_id == get_dm_channel(person_id) and key in self._to_move_since_s:
            inactive_s = self._last_active_s.get(key, 0.0) + ACTIVE_WINDOW_MS / 1000
            due_s = max(self._to_move_since_s.pop(key), inactive_s)
            self.record.notification_delays_s.append(max(0.0, self.discord.now_s() - due_s))
        if not person_id:
            self._card_locations[match_id] = location
        else:
            self._player_message_locations[key] = location
            self._new_message_events[key].set()
        unseen_since_s = self.record.unseen_steps.get((match_id, person_id))
        # A message whose request began before the step cannot show it.
        if unseen_since_s is not None and began_s >= unseen_since_s:
            del self.record.unseen_steps[match_id, person_id]
            delays_s = self.record.player_message_delays_s if person_id else self.record.card_delays_s
            delays_s.append(self.discord.now_s() - unseen_since_s)

    def get_process(self, server_id: int, *, in_dm: bool = False) -> DayProcess:
        """Return the process that handles this server, or the first process for direct messages."""
        return self.processes[0 if in_dm else server_id % len(self.processes)]

    async def play_planned_match(self, planned: PlannedMatch) -> None:
        await asyncio.sleep(planned.at_s - self.discord.now_s())
        is_practice = len(planned.person_ids) == 1
        match_id = await (self._play_practice(planned) if is_practice else self._play_challenge(planned))
        if not match_id:
            return
        await asyncio.gather(*(self._play_match(planned, match_id, person_id) for person_id in planned.person_ids))

    async def _play_practice(self, planned: PlannedMatch) -> int:
        process, (person_id,) = self.get_process(planned.server), planned.person_ids
        request = self._make_request(planned.server, person_id)
        response = await process.services.practice.begin_practice(request, MatchRequest(planned.game))
        await self._show_response(process, request, response)
        if not response.player_message:
            # The person already plays a practice match.
            return 0
        self.match_ids.append(response.player_message.match_id)
        return response.player_message.match_id

    async def _play_challenge(self, planned: PlannedMatch) -> int:
        process, (host, guest) = self.get_process(planned.server), planned.person_ids
        request = self._make_request(planned.server, host)
        response = await process.services.offers.challenge_players(request, [guest], MatchRequest(planned.game))
        await self._show_response(process, request, response)
        assert response.card_of_match
        match_id = response.card_of_match.id
        self.match_ids.append(match_id)
        spread = RETURN_TIME_S if planned.is_away else ACCEPT_TIME_S
        await asyncio.sleep(draw_lognormal_s(self._make_random_source(planned, guest), spread))
        header = await process.store.matches.load_header(match_id)
        assert header
        card = MessageLocation(header.channel_id, header.card_message_id or 0)
        await self._press_button(planned, guest, card, CustomId(Action.JOIN_OFFER, match_id, 0))
        return match_id

    async def _play_match(self, planned: PlannedMatch, match_id: int, person_id: int) -> None:
        """Make moves in the player message until the match is over or nothing happens for a long time."""
        last_step, dice = -1, self._make_random_source(planned, person_id)
        while True:
            new_message = self._new_message_events[person_id, match_id]
            new_message.clear()
            location = self._player_message_locations.get((person_id, match_id))
            scene = self.discord.messages.get(location) if location else None
            if location and scene:
                if any(list_custom_ids(scene, Action.SHOW_REVIEW)) or any(list_custom_ids(scene, Action.OFFER_REMATCH)):
                    break
                step = next((it.step for it in list_custom_ids(scene, Action.PICK_MOVE)), None)
                if step is not None and step > last_step:
                    await asyncio.sleep(draw_lognormal_s(dice, RETURN_TIME_S if planned.is_away else DECISION_TIME_S))
                    await self._choose_move(planned, match_id, person_id, step, dice)
                    last_step = step
                    continue
                if step is None and not planned.is_away and (paused := find_resume_button(scene)):
                    await asyncio.sleep(draw_lognormal_s(dice, DECISION_TIME_S))
                    await self._press_button(planned, person_id, location, paused)
                    continue
            try:
                async with asyncio.timeout(GIVE_UP_AFTER_S):
                    await new_message.wait()
            except TimeoutError:
                break

    def _make_random_source(self, planned: PlannedMatch, person_id: int) -> random.Random:
        """Return a source of random numbers for one person in one match.

        With separate sources, the order of simultaneous actions does not change anybody's choices.
        """
        return random.Random(f"{self.seed} {planned.at_s} {person_id}")

    async def _choose_move(
        self, planned: PlannedMatch, match_id: int, person_id: int, step: int, dice: random.Random
    ) -> None:
        """Click random move buttons, page by page, until a complete move is chosen."""
        while location := self._player_message_locations.get((person_id, match_id)):
            scene = self.discord.messages.get(location)
            listed = [list_custom_ids(scene, it) for it in PLAY_ACTIONS] if scene else []
            buttons = [it for it in chain.from_iterable(listed) if it.step == step]
            if not buttons or not await self._press_button(planned, person_id, location, dice.choice(buttons)):
                return
            if any(list_custom_ids(self.discord.messages[location], Action.CHANGE_MOVE)):
                return

    async def _press_button(
        self, planned: PlannedMatch, person_id: int, location: MessageLocation, custom_id: CustomId
    ) -> bool:
        server_id = planned.server
        in_dm = location.channel_id == get_dm_channel(person_id)
        process = self.get_process(server_id, in_dm=in_dm)
        request = self._make_request(server_id, person_id, location, in_dm=in_dm)
        self.record.press_count += 1
        try:
            response = await process.services.dispatcher.answer_press(request, custom_id)
        except Refused:
            self.record.refused_count += 1
            return False
        message = response.player_message
        if custom_id.action == Action.JOIN_OFFER or (
            message
            and (
                message.content_key == FINISHED_STATE
                or (message.step > custom_id.step >= 0 and custom_id.action in PLAY_ACTIONS)
            )
        ):
            self._record_resolved_step(planned, custom_id.match_id, person_id)
        if message and custom_id.action in {*PLAY_ACTIONS, Action.JOIN_OFFER} and response.refresh_match_id:
            self.record.acknowledged_ids.add(request.interaction_id)
        await self._show_response(process, request, response)
        return True

    def _record_resolved_step(self, planned: PlannedMatch, match_id: int, person_id: int) -> None:
        """Record that a new step began, which the card and the other players must be shown."""
        now_s = self.discord.now_s()
        for other in planned.person_ids:
            self._to_move_since_s[other, match_id] = now_s
            last_used_s = self._last_used_s.get((other, match_id), -PLAYER_MESSAGE_LIFETIME_S)
            if other != person_id and now_s - last_used_s < PLAYER_MESSAGE_LIFETIME_S:
                self.record.unseen_steps.setdefault((match_id, other), now_s)
        if len(planned.person_ids) > 1:
            card_id = self._card_locations[match_id].message_id
            if not is_too_old_to_edit(card_id, self.now_ms()):
                self.record.unseen_steps.setdefault((match_id, 0), now_s)

    def _make_request(
        self, server_id: int, person_id: int, location: MessageLocation = NO_LOCATION, *, in_dm: bool = False
    ) -> Request:
        channel_id = get_dm_channel(person_id) if in_dm else CHANNEL_OFFSET + server_id
        interaction_id = self.discord.make_message_id(channel_id, "")
        return Request(
            person_id, "en", None if in_dm else server_id, channel_id, interaction_id,
            self.now_ms(), message_id=location.message_id or None, is_private=bool(find_reader(location.channel_id)),
            token=f"{person_id} {interaction_id}",
        )  # fmt: skip

    async def _show_response(self, process: DayProcess, request: Request, response: Response) -> None:
        """Show a response to the person who clicked, then record it and schedule a refresh of its matches."""
        await asyncio.sleep(0)
        recorder = process.services.response_recorder
        if response.card_of_match:
            token = await recorder.save_pending_card(request, response.card_of_match)
            location = self.discord.put_message(
                request.channel_id, await process.services.card_renderer.render_new_card(response.card_of_match)
            )
            self._card_locations[response.card_of_match.id] = location
            self._last_active_s[request.person_id, response.card_of_match.id] = self.discord.now_s()
            await recorder.save_card(response.card_of_match, location, token)
        else:
            shown = self._put_response(request, response)
            is_in_dm = shown and find_reader(shown.channel_id) and shown.channel_id > 0
            channel_id = get_dm_channel(request.person_id) if is_in_dm else None
            if message_id := shown.message_id if shown else request.message_id:
                await recorder.save_response(request, response, message_id, channel_id)
        for match_id in filter(None, (response.refresh_match_id, response.ended_match_id)):
            process.services.scheduler.schedule_refresh(match_id)

    def _put_response(self, request: Request, response: Response) -> MessageLocation | None:
        if response.scene is None:
            return None
        private_channel = get_private_channel(request.person_id)
        clicked = request.message_id and MessageLocation(
            private_channel if request.server_id else request.channel_id, request.message_id
        )
        if response.replaces_clicked_message and clicked and clicked in self.discord.messages:
            self.discord.messages[clicked] = response.scene
            location = clicked
        else:
            channel_id = private_channel if request.server_id else get_dm_channel(request.person_id)
            location = self.discord.put_message(channel_id, response.scene)
        if match_id := get_match_id(response.scene):
            # The response shows the new step to the person who clicked.
            self.record.unseen_steps.pop((match_id, request.person_id), None)
            self._last_used_s[request.person_id, match_id] = self.discord.now_s()
            self._last_active_s[request.person_id, match_id] = self.discord.now_s()
            self._player_message_locations[request.person_id, match_id] = location
            self._new_message_events[request.person_id, match_id].set()
        return location
