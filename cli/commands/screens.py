"""The dashboard, and something to look at in it."""

from typing import Annotated

import typer

from cli.options import options_of

PANEL = "Dashboard"

Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", min=1, max=65535, help="Else 8501, or the next one that is free."),
]


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("dashboard", rich_help_panel=PANEL)(dashboard)
    app.command("demo", rich_help_panel=PANEL)(demo)


def dashboard(
    ctx: typer.Context,
    port: Port = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Start it without opening a browser.")] = False,
) -> None:
    """Start the dashboard on this computer and print its address. Ctrl-C ends it."""
    from cli import serve

    serve.dashboard(options_of(ctx), port, browser=not no_browser)


def demo(
    ctx: typer.Context,
    port: Port = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Start it without opening a browser.")] = False,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Only found the campaigns; `campaign dashboard` opens them.")
    ] = False,
) -> None:
    """Found the sample campaigns if they are missing, then start the dashboard."""
    from cli import serve

    serve.demo(options_of(ctx), port, browser=not no_browser, no_open=no_open)
