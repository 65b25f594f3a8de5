"""A world that was kept, and cannot be read."""


class SavedWorldError(Exception):
    """The folder holds a world, but not one that can be read."""
