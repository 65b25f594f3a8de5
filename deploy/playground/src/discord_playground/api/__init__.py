"""Discord's REST API for bots."""
