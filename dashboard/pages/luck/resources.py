"""Drawings of what was earned and spent: for each resource who had how much, session by session.

Pure functions to HTML. A balance is a stepped ground over the shown line of the campaign, as tracks are.
"""

from collections.abc import Mapping, Set

from dashboard.ui.drawing.advancement import TrackAxis
from exchange.documents.html.markup import joined, number, people, signed, text
from projections.views.economy import Account, EarnedAndSpent, Resource
from projections.views.story import BEFORE

MOST_POINTS = 160
MOST_REASONS = 5
MOST_OWNERS = 12


def resource_html(resource: Resource, names: Mapping[str, str], over: TrackAxis, at: int) -> str:
    """One resource: everybody who has it, what came and went, how it stood over time and what for."""
    owners = resource.accounts[:MOST_OWNERS]
    most = max((max(it.earned, it.spent) for own in owners for it in own.sessions.values()), default=1) or 1
    sessions = {session for own in owners for session in own.sessions}
    cards = joined(_account(account, names, over, at, most, sessions) for account in owners)
    rest = len(resource.accounts) - len(owners)
    more = f'<p class="quiet">and {number(rest)} more, in which less moved</p>' if rest else ""
    label = resource.label[:1].upper() + resource.label[1:]
    return f'<section class="economy">{people(label, "h2")}<div class="accounts">{cards}</div>{more}</section>'


def _account(
    account: Account, names: Mapping[str, str], over: TrackAxis, at: int, most: int, all_sessions: Set[int]
) -> str:
    whole = account.whole
    name = people(names.get(account.owner, account.owner), "h3")
    first, last = min(all_sessions), max(all_sessions)
    sessions = joined(
        _session(it, account.sessions.get(it, EarnedAndSpent()), most)
        for it in range(first, last + 1)
        if it or 0 in account.sessions
    )
    return (
        f'<article class="account">{name}<p class="sum"><span>{signed(whole.earned)}<small>in'
        f"</small></span><span>−{number(whole.spent)}<small>out</small></span>"
        f"<b>{number(account.now)}<small>now</small></b></p>{_balance(account, over, at)}"
        f'<div class="sessions">{sessions}</div>{_reasons(account, names)}</article>'
    )


def _session(session: int, flow: EarnedAndSpent, most: int) -> str:
    words = f"Session {session}" if session else BEFORE
    spoken = f"{words}: {flow.earned} in, {flow.spent} out"
    return (
        f'<div role="img" aria-label="{text(spoken)}" title="{text(spoken)}">'
        f'<i class="in" style="height:{50 * flow.earned / most:.1f}%"></i>'
        f'<i class="out" style="height:{50 * flow.spent / most:.1f}%"></i>'
        f"<span>{session or '–'}</span></div>"
    )


def _balance(account: Account, over: TrackAxis, at: int) -> str:
    """Draw the balance over the shown line, as a stepped ground that ends at the moment looked at."""
    balance = account.balance
    low, high = min(0, *(now for _at, now in balance)), max(1, *(now for _at, now in balance))

    def up(now: int) -> float:
        return round(100 - 96 * (now - low) / (high - low), 1)

    if len(balance) > MOST_POINTS:
        balance = [balance[(n + 1) * len(balance) // MOST_POINTS - 1] for n in range(MOST_POINTS)]
    first = over.place(balance[0][0])
    points, last = [f"{first}% {up(low)}%"], up(low)
    for position, now in balance:
        x = over.place(position)
        points += [f"{x}% {last}%", f"{x}% {up(now)}%"]
        last = up(now)
    here = over.place(at)
    points += [f"{here}% {last}%", f"{here}% 100%", f"{first}% 100%"]
    lowest, highest = min(now for _at, now in account.balance), max(now for _at, now in account.balance)
    spoken = f"Between {number(lowest)} and {number(highest)}, now {number(account.now)}"
    return (
        f'<div class="balance" role="img" aria-label="{text(spoken)}" title="{text(spoken)}">'
        f'<i style="clip-path:polygon({",".join(points)})"></i></div>'
    )


def _reasons(account: Account, names: Mapping[str, str]) -> str:
    """List what it came from and went to, most first."""
    moved = sorted(account.reasons.items(), key=lambda item: -(item[1].earned + item[1].spent))[:MOST_REASONS]
    rows = joined(
        f"<li>{people(names.get(why, why))}<span>{_flow(flow)}</span></li>" for why, flow in moved if why
    )
    return f'<ul class="reasons">{rows}</ul>' if rows else ""


def _flow(flow: EarnedAndSpent) -> str:
    earned = f"<ins>{signed(flow.earned)}</ins>" if flow.earned else ""
    spent = f"<ins>−{number(flow.spent)}</ins>" if flow.spent else ""
    return earned + spent
