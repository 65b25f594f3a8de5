"""Scenarios that run both in process (`Person`) and over the wire (`WireScenarioPlayer`)."""

from __future__ import annotations

from tests.kit.person import Player

SHORT_DUEL_OPTIONS_TEXT = "placement=random; duel_limit=3"
"""Options for a short match in which both players move in the first step."""


async def play_and_give_up(ann: Player, ben: Player) -> None:
    """Play a match in which both make a move and Ben resigns, and check that the card shows a win."""
    match_id = await ann.invite(ben, "schamanen", SHORT_DUEL_OPTIONS_TEXT)
    await ben.accept(match_id)
    assert await ann.submit_move(match_id)
    assert await ben.submit_move(match_id)
    await ben.give_up(match_id)
    assert "wins" in await ann.read_card(match_id)
    assert "wins" in await ben.read_card(match_id)
