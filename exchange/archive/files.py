"""The files of a campaign in its archive: each once, under the SHA-256 of its bytes."""

from collections.abc import Container, Mapping
from hashlib import sha256
from pathlib import Path

from exchange.archive.bag import BagWriter
from exchange.archive.errors import BrokenArchive
from exchange.archive.layout import FILES, FileIs, TitlePage
from ledger.care.kept_files import named_in
from ledger.errors import BrokenLedger
from ledger.files.naming import NamedFiles
from ledger.files.store import NoSuchFile
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry

_READ_AT_ONCE = 2**20
_OTHERWISE = "`campaign export --without-files` writes the campaign without any."


def write_files(
    ledger: Ledger, entry: CampaignEntry, bag: BagWriter, aside: Container[int], head: int, *, without: bool
) -> dict[str, FileIs] | None:
    """Write what the records up to `head` name, and say what became of each; None where they name no file.

    Raises `BrokenLedger` for a file that is missing or damaged.
    """
    named = named_in(ledger, entry, aside=aside, until=head)
    left_out = {it.digest for it in ledger.files.kept(entry.id) if it.left_out}
    told: dict[str, FileIs] = {}
    for digest, positions in named.records.items():
        if digest in named.removed:
            told[digest] = "removed"
        elif without or digest in left_out:
            told[digest] = "left out"
        else:
            _write(ledger, entry, bag, digest, positions[0])
            told[digest] = "here"
    return told or None


def _write(ledger: Ledger, entry: CampaignEntry, bag: BagWriter, digest: str, position: int) -> None:
    found = sha256()
    try:
        with bag.file(f"{FILES}/{digest}") as file:
            for part in ledger.files.read(entry.id, digest):
                found.update(part)
                file.write(part)
    except NoSuchFile as error:
        raise BrokenLedger(position, f"the file it names is missing. {_OTHERWISE}") from error
    if found.hexdigest() != digest:
        raise BrokenLedger(position, f"the file it names is damaged. {_OTHERWISE}")


def check_files(title: TitlePage, named: NamedFiles, there: Mapping[str, Path]) -> list[str]:
    """The digests of those that a campaign's records name and that its archive holds. Raises `BrokenArchive`.

    What an archive of an older format names, it does not hold.
    """
    told = title.files or {}
    here = sorted(digest for digest, state in told.items() if state == "here")
    if strange := sorted(there.keys() - set(here)):
        raise BrokenArchive(f"The archive holds {FILES}/{strange[0]}, which no record names.")
    if title.files is None:
        return here
    for digest, positions in named.records.items():
        at = f"Record {positions[0]} names a file that"
        if digest not in told or (told[digest] == "removed") != (digest in named.removed):
            raise BrokenArchive(f"{at} the archive's title page does not tell of, or tells otherwise.")
        if told[digest] == "here" and digest not in there:
            raise BrokenArchive(f"{at} is not in the archive.")
        if told[digest] == "here" and _sum(there[digest]) != digest:
            raise BrokenArchive(f"{at} is another in the archive.")
    if unnamed := sorted(told.keys() - named.records.keys()):
        raise BrokenArchive(f"The archive tells of a file {unnamed[0]}, which no record names.")
    return here


def _sum(place: Path) -> str:
    found = sha256()
    with place.open("rb") as file:
        while read := file.read(_READ_AT_ONCE):
            found.update(read)
    return found.hexdigest()
