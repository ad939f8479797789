"""A book as PDF: the story as data for the template that sets it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from exchange.documents.html.face import Face
from exchange.documents.printed.typesetting import Printed, Texts, printed
from exchange.documents.volume import (
    BEFORE,
    INDEX,
    PEOPLE,
    POWERS_TITLE,
    PREVIOUSLY,
    SECRET,
    Volume,
    face_of_member,
    face_of_power,
    lines_of,
    played_by,
)
from projections.story.model import ChapterHead, Paragraph, Remark, Scene, Session, SessionHead, plain

TEMPLATE = "book.typ"
_MOST_LISTED = 18
"""Entries for which there is room on the page of the title."""


def book(volume: Volume, fonts: Path | None = None, computer: Iterable[Path] | None = None) -> Printed:
    """The book, typeset. Raises `CannotPrint`."""
    pictures = {_file(who): it.content for who, it in volume.portraits.items()}
    return printed(TEMPLATE, lambda say: _Book(volume, say).content(), fonts, computer, pictures)


def _file(who: str) -> str:
    return f"{who.encode().hex()}.jpg"


class _Book:
    """A volume on its way into a template."""

    def __init__(self, volume: Volume, say: Texts) -> None:
        self.volume, self.say = volume, say
        self.numbers = {who: number for number, who in enumerate(volume.names)}

    def content(self) -> dict[str, Any]:
        volume, say = self.volume, self.say
        say.where = "the title"
        found = {
            "title": say(volume.title),
            "game": say(volume.game_title),
            "seats": say(volume.seats),
            "reads": say(volume.reads),
            "words": {"secret": SECRET, "previously": PREVIOUSLY, "index": INDEX},
        }
        front = self._front()
        sessions = [part for session in volume.story.sessions for part in self._session(session)]
        say.where = "the index"
        entries = sum(it["part"] in ("heading", "people") for it in (*front, *sessions))
        return {
            **found,
            "depth": 2 if entries <= _MOST_LISTED else 1,
            "front": front,
            "parts": sessions,
            "names": [say(name) for name in volume.names.values()],
        }

    def _front(self) -> list[dict[str, Any]]:
        front, say = self.volume.story.prelude, self.say
        found: list[dict[str, Any]] = []
        if front.people:
            people = [
                {
                    "name": say(member.name),
                    "by": say(", ".join(it for it in (played_by(member), *member.traits) if it)),
                    "lines": [say(plain(line)) for line in member.lines],
                    "face": self._face(member.who, member.name, face_of_member(member)),
                    "who": self.numbers[member.who],
                }
                for member in front.people
            ]
            found.append({"part": "people", "title": PEOPLE, "of": people})
        if front.powers:
            powers = [
                {
                    "name": say(power.name),
                    "by": "",
                    "lines": [say(plain(power.text))] if power.text else [],
                    "face": self._face(power.who, power.name, face_of_power(power)),
                    "who": self.numbers[power.who],
                }
                for power in front.powers
            ]
            found.append({"part": "people", "title": POWERS_TITLE, "of": powers})
        if front.paragraphs:
            found.append(_heading(1, BEFORE))
            found += [self._part(part) for part in front.paragraphs]
        return found

    def _face(self, who: str, name: str, face: Face) -> dict[str, Any]:
        drawn = {"letters": self.say(face.letters), "colour": face.light, "kind": face.kind.value}
        picture = self.volume.portraits.get(who)
        return drawn if picture is None else {**drawn, "picture": _file(who), "alt": picture.alt or name}

    def _session(self, session: Session) -> list[dict[str, Any]]:
        return [*self._opening(session), *(part for scene in session.scenes for part in self._scene(scene))]

    def _opening(self, session: Session) -> list[dict[str, Any]]:
        head, say = session.head, self.say
        match head:
            case SessionHead():
                say.where = f"record {head.position}"
                title = f"Session {head.session}" + (f": {head.title}" if head.title else "")
                before = [say(plain(line)) for line in head.previously]
                return [{**_heading(1, say(title)), "about": [say(head.when)], "previously": before}]
            case ChapterHead():
                say.where = f"record {head.position}"
                return [_heading(1, say(head.title or "…"))]
        return []

    def _scene(self, scene: Scene) -> list[dict[str, Any]]:
        say, head, found = self.say, scene.head, []
        if head is not None:
            say.where = f"record {head.position}"
            about = " · ".join(it for it in (head.place, head.when, plain(head.present)) if it)
            found.append({**_heading(2, say(head.title or "…")), "about": [say(about)]})
            for part, text in (("said", head.text), ("demand", head.demand)):
                if text:
                    found.append({"part": part, "lines": [say(line) for line in lines_of(text)]})
        found += [self._part(part) for part in scene.parts]
        if scene.end is not None and scene.end.outcome:
            say.where = f"record {scene.end.position}"
            found.append({"part": "came", "lines": [say(plain(scene.end.outcome))]})
        return found

    def _part(self, part: Paragraph | Remark) -> dict[str, Any]:
        self.say.where = f"record {part.position}"
        if isinstance(part, Remark):
            return self._remark(part)
        return {
            "part": "paragraph",
            "position": part.position,
            "text": self.say(plain(part.text)),
            "proof": self.say(part.proof.text) if part.proof else "",
            "secret": part.secret,
            "who": [self.numbers[who] for who in self.volume.found_in(part)],
            "remarks": [self._remark(remark) for remark in part.remarks],
        }

    def _remark(self, remark: Remark) -> dict[str, Any]:
        self.say.where = f"record {remark.position}"
        return {
            "part": "remark",
            "by": self.say(remark.by),
            "lines": [self.say(line) for line in lines_of(remark.text)],
            "secret": remark.secret,
        }


def _heading(level: int, title: Any) -> dict[str, Any]:
    return {"part": "heading", "level": level, "title": title, "about": [], "previously": []}
