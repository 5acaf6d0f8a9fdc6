"""The table as an appliance: a bare Debian is installed into a folder, started, and treated as a family treats it."""
