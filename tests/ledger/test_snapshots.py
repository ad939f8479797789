"""A snapshot proves itself or is not seen: none that is false, foreign or stale ever decides anything."""

import stat
import zlib
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Expected, Refused, Ruled, Submission
from ledger.care.rebuild_index import rebuild_snapshots
from ledger.care.verify import verify
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.log.lines import Stretch
from ledger.records import signer, snapshots
from ledger.records.signer import KEY_FILE, KEY_VARIABLE, Signer, signer_of
from ledger.records.snapshots import SnapshotInterval
from tests.support.tower import TOWER, LayStones

OTHER_KEY = "the key of another installation"
LIMIT = 60


def opened(path: Path, key: str = "the key of this installation") -> Ledger:
    env = {"SQLALCHEMY_URL": f"sqlite:///{path}", KEY_VARIABLE: key}
    return Ledger({"tower": TOWER}, env, snapshot_interval=SnapshotInterval(10, 10))


def build(ledger: Ledger, slug: str = "babel") -> None:
    """A tower that cannot grow any more, with a line that was left."""
    ledger.found(FoundCampaign(game="tower", title="Babel", slug=slug, house_rules={"limit": LIMIT}))
    for number in range(10):
        ruled = ledger.rule(slug, Submission(command=LayStones(count=2), faces=(3, 3)))
        assert isinstance(ruled, Ruled), ruled
        if number == 5:
            back = RewindLine(to=8, reason="too steep")
            moment = ledger.moment(slug)
            seen = Expected(moment.position, moment.seal)
            assert isinstance(ledger.rule(slug, Submission(command=back, expect=seen)), Ruled)
    while isinstance(ledger.rule(slug, Submission(command=LayStones(), faces=(6,))), Ruled):
        pass


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "babel.sqlite3"
    ledger = opened(path)
    build(ledger)
    build(ledger, "other")
    ledger.close()
    return path


def test_a_ruling_is_stored_whatever_keeps_its_snapshot_from_being_kept(path: Path) -> None:
    ledger = opened(path)
    ledger.found(FoundCampaign(game="tower", title="Third", slug="third"))
    changed(path, "DROP TABLE ledger_snapshots")
    for _ in range(11):
        assert isinstance(ledger.rule("third", Submission(command=LayStones(), faces=(1,))), Ruled)
    head = ledger.head("third")
    ledger.close()
    assert head > 11
    with sqlite3.connect(path) as database:
        found = database.execute("SELECT position FROM ledger_heads ORDER BY position").fetchall()
    assert (head,) in found


def changed(path: Path, statement: str, *values: object) -> int:
    with sqlite3.connect(path) as database:
        return database.execute(statement, values).rowcount


def kept(path: Path) -> list[tuple[str, int, str, bytes]]:
    with sqlite3.connect(path) as database:
        return list(database.execute("SELECT * FROM ledger_snapshots ORDER BY 1, 2"))


def lower(state: bytes) -> bytes:
    """The same snapshot, of a tower that is not high yet."""
    parts = zlib.decompress(state[32:]).split(b"\n")
    parts[2] = parts[2].replace(b'"height":', b'"height":0,"was":').split(b',"was"')[0] + b"}"
    return zlib.compress(b"\n".join(parts))


def false(path: Path) -> None:
    for campaign, position, _topic, state in kept(path):
        changed(
            path,
            "UPDATE ledger_snapshots SET state = ? WHERE originator_id = ? AND originator_version = ?",
            state[:32] + lower(state),
            campaign,
            position,
        )


def signed_by_another(path: Path) -> None:
    other = signer_of({KEY_VARIABLE: OTHER_KEY})
    for campaign, position, topic, state in kept(path):
        forged = other.sign(("snapshot", campaign, topic, position), lower(state))
        changed(
            path,
            "UPDATE ledger_snapshots SET state = ? WHERE originator_id = ? AND originator_version = ?",
            forged,
            campaign,
            position,
        )


def of_an_earlier_position(path: Path) -> None:
    first = {campaign: state for campaign, _position, _topic, state in reversed(kept(path))}
    for campaign, state in first.items():
        changed(path, "UPDATE ledger_snapshots SET state = ? WHERE originator_id = ?", state, campaign)


