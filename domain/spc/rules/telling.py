"""Facts: how many, in which order, in which form (SPC-59 to SPC-61)."""

import re

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import FactOrder
from domain.spc.rules.common import conflict_under_way, gm_only, own_participant, written
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import MOST_NOUNS, MOST_VERBS, PROGRESS_PER_FACT
from domain.spc.terms import MASTERMIND, Stage

_SENTENCE_ENDS = re.compile(r"(\S+?)[.!?…]+[\"'”’)\]]*\s+\S")
_ABBREVIATION = 3
"""A capitalised word of so few letters before a full stop is a title (St., Mr.) and ends no sentence."""


def achievers(conflict: Conflict) -> list[str]:
    """Who got their intention."""
    return [slug for slug, it in conflict.participants.items() if it.achieved]


def facts_of(it: Participant) -> int:
    """SPC-59: one Fact for every two points of Progress, rounded down."""
    return it.progress // PROGRESS_PER_FACT


def facts_left(it: Participant) -> int:
    """How many Facts are still to be told."""
    return 0 if it.facts_passed else facts_of(it) - it.facts_told


def order_of_facts(state: Adventure, conflict: Conflict) -> list[str]:
    """SPC-61: Characters before antagonists, the most Progress first; equals in seat order."""
    if len(achievers(conflict)) < 2:
        return []

    def place(slug: str) -> tuple[int, int, int]:
        it = state.characters[slug]
        group = int(it.is_antagonist)
        seat = state.seats.index(it.player) if it.player in state.seats else len(state.seats)
        if state.house_rules.fact_order is FactOrder.PROGRESS_FIRST:
            return -conflict.participants[slug].progress, group, seat
        return group, -conflict.participants[slug].progress, seat

    telling = [slug for slug in achievers(conflict) if facts_of(conflict.participants[slug]) > 0]
    return sorted(telling, key=place)


def first_turn(state: Adventure, conflict: Conflict) -> list[Event]:
    """Who tells first, if anybody has Facts to tell."""
    order = order_of_facts(state, conflict)
    if not order:
        return []
    return [say.FactTurnGiven(participant=CharacterId(order[0]), left=facts_of(conflict.participants[order[0]]))]


def next_turn(state: Adventure, conflict: Conflict, after: str, left: int) -> list[Event]:
    """Round and round, skipping those with none left. `left` is what `after` has by now."""
    order = order_of_facts(state, conflict)
    at = order.index(after)
    for slug in (*order[at + 1 :], *order[: at + 1]):
        remaining = left if slug == after else facts_left(conflict.participants[slug])
        if remaining > 0:
            return [say.FactTurnGiven(participant=CharacterId(slug), left=remaining)]
    return []


def own_fact_turn(state: Adventure, conflict: Conflict, slug: str, asker: Asker) -> Participant:
    """The participant whose turn it is to tell, asked for by whoever runs them."""
    need(conflict.status is Stage.RESOLVING, "not_resolving", conflict=conflict.id)
    it = own_participant(state, conflict, slug, asker)
    need(it.achieved, "not_achieved", participant=slug)
    need(len(achievers(conflict)) >= 2, "lone_achiever", participant=slug)
    if facts_left(it) < 1:
        raise CommandRefused("no_facts_left", participant=slug, progress=it.progress, facts=facts_of(it))
    need(conflict.fact_turn == slug, "not_your_fact_turn", participant=slug, turn=conflict.fact_turn)
    return it


def state_fact(state: Adventure, command: ask.StateFact, asker: Asker, dice: Dice) -> Events:
    """SPC-59, SPC-60: one sentence, at most one verb and two nouns by the author's own count."""
    conflict = conflict_under_way(state)
    it = own_fact_turn(state, conflict, command.participant, asker)
    written(command.text, "the Fact")
    well_told(command)
    stated = say.FactStated(
        participant=command.participant,
        number=state.fact_number + 1,
        text=command.text.strip(),
        verbs=command.verbs,
        nouns=command.nouns,
    )
    return [stated, *next_turn(state, conflict, command.participant, facts_left(it) - 1)]


def well_told(command: ask.StateFact) -> None:
    """SPC-60: for one sentence, with no more verbs and nouns than a Fact has."""
    if sentences(command.text) > 1:
        raise CommandRefused("one_sentence", sentences=sentences(command.text))
    need(command.verbs <= MOST_VERBS, "too_many_verbs", verbs=command.verbs, most=MOST_VERBS)
    need(command.nouns <= MOST_NOUNS, "too_many_nouns", nouns=command.nouns, most=MOST_NOUNS)


def sentences(text: str) -> int:
    """How many sentences a text has, as its full stops show."""
    ends = 0
    for line in text.strip().splitlines():
        words = (end.group(1) for end in _SENTENCE_ENDS.finditer(line))
        ends += sum(1 for word in words if not (word[:1].isupper() and len(word) <= _ABBREVIATION))
    return 1 + ends + text.strip().count("\n")


def pass_facts(state: Adventure, command: ask.PassFacts, asker: Asker, dice: Dice) -> Events:
    """SPC-59: passing gives up the rest."""
    conflict = conflict_under_way(state)
    it = own_fact_turn(state, conflict, command.participant, asker)
    passed = say.FactsPassed(participant=command.participant, left=facts_left(it))
    return [passed, *next_turn(state, conflict, command.participant, 0)]


def object_to_fact(state: Adventure, command: ask.ObjectToFact, asker: Asker, dice: Dice) -> Events:
    """SPC-60: no Fact may negate an earlier one. Its author tells another by that number, unless they passed."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    need(conflict.status is Stage.RESOLVING, "not_resolving", conflict=conflict.id)
    need(command.number in state.facts, "fact_unknown", number=command.number)
    if not conflict.facts or command.number != conflict.facts[-1]:
        raise CommandRefused("not_the_last_fact", number=command.number)
    if command.conflicts_with not in state.facts or command.conflicts_with >= command.number:
        raise CommandRefused("not_an_earlier_fact", number=command.number, conflicts_with=command.conflicts_with)
    objector = command.objector or MASTERMIND
    if objector != MASTERMIND and objector not in state.characters:
        raise CommandRefused("character_unknown", character=objector)
    fact = state.facts[command.number]
    author = conflict.participants[fact.author]
    rejected = say.FactRejected(
        participant=CharacterId(fact.author),
        number=command.number,
        text=fact.text,
        conflicts_with=command.conflicts_with,
        objector=objector,
        frees_number=True,
    )
    if author.facts_passed:
        return [rejected]
    left = facts_left(author) + 1
    return [rejected, say.FactTurnGiven(participant=CharacterId(fact.author), left=left)]
