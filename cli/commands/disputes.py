"""Taking back, disputing, trying otherwise, overturning."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import LARGEST, By, Campaign, options_of

PANEL = "Rule anew"

Ruling = Annotated[
    int,
    typer.Argument(metavar="RULING", min=1, max=LARGEST, help="The ruling's number, as `campaign log` shows it."),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why. It is kept for ever.")]
To = Annotated[int | None, typer.Option("--to", metavar="P", min=1, max=LARGEST, help="The position to go to.")]
Named = Annotated[
    int | None,
    typer.Argument(
        metavar="[RULING]", min=1, max=LARGEST, help="The ruling that is meant. Else whichever is the last now."
    ),
]
Expect = Annotated[
    str | None,
    typer.Option("--expect", metavar="RECEIPT", help="Where you saw the log end; a conflict (4) if it goes on."),
]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Strike = Annotated[bool, typer.Option("--strike", help="As if it had not been made.")]
Amend = Annotated[
    str | None,
    typer.Option("--amend", metavar="JSON", help="Another command, or the fields that differ; - reads stdin."),
]
Dice = Annotated[
    str | None, typer.Option("--dice", metavar="5,2,3", help="Other faces; with --amend, the faces of that.")
]
HouseRule = Annotated[
    list[str] | None,
    typer.Option("--house-rule", metavar="K=V", help="Another setting from there on; may be given several times."),
]
Resolve = Annotated[
    Path | None,
    typer.Option("--resolve", metavar="FILE", help="How later rulings are settled: `whatif --save` writes it."),
]
StrikeRest = Annotated[
    bool, typer.Option("--strike-the-rest", help="Strike every later ruling that could no longer have happened.")
]


def add_to(app: typer.Typer) -> None:
    """Add these commands."""
    for name, command in (
        ("undo", undo),
        ("redo", redo),
        ("dispute", dispute),
        ("disputes", disputes),
        ("uphold", uphold),
        ("withdraw", withdraw),
        ("whatif", whatif),
        ("overturn", overturn),
        ("reversals", reversals),
        ("recheck", recheck),
    ):
        app.command(name, rich_help_panel=PANEL)(command)


def undo(
    ctx: typer.Context,
    campaign: Campaign,
    ruling: Named = None,
    to: To = None,
    reason: Reason = "",
    by: By = None,
    expect: Expect = None,
    yes: Sure = False,
) -> None:
    """Take back the last ruling, or everything after a position.

    What was taken back stays readable. Your own ruling without dice is yours to take back; once dice fell it
    takes the GM and a reason. Name the ruling, and nothing else is taken back if somebody recorded meanwhile (4).
    """
    from cli.disputes import undo
    from cli.parsing import receipt

    undo.undo(options_of(ctx), campaign, to, reason, by, undo.RulingMeant(ruling, receipt(expect), yes))


def redo(
    ctx: typer.Context,
    campaign: Campaign,
    ruling: Named = None,
    to: To = None,
    reason: Reason = "",
    by: By = None,
    expect: Expect = None,
    yes: Sure = False,
) -> None:
    """Bring back what was undone last, or the line that ended at a position."""
    from cli.disputes import undo
    from cli.parsing import receipt

    undo.redo(options_of(ctx), campaign, to, reason, by, undo.RulingMeant(ruling, receipt(expect), yes))


def dispute(
    ctx: typer.Context,
    campaign: Campaign,
    ruling: Ruling,
    reason: Reason,
    evidence: Annotated[
        list[int] | None,
        typer.Option(
            "--evidence", metavar="P", min=1, max=LARGEST, help="A record that shows it; may be repeated."
        ),
    ] = None,
    by: By = None,
) -> None:
    """Call a ruling of the current line in question."""
    from cli.disputes import disputes

    disputes.dispute(options_of(ctx), campaign, ruling, reason, evidence or [], by)


def disputes(ctx: typer.Context, campaign: Campaign) -> None:
    """Every dispute, open ones first."""
    from cli.disputes import disputes

    disputes.list_disputes(options_of(ctx), campaign)


def uphold(ctx: typer.Context, campaign: Campaign, ruling: Ruling, reason: Reason, by: By = None) -> None:
    """Settle the dispute about a ruling: it stands."""
    from cli.disputes import disputes

    disputes.uphold(options_of(ctx), campaign, ruling, reason, by)


def withdraw(ctx: typer.Context, campaign: Campaign, ruling: Ruling, reason: Reason = "", by: By = None) -> None:
    """Take back the dispute about a ruling, as whoever began it."""
    from cli.disputes import disputes

    disputes.withdraw(options_of(ctx), campaign, ruling, reason, by)


def whatif(
    ctx: typer.Context,
    campaign: Campaign,
    ruling: Ruling,
    strike: Strike = False,
    amend: Amend = None,
    dice: Dice = None,
    house_rule: HouseRule = None,
    resolve: Resolve = None,
    strike_the_rest: StrikeRest = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Write what has to be settled to a file."),
    ] = None,
) -> None:
    """Work out what would have come of it if a ruling had gone otherwise. Stores nothing.

    Every later ruling is decided once more with its own dice, and its verdict is told: unchanged, changed,
    refused, or needs dice.
    """
    from cli.disputes import what_if

    question = what_if.Typed(strike, amend, dice, house_rule or [], resolve, strike_the_rest)
    what_if.what_if(options_of(ctx), campaign, ruling, question, save)


def overturn(
    ctx: typer.Context,
    campaign: Campaign,
    ruling: Ruling,
    reason: Reason,
    strike: Strike = False,
    amend: Amend = None,
    dice: Dice = None,
    house_rule: HouseRule = None,
    resolve: Resolve = None,
    strike_the_rest: StrikeRest = False,
    by: By = None,
) -> None:
    """Adopt a what-if: the ruling has gone otherwise, and what followed is recorded anew on a new line.

    An open dispute about the ruling is settled by it. If somebody recorded meanwhile, nothing is stored (4).
    """
    from cli.disputes import what_if

    question = what_if.Typed(strike, amend, dice, house_rule or [], resolve, strike_the_rest)
    what_if.overturn(options_of(ctx), campaign, ruling, question, reason, by)


def reversals(ctx: typer.Context, campaign: Campaign) -> None:
    """Every time a line was left, by whom, why, and what it did."""
    from cli.disputes import disputes

    disputes.list_reversals(options_of(ctx), campaign)


def recheck(
    ctx: typer.Context,
    campaign: Annotated[
        str | None, typer.Argument(metavar="CAMPAIGN", help="Its slug or id. Else every campaign.")
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", metavar="P", min=1, max=LARGEST, help="The line of this position instead of the current one."
        ),
    ] = None,
) -> None:
    """Decide every ruling once more by today's rules, and report those that would now differ."""
    from cli.disputes import what_if

    what_if.recheck(options_of(ctx), campaign, at)
