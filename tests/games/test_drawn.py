"""A drawing that the tests have kept is the one that would be drawn."""

from __future__ import annotations

from pathlib import Path

from tests.drawn import kept, thinned


def test_what_is_drawn_once_is_read_and_anything_else_is_drawn(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draws(*, svg_string: str, width: int, font_files: list[str]) -> bytes:
        drawn.append(f"{svg_string} {width} {[Path(path).read_text('utf-8') for path in font_files]}")
        return drawn[-1].encode()

    (folder := tmp_path / "drawn").mkdir()
    (font := tmp_path / "font").write_text("Roboto", "utf-8")
    asked = [("a", 1, []), ("a", 2, []), ("b", 1, []), ("a", 1, [str(font)])]
    for _ in range(2):
        told = [kept(folder, draws)(svg_string=svg, width=width, font_files=fonts) for svg, width, fonts in asked]
        assert [one.decode() for one in told] == ["a 1 []", "a 2 []", "b 1 []", "a 1 ['Roboto']"]
    assert len(drawn) == len(asked)
    assert len([*folder.iterdir()]) == len(asked)
    thinned(folder)
    assert [*folder.iterdir()]
