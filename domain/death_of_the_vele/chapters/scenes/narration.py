"""Narration goes round (VE-42, VE-43, VE-49)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import act_in, in_story
from domain.death_of_the_vele.lookup import act_of, in_order, rolled_struggle
from domain.death_of_the_vele.phrases import STORY, told
from domain.death_of_the_vele.seats import NARRATION, players, seat_of
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ActStatus, ChangeReason, XpReason
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Person, Text

chapter = Chapter[Vele](
    "Narration goes round",
    {
        "no_change_due": "No extended struggle has ended: the narrator may pass narration, but need not.",
        "narrates_already": "{player} narrates already.",
        "earlier_player_willing": "{player} comes first in the order, and takes it.",
        "lent_already": "Narration is lent to {player}; take it back first.",
        "nothing_lent": "You have lent no narration.",
        "mid_roll": "Not while the dice of a struggle are out. Finish it first.",
        "no_relay": "Narration runs in no relay at this table.",
        "relay_next_only": "In a relay {player} is next.",
        "focus_missing": "{player} has not chosen a focus yet.",
        "twist_for_narrator": "A twist rewards the current narrator, {narrator}.",
        "own_twist": "The other players reward a twist; nobody rewards their own.",
    },
)


FOCUS, INNER_FOCUS = 4, 3


def narrator_due(act: Act, willing: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The narrator after a forced change, and the players the offers went to (VE-42)."""
    after = in_order(act.initiative_order, act.narrator or "")
    for place, player in enumerate(after, start=1):
        if player in willing:
            return player, tuple(after[:place])
    return (after[0] if after else act.narrator or ""), tuple(after)


class ChangeNarrator(Command):
    """Pass narration on: an extended struggle has ended.

    Offers go down the initiative list from the player after the narrator: the first who wants it narrates; if
    nobody does, the next on the list.

    Needs:    an extended struggle ended since this narrator began.
    Refused:  `no_act`, `act_in_setup`, `no_change_due`, `not_in_story`, `narrates_already`,
              `earlier_player_willing`.
    Yields:   `NarratorChanged`.
    """

    type: Literal["death_of_the_vele.change_narrator"] = "death_of_the_vele.change_narrator"
    willing: tuple[PersonRef, ...] = Field(
        title="Who wants to narrate", default=(), description="Everybody who wants to narrate."
    )
    to: PersonRef | None = Field(
        title="To whom", default=None, description="Who takes it; left out, whoever is due."
    )


class NarratorChanged(Event):
    """Another player narrates. `offers`: who was asked, in order (VE-42, VE-43)."""

    type: Literal["death_of_the_vele.narrator_changed.v1"] = "death_of_the_vele.narrator_changed.v1"
    was: Person
    now: Person
    reason: ChangeReason
    offers: tuple[Person, ...] = ()


@chapter.decides(ChangeNarrator)
def change_narrator(state: Vele, command: ChangeNarrator, asker: Asker, chance: Chance) -> Events:
    """VE-42: pass narration down the initiative list to the first who wants it, else to the next."""
    in_story(state, asker)
    act = act_in(state, ActStatus.PLAYING)
    need(act.change_due, "no_change_due")
    if unknown := [player for player in command.willing if player not in state.story.players]:
        raise CommandRefused("not_in_story", player=unknown[0])
    now, offers = narrator_due(act, command.willing)
    if command.to is not None and command.to != now:
        need(command.to != act.narrator, "narrates_already", player=command.to)
        raise CommandRefused("earlier_player_willing", player=now)
    was = act.narrator or now
    return [NarratorChanged(was=was, now=now, reason=ChangeReason.FORCED, offers=offers)]


@chapter.applies(NarratorChanged)
def _(state: Vele, event: NarratorChanged) -> None:
    act = act_of(state)
    must(event.now in state.story.players, f"{event.now} does not play in this story")
    act.narrator = event.now
    act.narrator_lent_to = None
    if event.reason is ChangeReason.FORCED:
        act.change_due = False
    if event.reason is ChangeReason.FOCUS:
        act.focus, act.next_focus, act.next_narrator = act.next_focus, "", None


@chapter.tells(NarratorChanged, "{now} narrates")
def _(state: Vele, event: NarratorChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.now)


