"""The same person in several campaigns: their seats, their characters, and what they played.

Somebody is the same wherever they bear the same name, unless a table has said who they are: then that counts.
Everything here is what the whole table knows.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from domain.kernel.facts import Kind
from domain.kernel.logged.messages import ENTRY
from domain.kernel.logged.messages import PREFIX as LOGGED_PREFIX
from domain.kernel.people import EVERYONE, Role
from domain.kernel.terms import slugify
from projections.tables.replaced import replaced_at_heads, standing_entry
from projections.tables.schema import CAMPAIGNS, ENTRIES, MEMBERS, PEOPLE, words_json
from projections.views.roster import VOICE, RosterEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCounts:
    """The counts of one person's play in one campaign."""

    sessions: int
    """In which they asked for something, or one of their characters was concerned."""
    rulings: int
    """Rulings they asked for themselves."""
    entries: int
    """Entries of theirs that were taken in from other tools: nobody here ruled on them."""
    dice: int
    """Records of dice that concern them, their characters and their voices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeat:
    """Somebody at one table. `role` is None when they have left it, and only their characters tell of them."""

    campaign: str
    """Its slug."""
    title: str
    game: str
    person: str
    name: str
    role: Role | None
    heard: bool = False
    """True if they have no seat, and speak in what was taken in."""
    characters: tuple[str, ...]
    """By name, in the order of the alphabet."""
    last_played: str
    recognized: bool = False
    """True if somebody at this table said who this is; else only the name does."""
    cast: tuple[RosterEntry, ...] = ()
    """The same characters in the same order, with all that the table knows of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPerson:
    """A person of the library. `key` is what they are called in every campaign."""

    key: str
    name: str
    """The one they used last."""
    seats: tuple[TableSeat, ...]
    """The campaign played last first."""


def everybody(connection: sql.Connection) -> list[LibraryPerson]:
    """Every person of the library, by name."""
    found: dict[str, list[TableSeat]] = {}
    campaigns = {row.campaign: row for row in connection.execute(sql.select(CAMPAIGNS))}
    named = _rows(connection, PEOPLE)
    casts: dict[tuple[str, str], list[RosterEntry]] = {}
    heard: dict[tuple[str, str], str] = {}
    for it in _rows(connection, MEMBERS):
        if it.player:
            casts.setdefault((it.campaign, it.player), []).append(_entry(it))
        elif it.how == VOICE:
            heard[it.campaign, it.character] = it.name
    seated = {(it.campaign, it.person): it for it in named}
    for campaign, person in sorted({*seated, *casts, *heard}):
        shelf = campaigns.get(campaign)
        if shelf is None:
            continue
        row = seated.get((campaign, person))
        name = row.name if row else heard.get((campaign, person), person)
        recognized: Mapping[str, str] = json.loads(shelf.recognized)
        cast = tuple(sorted(casts.get((campaign, person), ()), key=lambda it: (it.name, it.character)))
        seat = TableSeat(
            campaign=shelf.slug,
            title=shelf.title,
            game=shelf.game,
            person=person,
            name=name,
            role=row.role if row else None,
            heard=row is None and (campaign, person) in heard,
            characters=tuple(it.name for it in cast),
            cast=cast,
            last_played=shelf.last_played,
            recognized=person in recognized,
        )
        found.setdefault(recognized.get(person) or slugify(name) or person, []).append(seat)
    known = [_acquaintance(key, seats) for key, seats in found.items()]
    return sorted(known, key=lambda it: (it.name.casefold(), it.key))


def called(connection: sql.Connection, name: str, *, everything: bool) -> frozenset[tuple[str, str]]:
    """The ids of campaign and person of everybody seated, heard or played under this whole name, in any case.

    `everything`: also by names that the whole table does not know.
    """
    wanted, found = name.casefold(), set[tuple[str, str]]()
    for table, key in ((PEOPLE, PEOPLE.c.person), (MEMBERS, MEMBERS.c.character)):
        query = sql.select(table.c.campaign, key, table.c.name).where(~table.c.gone)
        if not everything:
            query = query.where(table.c.seen_by == EVERYONE)
        found |= {
            (campaign, person) for campaign, person, it in connection.execute(query) if it.casefold() == wanted
        }
    return frozenset(found)


def played(connection: sql.Connection, seat: TableSeat) -> PersonCounts:
    """Count one person's play in one campaign, on whatever line."""
    campaign = connection.scalar(sql.select(CAMPAIGNS.c.campaign).where(CAMPAIGNS.c.slug == seat.campaign))
    mine = sql.select(MEMBERS.c.character).where(
        MEMBERS.c.campaign == campaign, MEMBERS.c.seen_by == EVERYONE, MEMBERS.c.player == seat.person
    )
    find = sql.func.strpos if connection.dialect.name == "postgresql" else sql.func.instr
    concerns = sql.cast(ENTRIES.c.concerns, sql.Text)
    about = sql.or_(
        sql.false(),
        *(
            find(concerns, sql.literal(words_json((character,))[1:-1], sql.Text)) > 0
            for character in (seat.person, *connection.scalars(mine))
        ),
    )
    asked = ENTRIES.c.by == seat.person
    logged = ENTRIES.c.type.startswith(LOGGED_PREFIX)
    here = (ENTRIES.c.campaign == campaign) & (ENTRIES.c.audience == EVERYONE)
    if until := replaced_at_heads(connection).get(campaign or "", 0):
        here &= standing_entry(until)

    def many(what: sql.ColumnElement[Any], *where: sql.ColumnElement[bool]) -> int:
        return connection.scalar(sql.select(sql.func.count(sql.distinct(what))).where(here, *where)) or 0

    return PersonCounts(
        sessions=many(ENTRIES.c.session, ENTRIES.c.session > 0, sql.or_(asked, about)),
        rulings=many(ENTRIES.c.ruling, asked, ~ENTRIES.c.journal, ~logged),
        entries=many(ENTRIES.c.position, asked, ENTRIES.c.type == ENTRY),
        dice=many(ENTRIES.c.position, ENTRIES.c.kind == Kind.DICE, about),
    )


def _acquaintance(key: str, seats: list[TableSeat]) -> LibraryPerson:
    by_time = sorted(seats, key=lambda seat: seat.last_played, reverse=True)
    name = next((seat.name for seat in by_time if seat.role is not None), by_time[0].name)
    return LibraryPerson(key=key, name=name, seats=tuple(by_time))


def _entry(row: sql.Row[Any]) -> RosterEntry:
    return RosterEntry(**{name: row._mapping[name] for name in RosterEntry.__slots__})


def _rows(connection: sql.Connection, table: sql.Table) -> list[sql.Row[Any]]:
    query = sql.select(table).where(table.c.seen_by == EVERYONE, ~table.c.gone)
    return list(connection.execute(query).all())
