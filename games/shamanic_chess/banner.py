"""What the game is known by: a queen in her trance, above a board that goes on without her."""

from __future__ import annotations

from typing import Final

from games.art import GOLD, LIGHT, TALL, WIDTH, Banner, Palette, Picture, Sprite

NIGHT: Final = "#2a1b45"
PALETTE: Final = Palette(__package__, grounds=(NIGHT,), inks=(LIGHT, GOLD), own="shown", common=())

BANNER: Final = Banner(
    Picture(PALETTE, WIDTH, TALL, NIGHT, ((Sprite("banner", WIDTH, NIGHT), 0, 0),)), room=(44, 24, 384, 272)
)
