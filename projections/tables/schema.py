"""The tables read models are kept in: the same on SQLite and PostgreSQL.

Everything here can be dropped and comes back the same, row for row. Tables of the log hold a row for a position
and never change; tables of the head hold what stands now, and follow the line when it is rewound.

`seen_by` names an audience. A row for the whole table is what everybody may know; a row for another audience says
what that one knows otherwise, and is there only where it differs (`gone`: it knows that the thing is no more).
"""

import json
from enum import StrEnum
from functools import lru_cache
from typing import Any, Generic, TypeVar

import sqlalchemy as sql

from domain.kernel.facts import CharacterKind, Kind
from domain.kernel.people import Role

METADATA = sql.MetaData()
PREFIX = "view_"

Word = TypeVar("Word", bound=StrEnum)


class WordList(sql.types.TypeDecorator[tuple[str, ...]]):
    """A tuple of texts, kept as a JSON array."""

    impl = sql.Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: sql.Dialect) -> str | None:
        """As it is stored."""
        return None if value is None else words_json(value)

    def process_result_value(self, value: str | None, dialect: sql.Dialect) -> tuple[str, ...] | None:
        """As it is read."""
        return None if value is None else () if value == "[]" else tuple(json.loads(value))


@lru_cache(maxsize=10_000)
def words_json(words: tuple[str, ...]) -> str:
    """The stored form of some texts. Each stands in it exactly as `json.dumps` writes it alone."""
    return _ENCODER.encode(words) if words else "[]"


_ENCODER = json.JSONEncoder(ensure_ascii=False)


class OneOf(sql.types.TypeDecorator[Word], Generic[Word]):
    """A word of a closed set, kept as its text."""

    impl = sql.Text
    cache_ok = True

    def __init__(self, words: type[Word]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: Word | None, dialect: sql.Dialect) -> str | None:
        """As it is stored."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: sql.Dialect) -> Word | None:
        """As it is read."""
        return None if value is None else self.words(value)


def _campaign() -> sql.Column[Any]:
    return sql.Column("campaign", sql.String(36), primary_key=True)


def _table(name: str, *columns: sql.Column[Any] | sql.PrimaryKeyConstraint | sql.Index) -> sql.Table:
    # Not by their key alone, though that is a page less for each row: where a page of a table or of its index is
    # lost, the other tells of it.
    return sql.Table(PREFIX + name, METADATA, *columns)


def _position() -> sql.Column[Any]:
    return sql.Column("position", sql.BigInteger, primary_key=True, autoincrement=False)


def _of_log(name: str, *columns: sql.Column[Any] | sql.Index) -> sql.Table:
    return _table(name, _campaign(), _position(), *columns)


def _looked_up(name: str, by: str, number: str, *columns: sql.Column[Any]) -> sql.Table:
    """A table of the log whose rows lie together by a column, and each under its number in a record."""
    plain = (sql.Column("campaign", sql.String(36)), _number("position"), sql.Column(number, sql.Integer))
    return _table(name, *plain, *columns, sql.PrimaryKeyConstraint("campaign", by, "position", number))


def _of_head(name: str, *columns: sql.Column[Any]) -> sql.Table:
    seen_by = sql.Column("seen_by", sql.Text, primary_key=True)
    gone = sql.Column("gone", sql.Boolean, nullable=False)
    return _table(name, _campaign(), seen_by, *columns, gone)


def _text(name: str, *, key: bool = False) -> sql.Column[Any]:
    return sql.Column(name, sql.Text, primary_key=key, nullable=False)


def _number(name: str, *, optional: bool = False) -> sql.Column[Any]:
    return sql.Column(name, sql.BigInteger, nullable=optional)


FOLLOWED = _table(
    "followed",
    _campaign(),
    _number("position"),
    _text("seal"),
    _text("version"),
)
"""The progress in each campaign: the last record taken in, its seal, and the version of the facts in the rows."""

INDEXED = sql.Table(
    PREFIX + "indexed",
    METADATA,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer(), "sqlite"), primary_key=True),
    sql.Column("campaign", sql.String(36), nullable=False, unique=True),
    _number("position"),
    _text("version"),
)
"""The progress of each campaign's texts in the full-text index: 0, and all of them are put in anew."""

CAMPAIGNS = _table(
    "campaigns",
    _campaign(),
    _text("slug"),
    _text("title"),
    _text("game"),
    _text("game_title"),
    _text("gm"),
    _number("players"),
    _number("sessions"),
    _number("rulings"),
    _number("struck"),
    _number("entries"),
    _number("records"),
    _text("last_played"),
    _text("shelf"),
    sql.Column("tags", WordList, nullable=False),
    sql.Column("put_away", sql.Boolean, nullable=False),
    _text("recognized"),
    _text("account"),
)


