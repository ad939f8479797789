"""Fields of commands that name something in the story, or what a command makes."""

from typing import Annotated

from domain.kernel.references import NewId, Ref
from domain.kernel.terms import Name, Slug

ComponentRef = Annotated[str, *Slug.__metadata__, Ref("component")]
TraitRef = Annotated[str, *Slug.__metadata__, Ref("trait")]
AssistRef = Annotated[str, *Slug.__metadata__, Ref("trait or average die")]
AbilityRef = Annotated[str, *Slug.__metadata__, Ref("ability")]
AspectRef = Annotated[str, *Slug.__metadata__, Ref("aspect")]
GroupRef = Annotated[str, *Slug.__metadata__, Ref("group")]
OwnRef = Annotated[str, *Slug.__metadata__, Ref("component or group")]
"""A component or a group: what has aspects, dice and a place."""
SubjectRef = Annotated[str, *Slug.__metadata__, Ref("subject")]
"""The subject of an aspect of a scene: a component, a group, the scene, the story."""
SideRef = Annotated[str, *Slug.__metadata__, Ref("side")]
ZoneRef = Annotated[str, *Name.__metadata__, Ref("zone")]
"""A zone is called as the narrator wrote it."""
DeedRef = Annotated[str, *Slug.__metadata__, Ref("deed")]
GuidelineRef = Annotated[str, *Slug.__metadata__, Ref("guideline")]
SpotlightRef = Annotated[str, *Slug.__metadata__, Ref("spotlight")]
ExtendedRef = Annotated[str, *Slug.__metadata__, Ref("extended struggle")]
BlockRef = Annotated[str, *Slug.__metadata__, Ref("block")]
PlayerRef = Annotated[str, *Slug.__metadata__, Ref("person")]
PayerRef = Annotated[str, *Slug.__metadata__, Ref("owner of dice")]
EarlierCampaign = Annotated[str, *Slug.__metadata__, Ref("earlier campaign")]
EarlierCharacter = Annotated[str, *Slug.__metadata__, Ref("earlier character")]
"""Ids that another campaign gives itself and its PC: only that campaign knows them."""
NewThing = Annotated[str, *Slug.__metadata__, NewId("name")]
