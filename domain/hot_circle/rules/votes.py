"""Trait votes: who may go, who may come, and who decides a tie (HC-66, HC-67)."""

from collections import Counter

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.house_rules import TraitAward
from domain.hot_circle.state import Character, Circle, TraitVote
from domain.hot_circle.tables import REPLACED
from domain.hot_circle.terms import EndStep, PersonaCause, VoteRound
from domain.hot_circle.words import fresh_id, normalised, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .closing import still_to_vote
from .common import in_step, pc, runs


def open_trait_vote(state: Circle, command: ask.OpenTraitVote) -> Events:
    """HC-66, HC-67: after a milestone, removal first, each round once for each character."""
    in_step(state, EndStep.TRAIT_VOTE)
    need(state.milestone_due, "no_milestone")
    if state.trait_vote is not None and state.trait_vote.open:
        raise CommandRefused("vote_open", character=state.trait_vote.character_id)
    it = pc(state, command.character)
    need(command.round not in it.rounds_voted, "round_done", character=command.character, round=command.round)
    if command.round is VoteRound.ADDITION and VoteRound.REMOVAL not in it.rounds_voted:
        raise CommandRefused("removal_first", character=command.character)
    return [say.TraitVoteOpened(vote=f"vote-{state.votes + 1}", character=command.character, round=command.round)]


def open_vote(state: Circle, vote: str) -> TraitVote:
    """The trait vote under way, if it is this one."""
    it = state.trait_vote
    if it is None or not it.open or vote != f"vote-{state.votes}":
        raise CommandRefused("vote_unknown", vote=vote)
    return it


def voters(state: Circle) -> list[str]:
    """Everybody at the table, the gamemaster last."""
    return [*state.seated_players, *([state.seated_gm] if state.seated_gm else [])]


def next_vote(state: Circle) -> tuple[str, VoteRound] | None:
    """HC-66: the round that comes next, character by character; None where no vote is due."""
    for slug in still_to_vote(state):
        return slug, next(each for each in VoteRound if each not in state.characters[slug].rounds_voted)
    return None


def cast_ballot(state: Circle, command: ask.CastBallot, asker: Asker) -> Events:
    """HC-66, HC-67: one ballot each; a trait on the sheet, a new one, or none."""
    vote = open_vote(state, command.vote)
    need(asker.person not in vote.ballots, "voted_twice", person=asker.person)
    traits = state.characters[vote.character_id].traits
    if vote.round is VoteRound.REMOVAL:
        choice = command.trait or ""
        if choice and choice not in traits:
            raise CommandRefused("ballot_unknown_trait", trait=choice, character=vote.character_id)
    else:
        choice = " ".join(command.text.split())
        need(not any(same(text, choice) for text in traits.values()), "trait_exists", trait=choice)
    return [say.BallotCast(vote=command.vote, voter=asker.person, choice=choice)]


def leaders(vote: TraitVote) -> tuple[list[str], bool]:
    """The choices with the most ballots as first written, and whether one has more than half."""
    written: dict[str, str] = {}
    count: Counter[str] = Counter()
    for choice in vote.ballots.values():
        written.setdefault(normalised(choice), choice)
        count[normalised(choice)] += 1
    if not count:
        return [""], True
    most = max(count.values())
    return [written[key] for key, number in count.items() if number == most], 2 * most > len(vote.ballots)


def tied(vote: TraitVote) -> list[str]:
    """The choices among which the character's player decides; none when there is no tie."""
    first, majority = leaders(vote)
    return [] if majority or len(first) < 2 else first


def close_trait_vote(state: Circle, command: ask.CloseTraitVote, asker: Asker) -> Events:
    """HC-66, HC-67: more than half of the ballots; where several lead, the player decides."""
    vote = open_vote(state, command.vote)
    it = state.characters[vote.character_id]
    result = result_of(state, vote, command, it, asker)
    who = CharacterId(vote.character_id)
    closed: list[Event] = [
        say.TraitVoteClosed(
            vote=command.vote,
            character=who,
            round=vote.round,
            result=result,
            tiebreak=bool(tied(vote)),
        )
    ]
    if result and vote.round is VoteRound.REMOVAL:
        closed.append(say.TraitLost(character=who, trait=result))
    elif result:
        trait = fresh_id(result, it.traits, "trait")
        closed.append(say.TraitGained(character=who, trait=trait, text=result, by_vote=True))
    if vote.round is VoteRound.ADDITION:
        closed += award(state, who, it.traits_changed + bool(result))
    return closed


def result_of(state: Circle, vote: TraitVote, command: ask.CloseTraitVote, it: Character, asker: Asker) -> str:
    """What the ballots come to: a choice, or nothing."""
    among = tied(vote)
    if not among:
        need(asker.is_gm, "gm_only")
        need(command.tiebreak is None, "no_tie", vote=command.vote)
        first, majority = leaders(vote)
        return first[0] if majority else ""
    if command.tiebreak is None:
        raise CommandRefused(
            "tiebreak_needed", character=vote.character_id, among=[each or "none" for each in among]
        )
    need(runs(state, it, asker), "not_your_character", character=vote.character_id)
    chosen = " ".join(command.tiebreak.split())
    if not chosen:
        return ""
    named = next((each for each in among if same(each, chosen)), None)
    return found(named, "ballot_unknown_trait", trait=chosen, character=vote.character_id)


def award(state: Circle, who: CharacterId, changed: int) -> list[Event]:
    """HC-67: one payment for a character whose traits changed; by house rule one for each."""
    if not changed:
        return []
    times = changed if state.house_rules.trait_award is TraitAward.EACH else 1
    return [
        say.PersonaAwarded(character=who, amount=REPLACED * times, cause=PersonaCause.TRAIT_CHANGED, source=None)
    ]
