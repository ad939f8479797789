"""The factory's settings: what is missing or wrong is named."""

from pathlib import Path

import pytest
from eventsourcing.persistence import InfrastructureFactory, InfrastructureFactoryError, StoredEvent

from ledger.database.errors import LedgerUnavailable
from ledger.database.factory import SqlAlchemyFactory

TOPIC = "ledger.database.factory:SqlAlchemyFactory"


def construct(**env: str) -> SqlAlchemyFactory:
    factory = InfrastructureFactory.construct({"PERSISTENCE_MODULE": TOPIC, **env})
    assert isinstance(factory, SqlAlchemyFactory)
    return factory


def test_a_missing_address_is_named() -> None:
    with pytest.raises(InfrastructureFactoryError, match="SQLALCHEMY_URL"):
        construct()


def test_an_unknown_type_of_id_is_named() -> None:
    with pytest.raises(InfrastructureFactoryError, match="'number'"):
        construct(SQLALCHEMY_URL="sqlite://", ORIGINATOR_ID_TYPE="number")


def test_a_recorder_class_of_another_kind_is_refused() -> None:
    factory = construct(SQLALCHEMY_URL="sqlite://", APPLICATION_RECORDER_TOPIC="builtins:dict")
    with pytest.raises(InfrastructureFactoryError, match="builtins:dict"):
        factory.application_recorder()
    factory.close()


def test_a_ledger_that_cannot_be_opened_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary")
    with pytest.raises(LedgerUnavailable, match="some other file"):
        construct(SQLALCHEMY_URL=f"sqlite:///{tmp_path}/diary")


@pytest.mark.parametrize("purpose", ["tracking", "format", "Robert'); DROP TABLE", "", "x" * 60])
def test_a_purpose_that_is_no_plain_word_is_refused(purpose: str) -> None:
    factory = construct(SQLALCHEMY_URL="sqlite://")
    with pytest.raises(ValueError, match="not a purpose"):
        factory.aggregate_recorder(purpose)
    factory.close()


def test_tables_are_not_made_if_the_setting_says_so(sqlite_address: str) -> None:
    construct(SQLALCHEMY_URL=sqlite_address, CREATE_TABLE="no").application_recorder()
    factory = construct(SQLALCHEMY_URL=sqlite_address)
    assert factory.application_recorder().max_notification_id() is None
    factory.close()


def test_each_purpose_has_a_table_of_its_own(address: str) -> None:
    factory = construct(SQLALCHEMY_URL=address, ORIGINATOR_ID_TYPE="text")
    events, snapshots, folds = (factory.aggregate_recorder(name) for name in ("events", "snapshots", "folds"))
    for number, recorder in enumerate((events, snapshots, folds)):
        recorder.insert_events([StoredEvent("campaign", 1, f"topic {number}", b"")])
    assert [
        factory.aggregate_recorder(name).select_events("campaign")[0].topic for name in ("events", "folds")
    ] == [
        "topic 0",
        "topic 2",
    ]
    assert factory.application_recorder().max_notification_id() == 1
    factory.close()
