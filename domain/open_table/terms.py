"""The words of the open table, and what fields of its commands refer to."""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from domain.kernel.references import NewId, Ref
from domain.kernel.terms import Character, Holds, Slug, Text

TABLE: Final = "table"
"""The owner of what belongs to nobody alone, and the page that shows it."""
RESERVED_IDS = frozenset({TABLE, "gm"})

MOST_NOTATION = 2_000
"""Characters of a notation."""

KEY_PATTERN = r"^[a-z][a-z0-9_]*$"
Key = Annotated[str, StringConstraints(pattern=KEY_PATTERN, max_length=40), Field(examples=["hit_points"])]
"""A system file's name for what it declares: `hp_max`."""

CharacterRef = Annotated[Character, Ref("character")]
NewCharacter = Annotated[Character, NewId("name")]
TrackRef = Annotated[str, *Slug.__metadata__, Ref("track")]
NewTrack = Annotated[str, *Slug.__metadata__, NewId("name")]
RollRef = Annotated[Key, Ref("roll")]
TagsRef = Annotated[Key, Ref("tags")]
TextRef = Annotated[Key, Ref("text")]
AdvanceRef = Annotated[Key, Ref("advance")]
NumberRef = Annotated[
    str, StringConstraints(min_length=1, max_length=80, pattern=r"^[^\W_]+(?:[-_][^\W_]+)*$"), Ref("number")
]
"""A number that the system file declares, or a track that was started."""
NewThing = Annotated[str, *Slug.__metadata__, NewId("name")]
DieRef = Annotated[str, Field(max_length=8, pattern=r"^d[0-9]+$", examples=["d2"]), Ref("die")]
"""A die within one roll, by its place: `d1`, `d2`."""

Notation = Annotated[Text, StringConstraints(max_length=MOST_NOTATION), Holds.TEXT]
FARTHEST = 1_000_000_000
"""The highest number, and below 0 the lowest, that anything stands at."""
Value = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
