"""Running the C code of a game, compiled to WebAssembly beside its sources in the folder `native`.

The same file runs on every machine and every Python version. The code can only compute in its own memory, and an error
in it raises an exception. `make compiled` compiles it.
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
        # Some systems forbid executable memory. Then the code is interpreted, which is thirty times slower.
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
    """Return whether a module runs as machine code and is not interpreted."""
    return _load_module(package, name)[2]


class CompiledModule:
    """A fresh instance of a module, with a memory of its own."""

    def __init__(self, package: str, name: str, is_time_up: Callable[[], bool]) -> None:
        """The code calls `is_time_up` now and then, and stops if it returns True."""
        from wasmtime import Func, FuncType, Instance, Memory, Store, ValType

        engine, module, _ = _load_module(package, name)
        self._store = Store(engine)
        check_time = Func(self._store, FuncType([], [ValType.i32()]), lambda: int(is_time_up()))
        exports = Instance(self._store, module, [check_time] if module.imports else []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._functions = {name: function for name in exports if isinstance(function := exports[name], Func)}

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function. Return 0 if it returns nothing."""
        result = self._functions[name](self._store, *arguments)
        return result if isinstance(result, int) else 0

    def write_memory(self, buffer: str, data: bytes) -> None:
        """Write to a buffer; the exported function of that name returns its address."""
        self._memory.write(self._store, data, self.call(buffer))

    def read_memory(self, buffer: str, size: int) -> bytes:
        start = self.call(buffer)
        return bytes(self._memory.read(self._store, start, start + size))
