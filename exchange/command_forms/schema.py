"""From a command class, and what an offer knows, to a form.

The command's JSON schema says what there is to fill in; the offer says what is settled and what may be chosen.
No field of any game is known here by name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from inspect import cleandoc
from typing import Any, TypeAlias

from pydantic import BaseModel

from domain.kernel.messages import Command, HouseRules, tag_of
from domain.kernel.offers import Choice, Offer
from domain.kernel.references import NEW_ID, REF
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import LONGEST_NAME, SLUG_PATTERN
from exchange.command_forms.fields import UNSET, CommandForm, Field, Shape, in_own_words, in_words
from exchange.command_forms.verbs import verb_of

Schema: TypeAlias = Mapping[str, Any]
Terms: TypeAlias = Mapping[type[StrEnum], tuple[Choice, ...]]
"""The words of a game for its terms where one is chosen (`Game.choices`)."""

NAMING_FIELDS = ("name", "title")
"""An id left empty is derived from a neighbour of one of these names."""
TERM = "term"
"""The key of a schema under which the name of its definition is kept."""
LONG_NAMES = frozenset({"text", "description", "consequence", "epilogue", "summary", "story"})
"""Texts that usually take more than a line, so that they get a box instead of an input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormContext:
    """The surroundings of a form: the offer's part, ids to suggest, and models for fields that hold settings."""

    known: Mapping[str, object]
    choices: Mapping[str, tuple[Choice, ...]]
    suggested: Mapping[str, tuple[Choice, ...]]
    suggestions: tuple[Choice, ...]
    settings: Mapping[str, BaseModel]
    terms: Mapping[str, tuple[Choice, ...]]
    refers: Callable[[str], Sequence[Choice]] | None = None


