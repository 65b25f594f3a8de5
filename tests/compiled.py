"""Compile the C sources of games and benches to WebAssembly: `python -m tests.compiled`, with `ziglang`.

Each file ends with a hash of its sources, so that a test notices sources that nobody has compiled.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OPTIONS: Final = (
    *("-target", "wasm32-freestanding", "-mbulk-memory", "-O3", "-nostdlib", "-Wall", "-Wextra", "-Werror"),
    *("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=8388608"),
)
_SECTION_NAME: Final = b"made of"


def find_sources() -> Iterator[Path]:
    """Yield the folders with sources."""
    yield from sorted({path.parent for room in ("games", "tests") for path in (ROOT / room).rglob("*.c")})


def wasm_path(folder: Path) -> Path:
    return folder / f"{folder.name}.wasm"


def hash_sources(folder: Path) -> bytes:
    """Hash the sources and the options of the compiler."""
    sources = sorted(path for path in folder.iterdir() if path.suffix in (".c", ".h"))
    return sha256(repr((OPTIONS, [(path.name, path.read_bytes()) for path in sources])).encode()).digest()


def mark_section(folder: Path) -> bytes:
    """Return a custom section of WebAssembly with the hash of the sources."""
    name = bytes((len(_SECTION_NAME),)) + _SECTION_NAME
    return bytes((0, len(name) + 32)) + name + hash_sources(folder)


def compile_wasm(folder: Path) -> bytes:
    compiler = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, "-o", "/dev/stdout", f"{folder.name}.c"]
    return subprocess.run(compiler, cwd=folder, check=True, stdout=subprocess.PIPE).stdout + mark_section(folder)


def main() -> None:
    for folder in find_sources():
        wasm_path(folder).write_bytes(compile_wasm(folder))


if __name__ == "__main__":
    main()
