"""Getting ready to play, tried out: scripts step by step, tables laid and walked, forms with a field left empty.

Everything here is for any game.
"""

import tomllib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Decision, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import (
    Batch,
    FormProblem,
    Group,
    Layout,
    Part,
    Paste,
    Pick,
    Slots,
    Tick,
    questions,
)
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import Next, next_for, preparation_of
from domain.kernel.preparation.players import PLAYERS, WHO_PLAYS
from domain.kernel.preparation.steps import Preparation, Step
from domain.kernel.preparation.table_file import BEGIN, TableFile, refers_at, requests_of
from domain.kernel.ruling import decide, follow, play
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from exchange.tables.own_files import own_files

GM = "gm"
NAMES = ("Ada", "Brin", "Cato", "Dora", "Egon", "Fay")


class SeededFaces:
    """Faces from a seeded generator."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.drawn: list[tuple[int, int]] = []
        self.unread: tuple[int, ...] = ()

    def roll(self, *sizes: int) -> tuple[int, ...]:
        faces = tuple(self._chance.randint(1, size) for size in sizes)
        self.drawn.extend(zip(sizes, faces, strict=True))
        return faces


def take(game: AnyGame, moment: AnyMoment, command: Command, by: str) -> list[Event]:
    """Ask and apply; a refusal fails the test."""
    outcome = play(game, moment, command, by, SeededFaces(Random(1)))
    assert not isinstance(outcome, Refusal), f"{by} asked {command!r}: {outcome.code} {dict(outcome.params)}"
    return list(outcome)


def founded(game: AnyGame, players: int, house_rules: Mapping[str, Any] | None = None) -> AnyMoment:
    """A campaign with so many players, and nothing prepared."""
    moment = beginning(game)
    found = FoundCampaign(game=game.key, title="A table", slug="a-table", house_rules=dict(house_rules or {}))
    take(game, moment, found, GM)
    if players:
        seat(game, moment, NAMES[:players])
    return moment


def seat(game: AnyGame, moment: AnyMoment, names: Sequence[str]) -> None:
    """Seat players of these names."""
    asker = moment.campaign.asker(GM)
    for request in requests_of(WHO_PLAYS, moment, asker, "", {"names": list(names)}):
        take(game, moment, request.command, GM)


# --- scripts, step by step -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedStep:
    """One step of a script: the moment before it, who asks what, and what came of it."""

    moment: AnyMoment
    command: Command
    by: str
    dice: tuple[int, ...]
    decision: Decision[Event]


def asked_in(game: AnyGame, script: Script) -> Iterator[AskedStep]:
    """Every step of a script. The moment is the same one throughout: look at it before the next step."""
    vocabulary = Vocabulary(game)
    moment = beginning(game)
    header = script.header
    take(
        game, moment, FoundCampaign(game=game.key, title="x", slug="x", house_rules=header.house_rules), header.gm
    )
    for _, step in script.steps:
        command = vocabulary.command(step.when)
        decision = decide(game, moment, command, step.by, TypedDice(step.dice))
        yield AskedStep(moment, command, step.by, tuple(step.dice), decision)
        if not isinstance(decision, Refusal):
            deque(follow(game, moment, decision), maxlen=0)


# --- tables, laid and walked ---------------------------------------------------------------------------------


def tables_of(game: AnyGame) -> Mapping[str, TableFile]:
    """The ready tables of a game, by the names of their files."""
    found = own_files(game, "tables", ".toml")
    return {name.removesuffix(".toml"): TableFile.model_validate(tomllib.loads(it.decode())) for name, it in found}


def next_at(game: AnyGame, moment: AnyMoment, person: str, *, for_all: bool) -> Next:
    """The next step for a person, alone or with everybody's hands."""
    hands = frozenset(moment.campaign.players) if for_all else frozenset()
    asker = moment.campaign.asker(person)
    return next_for(game, moment, asker, offers_at(game, moment, person), hands)


def walk(game: AnyGame, moment: AnyMoment, table: TableFile) -> list[str]:
    """Take only what is next, with the answers of a table, until nothing is to be prepared. The keys taken."""
    taken: list[str] = []
    while preparation_of(game, moment) is not None:
        assert len(taken) < 200, f"the preparation does not end: {taken[-5:]}"
        taken.append(one_step(game, moment, table))
    return taken


def one_step(game: AnyGame, moment: AnyMoment, table: TableFile) -> str:
    """Take what is next for the GM with everybody's hands. Its key."""
    it = next_at(game, moment, GM, for_all=True)
    if it.step is not None:
        by = it.by or (sorted(it.step.whose)[0] if it.step.whose else GM)
        for request, who in commands_of(game, moment, it.step, answers_for(table, it.step), by):
            take(game, moment, request, who)
        return it.step.key
    assert it.offer is not None, f"nothing is next: {it.waiting}"
    raw = needed_in(game, it.offer, table.steps[BEGIN])
    take(game, moment, command_of(game, moment, it.offer, raw, it.by or GM), it.by or GM)
    return BEGIN


