"""Discord's documentation, sentence by sentence: each holds in the playground, or stands in a table with the reason."""

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
from deploy.playground.tests.schema_check import find_schema_faults
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground
from discord_playground.schemas import Schemas

RULE_MODULES = [import_module(f"{conformance.__name__}.{found.name}") for found in iter_modules(conformance.__path__)]
DOCUMENTED_RULES = [
    sentence
    for module in RULE_MODULES
    for page in vars(module).values()
    if isinstance(page, DocumentationPage)
    for sentence in page
]
DEVIATIONS_FILE = Path(__file__).parents[3] / "deploy/playground/DEVIATIONS.md"
DEVIATION_ROW = re.compile(r"^\| (\w[^|]*, [^|]+: [^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
DEVIATION_BY_TITLE = {
    place: (says, reason) for place, says, reason in DEVIATION_ROW.findall(DEVIATIONS_FILE.read_text())
}
"""By place, what is documented and why it is otherwise here."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(playground_url: str, schemas: Schemas | None) -> AsyncIterator[ConformanceBot]:
    """One for all of them: who changes what others need does it elsewhere."""
    async with Playground.connect(playground_url) as playground, aiohttp.ClientSession() as session:
        await playground.control("set_response_timeout", seconds=TIMEOUT_S)
        ground, before = await create_sandbox(playground), (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
        yield await create_conformance_bot(ground, session)
        await ground.reset_people()
        if schemas:
            found = find_schema_faults(schemas, (await playground.load_traffic_log(before))["entries"])
            assert [fault for fault in found if not fault.endswith("keeps whole")] == []
        await ground.remove_people()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("sentence", [pytest.param(one, id=one.title) for one in DOCUMENTED_RULES])
async def test_it_is_as_the_documentation_says(bot: ConformanceBot, sentence: DocumentedRule) -> None:
    try:
        if sentence.title in DEVIATION_BY_TITLE:
            # What has come to hold leaves the table.
            with pytest.raises(AssertionError):
                await sentence.check(bot)
        else:
            await sentence.check(bot)
    except Exception as error:
        error.add_note(f"{sentence.title}: {sentence.statement}")
        raise
    finally:
        await bot.delete_created_channels()


def test_there_are_two_hundred_and_each_has_a_place_of_its_own() -> None:
    assert len(DOCUMENTED_RULES) >= 200
    assert [place for place, times in Counter(one.title for one in DOCUMENTED_RULES).items() if times > 1] == []


def test_the_table_names_sentences_that_there_are() -> None:
    said = {one.title: one.statement for one in DOCUMENTED_RULES}
    assert {place: says for place, (says, _) in DEVIATION_BY_TITLE.items()} == {
        place: said.get(place) for place in DEVIATION_BY_TITLE
    }
