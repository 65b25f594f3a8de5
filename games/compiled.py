"""What a game has had compiled beforehand, since it is asked a million times a second: WebAssembly, beside its sources.

It is one file for every machine and every Python. It sees nothing but what is noted in its memory, and can do nothing
but answer; what goes wrong in it is an error like any other. `make compiled` compiles it anew.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wasmtime import Config, Engine, Module

_INTERPRETED: Final = "pulley64"


@cache
def _ready(package: str, name: str) -> tuple[Engine, Module, bool]:
    """Made ready for this machine once in a process, which takes a few hundredths of a second. Is it quick there?"""
    from wasmtime import Config, WasmtimeError

    code = files(package).joinpath(name, f"{name}.wasm").read_bytes()
    config = Config()
    try:
        return *_made(code, config), True
    except WasmtimeError:
        # Where nobody may make anything executable it is interpreted: the same, a thirtieth as fast.
        config = Config()
        config.target = _INTERPRETED
        return *_made(code, config), False


# While the library that is to let go of it is there still.
atexit.register(_ready.cache_clear)


def _made(code: bytes, config: Config) -> tuple[Engine, Module]:
    from wasmtime import Engine, Module

    engine = Engine(config)
    return engine, Module(engine, code)


def is_quick(package: str, name: str) -> bool:
    """Not where it is interpreted."""
    return _ready(package, name)[2]


class Compiled:
    """One that has just begun: nothing in it knows of another."""

    def __init__(self, package: str, name: str, spent: Callable[[], bool]) -> None:
        """Every now and then it asks whether all is `spent` that it may take."""
        from wasmtime import Func, FuncType, Instance, Memory, Store, ValType

        engine, module, _ = _ready(package, name)
        self._store = Store(engine)
        asks = Func(self._store, FuncType([], [ValType.i32()]), lambda: int(spent()))
        exports = Instance(self._store, module, [asks] if module.imports else []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._asked = {name: ask for name in exports if isinstance(ask := exports[name], Func)}

    def asked(self, what: str, *numbers: int) -> int:
        """The answer; 0 from what answers nothing."""
        answer = self._asked[what](self._store, *numbers)
        return answer if isinstance(answer, int) else 0

    def note(self, where: str, data: bytes) -> None:
        self._memory.write(self._store, data, self.asked(where))

    def noted(self, where: str, size: int) -> bytes:
        start = self.asked(where)
        return bytes(self._memory.read(self._store, start, start + size))
