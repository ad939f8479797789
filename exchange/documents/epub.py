"""A book as EPUB 3: a zip of pages that any reading program opens, dice as footnotes, the same bytes each time."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from io import BytesIO
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from exchange.documents.epub_parts import CONTAINER, STYLE, Entry, navigation, package, page
from exchange.documents.html.face import Face
from exchange.documents.printed.signs import runs_from_the_right
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
from projections.story.model import (
    ChapterHead,
    Member,
    Paragraph,
    Power,
    Remark,
    Scene,
    Session,
    SessionHead,
    Text,
    plain,
)

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\ufffe\uffff]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def epub(volume: Volume, identity: str, changed: str) -> bytes:
    """The whole file. `identity` names the campaign, `changed` is when it was last played, in UTC."""
    book = _Book(volume)
    entries = list(book.entries())
    found = str(uuid5(NAMESPACE_URL, f"campaign-ledger:{identity}"))
    pictures = {_picture(who): it.content for who, it in volume.portraits.items()}
    files: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "book/content.opf": package(
            entries, list(pictures), words(volume.title), found, f"{changed[:19] or '2000-01-01T00:00:00'}Z"
        ),
        "book/nav.xhtml": navigation(entries, words(volume.title)),
        "book/style.css": STYLE,
        **{f"book/{entry.name}.xhtml": page(entry) for entry in entries},
        **{f"book/{name}": content for name, content in pictures.items()},
    }
    to = BytesIO()
    with ZipFile(to, "w") as archive:
        archive.writestr(_info("mimetype", ZIP_STORED), "application/epub+zip")
        for name, content in files.items():
            archive.writestr(_info(name, ZIP_DEFLATED), content)
    return to.getvalue()


def _picture(who: str) -> str:
    return f"p{who.encode().hex()}.jpg"


def _info(name: str, packed: int) -> ZipInfo:
    """An entry without a clock and without whose computer it was."""
    info = ZipInfo(name, _EPOCH)
    info.compress_type, info.create_system, info.external_attr = packed, 3, 0o644 << 16
    return info


def words(text: object) -> str:
    """Words as they are, safe in XML; signs that no XML may have, or that turn what follows, are left out."""
    return escape(_TURNING.sub("", _NO_XML.sub("", str(text))), quote=True)


def _tag(tag: str, text: str, css: str = "", inside: str = "") -> str:
    """Set a person's words on the side where they begin. `inside` is markup that follows them."""
    about = f' class="{css}"' if css else ""
    right = ' dir="rtl"' if runs_from_the_right(text) else ""
    return f"<{tag}{about}{right}>{words(text)}{inside}</{tag}>"


def _told(text: Text) -> str:
    return plain(text) + (f" ({SECRET})" if any(span.secret for span in text) else "")


