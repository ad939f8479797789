"""Events about what is known. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text
from domain.wicked_ones.terms import FactSource, InformationForm, InformationSource


class QuestionAsked(Event):
    """A player asked what is known."""

    type: Literal["wicked_ones.question_asked.v1"] = "wicked_ones.question_asked.v1"
    question: Slug
    by: Person
    text: Text


class QuestionAnswered(Event):
    """Everybody knows it."""

    type: Literal["wicked_ones.question_answered.v1"] = "wicked_ones.question_answered.v1"
    question: Slug
    text: Text


class MarkedHidden(Event):
    """Ordinary folk do not know it; there are ways to find out."""

    type: Literal["wicked_ones.marked_hidden.v1"] = "wicked_ones.marked_hidden.v1"
    question: Slug


class FactProposed(Event):
    """A player added something to the world, if the GM agrees."""

    type: Literal["wicked_ones.fact_proposed.v1"] = "wicked_ones.fact_proposed.v1"
    fact: Slug
    by: Person
    text: Text
    source: FactSource
    through: Text


class FactEstablished(Event):
    """It is so."""

    type: Literal["wicked_ones.fact_established.v1"] = "wicked_ones.fact_established.v1"
    fact: Slug
    text: Text
    source: FactSource


class FactDenied(Event):
    """It is not so."""

    type: Literal["wicked_ones.fact_denied.v1"] = "wicked_ones.fact_denied.v1"
    fact: Slug
    why: Text


class FactLeftToFortune(Event):
    """The dice shall say."""

    type: Literal["wicked_ones.fact_left_to_fortune.v1"] = "wicked_ones.fact_left_to_fortune.v1"
    fact: Slug


class SecretKept(Event):
    """Only the GM knows this."""

    type: Literal["wicked_ones.secret_kept.v1"] = "wicked_ones.secret_kept.v1"
    fact: Slug
    text: Text


class InformationGained(Event):
    """Something hidden came out. `revealed` names the GM's secrets among it."""

    type: Literal["wicked_ones.information_gained.v1"] = "wicked_ones.information_gained.v1"
    character: Character
    source: InformationSource
    form: InformationForm
    count: Points
    texts: tuple[Text, ...]
    revealed: tuple[Slug, ...]
    description: Text


class ContactMade(Event):
    """Somebody of the world was met."""

    type: Literal["wicked_ones.contact_made.v1"] = "wicked_ones.contact_made.v1"
    whom: Name
    outcome: Text


KNOWLEDGE: tuple[type[Event], ...] = (
    QuestionAsked,
    QuestionAnswered,
    MarkedHidden,
    FactProposed,
    FactEstablished,
    FactDenied,
    FactLeftToFortune,
    SecretKept,
    InformationGained,
    ContactMade,
)
