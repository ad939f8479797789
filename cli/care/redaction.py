"""`remove`: a person's name or a text out of every record. First it is shown where they stand, always."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, counted, remark, rows, say, table
from cli.viewer import asker_called
from domain.kernel.campaign.seats import PersonSeated
from domain.kernel.journal.intake import EntryTakenIn
from domain.kernel.journal.intake import IntakeBegun as EarlierIntakeBegun
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.chapters.intakes import IntakeBegun
from domain.kernel.messages import tag_of
from ledger.answers import Refused
from ledger.care.redaction import Preview, preview, purge
from ledger.care.redaction import remove as take_out
from wiring.library import Library

NOBODY = "Somebody"
"""The name of a person whose name was removed."""
_AROUND = 30
"""Letters that are shown before and after what would be another."""
_STOOD_IN = re.compile(rb"somebody-(\d{1,9})")


def remove(
    options: Options,
    campaign: str,
    texts: Sequence[str],
    person: str | None,
    instead: str,
    *,
    parts: bool,
    reason: str,
    by: str | None,
    confirm: str | None,
) -> None:
    """Show what would be taken out; or with the code of what was shown, take it out."""
    if not all(text.strip() for text in texts) or not (texts or person):
        raise usage_error("Say what to remove: --text WORDS, or --person ID.")
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        by = asker_called(library, slug, by)
        words = dict.fromkeys(texts, instead)
        ids: dict[str, str] = {}
        if person is not None:
            words |= {name: NOBODY for name in _names(library, slug, person) if name not in words}
            ids[person] = _free_id(library, slug)
        shown = preview(library.ledger, slug, words, ids=ids, by=by, parts=parts)
        if shown is None:
            raise usage_error(f"These words stand nowhere in {slug}. Nothing was changed.")
        if confirm is None:
            _show(options, shown)
            return
        done = take_out(library.ledger, shown, confirm=confirm, reason=reason, by=by)
        if isinstance(done, Refused):
            refuse(done)
        library.views.catch_up(slug)
        purged = purge(library.ledger)
    if options.json:
        told = {"campaign": slug, "changed": done.positions, "files_taken_out": done.files, "purged": purged}
        as_json({**told, **answer_json(done.answer)})
        return
    position = done.answer.records[0].position
    if done.positions:
        say(f"Removed from {counted(len(done.positions), 'record')} of {slug}, as record {position} says.")
    if shown.files:
        taken = counted(len(shown.files), "file")
        say(f"{taken} taken out of {slug} as a whole, with the words in it, as record {position} says.")
    remark(
        "Backups, archives, printed books and other copies made before still hold it; "
        "start running dashboards again."
    )
    if not purged:
        remark("PostgreSQL keeps old rows until its owner runs VACUUM FULL, and its archived log longer.")


def _show(options: Options, shown: Preview) -> None:
    if options.json:
        places = [
            {"position": it.position, "path": it.path, "before": it.before, "after": it.after}
            for it in shown.places
        ]
        files = [{"digest": it.digest, "records": it.positions} for it in shown.files]
        as_json(
            {
                "campaign": shown.campaign,
                "changed": [],
                "places": places,
                "files": files,
                "confirm": shown.code,
            }
        )
        return
    for it in shown.files:
        say(f"The file that record {it.positions[0]} names would be taken out as a whole: the words stand in it.")
    made = table("#record", "where", "stands there", "would stand there", title=shown.campaign)
    say(rows(made, ((it.position, cell(it.path, "dim"), *_parted(it.before, it.after)) for it in shown.places)))
    records, many = len(shown.positions), len(shown.places)
    say(
        f"{counted(many, 'place')} in {counted(records, 'record')}. Nothing was "
        f"changed. To take out exactly this, ask again with --confirm {shown.code}: it cannot be had back."
    )


def _parted(before: str, after: str) -> tuple[str, str]:
    """Both texts from a little before to a little after where they differ."""
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    same = next((i for i, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False)) if a != b), 0)
    end = min(same, len(before) - start, len(after) - start)
    first = max(start - _AROUND, 0)
    return tuple(
        ("…" if first else "") + text[first : len(text) - end + _AROUND] + ("…" if end > _AROUND else "")
        for text in (before, after)
    )  # type: ignore[return-value]


def _names(library: Library, slug: str, person: str) -> list[str]:
    """Every name this person sat or spoke under. Raises `CommandFailed` for somebody who never did."""
    names = [data["name"] for data in _data(library, slug, tag_of(PersonSeated)) if data["person"] == person]
    for begun in (tag_of(EarlierIntakeBegun), tag_of(IntakeBegun)):
        for data in _data(library, slug, begun):
            names += [voice["name"] for voice in data["voices"] if voice["id"] == person]
    for entry in (tag_of(EntryTakenIn), tag_of(EntryLogged)):
        names += [data["speaker"] for data in _data(library, slug, entry) if data["voice"] == person]
    if not names:
        raise usage_error(f"Nobody called {person!r} ever had a seat in {slug}, or spoke in what was taken in.")
    return list(dict.fromkeys(names))


def _data(library: Library, slug: str, tag: str) -> Iterator[dict[str, Any]]:
    entry = library.ledger.find(slug)
    for _position, stored in library.ledger.store.reading.select_by_topic(entry.id, tag):
        yield json.loads(stored)["data"]


def _free_id(library: Library, slug: str) -> str:
    """An id that nobody has had in this campaign."""
    used = 0
    for _position, _tag, stored in library.ledger.stored(slug):
        used = max((used, *(int(number) for number in _STOOD_IN.findall(stored))))
    return f"somebody-{used + 1}"
