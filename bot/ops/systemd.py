"""Notifications to systemd: the bot is ready, or still makes progress. If these stop, systemd restarts the bot."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify_ready() -> None:
    """Report that the start has finished, if systemd started this process."""
    _notify(b"READY=1")


def reset_watchdog() -> None:
    """Report progress, if systemd started this process. The time until the next call is limited by WatchdogSec."""
    _notify(b"WATCHDOG=1")


def _notify(state: bytes) -> None:
    if not (address := os.environ.get("NOTIFY_SOCKET")):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        # A lost notification is repeated in time, and the bot has to work without systemd, too.
        with suppress(OSError):
            # A leading @ stands for the null byte of an abstract socket.
            sender.sendto(state, address.replace("@", "\0", 1) if address.startswith("@") else address)
