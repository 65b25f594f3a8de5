"""The sample bot, a program of its own, as people meet it."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import (
    Denied,
    File,
    Player,
    Playground,
    buttons,
    components,
    labels,
    selects,
    text,
    texts,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

EPHEMERAL, THINKING, V2, SILENT = 1 << 6, 1 << 7, 1 << 15, 1 << 12


@pytest.fixture
def otter(forest: Playground) -> Player:
    return forest.as_("otter")


@pytest.fixture
def heron(forest: Playground) -> Player:
    return forest.as_("heron")


async def test_it_is_seen_to_watch(otter: Player) -> None:
    people = (await otter.see())["people"]
    [presence] = [one["presence"] for one in people if one["username"] == "Sample"]
    assert presence == {"status": "online", "activity": "the clearing"}


async def test_every_option_and_a_completed_one(otter: Player, heron: Player) -> None:
    choices = await otter.complete("duels", "forest gather", "berry", berry="ber", count=2)
    assert {"name": "Rowanberry", "value": "rowanberry"} in choices
    answer = await otter.command(
        "duels", "forest gather",
        berry="rowanberry", season="autumn", count=3, weight=1.5, ripe=True, animal="heron", place="lounge",
        role="Sample", whom="lynx", basket=File("basket.txt", b"woven"),
    )  # fmt: skip
    [embed] = answer.message["embeds"]
    assert embed["title"] == "3 × rowanberry"
    season, weight, ripe, animal, place, role, whom, basket = embed["description"].split(", ")
    assert (season, weight, ripe, basket) == ("autumn", "1.5", "True", "basket.txt")
    assert (animal[:2], place[:2], role[:3], whom[:2]) == ("<@", "<#", "<@&", "<@")
    assert (await heron.command("duels", "wald sammeln", berry="bilberry")).state == "answered"
    with pytest.raises(Denied, match="wald"):
        await otter.command("duels", "wald sammeln", berry="bilberry")


async def test_what_a_bot_does_not_answer_fails(otter: Player, forest: Playground) -> None:
    waiting = await otter.command("duels", "forest den sleep", wait=False)
    await forest.stage("advance_time", seconds=TIMEOUT_S)
    [failed] = (await otter.see())["interactions"]
    assert (failed["id"], failed["what"], failed["state"]) == (waiting.interaction, "/forest den sleep", "failed")
    assert failed["error"] == "The application did not respond"
    await otter.dismiss(interaction=failed["id"])


async def test_whispers_reach_who_listens(otter: Player, heron: Player) -> None:
    await otter.command("duels", "forest den whisper", animal="heron", words="Pst")
    await heron.waits_for("@Sample", lambda one: "whispers: Pst" in text(one))
    told = await otter.waits_for("duels", lambda one: "has heard it" in text(one))
    assert told["flags"] & EPHEMERAL
    await heron.dms(open=False)
    await otter.command("duels", "forest den whisper", animal="heron", words="Again")
    await otter.waits_for("duels", lambda one: "does not listen" in text(one))
    await heron.dms(open=True)


async def test_who_writes_to_it_is_heard(heron: Player) -> None:
    said = await heron.say("@Sample", "Hello?")
    reply = await heron.waits_for("@Sample", lambda one: "heard you" in text(one))
    assert reply["referenced_message"]["id"] == said["id"]
    assert not reply["playground"]["pings"]


async def test_buttons_of_every_style(otter: Player, heron: Player) -> None:
    toys = (await otter.command("duels", "toys")).message
    assert [button["style"] for button in buttons(toys)] == [1, 2, 3, 4, 5]
    assert labels(toys) == ["Leap", "Hide", "Feast", "Scatter", "Read on"]
    leapt = await heron.click(toys, "Leap")
    assert (leapt.type, leapt.message["id"]) == (7, toys["id"])
    assert "leaps" in text(leapt.message)
    hidden = await heron.click(toys, "Hide")
    assert hidden.message["flags"] & EPHEMERAL
    assert hidden.message["id"] not in {one["id"] for one in await otter.messages("duels")}
    assert (await heron.click(toys, "Feast")).type == 6
    eaten = await otter.waits_for("duels", lambda one: "All eaten" in text(one))
    assert eaten["id"] == toys["id"]
    assert [one["filename"] for one in eaten["attachments"]] == ["leaf.png"]
    assert (eaten["attachments"][0]["width"], eaten["attachments"][0]["height"]) == (96, 96)
    await heron.click(toys, "Scatter")
    assert await otter.until(lambda seen: toys["id"] not in {one["id"] for one in seen.messages("duels")})


async def test_every_select(otter: Player) -> None:
    toys = (await otter.command("duels", "toys")).message
    assert [select["type"] for select in selects(toys)] == [3, 5, 6, 8]
    for custom_id, values, told in (
        ("toys:berries", ["bilberry", "cloudberry"], "Taken: bilberry, cloudberry"),
        ("toys:animals", ["otter", "lynx"], "Called: <@"),
        ("toys:roles", ["Sample"], "Taken on: <@&"),
        ("toys:places", ["lounge"], "Visited: <#"),
    ):
        answer = await otter.select(toys, custom_id, values)
        assert text(answer.message).startswith(told)


async def test_a_layout_of_everything(otter: Player, heron: Player) -> None:
    clearing = (await otter.command("duels", "clearing")).message
    assert clearing["flags"] & V2
    kinds = {one["type"] for one in components(clearing)}
    assert kinds == {1, 2, 7, 9, 10, 11, 12, 13, 14, 17}
    assert texts(clearing)[0].startswith("# The clearing")
    assert clearing["attachments"] == []
    assert text((await heron.click(clearing, "Knock")).message) == "Somebody is at home."
    invited = (await heron.select(clearing, "clearing:guests", ["otter", "Sample"])).message
    assert invited["flags"] & SILENT
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
async def test_forms_of_everything(otter: Player, what: str, values: dict[str, Any], told: list[str]) -> None:
    opened = await otter.command("duels", "write", what=what)
    assert opened.type == 9
    assert (await otter.see())["modal"]["id"] == opened.modal["id"]
    answer = await otter.submit(values)
    lines = text(answer.message).split("\n")
    assert len(lines) == len(told)
    assert all(line.startswith(start) for line, start in zip(lines, told, strict=True))


@pytest.mark.parametrize("quietly", [False, True])
async def test_foraging_takes_a_while(otter: Player, heron: Player, quietly: bool) -> None:
    before = len(await heron.messages("duels"))
    answer = await otter.command("duels", "forage", quietly=quietly)
    assert answer.type == 5
    thinking = answer.message["id"]
    first = await otter.waits_for("duels", lambda one: one["id"] == thinking and "one was eaten" in text(one))
    assert not first["flags"] & THINKING
    assert bool(first["flags"] & EPHEMERAL) is quietly
    *_, found, leaf = await otter.messages("duels")
    assert (found["id"], text(leaf)) == (first["id"], "And a leaf.")
    assert [one["filename"] for one in leaf["attachments"]] == ["leaf.png"]
    assert len(await heron.messages("duels")) - before == (0 if quietly else 2)


async def test_a_trail_is_a_thread(otter: Player, heron: Player) -> None:
    answer = await otter.command("duels", "trail", name="to the brook")
    thread = await heron.until(lambda seen: seen.channel("to the brook"))
    assert "went this way" in text(await heron.waits_for(thread["id"]))
    begun = await heron.waits_for("duels", lambda one: one.get("thread"))
    assert (begun["id"], begun["thread"]["id"]) == (answer.message["id"], thread["id"])
    with pytest.raises(Denied):
        await otter.command("@Sample", "trail", name="nowhere")


async def test_menus_of_people_and_messages(otter: Player, heron: Player) -> None:
    waved = (await heron.command("duels", "Winken", target="otter")).message
    assert [one["username"] for one in waved["mentions"]] == ["heron", "otter"]
    assert (await otter.waits_for("duels", lambda one: one["id"] == waved["id"]))["playground"]["pings"]
    sniffed = await otter.command("duels", "Sniff", target=waved)
    assert text(sniffed.message).startswith("It smells of <@")


async def test_its_buttons_outlive_it(forest: Playground) -> None:
    made = await forest.stage("create_bot", name="Squirrel")
    await forest.stage("create_server", name="Pine", channels=["pine"], members=["otter"], bots=["Squirrel"])
    otter = forest.as_("otter")
    program = (sys.executable, "-m", "discord_playground.sample")
    async with forest.hosting(*program, bot="Squirrel"):
        toys = (await otter.command("pine", "toys")).message
    failed = await otter.click(toys, "Hide", wait=False)
    await forest.stage("advance_time", seconds=TIMEOUT_S)
    await otter.dismiss(interaction=failed.interaction)
    async with forest.hosting(*program, bot="Squirrel", shards=2, SHARDS="2"):
        assert text((await otter.click(toys, "Hide")).message) == "Nobody sees you now."
    assert made["token"] == (await forest.environment("Squirrel"))["DISCORD_TOKEN"]
