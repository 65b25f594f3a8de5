"""`duel setup`: saves the bot's token in a file, and configures its application at Discord."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from stat import S_IMODE
from typing import Final

import dotenv
import typer
from pydantic import SecretStr

from bot.discord.application import ENDPOINT_FIELD, Application, describe_endpoint_conflict, open_application
from bot.errors import ConfigError
from bot.ops.config import Environment
from bot.ops.invite_links import TOKEN_PATTERN, list_invite_lines
from storage import find_folder

DESCRIPTION: Final = (
    "Duels of hidden choices: four board and card games for two to six players, or against the computer."
    " Type /play to begin."
)
TAGS: Final = ("game", "board game", "card game", "multiplayer", "strategy")
STDIN_NAME: Final = "-"
OWNER_ONLY_MODE: Final = 0o600


def is_terminal() -> bool:
    """Return whether somebody can answer questions. Standard input is None if it is closed."""
    return sys.stdin is not None and sys.stdin.isatty()


def choose_settings(env_file: Path, token_file: str | None, database_url: str | None) -> Environment:
    """Return the settings with the token and the database of the new bot.

    They come from the command's options, the environment, answers in a terminal, or `env_file`, in this order.
    """
    saved = Environment(_env_file=env_file)
    token = _choose_token(saved.discord_token.get_secret_value(), env_file, token_file).strip()
    if not TOKEN_PATTERN.fullmatch(token):
        raise ConfigError("this is not a bot's token; copy it again from the “Bot” page of the developer portal")
    database_url = database_url or _choose_database(saved.database_url)
    try:
        find_folder(database_url)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    for name, value in (("DISCORD_TOKEN", token), ("DATABASE_URL", database_url)):
        if (os.environ.get(name) or value) != value:
            raise ConfigError(f"unset {name} in the environment first, because it would override {env_file}")
    return Environment(_env_file=env_file, discord_token=SecretStr(token), database_url=database_url)


def _choose_token(saved_token: str, env_file: Path, token_file: str | None) -> str:
    if token_file:
        return _read_token_file(token_file)
    if is_terminal() and not os.environ.get("DISCORD_TOKEN"):
        typer.echo(
            "Open https://discord.com/developers/applications, create an application, and press “Bot”, “Reset Token”."
        )
        prompt = f"Token (hidden; Enter keeps the one in {env_file})" if saved_token else "Token (hidden)"
        token: str = typer.prompt(prompt, saved_token or None, hide_input=True, show_default=False)
        return token
    if not saved_token:
        raise ConfigError("no token: set DISCORD_TOKEN, use --token-file, or run this command in a terminal")
    return saved_token


def _read_token_file(path: str) -> str:
    try:
        if path != STDIN_NAME:
            return Path(path).read_text("utf-8")
        return sys.stdin.read() if sys.stdin else ""
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not a text file") from error


def _choose_database(saved_url: str) -> str:
    if not is_terminal() or os.environ.get("DATABASE_URL"):
        return saved_url
    typer.echo("The database, which keeps all matches: a file (sqlite:///PATH) or a server (postgresql://…).")
    # A PostgreSQL URL contains a password.
    prompt = f"Database [{re.sub(r'(?<=:)[^/@]*(?=@)', '…', saved_url)}]"
    answer: str = typer.prompt(prompt, saved_url, show_default=False)
    return answer.strip()


async def set_up_bot(
    environment: Environment,
    env_file: Path,
    print_line: Callable[[str], None],
    *,
    clear_endpoint: bool,
    via_http: bool,
) -> None:
    """Check the token at Discord, save the settings, and configure the application.

    Without `via_http`, raises `ConfigError` if Discord sends interactions to a URL instead of the gateway.
    """
    async with open_application(environment) as application:
        print_line(f"Token: valid, for the application “{application.info.name}”.")
        print_line(f"Settings: {_save_settings(environment, env_file)}.")
        if url := application.info.interactions_endpoint_url:
            if clear_endpoint:
                await application.clear_endpoint_url()
                print_line(f"{ENDPOINT_FIELD}: removed ({url}).")
            elif not via_http:
                raise ConfigError(f"{describe_endpoint_conflict(url)} (or use --http to keep it, for duel serve)")
        await _configure_application(application, print_line)
        for line in list_invite_lines(application.info.id):
            print_line(line)


def _save_settings(environment: Environment, env_file: Path) -> str:
    """Save the token, and the database if it is not the default, in a file that only its owner can read."""
    settings = {"DISCORD_TOKEN": environment.discord_token.get_secret_value()}
    if environment.database_url != Environment(_env_file=env_file).database_url:
        settings["DATABASE_URL"] = environment.database_url
    try:
        saved = dotenv.dotenv_values(env_file, interpolate=False)
        changes = {name: value for name, value in settings.items() if saved.get(name) != value}
        is_private = env_file.exists() and S_IMODE(env_file.stat().st_mode) == OWNER_ONLY_MODE
        if not is_private:
            env_file.touch(OWNER_ONLY_MODE)
            env_file.chmod(OWNER_ONLY_MODE)
        for name, value in changes.items():
            # Quotes are left out, because `docker run --env-file` would not remove them.
            dotenv.set_key(env_file, name, value, quote_mode="never", follow_symlinks=True)
    except OSError as error:
        raise ConfigError(f"{env_file}: {error.strerror}") from error
    return f"{'saved' if changes or not is_private else 'already'} in {env_file}"


async def _configure_application(application: Application, print_line: Callable[[str], None]) -> None:
    """Set the application's description, tags and installation settings at Discord where the host has not set them."""
    info = application.info
    for field, current, default in (("description", info.description, DESCRIPTION), ("tags", info.tags, TAGS)):
        if not current:
            await application.edit(**{field: default})
        print_line(f"{field.capitalize()}: {'already there' if current else 'set'}.")
    problems = application.list_install_problems()
    if problems:
        await application.set_install_contexts()
    print_line(f"Installation on servers and by users: {'set' if problems else 'already right'}.")
