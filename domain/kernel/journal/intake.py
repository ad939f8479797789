"""The rulings about earlier play that is taken in from another tool: the GM's, between sessions."""

from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Decision, refuse
from domain.kernel.journal import commands as ask
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Journal
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

COMMANDS = (ask.BeginIntake, ask.OpenEarlierEvening, ask.TakeInEntry, ask.AdjustEarlierValue, ask.EndIntake)


def decide(journal: Journal, campaign: Campaign, command: Command, asker: Asker) -> Decision[Event]:
    """What follows when somebody asks for a step of an intake."""
    if not asker.is_gm:
        return refuse("gm_only")
    if isinstance(command, ask.BeginIntake):
        return begin(journal, campaign, command)
    intake, number = journal.open_intake, len(journal.intakes)
    if intake is None:
        return refuse("no_intake")
    match command:
        case ask.OpenEarlierEvening():
            return [say.EarlierEveningOpened(intake=number, evening=intake.evenings + 1, title=command.title)]
        case ask.TakeInEntry():
            return take_in(number, command)
        case ask.AdjustEarlierValue():
            return adjust(number, command)
        case ask.EndIntake():
            return [say.IntakeEnded(intake=number, entries=intake.entries, verbatim=intake.verbatim)]
    raise TypeError(f"{command.type} is no step of an intake")


def begin(journal: Journal, campaign: Campaign, command: ask.BeginIntake) -> Decision[Event]:
    """Never in the middle of an evening, whose scenes would be torn apart, and one file after the other."""
    if campaign.session and campaign.session.open:
        return refuse("session_open", session=campaign.session.number)
    if journal.open_intake:
        return refuse("intake_open", intake=len(journal.intakes))
    return [
        say.IntakeBegun(
            intake=len(journal.intakes) + 1,
            source=command.source,
            file=command.file,
            sum=command.sum,
            voices=command.voices,
        )
    ]


def take_in(number: int, command: ask.TakeInEntry) -> Decision[Event]:
    """An entry without anything in it would only be noise."""
    if not (command.text.strip() or command.rolls or command.changes):
        return refuse("entry_empty", source_id=command.source_id)
    return [
        say.EntryTakenIn(
            intake=number,
            source_id=command.source_id,
            form=command.form,
            voice=command.voice,
            speaker=command.speaker,
            text=command.text,
            rolls=command.rolls,
            changes=command.changes,
            visibility=command.visibility,
        )
    ]


def adjust(number: int, command: ask.AdjustEarlierValue) -> Decision[Event]:
    """Only with a reason, since nobody saw what happened."""
    if not command.reason.strip():
        return refuse("reason_missing")
    if command.was == command.now:
        return refuse("no_change")
    return [
        say.EarlierValueAdjusted(
            intake=number,
            owner=command.owner,
            owner_name=command.owner_name,
            name=command.name,
            was=command.was,
            now=command.now,
            reason=command.reason,
        )
    ]
