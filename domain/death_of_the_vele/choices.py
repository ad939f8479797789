"""Choices in forms: the rulebook's names and headings, with what they do in our own words."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from domain.death_of_the_vele.printed import EFFECT_SIZES
from domain.death_of_the_vele.terms.cast import (
    AttachCost,
    AttackMode,
    ComponentKind,
    Effect,
    Justification,
    Nature,
    RucheGrade,
    Size,
    TraitKind,
)
from domain.death_of_the_vele.terms.dice import Die, Pool
from domain.death_of_the_vele.terms.play import (
    AbsentReason,
    ApprovalKind,
    MatrixColumn,
    ObjectiveOutcome,
    ObjectiveScope,
    SceneKind,
    TakenOut,
    Tone,
)
from domain.death_of_the_vele.terms.struggle import (
    ExtendedKind,
    FateUse,
    GoalType,
    MoveCost,
    SpinUse,
    StruggleKind,
    WagerSource,
)
from domain.kernel.offers import Choice

TONES = (
    Choice(Tone.PULPY.value, "Pulpy", "whoever acts turns to fate first"),
    Choice(Tone.GRITTY.value, "Gritty", "whoever resists turns to fate first"),
    Choice(Tone.HEROIC.value, "Heroic", "story characters turn to fate before PCs"),
    Choice(Tone.DOOMED.value, "Doomed", "PCs turn to fate before story characters"),
)
EVEN_TONES = TONES[:2]
"""Tones a heroic or doomed story falls back on when two of a kind struggle."""

TAKEN_OUT = (
    Choice(TakenOut.UNCONSCIOUS.value, "Unconscious", "until the scene ends"),
    Choice(TakenOut.TOO_WEAK.value, "Too weak", "to act, until the scene ends"),
    Choice(TakenOut.DEAD.value, "Dead", "for good"),
)

OBJECTIVE_KINDS = (
    Choice("Deliver ", "Deliver something"),
    Choice("Retrieve ", "Retrieve something"),
    Choice("Defend ", "Defend something"),
    Choice("Perform ", "Perform a task"),
)
"""Beginnings of an objective, by the rulebook's categories."""

PEOPLES = tuple(
    Choice(it, it) for it in ("Goolan", "Nadar", "Scrahv", "Scrow", "Ruche mutant", "Machine smith", "Craven")
)
"""Peoples of PCs, among others; the rulebook leaves it to the table."""

_EFFECTS = {
    Effect.POWER_ATTACK: "its die is added to the score of who acts",
    Effect.POWER_DEFENSE: "its die is taken off the score of who attacks",
    Effect.LETHAL: "harm even where the attack fails",
    Effect.FINESSE: "an aspect on the target as well, on success",
    Effect.AUTO_FINESSE: "an aspect on the target at once",
    Effect.MOVE: "moves somebody through zones",
    Effect.RANGE: "reaches into other zones",
    Effect.BLOCK: "also blocks something, on success",
    Effect.AUTO_BLOCK: "also blocks something, in any case",
    Effect.CHAIN: "the same result reaches another",
    Effect.REFLECTIVE: "whoever beats it loses a trait too",
    Effect.AREA: "against everybody in the zone",
    Effect.SELECTIVE_AREA: "against several of one's choice",
    Effect.HEAL: "mends traits, one for each point",
    Effect.FICTION: "something is so, on success",
    Effect.CREATE: "something new that lasts for the scene",
}


def _sizes(effect: Effect) -> str:
    sizes = [str(die.sides) for die in EFFECT_SIZES[effect]]
    return sizes[0] if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"


def _called(effect: Effect) -> str:
    words = effect.value.title().split("_")
    return ("-" if words[0] == "Auto" else " ").join(words)


EFFECTS = tuple(Choice(it.value, _called(it), f"{_sizes(it)}: {does}") for it, does in _EFFECTS.items())
"""The effects of abilities, with the sizes there are. A size costs as a die of it: 4 is a point, 12 is five."""

DICE = tuple(Choice(die.value, die.value, f"{die.points} point{'s' * (die.points > 1)}") for die in Die)
SIZES = (
    Choice(Size.MINION.value, "Minion", "one trait"),
    Choice(Size.NORMAL.value, "Normal", "two to four traits"),
    Choice(Size.MAIN.value, "Main", "three to six traits"),
)