class _Book:
    """A volume, page by page."""

    def __init__(self, volume: Volume) -> None:
        self.volume = volume
        self.found: dict[str, list[tuple[str, int]]] = {}
        """The places where somebody is spoken of: id -> page and record."""
        self._notes: list[str] = []
        self._page = ""

    def entries(self) -> Iterator[Entry]:
        """Its pages in order."""
        volume = self.volume
        lines = [words(f"A campaign of {volume.game_title}"), words(volume.seats), words(volume.reads)]
        about = "".join(f"<p>{line}</p>" for line in lines if line)
        yield Entry("title", words(volume.title), f'<h1 class="title">{words(volume.title)}</h1>{about}', ())
        front = volume.story.prelude
        if front.people:
            shown = [
                _person(member.name, (played_by(member), *member.traits), member.lines, self._member_face(member))
                for member in front.people
            ]
            yield _with_faces("people", PEOPLE, shown)
        if front.powers:
            shown = [
                _person(power.name, (), (power.text,) if power.text else (), self._power_face(power))
                for power in front.powers
            ]
            yield _with_faces("powers", POWERS_TITLE, shown)
        if front.paragraphs:
            yield self._entry("before", BEFORE, f"<h1>{BEFORE}</h1>", [Scene(parts=front.paragraphs)])
        for number, session in enumerate(volume.story.sessions, 1):
            yield self._session(f"part-{number}", session)
        if index := self._index():
            yield Entry("index", INDEX, f"<h1>{INDEX}</h1><ul>{index}</ul>", ())

    def _member_face(self, member: Member) -> str:
        return self._face(member.who, member.name, face_of_member(member))

    def _power_face(self, power: Power) -> str:
        return self._face(power.who, power.name, face_of_power(power))

    def _face(self, who: str, name: str, face: Face) -> str:
        picture = self.volume.portraits.get(who)
        if picture is None:
            return _drawn(face)
        return f'<img class="face" src="{_picture(who)}" alt="{words(picture.alt or name)}"/>'

    def _session(self, name: str, session: Session) -> Entry:
        head, before = session.head, ""
        title = "What follows"
        match head:
            case SessionHead():
                title = f"Session {head.session}" + (f": {head.title}" if head.title else "")
                before = f'<p class="about">{words(head.when)}</p>' if head.when else ""
                if head.previously:
                    lines = "".join(_tag("p", plain(line)) for line in head.previously)
                    before += f'<div class="before"><p class="by">{PREVIOUSLY}</p>{lines}</div>'
            case ChapterHead():
                title = head.title or "…"
        return self._entry(name, title, _tag("h1", title) + before, session.scenes)

    def _entry(self, name: str, title: str, opening: str, scenes: Iterable[Scene]) -> Entry:
        self._page, self._notes = name, []
        listed: list[tuple[str, str]] = []
        body = [opening]
        for number, scene in enumerate(scenes, 1):
            if scene.head is not None:
                listed.append((f"scene-{number}", words(scene.head.title or "…")))
            body.append(self._scene(scene, f"scene-{number}"))
        return Entry(name, words(title), "".join([*body, *self._notes]), tuple(listed))

    def _scene(self, scene: Scene, anchor: str) -> str:
        head, found = scene.head, []
        if head is not None:
            found.append(f'<h2 id="{anchor}">{words(head.title or "…")}</h2>')
            about = " · ".join(it for it in (head.place, head.when, plain(head.present)) if it)
            found += [_tag("p", about, "about")] if about else []
            found += [_tag("p", line) for line in lines_of(head.text)]
            found += [_tag("p", line, "demand") for line in lines_of(head.demand)]
        found += [self._remark(it) if isinstance(it, Remark) else self._paragraph(it) for it in scene.parts]
        if scene.end is not None and scene.end.outcome:
            found.append(_tag("p", plain(scene.end.outcome), "came"))
        return "".join(found)

    def _paragraph(self, part: Paragraph) -> str:
        for who in self.volume.found_in(part):
            self.found.setdefault(who, []).append((self._page, part.position))
        note = ""
        if part.proof is not None and part.proof.text:
            name = f"d{part.position}"
            note = f'<a epub:type="noteref" role="doc-noteref" class="dice" href="#{name}">⚄</a>'
            self._notes.append(
                f'<aside epub:type="footnote" role="doc-footnote" id="{name}">{_tag("p", part.proof.text)}</aside>'
            )
        drawn = _tag("p", plain(part.text) + (f" ({SECRET})" if part.secret else ""), "", note)
        drawn = drawn.replace("<p", f'<p id="r{part.position}"', 1)
        return drawn + "".join(map(self._remark, part.remarks))

    def _remark(self, remark: Remark) -> str:
        by = remark.by + (f", {SECRET}" if remark.secret else "")
        lines = "".join(_tag("p", line) for line in lines_of(remark.text))
        return f"<blockquote>{_tag('p', by, 'by')}{lines}</blockquote>"

    def _index(self) -> str:
        rows = []
        for who, name in self.volume.names.items():
            places = self.found.get(who, ())
            links = ", ".join(f'<a href="{on}.xhtml#r{at}">{at}</a>' for on, at in places)
            rows += [f"<li>{words(name)} {links}</li>"] if links else []
        return "".join(rows)


def _with_faces(name: str, title: str, shown: list[str]) -> Entry:
    body = "".join(shown)
    return Entry(name, title, f"<h1>{title}</h1>{body}", (), drawn="<svg" in body)


def _person(name: str, about: Iterable[str], lines: Iterable[Text], face: str) -> str:
    by = ", ".join(it for it in about if it)
    told = "".join(_tag("p", _told(line)) for line in lines)
    under = f'<p class="about">{words(by)}</p>' if by else ""
    return f'<section class="person">{face}<h2>{words(name)}</h2>{under}{told}</section>'


def _drawn(face: Face) -> str:
    """A face as a drawing. It stands beside a name that says the same."""
    shapes = {
        "players": '<circle cx="20" cy="20" r="20" fill="{}"/>',
        "others": '<rect width="40" height="40" rx="6" fill="{}"/>',
        "faction": '<path d="M0 0H40V20C40 33 26 38 20 40C14 38 0 33 0 20Z" fill="{}"/>',
    }
    shape = shapes[face.kind.value].format(face.light)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="face" viewBox="0 0 40 40" aria-hidden="true">'
        f'{shape}<text x="20" y="26" text-anchor="middle" font-size="17" fill="#fff">{words(face.letters)}</text>'
        "</svg>"
    )
