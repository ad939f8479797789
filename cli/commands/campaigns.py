"""Founding campaigns and recording in them."""

from typing import Annotated

import typer

from cli.options import LARGEST, By, Campaign, GameKey, SomeGame, options_of

PANEL = "Record"
Whose = Annotated[
    str | None,
    typer.Option("--as", metavar="WHO", help="Whose next step. Else the GM's, who may act for everybody."),
]


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("new", rich_help_panel=PANEL)(new)
    app.command("tables", rich_help_panel=PANEL)(tables)
    app.command("prepare", rich_help_panel=PANEL)(prepare)
    app.command("pack", rich_help_panel=PANEL)(pack)
    app.command("rule", rich_help_panel=PANEL)(rule)
    app.command("play", rich_help_panel=PANEL)(play)
    app.command("carry-over", rich_help_panel=PANEL)(carry_over)


def new(
    ctx: typer.Context,
    game: GameKey = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="T", help="What the campaign is called. Else as its table is called."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="TABLE", help="A table file, or the name of a quick start (see `campaign tables`)."
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="SYSTEM", help="A system that comes ready, or a file (see `campaign systems`)."
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Somebody who plays; may be given several times."),
    ] = None,
    slug: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="SLUG", help="What it is called in commands and links. Else made of the title."
        ),
    ] = None,
    house_rule: Annotated[
        list[str] | None,
        typer.Option("--house-rule", metavar="K=V", help="A setting of the game; may be given several times."),
    ] = None,
    gm: Annotated[str, typer.Option("--gm", metavar="NAME", help="How the GM is called.")] = "Game master",
    by: Annotated[
        str, typer.Option("--by", metavar="WHO", help="The id of the person who founds it: the GM.")
    ] = "gm",
) -> None:
    """Found a campaign, with its players and a prepared table if you like: all of it, or nothing.

    A name that is taken is a conflict (4). What is off in a table is said a line each (2).
    """
    if source is None and system is None and not player and game is not None and title is not None:
        from cli.campaigns import rulings

        rulings.found(options_of(ctx), game, title, slug, house_rule or [], gm, by)
        return
    from cli.campaigns import prepared

    prepared.found(
        options_of(ctx),
        source,
        player or [],
        game=game,
        title=title,
        slug=slug,
        settings=house_rule or [],
        gm=gm,
        by=by,
        system=system,
    )


def tables(ctx: typer.Context, game: SomeGame = None) -> None:
    """The quick starts there are: prepared tables for `campaign new --from`."""
    from cli.campaigns import prepared

    prepared.tables(options_of(ctx), game)


def prepare(ctx: typer.Context, campaign: Campaign, who: Whose = None) -> None:
    """List the steps of preparation before the next scene, and say which comes next."""
    from cli.campaigns import prepared

    prepared.prepare(options_of(ctx), campaign, who)


def pack(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="Where to; else stdout.")] = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="P", min=1, max=LARGEST, help="As of this position; else as of the first scene."
        ),
    ] = None,
    without_secrets: Annotated[
        bool, typer.Option("--without-secrets", help="Leave out what only the GM is to read.")
    ] = False,
) -> None:
    """Write how a campaign was prepared as a table file, without its people."""
    from cli.campaigns import packing

    packing.pack(options_of(ctx), campaign, file, at, secrets=not without_secrets)


def rule(
    ctx: typer.Context,
    campaign: Campaign,
    command: Annotated[
        str,
        typer.Argument(metavar="COMMAND-JSON", help='Such as {"type": "campaign.open_session"}; - reads stdin.'),
    ],
    by: By = None,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="5,2,3", help="The faces as they fell at the table, in order.")
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Let the program roll whatever dice are needed.")] = False,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="K", help="Names the submission: sent twice, it is recorded once."),
    ] = None,
    happened_at: Annotated[
        str | None, typer.Option("--happened-at", metavar="T", help="When it happened at the table (ISO 8601).")
    ] = None,
    fiction_time: Annotated[
        str | None, typer.Option("--fiction-time", metavar="T", help="When it is in the story.")
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(
            "--expect", metavar="RECEIPT", help="Where you saw the log end; a conflict (4) if it goes on."
        ),
    ] = None,
    follow: Annotated[
        bool,
        typer.Option("--follow/--no-follow", help="Take the steps after it that leave nobody a choice."),
    ] = True,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be recorded; store nothing.")
    ] = False,
) -> None:
    """Record one ruling, or say why it is refused.

    Steps of a contest or test that leave nobody a choice are taken after it, each as a ruling of its own.
    A refusal is printed as JSON with its code, and the exit status is 3.
    """
    from cli.campaigns import rulings
    from cli.parsing import receipt

    rulings.rule(
        options_of(ctx),
        campaign,
        command,
        by=by,
        dice=dice,
        roll=roll,
        key=key,
        happened_at=happened_at,
        fiction_time=fiction_time,
        expect=receipt(expect),
        follow=follow,
        dry_run=dry_run,
    )


def play(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A play script (JSON Lines); - reads stdin.")],
) -> None:
    """Record many rulings from a play script, founding the campaign if it is not there.

    Stops at the first refusal (3) and says which line. Played again, it goes on where it stopped.
    """
    from cli.campaigns import play

    play.play(options_of(ctx), campaign, file)


def carry_over(
    ctx: typer.Context,
    campaign: Campaign,
    earlier: Annotated[
        str, typer.Option("--from", metavar="EARLIER", help="The campaign it is taken from: slug or id.")
    ],
    character: Annotated[str, typer.Option("--character", metavar="WHO", help="The character's id there.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="Whose character it is from here on.")],
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="POSITION", min=1, max=LARGEST, help="The position it is taken at. Else the last."
        ),
    ] = None,
    archive: Annotated[
        str | None,
        typer.Option("--archive", metavar="FILE", help="An archive of the earlier campaign, if it is not here."),
    ] = None,
) -> None:
    """Carry a character on from an earlier campaign, with what it had earned there, proven by its records."""
    from cli.campaigns import carry_over

    carry_over.carry_over(options_of(ctx), campaign, earlier, character, by=by, at=at, archive=archive)
