"""The people at the table, and the characters there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from domain.kernel import facts
from domain.kernel.facts import CharacterKind
from domain.kernel.people import Role
from projections.projection import NO_ROWS, Pair, Rows

VOICE = "voice"
"""The membership of somebody who only speaks in play that was taken in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody with a seat at the table."""

    person: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A character of the campaign. `how` is the game's word for what it is, or for how it left."""

    character: str
    name: str
    kind: CharacterKind
    player: str | None
    how: str
    present: bool


@dataclass(frozen=True, slots=True)
class Roster:
    """The people by id, and the characters by id: those who left as well, `present` being False."""

    people: Mapping[str, Person] = field(default_factory=lambda: NO_ROWS)
    members: Mapping[str, RosterEntry] = field(default_factory=lambda: NO_ROWS)


def _seat(people: dict[str, Person], fact: facts.PersonSeated) -> None:
    people[fact.person] = Person(person=fact.person, name=fact.name, role=fact.role)


def _free(people: dict[str, Person], fact: facts.PersonLeft) -> None:
    people.pop(fact.person, None)


def _enter(members: dict[str, RosterEntry], fact: facts.CharacterEntered) -> None:
    members[fact.character] = RosterEntry(
        character=fact.character,
        name=fact.name,
        kind=fact.character_kind,
        player=fact.player,
        how=fact.how,
        present=True,
    )


def _hear(members: dict[str, RosterEntry], fact: facts.VoiceHeard) -> None:
    known = members.get(fact.voice)
    if known is None or known.how == VOICE:
        members[fact.voice] = RosterEntry(
            character=fact.voice,
            name=fact.name,
            kind=CharacterKind.OTHER,
            player=fact.player,
            how=VOICE,
            present=True,
        )


def _change(members: dict[str, RosterEntry], fact: facts.CharacterChanged) -> None:
    before = members.get(fact.character)
    _enter(members, fact)
    if before is not None:  # what somebody has become does not say that they are back
        members[fact.character] = replace(members[fact.character], present=before.present)


def _leave(members: dict[str, RosterEntry], fact: facts.CharacterLeft) -> None:
    member = members.get(fact.character)
    if member is not None:
        members[fact.character] = replace(member, how=fact.how, present=False)


PEOPLE: Rows[str, Person] = Rows(
    name="people",
    version=1,
    row=Person,
    key=lambda person: person.person,
    on={facts.PersonSeated: _seat, facts.PersonLeft: _free},
)

MEMBERS: Rows[str, RosterEntry] = Rows(
    name="members",
    version=2,
    row=RosterEntry,
    key=lambda member: member.character,
    on={
        facts.CharacterEntered: _enter,
        facts.CharacterChanged: _change,
        facts.CharacterLeft: _leave,
        facts.VoiceHeard: _hear,
    },
)

ROSTER: Pair[Roster, Mapping[str, Person], Mapping[str, RosterEntry]] = Pair(
    name="roster",
    left=PEOPLE,
    right=MEMBERS,
    join=Roster,
    split=lambda roster: (roster.people, roster.members),
)


def roster_of(told: Iterable[facts.Fact], since: Roster | None = None) -> Roster:
    """The roster that these facts make, in their order; `since` is the one they go on from."""
    told = tuple(told)
    people, members = (since.people, since.members) if since is not None else (None, None)
    return Roster(PEOPLE.of_facts(told, people), MEMBERS.of_facts(told, members))
