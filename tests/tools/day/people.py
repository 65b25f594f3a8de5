"""People of a simulated day: they press what they are shown, after a while, and read what comes of it.

The bot runs in this process, so people reach its desk directly and not over the wire.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bot.handlers.requests import MatchRequest, Request, Response
from bot.messenger import MessageLocation, is_too_old_to_edit
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen_state import FINISHED_STATE
from bot.screens.scene import ButtonMenu, Scene
from bot.wall_clock import DISCORD_EPOCH_MS
from games.refused import Refused
from tests.tools.day.discord import SimulatedDiscord, direct_channel, find_reader, private_channel
from tests.tools.day.model import ANSWERS, RETURNS, THINKS, PlannedMatch, draw_time

if TYPE_CHECKING:
    from tests.tools.day.day import DayProcess

CHANNEL_OFFSET: Final = 1_000_000_000
"""Distance from a server's id to the id of its one channel."""
NOWHERE: Final = MessageLocation(0, 0)
HAND_LIVES_S: Final = 13 * 60.0
"""A hand shows what is new for so long after a press."""
GIVE_UP_S: Final = 6 * 3600.0


def addresses(scene: Scene, verb: str) -> Iterator[CustomId]:
    for row in scene.rows:
        buttons = row if isinstance(row, tuple) else row.buttons if isinstance(row, ButtonMenu) else ()
        for button in buttons:
            if not button.disabled and (custom_id := CustomId.parse(button.custom_id)) and custom_id.action == verb:
                yield custom_id


def match_of(scene: Scene) -> int:
    """Return the match that a scene is about, or 0."""
    for row in scene.rows:
        for button in row if isinstance(row, tuple) else row.buttons if isinstance(row, ButtonMenu) else ():
            if (custom_id := CustomId.parse(button.custom_id)) and custom_id.match_id:
                return custom_id.match_id
    return 0


def find_resume(scene: Scene) -> CustomId | None:
    """Return the button that resumes a paused hand."""
    return None if any(addresses(scene, Action.SHOW_MORE)) else next(addresses(scene, Action.OPEN_MATCH), None)


@dataclass
class DayRecord:
    """What people did, and when they saw what came of it."""

    acknowledged: set[int] = field(default_factory=set)
    """Interactions of choices that were acknowledged."""
    refused: int = 0
    presses: int = 0
    unseen: dict[tuple[int, int], float] = field(default_factory=dict)
    """Since when something new is to be shown, by match and person; person 0 is the card."""
    hand_delays_s: list[float] = field(default_factory=list)
    """Until an open hand showed what another player did."""
    card_delays_s: list[float] = field(default_factory=list)
    """Until the card showed it, which trails on purpose."""
    call_delays_s: list[float] = field(default_factory=list)
    """From when somebody who is away is to be called until they were."""


