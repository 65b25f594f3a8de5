"""What the game is known by: a hand of all the cards there are, the joker last."""

from __future__ import annotations

from typing import Final

from games.art import GOLD, LIGHT, TALL, WIDTH, Banner, Palette, Picture, Sprite

NIGHT: Final = "#20242e"
PALETTE: Final = Palette(__package__, grounds=(NIGHT,), inks=(LIGHT, GOLD), own="shown", common=())

BANNER: Final = Banner(
    Picture(PALETTE, WIDTH, TALL, NIGHT, ((Sprite("banner", WIDTH, NIGHT), 0, 0),)), room=(34, 8, 318, 304)
)
