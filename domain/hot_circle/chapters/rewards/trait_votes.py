"""Trait votes: who may go, who may come, and who decides a tie (HC-66, HC-67)."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.artha import PersonaAwarded
from domain.hot_circle.chapters.guards import gm_in_play, in_play, in_step, pc
from domain.hot_circle.chapters.people.characters import TraitGained
from domain.hot_circle.house_rules import TraitAward
from domain.hot_circle.lookup import pc_of, runs, still_to_vote, there, voters
from domain.hot_circle.phrases import standing, told, words
from domain.hot_circle.printed import REPLACED
from domain.hot_circle.refs import ProtagonistRef, TraitRef, VoteRef
from domain.hot_circle.seats import SESSION_END, one_of, seat_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import TraitVote
from domain.hot_circle.terms import EndStep, PersonaCause, VoteRound
from domain.hot_circle.words import fresh_id, normalised, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Person, Slug, Text, TextOrId

chapter = Chapter[Circle](
    "Trait votes",
    {
        "no_milestone": "No significant milestone was recorded since the last trait vote.",
        "round_done": "The {round} round for {character} is done.",
        "removal_first": "Vote on removal for {character} before addition.",
        "no_ballot": "{person} has left the table, and has no ballot.",
        "voted_twice": "{person} has voted.",
        "ballot_unknown_trait": "The vote on {character} has no choice {trait}.",
        "ballot_of_other_round": "This vote is on which trait of {character} is to "
        "{round:=removal>go|addition>come}. Name {round:=removal>one on the sheet|addition>a new one in words}, "
        "or none.",
        "vote_unknown": "That vote is not open.",
        "no_tie": "{vote} is no tie, so there is nothing to decide.",
        "tiebreak_needed": "Several lead: {among}. The player of {character} decides among them and none.",
    },
)


class OpenTraitVote(Command):
    """Begin a ballot on one character's traits: first which goes, then which comes.

    Needs:    the gamemaster, the third ending step, a milestone.
    Refused:  `genre_missing`, `gm_only`, `wrong_step`, `no_milestone`, `vote_open`, `character_unknown`,
              `not_a_pc`, `removal_first`, `round_done`, `session_not_ending`.
    Yields:   `TraitVoteOpened`.
    """

    type: Literal["hot_circle.open_trait_vote"] = "hot_circle.open_trait_vote"
    character: ProtagonistRef
    round: VoteRound = Field(title="Which round?")


class TraitVoteOpened(Event):
    """The table votes on one character's traits."""

    type: Literal["hot_circle.trait_vote_opened.v1"] = "hot_circle.trait_vote_opened.v1"
    vote: Slug
    character: CharacterSlug
    round: VoteRound


@chapter.decides(OpenTraitVote)
def open_trait_vote(state: Circle, command: OpenTraitVote, asker: Asker, dice: Dice) -> Events:
    """HC-66, HC-67: open a vote after a milestone: removal first, each round once for each character."""
    gm_in_play(state, asker)
    in_step(state, EndStep.TRAIT_VOTE)
    need(state.milestone_due, "no_milestone")
    if state.trait_vote is not None and state.trait_vote.open:
        raise CommandRefused("vote_open", character=state.trait_vote.character_id)
    it = pc(state, command.character)
    need(command.round not in it.rounds_voted, "round_done", character=command.character, round=command.round)
    if command.round is VoteRound.ADDITION and VoteRound.REMOVAL not in it.rounds_voted:
        raise CommandRefused("removal_first", character=command.character)
    return [TraitVoteOpened(vote=f"vote-{state.votes + 1}", character=command.character, round=command.round)]


@chapter.applies(TraitVoteOpened, renames=True)
def _(state: Circle, event: TraitVoteOpened) -> None:
    pc_of(state, event.character)
    must(state.trait_vote is None or not state.trait_vote.open, "one trait vote at a time")
    state.votes += 1
    state.trait_vote = TraitVote(event.character, event.round)


@chapter.tells(TraitVoteOpened, "The table votes on {character}: {round}")
def _(state: Circle, event: TraitVoteOpened) -> Iterable[Fact]:
    yield told(words(event.round), "trait vote", event.character)


class CastBallot(Command):
    """Cast a ballot: for a trait to go or to come, or for none. Everybody at the table has one.

    Needs:    an open trait vote.
    Refused:  `genre_missing`, `vote_unknown`, `no_ballot`, `voted_twice`, `ballot_of_other_round`,
              `ballot_unknown_trait`, `trait_exists`.
    Yields:   `BallotCast`.
    """

    type: Literal["hot_circle.cast_ballot"] = "hot_circle.cast_ballot"
    vote: VoteRef
    trait: TraitRef | None = Field(
        title="Which trait should go?",
        default=None,
        description="For a removal: the trait that should go; left out, none.",
    )
    text: Text = Field(
        title="Which trait should come?",
        default="",
        description="For an addition: the trait that should come; empty, none.",
    )


