"""A prepared table as a file: the filled-in forms of a preparation, by step and field.

What a file holds is handled as what a screen asks: the answers of a step are read by its form, compiled into
commands and decided, in the order of the preparation. A file has no people: seats are numbers, from 1.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource
from domain.kernel.forms.filling import Fault, Filled, Refers, fill
from domain.kernel.forms.layouts import Batch, FormProblem, Layout, Request, questions
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.ruling import names_at, play, refusal_in_words
from domain.kernel.terms import LONGEST_NAME
from domain.kernel.wording.faults import first_problem

BEGIN = "begin"
"""The key under which a file says what the offer that ends the preparation asks for."""


class TableFile(BaseModel):
    """The head of a table file. Everything else in it is a step, by key."""

    model_config = ConfigDict(frozen=True, extra="allow")

    table: Literal[1]
    """The version of this format."""
    game: str
    title: str = Field(min_length=1, max_length=LONGEST_NAME)
    blurb: str = ""
    """One sentence for somebody who chooses it."""
    house_rules: dict[str, JsonValue] = Field(default_factory=dict)

    @property
    def steps(self) -> Mapping[str, Any]:
        """The answers filled in, by the key of their step."""
        return self.__pydantic_extra__ or {}


@dataclass(frozen=True, slots=True)
class DecidedCommand:
    """One command of a table as it was decided on the way: who asks it, and the faces it drew."""

    command: Command
    by: str
    drawn: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class PlayedTable:
    """The commands a table file comes to, in order, or the faults that keep it from being played."""

    placed: list[DecidedCommand] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Keys of what was filled in for seats that nobody has taken, or for a beginning that is not reached yet."""


def play_table(
    game: AnyGame, moment: AnyMoment, table: TableFile, gm: str, dice: Callable[[], DiceSource]
) -> PlayedTable:
    """Play a table on a founded campaign whose players are seated. The moment is changed by it.

    Steps are taken in the order of the preparation, each as soon as nothing comes before it. What belongs to a
    seat that nobody has taken is left. `dice` gives the dice of one command.
    """
    return _TablePlay(game, moment, gm, dice).run(table.steps)