@dataclass
class People:
    discord: SimulatedDiscord
    processes: Sequence[DayProcess]
    now: Callable[[], int]
    seed: int
    record: DayRecord = field(default_factory=DayRecord)
    match_ids: list[int] = field(default_factory=list)
    _hands: dict[tuple[int, int], MessageLocation] = field(default_factory=dict)
    """The message in which each plays, by person and match."""
    _cards: dict[int, MessageLocation] = field(default_factory=dict)
    _pressed_at: dict[int, float] = field(default_factory=dict)
    """When each person pressed last."""
    _touched: dict[tuple[int, int], float] = field(default_factory=dict)
    """The same by person and match."""
    _awaited: dict[tuple[int, int], float] = field(default_factory=dict)
    """Since when something new is to be seen, by person and match."""
    _stirred: dict[tuple[int, int], asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))

    def __post_init__(self) -> None:
        self.discord.listeners.append(self._hear)

    def _hear(self, location: MessageLocation, scene: Scene, since: float) -> None:
        match_id, who = match_of(scene), find_reader(location.channel_id)
        if not match_id:
            return
        anew = location != self._hands.get((who, match_id)) and location.channel_id == direct_channel(who)
        if anew and (who, match_id) in self._awaited:
            due = max(self._awaited.pop((who, match_id)), self._pressed_at.get(who, 0.0) + ACTIVE_WINDOW_MS / 1000)
            self.record.call_delays_s.append(max(0.0, self.discord.seconds() - due))
        if not who:
            self._cards[match_id] = location
        else:
            self._hands[who, match_id] = location
            self._stirred[who, match_id].set()
        seen = self.record.unseen.get((match_id, who))
        # A message that was under way before cannot show it.
        if seen is not None and since >= seen:
            del self.record.unseen[match_id, who]
            (self.record.hand_delays_s if who else self.record.card_delays_s).append(self.discord.seconds() - seen)

    def process_of(self, server_id: int, *, alone: bool = False) -> DayProcess:
        """Return the process with the server's shard. The first one has the direct messages."""
        return self.processes[0 if alone else server_id % len(self.processes)]

    async def play(self, planned: PlannedMatch) -> None:
        await asyncio.sleep(planned.at_s - self.discord.seconds())
        match_id = await (self._practice(planned) if len(planned.people) == 1 else self._challenge(planned))
        if not match_id:
            return
        await asyncio.gather(*(self._play_match(planned, match_id, person_id) for person_id in planned.people))

    async def _practice(self, planned: PlannedMatch) -> int:
        process, (person_id,) = self.process_of(planned.server), planned.people
        request = self._ask(planned.server, person_id)
        response = await process.rooms.practice.begin_practice(request, MatchRequest(planned.game))
        await self._apply(process, request, response)
        if not response.player_message:
            # They are practicing already.
            return 0
        self.match_ids.append(response.player_message.match_id)
        return response.player_message.match_id

    async def _challenge(self, planned: PlannedMatch) -> int:
        process, (host, guest) = self.process_of(planned.server), planned.people
        request = self._ask(planned.server, host)
        response = await process.rooms.offers.challenge_players(request, [guest], MatchRequest(planned.game))
        await self._apply(process, request, response)
        assert response.card_of_match
        match_id = response.card_of_match.id
        self.match_ids.append(match_id)
        await asyncio.sleep(draw_time(self._dice(planned, guest), RETURNS if planned.is_away else ANSWERS))
        header = await process.store.matches.load_header(match_id)
        assert header
        card = MessageLocation(header.channel_id, header.card_message_id or 0)
        await self._press(planned, guest, card, CustomId(Action.JOIN_OFFER, match_id, 0))
        return match_id

    async def _play_match(self, planned: PlannedMatch, match_id: int, person_id: int) -> None:
        """Play in the hand until the match is over."""
        chosen, dice = -1, self._dice(planned, person_id)
        while True:
            stirred = self._stirred[person_id, match_id]
            stirred.clear()
            location = self._hands.get((person_id, match_id))
            scene = self.discord.messages.get(location) if location else None
            if location and scene:
                if any(addresses(scene, Action.SHOW_REVIEW)) or any(addresses(scene, Action.OFFER_REMATCH)):
                    break
                step = next((it.step for it in addresses(scene, Action.PICK_MOVE)), None)
                if step is not None and step > chosen:
                    await asyncio.sleep(draw_time(dice, RETURNS if planned.is_away else THINKS))
                    await self._choose(planned, match_id, person_id, step, dice)
                    chosen = step
                    continue
                if step is None and not planned.is_away and (paused := find_resume(scene)):
                    await asyncio.sleep(draw_time(dice, THINKS))
                    await self._press(planned, person_id, location, paused)
                    continue
            try:
                async with asyncio.timeout(GIVE_UP_S):
                    await stirred.wait()
            except TimeoutError:
                break

    def _dice(self, planned: PlannedMatch, person_id: int) -> random.Random:
        """Return dice of their own, so that the order of people at one moment changes nothing."""
        return random.Random(f"{self.seed} {planned.at_s} {person_id}")

    async def _choose(
        self, planned: PlannedMatch, match_id: int, person_id: int, step: int, dice: random.Random
    ) -> None:
        """Press page by page until a whole move is chosen."""
        while location := self._hands.get((person_id, match_id)):
            scene = self.discord.messages.get(location)
            ways = [it for it in addresses(scene, Action.PICK_MOVE) if it.step == step] if scene else []
            if not ways or not await self._press(planned, person_id, location, dice.choice(ways)):
                return
            if any(addresses(self.discord.messages[location], Action.CHANGE_MOVE)):
                return

    async def _press(
        self, planned: PlannedMatch, person_id: int, location: MessageLocation, custom_id: CustomId
    ) -> bool:
        server_id = planned.server
        alone = location.channel_id == direct_channel(person_id)
        process = self.process_of(server_id, alone=alone)
        request = self._ask(server_id, person_id, location, alone=alone)
        self.record.presses += 1
        try:
            response = await process.rooms.dispatcher.answer_press(request, custom_id)
        except Refused:
            self.record.refused += 1
            return False
        held = response.player_message
        if custom_id.action == Action.JOIN_OFFER or (
            held
            and (
                held.content_key == FINISHED_STATE
                or (held.step > custom_id.step >= 0 and custom_id.action == Action.PICK_MOVE)
            )
        ):
            self._resolve(planned, custom_id.match_id, person_id)
        if held and custom_id.action in {Action.PICK_MOVE, Action.JOIN_OFFER} and response.refresh_match_id:
            self.record.acknowledged.add(request.interaction_id)
        await self._apply(process, request, response)
        return True

    def _resolve(self, planned: PlannedMatch, match_id: int, by: int) -> None:
        """Note that there is something new for the others to see."""
        now = self.discord.seconds()
        for other in planned.people:
            self._awaited[other, match_id] = now
            if other != by and now - self._touched.get((other, match_id), -HAND_LIVES_S) < HAND_LIVES_S:
                self.record.unseen.setdefault((match_id, other), now)
        if len(planned.people) > 1 and not is_too_old_to_edit(self._cards[match_id].message_id, self.now()):
            self.record.unseen.setdefault((match_id, 0), now)

    def _ask(
        self, server_id: int, person_id: int, location: MessageLocation = NOWHERE, *, alone: bool = False
    ) -> Request:
        cause = ((self.now() - DISCORD_EPOCH_MS) << 22) + next(self.discord.numbers)
        channel_id = direct_channel(person_id) if alone else CHANNEL_OFFSET + server_id
        return Request(
            person_id, "en", None if alone else server_id, channel_id, cause,
            self.now(), message_id=location.message_id, is_private=bool(find_reader(location.channel_id)),
            token=f"{person_id} {cause}",
        )  # fmt: skip

    async def _apply(self, process: DayProcess, request: Request, response: Response) -> None:
        """Show an answer as `discord/reply` does: first to the person, then in the channel."""
        self._pressed_at[request.person_id] = self.discord.seconds()
        await asyncio.sleep(0)
        recorder = process.rooms.response_recorder
        if response.card_of_match:
            token = await recorder.save_pending_card(request, response.card_of_match)
            location = self.discord.put(
                request.channel_id, await process.rooms.card_renderer.render_new_card(response.card_of_match)
            )
            self._cards[response.card_of_match.id] = location
            await recorder.save_card(response.card_of_match, location, token)
        else:
            lies = self._put_answer(request, response)
            channel_id = (
                direct_channel(request.person_id)
                if lies and find_reader(lies.channel_id) and lies.channel_id > 0
                else None
            )
            await recorder.save_response(request, response, lies.message_id if lies else 0, channel_id)
        for match_id in filter(None, (response.refresh_match_id, response.ended_match_id)):
            process.rooms.scheduler.schedule_refresh(match_id)

    def _put_answer(self, request: Request, response: Response) -> MessageLocation | None:
        if response.scene is None:
            return None
        here = MessageLocation(
            request.channel_id if not request.server_id else private_channel(request.person_id), request.message_id
        )
        if response.replaces_clicked_message and here in self.discord.messages:
            self.discord.messages[here] = response.scene
            location = here
        else:
            location = self.discord.put(
                direct_channel(request.person_id) if not request.server_id else private_channel(request.person_id),
                response.scene,
            )
        if match_id := match_of(response.scene):
            # The person who presses sees it in the answer.
            self.record.unseen.pop((match_id, request.person_id), None)
            self._touched[request.person_id, match_id] = self.discord.seconds()
            self._hands[request.person_id, match_id] = location
            self._stirred[request.person_id, match_id].set()
        return location
