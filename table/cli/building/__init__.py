"""Commands for whoever builds a table: what to wire where. Nothing here opens a device."""
