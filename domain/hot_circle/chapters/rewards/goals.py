"""Goals and their rewards, and beliefs and instincts that are replaced (HC-62, HC-70)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.artha import PersonaAwarded
from domain.hot_circle.chapters.guards import acted_for, in_play, in_step, own_pc, pc
from domain.hot_circle.chapters.people.characters import well_formed
from domain.hot_circle.fields import PLACE, TRIGGER
from domain.hot_circle.lookup import belief_of, instinct_of
from domain.hot_circle.phrases import belief_text, instinct_text, standing, words
from domain.hot_circle.printed import ANOTHER_PC, GOAL_REWARD, REPLACED
from domain.hot_circle.refs import ProtagonistRef
from domain.hot_circle.seats import SESSION_END, Seat, any_of, characters
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Belief
from domain.hot_circle.terms import EndStep, Form, GoalResult, GoalStatus, PersonaCause, Slot
from domain.hot_circle.words import blank, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Text

chapter = Chapter[Circle](
    "Goals, beliefs and instincts at the session's end",
    {
        "belief_unknown": "{character} has no such belief. Name it by its place: 1, 2 or 3.",
        "goal_already_rewarded": "This goal was rewarded already: {status}.",
        "not_resolved": "Only a resolved goal earns a point for involving another player's character.",
        "other_pc_unknown": "{character} is no other player's character.",
        "nothing_replaced": "The {what} is unchanged.",
        "already_revised": "This {what} was revised in this session's end already.",
    },
)


def belief_to_change(state: Circle, slug: str, slot: str, asker: Asker, step: EndStep, *, gm_too: bool) -> Belief:
    """A belief on one's own sheet, in the right step; refused otherwise."""
    pc(state, slug)
    it = acted_for(state, slug, asker) if gm_too else own_pc(state, slug, asker)
    in_step(state, step)
    return found(it.beliefs.get(slot), "belief_unknown", character=slug, belief=slot)


class RewardGoal(Command):
    """Reward a goal that was furthered, or resolved and how hard that was.

    Needs:    the first ending step; the player, or the gamemaster.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `belief_unknown`, `goal_already_rewarded`, `not_resolved`, `other_pc_unknown`,
              `session_not_ending`.
    Yields:   `GoalFurthered` or `GoalResolved`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.reward_goal"] = "hot_circle.reward_goal"
    character: ProtagonistRef
    belief: str = Field(title="Which belief?", description=PLACE, max_length=3, examples=["1"])
    result: GoalResult = Field(title="What became of it?")
    other_pc: ProtagonistRef | None = Field(
        title="Another protagonist it involved",
        default=None,
        description="Another player's character whom it involved.",
    )


class GoalFurthered(Event):
    """A goal came nearer."""

    type: Literal["hot_circle.goal_furthered.v1"] = "hot_circle.goal_furthered.v1"
    character: CharacterSlug
    slot: Slot


class GoalResolved(Event):
    """A goal is resolved."""

    type: Literal["hot_circle.goal_resolved.v1"] = "hot_circle.goal_resolved.v1"
    character: CharacterSlug
    slot: Slot
    difficulty: GoalResult
    other_pc: CharacterSlug | None


@chapter.decides(RewardGoal)
def reward_goal(state: Circle, command: RewardGoal, asker: Asker, dice: Dice) -> Events:
    """HC-62: reward a goal, furthered or resolved by how hard it was; one more with another's character in it."""
    in_play(state)
    belief = belief_to_change(state, command.character, command.belief, asker, EndStep.PERSONA, gm_too=True)
    furthered = command.result is GoalResult.FURTHERED
    both = state.house_rules.further_and_resolve and belief.goal_status is GoalStatus.FURTHERED and not furthered
    if belief.goal_status is not GoalStatus.OPEN and not both:
        raise CommandRefused("goal_already_rewarded", belief=command.belief, status=belief.goal_status)
    other = command.other_pc
    if furthered and other is not None:
        raise CommandRefused("not_resolved", belief=command.belief)
    if other is not None and (other == command.character or other not in state.pcs):
        raise CommandRefused("other_pc_unknown", character=other)
    what: Event = (
        GoalFurthered(character=command.character, slot=command.belief)
        if furthered
        else GoalResolved(
            character=command.character, slot=command.belief, difficulty=command.result, other_pc=other
        )
    )
    return [
        what,
        PersonaAwarded(
            character=command.character,
            amount=GOAL_REWARD[command.result] + (ANOTHER_PC if other is not None else 0),
            cause=PersonaCause.GOAL_FURTHERED if furthered else PersonaCause.GOAL_RESOLVED,
            source=command.belief,
        ),
    ]


