"""A game's events as a page to read: every tag, what it says, its fields. Generated, and kept in its folder."""

import inspect
import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of


def events_page(game: AnyGame) -> str:
    """The page of a game's events, as Markdown, in the order the game lists them."""
    lines = [
        f"# The events of {game.title}",
        "",
        "What a ruling of this game can leave behind. Tags are permanent; a changed shape gets a new version.",
        f"Made by `campaign games {game.key} --events`; do not edit it by hand.",
    ]
    parts: dict[str, Any] = {}
    for kind in game.events:
        schema = kind.model_json_schema()
        parts.update(schema.get("$defs", {}))
        lines += ["", f"## `{tag_of(kind)}`", "", inspect.cleandoc(kind.__doc__ or ""), *_fields(schema)]
    if parts:
        lines += ["", "# Their parts"]
    for name, schema in sorted(parts.items()):
        lines += ["", f"## {name}", "", inspect.cleandoc(schema.get("description", "")), *_fields(schema)]
    return "\n".join(lines) + "\n"


def _fields(schema: Mapping[str, Any]) -> Iterator[str]:
    if "enum" in schema:
        yield ""
        yield "One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + "."
    fields = {name: field for name, field in schema.get("properties", {}).items() if name != "type"}
    if not fields:
        return
    yield ""
    yield "| field | holds | |"
    yield "|---|---|---|"
    for name, field in fields.items():
        needed = "" if name in schema.get("required", ()) else _left_out(field)
        told = ". ".join(part for part in (field.get("description", "").rstrip("."), needed) if part)
        yield f"| `{name}` | {_holds(field)} | {told} |"


def _left_out(field: Mapping[str, Any]) -> str:
    """The meaning of a record that lacks this field: as permanent as its tag."""
    return f"Left out: `{json.dumps(field['default'])}`" if "default" in field else "May be left out"


def _holds(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"].rsplit("/", 1)[1])
    if "anyOf" in field:
        return " or ".join(_holds(each) for each in field["anyOf"])
    match field.get("type"):
        case "array":
            return f"list of {_holds(field.get('items', {}))}"
        case "object":
            return f"{_holds(field.get('additionalProperties') or {})} by name"
        case "null":
            return "nothing"
        case str(kind):
            return "id" if kind == "string" and "pattern" in field else kind
    return "any value"
