"""Taking in what was played elsewhere: the formats of other tools, who is who in them, and the road into the log."""