def answers_for(table: TableFile, step: Step) -> Any:
    """The answers of a table to a step."""
    base = step.key.partition(":")[0]
    if base == PLAYERS:
        return {"names": list(NAMES[:4])}
    raw = table.steps.get(base, {} if step.form is None else None)
    assert raw is not None, f"the table says nothing of {step.key}"
    if step.form is None and step.subject:
        return raw.get(step.subject, {})
    return raw[step.subject] if step.subject else raw


def needed_in(game: AnyGame, offer: Offer, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Values that must be filled in to ask for this: what nobody has to take was left out, and cannot be named."""
    lay = next((it for it in game.layouts if it.command is offer.command), None)
    needed = {it.field for it in questions(lay.parts) if it.required} if lay is not None else set(raw)
    return {name: value for name, value in raw.items() if name in needed}


def commands_of(game: AnyGame, moment: AnyMoment, step: Step, raw: Any, by: str) -> Iterator[tuple[Command, str]]:
    """The commands that the answers to a step come to, and who asks each."""
    if step.form is None:
        for one in raw if isinstance(raw, list) else [raw]:
            who = step.asks[0].by or by
            yield command_of(game, moment, step.asks[0], one, who), who
        return
    asker = moment.campaign.asker(by)
    filled = fill(step.form.parts, raw, refers_at(game, moment, asker))
    assert not filled.faults, [str(fault) for fault in filled.faults]
    for request in requests_of(step.form, moment, asker, step.subject, filled.answers):
        yield request.command, request.by or by


def command_of(game: AnyGame, moment: AnyMoment, offer: Offer, raw: Mapping[str, Any], by: str) -> Command:
    """The command on offer with what was filled in, by the form laid for it if there is one."""
    lay = next((it for it in game.layouts if it.command is offer.command), None)
    answers: Mapping[str, Any] = raw
    if lay is not None:
        asked = {it.field for it in questions(lay.parts)}
        settled = {name: value for name, value in offer.known.items() if name in asked}
        filled = fill(lay.parts, {**settled, **raw}, refers_at(game, moment, moment.campaign.asker(by)))
        assert not filled.faults, [str(fault) for fault in filled.faults]
        answers = filled.answers
    return offer.command.model_validate({**dict(offer.known), **answers})


# --- laws ----------------------------------------------------------------------------------------------------


def dead_ends(game: AnyGame, moment: AnyMoment, preparation: Preparation) -> list[str]:
    """Due steps that their owner can do nothing about."""
    found = []
    for step in preparation.due:
        if step.form is not None:
            continue
        if not step.asks:
            found.append(f"{step.key}: nothing is asked")
        owner = sorted(step.whose)[0] if step.whose else moment.campaign.gm or ""
        there = {(it.tag, tuple(sorted(it.known))) for it in offers_at(game, moment, owner)}
        found += [
            f"{step.key}: {owner} is not offered {it.tag}"
            for it in step.asks
            if it.by in (None, owner) and (it.tag, tuple(sorted(it.known))) not in there
        ]
    return found


def begins_passes(game: AnyGame, moment: AnyMoment, preparation: Preparation) -> bool:
    """True if the offer that ends the preparation passes, filled in as far as it must be."""
    offer, gm = preparation.begins, moment.campaign.gm
    by = (offer.by or gm) if offer is not None else None
    if offer is None or by is None:
        return False
    fields: dict[str, Any] = dict(offer.known)
    for name, info in offer.command.model_fields.items():
        if name == "type" or name in fields or not info.is_required():
            continue
        if name in offer.choices:
            if not offer.choices[name]:
                return False
            fields[name] = _one_of(info, offer.choices[name][0].value)
        else:
            fields[name] = "words"
    try:
        command = offer.command.model_validate(fields)
    except ValidationError:
        return False
    return not isinstance(decide(game, moment, command, by, SeededFaces(Random(1))), Refusal)


def _one_of(info: FieldInfo, value: Any) -> Any:
    return [value] if get_origin(info.annotation) in (tuple, list) else value


# --- a field left empty --------------------------------------------------------------------------------------


Path = tuple[str | int, ...]


def fields_of(parts: Iterable[Part], raw: Mapping[str, Any], at: Path = ()) -> Iterator[tuple[Path, Part]]:
    """Every field that is filled in here, and in the first row of slots that fills it."""
    for part in questions(parts):
        if part.field not in raw:
            continue
        yield (*at, part.field), part
        if isinstance(part, Slots):
            seen: set[str] = set()
            for number, row in enumerate(raw[part.field]):
                row = read_row(part, row)
                for path, inner in fields_of(part.parts, row, (*at, part.field, number)):
                    if str(path[-1]) not in seen and "sparks" not in row:
                        seen.add(str(path[-1]))
                        yield path, inner


def read_row(part: Slots, row: Any) -> Mapping[str, Any]:
    """A row of slots as fields, however it is written."""
    if isinstance(row, Mapping):
        return row
    assert part.line is not None
    read = part.line.read(row)
    return {part.line.head.name: read} if isinstance(read, str) else read


def without(parts: Iterable[Part], raw: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The same answers with one field left empty."""
    left = deepcopy(dict(raw))
    name, *rest = path
    if not rest:
        del left[str(name)]
        return left
    part = next(it for it in questions(parts) if it.field == name)
    assert isinstance(part, Slots)
    rows = list(left[str(name)])
    number = int(rest[0])
    rows[number] = without(part.parts, read_row(part, rows[number]), tuple(rest[1:]))
    left[str(name)] = rows
    return left


def relaxed(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The same form, asking for nothing: what is refused then, the rules refuse."""
    loose: list[Part] = []
    for part in parts:
        match part:
            case Group():
                loose.append(replace(part, parts=relaxed(part.parts)))
            case Slots():
                loose.append(replace(part, required=False, exactly=None, least=0, parts=relaxed(part.parts)))
            case Paste():
                loose.append(replace(part, required=False, least=0))
            case _:
                loose.append(replace(part, required=False))
    return tuple(loose)


def the_form_asks(game: AnyGame, moment: AnyMoment, form: Batch, raw: Mapping[str, Any], by: str) -> bool:
    """True if the form itself says that something is still to fill in."""
    return bool(fill(form.parts, raw, refers_at(game, moment, moment.campaign.asker(by))).faults)


def the_rules_refuse(
    game: AnyGame, moment: AnyMoment, form: Batch, subject: str, raw: Mapping[str, Any], by: str
) -> bool:
    """True if these answers come to no commands, or to one that the rules refuse. The moment stays as it is."""
    asker = moment.campaign.asker(by)
    filled = fill(relaxed(form.parts), raw, refers_at(game, moment, asker))
    trying = deepcopy(moment)
    try:
        requests = list(requests_of(form, trying, asker, subject, filled.answers))
    except (FormProblem, ValidationError, KeyError):
        return True
    for request in requests:
        if isinstance(play(game, trying, request.command, request.by or by, SeededFaces(Random(1))), Refusal):
            return True
    return not requests


def required_in(lay: Layout, command: Command) -> Iterator[tuple[str, bool]]:
    """The fields of a laid form that show with these answers, and whether it says that they are required.

    Left out is what always has a value: a tick, or what begins with one.
    """
    yield from _required(lay.parts, command.model_dump(mode="json"))


def _required(parts: Iterable[Part], answers: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    for part in parts:
        if isinstance(part, Group):
            if part.when is None or answers.get(part.when[0]) in part.when[1]:
                yield from _required(part.parts, answers)
        elif isinstance(part, Slots):
            yield part.field, part.required
            for row in answers[part.field][:1]:
                yield from ((f"{part.field}.{name}", must) for name, must in _required(part.parts, row))
        elif not isinstance(part, Tick) and getattr(part, "initial", None) is None:
            yield part.field, part.required


def passes_without(game: AnyGame, asked: AskedStep, field: str) -> bool:
    """True if a step of a script still passes when this field is left out of it."""
    raw = asked.command.model_dump(mode="json")
    name, _, inner = field.partition(".")
    if inner:
        raw[name] = [{key: it for key, it in raw[name][0].items() if key != inner}, *raw[name][1:]]
    else:
        raw.pop(name)
    try:
        command = type(asked.command).model_validate(raw)
    except ValidationError:
        return False
    return not isinstance(decide(game, asked.moment, command, asked.by, TypedDice(asked.dice)), Refusal)


def kinds_picked(parts: Iterable[Part]) -> Iterator[str]:
    """The kinds of things that a form lets people pick, or suggests."""
    for part in questions(parts):
        of = getattr(part, "of", None) or getattr(part, "over", None) or getattr(part, "suggest", None)
        if isinstance(of, str):
            yield of
        if isinstance(part, Slots):
            yield from kinds_picked(part.parts)


def words_of(parts: Iterable[Part]) -> Iterator[str]:
    """Everything a form says."""
    for part in parts:
        if isinstance(part, Group):
            yield part.title
            yield from words_of(part.parts)
            continue
        yield from (part.label, part.help)
        if isinstance(part, Pick) and isinstance(part.of, tuple):
            yield from (it.label for it in part.of)
        if isinstance(part, Slots):
            yield from words_of(part.parts)