class _TablePlay:
    """One table file being played, step by step."""

    def __init__(self, game: AnyGame, moment: AnyMoment, gm: str, dice: Callable[[], DiceSource]) -> None:
        self._game, self._moment, self._gm, self._dice = game, moment, gm, dice
        self._played = PlayedTable()
        self._taken: set[str] = set()
        self._subjects: set[tuple[str, str]] = set()

    def run(self, steps: Mapping[str, Any]) -> PlayedTable:
        while not self._played.faults:
            preparation = preparation_of(self._game, self._moment)
            if preparation is None or not self._one(preparation, steps):
                break
        if not self._played.faults:
            self._left_over(steps)
        return self._played

    def _one(self, preparation: Preparation, steps: Mapping[str, Any]) -> bool:
        """Take the first step that the file fills in and that may be taken now. False when there is none."""
        for step in preparation.steps:
            if step.key in self._taken or preparation.standing(step) is StepStatus.BLOCKED:
                continue
            raw = _filled_in(steps, step)
            if raw is not None:
                self._taken.add(step.key)
                self._subjects.add((step.key.partition(":")[0], step.subject))
                self._take(step, raw)
                return True
        if preparation.ready and preparation.begins is not None and BEGIN in steps and BEGIN not in self._taken:
            self._taken.add(BEGIN)
            self._ask(preparation.begins, steps[BEGIN], "Begin", None)
            return True
        return False

    def _take(self, step: Step, raw: Any) -> None:
        asker = self._moment.campaign.asker(sorted(step.whose)[0] if step.whose else self._gm)
        if step.form is None:
            if not step.asks:
                self._fault(step.label, "nothing is asked for here.")
            for one in raw if isinstance(raw, list) else [raw]:
                self._ask(step.asks[0], one, step.label, asker)
            return
        filled = self._read(step.form, raw, asker, step.label)
        if not filled.faults:
            try:
                requests = list(requests_of(step.form, self._moment, asker, step.subject, filled.answers))
            except (FormProblem, ValidationError) as wrong:
                said = first_problem(wrong) if isinstance(wrong, ValidationError) else str(wrong)
                self._fault(step.label, said)
                return
            for request in requests:
                self._place(request.command, request.by or asker.person, step.label)

    def _ask(self, offer: Offer, raw: Any, label: str, asker: Asker | None) -> None:
        """One command, by its layout if it has one."""
        by = offer.by or (asker.person if asker else self._gm)
        layout = next((it for it in self._game.layouts if it.command is offer.command), None)
        answers: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
        if layout is not None:
            settled = {
                it.field: offer.known[it.field] for it in questions(layout.parts) if it.field in offer.known
            }
            filled = self._read(layout, {**settled, **answers}, self._moment.campaign.asker(by), label)
            if filled.faults:
                return
            answers = filled.answers
        try:
            command = offer.command.model_validate({**dict(offer.known), **answers})
        except ValidationError as wrong:
            self._fault(label, first_problem(wrong))
            return
        self._place(command, by, label)

    def _read(self, form: Batch | Layout, raw: Any, asker: Asker, label: str) -> Filled:
        if not isinstance(raw, Mapping):
            self._fault(label, "write its fields.")
            return Filled(faults=self._played.faults)
        filled = fill(form.parts, raw, refers_at(self._game, self._moment, asker))
        for fault in filled.faults:
            self._played.faults.append(
                Fault(fault.path, f"{label}, {fault.where}" if fault.where else label, fault.problem)
            )
        return filled

    def _place(self, command: Command, by: str, label: str) -> None:
        if self._played.faults:
            return
        dice = self._dice()
        outcome = play(self._game, self._moment, command, by, dice)
        if isinstance(outcome, Refusal):
            self._fault(label, refusal_in_words(self._game, self._moment, outcome))
            return
        self._played.placed.append(DecidedCommand(command, by, tuple(dice.drawn)))

    def _left_over(self, steps: Mapping[str, Any]) -> None:
        """Sort what was filled in and never asked for. For an empty seat it waits, and so does the beginning while
        something is due; anything else is a fault."""
        bases = {key.partition(":")[0] for key in self._taken}
        preparation = preparation_of(self._game, self._moment)
        known = {BEGIN, *bases}
        if preparation is not None:
            known |= {*preparation.later, *(step.key.partition(":")[0] for step in preparation.steps)}
        for key, raw in steps.items():
            if key == PLAYERS or self._all_taken(key, raw):
                continue
            if key in known or key == BEGIN or _by_seat(raw, self._moment.campaign):
                self._played.waiting.append(key)
                continue
            near = get_close_matches(key, sorted(known), n=1)
            hint = f": did you mean `{near[0]}`?" if near else "."
            self._fault("", f"`{key[:60]}` is no step of this game{hint}")

    def _all_taken(self, key: str, raw: Any) -> bool:
        """True if nothing of what was filled in here is left."""
        return key in self._taken or (isinstance(raw, Mapping) and all((key, it) in self._subjects for it in raw))

    def _fault(self, where: str, problem: str) -> None:
        self._played.faults.append(Fault("", where, problem))


def _filled_in(steps: Mapping[str, Any], step: Step) -> Any:
    base, _, _ = step.key.partition(":")
    raw = steps.get(base)
    if step.subject and isinstance(raw, Mapping):
        return raw.get(step.subject)
    return raw if not step.subject else None


def _by_seat(raw: Any, campaign: Campaign) -> bool:
    """True if this is filled in for seats, and all that are left are empty."""
    return isinstance(raw, Mapping) and bool(raw) and all(str(it).isdigit() for it in raw)


def requests_of(
    form: Batch, moment: AnyMoment, asker: Asker, subject: str, answers: Mapping[str, Any]
) -> Iterable[Request]:
    """The commands that a form's answers come to. Raises `FormProblem`, `ValidationError`."""
    for one in form.compile(moment, asker, subject, answers):
        yield one if isinstance(one, Request) else Request(one)


def refers_at(game: AnyGame, moment: AnyMoment, asker: Asker) -> Refers:
    """The things of a kind at this moment, for forms: people and factions, and whatever the game knows."""

    def refers(kind: str) -> tuple[Choice, ...]:
        it = moment.campaign
        if kind == "person":
            return tuple(Choice(person, seat.name) for person, seat in it.people.items())
        if kind == "player":
            return tuple(Choice(person, it.people[person].name) for person in it.players)
        own = tuple(game.references(moment.game, kind, asker))
        if kind == "faction":
            return (*own, *(Choice(slug, known.name) for slug, known in it.factions.items()))
        if own or kind != "name":
            return own
        return tuple(Choice(slug, name) for slug, name in names_at(game, moment).items())

    return refers
