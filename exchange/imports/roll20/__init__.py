"""Roll20: its chat as JSON and as a web page."""
