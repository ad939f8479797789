"""The form of a character, made of what the system file declares."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from domain.kernel.forms.layouts import Answers, Batch, FormProblem, Group, Part, Paste, Write
from domain.kernel.forms.line_grammar import Item, Line
from domain.kernel.messages import Command
from domain.kernel.moment import Moment
from domain.kernel.people import Asker
from domain.kernel.references import new_id
from domain.open_table.chapters.people.characters import EnterCharacter
from domain.open_table.chapters.sheets.things import SetTag
from domain.open_table.chapters.sheets.tracks import StartTrack
from domain.open_table.lookup import system_of
from domain.open_table.state import OpenTable
from domain.open_table.system.system import System
from domain.open_table.terms import RESERVED_IDS

TEXT = "text_"
"""Prefix of the fields of texts, so that no key meets another field."""


def character_form(state: OpenTable, *, yours: bool) -> Batch:
    """A name, then numbers, texts and tags as far as the file declares any for characters."""
    return Batch(
        title="Your character" if yours else "Somebody of the GM's",
        help="Only a name is needed. What is left out begins as the system file says.",
        press="Enter this character",
        compile=_enter,
        initial=_as_entered,
        parts=tuple(_parts(system_of(state))),
    )


def _parts(system: System) -> Iterable[Part]:
    yield Write(field="name", label="What are they called?")
    keys = [key for key in system.changeable if system.of(key) == "character"]
    numbers = [system.label(key) for key in keys]
    if numbers:
        yield Paste(
            field="numbers",
            label="Numbers, one a line",
            help=f"A name and a number. There are: {', '.join(numbers)}.",
            line=Line(example=f"{numbers[0]} {_example(system, keys[0])}", head=Item(number="number")),
            required=False,
        )
    for key, it in system.file.text.items():
        if it.of == "character":
            yield Write(field=f"{TEXT}{key}", label=it.called(key), long=it.long, required=False)
    kinds = [it.called(key) for key, it in system.things.items() if it.of == "character"]
    if kinds:
        yield Group(
            title="Tags and items",
            parts=(
                Paste(
                    field="tags",
                    label="One kind a line",
                    help=f"The kind, a colon, and names between commas. There are: {', '.join(kinds)}.",
                    line=Line(example=f"{kinds[0]}: One, Another", items="items"),
                    required=False,
                ),
            ),
        )


def _example(system: System, key: str) -> int:
    """A value that the number may have, as far as its bounds are written as numbers."""
    declared = system.file.number.get(key)
    low, high = (declared.low, declared.high) if declared is not None else (0, None)
    least = max(3, low) if isinstance(low, int) else 3
    return min(least, high) if isinstance(high, int) else least


def _enter(moment: Moment[OpenTable], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    state = moment.game
    system = system_of(state)
    slug = new_id(answers["name"], {*RESERVED_IDS, *state.characters}, "character")
    texts = {key: answers[f"{TEXT}{key}"] for key in system.file.text if answers.get(f"{TEXT}{key}")}
    yield EnterCharacter.model_validate(
        {
            "character": slug,
            "name": answers["name"],
            "player": _player(moment, asker, subject),
            "numbers": dict(_number(system, line) for line in answers.get("numbers", ())),
            "texts": texts,
        }
    )
    for line in answers.get("tags", ()):
        yield from _tags(system, slug, line)


def _as_entered(moment: Moment[OpenTable], asker: Asker, subject: str) -> Answers:
    """The character of this seat, as the form says it."""
    state, player = moment.game, _player(moment, asker, subject)
    it = next((one for one in state.characters.values() if player and one.player == player), None)
    if it is None:
        return {}
    system, values = system_of(state), it.values
    entered: dict[str, Any] = {
        "name": it.name,
        "numbers": [{"name": system.label(key), "number": now} for key, now in values.numbers.items()],
        "tags": [
            {"name": system.label(key), "items": [thing.name for thing in things.values()]}
            for key, things in values.things.items()
            if things
        ],
    }
    entered |= {f"{TEXT}{key}": text for key, text in values.texts.items()}
    return {field: value for field, value in entered.items() if value}


def _player(moment: Moment[OpenTable], asker: Asker, subject: str) -> str | None:
    players = moment.campaign.players
    if subject.isdecimal() and 0 < int(subject) <= len(players):
        return players[int(subject) - 1]
    return None if asker.is_gm else asker.person


def _number(system: System, line: Any) -> tuple[str, int]:
    if not isinstance(line, Mapping) or line.get("number") is None:
        raise FormProblem(f"Write a number behind {_name(line)}.")
    return _key(system, _name(line), system.changeable, "number"), int(line["number"])


def _name(line: Any) -> str:
    return str(line["name"]) if isinstance(line, Mapping) else str(line)


def _key(system: System, name: str, among: Mapping[str, object], kind: str) -> str:
    """The key of what somebody wrote: the key itself or its label."""
    wanted = name.casefold()
    for key in among:
        if wanted in (key, system.label(key).casefold()):
            return key
    labels = {system.label(key).casefold(): system.label(key) for key in among}
    near = get_close_matches(wanted, labels, n=1)
    there = f" There are: {', '.join(labels.values())}." if labels else ""
    hint = f" Did you mean {labels[near[0]]}?" if near else there
    raise FormProblem(f"The system file declares no {kind} called {name}.{hint}")


def _tags(system: System, slug: str, line: Any) -> Iterable[Command]:
    key = _key(system, _name(line), system.things, "kind of tag or item")
    states = getattr(system.things[key], "states", ())
    for item in line.get("items", ()) if isinstance(line, Mapping) else ():
        yield SetTag.model_validate(
            {"who": slug, "tags": key, "name": _name(item), "state": states[0] if states else ""}
        )


def _start(moment: Moment[OpenTable], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    taken = {*moment.game.own.tracks, *system_of(moment.game).declared}
    for line in answers["clocks"]:
        slug = new_id(_name(line), taken, "clock")
        taken.add(slug)
        yield StartTrack.model_validate(
            {
                "track": slug,
                "name": _name(line),
                "size": line.get("number") or 6 if isinstance(line, Mapping) else 6,
            }
        )


def _as_started(moment: Moment[OpenTable], asker: Asker, subject: str) -> Answers:
    clocks = [{"name": it.name, "number": it.size} for it in moment.game.own.tracks.values()]
    return {"clocks": clocks} if clocks else {}


CLOCKS = Batch(
    title="What is coming",
    help="Clocks of the whole table: each fills, segment by segment, until it happens.",
    press="Start these clocks",
    compile=_start,
    initial=_as_started,
    parts=(
        Paste(
            field="clocks",
            label="One a line, with its segments",
            line=Line(example="The river rises 6", head=Item(number="number")),
            least=1,
        ),
    ),
)


def _enter_others(moment: Moment[OpenTable], asker: Asker, subject: str, answers: Answers) -> Iterable[Command]:
    taken = {*RESERVED_IDS, *moment.game.characters}
    for line in answers["names"]:
        slug = new_id(_name(line), taken, "character")
        taken.add(slug)
        yield EnterCharacter.model_validate({"character": slug, "name": _name(line)})


def _others_entered(moment: Moment[OpenTable], asker: Asker, subject: str) -> Answers:
    names = [it.name for it in moment.game.characters.values() if it.player is None]
    return {"names": names} if names else {}


OTHERS = Batch(
    title="Who else is there",
    help="People, creatures and powers whom the GM plays. More can come later.",
    press="Enter them",
    compile=_enter_others,
    initial=_others_entered,
    parts=(Paste(field="names", label="Names, one a line", line=Line(example="Old Marrable"), least=1),),
)
