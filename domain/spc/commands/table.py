"""What may be asked while a table forms, and about the cast of an adventure."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Name, Person, Slug, Text
from domain.spc.terms import (
    CostedPrinted,
    GadgetPrinted,
    RitualPrinted,
    TalentPrinted,
)


class NameMastermind(Command):
    """Take the Mastermind's chair: run the villains and the world. Only the campaign's GM can.

    Needs:    the GM, for themselves.
    Refused:  `mastermind_only`, `second_mastermind`, `mastermind_plays_nobody`.
    Yields:   `MastermindNamed`.
    """

    type: Literal["spc.name_mastermind"] = "spc.name_mastermind"
    player: Person


class SeatPlayer(Command):
    """Take the next place in the order in which scenes are set.

    Needs:    a player, for themselves; no scene under way.
    Refused:  `seat_for_oneself`, `mastermind_plays_nobody`, `seated_already`, `scene_open`.
    Yields:   `PlayerSeated`.
    """

    type: Literal["spc.seat_player"] = "spc.seat_player"
    player: Person


class UnseatPlayer(Command):
    """Take a player out of the order of scenes; their Character leaves the adventure.

    Needs:    the Mastermind; between scenes.
    Refused:  `mastermind_only`, `not_seated_here`, `scene_open`.
    Yields:   `PlayerUnseated`.
    """

    type: Literal["spc.unseat_player"] = "spc.unseat_player"
    player: Person


class PreviewVillainy(Command):
    """Say what kind of villainy is intended. After an adventure has ended, this begins the next one.

    Needs:    the Mastermind.
    Refused:  `mastermind_only`, `mastermind_missing`, `preview_given`, `words_missing`.
    Yields:   `VillainyPreviewed`.
    """

    type: Literal["spc.preview_villainy"] = "spc.preview_villainy"
    text: Text


class CreateCharacter(Command):
    """Make your Character for this adventure. Who has no seat yet takes the next one by it.

    Needs:    a player; the preview; no scene under way.
    Refused:  `preview_first`, `adventure_over`, `mastermind_plays_nobody`, `has_character`, `scene_open`,
              `id_empty`, `id_taken`, `id_reserved`, `pool_negative`, `rating_too_low`, `feature_named_twice`.
    Yields:   `PlayerSeated` where needed, `CharacterCreated`.
    """

    type: Literal["spc.create_character"] = "spc.create_character"
    name: Name
    id: Slug | None = None
    ambition_pool: Delta
    cunning_pool: Delta
    vigilance_pool: Delta
    obstacle_rating: Delta = Field(description="How much Abuse the Character can bear in a conflict.")
    talents: tuple[TalentPrinted, ...] = ()
    powers: tuple[CostedPrinted, ...] = ()
    weaknesses: tuple[CostedPrinted, ...] = ()
    rituals: tuple[RitualPrinted, ...] = ()
    gadgets: tuple[GadgetPrinted, ...] = ()
    goal_text: Text = ""
    drawback_text: Text = ""


class BringBackCharacter(Command):
    """Take your Character of an earlier adventure into this one, as the sheet stands.

    Needs:    the player who had it; the preview; no Character of your own yet; no scene under way.
    Refused:  `preview_first`, `adventure_over`, `character_unknown`, `not_your_character`, `has_character`,
              `mastermind_plays_nobody`, `scene_open`.
    Yields:   `PlayerSeated` where needed, `CharacterReturned`.
    """

    type: Literal["spc.bring_back_character"] = "spc.bring_back_character"
    character: Character


class IntroduceAntagonist(Command):
    """Enter a villain with intentions of its own.

    Needs:    the Mastermind; the preview. Features and tracks may be left out.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `id_empty`, `id_taken`, `id_reserved`,
              `pool_negative`, `rating_too_low`, `feature_named_twice`.
    Yields:   `AntagonistIntroduced`.
    """

    type: Literal["spc.introduce_antagonist"] = "spc.introduce_antagonist"
    name: Name
    id: Slug | None = None
    ambition_pool: Delta
    cunning_pool: Delta
    vigilance_pool: Delta
    obstacle_rating: Delta
    talents: tuple[TalentPrinted, ...] = ()
    powers: tuple[CostedPrinted, ...] = ()
    weaknesses: tuple[CostedPrinted, ...] = ()
    rituals: tuple[RitualPrinted, ...] = ()
    gadgets: tuple[GadgetPrinted, ...] = ()
    tracks: bool = Field(default=False, description="Whether it has the two tracks, like a Character.")
    goal_text: Text = ""
    drawback_text: Text = ""


class IntroduceGoon(Command):
    """Enter a minor villain: a name, and no more. Only by house rule a goon has pools and a rating.

    Needs:    the Mastermind; the preview.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `goons_have_no_numbers`,
              `goon_numbers_missing`, `id_empty`, `id_taken`, `id_reserved`, `pool_negative`, `rating_too_low`.
    Yields:   `GoonIntroduced`.
    """

    type: Literal["spc.introduce_goon"] = "spc.introduce_goon"
    name: Name
    id: Slug | None = None
    description: Text = ""
    ambition_pool: Delta | None = None
    cunning_pool: Delta | None = None
    vigilance_pool: Delta | None = None
    obstacle_rating: Delta | None = None


class StartAdventure(Command):
    """Begin to play: the first seat sets the first scene.

    Needs:    the Mastermind; the preview; a Character for every seat.
    Refused:  `mastermind_only`, `preview_first`, `adventure_under_way`, `adventure_over`, `nobody_seated`,
              `character_missing`.
    Yields:   `AdventureStarted`.
    """

    type: Literal["spc.start_adventure"] = "spc.start_adventure"


class EndAdventure(Command):
    """The villainy is done or undone. What was played stays as it is; another preview may follow.

    Needs:    the Mastermind; play; no scene under way; no goal scene owed.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `scene_open`, `goal_scene_pending`.
    Yields:   `AdventureEnded`.
    """

    type: Literal["spc.end_adventure"] = "spc.end_adventure"
    epilogue: Text = ""


class NoteScheme(Command):
    """Note what an antagonist is really up to. Only the Mastermind reads it.

    Needs:    the Mastermind.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `character_unknown`, `not_an_antagonist`,
              `words_missing`.
    Yields:   `SchemeNoted`.
    """

    type: Literal["spc.note_scheme"] = "spc.note_scheme"
    antagonist: Character
    text: Text


class RecordAdjudication(Command):
    """Record what the Mastermind settled by word: what a power, weakness, ritual or gadget does, and all else
    that the rules leave open.

    For somebody on the cast list the fields `ambition_pool`, `cunning_pool`, `vigilance_pool`, `obstacle_rating`,
    `purity_track`, `goal_track`, `penalty_next_roll`, `penalty_next_scene`, and in a conflict `progress` and
    `abuse`, change the sheet itself. In a turn `bonus_dice`, `penalty_dice` and `base_dice` before the throw and
    `modifier.ambition`, `modifier.cunning`, `modifier.vigilance` once the dice of the subject are assigned and
    before the comparison do. Every other field is kept as plain text.

    Needs:    the Mastermind; play.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `reason_needed`, `id_empty`,
              `nothing_changes`, `out_of_bounds`, `no_tracks`, `no_turn`, `already_thrown`, `already_compared`,
              `dice_are_fixed`, `ruled_elsewhere`, `assign_first`, `rituals_throw_nothing`.
    Yields:   `AdjudicationRecorded`; then `GoalAccomplished` and `GoalSceneGranted` where a goal came to its
              end.
    """

    type: Literal["spc.record_adjudication"] = "spc.record_adjudication"
    subject: Slug
    field: Name = Field(description="Such as: vigilance_pool, modifier.vigilance, bonus_dice, condition.")
    after: Text = Field(
        description="The new value; of bonus_dice, penalty_dice and modifiers, how much this adds up to."
    )
    reason: Text
    feature: Text = Field(default="", description="The power, weakness, ritual or gadget it came from.")
