"""Every state that a tiny deck leads to; the worlds are in lab/cardtable_lab/bench/exploring."""
