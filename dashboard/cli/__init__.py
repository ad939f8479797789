"""The command line: the console script `campaign`. Light to import; each command loads what it needs."""


def main() -> None:
    """Run the command line and leave with its exit status."""
    from dashboard.cli.app import command

    command()(prog_name="campaign")
