"""`list`, `log` and `lines`: campaigns at a glance, and the timeline of one."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich.text import Text
from rich.tree import Tree

from cli.catch_up import bring_up_to_date
from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, complain, kind, line, local, remark, rows, say, table
from cli.viewer import as_far_as_sound, id_called, last_sound, names, person_called, viewer_of
from domain.kernel.campaign.rewinding import LineRewound
from domain.kernel.facts import Kind
from domain.kernel.logged.messages import ENTRY, NOBODY
from domain.kernel.people import Viewer
from domain.kernel.terms import slugify
from ledger.log.lines import Branch
from ledger.logged import not_all_taken_in, unfinished_in
from projections.read_models import Filter
from projections.tables.shelves import CampaignSelection
from projections.views.timeline import TimelineEntry
from wiring.library import Library

_PAGE = 1_000


def campaigns(
    options: Options,
    words: str,
    game: str | None,
    shelf: str | None,
    tags: tuple[str, ...],
    *,
    archived: bool,
) -> None:
    """Print the campaigns of the ledger, or those that are wanted."""
    wanted = CampaignSelection(words=words, game=game, shelf=shelf, tags=tags, put_away=archived)
    with options.existing() as library:
        if game is not None:
            library.ledger.game(game)
        bring_up_to_date(library)
        known = library.views.summaries()
        found = [it for it in known if wanted.fits(it)]
        parts = unfinished_in(library.ledger, (it.slug for it in found if it.entries))
    if options.json:
        as_json([asdict(it) | {"unfinished": parts.get(it.slug, "")} for it in found])
        return
    if not known:
        say("There are no campaigns yet. `campaign new` founds one; `campaign demo` founds some to look at.")
        return
    away = sum(it.put_away for it in known)
    if not archived and away:
        remark(f"{away} put away: `campaign list --archived` shows {'it' if away == 1 else 'them'}.")
    if not found:
        say("No campaign fits.")
        return
    made = table(
        "campaign",
        "title",
        "game",
        "GM",
        "#players",
        "#sessions",
        "#rulings",
        "#as logged",
        "last played",
        "shelf",
        "tags",
    )
    say(
        rows(
            made,
            (
                (
                    cell(it.slug, "bold"),
                    line(it.title, 60),
                    it.game_title,
                    line(it.gm, 24),
                    it.players,
                    it.sessions,
                    it.rulings,
                    it.entries,
                    local(it.last_played),
                    line(it.shelf, 30),
                    ", ".join(it.tags),
                )
                for it in found
            ),
        )
    )
    for slug, file in parts.items():
        complain(f"{slug}: {not_all_taken_in(file)}.")


def log(options: Options, campaign: str, at: int | None, who: str | None, wanted: Mapping[str, Any]) -> None:
    """Print the timeline along a line."""
    check_kind(wanted["kind"])
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        viewer = viewer_of(library, slug, who)
        end = last_sound(library, slug, at or wanted["last"])
        at = at or end
        where = dict(wanted)
        if where["by"]:
            where["by"] = person_called(library, slug, where["by"], viewer, at)
        if where["about"]:
            where["about"] = id_called(where["about"], names(library, slug, at))
        entries = _entries(library, slug, viewer, at, Filter(**where))
        if options.json:
            as_json(list(entries))
            return
        titles = {mark.position: mark.title for mark in library.views.marks(slug, at=at, viewer=viewer)}
        _print_log(slug, list(entries), titles)


def check_kind(name: str | None) -> None:
    """Raises `CommandFailed` for a word that is none of the five kinds."""
    if name is not None and name not in list(Kind):
        raise usage_error(f"{name!r} is none of the five kinds: {', '.join(Kind)}.")


def _entries(
    library: Library, slug: str, viewer: Viewer, at: int | None, where: Filter
) -> Iterator[TimelineEntry]:
    after = 0
    while page := library.views.timeline(slug, viewer, at=at, where=where, limit=_PAGE, after=after):
        yield from page
        after = page[-1].position


def _print_log(slug: str, entries: list[TimelineEntry], titles: Mapping[int, str]) -> None:
    if not entries:
        say(f"Nothing in {slug} fits.")
        return
    made = table("#position", "kind", "what happened", "by", "when")
    ruling, session = 0, 0
    for entry in entries:
        if entry.session != session:
            session = entry.session
            title = titles.get(entry.position, "")
            made.add_row("", "", Text(f"Session {session}{': ' if title else ''}{line(title, 80)}", style="bold"))
        first = entry.ruling != ruling
        ruling = entry.ruling
        made.add_row(
            str(entry.position),
            kind(entry.kind),
            _headline(entry),
            cell(_by(entry) if first else "", "dim"),
            cell((entry.fiction_time or local(entry.happened_at or entry.at)) if first else "", "dim"),
        )
    say(made)


def _by(entry: TimelineEntry) -> str:
    """The person behind an entry; empty where its source names none."""
    return "" if entry.type == ENTRY and entry.by == slugify(NOBODY) else entry.by


def _headline(entry: TimelineEntry) -> Text:
    told = Text(line(entry.headline), style="bold" if entry.opens in ("session", "scene") else "")
    if entry.audience != "table":
        told.append("  (GM only)" if entry.audience == "gm" else "  (not everybody)", style="dim italic")
    return told


def lines(options: Options, campaign: str) -> None:
    """Print the tree of lines."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        with as_far_as_sound(library, slug) as head:
            branches = list(library.ledger.lines(slug).branches(head))
            reasons = {branch.first: _reason(library, slug, branch) for branch in branches if branch.parent}
            _print_lines(options, slug, branches, reasons)


def _print_lines(options: Options, slug: str, branches: list[Branch], reasons: Mapping[int, str]) -> None:
    if options.json:
        as_json(
            [
                {
                    "line": it.number,
                    "parent": it.parent,
                    "first": it.first,
                    "last": it.last,
                    "current": it.current,
                    "reason": reasons.get(it.first),
                }
                for it in branches
            ]
        )
        return
    say(_tree(slug, branches, reasons))


def _reason(library: Library, slug: str, branch: Branch) -> str:
    moves = (record.event for record, _moment in library.ledger.line(slug, branch.first, since=branch.first - 1))
    return next((event.reason for event in moves if isinstance(event, LineRewound)), "")


def _tree(slug: str, branches: list[Branch], reasons: Mapping[int, str]) -> Tree:
    drawn: dict[int, Tree] = {}
    root = Tree(Text(slug, style="bold"))
    for branch in branches:
        grown_from = next((it for it in branches if it.first <= branch.parent <= it.last), None)
        label = Text(f"line {branch.number}: {branch.first} to {branch.last}")
        if grown_from:
            label.append(f", from {branch.parent}: {line(reasons[branch.first])}", style="dim")
        if branch.current:
            label.append("  (current)", style="green")
        drawn[branch.number] = (drawn[grown_from.number] if grown_from else root).add(label)
    return root
