"""Who knows the strong house imagines it as it plays: else their search would prove nothing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.dice import Dice
from games.schnick.leaning import leant
from games.schnick.state import NAMES, SYMBOLS
from tests.games.schnick.drawn import said, table, wandered
from tests.tools.bench.knower import Knower


def shares(ways: Mapping[str, float]) -> dict[str, float]:
    return {symbol: ways.get(symbol, 0) / sum(ways.values()) for symbol in SYMBOLS}


def test_they_imagine_the_mixes_that_it_has() -> None:
    drawn = [match for seed in range(6) for match in wandered(2, seed)]
    scenes = [
        match
        for match in drawn
        if match.state.phase == "duel" and len(match.state.dealt[0]) == 1 == len(match.state.dealt[1])
    ]
    assert len(scenes) > 40
    for match in scenes:
        for seat in (0, 1):
            told = Knower().mix(match.view(seat))
            weights = {symbol: told[NAMES[symbol]] for symbol in SYMBOLS}
            assert shares(weights) == pytest.approx(shares(leant(match.view(seat), seat)), abs=1e-9)


def test_what_was_played_tells_them_what_is_kept() -> None:
    """Scissors met scissors: of all hands that it may be, each as likely as the house plays scissors from it."""
    match = said(table("st sp | wf"), "0 challenge 1")
    after, knower = said(match, "scissors scissors"), Knower()
    knower.sees(match.view(0), after.view(0), ("card", "scissors"), ("card", "scissors"))
    kept = dict.fromkeys(SYMBOLS, 0.0)
    for card in "pwf":
        rest = "pwf".replace(card, "")
        kept[card] = leant(said(table(f"st s{card} | {rest}"), "0 challenge 1").view(1), 1)["s"]
    assert {card: knower.held(after.view(0))[NAMES[card]] for card in SYMBOLS} == pytest.approx(shares(kept))
    assert len({round(share, 3) for share in kept.values()}) > 2


def test_they_see_what_wins() -> None:
    """Nothing but stone is left, and a sign of paper wins the match."""
    match = said(table("j tt | tttttttttt"), "0 challenge 1")
    assert Knower(deals=20).word(match.view(0), Dice(b""))[1] in {"paper", "well"}
