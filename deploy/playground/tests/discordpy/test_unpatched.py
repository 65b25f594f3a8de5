"""Test that discord.py needs no configuration if Discord's host names resolve to the playground."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox, get_skip_reason
from discord_playground.client import full_text

DISCORD_HOSTS: Final = ("discord.com", "gateway.discord.gg")


class LoopbackResolver(AbstractResolver):
    """A DNS resolver that directs Discord's host names to a local port and refuses all other names."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET) -> list[ResolveResult]:
        assert (host in DISCORD_HOSTS, port, family) == (True, 443, socket.AF_UNSPEC)
        result = ResolveResult(
            hostname=host, host="127.0.0.1", port=self.port, family=socket.AF_INET, proto=0, flags=socket.AI_NUMERICHOST
        )
        return [result]

    async def close(self) -> None:
        """Do nothing, because the resolver has no resources to release."""


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Create a key and a self-signed certificate for Discord's host names, and return the paths of their files."""
    if not shutil.which("openssl") and (reason := get_skip_reason("openssl")):
        pytest.skip(reason)
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    names = ",".join(f"DNS:{host}" for host in DISCORD_HOSTS)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(certificate), "-days", "2"]
    command += ["-subj", f"/CN={DISCORD_HOSTS[0]}", "-addext", f"subjectAltName={names}"]
    subprocess.run(command, check=True, capture_output=True)
    return key, certificate


@asynccontextmanager
async def run_tls_proxy(url: str, key: Path, certificate: Path) -> AsyncIterator[int]:
    """Run a TLS proxy in front of the playground and yield its port.

    Requests for the root path are forwarded to the playground's gateway.
    """
    target = urlsplit(url)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data.replace(b"GET /?v=", b"GET /gateway?v=", 1))
                await writer.drain()
        writer.close()

    async def handle_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection(target.hostname, target.port)
        await asyncio.gather(pump(reader, inner_writer), pump(inner_reader, writer))

    async with await asyncio.start_server(handle_connection, "127.0.0.1", 0, ssl=context) as server:
        yield server.sockets[0].getsockname()[1]


async def test_unmodified_discordpy_connects_to_playground(
    sandbox: Sandbox, playground_url: str, tmp_path: Path
) -> None:
    assert discord.http.Route.BASE == "https://discord.com/api/v10"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "wss://gateway.discord.gg/"
    key, certificate = make_certificate(tmp_path)
    async with run_tls_proxy(playground_url, key, certificate) as port:
        ssl_context = ssl.create_default_context(cafile=str(certificate))
        bot = DiscordPyBot(connector=aiohttp.TCPConnector(resolver=LoopbackResolver(port), ssl=ssl_context))

        @bot.tree.command()
        async def greet(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Hello.")
            await interaction.followup.send("Hello again.")

        async with bot.run_with_token(sandbox.bot_token):
            assert full_text((await sandbox.otter.run_command(sandbox.duels_id, "greet")).message) == "Hello."
            await sandbox.otter.wait_for_message(sandbox.duels_id, lambda message: full_text(message) == "Hello again.")
