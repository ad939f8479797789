"""The factory with which the library builds its recorders, chosen by the library's own configuration."""

from typing import Any, TypeVar, cast

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    InfrastructureFactoryError,
    ProcessRecorder,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic, strtobool

from ledger.database.engine import open_database
from ledger.database.events import (
    OriginatorIdType,
    SqlAlchemyAggregateRecorder,
    SqlAlchemyApplicationRecorder,
    SqlAlchemyRecorder,
)
from ledger.database.schema import table_for
from ledger.database.tracking import SqlAlchemyProcessRecorder, SqlAlchemyTrackingRecorder

R = TypeVar("R", bound=SqlAlchemyRecorder)


class SqlAlchemyFactory(InfrastructureFactory[SqlAlchemyTrackingRecorder]):
    """Builds recorders that share one open database.

    Reads `SQLALCHEMY_URL`, and as the library's own factories do `ORIGINATOR_ID_TYPE` (`uuid` or
    `text`), `CREATE_TABLE`, and the topics of recorder classes to use instead of these.
    """

    SQLALCHEMY_URL = "SQLALCHEMY_URL"
    ORIGINATOR_ID_TYPE = "ORIGINATOR_ID_TYPE"
    CREATE_TABLE = "CREATE_TABLE"

    aggregate_recorder_class = SqlAlchemyAggregateRecorder
    application_recorder_class = SqlAlchemyApplicationRecorder
    tracking_recorder_class = SqlAlchemyTrackingRecorder
    process_recorder_class = SqlAlchemyProcessRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        """Open the database. Raises `InfrastructureFactoryError` for a missing or wrong setting.

        Raises `LedgerUnavailable` if the database cannot be opened.
        """
        super().__init__(env)
        address = self.env.get(self.SQLALCHEMY_URL)
        if not address:
            keys = ", ".join(self.env.create_keys(self.SQLALCHEMY_URL))
            raise InfrastructureFactoryError(f"The address of the ledger is not set: {keys}")
        id_type = self.env.get(self.ORIGINATOR_ID_TYPE, "uuid").lower()
        if id_type not in ("uuid", "text"):
            raise InfrastructureFactoryError(f"{self.ORIGINATOR_ID_TYPE} must be uuid or text, not {id_type!r}")
        self.originator_id_type = cast(OriginatorIdType, id_type)
        self.database = open_database(address)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """A recorder of the streams kept for `purpose`. Raises ValueError if that is not a plain word."""
        return self._made(
            self.aggregate_recorder_class(self.database, table_for(purpose), self.originator_id_type)
        )

    def application_recorder(self) -> ApplicationRecorder:
        """A recorder of events."""
        chosen = self._chosen(self.APPLICATION_RECORDER_TOPIC, self.application_recorder_class)
        return self._made(chosen(self.database, originator_id_type=self.originator_id_type))

    def tracking_recorder(
        self, tracking_recorder_class: type[SqlAlchemyTrackingRecorder] | None = None
    ) -> SqlAlchemyTrackingRecorder:
        """A recorder of positions, or of a read model if its class is given."""
        chosen = tracking_recorder_class or self._chosen(
            self.TRACKING_RECORDER_TOPIC, self.tracking_recorder_class
        )
        return self._made(chosen(self.database))

    def process_recorder(self) -> ProcessRecorder:
        """A recorder of events and positions."""
        chosen = self._chosen(self.PROCESS_RECORDER_TOPIC, self.process_recorder_class)
        return self._made(chosen(self.database, originator_id_type=self.originator_id_type))

    def close(self) -> None:
        """Release every connection."""
        self.database.close()

    def _chosen(self, key: str, default: type[R]) -> type[R]:
        topic = self.env.get(key)
        if not topic:
            return default
        chosen: Any = resolve_topic(topic)
        if not (isinstance(chosen, type) and issubclass(chosen, default)):
            raise InfrastructureFactoryError(f"{key} names {topic}, which is not a {default.__name__}")
        return chosen

    def _made(self, recorder: R) -> R:
        if strtobool(self.env.get(self.CREATE_TABLE) or "yes"):
            recorder.create_table()
        return recorder
