"""`remove`: a person's name or a text out of every record."""

import json
from collections.abc import Sequence

import typer

from dashboard.cli.asked import Asked
from dashboard.cli.outcome import wrong_words
from dashboard.cli.printing import as_json, remark, say
from dashboard.cli.recording import answer_json, gm_of, refuse
from dashboard.wiring import Library
from domain.kernel.campaign.events import PersonSeated
from ledger.answers import Refused
from ledger.removal import purge
from ledger.removal import remove as take_out

_SEATED = str(PersonSeated.model_fields["type"].default)
NOBODY = "Somebody"
"""What a person is called whose name was removed."""


def remove(
    asked: Asked,
    campaign: str,
    texts: Sequence[str],
    person: str | None,
    instead: str,
    *,
    reason: str,
    by: str | None,
    yes: bool,
) -> None:
    """Take words out, and say of how many records, and where they may still be."""
    if not all(text.strip() for text in texts) or not (texts or person):
        raise wrong_words("Say what to remove: --text WORDS, or --person ID.")
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        words = dict.fromkeys(texts, instead)
        ids: dict[str, str] = {}
        if person is not None:
            names = _names(library, slug, person)
            words |= {name: NOBODY for name in names if name not in words}
            ids[person] = _free_id(library, slug)
        if not yes:
            typer.confirm("What is removed cannot be had back. Go on?", abort=True)
        forget = library.views.forgetting(slug)
        by = by or gm_of(library, slug)
        done = take_out(library.ledger, slug, words, ids=ids, reason=reason, by=by, also=forget)
        if isinstance(done, Refused):
            refuse(done)
        if done is None:
            raise wrong_words(f"These words stand nowhere in {slug}. Nothing was changed.")
        library.views.catch_up(slug)
        purged = purge(library.ledger)
    if asked.json:
        as_json({"campaign": slug, "changed": done.positions, "purged": purged, **answer_json(done.answer)})
        return
    say(f"Removed from {len(done.positions)} records of {slug}, as record {done.answer.records[0].position} says.")
    remark("Backups, archives and copies made before still hold it; start running dashboards again.")
    if not purged:
        remark("PostgreSQL keeps old rows until its owner runs VACUUM FULL, and its archived log longer.")


def _names(library: Library, slug: str, person: str) -> list[str]:
    """Every name this person sat under. Raises `Stop` for somebody who never did."""
    entry = library.ledger.find(slug)
    seated = (
        json.loads(it)["data"] for _at, it in library.ledger.store.reading.select_by_topic(entry.id, _SEATED)
    )
    names = [data["name"] for data in seated if data["person"] == person]
    if not names:
        raise wrong_words(f"Nobody called {person!r} ever had a seat in {slug}.")
    return names


def _free_id(library: Library, slug: str) -> str:
    """An id that nobody has had in this campaign."""
    taken = b"".join(stored for _at, _tag, stored in library.ledger.stored(slug))
    return next(name for n in range(1, 10_000) if (name := f"somebody-{n}").encode() not in taken)