class BallotCast(Event):
    """Somebody voted, for none if the choice is empty."""

    type: Literal["hot_circle.ballot_cast.v1"] = "hot_circle.ballot_cast.v1"
    vote: Slug
    voter: Person
    choice: TextOrId


@chapter.decides(CastBallot)
def cast_ballot(state: Circle, command: CastBallot, asker: Asker, dice: Dice) -> Events:
    """HC-66, HC-67: cast one ballot: a trait on the sheet, a new one, or none."""
    in_play(state)
    vote = open_vote(state, command.vote)
    need(asker.person in voters(state), "no_ballot", person=asker.person)
    need(asker.person not in vote.ballots, "voted_twice", person=asker.person)
    traits = state.characters[vote.character_id].traits
    of_the_other = command.text.strip() if vote.round is VoteRound.REMOVAL else command.trait
    need(not of_the_other, "ballot_of_other_round", character=vote.character_id, round=vote.round)
    if vote.round is VoteRound.REMOVAL:
        choice = command.trait or ""
        if choice and choice not in traits:
            raise CommandRefused("ballot_unknown_trait", trait=choice, character=vote.character_id)
    else:
        choice = " ".join(command.text.split())
        need(not any(same(text, choice) for text in traits.values()), "trait_exists", trait=choice)
    return [BallotCast(vote=command.vote, voter=asker.person, choice=choice)]


def open_vote(state: Circle, vote: str) -> TraitVote:
    """The trait vote under way, if it is this one."""
    it = state.trait_vote
    if it is None or not it.open or vote != f"vote-{state.votes}":
        raise CommandRefused("vote_unknown", vote=vote)
    return it


@chapter.applies(BallotCast)
def _(state: Circle, event: BallotCast) -> None:
    ballots = vote_of(state).ballots
    must(event.voter not in ballots, f"{event.voter} has voted")
    ballots[event.voter] = event.choice


@chapter.tells(BallotCast, "{voter} casts a ballot: {choice:=>none}")
def _(state: Circle, event: BallotCast) -> Iterable[Fact]:
    vote = state.trait_vote
    about = (vote.character_id,) if vote else ()
    traits = state.characters[vote.character_id].traits if vote else {}
    choice = traits.get(event.choice, event.choice)
    yield told(choice or "none", "ballot", event.voter, *about)
    if choice and vote:
        way = facts.Way.CALLS_NO_MORE if vote.round is VoteRound.REMOVAL else facts.Way.CALLS
        yield facts.Turn(test="", who=event.voter, text="", way=way, to=vote.character_id, what=choice)


class CloseTraitVote(Command):
    """Count the ballots. When several lead, the character's player chooses among them and none.

    Needs:    the gamemaster; the character's player where several lead.
    Refused:  `genre_missing`, `vote_unknown`, `gm_only`, `tiebreak_needed`, `no_tie`, `ballot_unknown_trait`,
              `not_your_character`.
    Yields:   `TraitVoteClosed`, `TraitLost` or `TraitGained`, `PersonaAwarded` after the second round.
    """

    type: Literal["hot_circle.close_trait_vote"] = "hot_circle.close_trait_vote"
    vote: VoteRef
    tiebreak: Text | None = Field(
        title="Which of those that lead?",
        default=None,
        description="Where several lead: one of them, or empty for none.",
    )


class TraitVoteClosed(Event):
    """The ballots are counted; an empty result is none."""

    type: Literal["hot_circle.trait_vote_closed.v1"] = "hot_circle.trait_vote_closed.v1"
    vote: Slug
    character: CharacterSlug
    round: VoteRound
    result: TextOrId
    tiebreak: bool


class TraitLost(Event):
    """A trait no longer describes the character."""

    type: Literal["hot_circle.trait_lost.v1"] = "hot_circle.trait_lost.v1"
    character: CharacterSlug
    trait: Slug


@chapter.decides(CloseTraitVote)
def close_trait_vote(state: Circle, command: CloseTraitVote, asker: Asker, dice: Dice) -> Events:
    """HC-66, HC-67: count ballots: more than half decide; where several lead, the player does."""
    in_play(state)
    vote = open_vote(state, command.vote)
    it = state.characters[vote.character_id]
    result = result_of(state, vote, command, it, asker)
    who = CharacterId(vote.character_id)
    closed: list[Event] = [
        TraitVoteClosed(
            vote=command.vote,
            character=who,
            round=vote.round,
            result=result,
            tiebreak=bool(tied(vote)),
        )
    ]
    if result and vote.round is VoteRound.REMOVAL:
        closed.append(TraitLost(character=who, trait=result))
    elif result:
        trait = fresh_id(result, it.traits, "trait")
        closed.append(TraitGained(character=who, trait=trait, text=result, by_vote=True))
    if vote.round is VoteRound.ADDITION:
        back = any(same(result, gone) for gone in it.voted_away)
        closed += for_changed_traits(state, who, it.traits_changed + (-1 if back else bool(result)))
    return closed