def form_of(
    command: type[Command],
    offer: Offer | None = None,
    *,
    suggestions: Sequence[Choice] = (),
    settings: Mapping[str, BaseModel] | None = None,
    refers: Callable[[str], Sequence[Choice]] | None = None,
    terms: Terms | None = None,
) -> CommandForm:
    """The form of a command. `suggestions` are ids known at this moment, offered where an id is asked for;
    `refers` lists what there is of a kind, for fields that say what they refer to.

    `settings` gives, by field name, the model behind a field that holds names with values: each of its settings
    becomes a field of its own, and only what was changed is sent.
    """
    around = FormContext(
        known=offer.known if offer else {},
        choices=offer.choices if offer else {},
        suggested=offer.suggested if offer else {},
        suggestions=tuple(suggestions),
        settings=settings or {},
        terms={kind.__name__: choices for kind, choices in (terms or {}).items()},
        refers=refers,
    )
    schema = _schema_of(command)
    fields = tuple(_settle(field, around) for field in _fields(schema, schema, "", around) if field.name != "type")
    words = cleandoc(command.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    title = offer.label if offer else verb_of(command)
    return CommandForm(tag=tag_of(command), title=title, help=words, fields=fields)


@cache
def _schema_of(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


def _settle(field: Field, around: FormContext) -> Field:
    """A known value settles its field, unless it is only the beginning of a list or a group."""
    if field.name not in around.known:
        return field
    value = around.known[field.name]
    if field.shape is Shape.ROWS and isinstance(value, Sequence):
        rows = [row.model_dump(mode="json") if isinstance(row, BaseModel) else row for row in value]
        begun = any(
            part.required and part.name not in row
            for row in rows
            if isinstance(row, Mapping)
            for part in field.parts
        )
        if begun:
            return replace(field, initial=tuple(rows), least=len(rows), most=len(rows))
    return replace(field, settled=value)


def _fields(schema: Schema, root: Schema, above: str, around: FormContext) -> list[Field]:
    required = set(schema.get("required", ()))
    names = list(schema.get("properties", {}))
    naming = next((name for name in NAMING_FIELDS if name in names), "")
    fields = []
    for name, raw in schema.get("properties", {}).items():
        field = _field(name, raw, root, above, around, required=name in required)
        if field.shape is Shape.SLUG and naming and not field.made:
            field = replace(field, follows=naming)
        fields.append(field)
    return fields


def _field(name: str, raw: Schema, root: Schema, above: str, around: FormContext, *, required: bool) -> Field:
    schema, nullable = _without_null(_resolved(raw, root), root)
    path = f"{above}.{name}" if above else name
    base = Field(
        path=path,
        name=name,
        label=_label(name, raw),
        shape=Shape.JSON,
        help=str(raw.get("description", "")) if "$ref" not in raw or "description" in raw else "",
        required=required,
        nullable=nullable,
        asked=bool(raw.get("asked")),
        initial=raw.get("default", UNSET),
    )
    if name in around.settings and not above:
        return _settings_field(base, around.settings[name])
    given = around.choices.get(path, ())
    if schema.get("type") == "array":
        return _list_field(base, schema, root, around, given)
    if given:
        return replace(base, shape=Shape.CHOICE, choices=in_own_words(_choices(schema, around), given))
    if "const" in schema:
        return replace(base, shape=Shape.TEXT, settled=schema["const"])
    return _single_field(base, schema, root, around)


def _label(name: str, raw: Schema) -> str:
    """The title a game gave a field, or its name in words: without one, pydantic makes a title of the name."""
    title = str(raw.get("title", ""))
    return in_words(name) if title in ("", name.replace("_", " ").title()) else title


def _single_field(base: Field, schema: Schema, root: Schema, around: FormContext) -> Field:
    values = schema.get("enum", ())
    kind = schema.get("type")
    if values:
        return replace(base, shape=Shape.CHOICE, choices=_choices(schema, around))
    if variants := schema.get("oneOf", schema.get("anyOf")):
        return _variants_field(base, [_resolved(each, root) for each in variants], root, around)
    if kind == "boolean":
        return _yes_or_no(base)
    if kind == "integer":
        low, high = schema.get("minimum"), schema.get("maximum")
        return replace(base, shape=Shape.NUMBER, low=low, high=high)
    if kind == "string":
        return _text_field(base, schema, around)
    if kind == "object" and schema.get("properties"):
        return replace(base, shape=Shape.OBJECT, parts=tuple(_fields(schema, root, base.path, around)))
    if kind == "object" and (asked := _answers(base, around)):
        return replace(base, shape=Shape.OBJECT, required=True, parts=asked)
    if kind == "object":
        return replace(base, shape=Shape.PAIRS, texts=_texts(schema, root))
    return base


def _choices(schema: Schema, around: FormContext) -> tuple[Choice, ...]:
    """The values of a term as the game calls them; by themselves where it says nothing of it."""
    values = schema.get("enum", ())
    said = around.terms.get(str(schema.get(TERM, "")).rpartition("__")[2], ())
    return tuple(it for it in said if it.value in values) or tuple(Choice(it, _said(it)) for it in values)


def _answers(base: Field, around: FormContext) -> tuple[Field, ...]:
    """The fields of a mapping for which the offer says, name by name, what may be chosen."""
    above = f"{base.path}."
    return tuple(
        Field(
            path=path,
            name=path.removeprefix(above),
            label=in_words(path.removeprefix(above)),
            shape=Shape.CHOICE,
            choices=choices,
        )
        for path, choices in around.choices.items()
        if path.startswith(above)
    )


def _texts(schema: Schema, root: Schema) -> bool:
    """True if the values of this mapping, whatever its keys are, can only be texts."""
    values = [schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()]
    kinds = {_resolved(value, root).get("type") for value in values if isinstance(value, dict)}
    return kinds == {"string"}


def _yes_or_no(base: Field) -> Field:
    """A switch where it starts on a side; otherwise somebody has to say it."""
    if isinstance(base.initial, bool) and not base.nullable:
        return replace(base, shape=Shape.FLAG)
    return replace(base, shape=Shape.CHOICE, choices=(Choice(True, "Yes"), Choice(False, "No")))


def _text_field(base: Field, schema: Schema, around: FormContext) -> Field:
    longest = schema.get("maxLength")
    if NEW_ID in schema:
        follows, taken = schema[NEW_ID], around.suggestions
        return replace(
            base, shape=Shape.SLUG, longest=longest, made=True, follows=follows, choices=taken, blank=False
        )
    listed = tuple(around.refers(schema[REF])) if around.refers and REF in schema else ()
    if listed and schema.get("pattern") != SLUG_PATTERN:
        return replace(base, shape=Shape.CHOICE, choices=listed)
    if schema.get("pattern") == SLUG_PATTERN:
        choices = listed or around.suggestions
        return replace(base, shape=Shape.SLUG, longest=longest, choices=choices, free=not listed, blank=False)
    prose = longest is not None and longest > LONGEST_NAME
    whole = bool(schema.get("long"))
    long = prose and "." not in base.path and base.name in LONG_NAMES and base.path not in around.suggested
    return replace(
        base,
        shape=Shape.LONG_TEXT if long or whole else Shape.TEXT,
        longest=longest,
        choices=around.suggested.get(base.path, ()),
        example=next(iter(schema.get("examples", ())), ""),
        blank=not schema.get("minLength") and "pattern" not in schema,
    )


def _list_field(
    base: Field, schema: Schema, root: Schema, around: FormContext, given: tuple[Choice, ...]
) -> Field:
    items = schema.get("items", {})
    fixed = schema.get("prefixItems")
    if fixed:
        items = fixed[0]
    least = len(fixed) if fixed else int(schema.get("minItems", 0))
    most = len(fixed) if fixed else schema.get("maxItems")
    base = replace(base, least=least, most=most)
    if given:
        own = _choices(_resolved(items, root), around)
        return replace(base, shape=Shape.MANY, choices=in_own_words(own, given), free=False)
    one = _field("", items, root, base.path, around, required=True)
    one = replace(one, path=base.path)
    match one.shape:
        case Shape.CHOICE:
            return replace(base, shape=Shape.MANY, choices=one.choices, free=False)
        case Shape.SLUG:
            return replace(base, shape=Shape.MANY, choices=one.choices, free=one.free)
        case Shape.TEXT | Shape.LONG_TEXT:
            return replace(base, shape=Shape.MANY, example=one.example)
        case Shape.NUMBER:
            return replace(base, shape=Shape.NUMBERS, low=one.low, high=one.high)
        case Shape.OBJECT:
            schema, _ = _without_null(_resolved(items, root), root)
            return replace(base, shape=Shape.ROWS, parts=tuple(_fields(schema, root, base.path, around)))
        case Shape.VARIANT:
            return replace(base, shape=Shape.ROWS, parts=(replace(one, name="", label=base.label),))
    return replace(base, shape=Shape.JSON)


def _variants_field(base: Field, variants: list[Schema], root: Schema, around: FormContext) -> Field:
    """Groups to choose from; a mixture of plain values is left to JSON."""
    if not all(each.get("properties") for each in variants):
        return base
    parts = tuple(
        replace(
            base,
            name=str(each.get("title", n)),
            label=in_words(str(each.get("title", n))),
            shape=Shape.OBJECT,
            parts=tuple(_fields(each, root, base.path, around)),
        )
        for n, each in enumerate(variants)
    )
    choices = tuple(Choice(n, part.label) for n, part in enumerate(parts))
    return replace(base, shape=Shape.VARIANT, parts=parts, choices=choices)


def setting_fields(rules: HouseRules) -> tuple[Field, ...]:
    """A field for each setting, beginning at what it is in `rules`."""
    return _settings_field(Field(path="", name="", label="", shape=Shape.OBJECT), rules).parts


def _settings_field(base: Field, now: BaseModel) -> Field:
    """Each setting of the model, beginning at what it is now, by the sentence that says what it does."""
    schema = _schema_of(type(now))
    values = now.model_dump(mode="json")
    nothing = FormContext(known={}, choices={}, suggested={}, suggestions=(), settings={}, terms={})
    parts = tuple(
        replace(_by_its_sentence(_by_choices(part, now)), initial=values[part.name], required=False)
        for part in _fields(schema, schema, base.path, nothing)
    )
    return replace(base, shape=Shape.OBJECT, parts=parts, sparse=True)


def _by_choices(setting: Field, now: BaseModel) -> Field:
    """A setting that is one of several choices, each by its words."""
    kind = type(now).model_fields[setting.name].annotation
    if not (isinstance(kind, type) and issubclass(kind, SettingChoice)):
        return setting
    return replace(setting, choices=tuple(Choice(it.value, it.label) for it in kind))


def _by_its_sentence(setting: Field) -> Field:
    """A setting without a title has its help as its label. A whole document keeps its name, for its faults."""
    if not setting.help or setting.shape is Shape.LONG_TEXT or setting.label != in_words(setting.name):
        return setting
    return replace(setting, label=setting.help.rstrip("."), help="")


def _resolved(schema: Schema, root: Schema) -> Schema:
    while "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        name = schema["$ref"].rpartition("/")[2]
        schema = {**root["$defs"][name], **rest, TERM: name}
    return schema


def _without_null(schema: Schema, root: Schema) -> tuple[Schema, bool]:
    """The schema without its alternative of null, and whether there was one."""
    some = schema.get("anyOf")
    if not some:
        return schema, False
    real = [each for each in some if each.get("type") != "null"]
    if len(real) != 1:
        return {**schema, "anyOf": real}, len(real) < len(some)
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**_resolved(real[0], root), **rest}, True


def _said(value: object) -> str:
    return in_words(str(value)) if isinstance(value, str) else str(value)
