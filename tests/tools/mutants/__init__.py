"""Mutants: small faults, put into the code one at a time, to see which the tests notice: `make mutants`, by hand.

`rooms` says where faults are put and `sample` draws them; `probes`, `trail` and `watch` find which tests reach them;
`trial` runs these.
"""
