"""Tests for hints in practice."""

from __future__ import annotations

import pytest

from bot.i18n import say
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import CustomId
from bot.screens.move_menu import spell_move
from bot.screens.player_screen import render_hint
from games.core import MixedSuggestion, Move, Suggestion
from games.words import LOCALES
from tests.kit.matches import ANN, begin_practice
from tests.kit.scene_reading import list_buttons
from tests.kit.world import World

pytestmark = pytest.mark.usefixtures("without_morra")


def make_mix(chosen: Move, why: str, **shares: float) -> MixedSuggestion:
    return MixedSuggestion.from_weights(
        chosen, [(Suggestion(("mask", line), why), share) for line, share in shares.items()]
    )


@pytest.mark.parametrize("locale", LOCALES)
async def test_hint_shows_the_mix_and_recommends_its_most_likely_part(world: World, locale: str) -> None:
    match = await begin_practice(world.matches, "schamanen", options={"placement": "random"})
    seat = match.player_ids.index(ANN)
    lines = ("123", "abc")[seat]
    mix = make_mix(("mask", lines[2]), "why-mask-mix", **{lines[1]: 3.0, lines[0]: 6.0, lines[2]: 1.0})
    scene = render_hint(match, seat, mix, locale, Absences())
    hint = scene.below[-1]
    for line, percent in zip(lines, (60, 30, 10), strict=True):
        assert say("hint-share", locale, move=line.upper(), percent=percent) in hint
    (recommended,) = [button for button in list_buttons(scene) if button.tone == "good"]
    custom_id = CustomId.parse(recommended.custom_id)
    assert custom_id
    assert custom_id.argument == spell_move(("mask", lines[0]))
    # The button has the mask's shorter name, which ends with the same line.
    assert hint.startswith(f"💡 **{match.game.move_label(match.engine.view_of(seat), ('mask', lines[0]), locale)}**")
    assert recommended.label.endswith(lines[0].upper())


def test_mix_leaves_out_impossible_moves_and_keeps_the_chosen_one() -> None:
    mix = make_mix(("mask", "b"), "why-mask-mix", a=0.0, b=0.001, c=0.999)
    assert mix.move == ("mask", "b")
    assert [(suggestion.move[1], percent) for suggestion, percent in mix.mix] == [("c", 99), ("b", 1)]
