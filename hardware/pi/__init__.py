"""The ports on a Raspberry Pi: one file for each library, and no other file imports that library."""
