"""The Typer application: shared options, and where the commands come from."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from cli.group import CampaignGroup
from cli.options import Options

_ENDINGS = (
    "Exit status: 0 done; 1 something is broken; 2 the words are off (no such command, option, campaign, game, "
    "position or file, or JSON that is none); 3 refused by the rules; 4 conflict (a name is taken, or others "
    "recorded first). Names of commands can be shortened where one fits."
)

app = typer.Typer(
    cls=CampaignGroup,
    name="campaign",
    help="Keep a tabletop campaign as a ledger of rulings, and look at any moment of it.",
    epilog=_ENDINGS,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"campaign-ledger {version('campaign-ledger')}")
        raise typer.Exit


@app.callback()
def shared(
    ctx: typer.Context,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The ledger: a file, or postgresql://… Else $CAMPAIGN_DATABASE, else in your data folder.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout, and nothing else.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the program something broke.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Take the shared options; without a command, show what there is."""
    ctx.obj = Options(database, as_json, debug)
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


_GROUPS = (
    *(
        "campaigns",
        "intake",
        "files",
        "summaries",
        "reading",
        "finding",
        "shelves",
        "recordings",
        "disputes",
        "care",
    ),
    *("backup_and_removal", "archive", "retelling", "games", "screens"),
)
for _module in _GROUPS:
    import_module(f"cli.commands.{_module}").add_to(app)


def command() -> Any:
    """The whole command line, ready to be called."""
    return get_command(app)
