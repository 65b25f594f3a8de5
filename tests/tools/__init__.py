"""Tools that are run by hand: benchmarks, storms, a simulated day, mutation tests, and other people's bots."""
