"""The command line: the console script `campaign`. Light to import; each command loads what it needs."""

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    try:
        from cli.app import command

        command()(prog_name="campaign")
    except KeyboardInterrupt:  # before there was anything to stop, or after all was done
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
