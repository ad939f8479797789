"""System files: what a table plays with, declared in TOML, read into closed models."""
