"""The library as data: every campaign with what its cover shows."""

from typing import Any

from dashboard.components.theatre import READER
from projections.read_models import ReadModels, Summary

BUCKETS = 72


def volumes(views: ReadModels) -> list[dict[str, Any]]:
    """Every campaign, the one played last first. The covers show what the whole table knows."""
    summaries = sorted(views.summaries(), key=lambda it: it.last_played or "", reverse=True)
    return [volume(views, summary) for summary in summaries]


def volume(views: ReadModels, summary: Summary) -> dict[str, Any]:
    """One campaign as the shelf draws it."""
    density = views.density(summary.slug, READER, BUCKETS)
    return {
        "slug": summary.slug,
        "title": summary.title,
        "game_title": summary.game_title,
        "who": who_plays(summary),
        "sessions": summary.sessions,
        "rulings": summary.rulings,
        "records": summary.records,
        "last_played": summary.last_played or "",
        "density": [[count, kind.value] for count, kind in density],
    }


def who_plays(summary: Summary) -> str:
    """The GM by name, and how many play."""
    if not summary.players:
        return f"{summary.gm} runs it; nobody else has a seat yet"
    return f"{summary.gm} and {summary.players} {'player' if summary.players == 1 else 'players'}"
