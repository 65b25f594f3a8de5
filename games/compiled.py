"""Running the C code of a game, compiled to WebAssembly beside its sources in the folder `native`.

One file runs on every machine and every Python version. The code sees only its own memory and can only compute, and an
error in it is an exception. `make compiled` compiles it.
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
def _load_module(package: str, name: str) -> tuple[Engine, Module, bool]:
    """Compile a module for this machine, once per process. Return whether it runs as machine code."""
    from wasmtime import Config, WasmtimeError

    code = files(package).joinpath("native", f"{name}.wasm").read_bytes()
    config = Config()
    try:
        return *_compile_module(code, config), True
    except WasmtimeError:
        # Some systems forbid executable memory. Then it is interpreted, thirty times slower.
        config = Config()
        config.target = _INTERPRETED
        return *_compile_module(code, config), False


# Free the modules before the library is unloaded.
atexit.register(_load_module.cache_clear)


def _compile_module(code: bytes, config: Config) -> tuple[Engine, Module]:
    from wasmtime import Engine, Module

    engine = Engine(config)
    return engine, Module(engine, code)


def is_compiled(package: str, name: str) -> bool:
    """Return whether a module runs as machine code and not interpreted."""
    return _load_module(package, name)[2]


class CompiledModule:
    """A fresh instance of a module, with a memory of its own."""

    def __init__(self, package: str, name: str, spent: Callable[[], bool]) -> None:
        """The code calls `spent` now and then, and stops if it returns True."""
        from wasmtime import Func, FuncType, Instance, Memory, Store, ValType

        engine, module, _ = _load_module(package, name)
        self._store = Store(engine)
        asks = Func(self._store, FuncType([], [ValType.i32()]), lambda: int(spent()))
        exports = Instance(self._store, module, [asks] if module.imports else []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._asked = {name: ask for name in exports if isinstance(ask := exports[name], Func)}

    def call(self, what: str, *numbers: int) -> int:
        """Call an exported function. Return 0 if it returns nothing."""
        answer = self._asked[what](self._store, *numbers)
        return answer if isinstance(answer, int) else 0

    def write_memory(self, where: str, data: bytes) -> None:
        self._memory.write(self._store, data, self.call(where))

    def read_memory(self, where: str, size: int) -> bytes:
        start = self.call(where)
        return bytes(self._memory.read(self._store, start, start + size))
