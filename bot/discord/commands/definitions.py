"""Names, descriptions and choices of the slash commands, in every language that we speak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.i18n import say
from bot.matches.terms import CLOCKS, FILLS, READS
from games import GAMES
from games.core import Level
from games.refused import Refused
from games.words import LOCALES

Ours: TypeAlias = Callable[[discord.User | discord.Member], bool]
"""Is this the bot itself?"""
Command: TypeAlias = app_commands.Group | app_commands.ContextMenu

OURS: Final = {locale: locale.value[:2] for locale in discord.Locale if locale.value[:2] in LOCALES}
"""Discord knows two Englishes."""
SUGGESTED: Final = 25
CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS: Final = app_commands.AppInstallationType(guild=True, user=True)
"""By servers, and by people for themselves: then in every conversation of theirs."""


class CommandGroup(app_commands.Group):
    def __init__(self, name: locale_str | str, about: locale_str) -> None:
        super().__init__(name=name, description=about, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS)


class CommandTranslator(app_commands.Translator):
    """Texts of our own catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
    ) -> str | None:
        if locale not in OURS or "key" not in string.extras:
            return None
        return str(string.extras["say"](string.extras["key"], OURS[locale]))


def told(key: str, words: Any = say) -> locale_str:
    return locale_str(words(key, LOCALES[0]), key=key, say=words)


def command(
    name: str, /, *parameters: str, key: str = "", group: app_commands.Group | None = None, **about: str
) -> Callable[[Any], app_commands.Command[Any, ..., None]]:
    """Return a decorator that makes a method a slash command of its class, or of a `group` in it.

    Everything is called by a text: the command by `name-…`, and described by `command-…` with the same name or `key`.
    Its parameters are called by `name-…`, and described by `about-…` with the same name or the one in `about`.
    """
    described = {it: it for it in parameters} | about

    def decorate(method: Any) -> app_commands.Command[Any, ..., None]:
        app_commands.rename(**{it: told(f"name-{it}") for it in described})(method)
        app_commands.describe(**{it: told(f"about-{text}") for it, text in described.items()})(method)
        make = group.command if group else app_commands.command
        return make(name=told(f"name-{name}"), description=told(f"command-{key or name}"))(method)

    return decorate


def fitting(known: Iterable[tuple[str, str]], typed: str) -> list[Choice[str]]:
    """For completion, of names and values: those whose name has in it what was typed, as many as Discord shows."""
    meant = (Choice(name=name, value=value) for name, value in known if typed.casefold() in name.casefold())
    return list(islice(meant, SUGGESTED))


def guests(named: Sequence[discord.User | discord.Member], ours: Ours) -> tuple[list[int], bool]:
    """The people among those who were named, and whether the house is."""
    others = [one for one in named if not ours(one)]
    if any(one.bot for one in others):
        raise Refused("bots")
    return [one.id for one in others], len(others) < len(named)


USUAL: Final = next(iter(GAMES))
GAME: Final = [Choice(name=told("name", game.say), value=key) for key, game in GAMES.items()]
LEVEL: Final = [Choice(name=told(f"level-{level}"), value=str(level)) for level in (*Level, READS)]
FILL: Final = [Choice(name=told(f"choice-fills-{name}"), value=name) for name in FILLS]
CLOCK: Final = [Choice(name=told(f"choice-clock-{name}"), value=name) for name in CLOCKS]
