"""What happened to the table and the cast."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text
from domain.spc.terms import Die, Printed, Slot


class TalentEntered(Printed):
    """A talent as entered, its id settled."""

    id: Slug
    name: Name


class CostedEntered(Printed):
    """A power or a weakness as entered, its id settled."""

    id: Slug
    name: Name
    cost: Points


class RitualEntered(Printed):
    """A ritual as entered, its id settled."""

    id: Slug
    name: Name
    ambition: Die
    cunning: Die
    vigilance: Die


class GadgetEntered(Printed):
    """A gadget as entered, its id settled."""

    id: Slug
    name: Name
    slot: Slot
    value: Die


class MastermindNamed(Event):
    """Somebody runs the villains and the world from here on."""

    type: Literal["spc.mastermind_named.v1"] = "spc.mastermind_named.v1"
    player: Person


class PlayerSeated(Event):
    """A player has a place in the order of scenes; seats are counted from 1."""

    type: Literal["spc.player_seated.v1"] = "spc.player_seated.v1"
    player: Person
    seat: Points


class PlayerUnseated(Event):
    """A player is out of the order of scenes, and their Character out of the adventure."""

    type: Literal["spc.player_unseated.v1"] = "spc.player_unseated.v1"
    player: Person
    character: Character | None


class VillainyPreviewed(Event):
    """The Mastermind said what kind of villainy is intended. Adventures of a table are counted from 1."""

    type: Literal["spc.villainy_previewed.v1"] = "spc.villainy_previewed.v1"
    adventure: Points
    text: Text


class CharacterCreated(Event):
    """A player made a Character. Both tracks stand at 0."""

    type: Literal["spc.character_created.v1"] = "spc.character_created.v1"
    character: Character
    player: Person
    name: Name
    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points
    talents: tuple[TalentEntered, ...]
    powers: tuple[CostedEntered, ...]
    weaknesses: tuple[CostedEntered, ...]
    rituals: tuple[RitualEntered, ...]
    gadgets: tuple[GadgetEntered, ...]
    goal_text: Text
    drawback_text: Text


class CharacterReturned(Event):
    """A Character of an earlier adventure is in this one, as the sheet stands."""

    type: Literal["spc.character_returned.v1"] = "spc.character_returned.v1"
    character: Character
    player: Person


class AntagonistIntroduced(Event):
    """A villain with intentions of its own is on the cast list."""

    type: Literal["spc.antagonist_introduced.v1"] = "spc.antagonist_introduced.v1"
    antagonist: Character
    name: Name
    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points
    talents: tuple[TalentEntered, ...]
    powers: tuple[CostedEntered, ...]
    weaknesses: tuple[CostedEntered, ...]
    rituals: tuple[RitualEntered, ...]
    gadgets: tuple[GadgetEntered, ...]
    tracks: bool
    goal_text: Text
    drawback_text: Text


class GoonNumbers(Printed):
    """The pools and rating of a goon that rolls."""

    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points


class GoonIntroduced(Event):
    """A minor villain is at hand. Numbers only by house rule."""

    type: Literal["spc.goon_introduced.v1"] = "spc.goon_introduced.v1"
    goon: Slug
    name: Name
    description: Text
    numbers: GoonNumbers | None = None


class AdventureStarted(Event):
    """The adventure is played from here on: the first seat sets the first scene."""

    type: Literal["spc.adventure_started.v1"] = "spc.adventure_started.v1"
    adventure: Points


class AdventureEnded(Event):
    """The villainy is done or undone."""

    type: Literal["spc.adventure_ended.v1"] = "spc.adventure_ended.v1"
    adventure: Points
    epilogue: Text


class SchemeNoted(Event):
    """The Mastermind noted what an antagonist is really up to."""

    type: Literal["spc.scheme_noted.v1"] = "spc.scheme_noted.v1"
    antagonist: Character
    text: Text


class AdjudicationRecordedV1(Event):
    """An adjudication as it was told at first: whether it brought a goal to its end is not said."""

    type: Literal["spc.adjudication_recorded.v1"] = "spc.adjudication_recorded.v1"
    subject: Slug
    field: Name
    before: Text
    after: Text
    reason: Text
    feature: Text
    apart: tuple[int, int] | None = None


class AdjudicationRecorded(Event):
    """The Mastermind settled by word what the rules leave open. `before` and `after` are values as text.

    `apart`, for a track: the same step as it moves its upper and its lower end, counted as numbers of their own.
    `reached`, in a conflict: the goal came to its end by it, and its scene is granted when the conflict is closed.
    """

    type: Literal["spc.adjudication_recorded.v2"] = "spc.adjudication_recorded.v2"
    subject: Slug
    field: Name
    before: Text
    after: Text
    reason: Text
    feature: Text
    apart: tuple[int, int] | None = None
    reached: bool = False
