"""The sample bot, a program of its own, as people meet it."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import (
    File,
    PersonClient,
    Playground,
    PlaygroundError,
    button_labels,
    find_buttons,
    find_selects,
    full_text,
    iter_components,
    text_blocks,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

EPHEMERAL_FLAG, LOADING_FLAG, V2_FLAG, SILENT_FLAG = 1 << 6, 1 << 7, 1 << 15, 1 << 12


@pytest.fixture
def otter(sample_playground: Playground) -> PersonClient:
    return sample_playground.person("otter")


@pytest.fixture
def heron(sample_playground: Playground) -> PersonClient:
    return sample_playground.person("heron")


async def test_it_is_seen_to_watch(otter: PersonClient) -> None:
    people = (await otter.load_view())["people"]
    [presence] = [one["presence"] for one in people if one["username"] == "Sample"]
    assert presence == {"status": "online", "activity": "the clearing"}


async def test_every_option_and_a_completed_one(otter: PersonClient, heron: PersonClient) -> None:
    choices = await otter.autocomplete("duels", "forest gather", "berry", berry="ber", count=2)
    assert {"name": "Rowanberry", "value": "rowanberry"} in choices
    answer = await otter.run_command(
        "duels", "forest gather",
        berry="rowanberry", season="autumn", count=3, weight=1.5, ripe=True, animal="heron", place="lounge",
        role="Sample", whom="lynx", basket=File("basket.txt", b"woven"),
    )  # fmt: skip
    [embed] = answer.message["embeds"]
    assert embed["title"] == "3 × rowanberry"
    season, weight, ripe, animal, place, role, whom, basket = embed["description"].split(", ")
    assert (season, weight, ripe, basket) == ("autumn", "1.5", "True", "basket.txt")
    assert (animal[:2], place[:2], role[:3], whom[:2]) == ("<@", "<#", "<@&", "<@")
    assert (await heron.run_command("duels", "wald sammeln", berry="bilberry")).state == "answered"
    with pytest.raises(PlaygroundError, match="wald"):
        await otter.run_command("duels", "wald sammeln", berry="bilberry")


async def test_what_a_bot_does_not_answer_fails(otter: PersonClient, sample_playground: Playground) -> None:
    waiting = await otter.run_command("duels", "forest den sleep", wait=False)
    await sample_playground.control("advance_time", seconds=TIMEOUT_S)
    [failed] = (await otter.load_view())["interactions"]
    assert (failed["id"], failed["what"], failed["state"]) == (waiting.interaction_id, "/forest den sleep", "failed")
    assert failed["error"] == "The application did not respond"
    await otter.dismiss(interaction=failed["id"])


async def test_whispers_reach_who_listens(otter: PersonClient, heron: PersonClient) -> None:
    await otter.run_command("duels", "forest den whisper", animal="heron", words="Pst")
    await heron.wait_for_message("@Sample", lambda one: "whispers: Pst" in full_text(one))
    told = await otter.wait_for_message("duels", lambda one: "has heard it" in full_text(one))
    assert told["flags"] & EPHEMERAL_FLAG
    await heron.set_dms_open(open=False)
    await otter.run_command("duels", "forest den whisper", animal="heron", words="Again")
    await otter.wait_for_message("duels", lambda one: "does not listen" in full_text(one))
    await heron.set_dms_open(open=True)


async def test_who_writes_to_it_is_heard(heron: PersonClient) -> None:
    said = await heron.send_message("@Sample", "Hello?")
    reply = await heron.wait_for_message("@Sample", lambda one: "heard you" in full_text(one))
    assert reply["referenced_message"]["id"] == said["id"]
    assert not reply["playground"]["pings"]


async def test_buttons_of_every_style(otter: PersonClient, heron: PersonClient) -> None:
    toys = (await otter.run_command("duels", "toys")).message
    assert [button["style"] for button in find_buttons(toys)] == [1, 2, 3, 4, 5]
    assert button_labels(toys) == ["Leap", "Hide", "Feast", "Scatter", "Read on"]
    leapt = await heron.click(toys, "Leap")
    assert (leapt.callback_type, leapt.message["id"]) == (7, toys["id"])
    assert "leaps" in full_text(leapt.message)
    hidden = await heron.click(toys, "Hide")
    assert hidden.message["flags"] & EPHEMERAL_FLAG
    assert hidden.message["id"] not in {one["id"] for one in await otter.load_messages("duels")}
    assert (await heron.click(toys, "Feast")).callback_type == 6
    eaten = await otter.wait_for_message("duels", lambda one: "All eaten" in full_text(one))
    assert eaten["id"] == toys["id"]
    assert [one["filename"] for one in eaten["attachments"]] == ["leaf.png"]
    assert (eaten["attachments"][0]["width"], eaten["attachments"][0]["height"]) == (96, 96)
    await heron.click(toys, "Scatter")
    assert await otter.wait_until(lambda seen: toys["id"] not in {one["id"] for one in seen.list_messages("duels")})


async def test_every_select(otter: PersonClient) -> None:
    toys = (await otter.run_command("duels", "toys")).message
    assert [select["type"] for select in find_selects(toys)] == [3, 5, 6, 8]
    for custom_id, values, told in (
        ("toys:berries", ["bilberry", "cloudberry"], "Taken: bilberry, cloudberry"),
        ("toys:animals", ["otter", "lynx"], "Called: <@"),
        ("toys:roles", ["Sample"], "Taken on: <@&"),
        ("toys:places", ["lounge"], "Visited: <#"),
    ):
        answer = await otter.select_values(toys, custom_id, values)
        assert full_text(answer.message).startswith(told)


async def test_a_layout_of_everything(otter: PersonClient, heron: PersonClient) -> None:
    clearing = (await otter.run_command("duels", "clearing")).message
    assert clearing["flags"] & V2_FLAG
    kinds = {one["type"] for one in iter_components(clearing)}
    assert kinds == {1, 2, 7, 9, 10, 11, 12, 13, 14, 17}
    assert text_blocks(clearing)[0].startswith("# The clearing")
    assert clearing["attachments"] == []
    assert full_text((await heron.click(clearing, "Knock")).message) == "Somebody is at home."
    invited = (await heron.select_values(clearing, "clearing:guests", ["otter", "Sample"])).message
    assert invited["flags"] & SILENT_FLAG
    assert [one["username"] for one in invited["mentions"]] == ["otter"]


@pytest.mark.parametrize(
    ("what", "values", "told"),
    [
        (
            "letter",
            {"to": ["heron"], "words": "Come soon", "enclosed": [File("leaf.txt", b"green")], "sealed": False},
            ["<@", "Come soon", "leaf.txt", "False"],
        ),
        (
            "picnic",
            {"cake": ["cloudberry"], "sky": "rain", "basket": ["tea"], "where": ["lounge"], "guests": ["lynx"]},
            ["cloudberry", "rain", "tea", "<#", "<@"],
        ),
        ("burrow", {"name": "Oak end", "whose": ["Sample"]}, ["Oak end", "<@&"]),
    ],
)
async def test_forms_of_everything(otter: PersonClient, what: str, values: dict[str, Any], told: list[str]) -> None:
    opened = await otter.run_command("duels", "write", what=what)
    assert opened.callback_type == 9
    assert (await otter.load_view())["modal"]["id"] == opened.modal["id"]
    answer = await otter.submit_modal(values)
    lines = full_text(answer.message).split("\n")
    assert len(lines) == len(told)
    assert all(line.startswith(start) for line, start in zip(lines, told, strict=True))


@pytest.mark.parametrize("quietly", [False, True])
async def test_foraging_takes_a_while(otter: PersonClient, heron: PersonClient, quietly: bool) -> None:
    before = len(await heron.load_messages("duels"))
    answer = await otter.run_command("duels", "forage", quietly=quietly)
    assert answer.callback_type == 5
    thinking = answer.message["id"]
    first = await otter.wait_for_message(
        "duels", lambda one: one["id"] == thinking and "one was eaten" in full_text(one)
    )
    assert not first["flags"] & LOADING_FLAG
    assert bool(first["flags"] & EPHEMERAL_FLAG) is quietly
    *_, found, leaf = await otter.load_messages("duels")
    assert (found["id"], full_text(leaf)) == (first["id"], "And a leaf.")
    assert [one["filename"] for one in leaf["attachments"]] == ["leaf.png"]
    assert len(await heron.load_messages("duels")) - before == (0 if quietly else 2)


async def test_a_trail_is_a_thread(otter: PersonClient, heron: PersonClient) -> None:
    answer = await otter.run_command("duels", "trail", name="to the brook")
    thread = await heron.wait_until(lambda seen: seen.find_channel("to the brook"))
    assert "went this way" in full_text(await heron.wait_for_message(thread["id"]))
    begun = await heron.wait_for_message("duels", lambda one: one.get("thread"))
    assert (begun["id"], begun["thread"]["id"]) == (answer.message["id"], thread["id"])
    with pytest.raises(PlaygroundError):
        await otter.run_command("@Sample", "trail", name="nowhere")


async def test_menus_of_people_and_messages(otter: PersonClient, heron: PersonClient) -> None:
    waved = (await heron.run_command("duels", "Winken", target="otter")).message
    assert [one["username"] for one in waved["mentions"]] == ["heron", "otter"]
    assert (await otter.wait_for_message("duels", lambda one: one["id"] == waved["id"]))["playground"]["pings"]
    sniffed = await otter.run_command("duels", "Sniff", target=waved)
    assert full_text(sniffed.message).startswith("It smells of <@")


async def test_its_buttons_outlive_it(sample_playground: Playground) -> None:
    made = await sample_playground.control("create_bot", name="Squirrel")
    await sample_playground.control(
        "create_server", name="Pine", channels=["pine"], members=["otter"], bots=["Squirrel"]
    )
    otter = sample_playground.person("otter")
    program = (sys.executable, "-m", "discord_playground.sample")
    async with sample_playground.run_bot(*program, bot="Squirrel"):
        toys = (await otter.run_command("pine", "toys")).message
    failed = await otter.click(toys, "Hide", wait=False)
    await sample_playground.control("advance_time", seconds=TIMEOUT_S)
    await otter.dismiss(interaction=failed.interaction_id)
    async with sample_playground.run_bot(*program, bot="Squirrel", shards=2, SHARDS="2"):
        assert full_text((await otter.click(toys, "Hide")).message) == "Nobody sees you now."
    assert made["token"] == (await sample_playground.bot_environment("Squirrel"))["DISCORD_TOKEN"]
