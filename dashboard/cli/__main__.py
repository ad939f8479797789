"""`python -m dashboard.cli` is the same as `campaign`."""

from dashboard.cli import main

main()
