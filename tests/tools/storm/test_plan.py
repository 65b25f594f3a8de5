"""A storm can be repeated, and a short one has everything."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.tools.storm.plan import SILENT, Kind, faults


def test_the_same_seed_is_the_same_storm() -> None:
    one, same, other = (list(islice(faults(seed, 3, shared=True), 100)) for seed in ("1", "1", "2"))
    assert one == same
    assert one != other


@pytest.mark.parametrize("shared", [True, False])
def test_the_first_faults_are_one_of_each_kind(shared: bool) -> None:
    kinds = set(Kind) - {Kind.ROLL} - (set() if shared else {Kind.CRASH})
    assert {fault.kind for fault in islice(faults("1", 3, shared=shared), len(kinds))} == kinds


def test_whoever_is_paused_or_gone_outlasts_everybodys_patience() -> None:
    long = [it for it in islice(faults("1", 3, shared=True), 500) if it.kind in {Kind.PAUSE, Kind.VANISH}]
    assert all(it.lasts > SILENT for it in long)
    assert {it.whom for it in long} == {0, 1, 2}
