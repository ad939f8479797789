"""References: what fields of commands refer to, by kind, and what they make.

`references.py` lists what there is of each kind. Stored bytes are those of a plain id.
"""

from typing import Annotated

from domain.kernel.references import NewId, Ref
from domain.kernel.terms import Character, Person, Slug

MonsterRef = Annotated[Character, Ref("monster")]
PlayerRef = Annotated[Person, Ref("player")]
PowerRef = Annotated[str, *Slug.__metadata__, Ref("power")]
"""A faction of the sandbox."""
ImpulseRef = Annotated[str, *Slug.__metadata__, Ref("impulse")]
"""A dark impulse that pushes somebody now."""
PackRef = Annotated[str, *Slug.__metadata__, Ref("minions")]
RoomRef = Annotated[str, *Slug.__metadata__, Ref("room")]
PrisonerRef = Annotated[str, *Slug.__metadata__, Ref("prisoner")]
ActionRef = Annotated[str, *Slug.__metadata__, Ref("action")]
"""An action on the table, or one whose dice fell in this scene."""
QuestionRef = Annotated[str, *Slug.__metadata__, Ref("question")]
FactRef = Annotated[str, *Slug.__metadata__, Ref("proposed fact")]
SecretRef = Annotated[str, *Slug.__metadata__, Ref("secret")]
ClockRef = Annotated[str, *Slug.__metadata__, Ref("clock")]
TickedRef = Annotated[str, *Slug.__metadata__, Ref("clock or adventurer")]
TargetRef = Annotated[str, *Slug.__metadata__, Ref("target")]
"""A monster, a pack of minions, or the dungeon."""
LossRef = Annotated[str, *Slug.__metadata__, Ref("loss")]
"""An item, a pack, a clock or an attribute."""
AdventurerRef = Annotated[str, *Slug.__metadata__, Ref("adventurer")]
ConsequenceRef = Annotated[str, *Slug.__metadata__, Ref("consequence")]
DefenseRef = Annotated[str, *Slug.__metadata__, Ref("defense")]
PriceRef = Annotated[str, *Slug.__metadata__, Ref("price")]
SubjectRef = Annotated[str, *Slug.__metadata__, Ref("name")]
"""Anything the table speaks of."""

NewThing = Annotated[str, *Slug.__metadata__, NewId("name")]
NewAction = Annotated[str, *Slug.__metadata__, NewId("intention")]
NewConsequence = Annotated[str, *Slug.__metadata__, NewId("details")]
NewPrice = Annotated[str, *Slug.__metadata__, NewId("why")]
NewCraft = Annotated[str, *Slug.__metadata__, NewId("item")]
NewImpulse = Annotated[str, *Slug.__metadata__, NewId("act")]
NewQuestion = Annotated[str, *Slug.__metadata__, NewId("question")]
NewFact = Annotated[str, *Slug.__metadata__, NewId("description")]
NewSecret = Annotated[str, *Slug.__metadata__, NewId("text")]
