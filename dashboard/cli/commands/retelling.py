"""A campaign retold, to be read or handed on."""

from typing import Annotated

import typer

from dashboard.cli.asked import Campaign, asked

PANEL = "Hand on"

Hearer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="WHO",
        help="Tell what this person may know; `gm`: everything. Else what everybody at the table may.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("recap", rich_help_panel=PANEL)(recap)


def recap(
    ctx: typer.Context,
    campaign: Campaign,
    session: Annotated[
        int | None, typer.Argument(metavar="SESSION", min=1, help="Its number; else the last one.")
    ] = None,
    who: Hearer = None,
) -> None:
    """A session in a dozen lines of plain text, told from the records alone, ready to be pasted."""
    from dashboard.cli import recapping

    recapping.recap(asked(ctx), campaign, session, who)
