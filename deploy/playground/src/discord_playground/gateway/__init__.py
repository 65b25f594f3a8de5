"""Discord's gateway: the sessions of bots and the events sent to them."""
