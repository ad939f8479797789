"""Taking campaigns out of a ledger and back into one."""

from typing import Annotated

import typer

from cli.options import Campaign, options_of

PANEL = "Look after"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("export", rich_help_panel=PANEL)(export)
    app.command("import", rich_help_panel=PANEL)(import_)


def export(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to: a zip file if it ends in .zip, else a new folder.")
    ],
    who: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="WHO",
            help="The chronicle tells what this person may know; `gm`: everything. Else what all may.",
        ),
    ] = None,
    without_files: Annotated[
        bool, typer.Option("--without-files", help="Leave out the files that records name; the archive says so.")
    ] = False,
) -> None:
    """Write a campaign as an archive that outlives every program: a BagIt bag of plain text, and its files.

    Whatever --as says, the records in it hold everything, also what is for the GM's eyes only.
    Under FILE there is the whole archive in the end, or nothing. What lies there already stays: a conflict (4).
    """
    from cli.care import archive

    archive.export(options_of(ctx), campaign, file, who, without_files=without_files)


def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="An archive: the zip file or the folder.")],
) -> None:
    """Take an archived campaign into the ledger: the same bytes, the same seals, all of it or nothing.

    Everything is checked before anything is stored; what is wrong with an archive is said, with status 1. A
    campaign that is there already and the same is left alone; one that differs, or whose name is taken, is a
    conflict (4).
    """
    from cli.care import archive

    archive.take_in(options_of(ctx), file)
