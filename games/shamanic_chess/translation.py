"""The game's texts, in which moves are written with the piece letters of the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.words import LOCALES, Words

SAN_LETTERS: Final = "KQRBN"
_SAN_FACTS: Final = frozenset({"san", "better", "answer"})
"""The values in texts that are moves in SAN."""


class ChessWords(Words):
    """The texts of chess. Moves are passed in English SAN, for example `Nc6`, and appear as `Sc6` in German."""

    def __call__(self, key: str, locale: str, /, **facts: str | int) -> str:
        moves = {name: fact for name, fact in facts.items() if name in _SAN_FACTS}
        return super().__call__(
            key, locale, **facts | {name: self.translate_san(str(moves[name]), locale) for name in moves}
        )

    def translate_san(self, san: str, locale: str) -> str:
        """Translate the piece letters of a move in English SAN."""
        return san.translate(str.maketrans(SAN_LETTERS, self("piece-letters", locale)))

    def list_readings(self, typed: str) -> Iterator[str]:
        """Yield the typed move as it is, then with its piece letters translated from each language to English.

        A small first letter is read as a piece if no file has this letter.
        """
        yield typed
        if typed[:1] and typed[0] not in "abcdefgh":
            typed = typed[0].upper() + typed[1:]
        for locale in LOCALES:
            reading = typed.translate(str.maketrans(self("piece-letters", locale), SAN_LETTERS))
            if reading != typed:
                yield reading
