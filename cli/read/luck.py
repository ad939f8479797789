"""`luck` and `economy`: how the dice fell, and what came in and went out."""

from collections.abc import Mapping
from typing import Any

from cli.options import Options
from cli.printing import as_json, cell, rows, say, table
from cli.viewer import names, viewer_of
from projections.views.economy import Account, EarnedAndSpent, resources
from projections.views.luck import DiceCount, LuckVerdict, together
from projections.views.odds import percent

_COLOURS = {
    LuckVerdict.HIGH: "green",
    LuckVerdict.LOW: "red",
    LuckVerdict.TOO_FEW: "dim",
    LuckVerdict.AS_EXPECTED: "",
}


def luck(options: Options, campaign: str, at: int | None, who: str | None) -> None:
    """Print how the dice fell against their exact odds."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        found = library.views.luck(slug, viewer_of(library, slug, who), at=at)
        called = names(library, slug, at)
    groups: dict[str, dict[str, DiceCount]] = {
        "roller": found.by_roller(),
        "session": {str(session): tally for session, tally in found.by_session().items()},
        "kind": found.by_kind(),
    }
    whole, struck = found.whole(), together(found.struck)
    if options.json:
        made = {name: {key: _json(tally) for key, tally in tallies.items()} for name, tallies in groups.items()}
        as_json(
            {
                "campaign": slug,
                "whole": _json(whole),
                "by": made,
                "struck": _json(struck),
                "drawn": found.drawn,
                "extra": found.extra,
                "as_logged": found.logged,
            }
        )
        return
    if not whole.count:
        say("No die has fallen yet.")
        return
    for title, key in (("By who threw them", "roller"), ("By session", "session"), ("By what for", "kind")):
        grid = table(title, "#dice", "#came to", "#expected", "#as low", "#as high", "in short")
        say(rows(grid, (_row(called.get(name, name), tally) for name, tally in groups[key].items())))
    say(rows(table("", "#dice", "#came to", "#expected", "#as low", "#as high", "in short"), [_row("all", whole)]))
    if struck.count:
        came = f"{struck.total}, {struck.expected:.1f} expected"
        say(f"Apart, on lines that were left: {struck.count} dice came to {came}.")
    if found.logged:
        say(f"{found.logged} of them fell at another table: as logged, not judged.")
    if found.drawn or found.extra:
        say(f"Left out: {found.drawn} drawn, {found.extra} thrown only because of another die.")


def _row(name: str, tally: DiceCount) -> tuple[object, ...]:
    few = tally.verdict is LuckVerdict.TOO_FEW
    low, high = ("", "") if few else (percent(tally.tail.as_low), percent(tally.tail.as_high))
    verdict = cell(tally.verdict.value, _COLOURS[tally.verdict])
    return cell(name, "bold"), tally.count, tally.total, f"{tally.expected:.1f}", low, high, verdict


def _json(tally: DiceCount) -> dict[str, Any]:
    return {
        "throws": tally.throws,
        "dice": tally.count,
        "total": tally.total,
        "expected": tally.expected,
        "as_low": tally.tail.as_low,
        "as_high": tally.tail.as_high,
        "verdict": tally.verdict.value,
        "faces": {
            f"d{size}": {str(face): seen[face] for face in range(1, size + 1)}
            for size, seen in sorted(tally.faces.items())
        },
    }


def economy(options: Options, campaign: str, at: int | None, who: str | None) -> None:
    """Print what of every number was earned and spent, by whom."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        found = resources(library.views.economy(slug, viewer_of(library, slug, who), at=at))
        called = names(library, slug, at)
    if options.json:
        as_json([_account_json(account) for resource in found for account in resource.accounts])
        return
    if not found:
        say("Nothing was earned or spent yet.")
        return
    grid = table("what", "who", "#in", "#out", "#now", "mostly from and for")
    say(
        rows(
            grid,
            (
                (
                    cell(resource.label if place == 0 else "", "bold"),
                    called.get(account.owner, account.owner),
                    f"{account.whole.earned:,}",
                    f"{account.whole.spent:,}",
                    f"{account.now:,}",
                    _mostly(account, called),
                )
                for resource in found
                for place, account in enumerate(resource.accounts)
            ),
        )
    )


def _mostly(account: Account, called: Mapping[str, str]) -> str:
    moved = sorted(account.reasons.items(), key=lambda item: -(item[1].earned + item[1].spent))
    return ", ".join(called.get(why, why)[:40] for why, _flow in moved[:3] if why)


def _account_json(account: Account) -> dict[str, Any]:
    return {
        "owner": account.owner,
        "name": account.name,
        "label": account.label,
        "now": account.now,
        "earned": account.whole.earned,
        "spent": account.whole.spent,
        "sessions": {str(session): _flow_json(flow) for session, flow in sorted(account.sessions.items())},
        "reasons": {why: _flow_json(flow) for why, flow in account.reasons.items()},
        "balance": [{"position": position, "now": now} for position, now in account.balance],
    }


def _flow_json(flow: EarnedAndSpent) -> dict[str, int]:
    return {"earned": flow.earned, "spent": flow.spent}