def _as_known() -> tuple[sql.Column[Any], ...]:
    return (
        sql.Column("kind", OneOf(Kind), nullable=False),
        _text("opens"),
        _text("scene"),
        _text("title"),
        sql.Column("concerns", WordList, nullable=False),
        _text("beside"),
        sql.Column("words", sql.Text),
    )


ENTRIES = _of_log(
    "timeline",
    _number("parent"),
    _number("ruling"),
    _number("session"),
    _text("audience"),
    sql.Column("journal", sql.Boolean, nullable=False),
    _text("type"),
    _text("by"),
    _text("at"),
    sql.Column("happened_at", sql.Text),
    sql.Column("fiction_time", sql.Text),
    _text("headline"),
    *_as_known(),
    # Holds all that a picture of the whole campaign needs, so that it is drawn without reading the texts.
    sql.Index(PREFIX + "timeline_shape", "campaign", "position", "audience", "journal", "kind", "opens"),
)
"""A record as all know it who may know of it. The text that can be looked for is its headline and what stands
`beside` it; `words` is that text folded, where it has other letters than those of ASCII."""

ASIDES = _of_log(
    "asides", _text("seen_by", key=True), sql.Column("place", sql.Integer, nullable=False), *_as_known()
)
"""A record as a narrower audience knows it, where some of its facts are for that one only: under a headline that
all know alike. `place` is its number among those of the record, from 1."""

STEPS = _looked_up(
    "history",
    "path",
    "step",
    _text("audience"),
    _text("path"),
    _number("delta", optional=True),
    _text("now"),
    _text("label"),
    _text("why"),
)

FACTS = _looked_up("facts", "form", "number", _text("audience"), _text("form"), _text("fact"))
"""The facts that `kept` keeps, as they were told."""

REWINDS = _of_log("rewinds", _number("parent"))

REPLACED = _of_log("replaced")
"""The intakes that took the place of the earlier play that the journal held until then."""

CHECKPOINTS = sql.Table(
    PREFIX + "checkpoints",
    METADATA,
    _campaign(),
    _position(),
    sql.Column("known", sql.LargeBinary, nullable=False),
)
"""The standings at some positions, so that a rewind need not be folded from the campaign's start."""

PEOPLE = _of_head("people", _text("person", key=True), _text("name"), sql.Column("role", OneOf(Role)))
MEMBERS = _of_head(
    "members",
    _text("character", key=True),
    _text("name"),
    sql.Column("kind", OneOf(CharacterKind)),
    sql.Column("player", sql.Text),
    _text("how"),
    sql.Column("present", sql.Boolean),
)
RESOURCES = _of_head(
    "resources",
    _text("owner", key=True),
    _text("name", key=True),
    _text("label"),
    _number("now"),
    _number("low", optional=True),
    _number("high", optional=True),
    _number("gained"),
    _number("spent"),
)
NODES = _of_head(
    "nodes", _text("node", key=True), _text("name"), _text("node_kind"), _number("weight"), _text("group")
)
TIES = _of_head(
    "ties",
    _text("source", key=True),
    _text("target", key=True),
    _text("relation"),
    sql.Column("friendly", sql.Boolean),
)
ADVANCEMENT = _of_head(
    "advancement",
    _text("owner", key=True),
    _text("track", key=True),
    _text("label"),
    _number("have"),
    _number("need", optional=True),
    _text("brings"),
    sql.Column("advanced", WordList, nullable=False),
)

FORMER = (PREFIX + "sheets", PREFIX + "texts")
"""Tables that earlier versions of the program made and nobody asks any more."""

OF_LOG = (ENTRIES, ASIDES, STEPS, FACTS, REWINDS, REPLACED, CHECKPOINTS)
TABLES = tuple(METADATA.tables.values())
ROWS = tuple(table for table in TABLES if table not in (FOLLOWED, INDEXED))
VIEWS: dict[str, tuple[sql.Table, ...]] = {
    "timeline": (ENTRIES, ASIDES),
    "history": (STEPS,),
    "facts": (FACTS,),
    "roster": (PEOPLE, MEMBERS),
    "resources": (RESOURCES,),
    "relations": (NODES, TIES),
    "advancement": (ADVANCEMENT,),
    "summaries": (CAMPAIGNS,),
}
"""The read models by name, with the tables each is kept in."""
