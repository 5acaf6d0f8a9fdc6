"""Tests of signed updates, with minisign keys."""
