"""Emulated chips, tags, fields and pins, down to what a driver can observe."""
