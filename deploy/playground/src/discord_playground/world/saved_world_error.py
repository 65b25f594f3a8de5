"""Error for an unreadable saved world, in its own file so that the command line imports little."""


class SavedWorldError(Exception):
    """The folder contains a saved world that cannot be read."""
