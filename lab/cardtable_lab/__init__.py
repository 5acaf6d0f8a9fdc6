"""Tools that test the table (distribution `cardtable-lab`): simulated people, studies, benchmarks, proofs.

A table does not need them: the lab imports the table, and the table finds the lab only through entry points.
"""
