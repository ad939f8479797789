"""A campaign retold, to be read or handed on."""

from typing import Annotated

import typer

from cli.options import LARGEST, As, Campaign, Fonts, Format, Output, options_of

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
    app.command("between", rich_help_panel=PANEL)(between)
    app.command("chronicle", rich_help_panel=PANEL)(chronicle)
    app.command("figures", rich_help_panel=PANEL)(figures)


def recap(
    ctx: typer.Context,
    campaign: Campaign,
    session: Annotated[
        int | None, typer.Argument(metavar="SESSION", min=1, max=LARGEST, help="Its number; else the last one.")
    ] = None,
    who: Hearer = None,
) -> None:
    """A session in a dozen lines of plain text, told from the records alone, ready to be pasted."""
    from cli.read import recap

    recap.recap(options_of(ctx), campaign, session, who)


def between(ctx: typer.Context, campaign: Campaign, who: As = None) -> None:
    """Between two sessions: what became of one's character, what can be taken, what waits, one's notes.

    For the GM each character in a line, the clocks and the plans.
    """
    from cli.read import between

    between.between(options_of(ctx), campaign, who)


def chronicle(
    ctx: typer.Context,
    campaign: Campaign,
    session: Annotated[
        str | None,
        typer.Option(
            "--session",
            metavar="N|N-M",
            help="Only this session, or those from one to another; else the whole campaign.",
        ),
    ] = None,
    who: Hearer = None,
    form: Format = None,
    file: Output = None,
    fonts: Fonts = None,
    length: Annotated[
        str | None,
        typer.Option("--length", metavar="LENGTH", help="line, dozen, page or everything; else everything."),
    ] = None,
    about: Annotated[
        str | None,
        typer.Option("--about", metavar="NAME", help="Only what concerns this character, by name or id."),
    ] = None,
) -> None:
    """A campaign or sessions to read: Markdown, a page of HTML with a replay in it, a PDF or an EPUB.

    As Markdown it can be told in a line, a dozen lines or a page; all but the page about one character. The page
    needs no server and no network: any browser opens it, with the sheets of every moment. What its reader may not
    know is not in it. A file that is there already is replaced.
    """
    from cli.read import chronicle

    chronicle.chronicle(options_of(ctx), campaign, session, who, form, file, fonts, length, about)


def figures(
    ctx: typer.Context,
    campaign: Campaign,
    what: Annotated[
        str, typer.Argument(metavar="rolls|resources", help="Every die that fell, or every change of a number.")
    ],
    who: Hearer = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="csv or parquet; else what FILE ends in, else csv."),
    ] = None,
    file: Output = None,
) -> None:
    """Every roll, or every change of a number, as a table for those who count: CSV or Parquet."""
    from cli.read import figures

    figures.write(options_of(ctx), campaign, what, who, form, file)
