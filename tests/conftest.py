"""Every test is begun with as much effort as was asked for."""

import pytest

import tests.effort  # noqa: F401 - it tells hypothesis


def pytest_itemcollected(item: pytest.Item) -> None:
    # The plugin of hypothesis marks its own.
    if item.get_closest_marker("hypothesis"):
        item.add_marker(pytest.mark.again)
