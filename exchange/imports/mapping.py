"""Mapping of a file: who is who in it, and how it is cut into evenings; guessed, written down for a person,
read again.
"""

import json
from collections.abc import Mapping as AnyMapping
from difflib import SequenceMatcher
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from domain.kernel.terms import Name, Slug, Text, slugify
from domain.kernel.wording.faults import first_fault
from exchange.imports.entries import NOBODY, OF_A_PROGRAM, NotTaken
from exchange.imports.spool import Spool
from exchange.imports.survey import Survey
from exchange.imports.texts import from_iso

_LIKE_ENOUGH = 0.86


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MappedSpeaker(_Closed):
    """The voice of a speaker of the file: an id of the campaign, or a new one. Without an id: left out.

    `player` is whose character or voice it is, where somebody else speaks through it; `enters` makes a character
    of a new voice, in games where that takes no more than a name.
    """

    id: Slug | None
    name: Name
    player: Slug | None = None
    enters: bool = False


class EveningOf(_Closed):
    """An evening: entries from `starts` (ISO 8601; empty: from the beginning) up to the next belong to it.

    Where no time tells it from others, `first` is the id of the message it begins with.
    """

    starts: str
    title: Name
    first: str = ""


class Mapping(_Closed):
    """The decisions of a person about a file before it is taken in."""

    campaign: str
    file: str
    sum: str
    format: str
    zone: str = Field(default="UTC", description="For times without a zone: such as Europe/Berlin.")
    day_first: bool = Field(default=False, description="Whether 4/5/2021 is the 4th of May.")
    secrets: Literal["gm", "leave-out"] = Field(
        default="gm", description="Whispers and blind rolls: for the GM alone, or not at all."
    )
    deleted: Literal["gm", "leave-out"] = Field(
        default="leave-out", description="Messages deleted in the other tool that the file still holds."
    )
    undated: bool = Field(
        default=False, description="Whether notes without date or number tell of play, so that their dice count."
    )
    adjust: Text = Field(
        default="", description="Why values that do not add up are adjusted; empty: they are not."
    )
    speakers: Annotated[dict[str, MappedSpeaker], Field(default_factory=dict)]
    evenings: Annotated[list[EveningOf], Field(default_factory=list)]

    def to_json(self) -> str:
        """As it is written into a file."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"


def read_mapping(text: str, name: str) -> Mapping:
    """The mapping in a file. Raises `NotTaken` with a sentence that says what is off."""
    try:
        mapping = Mapping.model_validate_json(text)
    except (ValidationError, RecursionError) as error:
        said = first_fault(error) if isinstance(error, ValidationError) else "it is too deep"
        raise NotTaken(f"The mapping {name} cannot be read: {said}.") from error
    for evening in mapping.evenings:
        if evening.starts and from_iso(evening.starts) is None:
            raise NotTaken(f"The mapping {name} cannot be read: {evening.starts!r} is no time.")
    return mapping


def guessed(
    spool: Spool,
    survey: Survey,
    campaign: str,
    known: AnyMapping[str, str],
    players: AnyMapping[str, str] = MappingProxyType({}),
) -> Mapping:
    """A mapping to begin with. `known` are the people and characters of the campaign: id -> name; `players` says
    whose a character is.
    """
    taken: dict[str, str] = dict(known)
    speakers: dict[str, MappedSpeaker] = {}
    talkative = sorted(survey.speakers.values(), key=lambda it: -it.entries)
    for name in sorted((*(it.name for it in talkative), *survey.users), key=_is_aside):
        if name not in speakers:
            match = _match(name, known)
            if not match and name in OF_A_PROGRAM:
                speakers[name] = MappedSpeaker(id=None, name=name)
                continue
            if not match and _is_aside(name) and (same := speakers.get(name[1:-1])):
                speakers[name] = same
                continue
            who = (
                MappedSpeaker(id=match, name=known[match])
                if match
                else MappedSpeaker(id=new_id(name, taken), name=name)
            )
            speakers[name] = who
            taken[who.id or ""] = who.name
    for it in talkative:
        who, user = speakers[it.name], it.most_often_by
        player = players.get(who.id or "") or (speakers[user].id if user and user != it.name else None)
        if player is not None and player != who.id:
            speakers[it.name] = who.model_copy(update={"player": player})
    return Mapping(
        campaign=campaign,
        file=spool.source.name,
        sum=spool.sum,
        format=spool.format.key,
        speakers=speakers,
        evenings=[EveningOf(starts=it.starts, title=it.title, first=it.first) for it in survey.evenings],
    )


def left_out(mapping: Mapping) -> list[str]:
    """The speakers of the file whom a mapping leaves out."""
    return [speaker for speaker, it in mapping.speakers.items() if it.id is None]


def leaves_all_out(mapping: Mapping, survey: Survey) -> bool:
    """True if nobody who speaks in the file is taken in."""
    return bool(survey.speakers) and set(survey.speakers) <= set(left_out(mapping))


def _is_aside(name: str) -> bool:
    """True if it is a name in brackets, as some tools write who speaks beside the play."""
    return name.startswith("(") and name.endswith(")") and name != NOBODY


def as_before(mapping: Mapping, voices: AnyMapping[str, str], known: AnyMapping[str, str]) -> Mapping:
    """A mapping in which whoever was taken in before is who they were then: `voices` says speaker -> id."""
    speakers = dict(mapping.speakers)
    for speaker, voice in voices.items():
        if speaker in speakers:
            name = known.get(voice, speaker)
            speakers[speaker] = speakers[speaker].model_copy(update={"id": voice, "name": name})
    return mapping.model_copy(update={"speakers": speakers})


def with_founder(mapping: Mapping, founder: str, name: str) -> Mapping:
    """A mapping in which whoever speaks by the name of a campaign's founder is the founder, and no second person.

    For a campaign that was not there when it was guessed: of what it guessed nobody else is changed.
    """
    same = {it.id for it in mapping.speakers.values() if it.id and _match(it.name, {founder: name})}
    speakers = {
        called: it.model_copy(update={"id": founder, "name": name, "player": None})
        if it.id in same
        else it.model_copy(update={"player": founder})
        if it.player in same
        else it
        for called, it in mapping.speakers.items()
    }
    return mapping.model_copy(update={"speakers": speakers})


def new_id(name: str, taken: AnyMapping[str, str]) -> str:
    """An id for somebody or something of this name that nobody else has."""
    slug = slugify(name)[:60].strip("-") or f"voice-{sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}"
    if slug not in taken or taken[slug] == name:
        return slug
    return next(f"{slug}-{number}" for number in range(2, len(taken) + 3) if f"{slug}-{number}" not in taken)


def _match(speaker: str, known: AnyMapping[str, str]) -> str | None:
    """The one of the campaign who has that name, or one so like it that it can be nobody else."""
    said = slugify(speaker.removesuffix("(GM)"))
    if not said:
        return None
    for known_id, called in known.items():
        if said in (known_id, slugify(called)):
            return known_id
    if len(said) > 200 or len(known) > 500:
        return None
    ratios = [(SequenceMatcher(None, said, slugify(called)).ratio(), it) for it, called in known.items()]
    close = [it for ratio, it in ratios if ratio >= _LIKE_ENOUGH]
    return close[0] if len(close) == 1 else None
