"""Running the C code of games, which is compiled to WebAssembly.

`make compiled` compiles the C code in a game's folder `native` and stores the result there. The same compiled file runs
on every machine and every Python version. The code can only access its own memory, and an error in the code raises an
exception.
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
    """Load a module and compile it for this machine, once per process.

    Return the engine, the module, and whether the module runs as machine code instead of being interpreted.
    """
    from wasmtime import Config, WasmtimeError

    code = files(package).joinpath("native", f"{name}.wasm").read_bytes()
    config = Config()
    try:
        return *_compile_module(code, config), True
    except WasmtimeError:
        # Some systems forbid executable memory. On these, the code is interpreted, which is thirty times slower.
        config = Config()
        config.target = _INTERPRETED
        return *_compile_module(code, config), False


# The modules must be freed before the library is unloaded.
atexit.register(_load_module.cache_clear)


def _compile_module(code: bytes, config: Config) -> tuple[Engine, Module]:
    from wasmtime import Engine, Module

    engine = Engine(config)
    return engine, Module(engine, code)


def is_compiled(package: str, name: str) -> bool:
    """Return whether a module runs as machine code instead of being interpreted."""
    return _load_module(package, name)[2]


class CompiledModule:
    """A new instance of a module, with its own memory."""

    def __init__(self, package: str, name: str, is_time_up: Callable[[], bool]) -> None:
        """Create the instance. Its code calls `is_time_up` from time to time, and stops when that returns True."""
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
        """Call an exported function and return its result, or 0 if it has none."""
        result = self._functions[name](self._store, *arguments)
        return result if isinstance(result, int) else 0

    def write_memory(self, buffer: str, data: bytes) -> None:
        """Write data to the buffer whose address is returned by the exported function named `buffer`."""
        self._memory.write(self._store, data, self.call(buffer))

    def read_memory(self, buffer: str, size: int) -> bytes:
        start = self.call(buffer)
        return bytes(self._memory.read(self._store, start, start + size))
