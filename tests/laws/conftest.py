"""Runs each test that has a parameter `table` once for every law table."""

import pytest

from tests.laws.law_tables import TABLES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=str)


def pytest_itemcollected(item: pytest.Item) -> None:
    if isinstance(item, pytest.Function) and "table" in item.fixturenames:
        item.add_marker(pytest.mark.again)
