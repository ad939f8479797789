"""Looking after a ledger."""

from typing import Annotated

import typer

from cli.options import options_of

PANEL = "Look after"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("verify", rich_help_panel=PANEL)(verify)
    app.command("rebuild", rich_help_panel=PANEL)(rebuild)
    app.command("repair", rich_help_panel=PANEL)(repair)
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
    from cli.care import verify

    verify.verify(options_of(ctx), campaign, expect or [])


def rebuild(
    ctx: typer.Context,
    view: Annotated[
        str | None, typer.Argument(metavar="VIEW", help="Only this read model, or only this campaign's.")
    ] = None,
) -> None:
    """Make everything beside the records anew: read models, index and snapshots."""
    from cli.care import verify

    verify.rebuild(options_of(ctx), view)


def repair(
    ctx: typer.Context,
    campaign: Annotated[
        str | None,
        typer.Argument(metavar="CAMPAIGN", help="Set records aside in this one only. Else in every campaign."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    backup: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="BACKUP",
            help="Take back from it records and files that are missing or were changed.",
        ),
    ] = None,
) -> None:
    """Mend a damaged ledger: for whoever owns it. Nothing in it is thrown away.

    Keeps a copy of it as it is, makes everything beside the records anew, moves rows that are no records into a
    quarantine, and sets aside records that cannot be read or followed, going on from before them.
    """
    from cli.care import repair

    repair.repair(options_of(ctx), campaign, backup, dry_run=dry_run)


def doctor(ctx: typer.Context) -> None:
    """Versions, the database and its settings, free space, and what is unsafe (then the status is 1)."""
    from cli.care import doctor

    doctor.show(options_of(ctx))
