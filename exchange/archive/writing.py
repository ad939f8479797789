"""Writing a campaign as an archive: beside the place it is for, and put there when it is whole."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import count
from pathlib import Path

from domain.kernel.people import Audience
from exchange.archive import layout
from exchange.archive.bag import BagWriter, Sink
from exchange.archive.files import write_files
from exchange.archive.layout import FORMAT, LONGEST_RECORD, TitlePage, as_line
from exchange.archive.pages import Gathered, schema_path, schemas_of
from exchange.archive.readme import readme
from exchange.archive.zips import Progress, write_zip
from ledger.care.partial_files import partial_file, sync
from ledger.care.table_and_index import check_whole
from ledger.errors import BrokenLedger, TargetTaken
from ledger.ledger import Ledger
from ledger.log.chain import Link, follow
from ledger.log.checked_rows import SealExemptions, missing
from ledger.log.receipts import Receipt

Chronicle = Callable[[int], Iterable[str]]
"""The readable part up to a position, in pieces of text."""
_ZIP = ".zip"


@dataclass(frozen=True, slots=True)
class WrittenArchive:
    """An archive that was written: its title page, where it lies, and the receipt of its end."""

    title: TitlePage
    place: Path
    size: int
    """In bytes, as it lies there."""
    receipt: Receipt


def write_archive(
    ledger: Ledger,
    campaign: str,
    place: Path,
    *,
    chronicle: Chronicle,
    told_to: Audience,
    without_files: bool = False,
    progress: Progress = lambda done, total: None,
) -> WrittenArchive:
    """Write a campaign as it stands now to `place`: a zip file if the name ends so, else a folder.

    Under the final name there is the whole archive or nothing. Raises `NoSuchCampaign`, `NoSuchGame`,
    `BrokenLedger` at the first record that cannot be what was written, `TargetTaken`, `OSError`.
    """
    entry = ledger.find(campaign)
    game = ledger.game(entry.game)
    moment = ledger.moment(entry.slug)
    head = moment.position
    done = _RecordsDone(progress, head, packed=_is_zip(place))
    with _beside(place) as work:
        bag = BagWriter(work / entry.slug)
        bag.folder.mkdir(mode=0o700)
        exemptions = SealExemptions.of(ledger.store.reading, entry.id)
        gathered = Gathered(exemptions.withheld)
        links = follow(ledger.stored(entry.slug, lte=head), exemptions.withheld, exemptions.aside)
        with bag.file(layout.RECORDS) as file:
            last = _copy(links, file, gathered, done)
        gathered.tallies.settle()
        if last.position < head:
            raise missing(last.position + 1, head)
        check_whole(ledger, entry.id, last.position, sha256(last.stored).hexdigest())
        files = write_files(ledger, entry, bag, exemptions.aside, last.position, without=without_files)
        schemas = schemas_of(game, gathered.tags, gathered.format)
        title = TitlePage(
            format=gathered.format if files is None else FORMAT,
            campaign=entry.id,
            slug=entry.slug,
            game=game.key,
            game_title=game.title,
            title=moment.campaign.title,
            records=last.position,
            rulings=last.ruling,
            head_seal=last.seal,
            head_tally=gathered.head_tally,
            files=files,
            told_to=told_to,
            schemas={
                tag: schema_path(tag).removeprefix("data/") if schema else None for tag, schema in schemas.items()
            },
        )
        bag.write(layout.TITLE_PAGE, title.to_bytes())
        bag.write(layout.RULES, gathered.rules_page(game, moment))
        bag.write(layout.RECEIPTS, gathered.receipts_page(title.receipt, moment))
        for tag, schema in schemas.items():
            if schema is not None:
                bag.write(schema_path(tag), layout.as_json(schema))
        bag.write(layout.README, readme(title, game.credit))
        with bag.file(layout.CHRONICLE) as file:
            for piece in chronicle(head):
                file.write(piece.encode())
                done.retold()
        bag.finish(_info(title))
        size = _put(bag.folder, place, done)
    return WrittenArchive(title, place, size, title.receipt)


def _is_zip(place: Path) -> bool:
    return place.suffix.lower() == _ZIP


def _put(bag: Path, place: Path, done: "_RecordsDone") -> int:
    """Put a whole bag under its final name, packed where that asks for it. Returns its size in bytes."""
    whole = bag
    if _is_zip(place):
        whole = bag.parent / place.name
        write_zip(bag, whole, done.packed)
        whole.chmod(0o600)
        sync(whole)
    _refuse_taken(place)
    size = sum(path.stat().st_size for path in (whole, *whole.rglob("*")) if path.is_file())
    whole.rename(place)
    sync(place.parent)
    return size


def _copy(links: Iterable[Link], file: Sink, gathered: Gathered, done: "_RecordsDone") -> Link:
    last = None
    for last in links:
        line = as_line(last.stored) if last.aside else last.stored
        # A line more, or one that cannot be read back, would be found only by whoever needs the archive.
        if b"\n" in line:
            raise BrokenLedger(last.position, "it cannot be written as one line.")
        if len(line) > LONGEST_RECORD:
            raise BrokenLedger(
                last.position, "it is longer than an archive may hold. `campaign backup` copies it."
            )
        gathered.note(last)
        file.write(line + b"\n")
        done.copied(last.position)
    if last is None:
        raise BrokenLedger(1, "there are no records.")
    return last


def _info(title: TitlePage) -> dict[str, str]:
    """For `bag-info.txt`. What a person wrote stays out of it: its lines are not made for that."""
    return {
        "Bagging-Date": date.today().isoformat(),
        "Bag-Software-Agent": "campaign-ledger",
        "External-Identifier": f"urn:uuid:{title.campaign}",
        "External-Description": f"Campaign {title.slug}: {title.records} records. See data/README.md.",
    }


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A folder to work in, on the same disk; nothing of it is left in the end."""
    _refuse_taken(place)
    with partial_file(place) as work:
        work.mkdir(mode=0o700)
        yield work


def _refuse_taken(place: Path) -> None:
    if place.is_symlink() or place.exists():
        raise TargetTaken(f"There is something at {place} already. Choose another name.")


class _RecordsDone:
    """Progress in records: each is copied, retold and, where it is wanted so, packed."""

    def __init__(self, progress: Progress, head: int, *, packed: bool) -> None:
        self._progress = progress
        self._head = head
        self._total = head * (3 if packed else 2)
        self._pieces = count(1)

    def copied(self, position: int) -> None:
        if position % 500 == 0 or position == self._head:
            self._progress(position, self._total)

    def retold(self) -> None:
        number = next(self._pieces)
        if number % 500 == 0:
            self._progress(self._head + min(number, self._head), self._total)

    def packed(self, done: int, size: int) -> None:
        self._progress(2 * self._head + self._head * min(done, size) // size, self._total)
