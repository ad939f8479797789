"""The table: the story begun, challenges and approvals, guidelines, fiction (VE-01 to VE-07)."""

from domain.death_of_the_vele.commands import story as ask
from domain.death_of_the_vele.events import story as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ActStatus, Tone
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import component, narrates, narrating, not_turned_down, player_for
from .voting import cast, settle, standing_deed, voters, withdrawal


@answers(ask.StartStory)
def start_story(state: Vele, command: ask.StartStory, asker: Asker) -> Events:
    """VE-01: the players, the tone, and what being taken out means."""
    need(not state.story.started, "story_started", story=state.story.title)
    need(command.players, "players_missing")
    need(len(set(command.players)) == len(command.players), "player_twice")
    if command.dramatic_tone is None:
        raise CommandRefused("tone_missing", tones=list(Tone))
    tone, fallback = command.dramatic_tone, command.same_kind_tone
    if tone.needs_fallback and fallback is None:
        raise CommandRefused("same_kind_tone_missing", tone=tone)
    if fallback is not None and fallback.needs_fallback:
        raise CommandRefused("same_kind_tone_wrong", tone=fallback)
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
def mark_presence(state: Vele, command: ask.MarkPresence, asker: Asker) -> Events:
    """Who is there tonight: whose votes are counted, whose components others may play."""
    player = found(state.story.players.get(command.player), "not_in_story", player=command.player)
    need(player.present is not command.present, "no_change")
    return [say.PresenceMarked(player=command.player, present=command.present)]


def may_vote(state: Vele, asker: Asker) -> None:
    """This person is there, and may vote."""
    here = state.story.players[asker.person].present
    need(here, "absent", player=asker.person)


@answers(ask.RaiseChallenge)
def raise_challenge(state: Vele, command: ask.RaiseChallenge, asker: Asker) -> Events:
    """VE-02: a vote against something done. The challenger's own vote stands with it."""
    if state.question is not None:
        raise CommandRefused("voting_open", asker=state.question.asker)
    may_vote(state, asker)
    standing_deed(state, command.target_event, asker.person)
    return [say.ChallengeRaised(challenger=asker.person, target_event=command.target_event, reason=command.reason)]


@answers(ask.CastVote)
def cast_vote(state: Vele, command: ask.CastVote, asker: Asker) -> Events:
    """VE-02, VE-03: one vote for everybody who is there."""
    question = found(state.question, "nothing_to_vote_on")
    may_vote(state, asker)
    need(asker.person not in question.votes, "voted_already", player=asker.person)
    return [say.VoteCast(player=asker.person, supports=command.supports)]


@rolls_for(ask.CloseChallenge)
def close_challenge(state: Vele, command: ask.CloseChallenge, asker: Asker, chance: Chance) -> Events:
    """VE-02: more than half of those present uphold it; exactly half rolls."""
    question = state.question
    if question is None or question.target is None:
        raise CommandRefused("no_challenge")
    target = question.target
    votes = cast(question, supports=True)
    upheld, rolled = settle(state, votes, chance)
    decided = say.ChallengeDecided(
        votes_for=votes, votes_against=max(voters(state) - votes, 0), tie_roll=rolled, upheld=upheld
    )
    return [decided, *withdrawal(target, state.deeds[target])] if upheld else [decided]


@answers(ask.RequestApproval)
def request_approval(state: Vele, command: ask.RequestApproval, asker: Asker) -> Events:
    """VE-03: asked of the whole table."""
    if state.question is not None:
        raise CommandRefused("voting_open", asker=state.question.asker)
    need(command.text.strip(), "text_missing")
    not_turned_down(state, command.approval, command.text)
    return [say.ApprovalRequested(player=asker.person, approval=command.approval, subject=command.text)]


@rolls_for(ask.CloseApproval)
def close_approval(state: Vele, command: ask.CloseApproval, asker: Asker, chance: Chance) -> Events:
    """VE-03: silence approves; only more than half against turn it down, exactly half rolls."""
    question = state.question
    if question is None or question.approval is None:
        raise CommandRefused("no_approval")
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
def narrator_refuse(state: Vele, command: ask.NarratorRefuse, asker: Asker) -> Events:
    """VE-04: the narrator's no needs no vote."""
    narrating(state, asker)
    deed = standing_deed(state, command.target_event, asker.person)
    said = say.NarratorSaidNo(narrator=asker.person, target_event=command.target_event, reason=command.reason)
    return [said, *withdrawal(command.target_event, deed)]


def may_write_guidelines(state: Vele, asker: Asker) -> None:
    """VE-05: in set-up anybody, in play the narrator."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    need(not playing or narrates(state, asker), "guideline_by_narrator")


@answers(ask.AddGuideline)
def add_guideline(state: Vele, command: ask.AddGuideline, asker: Asker) -> Events:
    """VE-05: a binding line of this story."""
    may_write_guidelines(state, asker)
    need(command.text.strip(), "text_missing")
    number = len(state.story.guidelines) + 1
    while f"guideline-{number}" in state.story.guidelines:
        number += 1
    return [say.GuidelineAdded(guideline=f"guideline-{number}", text=command.text, author=asker.person)]


@answers(ask.ReviseGuideline)
def revise_guideline(state: Vele, command: ask.ReviseGuideline, asker: Asker) -> Events:
    """VE-05: the same people may write it otherwise."""
    may_write_guidelines(state, asker)
    known = found(state.story.guidelines.get(command.guideline), "guideline_unknown", guideline=command.guideline)
    need(command.text.strip(), "text_missing")
    need(known.text != command.text, "no_change")
    return [say.GuidelineRevised(guideline=command.guideline, text=command.text, author=asker.person)]


@answers(ask.RecordFiction)
def record_fiction(state: Vele, command: ask.RecordFiction, asker: Asker) -> Events:
    """VE-06: the narrator tells of everything but others' components, a player of their own."""
    need(command.text.strip(), "text_missing")
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    for slug in command.about:
        it = component(state, slug)
        if player_for(it) == asker.person:
            continue
        if command.changes_component:
            raise CommandRefused("fiction_needs_struggle", component=slug, player=player_for(it))
        if playing and not narrates(state, asker):
            raise CommandRefused("not_your_component", component=slug, player=player_for(it))
    return [say.FictionRecorded(author=asker.person, text=command.text, about=command.about)]
