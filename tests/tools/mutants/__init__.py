"""Small faults, put into the code one at a time, to see which the tests notice: `make mutants`, by hand.

`sample` draws them from all packages, `probes` and `coverage` find which tests reach them, and `trial` runs these.
"""
