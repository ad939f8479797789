"""Copies of the ledger, and words taken out of it."""

from typing import Annotated

import typer

from cli.options import Campaign, options_of

PANEL = "Look after"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("backup", rich_help_panel=PANEL)(backup)
    app.command("restore", rich_help_panel=PANEL)(restore)
    app.command("remove", rich_help_panel=PANEL)(remove)


def backup(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file, such as monday.sqlite3.")],
    as_is: Annotated[bool, typer.Option("--as-is", help="Copy a damaged ledger too, and check nothing.")] = False,
) -> None:
    """Copy the whole ledger into one file, also while it is in use, and check every record of the copy.

    The copy is a ledger itself (SQLite, whatever it was taken from): --database FILE looks into it.
    """
    from cli.care import backup

    backup.back_up(options_of(ctx), file, as_is=as_is)


def restore(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that `campaign backup` wrote.")],
) -> None:
    """Put a backup's campaigns back into a ledger that has none yet: all of them, or nothing.

    Every record is checked first. A backup that is damaged is not restored.
    """
    from cli.care import backup

    backup.restore(options_of(ctx), file)


def remove(
    ctx: typer.Context,
    campaign: Campaign,
    reason: Annotated[str, typer.Option("--reason", help="Why; it stays in the ledger for everybody to read.")],
    text: Annotated[
        list[str] | None, typer.Option("--text", help="Words to take out, wherever they stand. May be repeated.")
    ] = None,
    person: Annotated[
        str | None, typer.Option("--person", metavar="ID", help="A person: their id and the names they sat under.")
    ] = None,
    instead: Annotated[str, typer.Option("--instead", help="What stands there afterwards.")] = "[removed]",
    by: Annotated[str | None, typer.Option("--by", metavar="WHO", help="Who asks; else the GM.")] = None,
    parts: Annotated[bool, typer.Option("--parts", help="Within words too: `ada` in `Adaeze`.")] = False,
    confirm: Annotated[
        str | None,
        typer.Option("--confirm", metavar="CODE", help="The code of what was shown; else only show."),
    ] = None,
) -> None:
    """Take a person's name or a text out of every record, view and later export, for safety or by law.

    First it shows every place, and changes nothing; `--confirm` with the code it gives takes out exactly that.
    Words are found by their letters, whatever their case and accents.

    The chain stays whole and every number as it was; what stood there cannot be had back. Backups, archives and
    copies made before still hold it, and so does a dashboard until it is started again.
    """
    from cli.care import redaction

    redaction.remove(
        options_of(ctx),
        campaign,
        text or [],
        person,
        instead,
        parts=parts,
        reason=reason,
        by=by,
        confirm=confirm,
    )
