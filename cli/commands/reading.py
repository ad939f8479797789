"""Looking at campaigns, as of now or of any position."""

from collections.abc import Callable
from typing import Annotated

import typer

from cli.options import LARGEST, As, At, Campaign, Fonts, Format, Output, SomeGameKey, options_of

PANEL = "Look"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    commands: dict[str, Callable[..., None]] = {
        "list": list_campaigns,
        "log": log,
        "lines": lines,
        "state": state,
        "sheet": sheet,
        "map": faction_map,
        "advancement": advancement,
        "diff": diff,
        "explain": explain,
        "luck": luck,
        "economy": economy,
    }
    for name, function in commands.items():
        app.command(name, rich_help_panel=PANEL)(function)


def list_campaigns(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="All in its title, game, GM, shelf or tags. None: every campaign."),
    ] = None,
    game: SomeGameKey = None,
    shelf: Annotated[
        str | None, typer.Option("--shelf", metavar="NAME", help='Only on this shelf; "" for those on none.')
    ] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Only with this tag; may be repeated.")
    ] = None,
    archived: Annotated[
        bool, typer.Option("--archived", help="Those that are put away, instead of the others.")
    ] = False,
) -> None:
    """The campaigns of the ledger: game, sessions, rulings, when last played."""
    from cli.read import overview

    overview.campaigns(options_of(ctx), " ".join(words or ()), game, shelf, tuple(tag or ()), archived=archived)


def log(
    ctx: typer.Context,
    campaign: Campaign,
    first: Annotated[
        int | None, typer.Option("--from", metavar="P", min=1, max=LARGEST, help="From this position on.")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--to", metavar="P", min=1, max=LARGEST, help="Up to this position.")
    ] = None,
    session: Annotated[
        int | None, typer.Option("--session", metavar="N", min=0, max=LARGEST, help="Only this session.")
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
    tag: Annotated[
        str | None,
        typer.Option("--type", metavar="T", help="Only events of this type, such as campaign.founded.v1."),
    ] = None,
    about: Annotated[
        str | None, typer.Option("--about", metavar="NAME", help="Only what is about this person, place or group.")
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Only what has this text.")
    ] = None,
    line: Annotated[
        int | None,
        typer.Option("--line", metavar="P", min=1, max=LARGEST, help="Along the line of this position."),
    ] = None,
    who: As = None,
) -> None:
    """The timeline: every record along a line, the newest last."""
    from cli.read import overview

    overview.log(
        options_of(ctx),
        campaign,
        line,
        who,
        {
            "first": first,
            "last": last,
            "session": session,
            "by": by,
            "kind": kind,
            "type": tag,
            "about": about,
            "search": search,
        },
    )


def lines(ctx: typer.Context, campaign: Campaign) -> None:
    """The tree of lines: where play returned to an earlier position, and why."""
    from cli.read import overview

    overview.lines(options_of(ctx), campaign)


def state(ctx: typer.Context, campaign: Campaign, at: At = None) -> None:
    """The whole state as JSON."""
    from cli.read import status

    status.state(options_of(ctx), campaign, at)


def sheet(
    ctx: typer.Context,
    campaign: Campaign,
    character: Annotated[
        str | None, typer.Argument(metavar="CHARACTER", help="Id or name of one; else everybody's.")
    ] = None,
    at: At = None,
    who: As = None,
    form: Format = None,
    file: Output = None,
    fonts: Fonts = None,
) -> None:
    """Character sheets: here, or with -o FILE or --format as Markdown, HTML or PDF to hand on.

    What is handed on shows what everybody at the table may see, unless --as says who else it is for.
    """
    if form is None and file is None:
        from cli.read import status

        status.sheets(options_of(ctx), campaign, character, at, who)
    else:
        from cli.read import sheet_files

        sheet_files.sheets(options_of(ctx), campaign, character, at, who, form, file, fonts)


def faction_map(
    ctx: typer.Context,
    campaign: Campaign,
    at: At = None,
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="P", min=1, max=LARGEST, help="What moved on it after this position."),
    ] = None,
    who: As = None,
) -> None:
    """The factions and how they stand towards each other, and where something has to give."""
    from cli.read import faction_map

    faction_map.faction_map(options_of(ctx), campaign, at, since, who)


def advancement(ctx: typer.Context, campaign: Campaign, at: At = None, who: As = None) -> None:
    """Every track of advancement: what can be taken now, what is nearest, and what moved it."""
    from cli.read import advancement

    advancement.advancement(options_of(ctx), campaign, at, who)


def diff(
    ctx: typer.Context,
    campaign: Campaign,
    p: Annotated[int, typer.Argument(metavar="P", min=1, max=LARGEST, help="One position.")],
    q: Annotated[
        int, typer.Argument(metavar="Q", min=1, max=LARGEST, help="Another; it may lie on another line.")
    ],
    who: As = None,
) -> None:
    """The differences between two positions: sheets, relations, advancement."""
    from cli.read import differences

    differences.show(options_of(ctx), campaign, p, q, who)


def explain(
    ctx: typer.Context,
    campaign: Campaign,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="What is asked about: an id or name, and a number: sanna.heat.")
    ],
    at: At = None,
    who: As = None,
) -> None:
    """Show why a number, state or text on a sheet is what it is: the records that made it, with the balance."""
    from cli.read import explain

    explain.explain(options_of(ctx), campaign, path, at, who)


def luck(ctx: typer.Context, campaign: Campaign, at: At = None, who: As = None) -> None:
    """The fall of the dice against their exact odds: by who threw them, by session, by what for."""
    from cli.read import luck

    luck.luck(options_of(ctx), campaign, at, who)


def economy(ctx: typer.Context, campaign: Campaign, at: At = None, who: As = None) -> None:
    """The earnings and spendings of every number, by whom, session by session."""
    from cli.read import luck

    luck.economy(options_of(ctx), campaign, at, who)
