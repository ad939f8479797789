"""Guards kept by a PostgreSQL server itself: whose turn it is to append, and that a row follows the one before.

The turn is a row that whoever appends locks. An advisory lock would do as well, but anybody who may log in can
take one, the reader too; a row is locked only by whoever may update it. Both are made by the owner of the tables,
also in a ledger that was begun before there were any.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.log.tags import REMOVED, SET_ASIDE

if TYPE_CHECKING:
    from ledger.database.database import Database

TURN = schema.PREFIX + "turn"
TAKE_TURN = f"SELECT number FROM {TURN} WHERE number = 1 FOR UPDATE"
"""Says that it is one row: a server that takes them to be many plans what waits for it anew each time."""
FOLLOWS = schema.PREFIX + "follows"
VERSION = "campaign-ledger: each record follows the one before, 2"
"""Stands beside the function that checks, so that a newer program replaces an older one's."""

_MAKE_TURN = f"""
    CREATE TABLE IF NOT EXISTS {TURN} (number integer PRIMARY KEY CHECK (number = 1));
    INSERT INTO {TURN} VALUES (1) ON CONFLICT DO NOTHING;
"""

# Whoever may append must be able to take the turn, in a ledger whose rights were granted before there was one.
_GRANT_TURN = f"""
    DO $grant$
    DECLARE them record;
    BEGIN
        FOR them IN
            SELECT DISTINCT
                CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
            FROM pg_class, aclexplode(relacl)
            WHERE oid = '{schema.events.name}'::regclass AND privilege_type = 'INSERT' AND grantee <> relowner
        LOOP
            EXECUTE format('GRANT SELECT, UPDATE ON {TURN} TO %s', them.name);
            EXECUTE format('GRANT SELECT, INSERT, UPDATE ON {schema.heads.name} TO %s', them.name);
        END LOOP;
    END
    $grant$;
"""

# What an account may do with the records it may do with files: who reads, reads them, and who appends, keeps them.
_GRANT_FILES = f"""
    DO $grant$
    DECLARE them record;
    BEGIN
        FOR them IN
            SELECT CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name,
                bool_or(privilege_type = 'SELECT') AS reads, bool_or(privilege_type = 'INSERT') AS appends
            FROM pg_class, aclexplode(relacl)
            WHERE oid = '{schema.events.name}'::regclass AND grantee <> relowner GROUP BY grantee
        LOOP
            IF them.reads THEN
                EXECUTE format('GRANT SELECT ON {", ".join(schema.FILE_TABLES)} TO %s', them.name);
            END IF;
            IF them.appends THEN
                EXECUTE format(
                    'GRANT SELECT, INSERT, UPDATE, DELETE ON {", ".join(schema.FILE_TABLES)} TO %s', them.name
                );
            END IF;
        END LOOP;
    END
    $grant$;
"""

