"""Training of the mixes of the strong house."""

from __future__ import annotations

from tests.tools.bench.train_schnick import train


def test_training_is_repeatable() -> None:
    trained = dict(train(3))
    assert trained == dict(train(3)) != dict(train(2))
