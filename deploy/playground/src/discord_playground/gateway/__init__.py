"""Discord's gateway: sessions of bots, and what each of them is told."""
