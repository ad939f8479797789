"""Taking in what was played elsewhere."""

from datetime import datetime
from typing import Annotated

import typer

from cli.options import LARGEST, Campaign, options_of


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("take-in", rich_help_panel="Record")(take_in)
    app.command("source", rich_help_panel="Look")(source)


def take_in(
    ctx: typer.Context,
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name; with --new, the FILE.")],
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="An export of another tool.")] = None,
    who: Annotated[
        str | None,
        typer.Option("--who", metavar="FILE", help="Who is who: the mapping that a first look writes."),
    ] = None,
    guess: Annotated[
        bool, typer.Option("--guess", help="Record with the guesses of a first look, unchanged.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Report what it would record; store nothing.")
    ] = False,
    even_if_cut: Annotated[
        bool, typer.Option("--even-if-cut", help="Take in what is whole of a file that breaks off.")
    ] = False,
    form: Annotated[
        str | None, typer.Option("--format", metavar="KEY", help="Its format, where it is not recognised.")
    ] = None,
    zone: Annotated[
        str, typer.Option("--zone", metavar="Z", help="For times without a zone, such as Europe/Berlin.")
    ] = "UTC",
    day_first: Annotated[bool, typer.Option("--day-first", help="Read 4/5/2021 as the 4th of May.")] = False,
    gap: Annotated[
        float, typer.Option("--gap", metavar="HOURS", min=0.1, help="So long a silence ends an evening.")
    ] = 6.0,
    adjust: Annotated[
        str, typer.Option("--adjust", metavar="REASON", help="Close values that do not add up, for this reason.")
    ] = "",
    new: Annotated[
        str | None, typer.Option("--new", metavar="TITLE", help="Found a campaign for it, with what is guessed.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="KEY", help="With --new: the game it is founded in.")
    ] = None,
    gm: Annotated[
        str, typer.Option("--gm", metavar="NAME", help="With --new: who runs the game.")
    ] = "Game master",
    also: Annotated[
        list[str] | None, typer.Option("--also", metavar="FILE", help="Another file of the same play.")
    ] = None,
    both: Annotated[
        bool, typer.Option("--both", help="Of a Foundry world with an older and a newer chat, both.")
    ] = False,
    deleted: Annotated[
        bool, typer.Option("--deleted", help="For the GM: what was deleted there and still stands in the file.")
    ] = False,
    undated: Annotated[
        bool,
        typer.Option("--undated", help="Notes of a folder without date or number tell of play too."),
    ] = False,
    begins: Annotated[
        datetime | None,
        typer.Option(
            "--begins",
            metavar="TIME",
            help="When the play began whose file tells only times of day, or times from its beginning.",
        ),
    ] = None,
    earlier: Annotated[
        bool, typer.Option("--earlier", help="No file: the earlier play it holds, which does not count yet.")
    ] = False,
    undo: Annotated[
        int | None, typer.Option("--undo", metavar="N", min=1, max=LARGEST, help="Take back intake N, whole.")
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="WHY", help="With --undo: why.")] = "",
) -> None:
    """Take in years of play: from Foundry, Roll20, Fantasy Grounds, Discord, notes, captions or copied chat.

    A first look says who speaks in the file and writes what it guessed into a mapping, FILE.who.json: who is who,
    where evenings begin, what becomes of whispers. Correct it, then give it with --who. Evenings become sessions,
    as logged and not judged. What was taken in before is passed over, so the same export can be taken in again
    when it has grown. What is not understood is kept word for word.
    """
    from cli.campaigns import take_in

    if undo is not None:
        take_in.undo(options_of(ctx), campaign, undo, reason)
        return
    if new is not None:
        campaign, file, guess = "", file or campaign, who is None
    if file is None and not earlier:
        raise typer.BadParameter("Say which file: campaign take-in CAMPAIGN FILE.")
    if earlier and (file is not None or new is not None or also or form):
        raise typer.BadParameter("--earlier takes in what the campaign holds already: it takes no file.")
    wish = take_in.IntakeWish(
        campaign,
        file or "",
        who,
        guess,
        dry_run,
        even_if_cut,
        form,
        zone,
        day_first,
        gap,
        adjust,
        tuple(also or ()),
        both,
        deleted,
        undated,
        begins,
        take_in.NewCampaign(new, game, gm) if new is not None else None,
    )
    (take_in.earlier if earlier else take_in.take_in)(options_of(ctx), wish)


def source(
    ctx: typer.Context,
    campaign: Campaign,
    position: Annotated[
        int, typer.Argument(metavar="POSITION", min=1, max=LARGEST, help="A record of what was taken in.")
    ],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file it came from, where it is not kept.")
    ] = None,
) -> None:
    """Show the place of an entry in the other tool: its file, its line, and the piece itself.

    The file is kept in the ledger since it was taken in. Of play taken in before files were kept, name it.
    """
    from cli.campaigns import source as shown

    shown.source(options_of(ctx), campaign, position, file)
