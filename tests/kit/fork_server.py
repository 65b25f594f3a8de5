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

PROJECT_ROOT: Final = Path(__file__).parents[2]
PRELOADED_MODULES: Final = (
    "bot.__main__",
    "bot.app",
    "bot.ops.logs",
    "uvloop",
    "resvg_py",
    "tests.seeded_dice",
    "tests.drawing_cache",
)
MAX_REQUEST_BYTES: Final = 1 << 17
"""Bytes of a request, which is mostly an environment."""


class ForkedProcess:
    """The part of `subprocess.Popen` that tests of a bot use."""

    def __init__(self, pid: int, exit_code_fd: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._exit_code_pipe = open(exit_code_fd, "rb", buffering=0)  # noqa: SIM115 - a pipe, closed when it has told

    def poll(self) -> int | None:
        return self._read_exit_code(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._read_exit_code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"bot {self.pid}", timeout or 0)
        return code

    def send_signal(self, signal_number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal_number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _read_exit_code(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._exit_code_pipe], [], [], timeout)[0]:
            # If the server has gone, its forks were killed.
            self.returncode = int(self._exit_code_pipe.read(16) or -signal.SIGKILL)
            self._exit_code_pipe.close()
        return self.returncode


def fork_program(
    program: Sequence[str], environment: Mapping[str, str], stderr_fd: int, stdout_fd: int = 1
) -> ForkedProcess:
    """Run a module with arguments; its output goes to `out`, its errors to `log`."""
    told, end = os.pipe()
    try:
        asked = f"{json.dumps({'program': program, 'environment': dict(environment)})}\n".encode()
        server = _start_fork_server()
        server.sendall(asked[socket.send_fds(server, [asked], [stdout_fd, stderr_fd, end]) :])
        return ForkedProcess(int(server.recv(16)), told)
    finally:
        os.close(end)


@cache
def _start_fork_server() -> socket.socket:
    """Start the server of this process, which ends with it."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", __name__], cwd=PROJECT_ROOT, stdin=theirs.fileno())

    def left() -> None:
        ours.close()
        process.wait()

    atexit.register(left)
    return ours


class ForkServer:
    """The process that forks, which does nothing else."""

    def __init__(self) -> None:
        self._requests = socket.socket(fileno=os.dup(0))
        self._child_signals, waker = socket.socketpair()
        self._child_signals.setblocking(False)
        waker.setblocking(False)
        self._child_signal_writer = waker
        self._exit_code_fds: dict[int, int] = {}
        """Where the exit code of each fork is written."""
        # An interrupt stops the tests, and then they close the socket.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker.fileno())

    def serve_requests(self) -> Sequence[str] | None:
        """Return in each fork the program that it is to run, and None here when the tests have ended."""
        while True:
            for ready in select.select([self._requests, self._child_signals], [], [])[0]:
                if ready is self._child_signals:
                    self._child_signals.recv(4096)
                    self._report_exits()
                    continue
                asked, descriptors, *_ = socket.recv_fds(self._requests, MAX_REQUEST_BYTES, 3)
                if not asked:
                    self._kill_forks()
                    return None
                while not asked.endswith(b"\n"):
                    asked += self._requests.recv(MAX_REQUEST_BYTES)
                told, (*said, end) = json.loads(asked), descriptors
                if pid := os.fork():
                    for descriptor in said:
                        os.close(descriptor)
                    self._exit_code_fds[pid] = end
                    self._requests.send(str(pid).encode())
                else:
                    os.close(end)
                    self._become_program(told["environment"], said)
                    return cast("Sequence[str]", told["program"])

    def _report_exits(self) -> None:
        for pid, end in [*self._exit_code_fds.items()]:
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(end)
                del self._exit_code_fds[pid]

    def _kill_forks(self) -> None:
        for pid in self._exit_code_fds:
            os.kill(pid, signal.SIGKILL)

    def _become_program(self, environment: Mapping[str, str], output_fds: Sequence[int]) -> None:
        """Keep nothing of the server but what was imported."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for end in self._exit_code_fds.values():
            os.close(end)
        for ours in (self._requests, self._child_signals, self._child_signal_writer):
            ours.close()
        for number, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), *output_fds)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(environment)


def main() -> None:
    for name in PRELOADED_MODULES:
        import_module(name)
    gc.collect()
    gc.freeze()
    if program := ForkServer().serve_requests():
        sys.argv = [*program]
        runpy.run_module(program[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
