"""Tools that test the table, distribution `cardtable-lab`: simulated people, studies, benchmarks, proofs.

A table does not need it: the lab knows the table, which knows the lab only by entry points.
"""
