"""Tools that people run by hand: benches, storms, a simulated day, mutants, and other people's bots."""
