"""Tests of `cardtable check`."""
