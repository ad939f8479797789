"""The pages of the dashboard: each reads, draws and sends; none of them knows a game."""
