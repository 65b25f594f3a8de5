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

from deploy.playground.tests import sentences
from deploy.playground.tests.document import faults
from deploy.playground.tests.ground import NEWEST, grounds
from deploy.playground.tests.sentences.sentence import Page, Sentence
from deploy.playground.tests.sentences.witness import Witness, witness
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground
from discord_playground.schemas import Schemas

PAGES = [import_module(f"{sentences.__name__}.{found.name}") for found in iter_modules(sentences.__path__)]
SENTENCES = [
    sentence for module in PAGES for page in vars(module).values() if isinstance(page, Page) for sentence in page
]
TABLE = Path(__file__).parents[3] / "deploy/playground/DEVIATIONS.md"
ROW = re.compile(r"^\| (\w[^|]*, [^|]+: [^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
DEVIATE = {place: (says, reason) for place, says, reason in ROW.findall(TABLE.read_text())}
"""By place, what is documented and why it is otherwise here."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(url: str, schemas: Schemas | None) -> AsyncIterator[Witness]:
    """One for all of them: who changes what others need does it elsewhere."""
    async with Playground.at(url) as playground, aiohttp.ClientSession() as session:
        await playground.stage("set_response_timeout", seconds=TIMEOUT_S)
        ground, before = await grounds(playground), (await playground.wire(NEWEST))["last"]
        yield await witness(ground, session)
        await ground.restored()
        if schemas:
            found = faults(schemas, (await playground.wire(before))["entries"])
            assert [fault for fault in found if not fault.endswith("keeps whole")] == []
        await ground.left()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("sentence", [pytest.param(one, id=one.place) for one in SENTENCES])
async def test_it_is_as_the_documentation_says(bot: Witness, sentence: Sentence) -> None:
    try:
        if sentence.place in DEVIATE:
            # What has come to hold leaves the table.
            with pytest.raises(AssertionError):
                await sentence.asked(bot)
        else:
            await sentence.asked(bot)
    except Exception as error:
        error.add_note(f"{sentence.place}: {sentence.says}")
        raise
    finally:
        await bot.swept()


def test_there_are_two_hundred_and_each_has_a_place_of_its_own() -> None:
    assert len(SENTENCES) >= 200
    assert [place for place, times in Counter(one.place for one in SENTENCES).items() if times > 1] == []


def test_the_table_names_sentences_that_there_are() -> None:
    said = {one.place: one.says for one in SENTENCES}
    assert {place: says for place, (says, _) in DEVIATE.items()} == {place: said.get(place) for place in DEVIATE}
