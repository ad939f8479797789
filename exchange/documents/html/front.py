"""The page in front of a story in HTML: the people and the powers, each with a face. Pure functions."""

from collections.abc import Iterable

from exchange.documents.html.face import Face, face_html
from exchange.documents.html.markup import joined, people, text
from exchange.documents.volume import PEOPLE, POWERS_TITLE, SECRET, face_of_member, face_of_power, played_by
from projections.story.model import Prelude, Text, plain


def front_html(front: Prelude) -> str:
    """Who is in the story and which powers there are; nothing where nobody is known."""
    members = joined(
        _one(
            it.name, ", ".join(part for part in (played_by(it), *it.traits) if part), it.lines, face_of_member(it)
        )
        for it in front.people
    )
    powers = joined(_one(it.name, "", (it.text,) if it.text else (), face_of_power(it)) for it in front.powers)
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