def result_of(state: Circle, vote: TraitVote, command: CloseTraitVote, it: Character, asker: Asker) -> str:
    """The result of the ballots: a choice, or nothing."""
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


def for_changed_traits(state: Circle, who: CharacterId, changed: int) -> list[Event]:
    """HC-67: one payment for a character whose traits changed; by house rule one for each.

    What was voted away and voted back has not changed.
    """
    if not changed:
        return []
    times = changed if state.house_rules.trait_award is TraitAward.EACH else 1
    return [PersonaAwarded(character=who, amount=REPLACED * times, cause=PersonaCause.TRAIT_CHANGED, source=None)]


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


def vote_of(state: Circle) -> TraitVote:
    """The open trait vote."""
    vote = there(state.trait_vote, "trait vote")
    must(vote.open, "the trait vote is closed")
    return vote


def next_vote(state: Circle) -> tuple[str, VoteRound] | None:
    """HC-66: the round that comes next, character by character; None where no vote is due."""
    for slug in still_to_vote(state):
        return slug, next(each for each in VoteRound if each not in state.characters[slug].rounds_voted)
    return None


@chapter.applies(TraitVoteClosed)
def _(state: Circle, event: TraitVoteClosed) -> None:
    vote = vote_of(state)
    vote.open, vote.result = False, event.result
    pc_of(state, event.character).rounds_voted.append(VoteRound(event.round))


@chapter.tells(TraitVoteClosed, "The vote on {character} ({round}) is counted{result:+: }")
def _(state: Circle, event: TraitVoteClosed) -> Iterable[Fact]:
    yield told(event.result or "none", f"trait vote: {words(event.round)}", event.character)


@chapter.applies(TraitLost, renames=True)
def _(state: Circle, event: TraitLost) -> None:
    character = pc_of(state, event.character)
    must(event.trait in character.traits, f"{event.character} is not {event.trait}")
    state.gone[event.trait] = character.traits.pop(event.trait)
    character.traits_changed += 1
    character.voted_away.append(state.gone[event.trait])


@chapter.tells(TraitLost, "{character} is no longer {trait}")
def _(state: Circle, event: TraitLost) -> Iterable[Fact]:
    label = state.gone.get(event.trait, event.trait)
    yield standing(event.character, "traits", event.trait, "held", "", "trait vote", label, lasting=True)


def voting(state: Circle, asker: Asker) -> Iterable[Offer]:
    """HC-66, HC-67: open, vote, close, character by character."""
    vote = state.trait_vote
    if vote is None or not vote.open:
        if asker.is_gm and (due := next_vote(state)) is not None:
            slug, round_ = due
            yield Offer(
                command=OpenTraitVote,
                label=f"Vote on {state.characters[slug].name}: {round_.value}",
                known={"character": slug, "round": round_.value},
                group=SESSION_END,
                forced=True,
            )
        return
    it, vote_id = state.characters[vote.character_id], f"vote-{state.votes}"
    people = voters(state)
    known: dict[str, object]
    for person in people:
        if person in vote.ballots or (person != asker.person and not asker.is_gm):
            continue
        by = None if person == asker.person else person
        if vote.round is VoteRound.REMOVAL:
            label = f"Which trait of {it.name} should go?"
            known = {"vote": vote_id, "text": ""}
            choices = {"trait": one_of(it.traits)} if it.traits else {}
        else:
            label, choices = f"Which trait should {it.name} gain?", {}
            known = {"vote": vote_id, "trait": None}
        yield Offer(command=CastBallot, label=label, known=known, choices=choices, group=SESSION_END, by=by)
    if among := tied(vote):
        if seat := seat_of(state, vote.character_id, asker):
            picks = tuple(Choice(each, it.traits.get(each, each)) for each in among if each)
            yield seat.offer(
                CloseTraitVote,
                f"Decide the tie about {it.name}",
                {"vote": vote_id},
                {"tiebreak": (*picks, Choice("", "none"))},
                group=SESSION_END,
            )
    elif asker.is_gm:
        closed: dict[str, object] = {"vote": vote_id, "tiebreak": None}
        everybody = len(vote.ballots) >= len(people)
        yield Offer(
            command=CloseTraitVote,
            label="Count the ballots",
            known=closed,
            group=SESSION_END,
            forced=everybody,
        )
