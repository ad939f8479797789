"""Several programs at work on one database, records that cannot be read, and a ledger that may only be read."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.rewinding import RewindLine
from ledger.answers import Ruled, Submission
from ledger.database import schema as recorded
from ledger.database.errors import LedgerUnavailable
from ledger.errors import BrokenLedger, Conflict
from projections.tables import projector as keeping
from projections.tables import standings
from projections.tables.tracking import followed_in
from projections.views.resources import RESOURCES
from tests.projections.conftest import Opener
from tests.support import toy
from tests.support.folding import view_at
from tests.support.library import GM, Library
from tests.support.processes import processes

RULINGS = 12
WRITERS = 3


def write(env: dict[str, str], writer: int) -> int:
    """One process: it records, looks, and now and then rewinds."""
    library = Library(env, follow=writer != 1)  # one of them knows of no read models
    try:
        for index in range(RULINGS):
            library.rule(toy.Gain(who="hero", what=f"gold-{writer}", by=1))
            if index % 4 == writer:
                _rewind(library)
            library.views.count("tale", GM)
        return RULINGS
    finally:
        library.close()


def _rewind(library: Library) -> None:
    """Look, and go back by one: again and again, for as long as somebody else records in between."""
    while True:
        back = RewindLine(to=library.ledger.head("tale") - 1, reason="another try")
        try:
            answer = library.ledger.rule("tale", just_seen(library.ledger, "tale", Submission(command=back)))
        except Conflict:
            continue
        assert isinstance(answer, Ruled)
        return


def test_processes_that_write_at_once_leave_rows_that_agree_with_the_log(
    env: dict[str, str], library: Library
) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    with processes(WRITERS) as pool:
        assert sum(pool.map(write, [env] * WRITERS, range(WRITERS))) == RULINGS * WRITERS
    assert library.views.problems("tale") == []
    assert library.views.resources("tale") == view_at(library.ledger, "tale", RESOURCES)
    live = library.rows()
    library.views.rebuild()
    assert library.rows() == live


def test_what_is_recorded_between_two_looks_is_no_damage(
    library: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    other, ask = opener(), followed_in
    other.views.summaries()
    left, recording = [toy.Gain(who="hero", what="gold", by=1)] * 3, []

    def asked(*which: Any) -> Any:
        if left and not recording:
            recording.append(left.pop())
            other.rule(recording[0])
            recording.clear()
        return ask(*which)

    monkeypatch.setattr(keeping, "followed_in", asked)
    for _ in range(3):
        library.views.catch_up("tale")
    assert not left
    assert library.views.resources("tale") == view_at(library.ledger, "tale", RESOURCES)


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_rulings_stored_together_leave_the_rows_that_one_after_another_would(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "CHECKPOINT_EVERY", 10)
    library.rule(toy.Enter(who="hero", name="Hero"))
    gain = Submission(command=toy.Gain(who="hero", what="gold", by=1))
    assert len(library.ledger.rule_all("tale", [gain] * 25)) == 25
    assert library.views.problems("tale") == []


@pytest.fixture
def broken(library: Library) -> Library:
    """A campaign whose rows are there, and whose sixth record was damaged afterwards."""
    library.rule(toy.Enter(who="hero", name="Hero"))
    for _ in range(5):
        library.rule(toy.Gain(who="hero", what="gold", by=1))
    library.begin("other", "Another")
    library.views.summaries()
    database = library.ledger.store.database
    if database is None:
        pytest.skip("only a database of our own can be damaged from here")
    table = recorded.events
    with database.writing() as connection:
        tale = table.c.originator_id == str(library.ledger.find("tale").id)
        damaged = table.update().where(tale, table.c.originator_version == 6)
        connection.execute(damaged.values(state=b'{"position":6,"nonsense":true}'))
    return library


@pytest.mark.parametrize("env", ["sqlite", "postgres"], indirect=True)
def test_a_rebuild_stops_at_what_it_cannot_read_and_leaves_the_old_rows(
    broken: Library, opener: Opener, at_once: None
) -> None:
    before = broken.rows()
    later = opener()
    for one in (broken, later):
        with pytest.raises(BrokenLedger) as stopped:
            one.views.rebuild(["tale"])
        assert stopped.value.position == 6
        assert "campaign repair tale" in str(stopped.value)
        assert one.rows() == before


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_a_campaign_that_cannot_be_read_does_not_hide_the_others(broken: Library, opener: Opener) -> None:
    later = opener()
    with later.views.database.writing() as connection:
        for table in ("followed", "campaigns"):
            connection.exec_driver_sql(f"DELETE FROM view_{table}")
    told = {summary.slug: summary for summary in later.views.summaries()}
    assert (told["tale"].title, told["tale"].records) == ("A tale", 5)  # as far as it can be read
    assert (told["other"].title, told["other"].records) == ("Another", 2)


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_a_ledger_that_may_only_be_read_can_be_looked_at(library: Library, tmp_path: Path) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    archive = Library({"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'ledger.sqlite3'}?mode=ro"})
    assert archive.views.timeline("tale", GM) == library.views.timeline("tale", GM)
    assert archive.views.problems("tale") == []
    archive.close()


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_a_ruling_is_stored_even_where_its_rows_were_taken_away(library: Library) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    with library.views.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM view_followed")
    position = library.rule(toy.Gain(who="hero", what="gold", by=1))
    assert library.ledger.head("tale") == position
    assert library.views.resources("tale")["hero", "gold"].now == 1
    assert library.views.problems("tale") == []


@pytest.fixture
def impatient() -> Iterator[None]:
    """Ends a process that would try for ever."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


STUCK = {
    "put back": "AFTER UPDATE ON view_followed BEGIN UPDATE view_followed SET position = OLD.position, "
    "seal = OLD.seal WHERE campaign = NEW.campaign AND position <> OLD.position; END",
    "swallowed": "BEFORE UPDATE ON view_followed BEGIN SELECT RAISE(IGNORE); END",
}


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
def test_catching_up_ends_where_a_pass_does_not_move(library: Library, impatient: None) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    library.views.catch_up("tale")
    library.ledger.followers.clear()
    sound = library.ledger.head("tale")
    library.rule(toy.Gain(who="hero", what="gold", by=1))
    with library.views.database.writing() as connection:  # of this connection alone: one of the file is refused
        connection.exec_driver_sql(f"CREATE TEMP TRIGGER stuck {STUCK['put back']}")
    with pytest.raises(BrokenLedger, match=f"come no further than record {sound}, and its log does not end there"):
        library.views.catch_up("tale")
    with library.views.database.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER stuck")
    assert library.views.resources("tale")["hero", "gold"].now == 1
    assert library.views.problems("tale") == []


@pytest.mark.parametrize("env", ["sqlite"], indirect=True)
@pytest.mark.parametrize("how", STUCK)
def test_a_trigger_put_on_the_tables_in_use_is_refused_until_it_is_gone(library: Library, how: str) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    library.views.catch_up("tale")
    library.ledger.followers.clear()
    library.rule(toy.Gain(who="hero", what="gold", by=1))
    with library.views.database.writing() as connection:
        connection.exec_driver_sql(f"CREATE TRIGGER stuck {STUCK[how]}")
    with pytest.raises(LedgerUnavailable, match="A trigger, stuck, acts on the table view_followed"):
        library.views.catch_up("tale")
    with library.views.database.writing() as connection:
        connection.exec_driver_sql("DROP TRIGGER stuck")
    assert library.views.resources("tale")["hero", "gold"].now == 1
    assert library.views.problems("tale") == []
