"""What games and their measuring have in C, compiled: `python -m tests.compiled`, by what comes with `ziglang`.

Each carries a mark of what it was made of, so a test notices sources that nobody has compiled.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
HOW: Final = (
    *("-target", "wasm32-freestanding", "-mbulk-memory", "-O3", "-nostdlib", "-Wall", "-Wextra", "-Werror"),
    *("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=8388608"),
)
_SECTION: Final = b"made of"


def places() -> Iterator[Path]:
    """The folder of each."""
    yield from sorted({path.parent for room in ("games", "tests") for path in (ROOT / room).rglob("*.c")})


def there(folder: Path) -> Path:
    return folder / f"{folder.name}.wasm"


def mark(folder: Path) -> bytes:
    """Of all that it is made of, and how."""
    sources = sorted(path for path in folder.iterdir() if path.suffix in (".c", ".h"))
    return sha256(repr((HOW, [(path.name, path.read_bytes()) for path in sources])).encode()).digest()


def marked(folder: Path) -> bytes:
    """What it carries at its end, where WebAssembly has room for what is no code."""
    name = bytes((len(_SECTION),)) + _SECTION
    return bytes((0, len(name) + 32)) + name + mark(folder)


def made(folder: Path) -> bytes:
    compiler = [sys.executable, "-m", "ziglang", "cc", *HOW, "-o", "/dev/stdout", f"{folder.name}.c"]
    return subprocess.run(compiler, cwd=folder, check=True, stdout=subprocess.PIPE).stdout + marked(folder)


def main() -> None:
    for folder in places():
        there(folder).write_bytes(made(folder))


if __name__ == "__main__":
    main()