def goal_change(state: Circle, who: str, slot: str, now: GoalStatus, why: str) -> Fact:
    """The change of a goal's status, as a fact."""
    label = state.characters[who].beliefs[slot].goal
    return standing(
        who, "goals", slot, "open", now.value, why, label, good=True, lasting=now is GoalStatus.RESOLVED
    )


@chapter.applies(GoalFurthered)
def _(state: Circle, event: GoalFurthered) -> None:
    belief = belief_of(state, event.character, event.slot)
    must(belief.goal_status is GoalStatus.OPEN, "this goal was rewarded already")
    belief.goal_status = GoalStatus.FURTHERED
    belief.furthered_in_session = state.game_session.session_no


@chapter.tells(GoalFurthered, "{character} has come nearer to {slot} goal")
def _(state: Circle, event: GoalFurthered) -> Iterable[Fact]:
    yield goal_change(state, event.character, event.slot, GoalStatus.FURTHERED, "furthered")
    yield tracks.of_goal(state, event.character, event.slot)
    text = state.characters[event.character].beliefs[event.slot].goal
    yield facts.Turn(test="", who=event.character, text=text, way=facts.Way.NEARS)


@chapter.applies(GoalResolved)
def _(state: Circle, event: GoalResolved) -> None:
    belief = belief_of(state, event.character, event.slot)
    must(belief.goal_status is not GoalStatus.RESOLVED, "this goal was rewarded already")
    belief.goal_status = GoalStatus.RESOLVED


@chapter.tells(GoalResolved, "{character} has resolved {slot} goal ({difficulty}){other_pc:+, together with }")
def _(state: Circle, event: GoalResolved) -> Iterable[Fact]:
    yield goal_change(state, event.character, event.slot, GoalStatus.RESOLVED, words(event.difficulty))
    yield tracks.of_goal(state, event.character, event.slot)
    text = state.characters[event.character].beliefs[event.slot].goal
    yield facts.Advanced(
        owner=event.character, track=f"goals.{event.slot}.reward", what=f"{text} ({words(event.difficulty)})"
    )
    way = facts.Way.REACHES if event.other_pc is None else facts.Way.REACHES_WITH
    yield facts.Turn(test="", who=event.character, text=text, way=way, to=event.other_pc or "")


class ReviseBelief(Command):
    """Write a belief anew for the next session. Another stance is rewarded, another goal alone is not.

    Needs:    the second ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `belief_unknown`, `belief_incomplete`, `nothing_replaced`, `already_revised`,
              `session_not_ending`.
    Yields:   `BeliefRevised`, `PersonaAwarded` if the stance changed.
    """

    type: Literal["hot_circle.revise_belief"] = "hot_circle.revise_belief"
    character: ProtagonistRef
    belief: str = Field(title="Which belief?", description=PLACE, max_length=3, examples=["1"])
    stance: Text = Field(title="I believe")
    goal: Text = Field(title="so I must")


class BeliefRevised(Event):
    """A belief is written anew."""

    type: Literal["hot_circle.belief_revised.v1"] = "hot_circle.belief_revised.v1"
    character: CharacterSlug
    slot: Slot
    old_stance: Text
    stance: Text
    old_goal: Text
    goal: Text
    stance_changed: bool


