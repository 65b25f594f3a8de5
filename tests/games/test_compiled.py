"""Checks that compiled C code is up to date and can run without executable memory."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from wasmtime import Trap

from games.compiled import CompiledModule
from tests.waiting import TEST_TIMEOUT_S
from tests.wasm_build import compile_wasm, find_programs, get_wasm_path, is_up_to_date

C_PROGRAMS: Final = list(find_programs())
WITHOUT_EXECUTABLE_MEMORY: Final = """
import ctypes, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit("this kernel denies nothing")
from games.compiled import CompiledModule
search = CompiledModule("games.shamanic_chess", "search", lambda: False)
search.call("initialize")
search.write_memory("position", bytes(64) + bytes((0, 0, 64, 0)))
print(search.read_memory("position", 68) == bytes(64) + bytes((0, 0, 64, 0)), search.call("generate_legal_moves", 0))
"""
"""A program that first denies itself executable memory with prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN)."""


def open_search() -> CompiledModule:
    return CompiledModule("games.shamanic_chess", "search", lambda: False)


@pytest.mark.parametrize("program", C_PROGRAMS, ids=lambda program: program.stem)
def test_wasm_file_is_up_to_date(program: Path) -> None:
    """If this fails, run `make compiled`. The C code, the compiler options or the compiler version has changed."""
    assert is_up_to_date(program)


@pytest.mark.parametrize("program", C_PROGRAMS, ids=lambda program: program.stem)
def test_changed_source_makes_the_wasm_file_outdated(program: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(program.parent, tmp_path / "native")
    copied = folder / program.name
    assert is_up_to_date(copied)
    for source in (copied, *folder.glob("*.h")):
        before = source.read_bytes()
        source.write_bytes(before + b"\n")
        assert not is_up_to_date(copied), source.name
        source.write_bytes(before)


def test_every_native_folder_holds_one_program() -> None:
    """A second program would share the headers, so changes for one would make both outdated."""
    assert len({program.parent for program in C_PROGRAMS}) == len(C_PROGRAMS) > 0


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("ziglang") is None, reason="`make compiled` installs the compiler")
@pytest.mark.parametrize("program", C_PROGRAMS, ids=lambda program: program.stem)
def test_compiling_again_gives_the_same_bytes(program: Path) -> None:
    assert compile_wasm(program) == get_wasm_path(program).read_bytes()


@pytest.mark.gate
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can deny executable memory, as the systemd unit may do")
def test_runs_without_executable_memory() -> None:
    process = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXECUTABLE_MEMORY],
        check=False,
        timeout=TEST_TIMEOUT_S,
        capture_output=True,
        text=True,
    )
    if "denies nothing" in process.stderr:
        pytest.skip(process.stderr)
    assert (process.stdout, process.stderr) == ("True 0\n", "")


def test_instances_share_no_memory() -> None:
    first, second = open_search(), open_search()
    first.write_memory("position", b"x" * 68)
    assert second.read_memory("position", 68) == bytes(68)


def test_memory_error_raises_an_exception() -> None:
    """A false count of a billion root moves makes the search read beyond its memory."""
    with pytest.raises(Trap):
        open_search().call("find_best_move", 1_000_000_000, 1, 1, 0)
