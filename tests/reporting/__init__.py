"""Reports: nothing private is in them, and what went wrong goes wrong again."""
