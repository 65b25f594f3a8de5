"""A program that imports what an author imports, and then the bot. It runs in a checkout and with the wheel."""

from typing import Final

LIST_DUPLICATES_PROGRAM: Final = """
import importlib, sys
from collections import Counter

from wolf_and_bison.sdk import Game
import bot.app, bot.cli.run, bot.__main__
from games import GAMES
from games.core import Game as SameGame

assert Game is SameGame and all(isinstance(game, Game) for game in GAMES.values())
for package in ("bot", "games", "storage"):
    try:
        importlib.import_module(f"wolf_and_bison.{package}")
    except ModuleNotFoundError:
        continue
    raise AssertionError(f"{package} has two names")
files = Counter(module.__file__ for name, module in sys.modules.items() if getattr(module, "__file__", None)
                if name.partition(".")[0] in {"bot", "games", "storage", "wolf_and_bison"})
assert len(files) > 100
print(sum(count > 1 for count in files.values()), "modules are loaded twice")
"""
