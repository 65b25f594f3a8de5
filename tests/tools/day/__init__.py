"""Simulates a day on a hundred thousand servers: the real bot and store run against a fake Discord with rate limits."""
