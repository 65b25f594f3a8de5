"""The nest, where bots hatch: one process imports what the bot needs, and each bot is a fork of it.

Most of a start is spent on imports, nine tenths of a second, and tests start bots again and again. What hatches is the
program as `python -m` would run it, from its first line on: a process with a number, an environment, arguments, a log
and an end of its own, which is asked to stop, paused or killed like any other. Only that what it imports is there
already is different; the command itself is started by `test_service` until Discord refuses it, and by the storm.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, cast

ROOT: Final = Path(__file__).parents[2]
IMPORTED: Final = ("bot.__main__", "bot.run", "bot.host.log", "uvloop", "resvg_py", "tests.dice", "tests.drawn")
MOST: Final = 1 << 17
"""Bytes of a request: an environment, mostly."""


class Hatched:
    """As `subprocess.Popen`, as far as a bot is asked."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = open(end, "rb", buffering=0)  # noqa: SIM115 - a pipe, closed when it has told

    def poll(self) -> int | None:
        return self._told(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._told(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"bot {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _told(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            # Where the nest has gone, all that hatched there was killed.
            self.returncode = int(self._end.read(16) or -signal.SIGKILL)
            self._end.close()
        return self.returncode


def hatched(program: Sequence[str], environment: Mapping[str, str], log: int, out: int = 1) -> Hatched:
    """A module, and what it is told; what it says goes where that of who asks does, what is wrong to the log."""
    told, end = os.pipe()
    try:
        asked = f"{json.dumps({'program': program, 'environment': dict(environment)})}\n".encode()
        nest = _nest()
        nest.sendall(asked[socket.send_fds(nest, [asked], [out, log, end]) :])
        return Hatched(int(nest.recv(16)), told)
    finally:
        os.close(end)


@cache
def _nest() -> socket.socket:
    """One for all bots of a process; it ends when that does."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", __name__], cwd=ROOT, stdin=theirs.fileno())

    def left() -> None:
        ours.close()
        process.wait()

    atexit.register(left)
    return ours


class Nest:
    """In the process where they hatch, which does nothing else."""

    def __init__(self) -> None:
        self._asks = socket.socket(fileno=os.dup(0))
        self._ended, waker = socket.socketpair()
        self._ended.setblocking(False)
        waker.setblocking(False)
        self._waker = waker
        self._ends: dict[int, int] = {}
        """Where it is told that one has ended, and how."""
        # Whoever interrupts the tests interrupts those who ask, and they leave.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker.fileno())

    def hatch(self) -> Sequence[str] | None:
        """Returns in each new process, with what it is to run; here when nobody asks any more."""
        while True:
            for ready in select.select([self._asks, self._ended], [], [])[0]:
                if ready is self._ended:
                    self._ended.recv(4096)
                    self._bury()
                    continue
                asked, descriptors, *_ = socket.recv_fds(self._asks, MOST, 3)
                if not asked:
                    self._leave()
                    return None
                while not asked.endswith(b"\n"):
                    asked += self._asks.recv(MOST)
                told, (*said, end) = json.loads(asked), descriptors
                if pid := os.fork():
                    for descriptor in said:
                        os.close(descriptor)
                    self._ends[pid] = end
                    self._asks.send(str(pid).encode())
                else:
                    os.close(end)
                    self._out(told["environment"], said)
                    return cast("Sequence[str]", told["program"])

    def _bury(self) -> None:
        for pid, end in [*self._ends.items()]:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)
                del self._ends[pid]

    def _leave(self) -> None:
        for pid in self._ends:
            os.kill(pid, signal.SIGKILL)

    def _out(self, environment: Mapping[str, str], said: Sequence[int]) -> None:
        """Nothing of the nest goes along but what was imported."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for end in self._ends.values():
            os.close(end)
        for ours in (self._asks, self._ended, self._waker):
            ours.close()
        for number, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), *said)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(environment)


def main() -> None:
    for name in IMPORTED:
        import_module(name)
    gc.collect()
    gc.freeze()
    if program := Nest().hatch():
        sys.argv = [*program]
        runpy.run_module(program[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