@chapter.decides(ReviseBelief)
def revise_belief(state: Circle, command: ReviseBelief, asker: Asker, dice: Dice) -> Events:
    """HC-70: revise a belief: another stance is growth, another goal alone is only the next step."""
    in_play(state)
    belief = belief_to_change(state, command.character, command.belief, asker, EndStep.BELIEFS, gm_too=False)
    if blank(command.stance) or blank(command.goal):
        raise CommandRefused("belief_incomplete")
    stance_changed = not same(belief.stance, command.stance)
    if not stance_changed and same(belief.goal, command.goal):
        raise CommandRefused("nothing_replaced", what="belief")
    need(not belief.revised, "already_revised", what="belief")
    revised: list[Event] = [
        BeliefRevised(
            character=command.character,
            slot=command.belief,
            old_stance=belief.stance,
            stance=command.stance,
            old_goal=belief.goal,
            goal=command.goal,
            stance_changed=stance_changed,
        )
    ]
    if stance_changed:
        revised.append(growth_award(command.character, PersonaCause.STANCE_REPLACED, command.belief))
    return revised


@chapter.applies(BeliefRevised)
def _(state: Circle, event: BeliefRevised) -> None:
    belief = belief_of(state, event.character, event.slot)
    must((belief.stance, belief.goal) == (event.old_stance, event.old_goal), "the belief was another")
    belief.stance, belief.goal, belief.revised = event.stance, event.goal, True
    if event.goal != event.old_goal:
        belief.goal_status, belief.furthered_in_session, belief.rewarded = GoalStatus.OPEN, None, 0


@chapter.tells(BeliefRevised, "{character} now believes: {stance}. So: {goal}")
def _(state: Circle, event: BeliefRevised) -> Iterable[Fact]:
    yield facts.TextSet(
        owner=event.character, field=f"beliefs.{event.slot}", text=belief_text(event.stance, event.goal)
    )
    if event.stance_changed:
        yield facts.Turn(test="", who=event.character, text=event.old_stance, way=facts.Way.BELIEVES_NO_MORE)
        yield standing(
            event.character,
            "stances",
            event.slot,
            event.old_stance,
            event.stance,
            "revised",
            "Stance",
            lasting=True,
        )
    believes = facts.Way.BELIEVES if event.stance_changed else facts.Way.STILL_BELIEVES
    yield facts.Turn(test="", who=event.character, text=event.stance, way=believes)
    yield facts.Turn(test="", who=event.character, text=event.goal, way=facts.Way.MUST)
    yield tracks.of_goal(state, event.character, event.slot)


class ReviseInstinct(Command):
    """Replace an instinct for the next session.

    Needs:    the second ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `not_my_instinct`, `instinct_form`, `nothing_replaced`, `already_revised`, `session_not_ending`.
    Yields:   `InstinctReplaced`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.revise_instinct"] = "hot_circle.revise_instinct"
    character: ProtagonistRef
    instinct: str = Field(title="Which instinct?", description=PLACE, max_length=3, examples=["1"])
    form: Form = Field(title="I")
    trigger: Text = Field(title="When what happens?", default="", description=TRIGGER)
    text: Text = Field(title="Do what?")


class InstinctReplaced(Event):
    """An instinct is another."""

    type: Literal["hot_circle.instinct_replaced.v1"] = "hot_circle.instinct_replaced.v1"
    character: CharacterSlug
    slot: Slot
    form: Form
    trigger: Text
    text: Text


@chapter.decides(ReviseInstinct)
def revise_instinct(state: Circle, command: ReviseInstinct, asker: Asker, dice: Dice) -> Events:
    """HC-70: revise an instinct, which is growth."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    in_step(state, EndStep.BELIEFS)
    instinct = found(it.instincts.get(command.instinct), "not_my_instinct", character=command.character)
    well_formed(command.form, command.trigger, command.text)
    unchanged = instinct.form is command.form and same(instinct.text, command.text)
    if unchanged and same(instinct.trigger, command.trigger):
        raise CommandRefused("nothing_replaced", what="instinct")
    need(not instinct.revised, "already_revised", what="instinct")
    return [
        InstinctReplaced(
            character=command.character,
            slot=command.instinct,
            form=command.form,
            trigger=command.trigger,
            text=command.text,
        ),
        growth_award(command.character, PersonaCause.INSTINCT_REPLACED, command.instinct),
    ]


