"""Taking in what was played elsewhere: formats of other tools, who is who, recording it."""
