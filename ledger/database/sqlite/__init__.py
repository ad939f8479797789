"""SQLite: how a file is opened, and looked at before it is."""
