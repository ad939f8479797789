"""Attachments to what others play: their word, or their no (VE-29)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.attaching import attachment, players_of
from domain.death_of_the_vele.chapters.guards import in_story
from domain.death_of_the_vele.lookup import act_of, running_struggle
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import COMPONENTS, seats
from domain.death_of_the_vele.state.act import Attachment
from domain.death_of_the_vele.state.vele import Vele
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker, Role
from domain.kernel.references import PersonRef
from domain.kernel.terms import Person, PersonId, Slug

chapter = Chapter[Vele](
    "Attachments that others agree to",
    {
        "nobody_asked": "Nobody asks for such an attachment now.",
        "not_asked": "This attachment does not wait for you.",
        "attachment_void": "{components} cannot be attached now as {player} asked: {player} has no action and no "
        "XP for it, or they are not what they were. Say no, or let {player} ask anew.",
    },
)


def waiting(state: Vele, player: str) -> Attachment:
    """The attachment this player asks for; refused without one."""
    return found(state.act.attachments.get(player) if state.act is not None else None, "nobody_asked")


def made_now(state: Vele, it: Attachment, player: str) -> list[Event]:
    """Events of an attachment that everybody agreed to; refused where it cannot be made any more."""
    if state.act is not None and (running := running_struggle(state)):
        raise CommandRefused("struggle_running", struggle=running.id)
    asker = Asker(PersonId(player), Role.PLAYER)
    still_there = all(slug in state.components and state.components[slug].present for slug in it.components)
    if not still_there or not allowed(attachment, state, it.components, it.cost, asker):
        raise CommandRefused("attachment_void", components=it.components, player=player)
    return attachment(state, it.components, it.cost, asker)


class AgreeToAttachment(Command):
    """Agree: what one plays acts as one with what another plays.

    Needs:    an attachment that waits for one's word.
    Refused:  `nobody_asked`, `not_asked`, `attachment_void`, `struggle_running`.
    Yields:   `AttachmentAgreed`; with the last word `ComponentsAttached`, for fate `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.agree_to_attachment"] = "death_of_the_vele.agree_to_attachment"
    asked_by: PersonRef = Field(title="Who asks")


class AttachmentAgreed(Event):
    """Somebody agreed to what another wants to attach."""

    type: Literal["death_of_the_vele.attachment_agreed.v1"] = "death_of_the_vele.attachment_agreed.v1"
    asked_by: Person
    player: Person
    components: tuple[Slug, ...]


@chapter.decides(AgreeToAttachment)
def agree_to_attachment(state: Vele, command: AgreeToAttachment, asker: Asker, chance: Chance) -> Events:
    """VE-29: give one's word; with the last one whoever asked pays, and the components are attached."""
    in_story(state, asker)
    it = waiting(state, command.asked_by)
    missing = words_missing(state, it, command.asked_by)
    need(asker.person in missing, "not_asked")
    agreed = AttachmentAgreed(asked_by=command.asked_by, player=asker.person, components=tuple(it.components))
    made = made_now(state, it, command.asked_by)
    return [agreed, *(made if missing == [asker.person] else ())]


def words_missing(state: Vele, it: Attachment, player: str) -> list[str]:
    """Players whose word is missing: those who were asked, and who plays one of the components since."""
    there = [slug for slug in it.components if slug in state.components]
    return [one for one in players_of(state, there) if one not in (player, *it.agreed)]


@chapter.applies(AttachmentAgreed)
def _(state: Vele, event: AttachmentAgreed) -> None:
    it = act_of(state).attachments.get(event.asked_by)
    must(it is not None and event.player not in it.agreed, "no such attachment waits")
    if it is not None:
        it.agreed.append(event.player)


@chapter.tells(AttachmentAgreed, "{player} agrees that {components} act as one")
def _(state: Vele, event: AttachmentAgreed) -> Iterable[Fact]:
    yield told("agrees", "attachment", event.player, *event.components)


class DeclineAttachment(Command):
    """Say no to an attachment, or take back what one asked for oneself.

    Needs:    an attachment one is asked for, or asked for oneself.
    Refused:  `nobody_asked`, `not_asked`.
    Yields:   `AttachmentDeclined`.
    """

    type: Literal["death_of_the_vele.decline_attachment"] = "death_of_the_vele.decline_attachment"
    asked_by: PersonRef = Field(title="Who asks")


class AttachmentDeclined(Event):
    """An attachment somebody asked for was declined, or taken back. It cost nothing."""

    type: Literal["death_of_the_vele.attachment_declined.v1"] = "death_of_the_vele.attachment_declined.v1"
    asked_by: Person
    player: Person
    components: tuple[Slug, ...]


@chapter.decides(DeclineAttachment)
def decline_attachment(state: Vele, command: DeclineAttachment, asker: Asker, chance: Chance) -> Events:
    """VE-29: decline an attachment, or take it back; nothing is paid."""
    in_story(state, asker)
    it = waiting(state, command.asked_by)
    may = (command.asked_by, *it.waits_for, *words_missing(state, it, command.asked_by))
    need(asker.person in may, "not_asked")
    return [AttachmentDeclined(asked_by=command.asked_by, player=asker.person, components=tuple(it.components))]


@chapter.applies(AttachmentDeclined)
def _(state: Vele, event: AttachmentDeclined) -> None:
    must(act_of(state).attachments.pop(event.asked_by, None) is not None, "no such attachment waits")


@chapter.tells(AttachmentDeclined, "{components} stay apart, by the word of {player}")
def _(state: Vele, event: AttachmentDeclined) -> Iterable[Fact]:
    yield told("not attached", "attachment", event.player, *event.components)


def attachments(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of an answer to whoever is asked for an attachment, and to take back what one asked for."""
    if state.act is None:
        return
    for player, it in state.act.attachments.items():
        names = " and ".join(state.components[slug].name for slug in it.components if slug in state.components)
        missing = words_missing(state, it, player)
        known = {"asked_by": player}
        for seat in seats(state, asker):
            if seat.player in missing:
                if allowed(made_now, state, it, player):
                    label = f"{seat.who} agrees with {person(player)}: {names} act as one"
                    yield seat.offer(AgreeToAttachment, label, known, group=COMPONENTS)
                label = f"{seat.who} says no to {person(player)}: {names} stay apart"
                yield seat.offer(DeclineAttachment, label, known, group=COMPONENTS)
            elif seat.player == player:
                label = f"{seat.who} no longer asks for {names} to act as one"
                yield seat.offer(DeclineAttachment, label, known, group=COMPONENTS, weight=Weight.ASIDE)
