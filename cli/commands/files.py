"""Files of a campaign: pictures, maps, handouts, recordings."""

from typing import Annotated

import typer

from cli.options import LARGEST, As, By, Campaign, options_of

PANEL = "Keep in order"

Audience = Annotated[
    str | None,
    typer.Option("--audience", metavar="WHO", help="`table`, `gm`, or a person: they and the GM. Else the table."),
]
Caption = Annotated[str | None, typer.Option("--caption", metavar="TEXT", help="What stands below it.")]
Alt = Annotated[
    str | None, typer.Option("--alt", metavar="TEXT", help="The picture in words, for whoever does not see it.")
]
Focus = Annotated[
    str | None,
    typer.Option(
        "--focus",
        metavar="LEFT,TOP,SIDE",
        help="The square that stands for a picture, in hundredths: of its width, its height, its shorter side. "
        "`middle`: the middle again.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("attach", rich_help_panel=PANEL)(attach)
    app.command("files", rich_help_panel=PANEL)(files)


def attach(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A picture, a recording, a text: any file.")],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="WHAT",
            help="character:NAME, faction:NAME, place:NAME, scene:NAME, session:N, record:N or campaign.",
        ),
    ] = "campaign",
    role: Annotated[
        str | None,
        typer.Option(
            "--role",
            metavar="ROLE",
            help=(
                "portrait, picture, map, handout, recording, transcript, source or other. Else a character's "
                "first picture is the portrait, and other files are what their kind says."
            ),
        ),
    ] = None,
    caption: Caption = None,
    alt: Alt = None,
    audience: Audience = None,
    by: By = None,
) -> None:
    """Attach a file to a character, a place, a session, a moment.

    It is kept in the ledger beside the records. Pictures lose what their camera wrote beside them, sound its tags.
    """
    from cli.campaigns import files

    wish = files.FileWish(to=to, role=role, caption=caption, alt=alt, audience=audience)
    files.attach(options_of(ctx), campaign, file, wish, by)


def files(
    ctx: typer.Context,
    campaign: Campaign,
    number: Annotated[
        int | None, typer.Argument(metavar="N", min=1, max=LARGEST, help="One of them; else all that lie open.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there, as it is kept.")
    ] = None,
    caption: Caption = None,
    alt: Alt = None,
    audience: Audience = None,
    focus: Focus = None,
    put_away: Annotated[
        bool, typer.Option("--put-away", help="Show it no more. It still stands at earlier moments.")
    ] = False,
    show_again: Annotated[
        bool, typer.Option("--show-again", help="Show it again, after it was put away.")
    ] = False,
    with_transcript: Annotated[
        bool,
        typer.Option(
            "--with-transcript", help="With --audience or --remove of a recording: the same for its transcript."
        ),
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take it out for good, from every record that names it.")
    ] = False,
    reason: Annotated[
        str, typer.Option("--reason", metavar="WHY", help="Why it is removed; it stays for everybody to read.")
    ] = "",
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="CODE", help="The code under which it was shown before.")
    ] = None,
    all_of_them: Annotated[bool, typer.Option("--all", help="Those too that were put away or removed.")] = False,
    by: By = None,
    looks: As = None,
) -> None:
    """The files of a campaign. With a number: one of them, to read, describe, put away, show again or remove."""
    from cli.campaigns import file_removal, files

    told = files.FileWish(caption=caption, alt=alt, audience=audience, focus=focus)
    if number is None:
        files.listed(options_of(ctx), campaign, looks, everything=all_of_them)
    elif remove:
        file_removal.remove(
            options_of(ctx), campaign, number, reason, confirm, by, with_transcript=with_transcript
        )
    elif output is not None:
        files.written(options_of(ctx), campaign, number, output, looks)
    elif put_away:
        files.put_away(options_of(ctx), campaign, number, by)
    elif show_again:
        files.show_again(options_of(ctx), campaign, number, by)
    elif told != files.FileWish():
        files.describe(options_of(ctx), campaign, number, told, by, with_transcript=with_transcript)
    else:
        files.shown(options_of(ctx), campaign, number, looks)
