"""What `duel doctor` checks at Discord: the application's settings, emoji, sessions and permissions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.discord.application import (
    MAX_WAIT_S,
    Application,
    describe_endpoint_conflict,
    open_application,
)
from bot.discord.client import MIN_SESSIONS_LEFT
from bot.discord.emoji_upload import drawings_by_emoji_name
from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment


@dataclass(slots=True)
class ApplicationReport:
    """Lines for the host: facts, and problems that the host has to solve."""

    facts: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    is_complete: bool = True
    """False if Discord could not be reached."""


async def check_application(environment: Environment, *, via_http: bool) -> ApplicationReport:
    """Check the application of the configured token, for a bot that runs with `duel serve` or with `duel run`."""
    report = ApplicationReport()
    try:
        async with open_application(environment) as application, asyncio.timeout(MAX_WAIT_S):
            _check_settings(application, report, via_http=via_http)
            await _check_emoji(application, report)
            if not via_http:
                await _check_sessions(application, report)
            await _check_permissions(application, report)
    except ConfigError as error:
        report.problems.append(f"discord: {error}")
    except StartupUnavailable as error:
        report.is_complete = False
        report.facts.append(f"discord: could not be checked: {error}")
    return report


def _check_settings(application: Application, report: ApplicationReport, *, via_http: bool) -> None:
    info = application.info
    report.facts.append(f"discord: the token belongs to {_to_one_line(info.name)} ({info.id})")
    endpoint_url = info.interactions_endpoint_url
    if via_http and not endpoint_url:
        report.problems.append("discord: no Interactions Endpoint URL is set, so duel serve receives nothing")
    elif endpoint_url and not via_http:
        report.problems.append(
            f"discord: {describe_endpoint_conflict(endpoint_url)} (for duel serve, use duel doctor --http)"
        )
    for problem in application.list_install_problems():
        report.problems.append(f"discord: {problem}; duel setup corrects this")


async def _check_emoji(application: Application, report: ApplicationReport) -> None:
    uploaded = {emoji.name for emoji in await application.client.fetch_application_emojis()}
    needed = drawings_by_emoji_name().keys()
    rest = "" if needed <= uploaded else "; a running bot uploads the others"
    report.facts.append(f"discord: {len(needed & uploaded)} of {len(needed)} emoji are uploaded{rest}")


async def _check_sessions(application: Application, report: ApplicationReport) -> None:
    limits = await application.client.fetch_session_start_limits()
    line = f"discord: {limits.remaining} of {limits.total} sessions are left"
    if limits.remaining >= MIN_SESSIONS_LEFT:
        report.facts.append(f"{line} today")
        return
    reset = datetime.now(UTC) + timedelta(milliseconds=limits.reset_after)
    report.problems.append(
        f"{line}, so the bot does not start before {reset:%Y-%m-%d %H:%M} UTC; find out why it has started so often"
    )


async def _check_permissions(application: Application, report: ApplicationReport) -> None:
    servers = await application.list_missing_permissions_by_server()
    gaps = [(_to_one_line(name), ", ".join(missing)) for name, missing in servers if missing]
    if not servers:
        report.facts.append("discord: the bot is on no server yet; duel invite prints the link")
    elif not gaps:
        report.facts.append(f"discord: no permissions are missing (servers: {len(servers)})")
    else:
        report.problems.append(f"discord: permissions are missing on {len(gaps)} of {len(servers)} servers")
        report.problems += _format_table([("server", "missing permissions"), *gaps])


def _format_table(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(first) for first, _ in rows)
    return [f"  {first:<{width}}  {second}" for first, second in rows]


def _to_one_line(name: str) -> str:
    """Replace the control characters in a name, which somebody else chose, because a terminal would obey them."""
    return "".join(character if character.isprintable() else " " for character in name)
