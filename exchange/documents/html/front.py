"""The page in front of a story in HTML: the people and the powers, each with a face. Pure functions."""

from base64 import b64encode
from collections.abc import Iterable

from exchange.documents.html.face import Face, face_html
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import joined, people, text
from exchange.documents.plates import NOT_HUNG, PlacedPlates, Plate
from exchange.documents.plates import TITLE as PLATES
from exchange.documents.volume import PEOPLE, POWERS_TITLE, SECRET, beside_name, face_of_member, face_of_power
from projections.story.model import Prelude, Text, plain


def front_html(front: Prelude, faces: Faces = NO_FACES, hung: PlacedPlates = NOT_HUNG) -> str:
    """The people in the story and the powers there are; nothing where nobody is known.

    Whoever `faces` does not know has the face that they had in the beginning.
    """
    members = joined(
        _one(
            it.name,
            beside_name(it),
            it.lines,
            faces.of_sheet(it.who) or face_of_member(it),
            hung.of.get(it.who, ()),
        )
        for it in front.people
    )
    powers = joined(
        _one(
            it.name,
            "",
            (it.text,) if it.text else (),
            faces.of_sheet(it.who) or face_of_power(it),
            hung.of.get(it.who, ()),
        )
        for it in front.powers
    )
    return joined(
        f'<h2>{text(title)}</h2><ul class="front">{rows}</ul>'
        for title, rows in ((PEOPLE, members), (POWERS_TITLE, powers))
        if rows
    ) + (f"<h2>{PLATES}</h2>{joined(map(figure_html, hung.front))}" if hung.front else "")


def _one(name: str, about: str, lines: Iterable[Text], face: Face, plates: Iterable[Plate]) -> str:
    under = people(about, "small") if about else ""
    told = joined(people(_told(line), "p") for line in lines) + joined(map(figure_html, plates))
    return f"<li>{face_html(face)}<div>{people(name, 'b')}{under}{told}</div></li>"


def figure_html(plate: Plate) -> str:
    """A picture that stands in the page itself."""
    kept = f" <small>{SECRET}</small>" if plate.secret else ""
    under = f"<figcaption>{people(plate.caption)}{kept}</figcaption>" if plate.caption or kept else ""
    packed = b64encode(plate.content).decode()
    return (
        f'<figure class="plate"><img src="data:image/jpeg;base64,{packed}" alt="{text(plate.alt)}" '
        f'width="{plate.width}" height="{plate.height}">{under}</figure>'
    )


def _told(line: Text) -> str:
    return plain(line) + (f" ({SECRET})" if any(span.secret for span in line) else "")
