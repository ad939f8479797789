"""The page in front of a story in HTML: the people and the powers, each with a face. Pure functions."""

from collections.abc import Iterable

from exchange.documents.html.face import Face, face_html
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import joined, people, text
from exchange.documents.volume import PEOPLE, POWERS_TITLE, SECRET, face_of_member, face_of_power, played_by
from projections.story.model import Prelude, Text, plain


def front_html(front: Prelude, faces: Faces = NO_FACES) -> str:
    """The people in the story and the powers there are; nothing where nobody is known.

    Whoever `faces` does not know has the face that they had in the beginning.
    """
    members = joined(
        _one(
            it.name,
            ", ".join(part for part in (played_by(it), *it.traits) if part),
            it.lines,
            faces.of_sheet(it.who) or face_of_member(it),
        )
        for it in front.people
    )
    powers = joined(
        _one(it.name, "", (it.text,) if it.text else (), faces.of_sheet(it.who) or face_of_power(it))
        for it in front.powers
    )
    return joined(
        f'<h2>{text(title)}</h2><ul class="front">{rows}</ul>'
        for title, rows in ((PEOPLE, members), (POWERS_TITLE, powers))
        if rows
    )


def _one(name: str, about: str, lines: Iterable[Text], face: Face) -> str:
    under = people(about, "small") if about else ""
    told = joined(people(_told(line), "p") for line in lines)
    return f"<li>{face_html(face)}<div>{people(name, 'b')}{under}{told}</div></li>"


def _told(line: Text) -> str:
    return plain(line) + (f" ({SECRET})" if any(span.secret for span in line) else "")
