"""Files that an earlier intake read as another format: their entries had other ids, and would come in twice."""

from collections.abc import Iterator

from exchange.imports.entries import NotTaken, Remarked
from exchange.imports.recognising import FORMATS
from exchange.imports.spool import Spool
from ledger.handle import CampaignHandle
from ledger.logged import StoredIntake, intakes_on, known_entries

OR_WITH = ", or read it as then with --format "
"""Stands before the key of a format, at the end of a sentence."""


def read_otherwise(handle: CampaignHandle, spool: Spool) -> Iterator[Remarked]:
    """A remark on a file of the same name that was read as another format, and may hold some of the same play.

    Raises `NotTaken` for the very same file, unless its entries have the ids by which they are known.
    """
    before = [it for it in intakes_on(handle) if it.source != spool.format.title]
    same = next((it for it in before if it.sum == spool.sum), None)
    named = next((it for it in before if it.file == spool.source.name), None)
    if (same or named) is None or _is_known(handle, spool):
        return
    if same is not None:
        raise NotTaken(
            f"{spool.source.name} was taken in before, by intake {same.number}, as “{same.source}”. Read as "
            f"“{spool.format.title}”, all of it would come in a second time. Take intake {same.number} back "
            f"first{_or_with_format(same)}."
        )
    if named is not None:
        yield Remarked(
            "the whole file",
            f"a file of this name was taken in before, by intake {named.number}, as “{named.source}”: what stands "
            "in both would come in a second time",
        )


def _or_with_format(intake: StoredIntake) -> str:
    key = next((it.key for it in FORMATS.values() if it.title == intake.source), "")
    return f"{OR_WITH}{key}" if key else ""


def _is_known(handle: CampaignHandle, spool: Spool) -> bool:
    known = {it.source_id for it in known_entries(handle)}
    return any(source_id in known for source_id, _at in spool.times())
