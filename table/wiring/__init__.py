"""From table.toml to a running table: the only package that knows both the table and the hardware.

It makes no decisions: it opens, translates and connects. Parts are passed as keyword arguments.
"""
