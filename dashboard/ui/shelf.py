"""The library as data: each campaign with what its card shows."""

from typing import Any

from dashboard.ui.replay_view import READER, along
from domain.kernel.facts import Kind
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.tables.shelves import Summary

BUCKETS = 400


def card_data(ledger: Ledger, views: ReadModels, summary: Summary) -> dict[str, Any]:
    """The data of the card of one campaign."""
    progress = views.shelf.progress
    waiting = progress is not None and summary.slug in progress.waiting
    density = [] if waiting else activity(ledger, views, summary.slug)
    return {
        "slug": summary.slug,
        "title": summary.title,
        "game_title": summary.game_title,
        "who": who_plays(summary),
        "labels": [summary.shelf, *summary.tags] if summary.shelf else list(summary.tags),
        "sessions": summary.sessions,
        "rulings": summary.rulings,
        "records": summary.records,
        "last_played": summary.last_played or "",
        "waiting": waiting,
        "density": [[count, kind.value] for count, kind in density],
    }


def activity(ledger: Ledger, views: ReadModels, slug: str) -> list[tuple[int, Kind]]:
    """Measure how much happened along the current line. Empty where the campaign cannot be read: opening it
    says why.
    """
    try:
        head = ledger.soundness(slug).position
        return along(views.density(slug, READER, min(BUCKETS, head), at=head), ledger.lines(slug).path(head), head)
    except LedgerError:
        return []


def counted(campaigns: int) -> str:
    """Say how many there are, in words; nothing for none."""
    return "" if not campaigns else "one on the shelf" if campaigns == 1 else f"{campaigns} on the shelf"


def who_plays(summary: Summary) -> str:
    """The GM by name, and how many play."""
    if not summary.players:
        return f"{summary.gm} runs it; nobody else has a seat yet"
    return f"{summary.gm} and {summary.players} {'player' if summary.players == 1 else 'players'}"
