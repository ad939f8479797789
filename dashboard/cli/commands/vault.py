"""Copies of the ledger."""

from typing import Annotated

import typer

from dashboard.cli.asked import asked

PANEL = "Look after"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("backup", rich_help_panel=PANEL)(backup)
    app.command("restore", rich_help_panel=PANEL)(restore)


def backup(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file, such as monday.sqlite3.")],
) -> None:
    """Copy the whole ledger into one file, also while it is in use.

    The copy is a ledger itself (SQLite, whatever it was taken from): --database FILE looks into it.
    """
    from dashboard.cli import copying

    copying.back_up(asked(ctx), file)


def restore(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `campaign backup` wrote.")],
) -> None:
    """Put a backup's campaigns back into a ledger that has none yet: all of them, or nothing."""
    from dashboard.cli import copying

    copying.restore(asked(ctx), file)
