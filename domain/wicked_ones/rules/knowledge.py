"""What is known, what players add to the world, and what is hidden (WO-11 to WO-13)."""

from collections.abc import Iterable

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, PersonId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld, WickedOne, asked_id
from domain.wicked_ones.terms import (
    MOST_INFORMATION,
    Answer,
    FactSource,
    FactStatus,
    InformationSource,
    Phase,
    StressReason,
)

from .common import affordable, gold_of, open_scene, own_or_gm, purse_of, reason_given, scene_is_open
from .stress import owned, segment_left, spent

TORTURE_CHAMBER = "torture-chamber"
ACQUAINTANCE_PRICE = 1
_STRESSFUL = {
    InformationSource.ABILITY: StressReason.ABILITY,
    InformationSource.FLASHBACK: StressReason.FLASHBACK,
    InformationSource.FLASHBACK_TO_TORTURE: StressReason.FLASHBACK,
}


def ask_gm(state: Underworld, command: ask.AskGm, asker: Asker) -> Events:
    """WO-11: whatever is common knowledge is answered."""
    need(command.question.strip(), "question_missing")
    asked = say.QuestionAsked(
        question=asked_id(state, "question", command.id), by=PersonId(asker.person), text=command.question
    )
    return [asked]


def answer_question(state: Underworld, command: ask.AnswerQuestion) -> Events:
    """WO-11: told, or marked as hidden."""
    need(command.question in state.questions, "question_unknown", question=command.question)
    if command.hidden:
        return [say.MarkedHidden(question=command.question)]
    return [say.QuestionAnswered(question=command.question, text=command.text)]


def propose_fact(state: Underworld, command: ask.ProposeFact, asker: Asker) -> Events:
    """WO-12: a player adds to the world."""
    return [
        say.FactProposed(
            fact=asked_id(state, "fact", command.id),
            by=PersonId(asker.person),
            text=command.description,
            source=command.source,
            through=command.through,
        )
    ]


def rule_fact(state: Underworld, command: ask.RuleFact) -> Events:
    """WO-12: yes, no or the dice; an ability or a room makes it yes, unless that is highly implausible."""
    fact = state.world.get(command.fact)
    if fact is None or fact.status not in (FactStatus.PROPOSED, FactStatus.FORTUNE):
        raise CommandRefused("fact_unknown", fact=command.fact)
    if command.answer is Answer.YES:
        return [say.FactEstablished(fact=command.fact, text=fact.text, source=fact.source)]
    if fact.source is not FactSource.TALK and not command.why.strip():
        raise CommandRefused("must_say_yes", source=fact.source)
    if command.answer is Answer.MAYBE:
        return [say.FactLeftToFortune(fact=command.fact)]
    return [say.FactDenied(fact=command.fact, why=command.why)]


def keep_secret(state: Underworld, command: ask.KeepSecret) -> Events:
    """Something ordinary folk do not know, and the players neither, yet."""
    reason_given(command.text)
    return [say.SecretKept(fact=asked_id(state, "fact", command.id), text=command.text)]


def gain_information(state: Underworld, command: ask.GainInformation, asker: Asker) -> Events:
    """WO-13: one of the listed ways, at its price, for one or two pieces."""
    it = own_or_gm(state, command.character, asker)
    way_open(state, command, it)
    count = max(command.count, len(command.texts), len(command.reveals))
    need(1 <= count <= MOST_INFORMATION, "too_many", count=count, most=MOST_INFORMATION)
    for fact in command.reveals:
        if fact not in state.world or not state.world[fact].hidden:
            raise CommandRefused("fact_unknown", fact=fact)
    if command.source is InformationSource.ABILITY:
        owned(it, command.character, command.ability or "")
    if _STRESSFUL.get(command.source) is StressReason.FLASHBACK:
        open_scene(state)
    price: list[Event] = []
    if command.source is InformationSource.ACQUAINTANCE:
        affordable(state, command.character, ACQUAINTANCE_PRICE)
        price.append(
            say.GoldSpent(
                character=command.character,
                amount=ACQUAINTANCE_PRICE,
                reason="information",
                purse=purse_of(state, command.character),
                description=command.description,
            )
        )
    stress = _STRESSFUL.get(command.source)
    cost = state.house_rules.ability_stress if stress is StressReason.ABILITY else 1
    if stress is not None and cost:
        segment_left(it, command.character)
        price += spent(it, command.character, cost, stress)
    secrets = tuple(state.world[fact].text for fact in dict.fromkeys(command.reveals))
    gained = say.InformationGained(
        character=CharacterId(command.character),
        source=command.source,
        form=command.form,
        count=count,
        texts=(*command.texts, *secrets),
        revealed=tuple(dict.fromkeys(command.reveals)),
        description=command.description,
    )
    return [*price, gained]


WAYS = {
    InformationSource.PRISONER: "a prisoner who was broken",
    InformationSource.FACTION: "a faction or a vile friend",
    InformationSource.ACQUAINTANCE: "gold for an acquaintance",
    InformationSource.RAID: "a raid",
    InformationSource.ABILITY: "an ability",
    InformationSource.ROOM: "a room of the dungeon",
    InformationSource.FLASHBACK: "a flashback",
    InformationSource.FLASHBACK_TO_TORTURE: "a flashback to torture",
}
"""The ways to hidden information, in words."""


def way_open(state: Underworld, command: ask.GainInformation, it: WickedOne) -> None:
    """Hidden information can be had this way now."""
    rooms, way = state.dungeon.rooms, command.source
    ways = [WAYS[each] for each in open_ways(state, it, command.character)]
    match way:
        case InformationSource.NONE:
            raise CommandRefused("no_source", ways=ways)
        case InformationSource.FLASHBACK_TO_TORTURE if not has_torture_chamber(rooms.values()):
            raise CommandRefused("no_torture_chamber")
        case InformationSource.PRISONER | InformationSource.RAID | InformationSource.ROOM if WAYS[way] not in ways:
            raise CommandRefused("way_closed", way=WAYS[way], ways=ways)


def open_ways(state: Underworld, it: WickedOne, character: str) -> list[InformationSource]:
    """WO-13: the ways open to a monster now, but for its abilities."""
    tense, flashing = not it.stress_left, scene_is_open(state)
    closed = {
        InformationSource.NONE: True,
        InformationSource.ABILITY: True,
        InformationSource.PRISONER: not any(each.broken for each in state.dungeon.prisoners.values()),
        InformationSource.RAID: state.phase is not Phase.RAIDING,
        InformationSource.ROOM: not state.dungeon.rooms,
        InformationSource.ACQUAINTANCE: gold_of(state, character) < ACQUAINTANCE_PRICE,
        InformationSource.FLASHBACK: tense or not flashing,
        InformationSource.FLASHBACK_TO_TORTURE: tense
        or not flashing
        or not has_torture_chamber(state.dungeon.rooms.values()),
    }
    return [way for way in InformationSource if not closed.get(way, False)]


def has_torture_chamber(rooms: Iterable[str]) -> bool:
    """Whether one of the rooms is a torture chamber, whatever else it is called."""
    return any(TORTURE_CHAMBER in slugify(name) for name in rooms)


def make_contact(state: Underworld, command: ask.MakeContact) -> Events:
    """Somebody of the world, and what came of it."""
    return [say.ContactMade(whom=command.whom, outcome=command.outcome)]
