"""Fields of commands that name a thing: one that is there (`Ref`), or one that the command makes (`NewId`).

Nobody writes or reads an id. A front end lists for a `Ref` what the game says is there of this kind
(`Game.references`), and makes a `NewId` of the name that stands beside it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from domain.kernel.messages import Command
from domain.kernel.terms import LONGEST_SLUG, SLUG_PATTERN, Person, Slug, slugify

REF = "ref"
NEW_ID = "new_id"


@dataclass(frozen=True, slots=True)
class Ref:
    """The field holds the id of a thing of this kind that is there already: `character`, `scene`, `faction`."""

    kind: str

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema of a slug that says what it refers to, under `ref`."""
        return {**handler(core), REF: self.kind}


@dataclass(frozen=True, slots=True)
class NewId:
    """The field holds the id of what the command makes, which nobody has to think of: it follows `named`."""

    named: str = "name"
    """The neighbouring field that holds its name."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema of a slug that says from which field it is made, under `new_id`."""
        return {**handler(core), NEW_ID: self.named}


PersonRef = Annotated[Person, Ref("person")]
FactionRef = Annotated[str, *Slug.__metadata__, Ref("faction")]
NewFaction = Annotated[str, *Slug.__metadata__, NewId("name")]
NewCampaign = Annotated[str, *Slug.__metadata__, NewId("title")]
NewPerson = Annotated[Person, NewId("name")]


def new_id(name: str, taken: Mapping[str, object] | set[str], otherwise: str = "it") -> str:
    """An id for what is called so that nothing else has: `Old Sabre` -> `old-sabre`, the next `old-sabre-2`."""
    base = (slugify(name) or otherwise)[: LONGEST_SLUG - 4].strip("-")
    made, number = base, 2
    while made in taken:
        made, number = f"{base}-{number}", number + 1
    return made


def ids_without_reference(command: type[Command]) -> Iterator[str]:
    """The dotted fields of a command that hold an id and say neither what it refers to nor how it is made."""
    schema = command.model_json_schema()
    yield from _naked(schema, schema, "", ())


def _naked(node: Any, root: Mapping[str, Any], at: str, above: tuple[str, ...]) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from _naked(one, root, at, above)
        return
    if not isinstance(node, Mapping):
        return
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in above:
            yield from _naked(root["$defs"][name], root, at, (*above, name))
    if node.get("pattern") == SLUG_PATTERN and REF not in node and NEW_ID not in node:
        yield at
    for name, field in node.get("properties", {}).items():
        yield from _naked(field, root, f"{at}.{name}" if at else name, above)
    for key in ("items", "prefixItems", "anyOf", "oneOf", "additionalProperties"):
        yield from _naked(node.get(key), root, at, above)
