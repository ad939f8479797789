"""A prepared table out of a campaign: how it was prepared, by step and field, without its people.

What was entered with a form is taken from what stands, as the form says it; what was asked for by a command is
taken from the command that was recorded. Then the table is laid on a campaign of its own, and whatever cannot be
read again, or comes to less, is left out and named.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

import tomli_w

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.forms.layouts import Batch, questions
from domain.kernel.forms.written_answers import written_down
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.preparation.table_file import BEGIN, PlayedTable, TableFile, play_table, refers_at
from domain.kernel.references import NEW_ID, REF
from domain.kernel.ruling import names_at
from exchange.tables.founding import begin
from exchange.tables.secrets import secrets_in, without_secrets
from ledger.ledger import Ledger
from ledger.roller import Roller

GM = "gm"
_OF_THE_PROGRAM = re.compile(r"[a-z0-9_.:-]*")


@dataclass(frozen=True, slots=True)
class Packed:
    """The table of a campaign, and what it does not hold."""

    table: TableFile
    left_out: tuple[str, ...] = ()
    """The labels of steps that were taken."""
    texts: tuple[str, ...] = ()
    """The texts written in the campaign that do not come of the table."""
    secrets: int = 0
    """The number of texts that only the GM is to read: in it, or left out of it if that was asked for."""

    @property
    def text(self) -> str:
        """The file, in normal form."""
        fields = self.table.model_dump(mode="json", exclude_defaults=True)
        return tomli_w.dumps({"table": 1, "game": self.table.game, "title": self.table.title, **fields})


class NothingPrepared(ValueError):
    """A campaign of which nothing was prepared. The message is one plain sentence."""


@dataclass(slots=True)
class _Past:
    """The preparation of a campaign: its steps as they were last there, and the commands that took those
    without a form.
    """

    steps: dict[tuple[str, str], Step] = field(default_factory=dict)
    asked: dict[tuple[str, str], list[tuple[Offer, Mapping[str, Any]]]] = field(default_factory=dict)
    begun: tuple[Offer, Mapping[str, Any]] | None = None
    position: int = 0
    """The last position before the first scene."""

    def saw(self, preparation: Preparation) -> None:
        for step in preparation.steps:
            key = (_base(step), step.subject)
            known = self.steps.pop(key, None)
            keeps = known is not None and known.form is not None and step.form is None
            self.steps[key] = replace(step, form=known.form) if known is not None and keeps else step

    def took(self, preparation: Preparation, command: Mapping[str, Any], by: str) -> bool:
        """True if this was what ended the preparation."""
        begins = preparation.begins
        if begins is not None and preparation.ready and command.get("type") == begins.tag:
            self.begun = (begins, command)
            return True
        for exactly in (True, False):
            for step in preparation.steps:
                first = step.asks[0] if step.asks and step.form is None else None
                if first is None or preparation.standing(step) is StepStatus.BLOCKED:
                    continue
                acts = by in ({first.by} if first.by else step.whose or {by})
                if acts and command.get("type") == first.tag and (_fits(first, command) or not exactly):
                    self.asked.setdefault((_base(step), step.subject), []).append((first, command))
                    return False
        return False


def pack_table(ledger: Ledger, campaign: str, at: int | None = None, *, secrets: bool = True) -> Packed:
    """The table of a campaign as of its first scene, or as of a position. Raises `NothingPrepared`.

    Without `secrets` nothing that only the GM is to read stands in it.
    """
    slug = ledger.find(campaign).slug
    game = ledger.game(ledger.find(campaign).game)
    past = _past(ledger, game, slug, at)
    moment = ledger.moment(slug, past.position)
    steps = _packed_steps(game, moment, past)
    whole, kept_from_players = steps, _secrets_of(past, steps)
    if not secrets:
        steps = _without_secrets(past, steps)
    head = {
        "table": 1,
        "game": game.key,
        "title": moment.campaign.title,
        "house_rules": _house_rules(game, moment),
    }
    packed = _tried(game, moment, past, head, steps)
    hidden = set() if secrets else set(_texts(whole)) - set(_texts(steps))
    texts = tuple(it for it in packed.texts if not any(it in words for words in hidden))
    return replace(packed, secrets=kept_from_players, texts=texts)


def _past(ledger: Ledger, game: AnyGame, slug: str, at: int | None) -> _Past:
    past = _Past()
    preparation: Preparation | None = None
    ever = False
    for record, moment in ledger.line(slug, at):
        command = record.envelope.command
        if command is not None and preparation is not None and past.took(preparation, command, record.envelope.by):
            return past
        preparation = preparation_of(game, moment)
        if preparation is not None:
            ever, past.position = True, record.position
            past.saw(preparation)
    if not ever:
        raise NothingPrepared(f"Nothing was prepared in {slug}.")
    return past


# --- what the steps hold -----------------------------------------------------------------------------------------


def _packed_steps(game: AnyGame, moment: AnyMoment, past: _Past) -> dict[tuple[str, str], Any]:
    """The content of each step, by the key of its table and the seat or number it is for."""
    found: dict[tuple[str, str], Any] = {}
    now = preparation_of(game, moment)
    waits = (StepStatus.DUE, StepStatus.BLOCKED)
    open_ones = {it.key for it in now.steps if now.standing(it) in waits} if now else set()
    for key, step in past.steps.items():
        if key[0] == PLAYERS or (step.form is not None and not step.form.parts and step.key in open_ones):
            continue
        raw: Any
        if step.form is not None:
            raw = _entered(game, moment, step)
        else:
            raws = [_asked(game, moment, offer, command) for offer, command in past.asked.get(key, ())]
            raw = raws[0] if len(raws) == 1 else raws or None
        if raw is not None:
            found[key] = raw
    if past.begun is not None:
        found[BEGIN, ""] = _asked(game, moment, *past.begun)
    return found


def _entered(game: AnyGame, moment: AnyMoment, step: Step) -> dict[str, Any] | None:
    """The values entered by the form of a step; None if nothing was."""
    form = step.form
    assert form is not None
    asker = moment.campaign.asker(sorted(step.whose)[0] if step.whose else moment.campaign.gm or GM)
    if not form.parts:
        return {}
    told = form.entered or form.initial
    if told is None:
        return None
    answers = told(moment, asker, step.subject)
    return written_down(form.parts, answers, refers_at(game, moment, asker), names_at(game, moment)) or None


def _asked(game: AnyGame, moment: AnyMoment, offer: Offer, command: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a recorded command that whoever asked it had to fill in."""
    kind = offer.command
    given = {name: it for name, it in command.items() if name != "type" and it not in ("", [])}
    given = {name: it for name, it in given.items() if name not in offer.known or not _same(it, offer.known[name])}
    given = {name: it for name, it in given.items() if it != kind.model_fields[name].get_default()}
    lay = next((it for it in game.layouts if it.command is kind), None)
    asker = moment.campaign.asker(offer.by or moment.campaign.gm or GM)
    if lay is not None:
        asked = {it.field for it in questions(lay.parts)}
        answers = {name: it for name, it in given.items() if name in asked}
        return written_down(lay.parts, answers, refers_at(game, moment, asker), names_at(game, moment))
    schema = kind.model_json_schema().get("properties", {})
    return {name: it for name, it in given.items() if not ({REF, NEW_ID} & set(schema.get(name, {})))}


