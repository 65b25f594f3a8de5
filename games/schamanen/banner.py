"""What the game is known by: Bison and Wolf, and what lies hidden between them."""

from __future__ import annotations

from typing import Final

from games.art import GOLD, LIGHT, TALL, WIDTH, Banner, Palette, Picture, Sprite

NIGHT: Final = "#4a2208"
PALETTE: Final = Palette(__package__, grounds=(NIGHT,), inks=(LIGHT, GOLD), own="shown", common=())

BANNER: Final = Banner(
    Picture(PALETTE, WIDTH, TALL, NIGHT, ((Sprite("banner", WIDTH, NIGHT), 0, 0),)), room=(44, 24, 420, 272)
)
