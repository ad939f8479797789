"""The table: the story begun, challenges and approvals, guidelines, fiction (VE-01 to VE-07)."""

from domain.death_of_the_vele.commands import story as ask
from domain.death_of_the_vele.events import story as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ActStatus, Tone
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import component, narrating, player_for, turned_down
from .voting import cast, settle, standing_deed, voters, withdrawal


@answers(ask.StartStory)
def start_story(state: Vele, command: ask.StartStory, asker: Asker) -> Decision[Event]:
    """VE-01: the players, the tone, and what being taken out means."""
    if state.story.started:
        return refuse("story_started", story=state.story.title)
    if not command.players:
        return refuse("players_missing")
    if len(set(command.players)) < len(command.players):
        return refuse("player_twice")
    if command.dramatic_tone is None:
        return refuse("tone_missing", tones=list(Tone))
    tone, fallback = command.dramatic_tone, command.same_kind_tone
    if tone.needs_fallback and fallback is None:
        return refuse("same_kind_tone_missing", tone=tone)
    if fallback is not None and fallback.needs_fallback:
        return refuse("same_kind_tone_wrong", tone=fallback)
    return [
        say.StoryStarted(
            title=command.title,
            players=command.players,
            dramatic_tone=tone,
            same_kind_tone=fallback if tone.needs_fallback else None,
            taken_out_default=command.taken_out_default,
        )
    ]


@answers(ask.MarkPresence)
def mark_presence(state: Vele, command: ask.MarkPresence, asker: Asker) -> Decision[Event]:
    """Who is there tonight: whose votes are counted, whose components others may play."""
    player = state.story.players.get(command.player)
    if player is None:
        return refuse("not_in_story", player=command.player)
    if player.present is command.present:
        return refuse("no_change")
    return [say.PresenceMarked(player=command.player, present=command.present)]


def absent(state: Vele, asker: Asker) -> Refusal | None:
    """Why this person may not vote, or None."""
    here = state.story.players[asker.person].present
    return None if here else refuse("absent", player=asker.person)


@answers(ask.RaiseChallenge)
def raise_challenge(state: Vele, command: ask.RaiseChallenge, asker: Asker) -> Decision[Event]:
    """VE-02: a vote against something done. The challenger's own vote stands with it."""
    if state.question is not None:
        return refuse("voting_open", asker=state.question.asker)
    if away := absent(state, asker):
        return away
    deed = standing_deed(state, command.target_event, asker.person)
    if isinstance(deed, Refusal):
        return deed
    return [say.ChallengeRaised(challenger=asker.person, target_event=command.target_event, reason=command.reason)]


@answers(ask.CastVote)
def cast_vote(state: Vele, command: ask.CastVote, asker: Asker) -> Decision[Event]:
    """VE-02, VE-03: one vote for everybody who is there."""
    if state.question is None:
        return refuse("nothing_to_vote_on")
    if away := absent(state, asker):
        return away
    if asker.person in state.question.votes:
        return refuse("voted_already", player=asker.person)
    return [say.VoteCast(player=asker.person, supports=command.supports)]


@rolls_for(ask.CloseChallenge)
def close_challenge(state: Vele, command: ask.CloseChallenge, asker: Asker, chance: Chance) -> Decision[Event]:
    """VE-02: more than half of those present uphold it; exactly half rolls."""
    question = state.question
    if question is None or question.target is None:
        return refuse("no_challenge")
    target = question.target
    votes = cast(question, supports=True)
    upheld, rolled = settle(state, votes, chance)
    decided = say.ChallengeDecided(
        votes_for=votes, votes_against=max(voters(state) - votes, 0), tie_roll=rolled, upheld=upheld
    )
    return [decided, *withdrawal(target, state.deeds[target])] if upheld else [decided]


@answers(ask.RequestApproval)
def request_approval(state: Vele, command: ask.RequestApproval, asker: Asker) -> Decision[Event]:
    """VE-03: asked of the whole table."""
    if state.question is not None:
        return refuse("voting_open", asker=state.question.asker)
    if not command.text.strip():
        return refuse("text_missing")
    if no := turned_down(state, command.approval, command.text):
        return no
    return [say.ApprovalRequested(player=asker.person, approval=command.approval, subject=command.text)]


@rolls_for(ask.CloseApproval)
def close_approval(state: Vele, command: ask.CloseApproval, asker: Asker, chance: Chance) -> Decision[Event]:
    """VE-03: silence approves; only more than half against turn it down, exactly half rolls."""
    question = state.question
    if question is None or question.approval is None:
        return refuse("no_approval")
    opposed = cast(question, supports=False)
    against, rolled = settle(state, opposed, chance)
    return [
        say.ApprovalDecided(
            approval=question.approval,
            subject=question.text,
            opposed=opposed,
            voters=voters(state),
            tie_roll=rolled,
            approved=not against,
        )
    ]


@answers(ask.NarratorRefuse)
def narrator_refuse(state: Vele, command: ask.NarratorRefuse, asker: Asker) -> Decision[Event]:
    """VE-04: the narrator's no needs no vote."""
    if refusal := narrating(state, asker):
        return refusal
    deed = standing_deed(state, command.target_event, asker.person)
    if isinstance(deed, Refusal):
        return deed
    said = say.NarratorSaidNo(narrator=asker.person, target_event=command.target_event, reason=command.reason)
    return [said, *withdrawal(command.target_event, deed)]


def may_write_guidelines(state: Vele, asker: Asker) -> Refusal | None:
    """VE-05: in set-up anybody, in play the narrator."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    return refuse("guideline_by_narrator") if playing and narrating(state, asker) else None


@answers(ask.AddGuideline)
def add_guideline(state: Vele, command: ask.AddGuideline, asker: Asker) -> Decision[Event]:
    """VE-05: a binding line of this story."""
    if refusal := may_write_guidelines(state, asker):
        return refusal
    if not command.text.strip():
        return refuse("text_missing")
    number = len(state.story.guidelines) + 1
    while f"guideline-{number}" in state.story.guidelines:
        number += 1
    return [say.GuidelineAdded(guideline=f"guideline-{number}", text=command.text, author=asker.person)]


@answers(ask.ReviseGuideline)
def revise_guideline(state: Vele, command: ask.ReviseGuideline, asker: Asker) -> Decision[Event]:
    """VE-05: the same people may write it otherwise."""
    if refusal := may_write_guidelines(state, asker):
        return refusal
    known = state.story.guidelines.get(command.guideline)
    if known is None:
        return refuse("guideline_unknown", guideline=command.guideline)
    if not command.text.strip():
        return refuse("text_missing")
    if known.text == command.text:
        return refuse("no_change")
    return [say.GuidelineRevised(guideline=command.guideline, text=command.text, author=asker.person)]


@answers(ask.RecordFiction)
def record_fiction(state: Vele, command: ask.RecordFiction, asker: Asker) -> Decision[Event]:
    """VE-06: the narrator tells of everything but others' components, a player of their own."""
    if not command.text.strip():
        return refuse("text_missing")
    narrates = narrating(state, asker) is None
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    for slug in command.about:
        it = component(state, slug)
        if isinstance(it, Refusal):
            return it
        if player_for(it) == asker.person:
            continue
        if command.changes_component:
            return refuse("fiction_needs_struggle", component=slug, player=player_for(it))
        if playing and not narrates:
            return refuse("not_your_component", component=slug, player=player_for(it))
    return [say.FictionRecorded(author=asker.person, text=command.text, about=command.about)]
