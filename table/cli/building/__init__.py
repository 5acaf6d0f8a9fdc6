"""Commands for people who build a table. Nothing here opens a device."""
