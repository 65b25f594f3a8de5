"""Error for an unreadable saved world. This is a separate file to keep imports of the command line few."""


class SavedWorldError(Exception):
    """The saved world cannot be read."""
