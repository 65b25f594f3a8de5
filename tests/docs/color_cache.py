"""Computes the colors of all drawings. `python -m tests.docs.color_cache` stores them beside the drawings."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import bot
import games
from bot.screens.charts import game_list_picture, result_picture
from games.art import Palette
from games.dice import Chance
from games.drawing import COLOR_CACHE_FOLDER, compute_colors, palette_hash
from games.match import begin_match
from tests.lint.source_files import PROJECT_ROOT


def list_palettes() -> Iterator[Palette]:
    """Yield each palette of the games and the bot, without duplicates."""
    palettes = {game_list_picture.build_game_list_palette()}
    for package in (games, bot):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                values = vars(import_module(module.name)).values()
                palettes |= {value for value in values if isinstance(value, Palette)}
    for game in games.GAMES.values():
        start = begin_match(game, game.options_class(), min(game.SEATS), Chance.derive(bytes(32), ()))
        palettes.add(result_picture.extend_game_palette(game.draw_board(start.view_of(None)).palette))
        if game.BANNER:
            palettes.add(game.BANNER.picture.palette)
    yield from sorted(palettes, key=repr)


def cache_path(palette: Palette) -> Path:
    return PROJECT_ROOT.joinpath(*palette.package.split("."), COLOR_CACHE_FOLDER, f"{palette_hash(palette)}.txt")


def list_cache_files() -> set[Path]:
    return {
        path for folder in ("games", "bot") for path in (PROJECT_ROOT / folder).rglob(f"{COLOR_CACHE_FOLDER}/*.txt")
    }


def main() -> None:
    palettes_by_path = {cache_path(palette): palette for palette in list_palettes()}
    for stale in list_cache_files() - palettes_by_path.keys():
        stale.unlink()
    for path in palettes_by_path.keys() - list_cache_files():
        path.parent.mkdir(exist_ok=True)
        colors = compute_colors(palettes_by_path[path])
        path.write_text(" ".join(f"#{bytes(color).hex()}" for color in colors) + "\n", "utf-8")


if __name__ == "__main__":
    main()
