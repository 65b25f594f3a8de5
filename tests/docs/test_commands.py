"""Checks that docs/commands.md lists exactly the existing commands and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import typer
from discord import AppCommandType, Intents
from discord.app_commands import AppCommand, Command, CommandTree

from bot.__main__ import app
from bot.app import build_commands
from bot.discord.commands.definitions import map_command_mentions
from bot.discord.router import Router
from bot.i18n import say
from bot.wiring import Services
from games import GAMES
from games.record import parse_record, replay_positions
from games.words import LOCALES, load_catalog
from tests.docs.pages import COMMANDS_PAGE, read_commands


@pytest.fixture
async def command_tree() -> CommandTree[Any]:
    """All commands of a bot that is not connected to Discord."""
    tree = CommandTree(discord.Client(intents=Intents.none()))
    names = (
        "front_door",
        "offers",
        "practice",
        "moves",
        "match_actions",
        "review",
        "match_lookup",
        "ladder_handler",
        "profiles",
        "settings",
        "tournament_handler",
        "daily_handler",
        "dispatcher",
    )
    services = SimpleNamespace(**dict.fromkeys(names))
    for command in build_commands(cast(Router, None), lambda _: False, cast(Services, services)):
        tree.add_command(command)
    return tree


def test_page_lists_every_slash_command_with_its_options(command_tree: CommandTree[Any]) -> None:
    listed = {
        command: [(name, bool(stars)) for stars, name in re.findall(r"(\**)`(\w+)`", cell)]
        for command, cell in read_commands("In Discord").items()
    }
    assert listed == {
        f"/{each.qualified_name}": [(it.display_name, it.required) for it in each.parameters]
        for each in command_tree.walk_commands()
        if isinstance(each, Command)
    }


def test_page_explains_the_options_for_starting_a_match(command_tree: CommandTree[Any]) -> None:
    explained = set(read_commands("In Discord", column="option"))
    starting = {"duel challenge", "duel open", "duel practice", "tournament open"}
    names = {
        parameter.display_name
        for each in command_tree.walk_commands()
        if isinstance(each, Command) and each.qualified_name in starting
        for parameter in each.parameters
        if not parameter.display_name.startswith("opponent")
    }
    assert explained == names


def test_page_lists_every_context_menu(command_tree: CommandTree[Any]) -> None:
    menus = {
        each.name: cell
        for kind, cell in ((AppCommandType.user, "a person"), (AppCommandType.message, "a card"))
        for each in command_tree.get_commands(type=kind)
    }
    assert {name: cell.strip() for name, cell in read_commands("In Discord", column="menu item").items()} == menus


def test_every_text_of_a_command_is_shown_by_one(command_tree: CommandTree[Any]) -> None:
    def list_texts(payload: dict[str, Any]) -> Iterator[str]:
        yield from (payload["name"], payload.get("description", ""))
        for option in payload.get("options", ()):
            yield from list_texts(option)

    used = {text for each in command_tree.get_commands() for text in list_texts(each.to_dict(command_tree))}
    keys = re.findall(r"^((?:name|about|command)-[\w-]+) =", load_catalog("bot", LOCALES[0]), flags=re.MULTILINE)
    assert len(keys) > 50
    assert {say(key, LOCALES[0]) for key in keys} <= used


async def test_every_command_in_a_text_can_be_mentioned(command_tree: CommandTree[Any]) -> None:
    """Texts name commands in backticks and in their own language. Discord needs the mention in the default language."""
    registered = [SimpleNamespace(name=each.name, id=len(each.name)) for each in command_tree.get_commands()]
    mentions = await map_command_mentions(command_tree, cast(list[AppCommand], registered))
    assert mentions["/duel eingang"] == mentions["/duel inbox"] == "</duel inbox:4>"
    assert mentions["/rangliste saison beginnen"] == "</ladder season begin:6>"
    tops = {command.split()[0] for command in mentions}
    count = 0
    for locale in LOCALES:
        for start, command in re.findall(r"(^|.)(/[^\W\d]+[^`\n]*)", load_catalog("bot", locale), flags=re.MULTILINE):
            if command.split()[0].strip(".,;:") in tops:
                assert (start, command in mentions) == ("`", True), f"{locale}: {command}"
                count += 1
    assert count > 20


def test_page_lists_every_terminal_command_with_its_options() -> None:
    def list_commands(command: Any, name: str) -> Iterator[tuple[str, set[str]]]:
        if hasattr(command, "commands"):
            for key, each in command.commands.items():
                yield from list_commands(each, f"{name} {key}")
        else:
            yield name, {it.opts[0] for it in command.params if it.param_type_name == "option"}

    listed = {
        command: set(re.findall(r"`(--[\w-]+)`", cell)) for command, cell in read_commands("In a terminal").items()
    }
    assert listed == dict(list_commands(typer.main.get_command(app), "duel"))


def test_page_names_every_game_as_the_terminal_does() -> None:
    [sentence] = re.findall(r"The names of the games are (.+?)\.", COMMANDS_PAGE)
    assert sorted(re.findall(r"`(\w+)`", sentence)) == sorted(GAMES)


def test_example_record_can_be_replayed() -> None:
    example = COMMANDS_PAGE.split("## The record of a match\n")[1]
    lines = re.findall(r"^    (.+)", example, flags=re.MULTILINE)
    record = parse_record("".join(f"{line}\n" for line in lines))
    *_, (_, final_position) = replay_positions(record)
    assert final_position.step == 2
