"""Fields of commands that name a thing that is there, by its kind. `references.py` lists what there is."""

from typing import Annotated

from pydantic import BeforeValidator

from domain.kernel.references import FactionRef as FactionRef
from domain.kernel.references import Ref
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Person, Slug, slugify


def _short_name(written: object) -> object:
    return slugify(written) if isinstance(written, str) else written


CharacterRef = Annotated[CharacterSlug, Ref("character")]
ProtagonistRef = Annotated[CharacterSlug, Ref("protagonist")]
CastRef = Annotated[CharacterSlug, Ref("cast")]
FormerRef = Annotated[CharacterSlug, Ref("once")]
"""Somebody whose story is over, and whose place another takes."""
PlayerRef = Annotated[Person, Ref("player")]
SettingRef = Annotated[str, *Slug.__metadata__, Ref("setting")]
LocationRef = Annotated[str, *Slug.__metadata__, Ref("location")]
LifepathRef = Annotated[str, *Slug.__metadata__, Ref("lifepath")]
TraitRef = Annotated[str, *Slug.__metadata__, Ref("trait")]
ConditionRef = Annotated[str, *Slug.__metadata__, Ref("condition")]
AssetRef = Annotated[str, *Slug.__metadata__, Ref("asset")]
HelpRef = Annotated[str, *Slug.__metadata__, Ref("helping")]
"""Anything on a sheet that may help or hinder."""
SourceRef = Annotated[str, *Slug.__metadata__, Ref("source")]
"""Anything on a sheet that may earn a fate point; a belief or an instinct by its place."""
SceneRef = Annotated[str, *Slug.__metadata__, Ref("scene")]
TestRef = Annotated[str, *Slug.__metadata__, Ref("test")]
CompelRef = Annotated[str, *Slug.__metadata__, Ref("compel")]
VoteRef = Annotated[str, *Slug.__metadata__, Ref("vote")]
SubjectRef = Annotated[str, *Slug.__metadata__, Ref("subject")]
"""A character, or the campaign itself."""
FieldRef = Annotated[str, *Slug.__metadata__, BeforeValidator(_short_name), Ref("settled")]
"""A matter settled by word: the points of a sheet, something settled before, or anything under its own name."""
