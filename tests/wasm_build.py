"""Compiles the C code of games and benchmarks to WebAssembly: `python -m tests.wasm_build`. Requires `ziglang`.

Each `native/` folder contains one `.c` file, its headers, and the compiled `.wasm` file. The compiled file ends with a
fingerprint of its sources and compiler, which lets a test detect an outdated file without compiling.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).parents[1]
COMPILER_OPTIONS: Final = (
    *("-target", "wasm32-freestanding", "-mbulk-memory", "-O3", "-nostdlib", "-Wall", "-Wextra", "-Werror"),
    *("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=8388608"),
)
_FINGERPRINT_SECTION: Final = b"fingerprint"
"""The name of a WebAssembly custom section. Custom sections are ignored when the code runs."""


def find_programs() -> Iterator[Path]:
    """Yield the `.c` files. Each is a separate program, which includes the headers in its folder."""
    for root in ("games", "tests"):
        yield from sorted((PROJECT_ROOT / root).rglob("native/*.c"))


def get_wasm_path(program: Path) -> Path:
    return program.with_suffix(".wasm")


def read_pinned_compiler() -> str:
    """Return the pinned requirement of the compiler, such as `ziglang==0.17.1`."""
    (requirement,) = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"][
        "compiled"
    ]
    assert isinstance(requirement, str)
    return requirement


def compute_fingerprint(program: Path) -> bytes:
    """Return a SHA-256 hash of the sources, the compiler version and the compiler options."""
    sources = [(path.name, path.read_bytes()) for path in sorted((program, *program.parent.glob("*.h")))]
    return sha256(repr((read_pinned_compiler(), COMPILER_OPTIONS, sources)).encode()).digest()


def make_fingerprint_section(program: Path) -> bytes:
    """Return a custom section with the fingerprint: the ID 0, the size, the length of the name, the name, 32 bytes."""
    name = bytes((len(_FINGERPRINT_SECTION),)) + _FINGERPRINT_SECTION
    return bytes((0, len(name) + 32)) + name + compute_fingerprint(program)


def is_up_to_date(program: Path) -> bool:
    """Return whether the `.wasm` file was compiled from the current sources with the current compiler."""
    return get_wasm_path(program).read_bytes().endswith(make_fingerprint_section(program))


def compile_wasm(program: Path) -> bytes:
    command = [sys.executable, "-m", "ziglang", "cc", *COMPILER_OPTIONS, "-o", "/dev/stdout", program.name]
    code = subprocess.run(command, cwd=program.parent, check=True, stdout=subprocess.PIPE).stdout
    return code + make_fingerprint_section(program)


def main() -> None:
    assert read_pinned_compiler() == f"ziglang=={version('ziglang')}", "pyproject.toml pins another compiler"
    for program in find_programs():
        get_wasm_path(program).write_bytes(compile_wasm(program))


if __name__ == "__main__":
    main()