class PassNarration(Command):
    """Hand narration over for good.

    Needs:    to be the narrator; in a relay the next in order, once they have chosen their focus.
    Refused:  `narrator_only`, `not_in_story`, `narrates_already`, `mid_roll`, `relay_next_only`,
              `focus_missing`.
    Yields:   `NarratorChanged`; by house rule `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.pass_narration"] = "death_of_the_vele.pass_narration"
    to: PersonRef = Field(title="To whom")


@chapter.decides(PassNarration)
def pass_narration(state: Vele, command: PassNarration, asker: Asker, chance: Chance) -> Events:
    """VE-43: hand narration over for good; in a relay (VE-P6) to the next in order, with a focus on a card."""
    in_story(state, asker)
    act = may_hand_narration_on(state, asker, command.to)
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("mid_roll", struggle=rolled.id)
    relay = state.house_rules.narration_relay
    if relay:
        following = in_order(act.initiative_order, asker.person)[0]
        need(command.to == following, "relay_next_only", player=following)
        need(act.next_narrator == command.to, "focus_missing", player=command.to)
    reason = ChangeReason.FOCUS if relay else ChangeReason.PASSED
    changed = NarratorChanged(was=asker.person, now=command.to, reason=reason)
    return [changed, *focus_xp(state, act, asker.person)]


def may_hand_narration_on(state: Vele, asker: Asker, to: str) -> Act:
    """The act, if the asker is its narrator and may give narration to this player; refused otherwise."""
    act = state.act
    if act is None or act.status is not ActStatus.PLAYING or act.narrator != asker.person:
        raise CommandRefused("narrator_only", narrator=act.narrator if act is not None else None)
    need(to in state.story.players, "not_in_story", player=to)
    need(to != asker.person, "narrates_already", player=to)
    return act


def focus_xp(state: Vele, act: Act, narrator: str) -> list[Event]:
    """Events of a narrator's XP: 4 for the act's starting event or objective, 3 for a focus between (VE-P7)."""
    if not (state.house_rules.relay_xp and state.house_rules.narration_relay and act.focus):
        return []
    objective = act.objective.text if act.objective is not None else ""
    awards = Awards(state)
    outer = act.focus in (act.starting_event, objective)
    awards.give(narrator, FOCUS if outer else INNER_FOCUS, XpReason.FOCUS, act.focus)
    return awards.events


class LendNarration(Command):
    """Lend narration: it can be taken back at any time but during a roll.

    Needs:    to be the narrator, with nothing lent.
    Refused:  `narrator_only`, `not_in_story`, `narrates_already`, `lent_already`.
    Yields:   `NarrationLent`.
    """

    type: Literal["death_of_the_vele.lend_narration"] = "death_of_the_vele.lend_narration"
    to: PersonRef = Field(title="To whom")


class NarrationLent(Event):
    """The narrator lent narration."""

    type: Literal["death_of_the_vele.narration_lent.v1"] = "death_of_the_vele.narration_lent.v1"
    narrator: Person
    to: Person


@chapter.decides(LendNarration)
def lend_narration(state: Vele, command: LendNarration, asker: Asker, chance: Chance) -> Events:
    """VE-43: lend narration until it is taken back, or forced to change."""
    in_story(state, asker)
    act = may_hand_narration_on(state, asker, command.to)
    need(act.narrator_lent_to is None, "lent_already", player=act.narrator_lent_to)
    return [NarrationLent(narrator=asker.person, to=command.to)]


@chapter.applies(NarrationLent)
def _(state: Vele, event: NarrationLent) -> None:
    act = act_of(state)
    must(act.narrator == event.narrator and act.narrator_lent_to is None, "narration cannot be lent now")
    act.narrator_lent_to = event.to


@chapter.tells(NarrationLent, "{narrator} lends narration to {to}")
def _(state: Vele, event: NarrationLent) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.to)


class ReclaimNarration(Command):
    """Take lent narration back.

    Needs:    to have lent it; no struggle rolled and unfinished.
    Refused:  `nothing_lent`, `mid_roll`.
    Yields:   `NarrationReclaimed`.
    """

    type: Literal["death_of_the_vele.reclaim_narration"] = "death_of_the_vele.reclaim_narration"


class NarrationReclaimed(Event):
    """The narrator took back the narration that was lent."""

    type: Literal["death_of_the_vele.narration_reclaimed.v1"] = "death_of_the_vele.narration_reclaimed.v1"
    narrator: Person


@chapter.decides(ReclaimNarration)
def reclaim_narration(state: Vele, command: ReclaimNarration, asker: Asker, chance: Chance) -> Events:
    """VE-43: take narration back, at any time but during a roll."""
    in_story(state, asker)
    act = state.act
    if act is None or act.narrator_lent_to is None or act.narrator != asker.person:
        raise CommandRefused("nothing_lent")
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("mid_roll", struggle=rolled.id)
    return [NarrationReclaimed(narrator=asker.person)]


@chapter.applies(NarrationReclaimed)
def _(state: Vele, event: NarrationReclaimed) -> None:
    act = act_of(state)
    must(act.narrator_lent_to is not None, "nothing is lent")
    act.narrator_lent_to = None


@chapter.tells(NarrationReclaimed, "{narrator} narrates again")
def _(state: Vele, event: NarrationReclaimed) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.narrator)


class ChooseFocus(Command):
    """Choose what to narrate about: the focus of a relay's next narrator.

    Needs:    the house rule of the relay; to be next in initiative order.
    Refused:  `no_relay`, `no_act`, `act_in_setup`, `relay_next_only`, `text_missing`.
    Yields:   `FocusChosen`.
    """

    type: Literal["death_of_the_vele.choose_focus"] = "death_of_the_vele.choose_focus"
    text: Text
    act_objective: bool = Field(default=False, description="It is the objective of the act.")


class FocusChosen(Event):
    """The next narrator of a relay laid out what it will be about. `act_objective`: it is the act's objective."""

    type: Literal["death_of_the_vele.focus_chosen.v1"] = "death_of_the_vele.focus_chosen.v1"
    player: Person
    text: Text
    act_objective: bool


