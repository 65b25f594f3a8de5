"""Play matches over the wire: wait for a choice, make it, or let players choose at random until the end."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, InteractionResult, PlaygroundError, full_text
from games import GAMES
from games.options import list_choices
from tests.kit.wire_person import (
    EPHEMERAL_FLAG,
    WirePerson,
    get_button_step,
    has_button_for,
    index_by_action,
    list_move_buttons,
)
from tests.wire.playground_server import NO_OPTIONS, PlaygroundServer, get_match_id, press_button

RANDOM_PLACEMENT: Final = {"placement": "random", "duel_limit": "3"}
"""Options with which both players choose at the same time from the first step."""
ONE_DUEL_OPTIONS: Final = {"placement": "random", "duel_limit": "1"}
SHORT_MATCH_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "schamanen": {"duel_limit": "3"},
    "shamanic_chess": {"fen": "4k1n1/8/8/8/8/8/8/4K1N1 w - - 94 60"},
    "woodwalkers": {"modes": "11"},
}
"""Options by game for a match that shows every kind of screen and ends soon."""
MIN_RATED_STEPS: Final = 2
"""The number of steps after which a match that ends by a resignation is rated."""


def list_variants() -> list[tuple[str, str]]:
    """Return the game and name of every variant; the name is empty in games without variants."""
    variants = []
    for key, game in GAMES.items():
        field = game.options_class.model_fields.get("variant")
        variants += [(key, variant) for variant in (list_choices(field.annotation) if field else [""])]
    return variants


def shows_open_duel(message: JSON) -> bool:
    """Return whether a message names the two stones that met in a duel."""
    return re.search(r"\b(beats|meets)\b", full_text(message)) is not None


async def wait_for_choice(guest: WirePerson, match_id: int, step: int = 0) -> JSON:
    """Wait for the player message that asks for a choice, at that step or a later one."""
    return await guest.wait_for_private_message(has_button_for(Action.PICK_MOVE, match_id, step))


async def make_choice(guest: WirePerson, match_id: int, step: int = 0, choice_index: int = 0) -> JSON:
    """Make a choice from the first page and return the player message that confirms it."""
    buttons = list_move_buttons(prompt := await wait_for_choice(guest, match_id, step))
    # Nobody looks at the stones to remember.
    skips_look = buttons == [f"{Action.PICK_MOVE}:{match_id}:{step}:"]
    answer = await guest.click(prompt, custom_id=buttons[0 if skips_look else choice_index])
    assert answer.state == "answered", answer.error
    return await make_choice(guest, match_id, step, choice_index) if skips_look else answer.message


async def wait_for_turn(server: PlaygroundServer, match_id: int, step: int = 0) -> WirePerson:
    """Wait until one of the players Otter and Heron has to choose, and return that player."""
    guests = (server.otter, server.heron)
    guest_by_task = {asyncio.ensure_future(wait_for_choice(it, match_id, step)): it for it in guests}
    done, pending = await asyncio.wait(guest_by_task, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    first = next(iter(done))
    await first
    return guest_by_task[first]


@dataclass
class AutoPlayer:
    """Makes random legal choices for one person in one match."""

    server: PlaygroundServer
    guest: WirePerson
    match_id: int
    dice: random.Random
    last_chosen_step: int = -1
    clicks: int = 0

    def is_over(self) -> bool:
        """Return whether the card or the player message shows the end."""
        offers_rematch = has_button_for(Action.OFFER_REMATCH, self.match_id)
        return bool(
            self.guest.watch.newest_message(self.server.channel, offers_rematch)
            or self.guest.find_private_message(offers_rematch)
        )

    async def play_in_private(self) -> None:
        """Choose in each private message that asks for a choice."""
        while prompt := await self._wait_until_found(self.find_prompt):
            await self.click_through(prompt)

    async def play_by_direct_message(self) -> None:
        while prompt := await self._wait_until_found(self._find_direct_message):
            await self.click_through(prompt)

    async def play_by_card(self) -> None:
        """Open each choice with the button of the card."""
        while card := await self._wait_until_found(self.find_card):
            self.last_chosen_step = get_button_step(card, Action.OPEN_MATCH)
            try:
                answer = await self.guest.click(card, custom_id=index_by_action(card)[Action.OPEN_MATCH])
            except PlaygroundError:
                # The card has just been reposted.
                self.last_chosen_step -= 1
                await asyncio.sleep(0.01)
                continue
            assert answer.state == "answered", answer.error
            prompt = await self.guest.wait_for_private_message(
                has_button_for(Action.SHOW_MORE, self.match_id, self.last_chosen_step)
            )
            if list_move_buttons(prompt):
                await self.click_through(prompt)
            await self.guest.dismiss_ephemeral_messages()

    async def play_by_command(self) -> None:
        """Choose with `/duel move` from its autocomplete suggestions."""
        while prompt := await self._wait_until_found(self.find_prompt):
            self.last_chosen_step = get_button_step(prompt, Action.PICK_MOVE)
            channel = self.server.channel
            moves = await self.guest.autocomplete(channel, "duel move", "word", word="", match=str(self.match_id))
            if not moves:
                # The bot has just made the only possible choice.
                continue
            word = self.dice.choice(moves)["value"]
            answer = await self.server.run_command(self.guest, "duel move", word=word, match=str(self.match_id))
            assert answer.state == "answered", answer.error

    async def click_through(self, prompt: JSON) -> None:
        """Click random buttons of the move menu, page by page, until a complete move is submitted."""
        self.last_chosen_step = get_button_step(prompt, Action.PICK_MOVE)
        while True:
            try:
                answer: InteractionResult = await self.guest.click(
                    prompt, custom_id=self.dice.choice(list_move_buttons(prompt))
                )
            except PlaygroundError:
                # The message was edited at this moment; the caller looks for it again.
                self.last_chosen_step -= 1
                await asyncio.sleep(0.01)
                return
            self.clicks += 1
            assert answer.state == "answered", answer.error
            prompt = answer.message
            if (
                not has_button_for(Action.PICK_MOVE, self.match_id)(prompt)
                or get_button_step(prompt, Action.PICK_MOVE) > self.last_chosen_step
            ):
                return

    def find_prompt(self) -> JSON | None:
        return self.guest.find_private_message(
            has_button_for(Action.PICK_MOVE, self.match_id, self.last_chosen_step + 1)
        )

    def find_card(self) -> JSON | None:
        return self.guest.watch.newest_message(
            self.server.channel, has_button_for(Action.OPEN_MATCH, self.match_id, self.last_chosen_step + 1)
        )

    def _find_direct_message(self) -> JSON | None:
        return self.guest.watch.newest_message(
            self.guest.dm_channel, has_button_for(Action.PICK_MOVE, self.match_id, self.last_chosen_step + 1)
        )

    async def _wait_until_found(self, find: Callable[[], JSON | None]) -> JSON | None:
        """Wait for a message, and return None when the match is over."""
        await self.guest.wait_until(lambda _: find() or self.is_over())
        return None if self.is_over() else find()


PlayMethod: TypeAlias = Callable[[AutoPlayer], Coroutine[object, object, None]]
PLAY_IN_PRIVATE: Final = AutoPlayer.play_in_private


@dataclass
class WireScenarioPlayer:
    """A `Player` of the kit's scenarios who plays on a server of the playground."""

    server: PlaygroundServer
    guest: WirePerson

    async def invite(self, opponent: Any, game: str, options: str = "") -> int:
        return get_match_id(await self.server.challenge_guests(self.guest, opponent.guest, game=game, options=options))

    async def accept(self, match_id: int) -> None:
        card = await self.guest.wait_for_message(self.server.channel, has_button_for(Action.JOIN_OFFER, match_id))
        await press_button(self.guest, card, Action.JOIN_OFFER)

    async def submit_move(self, match_id: int) -> bool:
        player = AutoPlayer(self.server, self.guest, match_id, random.Random(match_id))
        await player.click_through(await wait_for_choice(self.guest, match_id))
        return True

    async def give_up(self, match_id: int) -> None:
        await self.server.resign_match(self.guest, match_id)

    async def read_card(self, match_id: int) -> str:
        return full_text(await self.server.wait_for_end(match_id, self.guest))


