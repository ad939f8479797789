"""Taking in what was played elsewhere: formats of other tools, who is who, the road into the log."""
