"""Full-text search over every campaign of a ledger, the same on SQLite and PostgreSQL."""
