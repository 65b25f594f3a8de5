"""Bots of other people, as their libraries show them, on the playground: what `make foreign` runs."""
