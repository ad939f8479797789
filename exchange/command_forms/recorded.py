"""A command that was recorded, read through its form: each field by its label, each value in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.forms.filling import Refers
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.offers import Choice
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.fields import Field, Shape, in_words, value_in_words
from exchange.command_forms.schema import form_of, setting_fields

LONGEST_VALUE = 2_000
"""The most letters of one value."""
_SETTINGS: Mapping[type[Command], str] = {FoundCampaign: "house_rules", ChangeHouseRules: "changes"}
"""The field of each command that holds settings of the game."""


@dataclass(frozen=True, slots=True)
class AnsweredField:
    """A field with what was answered: a text, fields inside it (`parts`), or several groups of them (`rows`)."""

    label: str
    text: str = ""
    parts: tuple["AnsweredField", ...] = ()
    rows: tuple[tuple["AnsweredField", ...], ...] = ()


def answered_fields(
    game: AnyGame, command: Mapping[str, Any], names: Mapping[str, str], refers: Refers | None = None
) -> tuple[AnsweredField, ...]:
    """The fields of a recorded command in the form's order, without those left empty or made by themselves.

    `names` says what each id is called, `refers` what else there was to name when it was asked. A command, or a
    field, that the game no longer knows is read by its own names.
    """
    kind = Vocabulary(game).commands.get(str(command.get("type", "")))
    answers = {name: value for name, value in command.items() if name != "type"}
    if kind is None:
        return _group(answers, {}, names)
    settings = {}
    if named := _SETTINGS.get(kind):
        settings = {named: game.house_rules()}
        answers[named] = _file_by_its_title(game, answers.get(named) or {})
    form = form_of(kind, settings=settings, refers=refers, terms=game.choices)
    order = [field.name for field in form.fields if field.name in answers]  # a record sorts its names
    in_order = {name: answers[name] for name in (*order, *answers)}
    return _group(in_order, _by_name(form.fields), {game.key: game.title, **names})


def answered_settings(
    game: AnyGame, settings: Mapping[str, Any], names: Mapping[str, str]
) -> tuple[AnsweredField, ...]:
    """Settings of the house rules, each by the sentence that says what it does."""
    parts = setting_fields(game.house_rules())
    return _group(_file_by_its_title(game, settings), _by_name(parts), names)


def _file_by_its_title(game: AnyGame, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings in which a whole file of rules, if the game is written in one, stands by its title."""
    written = game.written
    if written is None or not settings.get(written.setting):
        return dict(settings)
    try:
        title = written.read(str(settings[written.setting])).title
    except ValueError:
        title = written.called
    return {**settings, written.setting: title}


def _by_name(fields: Sequence[Field]) -> dict[str, Field]:
    return {field.name: field for field in fields}


def _group(
    values: Mapping[str, Any], fields: Mapping[str, Field], names: Mapping[str, str]
) -> tuple[AnsweredField, ...]:
    return tuple(
        _answered(fields[name].label if name in fields else in_words(str(name)), value, fields.get(name), names)
        for name, value in values.items()
        if not _empty(value, fields.get(name))
    )


def _answered(label: str, value: Any, field: Field | None, names: Mapping[str, str]) -> AnsweredField:
    parts = _by_name(field.parts) if field is not None else {}
    if isinstance(value, Mapping):
        return AnsweredField(label, parts=_group(value, _variant(value, field) or parts, names))
    if isinstance(value, list | tuple):
        if any(isinstance(each, Mapping) for each in value):
            groups = (each if isinstance(each, Mapping) else {"": each} for each in value)
            return AnsweredField(
                label, rows=tuple(_group(each, _variant(each, field) or parts, names) for each in groups)
            )
        return AnsweredField(label, ", ".join(_text(each, field, names) for each in value))
    return AnsweredField(label, _text(value, field, names))


def _variant(value: Mapping[str, Any], field: Field | None) -> dict[str, Field]:
    """The fields of whichever group of a choice of groups has all that was answered."""
    if field is None:
        return {}
    groups = [field, *field.parts]
    choices = next((it.parts for it in groups if it.shape is Shape.VARIANT), ())
    for group in choices:
        if value.keys() <= (known := _by_name(group.parts)).keys():
            return known
    return {}


def _text(value: object, field: Field | None, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return value_in_words(value, names)
    written = str(value)
    if field is not None and not names.get(written) and (chosen := _chosen(written, field.choices)):
        return chosen
    if len(written) > LONGEST_VALUE:
        return f"{written[:LONGEST_VALUE].rstrip()}…"
    return value_in_words(value, names)


def _chosen(value: str, choices: Sequence[Choice]) -> str:
    """The label of the choice that was taken, with its detail where others are called the same."""
    taken = next((it for it in choices if str(it.value) == value), None)
    if taken is None:
        return ""
    alike = sum(it.label == taken.label for it in choices) > 1
    return f"{taken.label} ({taken.detail})" if alike and taken.detail else taken.label


def _empty(value: object, field: Field | None) -> bool:
    """True if nothing was answered, or nobody is asked: an id that is made, or none of several kinds."""
    if field is not None and (field.made or (field.shape is Shape.CHOICE and value == "none")):
        return True
    return value is None or value == "" or value == [] or value == {}
