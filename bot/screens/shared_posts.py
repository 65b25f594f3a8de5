"""Posts that people share in a channel: matches with their films, ladders, head-to-head records and profiles.

The first line never says who won, because notifications show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.phrases import format_mention
from bot.screens.scene import Button, Scene
from games.core import Seat
from games.dice import UNSEEDED
from games.match import Match


def build_post(scene: Scene, sharer_id: int, buttons: Sequence[Button], locale: str) -> Scene:
    """Return a private scene as a public post: add a line that names the sharer, and replace the buttons."""
    title, *lines = scene.above
    shared_by = f"-# {say('shared-by', locale, who=format_mention(sharer_id, locale))}"
    return replace(scene, above=(title, shared_by, *lines), rows=(tuple(buttons),) if buttons else ())


def build_match_buttons(
    match: StartedMatch, start: Match, sharer_id: int, seat: Seat, locale: str
) -> tuple[Button, ...]:
    """Build the buttons below a shared match. `start` is its first position, and the sharer played in `seat`."""
    review = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id)))
    play_id = CustomId(Action.PLAY_FROM_POSITION, match.id, 0, str(seat))
    play = [Button(say("button-play-deal", locale), str(play_id), "main")] if _has_deal(match, start) else []
    return (*play, build_challenge_button(sharer_id, locale, match.game.KEY), review)


def build_challenge_button(person_id: int, locale: str, game_key: str = "") -> Button:
    """Build the button that challenges a person, by default to the game that the reader played last."""
    label = say("button-challenge-player", locale, who=format_mention(person_id, locale))
    custom_id = CustomId(Action.CHALLENGE_PERSON, argument=f"{game_key}.{person_id}")
    return Button(label, str(custom_id), mention_fallbacks=((person_id, ELLIPSIS),))


def _has_deal(match: StartedMatch, start: Match) -> bool:
    """Return whether dice decided the start of the match. Only then is there a deal that others can play, too."""
    usual_start = match.game.initial_state(match.options, match.engine.seats, UNSEEDED.step_dice(0))
    return bool(usual_start != start.state)
