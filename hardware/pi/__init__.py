"""What stands behind the ports on a Raspberry Pi: one file for each library, the only one that imports it."""
