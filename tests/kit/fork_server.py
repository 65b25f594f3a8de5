"""A fork server for bots: one process imports what the bot needs, and each bot is a fork of it.

Most of a start is spent on imports, and tests start bots again and again. A fork runs its program as `python -m` would,
as a process with its own number, environment, arguments, log and end. Only its imports are there already.
`test_service` and the storm start the command itself.
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
IMPORTED: Final = ("bot.__main__", "bot.app", "bot.ops.logs", "uvloop", "resvg_py", "tests.dice", "tests.drawn")
MAX_REQUEST_BYTES: Final = 1 << 17
"""Bytes of a request, which is mostly an environment."""


class ForkedProcess:
    """The part of `subprocess.Popen` that tests of a bot use."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = open(end, "rb", buffering=0)  # noqa: SIM115 - a pipe, closed when it has told

    def poll(self) -> int | None:
        return self._read_exit_code(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._read_exit_code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"bot {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _read_exit_code(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            # If the server has gone, its forks were killed.
            self.returncode = int(self._end.read(16) or -signal.SIGKILL)
            self._end.close()
        return self.returncode


def fork_program(program: Sequence[str], environment: Mapping[str, str], log: int, out: int = 1) -> ForkedProcess:
    """Run a module with arguments; its output goes to `out`, its errors to `log`."""
    told, end = os.pipe()
    try:
        asked = f"{json.dumps({'program': program, 'environment': dict(environment)})}\n".encode()
        server = _start_fork_server()
        server.sendall(asked[socket.send_fds(server, [asked], [out, log, end]) :])
        return ForkedProcess(int(server.recv(16)), told)
    finally:
        os.close(end)


@cache
def _start_fork_server() -> socket.socket:
    """Start the server of this process, which ends with it."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", __name__], cwd=ROOT, stdin=theirs.fileno())

    def left() -> None:
        ours.close()
        process.wait()

    atexit.register(left)
    return ours


class ForkServer:
    """The process that forks, which does nothing else."""

    def __init__(self) -> None:
        self._asks = socket.socket(fileno=os.dup(0))
        self._ended, waker = socket.socketpair()
        self._ended.setblocking(False)
        waker.setblocking(False)
        self._waker = waker
        self._ends: dict[int, int] = {}
        """Where the exit code of each fork is written."""
        # An interrupt stops the tests, and then they close the socket.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker.fileno())

    def serve(self) -> Sequence[str] | None:
        """Return in each fork the program that it is to run, and None here when the tests have ended."""
        while True:
            for ready in select.select([self._asks, self._ended], [], [])[0]:
                if ready is self._ended:
                    self._ended.recv(4096)
                    self._reap()
                    continue
                asked, descriptors, *_ = socket.recv_fds(self._asks, MAX_REQUEST_BYTES, 3)
                if not asked:
                    self._kill_forks()
                    return None
                while not asked.endswith(b"\n"):
                    asked += self._asks.recv(MAX_REQUEST_BYTES)
                told, (*said, end) = json.loads(asked), descriptors
                if pid := os.fork():
                    for descriptor in said:
                        os.close(descriptor)
                    self._ends[pid] = end
                    self._asks.send(str(pid).encode())
                else:
                    os.close(end)
                    self._become_program(told["environment"], said)
                    return cast("Sequence[str]", told["program"])

    def _reap(self) -> None:
        for pid, end in [*self._ends.items()]:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)
                del self._ends[pid]

    def _kill_forks(self) -> None:
        for pid in self._ends:
            os.kill(pid, signal.SIGKILL)

    def _become_program(self, environment: Mapping[str, str], said: Sequence[int]) -> None:
        """Keep nothing of the server but what was imported."""
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
    if program := ForkServer().serve():
        sys.argv = [*program]
        runpy.run_module(program[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