def of_before_signatures(path: Path) -> None:
    for campaign, position, _topic, state in kept(path):
        changed(
            path,
            "UPDATE ledger_snapshots SET state = ? WHERE originator_id = ? AND originator_version = ?",
            lower(state),
            campaign,
            position,
        )


@pytest.mark.parametrize("spoil", [false, signed_by_another, of_an_earlier_position, of_before_signatures])
def test_a_false_snapshot_is_not_seen_and_the_impossible_ruling_is_refused(
    path: Path, spoil: Callable[[Path], None]
) -> None:
    ledger = opened(path)
    truth = [ledger.moment("babel", at, from_start=True) for at in range(1, ledger.head("babel") + 1)]
    ledger.close()
    spoil(path)
    ledger = opened(path)
    assert [ledger.moment("babel", at) for at in range(1, len(truth) + 1)] == truth
    refused = ledger.rule("babel", Submission(command=LayStones(), faces=(1,)))
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "too_high"
    rebuild_snapshots(ledger, snapshot_interval=SnapshotInterval(10, 10))
    assert verify(ledger, "babel").sound
    ledger.close()


def test_one_of_another_campaign_is_not_seen(path: Path) -> None:
    rows = kept(path)
    for campaign in {row[0] for row in rows}:
        for other, position, _topic, state in rows:
            if other != campaign:
                place = "WHERE originator_id = ? AND originator_version = ?"
                changed(path, f"UPDATE ledger_snapshots SET state = ? {place}", state, campaign, position)
    ledger = opened(path)
    nearest = nearest_to_the_head(ledger)
    ledger.close()
    assert nearest == 0


def nearest_to_the_head(ledger: Ledger) -> int:
    """The position of the snapshot from which the head is folded."""
    held = ledger._held(ledger.find("babel"))
    held.catch_up()
    head = held.head.position
    found = ledger.store.moments.nearest(
        held.entry.id, held.moment_format, held.lines.path(head), head, held.seal_at
    )
    return found.position if found else 0


def test_one_of_another_line_is_not_seen_even_if_it_was_signed_here(path: Path) -> None:
    ledger = opened(path)
    before = nearest_to_the_head(ledger)
    assert before > 16
    held = ledger._held(ledger.find("babel"))
    line = held.lines.path(held.head.position)
    assert len(line) > 1
    straight = [Stretch(1, held.head.position)]  # as it looks where a rewind is hidden
    found = ledger.store.moments.nearest(
        held.entry.id, held.moment_format, straight, held.head.position, held.seal_at
    )
    assert found is None or found.position < 16
    ledger.close()


def test_a_line_of_the_rules_changed_makes_all_of_them_stale_and_they_are_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {row[:2]: row[2:] for row in kept(path)}
    monkeypatch.setattr(snapshots, "sources_of", lambda *packages: "another program")
    ledger = opened(path)
    assert nearest_to_the_head(ledger) == 0
    rebuild_snapshots(ledger, snapshot_interval=SnapshotInterval(10, 10))
    assert nearest_to_the_head(ledger) > 16
    ledger.close()
    after = {row[:2]: row[2:] for row in kept(path)}
    assert before.keys() == after.keys()
    assert all(before[place] != after[place] for place in before)


def test_one_that_is_not_seen_is_replaced_when_its_position_is_passed_again(path: Path) -> None:
    ledger = opened(path)
    held = ledger._held(ledger.find("babel"))
    held.catch_up()
    head = held.head
    lines, body = held.lines.path(head.position), held.moment_format.dump(head)
    ledger.store.moments.keep(held.entry.id, held.moment_format, lines, head, body)
    changed(path, "UPDATE ledger_snapshots SET state = x'00', topic = 'old'")
    assert nearest_to_the_head(ledger) == 0
    ledger.store.moments.keep(held.entry.id, held.moment_format, lines, head, body)
    assert nearest_to_the_head(ledger) == head.position
    ledger.close()


