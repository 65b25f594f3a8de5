"""Writes a page of rules per game and language: `python -m tests.docs.rules_pages docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image

from bot.i18n import say
from games import GAMES, lessons
from games.art import Picture, TranslatedWord, translate_picture
from games.canvas import paint_png
from games.core import Game
from games.words import LOCALES, Locale

RULES_FOLDER: Final = "rules"
PICTURES_FOLDER: Final = "pictures/how"


def build_pages() -> Iterator[tuple[str, str]]:
    """Yield the path in `docs` and the text of each page. A page has the same content as `/duel rules`."""
    for game in GAMES.values():
        for locale in LOCALES:
            yield f"{RULES_FOLDER}/{locale}/{game.KEY}.md", "\n\n".join(_build_paragraphs(game, locale)) + "\n"


def build_pictures() -> Iterator[tuple[str, Picture]]:
    """Yield each picture with its path in `docs`. All languages share the pictures without text."""
    for game in GAMES.values():
        for number in range(1, len(lessons.format_lesson(game, LOCALES[0])) + 1):
            locale_by_path = {_picture_path(game, number, locale): locale for locale in LOCALES}
            for path, locale in locale_by_path.items():
                yield path, translate_picture(game.draw_board(lessons.lesson_view(game, number)), game.say, locale)


def _build_paragraphs(game: Game[Any, Any, Any], locale: Locale) -> Iterator[str]:
    yield f"# {game.say('name', locale)}"
    others = (f"[{say(f'setting-locale-{other}', other)}](../{other}/{game.KEY}.md)" for other in LOCALES)
    yield " · ".join(others)
    for number, text in enumerate(lessons.format_lesson(game, locale), 1):
        yield text
        alt = " ".join(game.describe_briefly(lessons.lesson_view(game, number), locale).splitlines())
        yield f"![{alt}](../../{_picture_path(game, number, locale)})"


def _picture_path(game: Game[Any, Any, Any], number: int, locale: Locale) -> str:
    has_text = any(
        isinstance(mark, TranslatedWord) for mark, _, _ in game.draw_board(lessons.lesson_view(game, number)).marks
    )
    return f"{PICTURES_FOLDER}/{game.KEY}-{number}{f'-{locale}' if has_text else ''}.png"


def main(docs: Path) -> None:
    for path, text in build_pages():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, "utf-8")
    (docs / PICTURES_FOLDER).mkdir(parents=True, exist_ok=True)
    pictures = dict(build_pictures())
    for stale in {*(docs / PICTURES_FOLDER).glob("*.png")} - {docs / path for path in pictures}:
        stale.unlink()
    for path, picture in pictures.items():
        write_if_pixels_differ(docs / path, paint_png(picture))


def write_if_pixels_differ(path: Path, png: bytes) -> None:
    """Write a picture unless the file has the same pixels. The bytes may differ between versions of zlib."""
    if not path.exists() or _read_pixels(path.read_bytes()) != _read_pixels(png):
        path.write_bytes(png)


def _read_pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    with Image.open(BytesIO(png)) as image:
        return image.size, image.convert("RGB").tobytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