@chapter.decides(ChooseFocus)
def choose_focus(state: Vele, command: ChooseFocus, asker: Asker, chance: Chance) -> Events:
    """VE-P6: choose, as the next narrator, a focus while another still narrates."""
    in_story(state, asker)
    need(state.house_rules.narration_relay, "no_relay")
    act = act_in(state, ActStatus.PLAYING)
    following = next(iter(in_order(act.initiative_order, act.narrator or "")), None)
    need(asker.person == following, "relay_next_only", player=following)
    text = act.objective.text if command.act_objective and act.objective is not None else command.text
    need(text.strip(), "text_missing")
    return [FocusChosen(player=asker.person, text=text, act_objective=command.act_objective)]


@chapter.applies(FocusChosen)
def _(state: Vele, event: FocusChosen) -> None:
    act = act_of(state)
    act.next_focus = event.text
    act.next_narrator = event.player


@chapter.tells(FocusChosen, "{player} will narrate: {text}")
def _(state: Vele, event: FocusChosen) -> Iterable[Fact]:
    yield told(event.text, "focus", event.player)


class AwardTwist(Command):
    """Reward the twist: a striking addition of the narrator.

    Needs:    an act being played; the current narrator, rewarded by another player.
    Refused:  `no_act`, `act_in_setup`, `twist_for_narrator`, `own_twist`, `text_missing`.
    Yields:   `TwistAwarded`, `ExperienceAwarded`, `LevelDieGained`, `LevelGained`.
    """

    type: Literal["death_of_the_vele.award_twist"] = "death_of_the_vele.award_twist"
    narrator: PersonRef = Field(title="Whom it rewards")
    text: Text = Field(title="The twist")


class TwistAwarded(Event):
    """The table rewarded a twist (VE-49)."""

    type: Literal["death_of_the_vele.twist_awarded.v1"] = "death_of_the_vele.twist_awarded.v1"
    narrator: Person
    text: Text
    over_guide: bool = Field(default=False, description="It is not the first of its act.")


@chapter.decides(AwardTwist)
def award_twist(state: Vele, command: AwardTwist, asker: Asker, chance: Chance) -> Events:
    """VE-49: pay the current narrator for a twist; one an act is the guide, not a limit."""
    in_story(state, asker)
    act = act_in(state, ActStatus.PLAYING)
    narrator = act.narrator_lent_to or act.narrator
    need(command.narrator == narrator, "twist_for_narrator", narrator=narrator)
    need(asker.person != narrator, "own_twist")
    need(command.text.strip(), "text_missing")
    awards = Awards(state)
    awards.give(command.narrator, state.house_rules.twist_xp, XpReason.TWIST)
    awarded = TwistAwarded(narrator=command.narrator, text=command.text, over_guide=act.twist_awarded)
    return [awarded, *awards.events]


@chapter.applies(TwistAwarded)
def _(state: Vele, event: TwistAwarded) -> None:
    act_of(state).twist_awarded = True
    state.story.twists_awarded += 1


@chapter.tells(TwistAwarded, "A twist by {narrator}: {text}")
def _(state: Vele, event: TwistAwarded) -> Iterable[Fact]:
    more = " (one twist an act is the guide)" if event.over_guide else ""
    yield told(f"{event.text}{more}", "twist", event.narrator)


def handing_over(state: Vele, act: Act, asker: Asker, narrator: str) -> Iterable[Offer]:
    """Offers to pass, lend and take back narration; in a relay, to choose the next focus."""
    following = in_order(act.initiative_order, narrator)
    if state.house_rules.narration_relay and following and (asker.is_gm or asker.person == following[0]):
        first = seat_of(following[0], asker)
        yield first.offer(ChooseFocus, f"{first.who} chooses the next focus", group=NARRATION)
    if not (asker.is_gm or asker.person == narrator):
        return
    seat = seat_of(narrator, asker)
    ready = not state.house_rules.narration_relay or act.next_narrator is not None
    if rolled_struggle(state) is None and following and ready:
        to = following[:1] if state.house_rules.narration_relay else following
        yield seat.offer(
            PassNarration,
            f"{seat.who} passes narration on",
            {},
            {"to": players(state, to)},
            group=NARRATION,
        )
    if act.narrator_lent_to is None and following:
        yield seat.offer(
            LendNarration, f"{seat.who} lends narration", {}, {"to": players(state, following)}, group=NARRATION
        )
    elif act.narrator_lent_to is not None and rolled_struggle(state) is None:
        yield seat.offer(ReclaimNarration, f"{seat.who} takes narration back", group=NARRATION)
