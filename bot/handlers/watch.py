"""Handlers for onlookers: show a match to somebody who does not play in it, and store their predictions of choices."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.matches import match_rules
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.predictions import list_open_choices, would_longer_clock_open_choices
from bot.matches.service import MatchService
from bot.preferences import Preferences
from bot.rendering.card_renderer import NOBODY, CardRenderer
from bot.screens import channel_line, watch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.wall_clock import find_new_accounts
from games.refused import Refused
from storage import Store, StoredPrediction

PREDICTION_ATTEMPTS: Final = 5
"""How often to try to store a prediction. In between, players may seal choices of the same step."""


@dataclass(eq=False)
class WatchHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _card_renderer: CardRenderer

    @property
    def handlers(self) -> Handlers:
        return {Action.PREDICT: self.save_prediction}

    async def show_match(self, request: Request, match: MatchState, board: str = "") -> Response:
        """Show a started match to an onlooker, in a private message.

        `board` is the number of an earlier step of a running match. By default, show the current board.
        """
        match = match_rules.require_started(match)
        scene = await self._render_match(request, match, board)
        return Response(scene, clicked_card_match_id=None if request.is_private or match.is_over else match.id)

    async def _render_match(self, request: Request, match: StartedMatch, board: str) -> Scene:
        if isinstance(match, FinishedMatch):
            scene = await self._card_renderer.render_card(match, request.locale, NOBODY, NOBODY)
            if match.find_seat(request.person_id) is not None:
                return scene
            scored = await self._store.predictions.list_latest_scored(match.id, request.person_id)
            scene = replace(
                scene, below=(*scene.below, *watch.format_scored_predictions(match, scored, request.locale))
            )
            return channel_line.replace_buttons_for_onlooker(scene, match, request.locale)
        assert isinstance(match, RunningMatch)
        if board.isdecimal() and int(board) < match.engine.step:
            journal = await self._matches.load_journal(match.id)
            # Use a thread, because replaying a long match takes a quarter of a second.
            return await asyncio.to_thread(watch.render_earlier_board, match, journal, int(board), request.locale)
        unpredictable_ids = await self._list_unpredictable_people(request, match)
        predictions = watch.OnlookerPredictions(
            list_open_choices(match, unpredictable_ids),
            await self._store.predictions.load_own(match.id, match.engine.step, request.person_id),
            await self._store.predictions.list_latest_scored(match.id, request.person_id),
            needs_longer_clock=would_longer_clock_open_choices(match, unpredictable_ids),
        )
        return watch.render_watched_match(match, request.locale, self._matches.absences, predictions)

    async def save_prediction(self, request: Request, custom_id: CustomId) -> Response:
        """Store or replace an onlooker's prediction of a player's choice in the current step.

        Until the step is resolved, the prediction stays secret: it changes no message and does not count as activity.
        """
        for _ in range(PREDICTION_ATTEMPTS):
            match = await self._matches.find_match(custom_id.match_id)
            if not isinstance(match, RunningMatch) or match.engine.step != custom_id.step:
                raise Refused("stale", step=custom_id.step)
            prediction = await self._build_prediction(request, match, custom_id.argument)
            if await self._store.predictions.save(prediction, match.event_count):
                return replace(await self.show_match(request, match), replaces_clicked_message=request.is_private)
        raise Refused("busy")

    async def _build_prediction(self, request: Request, match: RunningMatch, argument: str) -> StoredPrediction:
        """Build the prediction for a button argument `seat.choice`. Raise `Refused` if it cannot be predicted."""
        open_choices = list_open_choices(match, await self._list_unpredictable_people(request, match))
        choices = {
            f"{seat}.{index}": (seat, move, len(moves))
            for seat, moves in open_choices.items()
            for index, move in enumerate(moves)
        }
        if match.server_id is None or argument not in choices:
            raise Refused("prediction")
        seat, move, choice_count = choices[argument]
        return StoredPrediction(
            match.id,
            match.engine.step,
            seat,
            request.person_id,
            match.server_id,
            " ".join(move),
            choice_count,
            not find_new_accounts([request.person_id], request.now_ms),
            request.now_ms,
        )

    async def _list_unpredictable_people(self, request: Request, match: RunningMatch) -> list[int]:
        """Return the players whose choices this person may not predict. People in the match may predict nobody."""
        people = [person_id for person_id in match.player_ids if person_id is not None]
        if request.person_id in people:
            return people
        preferences = await asyncio.gather(*map(self._preferences.reload_player, people))
        return [it for it, player in zip(people, preferences, strict=True) if not player.predictable]
