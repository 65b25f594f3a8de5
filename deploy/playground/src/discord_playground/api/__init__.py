"""Discord's REST, as bots speak it."""
