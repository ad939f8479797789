"""Finding something in every campaign at once."""

from typing import Annotated

import typer

from cli.options import LARGEST, SomeGameKey, options_of

PANEL = "Look"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("find", rich_help_panel=PANEL)(find)


def find(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS",
            help='All of them, in any order; \'"in this order"\'; "dragon -gold" leaves out. None: the newest.',
        ),
    ] = None,
    game: SomeGameKey = None,
    campaign: Annotated[
        list[str] | None,
        typer.Option("--campaign", metavar="CAMPAIGN", help="Only in this campaign; may be given several times."),
    ] = None,
    session: Annotated[
        int | None,
        typer.Option("--session", metavar="N", min=0, max=LARGEST, help="Only in sessions of this number."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by", metavar="WHO", help="Only what this person asked for, or this voice said in play taken in."
        ),
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="Only story, dice, gain, loss or growth.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="From this day, month or year on: 2025-03-01.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="Up to this day, month or year, and all of it.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, max=1000, help="So many at a time.")] = 20,
    page: Annotated[
        int, typer.Option("--page", metavar="N", min=1, max=LARGEST, help="The first so many, the next, …")
    ] = 1,
    who: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="WHO",
            help="What this person may see, campaign by campaign; `reader` for somebody without a seat. Else all.",
        ),
    ] = None,
) -> None:
    """Find words in the records and notes of all campaigns, the best first, with what stands around them.

    Case and accents do not matter. A word of three letters or more also finds what begins with it, unless it
    stands in quotes. What somebody may not know they neither find nor see counted.
    """
    from cli.read import search

    question = search.TypedSearch(
        words=" ".join(words or ()),
        game=game,
        campaigns=tuple(campaign or ()),
        session=session,
        by=by,
        kind=kind,
        first=first,
        last=last,
    )
    search.find(options_of(ctx), question, limit, page, who)
