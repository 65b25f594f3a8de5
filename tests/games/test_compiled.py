"""What was compiled beforehand was made of what stands beside it, and runs where nothing may be made executable."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from wasmtime import Trap

from games.compiled import CompiledModule
from tests.compiled import compile_wasm, find_sources, mark_section, wasm_path
from tests.patience import PATIENCE

PLACES: Final = list(find_sources())
DENIED: Final = """
import ctypes, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit("this kernel denies nothing")
from games.compiled import CompiledModule
ahead = CompiledModule("games.shamanic_chess", "ahead", lambda: False)
ahead.call("begin")
ahead.write_memory("position", bytes(64) + bytes((0, 0, 64, 0)))
print(ahead.read_memory("position", 68) == bytes(64) + bytes((0, 0, 64, 0)), ahead.call("turns", 0))
"""


@pytest.mark.parametrize("folder", PLACES, ids=lambda folder: folder.name)
def test_it_was_made_of_what_stands_beside_it(folder: Path) -> None:
    """After a change of the sources: `make compiled`."""
    assert wasm_path(folder).read_bytes().endswith(mark_section(folder))


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("ziglang") is None, reason="its compiler comes with `make compiled`")
@pytest.mark.parametrize("folder", PLACES, ids=lambda folder: folder.name)
def test_whoever_compiles_it_anew_gets_the_same_to_the_byte(folder: Path) -> None:
    assert compile_wasm(folder) == wasm_path(folder).read_bytes()


@pytest.mark.gate
@pytest.mark.skipif(sys.platform != "linux", reason="what the unit of systemd could deny")
def test_it_runs_where_nothing_may_be_made_executable() -> None:
    done = subprocess.run([sys.executable, "-c", DENIED], check=False, timeout=PATIENCE, capture_output=True, text=True)
    if "denies nothing" in done.stderr:
        pytest.skip(done.stderr)
    assert (done.stdout, done.stderr) == ("True 0\n", "")


def test_each_begins_anew() -> None:
    one, other = (CompiledModule("games.shamanic_chess", "ahead", lambda: False) for _ in range(2))
    one.write_memory("position", b"x" * 68)
    assert other.read_memory("position", 68) == bytes(68)


def test_what_goes_wrong_in_it_is_an_error_like_any_other() -> None:
    """A billion turns to choose from are more than there is room for."""
    with pytest.raises(Trap):
        CompiledModule("games.shamanic_chess", "ahead", lambda: False).call("best", 1_000_000_000, 1, 1, 0)
