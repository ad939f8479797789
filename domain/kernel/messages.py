"""Commands and events: the two kinds of message, frozen and closed."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationInfo
from pydantic.config import JsonDict


class Message(BaseModel):
    """A frozen value with a permanent `type` tag and no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str

    sparse: ClassVar[bool] = False
    """True if fields that hold their defaults are left out of a record: of what comes in hundreds of thousands."""


class Command(Message):
    """A person's request, in the imperative. Its tag is `<game>.<verb_noun>`. It never holds dice faces."""


class Event(Message):
    """One small immutable fact of a game, in the past tense. Its tag is `<game>.<noun_verbed>.v<n>`, for ever."""

    @property
    def digests(self) -> tuple[str, ...]:
        """The SHA-256 of each file it names: those files are kept in the ledger beside its records."""
        return ()


class HouseRules(BaseModel):
    """The settings a game reads its ambiguities by. Fixed at founding, changed only by a ruling.

    Every field has a default, which is the reading the game's README registers, and a description.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def recorded(self) -> dict[str, JsonValue]:
        """The settings that a founding records whatever they are."""
        extras = {name: field.json_schema_extra for name, field in type(self).model_fields.items()}
        whole = {name for name, extra in extras.items() if isinstance(extra, dict) and extra.get("recorded")}
        return self.model_dump(mode="json", include=whole) if whole else {}


RECORDED: JsonDict = {"recorded": True}
"""`json_schema_extra` of a setting that a founding records even where it is left as the game has it: what it is
then belongs to the campaign, whatever a later version of the program has in its place."""

CHOSEN = {"chosen": True}
"""The context in which settings are validated that somebody chooses. Those of records are read without it: what
was allowed once stays readable when more is refused."""


def is_chosen(info: ValidationInfo) -> bool:
    """True while settings are validated that somebody chooses."""
    return info.context is CHOSEN


ASKED: JsonDict = {"asked": True}
"""`json_schema_extra` of a field with a default which the rules refuse all the same where it is left empty."""


def data_of(message: Message) -> dict[str, Any]:
    """A message's fields as JSON values, with its tag."""
    if not message.sparse:
        return message.model_dump(mode="json")
    return {**message.model_dump(mode="json", exclude_defaults=True), "type": message.type}


def tag_of(message: type[Message]) -> str:
    """The permanent tag of a message class. Raises `TypeError` for a class without one."""
    tag = message.model_fields["type"].default
    if not isinstance(tag, str):
        raise TypeError(f"{message.__name__} has no tag: give its field `type` a literal default")
    return tag
