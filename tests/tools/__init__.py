"""Tools that are run by hand: benchmarks, fault injection, a simulated day, mutation tests and other authors' bots."""