GOALS = (
    Choice(GoalType.FICTION.value, "Have something happen"),
    Choice(GoalType.MANEUVER.value, "Maneuver", "an aspect for the scene"),
    Choice(GoalType.ASSESS.value, "Assess", "find an aspect that lasts"),
    Choice(GoalType.DECLARE.value, "Declare", "say an aspect that lasts"),
)
KINDS = (
    Choice(StruggleKind.OFFENSIVE_DEFENSIVE.value, "One tries, the other resists"),
    Choice(StruggleKind.HEAD_TO_HEAD.value, "Head-to-head", "both try, dice covered"),
    Choice(StruggleKind.MASS.value, "Against many at once", "with Area"),
)
MODES = (
    Choice(AttackMode.DAMAGE.value, "Damage", "its marks need healing"),
    Choice(AttackMode.CONTROL.value, "Control", "its marks go with the scene"),
)
SOURCES = (
    Choice(WagerSource.OWN.value, "Your dice", "wagered"),
    Choice(WagerSource.ALLOCATED.value, "Set aside for abilities", "wagered"),
    Choice(WagerSource.BOWL.value, "The bowl", "borrowed"),
)
SCENES = (
    Choice(SceneKind.NORMAL.value, "Here and now"),
    Choice(SceneKind.MEANWHILE.value, "Meanwhile", "elsewhere, at the same time"),
    Choice(SceneKind.FLASHBACK.value, "Flashback", "no dice"),
    Choice(SceneKind.FLASHFORWARD.value, "Flashforward", "no dice"),
)
DIFFICULTIES = (
    Choice(1, "1", "difficult"),
    Choice(2, "2"),
    Choice(3, "3", "hard"),
    Choice(4, "4"),
    Choice(5, "5", "about the most there is"),
)
FATE_USES = (
    Choice(FateUse.BONUS.value, "A better result"),
    Choice(FateUse.REROLL.value, "A die again"),
    Choice(FateUse.FEAT.value, "Something extraordinary"),
    Choice(FateUse.OWN_ASPECT_FICTION.value, "Fiction on your own aspect"),
    Choice(FateUse.CHANGE_FACT.value, "Change a fact"),
    Choice(FateUse.CANCEL_CHANGE.value, "Undo such a change"),
)
TRAIT_KINDS = (
    Choice(TraitKind.NONE.value, "No kind"),
    Choice(TraitKind.PHYSICAL.value, "Physical"),
    Choice(TraitKind.MENTAL.value, "Mental"),
    Choice(TraitKind.SOCIAL.value, "Social"),
)

COLUMNS = (
    Choice(MatrixColumn.NAME.value, "Its name"),
    Choice(MatrixColumn.FIRST_FOCUS.value, "What it begins with"),
    Choice(MatrixColumn.OBJECTIVE.value, "Its objective"),
)
JUSTIFICATIONS = (
    Choice(Justification.FOUND.value, "Found here"),
    Choice(Justification.TRAIT.value, "By a trait or ability"),
    Choice(Justification.THING_YOU_NEED.value, "The thing you need", "once in an act"),
    Choice(Justification.SETUP.value, "Set-up of the act"),
)
EXTENDED_KINDS = (
    Choice(ExtendedKind.OPPOSED.value, "Opposed", "one side tries, the second failure loses"),
    Choice(ExtendedKind.CONTEST.value, "Contest", "the first success wins"),
    Choice(ExtendedKind.TUG_OF_WAR.value, "Tug-of-war", "a lead of two wins"),
    Choice(ExtendedKind.OVERPOWER.value, "Overpower", "until a side cannot go on"),
)
SPIN_USES = (
    Choice(SpinUse.MODIFIER.value, "On somebody's next roll"),
    Choice(SpinUse.MANEUVER.value, "A maneuver at once"),
    Choice(SpinUse.ROLLLESS_ACTION.value, "An action without a roll"),
)
OUTCOMES = (
    Choice(ObjectiveOutcome.ACHIEVED.value, "Achieved"),
    Choice(ObjectiveOutcome.FAILED.value, "Failed", "by the PCs' own doing"),
    Choice(ObjectiveOutcome.IGNORED.value, "Ignored"),
    Choice(ObjectiveOutcome.LOST.value, "Lost", "through others"),
    Choice(ObjectiveOutcome.EXPIRED.value, "Expired"),
)
NATURES = tuple(Choice(it.value, it.value.replace("_", " ").capitalize()) for it in Nature)

