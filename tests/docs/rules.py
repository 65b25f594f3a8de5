"""How to play, for who has no bot at hand: `python -m tests.docs.rules docs` writes a page a game and language."""

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

RULES: Final = "rules"
HOW: Final = "pictures/how"


def pages() -> Iterator[tuple[str, str]]:
    """Where each lies in `docs`, and what it says: what `/duel rules` says, all on one page."""
    for game in GAMES.values():
        for locale in LOCALES:
            yield f"{RULES}/{locale}/{game.KEY}.md", "\n\n".join(_parts(game, locale)) + "\n"


def pictures() -> Iterator[tuple[str, Picture]]:
    """One for all languages, where no word stands on it."""
    for game in GAMES.values():
        for number in range(1, len(lessons.format_lesson(game, LOCALES[0])) + 1):
            shown = {_shown(game, number, locale): locale for locale in LOCALES}
            for name, locale in shown.items():
                yield name, translate_picture(game.draw_board(lessons.lesson_view(game, number)), game.say, locale)


def _parts(game: Game[Any, Any, Any], locale: Locale) -> Iterator[str]:
    yield f"# {game.say('name', locale)}"
    others = (f"[{say(f'setting-locale-{other}', other)}](../{other}/{game.KEY}.md)" for other in LOCALES)
    yield " · ".join(others)
    for number, text in enumerate(lessons.format_lesson(game, locale), 1):
        yield text
        alt = " ".join(game.describe_briefly(lessons.lesson_view(game, number), locale).splitlines())
        yield f"![{alt}](../../{_shown(game, number, locale)})"


def _shown(game: Game[Any, Any, Any], number: int, locale: Locale) -> str:
    written = any(
        isinstance(what, TranslatedWord) for what, _, _ in game.draw_board(lessons.lesson_view(game, number)).marks
    )
    return f"{HOW}/{game.KEY}-{number}{f'-{locale}' if written else ''}.png"


def main(docs: Path) -> None:
    for name, text in pages():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, "utf-8")
    (docs / HOW).mkdir(parents=True, exist_ok=True)
    shown = dict(pictures())
    for stale in {*(docs / HOW).glob("*.png")} - {docs / name for name in shown}:
        stale.unlink()
    for name, picture in shown.items():
        hung(docs / name, paint_png(picture))


def hung(path: Path, painted: bytes) -> None:
    """Where something else is seen: the same pixels may be other bytes, by whatever deflates them."""
    if not path.exists() or _seen(path.read_bytes()) != _seen(painted):
        path.write_bytes(painted)


def _seen(picture: bytes) -> tuple[tuple[int, int], bytes]:
    with Image.open(BytesIO(picture)) as image:
        return image.size, image.convert("RGB").tobytes()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
