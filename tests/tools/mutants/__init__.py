"""Mutation tests: insert small faults into the code, one at a time, and count how many of them the tests detect.

Run them with `make mutants`. `sample` draws a random sample of mutants from all packages. `probes` and `coverage`
find the tests that execute the mutated code, and `trial` runs these tests.
"""
