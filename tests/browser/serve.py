"""Starts the dashboard for the browser tests, with the small game among the others: `serve.py PORT`."""

import sys
from pathlib import Path

from streamlit.web import cli

import dashboard
from tests.dashboard.nights import find_small_game

if __name__ == "__main__":
    find_small_game()
    app = Path(dashboard.__file__).with_name("app.py")
    options = {"server.port": sys.argv[1], "server.headless": "true", "server.fileWatcherType": "none"}
    sys.argv = ["streamlit", "run", str(app), *(f"--{name}={value}" for name, value in options.items())]
    sys.exit(cli.main())
