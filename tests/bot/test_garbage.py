"""What has gone is not kept, however often the bot comes back to Discord."""

from __future__ import annotations

import gc
import weakref

from bot.host import garbage


class Server:
    """What is known of one refers to itself, as in Discord's library."""

    def __init__(self) -> None:
        self.own = self


def test_what_an_earlier_connection_left_goes_with_the_next() -> None:
    known = Server()
    seen = weakref.ref(known)
    garbage.keep()
    del known
    garbage.keep()
    assert seen() is None


def test_what_stays_is_not_looked_through() -> None:
    known = Server()
    garbage.keep()
    assert not any(each is known for each in gc.get_objects())
    assert gc.get_freeze_count() > 0
