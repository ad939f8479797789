"""Choices to pick from in forms: names and headings of the rulebook, and what is ours beside them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from domain.hot_circle.printed import LEVELS, LOWEST_STEP, STEPS
from domain.hot_circle.terms import (
    Ability,
    AdvantageSource,
    AssetKind,
    DeedRefusal,
    FateCause,
    Fit,
    Form,
    GoalResult,
    HelpSource,
    HindranceSource,
    Importance,
    NoTest,
    OnFailure,
    Randomizer,
    Rank,
    RelationKind,
    RerollReason,
    Reward,
    Stakes,
    TestKind,
    Verdict,
    VoteRound,
)
from domain.kernel.offers import Choice

OURS = "our suggestion"
"""The detail of what stands in no rulebook."""

INSTINCT_FORMS = (
    Choice(Form.ALWAYS.value, "Always"),
    Choice(Form.NEVER.value, "Never"),
    Choice(Form.WHEN.value, "When … then"),
)
STARTING_LIFEPATHS = (
    Choice(2, "2: amateurs"),
    Choice(3, "3: promising youth"),
    Choice(4, "4: professionals"),
    Choice(5, "5: powerful"),
    Choice(6, "6: powerful"),
)
KEEPSAKES = (
    Choice(AssetKind.RELATIONSHIP.value, "Relationship"),
    Choice(AssetKind.SPECIAL_ITEM.value, "Special item"),
)
RANDOMIZERS = (
    Choice(Randomizer.DICE.value, "Dice"),
    Choice(Randomizer.CARDS.value, "Playing cards"),
)
GENRES = tuple(
    Choice(genre, genre, OURS)
    for genre in (
        "Low fantasy in a crowded town",
        "Country tale for the whole family",
        "Ghost story in a seaside resort",
        "Frontier drama",
        "Court intrigue",
        "Space opera among traders",
    )
)
STYLES = tuple(
    Choice(style, style, OURS)
    for style in ("Slow and funny", "Dark, with warm lights", "Fast and loud", "Bittersweet", "Dry and dangerous")
)
TRAITS = tuple(
    Choice(trait, trait, OURS)
    for trait in ("Stubborn", "Soft-spoken", "Reckless", "Loyal", "Proud", "Curious", "Tired", "Light-fingered")
)

FITS = (
    Choice(Fit.HELPFUL.value, "Helpful", "all its dice"),
    Choice(Fit.NEUTRAL.value, "Neutral", "2 dice"),
    Choice(Fit.HINDERING.value, "Hindering", "1 die"),
)
REWARDS = (
    Choice(Reward.FATE.value, "A fate point"),
    Choice(Reward.CLEAR.value, "Clear what hinders", "no fate point"),
)
DIFFICULT_FOR = tuple(Choice(level, word.capitalize()) for level, word in enumerate(LEVELS))
HOW_DIFFICULT = tuple(Choice(step, word, f"+{step}") for step, word in enumerate(STEPS, start=LOWEST_STEP))
RANKS = (
    Choice(Rank.MINOR.value, "Minor", "cleared by 1 test"),
    Choice(Rank.MAJOR.value, "Major", "cleared by 3 tests"),
)
AGAINST = (
    Choice(TestKind.INDEPENDENT.value, "An obstacle"),
    Choice(TestKind.VERSUS.value, "Somebody"),
)
STAKES = (
    Choice(Stakes.NORMAL.value, "Neither"),
    Choice(Stakes.KILL.value, "A life"),
    Choice(Stakes.CONVINCE.value, "A conviction"),
)
ABILITIES = (
    Choice(Ability.RESOURCES.value, "Resources", "I have it"),
    Choice(Ability.CIRCLES.value, "Circles", "I know them"),
    Choice(Ability.WISES.value, "Wises", "I know it"),
    Choice(Ability.DEEDS.value, "Deeds", "I did it"),
)
ON_FAILURE = (
    Choice(OnFailure.TAX.value, "A tax", "barred with this lifepath"),
    Choice(OnFailure.HOSTILE.value, "A hostile contact", "circles only"),
    Choice(OnFailure.MISINFORMED.value, "It is false", "wises only"),
    Choice(OnFailure.CONSEQUENCES.value, "Done, with consequences", "deeds only"),
)
VERDICTS = (
    Choice(Verdict.GRANT.value, "It works"),
    Choice(Verdict.CONSEQUENCE.value, "It goes wrong"),
)
NO_TEST = (
    Choice(NoTest.NO_INTENT.value, "Nothing to be achieved"),
    Choice(NoTest.NO_TASK.value, "No way to do it"),
    Choice(NoTest.NO_CONSEQUENCE.value, "Nothing at risk"),
)
DEED_REFUSALS = (
    Choice(DeedRefusal.BETTER_PLAYED.value, "Better played out"),
    Choice(DeedRefusal.OPPOSED.value, "Somebody would oppose it"),
    Choice(DeedRefusal.CONTRADICTS.value, "It contradicts the story"),
)
COMPLICATIONS = (
    Choice(FateCause.STANCE.value, "A stance"),
    Choice(FateCause.INSTINCT.value, "An instinct"),
    Choice(FateCause.TRAIT.value, "A trait"),
    Choice(FateCause.RELATIONSHIP.value, "A relationship"),
)
COMPELLED_BY = (
    *COMPLICATIONS,
    Choice(FateCause.HINDERING_LIFEPATH.value, "A hindering lifepath"),
    Choice(FateCause.HINDERING_TRAIT.value, "A hindering trait"),
    Choice(FateCause.HINDERING_CONDITION.value, "A hindering condition"),
)
GOAL_RESULTS = (
    Choice(GoalResult.FURTHERED.value, "Furthered", "1 persona"),
    Choice(GoalResult.SIMPLE.value, "Resolved: simple", "2 persona"),
    Choice(GoalResult.MODERATE.value, "Resolved: moderate", "4 persona"),
    Choice(GoalResult.COMPLEX.value, "Resolved: complex", "6 persona"),
)
IMPORTANCES = (
    Choice(Importance.MINOR.value, "Minor"),
    Choice(Importance.MAJOR.value, "Major", "one in each setting at most"),
)
RELATIONS = (
    Choice(RelationKind.COOPERATE.value, "It cooperates with it"),
    Choice(RelationKind.COMPETE.value, "It competes with it"),
)
ASSETS = (
    Choice(AssetKind.WISE.value, "Wise", "what somebody knows about, for good"),
    Choice(AssetKind.SKILL.value, "Skill", "what somebody can do, for good"),
    Choice(AssetKind.RELATIONSHIP.value, "Relationship", "whom somebody knows, for good"),
    Choice(AssetKind.SPECIAL_ITEM.value, "Special item", "what somebody has, for good"),
    Choice(AssetKind.SUBJECT.value, "Subject", "may become a wise"),
    Choice(AssetKind.FOCUS.value, "Focus", "may become a skill"),
    Choice(AssetKind.CONTACT.value, "Contact", "may become a relationship"),
    Choice(AssetKind.GEAR.value, "Gear", "may become a special item"),
)
ADVANTAGES = (
    Choice(AdvantageSource.CIRCUMSTANCES.value, "How things stand"),
    Choice(AdvantageSource.ASSET.value, "An asset at hand"),
    Choice(AdvantageSource.HELP.value, "Somebody's help"),
    Choice(AdvantageSource.LINK.value, "A test before this one"),
)
HELPERS = (
    Choice(HelpSource.LIFEPATH.value, "Another lifepath"),
    Choice(HelpSource.TRAIT.value, "A trait"),
    Choice(HelpSource.CONDITION.value, "A condition"),
    Choice(HelpSource.WISE.value, "A wise"),
    Choice(HelpSource.SKILL.value, "A skill"),
)
HINDERED_BY = (
    Choice(HindranceSource.TRAIT.value, "A trait"),
    Choice(HindranceSource.CONDITION.value, "A condition"),
)
REROLLS = (
    Choice(RerollReason.ADVANTAGE.value, "Advantage", "the tester, due to fail, once"),
    Choice(RerollReason.DISADVANTAGE.value, "Disadvantage", "due to pass, once"),
    Choice(RerollReason.PERSONA.value, "Persona", "1 point each time"),
    Choice(RerollReason.COMPROMISE.value, "A compromise", "the other side gets something of what it wants"),
)
ROUNDS = (
    Choice(VoteRound.REMOVAL.value, "A trait may go"),
    Choice(VoteRound.ADDITION.value, "A trait may come"),
)

CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType(
    {
        Ability: ABILITIES,
        AdvantageSource: ADVANTAGES,
        AssetKind: ASSETS,
        DeedRefusal: DEED_REFUSALS,
        Form: INSTINCT_FORMS,
        HelpSource: HELPERS,
        HindranceSource: HINDERED_BY,
        Importance: IMPORTANCES,
        OnFailure: ON_FAILURE,
        Randomizer: RANDOMIZERS,
        Rank: RANKS,
        RelationKind: RELATIONS,
        RerollReason: REROLLS,
        Reward: REWARDS,
        VoteRound: ROUNDS,
    }
)
"""Every term that somebody chooses, as it is called there."""