POOLS = (
    Choice(Pool.CHARACTER.value, "Character dice", "of the PC and its components"),
    Choice(Pool.STORY.value, "Story dice", "of story components"),
    Choice(Pool.ALLOCATED.value, "Set aside", "for a component's abilities"),
    Choice(Pool.GROUP.value, "Group dice", "for traits of its members only"),
)
BOUGHT_AS = (
    Choice(ComponentKind.PC.value, "A component of your PC", "from character dice"),
    Choice(ComponentKind.STORY.value, "A story component", "from story dice"),
)
GRADES = (
    Choice(RucheGrade.DOMAIN.value, "Domain", "a whole one, one at most"),
    Choice(RucheGrade.TECHNIQUE.value, "Technique", "a single one"),
)
ATTACHED_FOR = (
    Choice(AttachCost.ACTION.value, "An action", "of one of them"),
    Choice(AttachCost.FATE.value, "Fate", "1 XP, at once"),
    Choice(AttachCost.SETUP.value, "Nothing", "while the act is set up"),
)
MOVED_FOR = (
    Choice(MoveCost.FREE.value, "Free", "one zone, before or after a struggle"),
    Choice(MoveCost.ACTION.value, "Its action", "one zone more"),
)
APPROVALS = (
    Choice(ApprovalKind.GOAL.value, "A goal", "what a struggle is for"),
    Choice(ApprovalKind.ALLY.value, "An ally", "who lends traits to a side"),
    Choice(ApprovalKind.TRAIT.value, "A trait", "that it applies here"),
    Choice(ApprovalKind.DIFFICULTY.value, "A difficulty", "1 to 5 off a result"),
    Choice(ApprovalKind.FATE.value, "Fate", "what 1 XP is spent on"),
    Choice(ApprovalKind.HIT.value, "A hit on an aspect", "playing to it, for XP"),
    Choice(ApprovalKind.BUY_OFF.value, "Buying off an aspect", "it is settled for good"),
    Choice(ApprovalKind.OBJECTIVE.value, "An objective", "that it is achieved, failed or gone"),
)
PLAYED_BECAUSE = (
    Choice(AbsentReason.OWN_CLASH.value, "Two of one player's clash", "with the new player's story dice, and XP"),
    Choice(AbsentReason.ABSENT_TURNS.value, "Its player is away: picked in turns", "with the new player's dice"),
    Choice(
        AbsentReason.ABSENT_MANAGER.value, "Its player is away: one plays all", "with the absent player's dice"
    ),
    Choice(
        AbsentReason.ABSENT_VOLUNTEER.value,
        "Its player is away: somebody this once",
        "with the absent player's dice",
    ),
)
SCOPES = (
    Choice(ObjectiveScope.ACT.value, "Of the act"),
    Choice(ObjectiveScope.STORY.value, "Of the story"),
)
STRUCK_BACK = (
    Choice(GoalType.ATTACK.value, "Attack", "harm, or control"),
    Choice(GoalType.MANEUVER.value, "Put an aspect on them", "for the scene"),
    Choice(GoalType.BLOCK.value, "Block", "stand against one thing they do"),
    Choice(GoalType.FICTION.value, "Have something happen"),
)

CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType(
    {
        AbsentReason: PLAYED_BECAUSE,
        ApprovalKind: APPROVALS,
        AttachCost: ATTACHED_FOR,
        AttackMode: MODES,
        ComponentKind: BOUGHT_AS,
        Die: DICE,
        Effect: EFFECTS,
        ExtendedKind: EXTENDED_KINDS,
        GoalType: STRUCK_BACK,
        Justification: JUSTIFICATIONS,
        MatrixColumn: COLUMNS,
        MoveCost: MOVED_FOR,
        Nature: NATURES,
        ObjectiveOutcome: OUTCOMES,
        ObjectiveScope: SCOPES,
        Pool: POOLS,
        RucheGrade: GRADES,
        Size: SIZES,
        SpinUse: SPIN_USES,
        TakenOut: TAKEN_OUT,
        Tone: TONES,
        TraitKind: TRAIT_KINDS,
        WagerSource: SOURCES,
    }
)
"""Every term that somebody chooses, as it is called there."""
