"""Recordings of an evening: tied to moments of play, agreed to by those who are heard."""

from typing import Annotated

import typer

from cli.options import LARGEST, By, Campaign, options_of

PANEL = "Keep in order"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("recording", rich_help_panel=PANEL)(recording)


def recording(
    ctx: typer.Context,
    campaign: Campaign,
    file: Annotated[
        int | None,
        typer.Argument(
            metavar="[FILE]", min=1, max=LARGEST, help="The file's number. Else all recordings are listed."
        ),
    ] = None,
    tie: Annotated[
        list[str] | None,
        typer.Option("--tie", metavar="1:02:03=57", help="At this time of the recording moment 57 is heard."),
    ] = None,
    heard: Annotated[
        list[str] | None,
        typer.Option("--heard", metavar="PERSON", help="Somebody whose voice is in it, by id or name."),
    ] = None,
    agree: Annotated[bool, typer.Option("--agree", help="Agree, for whoever asks, to be heard in it.")] = False,
    by: By = None,
) -> None:
    """Say where in a recording moments of play are heard and who is heard, agree to it, or show where it stands.

    One tie is enough: the rest goes by the time at the table. Nobody but whoever attached it hears a recording
    before each of those heard in it has agreed. `--tie` and `--heard` replace what was said before.
    """
    from cli.campaigns import recordings

    recordings.recording(options_of(ctx), campaign, file, tie or [], heard or [], agree, by)
