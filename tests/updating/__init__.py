"""Tests of signed updates, with keys of minisign."""