def _secrets_of(past: _Past, steps: Mapping[tuple[str, str], Any]) -> int:
    """The number of texts of these steps that only the GM is to read."""
    forms = ((_form(past, key), raw) for key, raw in steps.items())
    return sum(secrets_in(form.parts, raw) for form, raw in forms if form is not None)


def _without_secrets(past: _Past, steps: Mapping[tuple[str, str], Any]) -> dict[tuple[str, str], Any]:
    """The steps without what only the GM is to read; one that holds nothing else is left out."""
    left: dict[tuple[str, str], Any] = {}
    for key, raw in steps.items():
        form = _form(past, key)
        told = without_secrets(form.parts, raw) if form is not None else raw
        if told or not raw:
            left[key] = told
    return left


def _form(past: _Past, key: tuple[str, str]) -> Batch | None:
    step = past.steps.get(key)
    return step.form if step is not None else None


# --- whether it can be laid again --------------------------------------------------------------------------------


def _tried(
    game: AnyGame,
    moment: AnyMoment,
    past: _Past,
    head: Mapping[str, Any],
    steps: dict[tuple[str, str], Any],
) -> Packed:
    """The table as far as it can be laid again, with what it does not hold."""
    left_out: list[str] = []
    while True:
        table = TableFile.model_validate({**head, **_by_step(steps)})
        trial, laid = _laid(game, moment, table)
        if not laid.faults:
            break
        fault = laid.faults[0]
        key = next((it for it in steps if _label(past, it) and fault.where.startswith(_label(past, it))), None)
        if key is None:
            key = next(reversed(steps))
        left_out.append(_label(past, key) or "the beginning")
        del steps[key]
    lacking = (_label(past, it) for it in _lacking(game, moment, trial, short=bool(laid.waiting)))
    again = set(_texts(trial.game))
    texts = (it for it in _texts(moment.game) if it not in again)
    people = {it.name for it in moment.campaign.people.values()} | set(moment.campaign.formerly.values())
    told = tuple(dict.fromkeys(it for it in texts if it not in people))
    return Packed(table, tuple(dict.fromkeys([*left_out, *lacking])), told)


