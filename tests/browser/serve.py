"""Starts the dashboard for the browser tests, with the small game among the others: `serve.py PORT`."""

import sys

from dashboard import server
from tests.dashboard.nights import find_small_game

if __name__ == "__main__":
    find_small_game()
    options = {"server.port": sys.argv[1], "server.headless": "true", "server.fileWatcherType": "none"}
    words = [f"--{name}={value}" for name, value in options.items()]
    server.main(words)
