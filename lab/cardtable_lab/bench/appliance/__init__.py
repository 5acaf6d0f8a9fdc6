"""The table as an appliance: installed in a bare Debian in a folder, started, and treated as a family treats it."""
