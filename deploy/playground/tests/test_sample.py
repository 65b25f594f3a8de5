"""Test the commands, components and modals of the sample bot, which runs in its own process."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, LOADING_FLAG, SILENT_FLAG, V2_FLAG
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


@pytest.fixture
def otter(sample_playground: Playground) -> PersonClient:
    return sample_playground.person("otter")


@pytest.fixture
def heron(sample_playground: Playground) -> PersonClient:
    return sample_playground.person("heron")


async def test_presence_is_shown(otter: PersonClient) -> None:
    people = (await otter.load_view())["people"]
    [presence] = [person["presence"] for person in people if person["username"] == "Sample"]
    assert presence == {"status": "online", "activity": "the clearing"}


async def test_command_with_all_option_types_and_autocomplete(otter: PersonClient, heron: PersonClient) -> None:
    choices = await otter.autocomplete("duels", "forest gather", "berry", berry="ber", count=2)
    assert {"name": "Rowanberry", "value": "rowanberry"} in choices
    result = await otter.run_command(
        "duels", "forest gather",
        berry="rowanberry", season="autumn", count=3, weight=1.5, ripe=True, animal="heron", place="lounge",
        role="Sample", whom="lynx", basket=File("basket.txt", b"woven"),
    )  # fmt: skip
    [embed] = result.message["embeds"]
    assert embed["title"] == "3 × rowanberry"
    season, weight, ripe, animal, place, role, whom, basket = embed["description"].split(", ")
    assert (season, weight, ripe, basket) == ("autumn", "1.5", "True", "basket.txt")
    assert (animal[:2], place[:2], role[:3], whom[:2]) == ("<@", "<#", "<@&", "<@")
    assert (await heron.run_command("duels", "wald sammeln", berry="bilberry")).state == "answered"
    with pytest.raises(PlaygroundError, match="wald"):
        await otter.run_command("duels", "wald sammeln", berry="bilberry")


async def test_unanswered_command_fails(otter: PersonClient, sample_playground: Playground) -> None:
    waiting = await otter.run_command("duels", "forest den sleep", wait=False)
    await sample_playground.control("advance_time", seconds=TIMEOUT_S)
    [failed] = (await otter.load_view())["interactions"]
    assert (failed["id"], failed["what"], failed["state"]) == (waiting.interaction_id, "/forest den sleep", "failed")
    assert failed["error"] == "The application did not respond"
    await otter.dismiss(interaction=failed["id"])


async def test_whisper_reports_delivery_or_closed_dms(otter: PersonClient, heron: PersonClient) -> None:
    await otter.run_command("duels", "forest den whisper", animal="heron", words="Pst")
    await heron.wait_for_message("@Sample", lambda message: "whispers: Pst" in full_text(message))
    confirmation = await otter.wait_for_message("duels", lambda message: "has heard it" in full_text(message))
    assert confirmation["flags"] & EPHEMERAL_FLAG
    await heron.set_dms_open(open=False)
    await otter.run_command("duels", "forest den whisper", animal="heron", words="Again")
    await otter.wait_for_message("duels", lambda message: "does not listen" in full_text(message))
    await heron.set_dms_open(open=True)


async def test_direct_message_gets_reply_without_ping(heron: PersonClient) -> None:
    message = await heron.send_message("@Sample", "Hello?")
    reply = await heron.wait_for_message("@Sample", lambda received: "heard you" in full_text(received))
    assert reply["referenced_message"]["id"] == message["id"]
    assert not reply["playground"]["pings"]


async def test_buttons_of_every_style_respond(otter: PersonClient, heron: PersonClient) -> None:
    message = (await otter.run_command("duels", "toys")).message
    assert [button["style"] for button in find_buttons(message)] == [1, 2, 3, 4, 5]
    assert button_labels(message) == ["Leap", "Hide", "Feast", "Scatter", "Read on"]
    leapt = await heron.click(message, "Leap")
    assert (leapt.callback_type, leapt.message["id"]) == (7, message["id"])
    assert "leaps" in full_text(leapt.message)
    hidden = await heron.click(message, "Hide")
    assert hidden.message["flags"] & EPHEMERAL_FLAG
    assert hidden.message["id"] not in {shown["id"] for shown in await otter.load_messages("duels")}
    assert (await heron.click(message, "Feast")).callback_type == 6
    eaten = await otter.wait_for_message("duels", lambda shown: "All eaten" in full_text(shown))
    assert eaten["id"] == message["id"]
    assert [attachment["filename"] for attachment in eaten["attachments"]] == ["leaf.png"]
    assert (eaten["attachments"][0]["width"], eaten["attachments"][0]["height"]) == (96, 96)
    await heron.click(message, "Scatter")
    assert await otter.wait_until(
        lambda view: message["id"] not in {shown["id"] for shown in view.list_messages("duels")}
    )


async def test_every_select_responds(otter: PersonClient) -> None:
    message = (await otter.run_command("duels", "toys")).message
    assert [select["type"] for select in find_selects(message)] == [3, 5, 6, 8]
    for custom_id, values, text in (
        ("toys:berries", ["bilberry", "cloudberry"], "Taken: bilberry, cloudberry"),
        ("toys:animals", ["otter", "lynx"], "Called: <@"),
        ("toys:roles", ["Sample"], "Taken on: <@&"),
        ("toys:places", ["lounge"], "Visited: <#"),
    ):
        result = await otter.select_values(message, custom_id, values)
        assert full_text(result.message).startswith(text)


async def test_clearing_uses_every_v2_component(otter: PersonClient, heron: PersonClient) -> None:
    message = (await otter.run_command("duels", "clearing")).message
    assert message["flags"] & V2_FLAG
    kinds = {component["type"] for component in iter_components(message)}
    assert kinds == {1, 2, 7, 9, 10, 11, 12, 13, 14, 17}
    assert text_blocks(message)[0].startswith("# The clearing")
    assert message["attachments"] == []
    assert full_text((await heron.click(message, "Knock")).message) == "Somebody is at home."
    invited = (await heron.select_values(message, "clearing:guests", ["otter", "Sample"])).message
    assert invited["flags"] & SILENT_FLAG
    assert [user["username"] for user in invited["mentions"]] == ["otter"]


@pytest.mark.parametrize(
    ("what", "values", "line_starts"),
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
async def test_modal_values_are_shown_in_response(
    otter: PersonClient, what: str, values: dict[str, Any], line_starts: list[str]
) -> None:
    opened = await otter.run_command("duels", "write", what=what)
    assert opened.callback_type == 9
    assert (await otter.load_view())["modal"]["id"] == opened.modal["id"]
    result = await otter.submit_modal(values)
    lines = full_text(result.message).split("\n")
    assert len(lines) == len(line_starts)
    assert all(line.startswith(start) for line, start in zip(lines, line_starts, strict=True))


@pytest.mark.parametrize("quietly", [False, True])
async def test_deferred_response_is_edited_and_followed_up(
    otter: PersonClient, heron: PersonClient, quietly: bool
) -> None:
    before = len(await heron.load_messages("duels"))
    result = await otter.run_command("duels", "forage", quietly=quietly)
    assert result.callback_type == 5
    deferred_id = result.message["id"]
    first = await otter.wait_for_message(
        "duels", lambda message: message["id"] == deferred_id and "one was eaten" in full_text(message)
    )
    assert not first["flags"] & LOADING_FLAG
    assert bool(first["flags"] & EPHEMERAL_FLAG) is quietly
    *_, edited, follow_up = await otter.load_messages("duels")
    assert (edited["id"], full_text(follow_up)) == (first["id"], "And a leaf.")
    assert [attachment["filename"] for attachment in follow_up["attachments"]] == ["leaf.png"]
    assert len(await heron.load_messages("duels")) - before == (0 if quietly else 2)


async def test_trail_command_creates_thread(otter: PersonClient, heron: PersonClient) -> None:
    result = await otter.run_command("duels", "trail", name="to the brook")
    thread = await heron.wait_until(lambda view: view.find_channel("to the brook"))
    assert "went this way" in full_text(await heron.wait_for_message(thread["id"]))
    starter = await heron.wait_for_message("duels", lambda message: message.get("thread"))
    assert (starter["id"], starter["thread"]["id"]) == (result.message["id"], thread["id"])
    with pytest.raises(PlaygroundError):
        await otter.run_command("@Sample", "trail", name="nowhere")


async def test_user_and_message_commands_respond(otter: PersonClient, heron: PersonClient) -> None:
    waved = (await heron.run_command("duels", "Winken", target="otter")).message
    assert [user["username"] for user in waved["mentions"]] == ["heron", "otter"]
    assert (await otter.wait_for_message("duels", lambda message: message["id"] == waved["id"]))["playground"]["pings"]
    sniffed = await otter.run_command("duels", "Sniff", target=waved)
    assert full_text(sniffed.message).startswith("It smells of <@")


async def test_buttons_work_after_bot_restart(sample_playground: Playground) -> None:
    created = await sample_playground.control("create_bot", name="Squirrel")
    await sample_playground.control(
        "create_server", name="Pine", channels=["pine"], members=["otter"], bots=["Squirrel"]
    )
    otter = sample_playground.person("otter")
    program = (sys.executable, "-m", "discord_playground.sample")
    async with sample_playground.run_bot(*program, bot="Squirrel"):
        message = (await otter.run_command("pine", "toys")).message
    failed = await otter.click(message, "Hide", wait=False)
    await sample_playground.control("advance_time", seconds=TIMEOUT_S)
    await otter.dismiss(interaction=failed.interaction_id)
    async with sample_playground.run_bot(*program, bot="Squirrel", shards=2, SHARDS="2"):
        assert full_text((await otter.click(message, "Hide")).message) == "Nobody sees you now."
    assert created["token"] == (await sample_playground.bot_environment("Squirrel"))["DISCORD_TOKEN"]
