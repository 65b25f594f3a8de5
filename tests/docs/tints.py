"""The colors of all drawings, found once: `python -m tests.docs.tints` keeps them beside the drawings."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import bot
import games
from bot.screens.charts import result_picture
from games.art import Palette
from games.dice import Chance
from games.drawing import COLOR_CACHE_FOLDER, compute_colors, palette_hash
from games.match import begin_match

ROOT: Final = Path(__file__).parents[2]


def palettes() -> Iterator[Palette]:
    """Every one that there is, once."""
    found = set()
    for package in (games, bot):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                found |= {it for it in vars(import_module(module.name)).values() if isinstance(it, Palette)}
    for game in games.GAMES.values():
        start = begin_match(game, game.options_class(), min(game.SEATS), Chance.derive(bytes(32), ()))
        found.add(result_picture.extend_game_palette(game.draw_board(start.view_of(None)).palette))
        if game.BANNER:
            found.add(game.BANNER.picture.palette)
    yield from sorted(found, key=repr)


def place(palette: Palette) -> Path:
    return ROOT.joinpath(*palette.package.split("."), COLOR_CACHE_FOLDER, f"{palette_hash(palette)}.txt")


def there() -> set[Path]:
    """All that are kept."""
    return {path for folder in ("games", "bot") for path in (ROOT / folder).rglob(f"{COLOR_CACHE_FOLDER}/*.txt")}


def main() -> None:
    wanted = {place(palette): palette for palette in palettes()}
    for old in there() - wanted.keys():
        old.unlink()
    for path in wanted.keys() - there():
        path.parent.mkdir(exist_ok=True)
        path.write_text(" ".join(f"#{bytes(color).hex()}" for color in compute_colors(wanted[path])) + "\n", "utf-8")


if __name__ == "__main__":
    main()
