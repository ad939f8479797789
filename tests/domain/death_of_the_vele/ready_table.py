"""The ready table, laid and walked: what a test needs to take the steps of the preparation."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from domain.death_of_the_vele import GAME
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Request
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.steps import Step
from domain.kernel.preparation.table_file import PlayedTable, TableFile, play_table, refers_at, requests_of
from domain.kernel.ruling import apply, decide
from tests.domain.death_of_the_vele.vele_table import FOLDER, founded, take

RAW: Mapping[str, Any] = tomllib.loads((FOLDER / "tables" / "the-road-to-orm.toml").read_text("utf-8"))
PLAYERS = ("ada", "brin", "cyn", "dee")


class Falling:
    """Dice that fall by chance, and the same way each time."""

    unread: Sequence[int] = ()

    def __init__(self) -> None:
        self._chance = Random(7)
        self.drawn: list[tuple[int, int]] = []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        faces = tuple(self._chance.randint(1, size) for size in sizes)
        self.drawn.extend(zip(sizes, faces, strict=True))
        return faces


def seated(number: int) -> AnyMoment:
    moment = founded({})
    for person in PLAYERS[:number]:
        take(moment, SeatPerson.model_validate({"person": person, "name": person.title()}), "gm")
    return moment


def laid(number: int, raw: Mapping[str, Any] = RAW) -> tuple[AnyMoment, PlayedTable]:
    moment = seated(number)
    return moment, play_table(GAME, moment, TableFile.model_validate(deepcopy(dict(raw))), "gm", lambda: Falling())


def answers_of(step: Step) -> Any:
    """The values that the file fills in for a step; None for nothing."""
    raw = RAW.get(step.key.partition(":")[0])
    return raw.get(step.subject) if step.subject and isinstance(raw, Mapping) else raw


def owner(moment: AnyMoment, step: Step) -> str:
    return sorted(step.whose)[0] if step.whose else moment.campaign.gm or ""


def asked(moment: AnyMoment, command: Command, by: str) -> str | None:
    """Ask and apply; the code of the refusal, if it is refused."""
    decision = decide(GAME, moment, command, by, Falling())
    if isinstance(decision, Refusal):
        return decision.code
    for event in decision:
        apply(GAME, moment, event)
        moment.position += 1
    return None


def would(moment: AnyMoment, command: Command, by: str) -> str | None:
    """The code it would be refused with; None if it passes."""
    decision = decide(GAME, moment, command, by, Falling())
    return decision.code if isinstance(decision, Refusal) else None


def taken(moment: AnyMoment, step: Step, raw: Mapping[str, Any]) -> list[str]:
    """Fill in the form of a step and ask for everything it comes to: what was wrong, if anything was."""
    by = owner(moment, step)
    asker = moment.campaign.asker(by)
    assert step.form is not None
    filled = fill(step.form.parts, raw, refers_at(GAME, moment, asker))
    if filled.faults:
        return [str(it) for it in filled.faults]
    requests: Iterable[Request] = list(requests_of(step.form, moment, asker, step.subject, filled.answers))
    return [code for it in requests if (code := asked(moment, it.command, it.by or by)) is not None]


def answers_read(moment: AnyMoment, step: Step, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values filled in for a step, as its form reads them."""
    assert step.form is not None
    filled = fill(step.form.parts, raw, refers_at(GAME, moment, moment.campaign.asker(owner(moment, step))))
    assert not filled.faults
    return filled.answers


def steps_taken(number: int) -> Iterator[tuple[AnyMoment, Step, Any]]:
    """Every step that the file fills in, each just before it is taken."""
    moment = seated(number)
    done: set[str] = set()
    while (preparation := preparation_of(GAME, moment)) is not None:
        ready = (it for it in preparation.steps if it.key not in done and answers_of(it) is not None)
        step = next((it for it in ready if it in preparation.due or it.need is None), None)
        if step is None:
            return
        done.add(step.key)
        yield deepcopy(moment), step, answers_of(step)
        if step.form is not None:
            assert not taken(moment, step, answers_of(step)), step.key
        else:
            offer = step.asks[0]
            command = offer.command.model_validate({**offer.known, **answers_of(step)})
            assert asked(moment, command, owner(moment, step)) is None, step.key


def filled_fields(value: Any) -> int:
    """The number of fields that somebody fills in for this: a list of lines is one."""
    if isinstance(value, Mapping):
        return sum(filled_fields(it) for it in value.values())
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return sum(filled_fields(it) for it in value)
    return 1
