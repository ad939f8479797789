"""Seats of each person: pure functions from people and their seats to HTML."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from dashboard.ui.drawing.links import way_html
from domain.kernel.people import Role
from domain.kernel.terms import slugify
from exchange.documents.html.face import Picture, face_html
from exchange.documents.html.face import face as drawn_face
from exchange.documents.html.faces import face_of
from exchange.documents.html.markup import joined, number, people, text
from projections.people import LibraryPerson, PersonCounts, TableSeat

Pictures = Mapping[str, Mapping[str, Picture]]
"""Portraits by campaign, and there by whom they show."""
NONE: Pictures = MappingProxyType({})
ROLES = {Role.GM: "runs it", Role.PLAYER: "plays", Role.READER: "reads", None: "has left"}


def seen(known: Sequence[LibraryPerson], may_look: Callable[[str], bool]) -> list[LibraryPerson]:
    """Only the seats in campaigns that may be looked at, and only whoever has one there."""
    found = []
    for it in known:
        seats = tuple(seat for seat in it.seats if may_look(seat.campaign))
        if seats:
            name = it.name if seats == it.seats else seats[0].name
            found.append(LibraryPerson(key=it.key, name=name, seats=seats))
    return found


def everybody_html(known: Sequence[LibraryPerson], pictures: Pictures = NONE) -> str:
    """Everybody with their tables and their characters, in one list."""
    rows = joined(_row(it, pictures) for it in known)
    head = '<tr><th scope="col">Who</th><th scope="col">At which tables</th><th scope="col">As whom</th></tr>'
    return f'<table class="folk"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _row(it: LibraryPerson, pictures: Pictures) -> str:
    tables = joined(
        f"<li>{_way(seat)} <small>{text(_role(seat))}</small></li>"
        for index, seat in enumerate(it.seats)
        if seat.campaign not in {before.campaign for before in it.seats[:index]}
    )
    characters = joined(_cast(seat, pictures) for seat in it.seats)
    face = face_html(drawn_face(it.key, it.name), "beside")
    who = f'<th scope="row">{face}{way_html(people(it.name), "people", who=it.key)}{_by_name_alone(it)}</th>'
    return f"<tr>{who}<td><ul>{tables}</ul></td><td><ul>{characters}</ul></td></tr>"


def _cast(seat: TableSeat, pictures: Pictures) -> str:
    known = pictures.get(seat.campaign, {})
    faces = ((face_html(face_of(it, known.get(it.character)), "beside"), it.name) for it in seat.cast)
    return joined(f"<li>{drawn}{people(name)}</li>" for drawn, name in faces)


def by_name_alone(it: LibraryPerson) -> list[TableSeat]:
    """The seats that were put together for no other reason than the same name; none where all were told apart."""
    guessed = [seat for seat in it.seats if not seat.recognized]
    return guessed if guessed and len({seat.campaign for seat in it.seats}) > 1 else []


def _by_name_alone(it: LibraryPerson) -> str:
    tables = len({seat.campaign for seat in it.seats})
    return f" <small>one name at {tables} tables</small>" if by_name_alone(it) else ""


def apart_html(it: LibraryPerson) -> str:
    """Say how to tell people of one name apart; nothing where somebody has said who they are."""
    guessed = by_name_alone(it)
    if not guessed:
        return ""
    seat = guessed[0]
    command = f"campaign recognize {seat.campaign} {seat.person} {slugify(it.name)}-{seat.campaign}"
    words = (
        f"{it.name} is taken for one person because the name is the same. If it is not, tell them apart: under "
        "a name of its own, one of them stands alone."
    )
    return f'<p class="quiet">{people(words)} <code>{text(command)}</code></p>'


def one_html(it: LibraryPerson, done: Sequence[PersonCounts], pictures: Pictures = NONE) -> str:
    """List one person's play at each of their tables."""
    words = "Campaign", "As", "Characters", "Sessions", "Rulings", "As logged", "Rolls"
    heads = joined(f'<th scope="col">{word}</th>' for word in words)
    rows = joined(_seat(seat, played, pictures) for seat, played in zip(it.seats, done, strict=True))
    return f'<table class="folk one"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _seat(seat: TableSeat, played: PersonCounts, pictures: Pictures) -> str:
    named = f"{people(seat.name)} <small>{text(_role(seat))}</small>"
    figures = joined(
        f"<td>{number(value)}</td>" for value in (played.sessions, played.rulings, played.entries, played.dice)
    )
    return f"<tr><td>{_way(seat)}</td><td>{named}</td><td><ul>{_cast(seat, pictures)}</ul></td>{figures}</tr>"


def _role(seat: TableSeat) -> str:
    return "as logged" if seat.heard else ROLES[seat.role]


def _way(seat: TableSeat) -> str:
    return way_html(people(seat.title), "replay", "", "", campaign=seat.campaign)
