"""Looking after a ledger."""

from typing import Annotated

import typer

from dashboard.cli.asked import asked

PANEL = "Look after"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("verify", rich_help_panel=PANEL)(verify)
    app.command("rebuild", rich_help_panel=PANEL)(rebuild)
    app.command("doctor", rich_help_panel=PANEL)(doctor)


def verify(
    ctx: typer.Context,
    campaign: Annotated[
        str | None, typer.Argument(metavar="CAMPAIGN", help="Its slug or id. Else every campaign.")
    ] = None,
    expect: Annotated[
        list[str] | None,
        typer.Option(
            "--expect",
            metavar="RECEIPT",
            help="A receipt of an earlier check or a sealed session: POSITION:SEAL. May be given more than once.",
        ),
    ] = None,
) -> None:
    """Check every stored byte, and that snapshots and read models agree with a full re-fold.

    Names the first broken record, with exit status 1. Prints a receipt to keep: with it, a later check finds
    records that were cut off the end.
    """
    from dashboard.cli import checking

    checking.verify(asked(ctx), campaign, expect or [])


def rebuild(
    ctx: typer.Context,
    view: Annotated[
        str | None, typer.Argument(metavar="VIEW", help="Only this read model, or only this campaign's.")
    ] = None,
) -> None:
    """Make everything beside the records anew: read models, index and snapshots."""
    from dashboard.cli import checking

    checking.rebuild(asked(ctx), view)


def doctor(ctx: typer.Context) -> None:
    """Versions, the database and its settings, free space, and what is unsafe (then the status is 1)."""
    from dashboard.cli import checkup

    checkup.show(asked(ctx))
