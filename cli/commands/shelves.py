"""Shelves and people: a library of many campaigns."""

from typing import Annotated

import typer

from cli.options import By, Campaign, options_of

PANEL = "Keep in order"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("shelve", rich_help_panel=PANEL)(shelve)
    app.command("people", rich_help_panel=PANEL)(people)
    app.command("recognize", rich_help_panel=PANEL)(recognize)


def shelve(
    ctx: typer.Context,
    campaign: Campaign,
    shelf: Annotated[
        str | None, typer.Option("--shelf", metavar="NAME", help='Put it on this shelf; "" takes it off.')
    ] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Add a tag; may be repeated.")
    ] = None,
    untag: Annotated[
        list[str] | None, typer.Option("--untag", metavar="TAG", help="Remove a tag; may be repeated.")
    ] = None,
    archive: Annotated[
        bool | None,
        typer.Option("--archive/--take-out", help="Put it away: it rests or is over. Or take it out again."),
    ] = None,
    by: By = None,
) -> None:
    """Put a campaign on a shelf, give it tags, put it away. Without options: where it stands.

    These are records of the campaign's journal: they go with it wherever it is exported to.
    """
    from cli.campaigns import shelves

    shelves.shelve(options_of(ctx), campaign, shelf, tag or [], untag or [], archive, by)


def people(
    ctx: typer.Context,
    person: Annotated[
        str | None, typer.Argument(metavar="PERSON", help="One of them, by name or key; else everybody.")
    ] = None,
) -> None:
    """Everybody who sits or sat at a table, in whichever campaign; of one: characters, sessions, rulings, dice.

    The same name is taken for the same person. Where that is wrong, or one person has two names, `recognize`
    says so.
    """
    from cli.campaigns import shelves

    shelves.people(options_of(ctx), person)


def recognize(
    ctx: typer.Context,
    campaign: Campaign,
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Somebody at this table, by id or name.")],
    known_as: Annotated[
        str, typer.Option("--as", metavar="KEY", help="What they are called in every campaign: `campaign people`.")
    ],
    by: By = None,
) -> None:
    """Say who somebody at a table is in the other campaigns, so that their history stands together."""
    from cli.campaigns import shelves

    shelves.recognize(options_of(ctx), campaign, person, known_as, by)
