"""Tests the table as an appliance: installs it on a bare Debian system in a folder and uses it as a family would."""
