"""The compiled rival that plays on for the prophet thinks and places as the one of the game does."""

from __future__ import annotations

from statistics import fmean, pvariance

import pytest

from games.schamanen.ground import exchanged
from games.schamanen.outlook import Outlook, likings, worth
from games.schamanen.state import BISON, VALUES, exchanger
from tests.tools.bench.prophet import TERMS, Duel, Fates


@pytest.mark.parametrize(("shells", "duels"), [(9, 0), (4, 7), (13, 12), (9, 19), (11, 20)])
def test_it_thinks_as_the_coach_does(shells: int, duels: int) -> None:
    fates = Fates(duels)
    fates.place()
    ground, outlook = fates.ground, Outlook(TERMS, ((), ()), shells, duels)
    tariff = outlook.ahead(ground)
    assert fates.ahead(shells, duels) == pytest.approx([tariff[meeting] for meeting in ground.meetings])
    if duels:
        seat, sign = exchanger(duels), 1 if exchanger(duels) == BISON else -1
        made = [made for _, made in exchanged(ground, TERMS, seat, likings(seat, outlook.tariff))]
        hopes = [sign * worth(each.meetings, outlook.ahead(each)) for each in made]
        assert fates.exchange(shells, duels) == pytest.approx(sign * max(hopes))
        assert hopes[made.index(fates.ground)] == pytest.approx(max(hopes))


def test_it_places_as_the_rules_have_it() -> None:
    for seed in range(8):
        fates = Fates(seed)
        fates.place()
        bison, wolf = fates.ground.values
        assert sorted(bison) == sorted(wolf) == [*VALUES]
        assert all(one != other for one, other in zip(bison, wolf, strict=True))


@pytest.mark.gate
def test_what_it_takes_out_as_luck_is_nobodys() -> None:
    fates, lives = Fates(1), list[tuple[float, float]]()
    for _ in range(30):
        fates.place()
        lives += [fates.live() for _ in range(4)]
    assert abs(fmean(share - left for left, share in lives)) < 0.1
    assert {share for _, share in lives} <= {0, 0.5, 1}
    assert pvariance(left for left, _ in lives) < pvariance(share for _, share in lives) / 2


def test_luck_is_what_neither_mask_alone_brought() -> None:
    duel, cells = Duel([0.5, 0.5, 0], [0.25, 0, 0.75], 0.5), [0.9, 0.1, 0.3, 0.2, 0.4, 0.8, 0.6, 0.7, 0.5]
    luck = duel.luck(cells)
    for at in range(3):
        assert sum(share * each for share, each in zip(duel.columns, luck[3 * at : 3 * at + 3], strict=True)) == (
            pytest.approx(0)
        )
        assert sum(share * each for share, each in zip(duel.rows, luck[at::3], strict=True)) == pytest.approx(0)
    left, masks = duel.missed(cells, cells, luck), duel.by_mask(cells, cells)
    assert left == pytest.approx(masks) != 0
    assert duel.missed(cells, cells, duel.brought(cells)) == pytest.approx(0)
