"""What may be asked about the world: questions, facts, and what is hidden."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Name, Slug, Text
from domain.wicked_ones.terms import Answer, FactSource, InformationForm, InformationSource

from .described import Described


class AskGm(Command):
    """Ask what the monsters know of the world.

    Needs:    anybody with a seat.
    Refused:  `question_missing`, `dungeon_missing`.
    Yields:   `QuestionAsked`.
    """

    type: Literal["wicked_ones.ask_gm"] = "wicked_ones.ask_gm"
    question: Text
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class AnswerQuestion(Command):
    """Tell what everybody knows, or say that this is hidden.

    Needs:    the GM; a question that was asked.
    Refused:  `only_gm`, `question_unknown`.
    Yields:   `QuestionAnswered` or `MarkedHidden`.
    """

    type: Literal["wicked_ones.answer_question"] = "wicked_ones.answer_question"
    question: Slug
    text: Text = ""
    hidden: bool = Field(default=False, description="Ordinary locals do not know it.")


class ProposeFact(Described):
    """Add something to the world.

    Needs:    anybody with a seat.
    Refused:  `describe_first`.
    Yields:   `FactProposed`.
    """

    type: Literal["wicked_ones.propose_fact"] = "wicked_ones.propose_fact"
    source: FactSource = FactSource.TALK
    through: Text = Field(default="", description="The ability or the room, if one lets you.")
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class RuleFact(Command):
    """Say yes, no, or let the dice say.

    Needs:    the GM; a fact that was proposed.
    Refused:  `only_gm`, `fact_unknown`, `must_say_yes`.
    Yields:   `FactEstablished`, `FactDenied` or `FactLeftToFortune`.
    """

    type: Literal["wicked_ones.rule_fact"] = "wicked_ones.rule_fact"
    fact: Slug
    answer: Answer
    why: Text = ""


class KeepSecret(Command):
    """Write down something that only the GM knows, until it is learnt.

    Needs:    the GM.
    Refused:  `only_gm`, `reason_missing`.
    Yields:   `SecretKept`.
    """

    type: Literal["wicked_ones.keep_secret"] = "wicked_ones.keep_secret"
    text: Text
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class GainInformation(Described):
    """Learn something hidden, and pay what that way costs.

    Needs:    your own living monster, or the GM for it; one of the listed ways.
    Refused:  `no_source`, `way_closed`, `too_many`, `no_torture_chamber`, `ability_not_owned`, `not_enough_gold`,
              `no_stress_left`, `fact_unknown`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`, `scene_missing` for a flashback.
    Yields:   `InformationGained`; `GoldSpent`, `StressSpent`, `WentFeral` for its price.
    """

    type: Literal["wicked_ones.gain_information"] = "wicked_ones.gain_information"
    character: Character
    source: InformationSource
    form: InformationForm
    count: Delta = Field(default=1, description="One or two.")
    texts: tuple[Text, ...] = Field(default=(), max_length=2, description="What is learnt, in words.")
    reveals: tuple[Slug, ...] = Field(default=(), max_length=2, description="Secrets of the GM that come out.")
    ability: Name | None = Field(default=None, description="For an ability: which.")


class MakeContact(Command):
    """Somebody of the world was met, and something came of it.

    Needs:    the GM.
    Refused:  `only_gm`.
    Yields:   `ContactMade`.
    """

    type: Literal["wicked_ones.make_contact"] = "wicked_ones.make_contact"
    whom: Name
    outcome: Text = ""
