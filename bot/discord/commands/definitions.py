"""Names, descriptions and choices of the slash commands, in every language that we speak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.i18n import say
from bot.matches.terms import AI_FILL_DELAYS_MS, MIND_READER_LEVEL, TURN_TIMES_MS
from games import GAMES
from games.core import Level
from games.refused import Refused
from games.words import LOCALES

IsThisBot: TypeAlias = Callable[[discord.User | discord.Member], bool]
"""Is this the bot itself?"""
TopLevelCommand: TypeAlias = app_commands.Group | app_commands.ContextMenu

LOCALE_BY_DISCORD_LOCALE: Final = {locale: locale.value[:2] for locale in discord.Locale if locale.value[:2] in LOCALES}
"""Discord knows two Englishes."""
MAX_SUGGESTIONS: Final = 25
ALLOWED_CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ALLOWED_INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
"""By servers, and by people for themselves: then in every conversation of theirs."""


class CommandGroup(app_commands.Group):
    def __init__(self, name: locale_str | str, description: locale_str) -> None:
        super().__init__(
            name=name, description=description, allowed_contexts=ALLOWED_CONTEXTS, allowed_installs=ALLOWED_INSTALLS
        )


class CommandTranslator(app_commands.Translator):
    """Texts of our own catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        if locale not in LOCALE_BY_DISCORD_LOCALE or "key" not in string.extras:
            return None
        return str(string.extras["say"](string.extras["key"], LOCALE_BY_DISCORD_LOCALE[locale]))


def localized_text(key: str, words: Any = say) -> locale_str:
    return locale_str(words(key, LOCALES[0]), key=key, say=words)


def slash_command(
    name: str, /, *parameters: str, key: str = "", group: app_commands.Group | None = None, **about: str
) -> Callable[[Any], app_commands.Command[Any, ..., None]]:
    """Return a decorator that makes a method a slash command of its class, or of a `group` in it.

    Everything is called by a text: the command by `name-…`, and described by `command-…` with the same name or `key`.
    Its parameters are called by `name-…`, and described by `about-…` with the same name or the one in `about`.
    """
    described = {it: it for it in parameters} | about

    def decorate(method: Any) -> app_commands.Command[Any, ..., None]:
        app_commands.rename(**{it: localized_text(f"name-{it}") for it in described})(method)
        app_commands.describe(**{it: localized_text(f"about-{text}") for it, text in described.items()})(method)
        make = group.command if group else app_commands.command
        return make(name=localized_text(f"name-{name}"), description=localized_text(f"command-{key or name}"))(method)

    return decorate


def filter_choices(names_and_values: Iterable[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """For completion, of names and values: those whose name has in it what was typed, as many as Discord shows."""
    meant = (Choice(name=name, value=value) for name, value in names_and_values if typed.casefold() in name.casefold())
    return list(islice(meant, MAX_SUGGESTIONS))


def split_people_and_house(
    users: Sequence[discord.User | discord.Member], is_this_bot: IsThisBot
) -> tuple[list[int], bool]:
    """The people among those who were named, and whether the house is."""
    others = [one for one in users if not is_this_bot(one)]
    if any(one.bot for one in others):
        raise Refused("bots")
    return [one.id for one in others], len(others) < len(users)


DEFAULT_GAME: Final = next(iter(GAMES))
GAME_CHOICES: Final = [Choice(name=localized_text("name", game.say), value=key) for key, game in GAMES.items()]
LEVEL_CHOICES: Final = [
    Choice(name=localized_text(f"level-{level}"), value=str(level)) for level in (*Level, MIND_READER_LEVEL)
]
FILL_CHOICES: Final = [Choice(name=localized_text(f"choice-fills-{name}"), value=name) for name in AI_FILL_DELAYS_MS]
CLOCK_CHOICES: Final = [Choice(name=localized_text(f"choice-clock-{name}"), value=name) for name in TURN_TIMES_MS]
