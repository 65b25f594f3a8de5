"""The slash commands and context menus, which call handlers through the router."""