@pytest.mark.postgres
def test_a_server_keeps_one_in_the_place_of_another_and_no_ruling_waits_for_it_to_be_there(
    postgres_address: str,
) -> None:
    env = {"SQLALCHEMY_URL": postgres_address, KEY_VARIABLE: "the key of this installation"}
    ledger = Ledger({"tower": TOWER}, env, snapshot_interval=SnapshotInterval(10, 10))
    build(ledger)
    first, head = nearest_to_the_head(ledger), ledger.head("babel")
    assert 0 < first < head
    with psycopg.connect(postgres_address, autocommit=True) as server:
        server.execute("UPDATE ledger_snapshots SET state = 'x', topic = 'old'")
    assert nearest_to_the_head(ledger) == 0
    rebuild_snapshots(ledger, snapshot_interval=SnapshotInterval(10, 10))
    assert nearest_to_the_head(ledger) == first
    database = ledger.store.database
    assert database is not None
    with database.statement() as driver:  # what was not waited for was that one statement alone
        assert driver.execute("SHOW synchronous_commit").fetchone() == ("on",)
    with psycopg.connect(postgres_address, autocommit=True) as server:
        server.execute("DROP TABLE ledger_snapshots")
    for _ in range(11):
        assert isinstance(ledger.rule("babel", Submission(command=WriteNote(text="It rains."))), Ruled)
    assert ledger.head("babel") == head + 11
    ledger.close()


def test_a_fold_from_far_leaves_a_snapshot_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(path, "DELETE FROM ledger_snapshots")
    monkeypatch.setattr(snapshots, "_FAR", 10)
    ledger = opened(path)
    head = ledger.head("babel")
    assert nearest_to_the_head(ledger) == head
    assert verify(ledger, "babel").snapshots == 1
    ledger.close()
    reader = opened(Path(f"{path}?mode=ro"))
    assert reader.moment("other").position > 10
    reader.close()


def test_the_sources_are_those_of_the_kernel_and_the_game() -> None:
    kernel, both = signer.sources_of("domain.kernel"), signer.sources_of("domain.kernel", "tests.support.tower")
    assert kernel != both
    assert both != signer.sources_of("domain.kernel", "tests.support.toy")
    assert signer.sources_of("domain.kernel", "tests.support") != both


# --- the key -------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.setattr(signer, "user_state_path", lambda *_, **__: tmp_path / "state" / "campaign-ledger")
    return tmp_path / "state" / "campaign-ledger" / KEY_FILE


def test_the_key_is_made_once_and_is_its_owners_alone(home: Path) -> None:
    signed = signer_of({}).sign(("a",), b"body")
    assert signed is not None
    assert signer_of({}).opened(("a",), signed) == b"body"
    assert signer_of({}).opened(("b",), signed) is None
    assert stat.S_IMODE(home.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.parent.stat().st_mode) == 0o700
    assert [path.name for path in home.parent.iterdir()] == [KEY_FILE]


def test_a_key_that_others_could_read_is_replaced(home: Path) -> None:
    signed = signer_of({}).sign(("a",), b"body")
    home.chmod(0o644)
    assert signed is not None
    assert signer_of({}).opened(("a",), signed) is None
    assert stat.S_IMODE(home.stat().st_mode) == 0o600


def test_without_a_place_for_a_key_nothing_is_seen_or_kept(home: Path) -> None:
    home.parent.parent.write_text("a file where a folder should be")
    assert signer_of({}).sign(("a",), b"body") is None


def test_without_a_key_a_campaign_is_played_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "babel.sqlite3"
    ledger = opened(path, key="too short")
    build(ledger)
    head = ledger.moment("babel")
    ledger.close()
    assert kept(path) == []
    assert opened(path).moment("babel") == head


def test_whoever_shares_the_key_sees_them(path: Path) -> None:
    same, other = opened(path), opened(path, OTHER_KEY)
    assert nearest_to_the_head(same) > 16
    assert nearest_to_the_head(other) == 0
    assert verify(other, "babel").sound
    for each in (same, other):
        each.close()


def test_nothing_is_opened_without_a_signature() -> None:
    nobody = Signer(lambda: None)
    assert nobody.sign(("a",), b"body") is None
    assert nobody.opened(("a",), b"\0" * 32 + b"body") is None
