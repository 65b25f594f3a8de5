"""A Discord on one's own machine, for people and for programs; it knows nothing of any particular bot."""
