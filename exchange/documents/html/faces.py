"""The faces of a campaign as of a moment: its characters, whoever sits at its table, the powers on its map."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domain.kernel.facts import CharacterKind
from domain.kernel.journal.attached.state import AttachedFile, Files, shown
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet
from exchange.documents.html.face import Face, FaceKind, Picture, face, face_html
from projections.projection import NO_ROWS
from projections.views.relations import Relations
from projections.views.roster import VOICE, Roster, RosterEntry

POWERS = frozenset({"faction", "group"})
"""Kinds of nodes on a map that are several people of one mind."""


@dataclass(frozen=True, slots=True)
class Faces:
    """Faces of all who can have one, from what is known of them. `pictures` are portraits by whom they show."""

    roster: Roster = field(default_factory=Roster)
    powers: Relations = field(default_factory=Relations)
    pictures: Mapping[str, Picture] = field(default_factory=lambda: NO_ROWS)

    def of(self, who: str, name: str = "") -> Face:
        """The face of a character, a power or somebody at the table. `name` is for others."""
        member, seat = self.roster.members.get(who), self.roster.people.get(who)
        node = self.powers.nodes.get(who)
        if member is not None:
            return self._face(who, member.name, _kind(member), gone=not member.present)
        if node is not None:
            power = node.node_kind in POWERS
            return self._face(who, node.name, FaceKind.FACTION if power else FaceKind.OTHERS)
        return self._face(who, seat.name if seat is not None else name or who)

    def of_author(self, person: str) -> Face:
        """The face that somebody at the table speaks with: of their character where they have one alone."""
        played = [it for it in self.roster.members.values() if it.player == person and _is_played(it)]
        return self.of(played[0].character if len(played) == 1 else person)

    def of_sheet(self, who: str) -> Face | None:
        """The face over a sheet. A board has none, unless there is a picture of it."""
        known = who in self.roster.members or who in self.powers.nodes or who in self.pictures
        return self.of(who) if known else None

    def named(self, name: str) -> Face | None:
        """The face of whoever goes by this name; None where nobody does."""
        for member in self.roster.members.values():
            if member.name == name:
                return self.of(member.character)
        person = next((it.person for it in self.roster.people.values() if it.name == name), None)
        return None if person is None else self.of_author(person)

    def over(self, sheet: Sheet) -> str:
        """The face over a sheet, as markup."""
        found = self.of_sheet(sheet.character)
        return face_html(found) if found is not None else ""

    def beside(self, name: str) -> str:
        """The face before a name, as markup; nothing for a name that nobody has."""
        found = self.named(name)
        return face_html(found, "beside") if found is not None else ""

    def beside_name_of(self, who: str) -> str:
        """The face before the name of a character or power, by its id; nothing for an id that is not known."""
        known = who in self.roster.members or who in self.powers.nodes
        return face_html(self.of(who), "beside") if known else ""

    def beside_author(self, person: str) -> str:
        """The face before the name of somebody at the table, by their id; nothing for an id that is not known."""
        return face_html(self.of_author(person), "beside") if person in self.roster.people else ""

    def _face(self, who: str, name: str, kind: FaceKind = FaceKind.OTHERS, *, gone: bool = False) -> Face:
        return face(who, name, kind, gone=gone, picture=self.pictures.get(who))


def portraits(
    files: Files, viewer: Viewer, now: Files, address: Callable[[AttachedFile], str]
) -> dict[str, Picture]:
    """The faces there are pictures of as of a moment: of each the portrait last attached that this viewer may see.

    `files` are those of the moment, `now` those at the end of the log: see `shown`.
    """
    faces = {it.belongs.id: it for it in shown(files, viewer, now) if it.role is FileRole.PORTRAIT}
    return {who: _picture(it, address(it)) for who, it in faces.items() if who is not None}


def _picture(it: AttachedFile, address: str) -> Picture:
    square, shape = None, 1.0
    if it.focus is not None and it.width and it.height:
        left, top, side = it.focus.within(it.width, it.height)
        square = left / it.width, top / it.height, side / min(it.width, it.height)
        shape = it.width / it.height
    return Picture(address, it.alt, square, shape)


def face_of(member: RosterEntry, picture: Picture | None = None) -> Face:
    """The face of one character, where nothing more of its campaign is known."""
    return face(member.character, member.name, _kind(member), gone=not member.present, picture=picture)


def _kind(member: RosterEntry) -> FaceKind:
    return FaceKind.PLAYERS if member.kind is CharacterKind.PLAYERS else FaceKind.OTHERS


def _is_played(member: RosterEntry) -> bool:
    return member.present and member.how != VOICE and member.kind is CharacterKind.PLAYERS


NO_FACES = Faces()
