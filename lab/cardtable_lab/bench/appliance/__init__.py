"""The table as an appliance: installed on a bare Debian system in a folder, started, and used as families do."""
