"""PostgreSQL: how a server is reached and connected to, and what it sees to itself."""
