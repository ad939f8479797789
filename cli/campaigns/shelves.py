"""`shelve`, `people` and `recognize`: a library of many campaigns in order."""

from dataclasses import asdict

from pydantic import ValidationError

from cli.campaigns.rulings import answer_json, refuse
from cli.catch_up import bring_up_to_date
from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, cell, line, local, rows, say, table
from cli.viewer import asker_called, id_called, names
from domain.kernel.journal.shelving import PutAway, RecognizePerson, ShelveCampaign, TagCampaign, TakeOut
from domain.kernel.messages import Command
from exchange.command_forms.batch import rule_together
from ledger.answers import Refused, Ruled
from projections.people import LibraryPerson
from projections.tables.shelves import Summary
from wiring.library import Library


def shelve(
    options: Options,
    campaign: str,
    shelf: str | None,
    tags: list[str],
    untags: list[str],
    archive: bool | None,
    by: str | None,
) -> None:
    """Record where a campaign stands, and show it."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        commands: list[Command] = []
        try:
            if shelf is not None:
                commands.append(ShelveCampaign(shelf=shelf))
            if tags or untags:
                commands.append(TagCampaign(add=tuple(tags), remove=tuple(untags)))
        except ValidationError as error:
            raise usage_error("A shelf and a tag are words on one line.") from error
        if archive is not None:
            commands.append(PutAway() if archive else TakeOut())
        answers = _record(library, slug, commands, by)
        here = library.views.summary(slug)
        if options.json:
            as_json({"campaign": slug, **_place(here), "rulings": [answer_json(it) for it in answers]})
            return
        say(f"{slug} {_in_words(here)}.")


def _record(library: Library, slug: str, commands: list[Command], by: str | None) -> list[Ruled]:
    """Record these together, or none of them. What stands so already is passed over, if anything else is new."""
    answer = rule_together(library.ledger, slug, commands, asker_called(library, slug, by))
    if isinstance(answer, Refused):
        refuse(answer)
    return answer


def _place(it: Summary) -> dict[str, object]:
    return {"shelf": it.shelf, "tags": list(it.tags), "put_away": it.put_away}


def _in_words(it: Summary) -> str:
    where = f"stands on the shelf {line(it.shelf, 60)}" if it.shelf else "stands on no shelf"
    tags = f", with the tag{'s' * (len(it.tags) > 1)} {', '.join(it.tags)}" if it.tags else ""
    return f"{where}{tags}{', and is put away' if it.put_away else ''}"


def recognize(options: Options, campaign: str, person: str, known_as: str, by: str | None) -> None:
    """Record who somebody is."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        who = id_called(person, names(library, slug))
        try:
            command = RecognizePerson.model_validate({"person": who, "known_as": known_as})
        except ValidationError as error:
            raise usage_error(
                f"{known_as!r} is no key: lower-case letters and digits, joined by hyphens, such as ada-b."
            ) from error
        (answer,) = _record(library, slug, [command], by)
        if options.json:
            as_json({"campaign": slug, **answer_json(answer)})
            return
        say(answer.told[0].retelling.headline + ".")


def people(options: Options, name: str | None) -> None:
    """Print everybody, or one person's history."""
    with options.existing() as library:
        bring_up_to_date(library)
        known = library.views.people()
        if name is not None:
            _one(options, library, _called(name, known))
            return
    if options.json:
        as_json(known)
        return
    if not known:
        say("Nobody has a seat yet.")
        return
    made = table("key", "name", "#campaigns", "characters", "last played")
    say(rows(made, (_row(it) for it in known)))


def _row(it: LibraryPerson) -> tuple[object, ...]:
    characters = [character for seat in it.seats for character in seat.characters]
    return (
        cell(it.key, "bold"),
        line(it.name, 40),
        len({seat.campaign for seat in it.seats}),
        line(", ".join(characters), 70),
        local(it.seats[0].last_played),
    )


def _called(name: str, known: list[LibraryPerson]) -> LibraryPerson:
    for it in known:
        if name == it.key or name.casefold() in {seat.name.casefold() for seat in it.seats}:
            return it
    listed = ", ".join(it.key for it in known[:8]) or "nobody"
    raise usage_error(f"Nobody is known as {name!r}. There are: {listed}{' …' if len(known) > 8 else ''}.")


def _one(options: Options, library: Library, it: LibraryPerson) -> None:
    done = library.views.played(it)
    if options.json:
        seats = [{**asdict(seat), **asdict(played)} for seat, played in zip(it.seats, done, strict=True)]
        as_json({"key": it.key, "name": it.name, "seats": seats})
        return
    made = table(
        "campaign",
        "as",
        "characters",
        "#sessions",
        "#rulings",
        "#as logged",
        "#dice",
        "last played",
        title=it.name,
    )
    for seat, played in zip(it.seats, done, strict=True):
        role = seat.role.value if seat.role else "as logged" if seat.heard else "left"
        made.add_row(
            cell(seat.campaign, "bold"),
            cell(f"{seat.name} ({role})"),
            cell(", ".join(seat.characters)),
            str(played.sessions),
            str(played.rulings),
            str(played.entries),
            str(played.dice),
            cell(local(seat.last_played), "dim"),
        )
    say(made)
