"""A campaign as an archive, and somebody who gets at it."""

import hashlib
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.kernel.people import EVERYONE
from exchange.archive.checking import check
from exchange.archive.errors import BrokenArchive
from exchange.archive.opening import opened
from exchange.archive.storing import RestoreOutcome, store
from exchange.archive.writing import WrittenArchive, write_archive
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from projections.story.chronicle import chronicle
from tests.cli.caves import GAMES, a_cave

Open = Callable[[str], Ledger]


@pytest.fixture
def open_ledger() -> Iterator[Open]:
    """Opens ledgers of caves."""
    ledgers: list[Ledger] = []

    def another(address: str) -> Ledger:
        ledgers.append(Ledger(GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5)))
        return ledgers[-1]

    yield another
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def cave(open_ledger: Open) -> Ledger:
    """A ledger in memory with one cave in it."""
    ledger = open_ledger("sqlite://")
    a_cave(ledger)
    return ledger


def export(ledger: Ledger, place: Path, campaign: str = "cave") -> WrittenArchive:
    game = ledger.game(ledger.find(campaign).game)

    def told(head: int) -> Iterator[str]:
        return chronicle(ledger.told(campaign, head), ledger.moment(campaign, head).campaign, game.title, EVERYONE)

    return write_archive(ledger, campaign, place, chronicle=told, told_to=EVERYONE)


def take_in(ledger: Ledger, place: Path) -> RestoreOutcome:
    with opened(place) as archive:
        return store(ledger, check(archive, ledger.games, snapshot_interval=SnapshotInterval(5, 5)))


def stored(ledger: Ledger, campaign: str = "cave") -> list[tuple[int, str, bytes]]:
    return list(ledger.stored(campaign))


def manifests_anew(bag: Path) -> None:
    """Makes every sum right again, as a forger does after changing a file."""
    inside = sorted(path for path in bag.rglob("*") if path.is_file() and not path.is_symlink())
    payload = [path for path in inside if path.relative_to(bag).parts[0] == "data"]
    size = sum(path.stat().st_size for path in payload)
    (bag / "bag-info.txt").write_text(f"Payload-Oxum: {size}.{len(payload)}\n")
    for name in ("sha256", "sha512"):
        for manifest, paths in (
            (f"manifest-{name}.txt", payload),
            (f"tagmanifest-{name}.txt", [bag / "bagit.txt", bag / "bag-info.txt"]),
        ):
            lines = [
                f"{hashlib.new(name, path.read_bytes()).hexdigest()}  {path.relative_to(bag)}\n" for path in paths
            ]
            (bag / manifest).write_text("".join(lines))


def zipped(bag: Path, place: Path) -> Path:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(bag.rglob("*")):
            if path.is_file():
                packed.write(path, f"cave/{path.relative_to(bag)}")
    return place


@pytest.fixture(scope="session")
def good_bag(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound archive of a cave, as a folder. Not to be changed."""
    ledger = Ledger(GAMES, {"SQLALCHEMY_URL": "sqlite://"})
    a_cave(ledger)
    place = tmp_path_factory.mktemp("archives") / "cave"
    export(ledger, place)
    ledger.close()
    return place


@pytest.fixture
def bag(good_bag: Path, tmp_path: Path) -> Path:
    """A sound archive to do harm to."""
    return Path(shutil.copytree(good_bag, tmp_path / "bag"))


def refused(open_ledger: Open, place: Path, sentence: str, kind: type[LedgerError] = BrokenArchive) -> None:
    """Refused with a sentence, and the ledger is as empty as before."""
    ledger = open_ledger("sqlite://")
    with pytest.raises(kind, match=sentence) as error:
        take_in(ledger, place)
    assert "\n" not in str(error.value)
    assert str(error.value).endswith(".")
    assert ledger.campaigns() == []
    database = ledger.store.database
    assert database is not None
    with database.reading() as connection:
        for table in ("ledger_events", "ledger_submissions", "ledger_snapshots"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0


def lines_of(bag: Path) -> list[bytes]:
    return (bag / "data/records.jsonl").read_bytes().splitlines()
