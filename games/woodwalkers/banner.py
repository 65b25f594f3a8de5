"""What the game is known by: the animals below the moon, and the flag they all want."""

from __future__ import annotations

from typing import Final

from games.art import GOLD, LIGHT, TALL, WIDTH, Banner, Palette, Picture, Sprite

NIGHT: Final = "#14362e"
PALETTE: Final = Palette(__package__, grounds=(NIGHT,), inks=(LIGHT, GOLD), own="shown", common=())

BANNER: Final = Banner(
    Picture(PALETTE, WIDTH, TALL, NIGHT, ((Sprite("banner", WIDTH, NIGHT), 0, 0),)), room=(40, 10, 560, 154)
)
