"""From table.toml to a running table: the only package that knows both the table and the hardware.

It decides nothing: it opens, translates and connects. Parts are keyword arguments.
"""
