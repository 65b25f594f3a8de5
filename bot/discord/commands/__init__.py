"""The slash commands, in three languages: each asks the desk, through the router."""
