"""LevelDB, read only: blocks and tables, logs, and a folder of both as its newest documents."""