def _laid(game: AnyGame, moment: AnyMoment, table: TableFile) -> tuple[AnyMoment, PlayedTable]:
    """The table laid on a new campaign with as many players, as far as its first scene."""
    trial = beginning(game)
    found = FoundCampaign(game=game.key, title=table.title, slug="packed", house_rules=dict(table.house_rules))
    begin(game, trial, found, GM, [f"Seat {number + 1}" for number in range(len(moment.campaign.players))])
    return trial, play_table(game, trial, table, GM, Roller)


def _lacking(game: AnyGame, moment: AnyMoment, trial: AnyMoment, *, short: bool) -> Iterator[tuple[str, str]]:
    """The steps that stand with more in the campaign than when the table is laid again; of one that comes less
    far (`short`), those it stops at."""
    there, again = preparation_of(game, moment), preparation_of(game, trial)
    if again is None:
        return
    if short:
        yield from ((_base(step), step.subject) for step in again.due)
    laid = {(_base(step), step.subject): step for step in again.steps}
    for step in there.steps if there is not None else ():
        key = (_base(step), step.subject)
        if key in laid and laid[key].have < step.have:
            yield key


def _label(past: _Past, key: tuple[str, str]) -> str:
    step = past.steps.get(key)
    return step.label if step is not None else "Begin" if key[0] == BEGIN else ""


# --- small things ------------------------------------------------------------------------------------------------


def _by_step(steps: Mapping[tuple[str, str], Any]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for (base, subject), raw in steps.items():
        if subject:
            told.setdefault(base, {})[subject] = raw
        else:
            told[base] = raw
    by_seat = {base for base, subject in steps if subject}
    return {
        base: dict(sorted(raw.items(), key=_in_order)) if base in by_seat else raw for base, raw in told.items()
    }


def _in_order(of_a_seat: tuple[str, Any]) -> tuple[int, str]:
    number, _ = of_a_seat
    return (int(number) if number.isdecimal() else 0, number)


def _texts(state: Any) -> Iterator[str]:
    """Everything in a state that somebody wrote: texts that are no ids or other words of the program."""
    if isinstance(state, str):
        if not isinstance(state, Enum) and not _OF_THE_PROGRAM.fullmatch(state):
            yield state
    elif isinstance(state, Mapping):
        for one in state.values():
            yield from _texts(one)
    elif isinstance(state, list | tuple | set | frozenset):
        for one in state:
            yield from _texts(one)
    elif is_dataclass(state):
        for it in fields(state):
            yield from _texts(getattr(state, it.name))


def _base(step: Step) -> str:
    return step.key.partition(":")[0]


def _fits(offer: Offer, command: Mapping[str, Any]) -> bool:
    """True if a recorded command says what was settled when it was offered."""
    return all(_same(command.get(name), value) for name, value in offer.known.items() if name in command)


def _same(recorded: Any, offered: object) -> bool:
    return bool(recorded == (list(offered) if isinstance(offered, tuple) else offered))


def _house_rules(game: AnyGame, moment: AnyMoment) -> dict[str, Any]:
    """The settings that are not what the game begins with."""
    usual = game.house_rules().model_dump(mode="json")
    now = moment.game.house_rules.model_dump(mode="json")
    return {name: value for name, value in now.items() if value != usual[name] and value is not None}
