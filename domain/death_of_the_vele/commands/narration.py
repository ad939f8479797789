"""What may be asked of narrators and twists, and of the end of acts and stories (VE-42, VE-43, VE-47 to VE-49)."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Person, Text


class ChangeNarrator(Command):
    """Pass narration on because an extended struggle has ended.

    Offers go down the initiative list from the player after the narrator: the first who wants it narrates; if
    nobody does, the next on the list.

    Needs:    an extended struggle ended since this narrator began.
    Refused:  `no_act`, `act_in_setup`, `no_change_due`, `not_in_story`, `narrates_already`,
              `earlier_player_willing`.
    Yields:   `NarratorChanged`.
    """

    type: Literal["death_of_the_vele.change_narrator"] = "death_of_the_vele.change_narrator"
    willing: tuple[Person, ...] = Field(default=(), description="Everybody who wants to narrate.")
    to: Person | None = Field(default=None, description="Who takes it; left out, whoever is due.")


class PassNarration(Command):
    """Hand narration over for good.

    Needs:    to be the narrator; in a relay the next in order, once they have chosen their focus.
    Refused:  `narrator_only`, `not_in_story`, `narrates_already`, `mid_roll`, `relay_next_only`,
              `focus_missing`.
    Yields:   `NarratorChanged`; by house rule `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.pass_narration"] = "death_of_the_vele.pass_narration"
    to: Person


class LendNarration(Command):
    """Lend narration, to be taken back at any time but during a roll.

    Needs:    to be the narrator, with nothing lent.
    Refused:  `narrator_only`, `not_in_story`, `narrates_already`, `lent_already`.
    Yields:   `NarrationLent`.
    """

    type: Literal["death_of_the_vele.lend_narration"] = "death_of_the_vele.lend_narration"
    to: Person


class ReclaimNarration(Command):
    """Take lent narration back.

    Needs:    to have lent it; no struggle rolled and unfinished.
    Refused:  `nothing_lent`, `mid_roll`.
    Yields:   `NarrationReclaimed`.
    """

    type: Literal["death_of_the_vele.reclaim_narration"] = "death_of_the_vele.reclaim_narration"


class ChooseFocus(Command):
    """Choose, as the next narrator of a relay, what one's narration will be about.

    Needs:    the house rule of the relay; to be next in initiative order.
    Refused:  `no_relay`, `no_act`, `act_in_setup`, `relay_next_only`, `text_missing`.
    Yields:   `FocusChosen`.
    """

    type: Literal["death_of_the_vele.choose_focus"] = "death_of_the_vele.choose_focus"
    text: Text
    act_objective: bool = Field(default=False, description="It is the objective of the act.")


class EndAct(Command):
    """End the act. An objective still open lapses.

    Needs:    to narrate; no scene open.
    Refused:  `narrator_only`, `scene_open`.
    Yields:   `ObjectiveLapsed`, `ActEnded`, `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.end_act"] = "death_of_the_vele.end_act"
    outcome: Text = ""


class EndStory(Command):
    """End the story. An objective still open lapses.

    Needs:    no act under way.
    Refused:  `act_running`, `story_ended`.
    Yields:   `ObjectiveLapsed`, `StoryEnded`.
    """

    type: Literal["death_of_the_vele.end_story"] = "death_of_the_vele.end_story"
    outcome: Text = ""


class AwardTwist(Command):
    """Reward the narrator for a striking addition.

    Needs:    an act being played; the current narrator, rewarded by another player.
    Refused:  `no_act`, `act_in_setup`, `twist_for_narrator`, `own_twist`, `text_missing`.
    Yields:   `TwistAwarded`, `ExperienceAwarded`, `LevelDieGained`, `LevelGained`.
    """

    type: Literal["death_of_the_vele.award_twist"] = "death_of_the_vele.award_twist"
    narrator: Person
    text: Text


COMMANDS: tuple[type[Command], ...] = (
    ChangeNarrator,
    PassNarration,
    LendNarration,
    ReclaimNarration,
    ChooseFocus,
    EndAct,
    EndStory,
    AwardTwist,
)
