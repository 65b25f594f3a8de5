"""Shared parts of the commands: localized names and descriptions, the `slash_command` decorator, and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.handlers.autocomplete import MAX_CHOICES
from bot.i18n import say
from bot.matches.terms import AI_FILL_DELAYS_MS, MIND_READER_LEVEL, TURN_TIMES_MS
from games import GAMES
from games.core import Level
from games.refused import Refused
from games.words import LOCALES

IsThisBot: TypeAlias = Callable[[discord.User | discord.Member], bool]
"""A function that returns whether a user is this bot."""
TopLevelCommand: TypeAlias = app_commands.Group | app_commands.ContextMenu | app_commands.Command[Any, ..., None]

LOCALE_BY_DISCORD_LOCALE: Final = {locale: locale.value[:2] for locale in discord.Locale if locale.value[:2] in LOCALES}
"""Maps Discord's locales to those of the text catalog. For example, `en-US` and `en-GB` both map to `en`."""
ALLOWED_CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ALLOWED_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
"""The bot can be installed on a server, or by a user, who can then use the commands in every conversation."""


class CommandGroup(app_commands.Group):
    def __init__(self, name: locale_str | str, description: locale_str) -> None:
        super().__init__(
            name=name, description=description, allowed_contexts=ALLOWED_CONTEXTS, allowed_installs=ALLOWED_INSTALLS
        )


class CommandTranslator(app_commands.Translator):
    """A translator that takes command names and descriptions from the catalogs of the bot and the games."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        if locale not in LOCALE_BY_DISCORD_LOCALE or "key" not in string.extras:
            return None
        return str(string.extras["say"](string.extras["key"], LOCALE_BY_DISCORD_LOCALE[locale]))


def localized_text(key: str, translate: Any = say) -> locale_str:
    """Return the text with this key in the default language, as a string that `CommandTranslator` can translate."""
    return locale_str(translate(key, LOCALES[0]), key=key, say=translate)


async def map_command_mentions(
    tree: app_commands.CommandTree[Any], registered: Iterable[app_commands.AppCommand]
) -> dict[str, str]:
    """Map each slash command, as it is typed in each language, to Discord's mention of it.

    The mention always contains the command's default name, because Discord cannot run a mention of a translated name.
    For example, both `/duel inbox` and `/duel eingang` map to `</duel inbox:81>`.
    """
    id_by_name = {command.name: command.id for command in registered}
    mentions: dict[str, str] = {}
    for command in tree.get_commands(type=discord.AppCommandType.chat_input):
        if command.name in id_by_name:
            payload = await command.get_translated_payload(tree, CommandTranslator())
            default_paths = [*_list_command_paths(payload)]
            for locale in (None, *LOCALE_BY_DISCORD_LOCALE):
                for path, default_path in zip(_list_command_paths(payload, locale), default_paths, strict=True):
                    mentions[f"/{path}"] = f"</{default_path}:{id_by_name[command.name]}>"
    return mentions


def _list_command_paths(payload: Mapping[str, Any], locale: discord.Locale | None = None) -> Iterator[str]:
    """Yield the full name of each subcommand, such as `duel inbox`, or of the command itself if it has none."""
    name = payload["name_localizations"].get(locale and locale.value, payload["name"])
    group_types = {discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value}
    subcommands = [option for option in payload["options"] if option["type"] in group_types]
    if not subcommands:
        yield name
    for subcommand in subcommands:
        yield from (f"{name} {path}" for path in _list_command_paths(subcommand, locale))


def slash_command(
    name: str, /, *parameters: str, key: str = "", group: app_commands.Group | None = None, **about: str
) -> Callable[[Any], app_commands.Command[Any, ..., None]]:
    """Return a decorator that turns a method into a slash command of its class or, if `group` is given, of that group.

    All names and descriptions come from the text catalog. The command's keys there are `name-<name>` and
    `command-<key>`, where `key` defaults to the name. The keys of a parameter are `name-<parameter>` and
    `about-<parameter>`. If a parameter is passed as a keyword argument, its description has the key `about-<value>`:
    `@slash_command("draw", match="own-match")` describes the parameter `match` by the text `about-own-match`.
    """
    text_by_parameter = {parameter: parameter for parameter in parameters} | about

    def decorate(method: Any) -> app_commands.Command[Any, ..., None]:
        names = {parameter: localized_text(f"name-{parameter}") for parameter in text_by_parameter}
        descriptions = {parameter: localized_text(f"about-{text}") for parameter, text in text_by_parameter.items()}
        app_commands.rename(**names)(method)
        app_commands.describe(**descriptions)(method)
        create_command = group.command if group else app_commands.command
        return create_command(
            name=localized_text(f"name-{name}"), description=localized_text(f"command-{key or name}")
        )(method)

    return decorate


def filter_choices(names_and_values: Iterable[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """Return the first autocompletion choices that contain the typed text, ignoring case, or have it as their value.

    For example, both "ann" and "42" find the choice `("Schnick against Ann", "42")` of a match.
    """
    matching = (
        Choice(name=name, value=value)
        for name, value in names_and_values
        if typed.casefold() in name.casefold() or typed == value
    )
    return list(islice(matching, MAX_CHOICES))


def split_people_and_house(
    users: Sequence[discord.User | discord.Member], is_this_bot: IsThisBot
) -> tuple[list[int], bool]:
    """Return the IDs of the people among `users`, and whether this bot is also among them.

    Raises `Refused` if another bot is among them.
    """
    others = [user for user in users if not is_this_bot(user)]
    if any(user.bot for user in others):
        raise Refused("bots")
    return [user.id for user in others], len(others) < len(users)


GAME_CHOICES: Final = [Choice(name=localized_text("name", game.say), value=key) for key, game in GAMES.items()]
LEVEL_CHOICES: Final = [
    Choice(name=localized_text(f"level-{level}"), value=str(level)) for level in (*Level, MIND_READER_LEVEL)
]
FILL_CHOICES: Final = [Choice(name=localized_text(f"choice-fills-{name}"), value=name) for name in AI_FILL_DELAYS_MS]
CLOCK_CHOICES: Final = [Choice(name=localized_text(f"choice-clock-{name}"), value=name) for name in TURN_TIMES_MS]
