"""The games, and the evidence that they are played by their rules."""

from typing import Annotated

import typer

from cli.asked import SomeGame, asked

PANEL = "Games"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("games", rich_help_panel=PANEL)(games)
    app.command("scenarios", rich_help_panel=PANEL)(scenarios)
    app.command("coverage", rich_help_panel=PANEL)(coverage)
    app.command("odds", rich_help_panel=PANEL)(odds)
    app.command("systems", rich_help_panel=PANEL)(systems)


def games(
    ctx: typer.Context,
    game: SomeGame = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="The JSON Schema of the game's commands and events.")
    ] = False,
    events: Annotated[
        bool, typer.Option("--events", help="The page of the game's events, as Markdown: its EVENTS.md.")
    ] = False,
) -> None:
    """The games there are; of one game its commands, settings and rules."""
    from cli.games import rulebooks

    rulebooks.show(asked(ctx), game, schema=schema, events=events)


def scenarios(
    ctx: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Scenario files, or folders to search for *.jsonl.")
    ],
) -> None:
    """Run scenario files; the last line says how many passed and failed. A failure makes the status 1."""
    from cli.games import scenarios

    scenarios.run(asked(ctx), paths)


def coverage(ctx: typer.Context, game: SomeGame = None) -> None:
    """Which rules and refusals the scenarios of each game show. Something missing makes the status 1."""
    from cli.games import scenarios

    scenarios.coverage(asked(ctx), game)


def odds(
    ctx: typer.Context,
    notation: Annotated[
        str, typer.Argument(metavar="NOTATION", help='Dice as they are written, in quotes: "2d20kh1 + 5 vs 15".')
    ],
    number: Annotated[
        list[str] | None,
        typer.Option("--number", metavar="NAME=VALUE", help="A number the notation names: --number strength=3."),
    ] = None,
) -> None:
    """The exact chance of every total of a dice notation."""
    from cli.games import odds

    odds.show(asked(ctx), notation, number or ())


def systems(
    ctx: typer.Context,
    check: Annotated[
        str | None,
        typer.Option("--check", metavar="FILE", help="Read this system file, and say what it declares."),
    ] = None,
) -> None:
    """The systems that come ready for `campaign new --with`, or what a file declares. A fault is refused (2)."""
    from cli.games import systems as ready

    if check is None:
        ready.listed(asked(ctx))
    else:
        ready.check(asked(ctx), check)
