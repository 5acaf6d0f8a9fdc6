"""Chips, tags, fields and pins that behave like real ones, down to what a driver can observe."""
