"""A simulated day of a hundred thousand servers: the real bot and store, and a Discord with its rate limits."""