async def begin_short_match(server: PlaygroundServer, game: str, variant: str, *guests: WirePerson) -> int:
    options: dict[str, Any] = {"game": game} | ({"variant": variant} if variant else {})
    return await server.begin_match(*guests, form=SHORT_MATCH_OPTIONS.get(game, NO_OPTIONS), **options)


async def play_match(
    server: PlaygroundServer, match_id: int, *guests: WirePerson, play: PlayMethod = PLAY_IN_PRIVATE, seed: int = 1
) -> JSON:
    """Play a match to its end, by default the otter against the heron, and return its card."""
    players = guests or (server.otter, server.heron)
    async with asyncio.TaskGroup() as group:
        for number, guest in enumerate(players):
            group.create_task(play(AutoPlayer(server, guest, match_id, random.Random(f"{seed}/{number}"))))
    return await server.wait_for_end(match_id, players[0])


async def play_one_duel(server: PlaygroundServer) -> int:
    """Play a match of a single duel and return its ID."""
    match_id = await server.begin_match(server.otter, server.heron, form=ONE_DUEL_OPTIONS)
    await play_match(server, match_id)
    return match_id


async def play_rated_match(server: PlaygroundServer, winner: WirePerson, loser: WirePerson) -> JSON:
    """Play until a match is rated, let the loser resign, and return the card."""
    match_id = await server.begin_match(winner, loser)
    for step in range(MIN_RATED_STEPS):
        await server.wait_for_card(match_id, step)
        for guest in (winner, loser):
            moves = await guest.autocomplete(server.channel, "duel move", "word", word="", match=str(match_id))
            if moves:
                answer = await server.run_command(guest, "duel move", word=moves[0]["value"], match=str(match_id))
                assert answer.state == "answered", answer.error
                if "🔒" not in full_text(answer.message):
                    # The move is not sealed: nobody else chooses in this step.
                    break
    await server.wait_for_card(match_id, MIN_RATED_STEPS)
    await server.resign_match(loser, match_id)
    end = await server.wait_for_end(match_id, winner)
    await server.wait_until_shown()
    return end


async def open_ladder(server: PlaygroundServer, guest: WirePerson, **options: str) -> JSON:
    answer = await server.run_command(guest, "ladder server", **options)
    assert answer.state == "answered", answer.error
    assert answer.message["flags"] & EPHEMERAL_FLAG
    return answer.message
