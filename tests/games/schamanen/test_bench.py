"""The instruments that measure the house know the game: the elder who judges hints, the prophet and the seer."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import fmean, pvariance

import pytest

from games.core import Level, Thought
from games.schamanen import GAME
from games.schamanen.ground import exchanged
from games.schamanen.outlook import Outlook, likings, worth
from games.schamanen.state import BISON, VALUES, exchanger
from tests.games.schamanen.drawn import said, table, wandering
from tests.tools.bench.elder import judged
from tests.tools.bench.prophet import TERMS, Duel, Fates
from tests.tools.bench.seer import Imagined, Seer

BOARD = "4/9 6/1 5/4 | 9/8 8/3 7/2 | 1/6 2/5 3/7"
"""With two duels to go and 14 shells of Bison's row 2 wins, whatever is exchanged after it."""


def test_elder_says_what_is_false_in_a_hint() -> None:
    view = replace(table(board=BOARD).view(0), shells=(14, 4), duels=19)
    sure = Thought(("mask", "2"), "why-mask-sure", {"seat": 0, "line": "2"})
    assert judged(view, sure) == ""
    assert judged(view, replace(sure, word=("mask", "1"), facts={"seat": 0, "line": "1"}))
    assert judged(view, replace(sure, why="why-mask-mix", facts={"seat": 0, "line": "2", "times": 60}))
    view = replace(said(table(board=BOARD), "b2").view(0), shells=(13, 5), duels=19)
    threat = Thought(("swap", "a1", "a2"), "why-swap-threat", {"space": "B1"})
    assert judged(view, threat) == ""
    assert judged(view, replace(threat, facts={"space": "A1"}))
    odds = {each: replace(threat, why="why-swap-chances", facts={"chances": each}) for each in range(60, 90)}
    assert [each for each, hint in odds.items() if judged(view, hint) == ""] == [*range(72, 79)]


@pytest.mark.parametrize(("shells", "duels"), [(9, 0), (13, 12), (11, 20)])
def test_prophet_places_and_thinks_as_the_game_does(shells: int, duels: int) -> None:
    fates = Fates(duels)
    fates.place()
    bison, wolf = fates.ground.values
    assert sorted(bison) == sorted(wolf) == [*VALUES]
    assert all(one != other for one, other in zip(bison, wolf, strict=True))
    ground, outlook = fates.ground, Outlook(TERMS, ((), ()), shells, duels)
    tariff = outlook.ahead(ground)
    assert fates.ahead(shells, duels) == pytest.approx([tariff[meeting] for meeting in ground.meetings])
    if duels:
        seat, sign = exchanger(duels), 1 if exchanger(duels) == BISON else -1
        made = [made for _, made in exchanged(ground, TERMS, seat, likings(seat, outlook.tariff))]
        hopes = [sign * worth(each.meetings, outlook.ahead(each)) for each in made]
        assert fates.exchange(shells, duels) == pytest.approx(sign * max(hopes))
        assert hopes[made.index(fates.ground)] == pytest.approx(max(hopes))


@pytest.mark.gate
def test_luck_that_the_prophet_takes_out_favors_nobody() -> None:
    fates, lives = Fates(1), list[tuple[float, float]]()
    for _ in range(30):
        fates.place()
        lives += [fates.live() for _ in range(4)]
    assert abs(fmean(share - left for left, share in lives)) < 0.1
    assert {share for _, share in lives} <= {0, 0.5, 1}
    assert pvariance(left for left, _ in lives) < pvariance(share for _, share in lives) / 2


def test_luck_of_the_prophet_is_what_neither_mask_alone_brought() -> None:
    duel, cells = Duel([0.5, 0.5, 0], [0.25, 0, 0.75], 0.5), [0.9, 0.1, 0.3, 0.2, 0.4, 0.8, 0.6, 0.7, 0.5]
    luck = duel.luck(cells)
    for at in range(3):
        for shares, line in ((duel.columns, luck[3 * at : 3 * at + 3]), (duel.rows, luck[at::3])):
            assert sum(share * each for share, each in zip(shares, line, strict=True)) == pytest.approx(0)
    assert duel.missed(cells, cells, luck) == pytest.approx(duel.by_mask(cells, cells)) != 0
    assert duel.missed(cells, cells, duel.brought(cells)) == pytest.approx(0)


def test_seer_imagines_the_mix_that_the_house_has_and_what_lies_open() -> None:
    matches = list(wandering(3, variant="memory", placement="random", duel_limit=5))
    seer = Seer(matches[0].view(0), Random(1))
    for before, match in pairwise(matches):
        if match.state.phase == "mask":
            lies = match.state.at[1]
            layout = tuple(next(value for value in VALUES if lies[value - 1] == space) for space in range(9))
            mix = list(GAME.mix(match.view(1), Level.STRONG, lambda: 1.0).values())
            assert list(Imagined(match.view(0), layout).mix) == mix
        if match.step > before.step and not match.result:
            seer.sees(match.view(0), None)
            known = match.view(0).known[1]
            assert all(layout[at] == pile[0] for layout in seer.likely for at, pile in enumerate(known) if pile[0])
            assert all(sorted(layout) == list(VALUES) for layout in seer.likely)