def growth_award(character: CharacterId, cause: PersonaCause, source: str) -> Event:
    """HC-62: two points for a sign of growth."""
    return PersonaAwarded(character=character, amount=REPLACED, cause=cause, source=source)


@chapter.applies(InstinctReplaced)
def _(state: Circle, event: InstinctReplaced) -> None:
    instinct = instinct_of(state, event.character, event.slot)
    instinct.form, instinct.trigger, instinct.text = event.form, event.trigger, event.text
    instinct.revised = True


@chapter.tells(
    InstinctReplaced,
    "{character} has another instinct. {form:=always>Always|never>Never|when>When}{trigger:+ }: {text}",
)
def _(state: Circle, event: InstinctReplaced) -> Iterable[Fact]:
    text = instinct_text(event.form, event.trigger, event.text)
    yield facts.TextSet(owner=event.character, field=f"instincts.{event.slot}", text=text)


def is_rewardable(belief: Belief, *, both: bool) -> bool:
    """HC-62: True if this goal could still bring persona."""
    furthered = belief.goal_status is GoalStatus.FURTHERED
    return belief.goal_status is GoalStatus.OPEN or (both and furthered)


def goal_offers(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-62: goals not rewarded yet."""
    both = state.house_rules.further_and_resolve
    others = characters(state, (slug for slug in state.pcs if slug != seat.who))
    for slot, belief in sorted(seat.it.beliefs.items()):
        known: dict[str, object] = {"character": seat.who, "belief": slot}
        results = [it for it in GoalResult if it is not GoalResult.FURTHERED]
        if belief.goal_status is GoalStatus.OPEN:
            furthered = {**known, "result": GoalResult.FURTHERED.value, "other_pc": None}
            label = f"{seat.it.name} came nearer: {belief.goal}"
            yield seat.offer(RewardGoal, label, furthered, group=SESSION_END)
        elif belief.goal_status is GoalStatus.RESOLVED or not both:
            continue
        label = f"{seat.it.name} resolved: {belief.goal}"
        choices = {"result": any_of(results)} | ({"other_pc": others} if others else {})
        fixed = known if others else {**known, "other_pc": None}
        yield seat.offer(RewardGoal, label, fixed, choices, group=SESSION_END)


def revision_offers(seat: Seat) -> Iterable[Offer]:
    """HC-70: beliefs and instincts that may be written anew."""
    for slot, belief in sorted(seat.it.beliefs.items()):
        if not belief.revised:
            known = {"character": seat.who, "belief": slot}
            label = f"{seat.it.name}: another goal or stance for “{belief.stance}”"
            held = {"stance": belief.stance, "goal": belief.goal}
            yield seat.offer(ReviseBelief, label, known, group=SESSION_END, begins=held)
    for slot, instinct in sorted(seat.it.instincts.items()):
        if not instinct.revised:
            known = {"character": seat.who, "instinct": slot}
            label = f"{seat.it.name}: replace the instinct “{instinct.text}”"
            held = {"form": instinct.form.value, "trigger": instinct.trigger, "text": instinct.text}
            choices = {"form": any_of(Form)}
            yield seat.offer(ReviseInstinct, label, known, choices, group=SESSION_END, begins=held)
