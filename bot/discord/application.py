"""The bot's application at Discord: logging in without the gateway, and the settings of the developer portal.

It also translates login errors into messages for the host, which `duel run` shows, too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
import yarl

from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment
from bot.ops.invite_links import REQUIRED_PERMISSIONS, parse_application_id

GATEWAY_INTENTS: Final = discord.Intents(guilds=True)
"""The bot needs no privileged intents, because it only reads the interactions that people send to it."""
SERVER_CONTEXT: Final = "0"
USER_CONTEXT: Final = "1"
SERVER_SCOPES: Final = ("applications.commands", "bot")
USER_SCOPES: Final = ("applications.commands",)
ENDPOINT_FIELD: Final = "Interactions Endpoint URL"
"""The name of the field in the developer portal, under General Information."""
SERVERS_PER_PAGE: Final = 200
"""The most servers that Discord lists at once."""
MAX_WAIT_S: Final = 60.0
"""How long a command may wait for the login, or for a rate limit."""
REFUSED_STATUSES: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
UNAVAILABLE_ERRORS: Final = (
    aiohttp.ClientConnectionError,
    TimeoutError,
    discord.GatewayNotFound,
    discord.DiscordServerError,
    discord.RateLimited,
    ConnectionError,
)
"""Startup errors that occur when Discord is unreachable or limits requests from this IP address."""
_SILENT_HANDLER: Final = logging.NullHandler()


@dataclass(slots=True)
class Application:
    """The bot's application, for commands that check or change its settings."""

    client: discord.AutoShardedClient
    """A client that is logged in, but not connected to the gateway."""
    info: discord.AppInfo

    async def edit(self, **settings: Any) -> None:
        """Change settings of the application, named as in Discord's API."""
        # `AppInfo.edit` of discord.py 2.7.1 drops the endpoint URL, and cannot allow installs without a default link.
        await self.client.http.request(discord.http.Route("PATCH", "/applications/@me"), json=settings)
        self.info = await self.client.application_info()

    async def clear_endpoint_url(self) -> None:
        await self.edit(interactions_endpoint_url=None)

    async def set_install_contexts(self) -> None:
        """Let people add the bot to servers and to their accounts, and set default links with the right permissions."""
        links: dict[str, dict[str, Any]] = {SERVER_CONTEXT: {}, USER_CONTEXT: {}}
        # Discord allows a default link only for public bots.
        if self.info.bot_public:
            permissions = sum(REQUIRED_PERMISSIONS.values())
            server_link = {"scopes": SERVER_SCOPES, "permissions": permissions}
            links[SERVER_CONTEXT]["oauth2_install_params"] = server_link
            links[USER_CONTEXT]["oauth2_install_params"] = {"scopes": USER_SCOPES, "permissions": 0}
        await self.edit(integration_types_config=links)

    async def list_missing_permissions_by_server(self) -> list[tuple[str, list[str]]]:
        """Return the name of each server with the permissions that the bot lacks there.

        Permissions that are denied only in single channels are not included.
        """
        servers: list[tuple[str, list[str]]] = []
        last_id: int | None = None
        # discord.py's `fetch_guilds` drops the permissions.
        while page := await self.client.http.get_guilds(SERVERS_PER_PAGE, after=last_id, with_counts=False):
            for server in page:
                granted = discord.Permissions(int(server["permissions"]))
                servers.append((server["name"], _list_lacking_permissions(granted)))
            last_id = int(page[-1]["id"])
        return servers

    def list_install_problems(self) -> list[str]:
        """Return a line for each install setting that `set_install_contexts` would correct."""
        server, user = self.info.guild_integration_config, self.info.user_integration_config
        problems: list[str] = []
        if not server:
            problems.append("the bot cannot be added to servers")
        elif link := server.oauth2_install_params:
            if "bot" not in link.scopes:
                problems.append("the default link for servers adds only the commands, without the bot")
            elif missing := _list_lacking_permissions(link.permissions):
                problems.append(f"the default link for servers lacks permissions: {', '.join(missing)}")
        if not user:
            problems.append("the bot cannot be added to a user's account")
        return problems


def describe_endpoint_conflict(endpoint_url: str) -> str:
    """Return a line that explains why `duel run` receives nothing while an endpoint URL is set, and how to clear it."""
    return (
        f"the application's {ENDPOINT_FIELD} is {endpoint_url}, so duel run would receive no clicks or commands;"
        " clear this field in the developer portal, or with duel setup --clear-endpoint"
    )


def _list_lacking_permissions(granted: discord.Permissions) -> list[str]:
    """Return the names of the permissions that the bot needs on a server, but that are not among `granted`."""
    if granted.administrator:
        return []
    return [name for name, bit in REQUIRED_PERMISSIONS.items() if not granted.value & bit]


@asynccontextmanager
async def open_application(environment: Environment) -> AsyncIterator[Application]:
    """Log in, and yield the application of the configured token.

    Raises `ConfigError` for an invalid token or a request that Discord refuses, and `StartupUnavailable` if Discord
    cannot be reached. This includes requests inside the block.
    """
    token = environment.discord_token.get_secret_value()
    if not token:
        raise ConfigError("DISCORD_TOKEN is not set")
    parse_application_id(token)
    override_discord_urls(environment)
    # Without a handler, Python would print the warnings of discord.py beside the output of the command.
    logging.getLogger("discord").addHandler(_SILENT_HANDLER)
    with translate_login_errors():
        try:
            async with discord.AutoShardedClient(
                intents=GATEWAY_INTENTS, shard_count=1, max_ratelimit_timeout=MAX_WAIT_S
            ) as client:
                async with asyncio.timeout(MAX_WAIT_S):
                    await client.login(token)
                assert client.application
                yield Application(client, client.application)
        except discord.HTTPException as error:
            if error.status not in REFUSED_STATUSES:
                raise
            raise ConfigError(f"Discord refused a request: {error}") from error


@contextmanager
def translate_login_errors() -> Iterator[None]:
    """Raise `ConfigError` or `StartupUnavailable`, with a line for the host, if the bot cannot log in or connect."""
    try:
        yield
    except discord.LoginFailure as error:
        raise ConfigError(
            "Discord rejected DISCORD_TOKEN; press “Reset Token” in the developer portal, and run duel setup"
        ) from error
    except discord.ConnectionClosed as error:
        raise ConfigError(f"Discord closed the gateway connection permanently, code {error.code}") from error
    except UNAVAILABLE_ERRORS as error:
        raise StartupUnavailable(f"cannot reach Discord: {str(error) or type(error).__name__}") from error
    except discord.HTTPException as error:
        if error.status == HTTPStatus.NOT_FOUND and not error.code:
            # Discord's own errors have a code, so another server responded.
            raise ConfigError(f"{discord.http.Route.BASE} is not the URL of Discord's API; check DUEL_API") from error
        if error.status != HTTPStatus.TOO_MANY_REQUESTS:
            raise
        raise StartupUnavailable(f"Discord's rate limit was reached: {error}") from error


def override_discord_urls(environment: Environment) -> None:
    """Make discord.py use the URLs set in `environment`. discord.py keeps its URLs in class attributes."""
    if environment.duel_api:
        discord.http.Route.BASE = environment.duel_api
    if environment.duel_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(environment.duel_gateway)
    if environment.duel_cdn:
        discord.asset.Asset.BASE = environment.duel_cdn
