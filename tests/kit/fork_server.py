"""A fork server for bots: one process imports what the bot needs, and each bot is a fork of it.

Bots spend most of their startup time on imports, and tests start many bots. A fork runs its program as `python -m`
would, with its own process ID, environment, arguments, log and exit code. Only its modules are already imported.
Some tests in `test_service`, and the load test in `tests/tools/storm`, start the command itself instead.
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
import tempfile
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
"""The size of one read from the request socket. A request consists mostly of environment variables."""


class ForkedProcess:
    """A forked process with the part of the `subprocess.Popen` interface that the tests use."""

    def __init__(self, pid: int, exit_code_fd: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._exit_code_pipe = open(exit_code_fd, "rb", buffering=0)  # noqa: SIM115 - closed when it was read

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
            # If the server ended without writing, it killed its forks.
            self.returncode = int(self._exit_code_pipe.read(16) or -signal.SIGKILL)
            self._exit_code_pipe.close()
        return self.returncode


def fork_program(
    program: Sequence[str], environment: Mapping[str, str], stderr_fd: int, stdout_fd: int = 1
) -> ForkedProcess:
    """Run a module with arguments in a fork. Its standard streams are `stdout_fd` and `stderr_fd`."""
    exit_code_fd, write_fd = os.pipe()
    try:
        request = f"{json.dumps({'program': program, 'environment': dict(environment)})}\n".encode()
        server = _start_fork_server()
        server.sendall(request[socket.send_fds(server, [request], [stdout_fd, stderr_fd, write_fd]) :])
        return ForkedProcess(int(server.recv(16)), exit_code_fd)
    finally:
        os.close(write_fd)


@cache
def _start_fork_server() -> socket.socket:
    """Start the fork server for this process. It stops when this process ends."""
    own_end, server_end = socket.socketpair()
    with server_end:
        process = subprocess.Popen([sys.executable, "-m", __name__], cwd=PROJECT_ROOT, stdin=server_end.fileno())

    def stop() -> None:
        own_end.close()
        process.wait()

    atexit.register(stop)
    return own_end


class ForkServer:
    """The server process, which forks itself for each request."""

    def __init__(self) -> None:
        self._requests = socket.socket(fileno=os.dup(0))
        self._child_signals, waker = socket.socketpair()
        self._child_signals.setblocking(False)
        waker.setblocking(False)
        self._child_signal_writer = waker
        self._exit_code_fds: dict[int, int] = {}
        """The pipe that receives the exit code of each fork, by process ID."""
        # An interrupt stops the tests, which then close the socket.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker.fileno())

    def serve_requests(self) -> Sequence[str] | None:
        """Fork for each request. Return the program in each fork, and None in the server after the tests have ended."""
        while True:
            for ready in select.select([self._requests, self._child_signals], [], [])[0]:
                if ready is self._child_signals:
                    self._child_signals.recv(4096)
                    self._report_exits()
                    continue
                data, descriptors, *_ = socket.recv_fds(self._requests, MAX_REQUEST_BYTES, 3)
                if not data:
                    self._kill_forks()
                    return None
                while not data.endswith(b"\n"):
                    data += self._requests.recv(MAX_REQUEST_BYTES)
                request, (*output_fds, exit_code_fd) = json.loads(data), descriptors
                if pid := os.fork():
                    for descriptor in output_fds:
                        os.close(descriptor)
                    self._exit_code_fds[pid] = exit_code_fd
                    self._requests.send(str(pid).encode())
                else:
                    os.close(exit_code_fd)
                    self._become_program(request["environment"], output_fds)
                    return cast("Sequence[str]", request["program"])

    def _report_exits(self) -> None:
        for pid, exit_code_fd in [*self._exit_code_fds.items()]:
            exited_pid, status = os.waitpid(pid, os.WNOHANG)
            if exited_pid:
                os.write(exit_code_fd, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(exit_code_fd)
                del self._exit_code_fds[pid]

    def _kill_forks(self) -> None:
        for pid in self._exit_code_fds:
            os.kill(pid, signal.SIGKILL)

    def _become_program(self, environment: Mapping[str, str], output_fds: Sequence[int]) -> None:
        """Replace the environment, files and signal handlers that the fork inherited from the server."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for exit_code_fd in self._exit_code_fds.values():
            os.close(exit_code_fd)
        for own_socket in (self._requests, self._child_signals, self._child_signal_writer):
            own_socket.close()
        for number, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), *output_fds)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(environment)
        # In the checkout, a bot would read the .env of a developer's own bot.
        os.chdir(tempfile.gettempdir())


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
