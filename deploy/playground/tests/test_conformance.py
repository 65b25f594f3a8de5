"""Test that the playground follows all rules from Discord's documentation, except those that DEVIATIONS.md lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import aiohttp
import pytest
import pytest_asyncio

from deploy.playground.tests import conformance
from deploy.playground.tests.conformance.conformance_bot import ConformanceBot, create_conformance_bot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage, DocumentedRule
from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, create_sandbox
from deploy.playground.tests.schema_check import find_schema_errors
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground
from discord_playground.schemas import Schemas

RULE_MODULES = [import_module(f"{conformance.__name__}.{module.name}") for module in iter_modules(conformance.__path__)]
DOCUMENTED_RULES = [
    rule
    for module in RULE_MODULES
    for page in vars(module).values()
    if isinstance(page, DocumentationPage)
    for rule in page
]
DEVIATIONS_FILE = Path(__file__).parents[3] / "deploy/playground/DEVIATIONS.md"
DEVIATION_ROW = re.compile(r"^\| (\w[^|]*, [^|]+: [^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
DEVIATION_BY_TITLE = {
    title: (statement, reason) for title, statement, reason in DEVIATION_ROW.findall(DEVIATIONS_FILE.read_text())
}
"""The documented statement and the reason for the deviation, by the title of the rule."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(playground_url: str, schemas: Schemas | None) -> AsyncIterator[ConformanceBot]:
    """The bot that all rules share. Rules that change shared state create their own channels or bots."""
    async with Playground.connect(playground_url) as playground, aiohttp.ClientSession() as session:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        sandbox, before = await create_sandbox(playground), (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
        yield await create_conformance_bot(sandbox, session)
        await sandbox.reset_people()
        if schemas:
            errors = find_schema_errors(schemas, (await playground.load_traffic_log(before))["entries"])
            assert [error for error in errors if not error.endswith("keeps whole")] == []
        await sandbox.remove_people()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.title) for rule in DOCUMENTED_RULES])
async def test_rule_holds_or_is_listed_as_deviation(bot: ConformanceBot, rule: DocumentedRule) -> None:
    try:
        if rule.title in DEVIATION_BY_TITLE:
            # If the playground follows the rule after all, it must be removed from DEVIATIONS.md.
            with pytest.raises(AssertionError):
                await rule.check(bot)
        else:
            await rule.check(bot)
    except Exception as error:
        error.add_note(f"{rule.title}: {rule.statement}")
        raise
    finally:
        await bot.delete_created_channels()


def test_at_least_two_hundred_rules_with_unique_titles() -> None:
    assert len(DOCUMENTED_RULES) >= 200
    assert [title for title, count in Counter(rule.title for rule in DOCUMENTED_RULES).items() if count > 1] == []


def test_deviations_quote_existing_rules() -> None:
    statements = {rule.title: rule.statement for rule in DOCUMENTED_RULES}
    assert {title: statement for title, (statement, _) in DEVIATION_BY_TITLE.items()} == {
        title: statements.get(title) for title in DEVIATION_BY_TITLE
    }
