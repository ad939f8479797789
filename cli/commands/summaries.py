"""Recording what was written down in words."""

from typing import Annotated

import typer

from cli.commands.campaigns import PANEL
from cli.options import By, Campaign, options_of


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("summary", rich_help_panel=PANEL)(summary)


def summary(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The summary as text; - reads stdin.")],
    by: By = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="K", help="Names the summary: sent twice, it is recorded once.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the rulings it comes to; store nothing.")
    ] = False,
) -> None:
    """Record a contest, a test or a struggle in one go, from a summary in words.

    A line says who and what, step by step: "Odile: picks up dice; hammer helps, voice, iron; 6 3 4". Steps that
    leave nobody a choice follow of themselves. Where one does not pass, it is named, nothing is recorded, and the
    exit status is 3.
    """
    from cli.campaigns import summary

    summary.summary(options_of(ctx), campaign, file, by=by, key=key, dry_run=dry_run)
