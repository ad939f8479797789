"""The games, and the evidence that they are played by their rules."""

from typing import Annotated

import typer

from cli.options import SomeGame, games_beginning, options_of

PANEL = "Games"


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("games", rich_help_panel=PANEL)(games)
    app.command("scenarios", rich_help_panel=PANEL)(scenarios)
    app.command("coverage", rich_help_panel=PANEL)(coverage)
    app.command("new-game", rich_help_panel=PANEL)(new_game)
    app.command("keep-records", rich_help_panel=PANEL)(keep_records)
    app.command("odds", rich_help_panel=PANEL)(odds)
    app.command("systems", rich_help_panel=PANEL)(systems)


def games(
    ctx: typer.Context,
    game: SomeGame = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="The JSON Schema of the game's commands and events.")
    ] = False,
    events: Annotated[bool, typer.Option("--events", help="The page of the game's events, as Markdown.")] = False,
) -> None:
    """The games there are; of one game its commands, settings and rules."""
    from cli.games import rulebooks

    rulebooks.show(options_of(ctx), game, schema=schema, events=events)


def scenarios(
    ctx: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Scenario files, or folders to search for *.jsonl.")
    ],
) -> None:
    """Run scenario files; the last line says how many passed and failed. A failure makes the status 1."""
    from cli.games import scenarios

    scenarios.run(options_of(ctx), paths)


def coverage(ctx: typer.Context, game: SomeGame = None) -> None:
    """The rules and refusals that the scenarios of each game show. Something missing makes the status 1."""
    from cli.games import scenarios

    scenarios.coverage(options_of(ctx), game)


def new_game(
    ctx: typer.Context,
    key: Annotated[
        str,
        typer.Argument(metavar="KEY", help="What its records begin with, for ever: a_word."),
    ],
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="What people call it.")],
    package: Annotated[
        bool,
        typer.Option("--package", help="As a Python project of its own, in this folder."),
    ] = False,
) -> None:
    """A game to begin with: one command, event, rule, refusal, scenario and sample, which keep every law."""
    from cli.games import new_game

    new_game.make(options_of(ctx), key, title, package=package)


def keep_records(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key.", autocompletion=games_beginning)],
) -> None:
    """Keep a record of each event the game can write, beside it, so that a law sees it can be read for ever."""
    from cli.games import keep_records

    keep_records.keep_records(options_of(ctx), game)


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

    odds.show(options_of(ctx), notation, number or ())


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
        ready.listed(options_of(ctx))
    else:
        ready.check(options_of(ctx), check)
