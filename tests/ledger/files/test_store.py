"""Files in the ledger: staged, claimed with the record that names them, read back, swept."""

import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.logged.chapters.intakes import EndIntake
from ledger.answers import Ruled, Submission
from ledger.database.errors import LedgerUnavailable
from ledger.files.store import KEPT_UNCLAIMED, FileState, FileStore, NoRoomForFile, NoSuchFile, Progress, Staged
from ledger.files.tables import PART, file_parts, files
from ledger.ledger import Ledger
from tests.support.filing import CONTENT, DIGEST, naming, spoil
from tests.support.tower import TOWER

Open = Callable[[], Ledger]


def test_staged_named_and_read_from_any_byte(ledger: Ledger, open_ledger: Open) -> None:
    campaign, done = ledger.find("babel").id, list[tuple[int, int]]()
    staged = ledger.files.stage(campaign, io.BytesIO(CONTENT), lambda *it: done.append(it))
    assert (staged.digest, staged.size) == (DIGEST, len(CONTENT))
    assert done[-1] == (len(CONTENT), len(CONTENT))
    assert len(done) == 3
    with pytest.raises(NoSuchFile):
        ledger.files.size(campaign, DIGEST)  # nobody's, until a record names it
    assert all(isinstance(it, Ruled) for it in ledger.rule_all_or_none("babel", naming(DIGEST)))
    elsewhere = open_ledger().files
    for start, stop in ((0, None), (0, 1), (PART - 1, PART + 1), (len(CONTENT) - 1, None), (5, 5), (5, 10**9)):
        assert b"".join(elsewhere.read(campaign, DIGEST, start, stop)) == CONTENT[start:stop]
    assert elsewhere.check(campaign, DIGEST) is FileState.SOUND


def test_what_is_not_there_cannot_be_named(ledger: Ledger) -> None:
    head = ledger.head("babel")
    with pytest.raises(NoSuchFile, match="put it in again"):
        ledger.rule_all_or_none("babel", naming(DIGEST))
    assert ledger.head("babel") == head
    assert ledger.files.kept(ledger.find("babel").id) == []


def test_another_tables_file_cannot_be_named(ledger: Ledger) -> None:
    ledger.found(FoundCampaign(game="tower", title="Other", slug="other"))
    ledger.files.stage(ledger.find("other").id, io.BytesIO(CONTENT))
    with pytest.raises(NoSuchFile):
        ledger.rule_all_or_none("babel", naming(DIGEST))


def test_a_refused_ruling_claims_nothing(ledger: Ledger) -> None:
    campaign = ledger.find("babel").id
    ledger.files.stage(campaign, io.BytesIO(CONTENT))
    answers = ledger.rule_all_or_none("babel", [*naming(DIGEST), Submission(command=EndIntake())])
    assert not isinstance(answers[-1], Ruled)
    assert ledger.files.kept(campaign) == []


def test_an_upload_that_broke_off_is_gone_on_with(ledger: Ledger) -> None:
    campaign = ledger.find("babel").id

    def stop(done: int, _total: int) -> None:
        if done > PART:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ledger.files.stage(campaign, io.BytesIO(CONTENT), stop)
    with pytest.raises(NoSuchFile):
        ledger.rule_all_or_none("babel", naming(DIGEST))
    spoil(ledger, bytes=b"spoiled")  # and what broke off was no good
    ledger.files.stage(campaign, io.BytesIO(CONTENT))
    ledger.rule_all_or_none("babel", naming(DIGEST))
    assert ledger.files.check(campaign, DIGEST) is FileState.SOUND


def test_bytes_that_change_while_they_are_read_are_not_kept(ledger: Ledger) -> None:
    class Changing(io.BytesIO):
        def seek(self, offset: int, whence: int = 0) -> int:
            self.times = getattr(self, "times", 0) + 1
            if self.times == 2:
                self.getbuffer()[:3] = b"abc"
            return super().seek(offset, whence)

    with pytest.raises(LedgerUnavailable, match="changed meanwhile"):
        ledger.files.stage(ledger.find("babel").id, Changing(CONTENT))
    with pytest.raises(NoSuchFile):
        ledger.rule_all_or_none("babel", naming(DIGEST))


def test_of_two_who_put_files_in_at_once_not_both_find_room(ledger: Ledger, open_ledger: Open) -> None:
    other, campaign, most = open_ledger(), ledger.find("babel").id, 3 * PART

    def put(into: Ledger, sign: bytes, parts: int, most: int = most, told: Progress = lambda *_: None) -> Staged:
        return into.files.stage(campaign, io.BytesIO(sign * parts * PART), told, rest=0, most=most)

    def beside(done: int, _total: int) -> None:
        if done == PART:
            with pytest.raises(NoRoomForFile):
                put(other, b"b", 2)

    put(ledger, b"a", 2, told=beside)
    assert put(other, b"c", 1), "what was refused takes no room"
    assert put(ledger, b"a", 2, PART), "it is here already"


def test_what_nobody_names_is_swept_after_a_day(ledger: Ledger) -> None:
    campaign, now = ledger.find("babel").id, [datetime(2026, 3, 1, tzinfo=UTC)]
    store = FileStore(ledger.store.database, lambda: now[0])
    store.stage(campaign, io.BytesIO(CONTENT))
    ledger.rule_all_or_none("babel", naming(DIGEST))
    store.stage(campaign, io.BytesIO(b"never named"))
    now[0] += KEPT_UNCLAIMED - timedelta(seconds=1)
    assert store.sweep() == 0
    now[0] += timedelta(seconds=2)
    store.stage(campaign, io.BytesIO(b""))  # whoever stages next sweeps
    assert ledger.store.database
    with ledger.store.database.reading() as connection:
        kept = set(connection.execute(sa.select(files.c.digest)).scalars())
        assert kept == {DIGEST, sha256(b"").hexdigest()}
        assert set(connection.execute(sa.select(file_parts.c.digest)).scalars()) == {DIGEST}


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Callable[..., Ledger]]:
    """A ledger as programs before files left it, opened again."""
    address, ledgers = f"sqlite:///{tmp_path / 'old.sqlite3'}", list[Ledger]()

    def opened(end: str = "") -> Ledger:
        ledgers.append(Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address + end}))
        return ledgers[-1]

    ledger = opened()
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    assert ledger.store.database
    with ledger.store.database.writing() as connection:
        for table in (file_parts, files):
            table.drop(connection)
        connection.exec_driver_sql("UPDATE ledger_format SET number = 2")
    ledger.close()
    yield opened
    for it in ledgers:
        it.close()


def test_an_older_ledger_is_read_as_it_is_and_upgraded_by_who_writes(old: Callable[..., Ledger]) -> None:
    reader = old("?mode=ro")
    assert reader.head("babel") == 2
    assert reader.files.kept(reader.find("babel").id) == []
    with pytest.raises(LedgerUnavailable, match="no place for files"):
        reader.files.stage(reader.find("babel").id, io.BytesIO(CONTENT))
    writer = old()
    campaign = writer.find("babel").id
    writer.files.stage(campaign, io.BytesIO(CONTENT))
    assert all(isinstance(it, Ruled) for it in writer.rule_all_or_none("babel", naming(DIGEST)))
    assert writer.store.database
    with writer.store.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT number FROM ledger_format").scalar() == 3