# Runs when a transaction ends, so that one may bring a record, and later the removal that says why the seal it
# follows is not that of the bytes before it, or the record that sets it aside. The owner's rights are used,
# whoever appends. What cannot be read as a record is caught in a block of its own.
_MAKE_GUARD = f"""
    CREATE OR REPLACE FUNCTION {FOLLOWS}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $guard$
    DECLARE
        said json;
        whole boolean := false;
        follows text;
        before text;
        other record;
    BEGIN
        BEGIN
            said := convert_from(NEW.state, 'UTF8')::json;
            whole := (said ->> 'campaign') IS NOT DISTINCT FROM NEW.originator_id
                AND (said ->> 'position') IS NOT DISTINCT FROM NEW.originator_version::text
                AND (said ->> 'type') IS NOT DISTINCT FROM NEW.topic;
            follows := said ->> 'prev';
        EXCEPTION WHEN others THEN
            whole := false;
        END;
        IF NEW.originator_version > 1 THEN
            SELECT encode(sha256(state), 'hex') INTO before FROM {{schema}}.{schema.events.name}
                WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version - 1;
            IF before IS NULL THEN
                RAISE check_violation USING MESSAGE = 'there is no record before that one';
            END IF;
        END IF;
        IF whole AND follows IS NOT NULL AND (NEW.originator_version = 1 OR before = follows) THEN
            RETURN NULL;
        END IF;
        FOR other IN
            SELECT topic, state FROM {{schema}}.{schema.events.name} AS exempting
            WHERE originator_id = NEW.originator_id AND topic IN ('{REMOVED}', '{SET_ASIDE}')
        LOOP
            BEGIN
                said := convert_from(other.state, 'UTF8')::json -> 'data';
                IF other.topic = '{REMOVED}' AND whole AND EXISTS (
                    SELECT FROM json_array_elements(said -> 'records') AS it
                    WHERE it ->> 'position' = (NEW.originator_version - 1)::text AND it ->> 'was' = follows
                ) THEN
                    RETURN NULL;
                END IF;
                IF other.topic = '{SET_ASIDE}' AND (
                    (said ->> 'position' = NEW.originator_version::text
                        AND said ->> 'seal' = encode(sha256(NEW.state), 'hex'))
                    OR (whole AND said ->> 'position' = (NEW.originator_version - 1)::text
                        AND said ->> 'seal' = before AND coalesce(said ->> 'named', said ->> 'seal') = follows)
                ) THEN
                    RETURN NULL;
                END IF;
            EXCEPTION WHEN others THEN
                CONTINUE;
            END;
        END LOOP;
        IF NOT whole OR follows IS NULL THEN
            RAISE check_violation USING MESSAGE = 'that is no record of this campaign at this position';
        END IF;
        RAISE check_violation USING MESSAGE = 'that record does not follow the one before it';
    END
    $guard$;
    ALTER FUNCTION {FOLLOWS}() SET search_path = pg_catalog, pg_temp;
    REVOKE ALL ON FUNCTION {FOLLOWS}() FROM PUBLIC;
    DROP TRIGGER IF EXISTS {FOLLOWS} ON {schema.events.name};
    CREATE CONSTRAINT TRIGGER {FOLLOWS} AFTER INSERT ON {schema.events.name} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION {FOLLOWS}();
    COMMENT ON FUNCTION {FOLLOWS}() IS '{VERSION}';
"""

_FOUND = sa.text(f"""
    SELECT to_regclass('{TURN}') IS NOT NULL AS turn,
        pg_has_role(relowner, 'USAGE') AS owner,
        EXISTS (SELECT FROM pg_trigger WHERE tgrelid = events.oid AND tgname = '{FOLLOWS}' AND tgenabled <> 'D')
            AND obj_description(to_regprocedure('{FOLLOWS}()'), 'pg_proc') = '{VERSION}' AS guard,
        quote_ident(relnamespace::regnamespace::text) AS schema
    FROM pg_class AS events WHERE oid = to_regclass('{schema.events.name}')
""")


def make_turn(connection: sa.Connection) -> None:
    """Make the row that is locked by whoever appends."""
    _run(connection, _MAKE_TURN)


def owns_tables(connection: sa.Connection) -> bool:
    """True if this account may make tables that belong to the records: on SQLite, whoever may write."""
    if connection.dialect.name != "postgresql":
        return True
    asked = f"SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('{schema.events.name}')"
    return connection.exec_driver_sql(asked).scalar() is not False


def grant_files(connection: sa.Connection, made: Collection[str]) -> None:
    """Let those who could read or append before there were files do so with them, where these were just made."""
    if connection.dialect.name == "postgresql" and set(schema.FILE_TABLES) <= set(made):
        _run(connection, _GRANT_FILES)


def _run(connection: sa.Connection, statements: str) -> None:
    """Run several statements through the driver itself, which sends them unchanged."""
    driver: Any = connection.connection.driver_connection
    driver.execute(statements)


def install_append_guard(database: "Database") -> None:
    """Let a PostgreSQL server refuse rows that do not follow, as far as whoever opens the ledger owns its tables.

    Does nothing on SQLite, where whoever may write in the file may change its rules too. Raises
    `LedgerUnavailable` for a ledger that its owner has to open once before anybody can record in it.
    """
    if database.engine.dialect.name != "postgresql" or database.read_only:
        return
    with database.reading() as connection:
        found = connection.execute(_FOUND).one_or_none()
    if found is None or (found.turn and (found.guard or not found.owner)):
        return
    if not found.owner:
        raise LedgerUnavailable(
            f"{database.name} was begun by an older program: its owner has to open it once with this one, by any "
            "command, before others can record in it."
        )
    with database.writing() as connection, library_errors(database.name):
        _run(connection, f"LOCK TABLE {schema.events.name} IN SHARE ROW EXCLUSIVE MODE")
        if not found.turn:
            make_turn(connection)
            _run(connection, _GRANT_TURN)
        _run(connection, _MAKE_GUARD.replace("{schema}", found.schema))
