"""`python -m cli` is the same as `campaign`."""

from cli import main

main()
