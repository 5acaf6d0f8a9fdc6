"""Reports: they contain nothing private, and reproduce what went wrong."""
