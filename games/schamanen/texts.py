"""All that is said in this game, by key."""

from typing import Final

from games.words import Words

say: Final = Words("games.schamanen")
