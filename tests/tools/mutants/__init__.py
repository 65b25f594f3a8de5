"""Mutation tests: put small faults into the code, one at a time, to see which of them the tests notice.

Run by hand with `make mutants`. `sample` draws the mutants from all packages, `probes` and `coverage` find the tests
that reach them, and `trial` runs these tests.
"""
