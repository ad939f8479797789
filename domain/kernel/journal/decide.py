"""The rulings about the journal itself."""

from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Decision, refuse
from domain.kernel.journal import commands as ask
from domain.kernel.journal import disputes, intake, shelving
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Journal
from domain.kernel.messages import Command, Event
from domain.kernel.past import Past
from domain.kernel.people import Asker, Role


def decide(
    journal: Journal, campaign: Campaign, position: int, seal: str, command: Command, asker: Asker, past: Past
) -> Decision[Event]:
    """What follows when somebody asks this at `position`, whose record has this seal."""
    if not campaign.founded:
        return refuse("not_founded")
    if asker.role is Role.READER:
        return refuse("not_seated", person=asker.person)
    match command:
        case ask.SealSession():
            return seal_session(journal, campaign, position, seal, asker)
        case ask.WriteNote() | ask.CommentOnRecord() if not command.text.strip():
            return refuse("text_missing")
        case ask.WriteNote() | ask.CommentOnRecord() if (
            command.visibility is ask.Visibility.GM and not asker.is_gm
        ):
            return refuse("gm_only")
        case ask.WriteNote():
            number = len(journal.notes) + 1
            return [say.NoteWritten(note=number, text=command.text, visibility=command.visibility)]
        case ask.CommentOnRecord() if command.position > position:
            return refuse("no_such_position", position=command.position, last=position)
        case ask.CommentOnRecord():
            return [
                say.CommentWritten(position=command.position, text=command.text, visibility=command.visibility)
            ]
        case ask.RemoveWords():
            return remove_words(position, command, asker)
        case ask.SetRecordsAside():
            return refuse("repair_alone")
        case ask.DisputeRuling():
            return disputes.begin(journal, past, position, command, asker)
        case ask.AddToDispute():
            return disputes.add(journal, position, command, asker)
        case ask.UpholdRuling():
            return disputes.uphold(journal, command, asker)
        case ask.WithdrawDispute():
            return disputes.withdraw(journal, command, asker)
        case ask.RecognizePerson():
            return shelving.recognize(journal, campaign, command, asker)
        case ask.ShelveCampaign() | ask.TagCampaign() | ask.PutAway() | ask.TakeOut():
            return shelving.place(journal, command, asker)
        case _ if isinstance(command, intake.COMMANDS):
            return intake.decide(journal, campaign, command, asker)
    raise TypeError(f"{command.type} is no command of the journal")


def remove_words(position: int, command: ask.RemoveWords, asker: Asker) -> Decision[Event]:
    """By the GM, with a reason, out of records there are."""
    if not asker.is_gm:
        return refuse("gm_only")
    if not command.reason.strip():
        return refuse("reason_missing")
    last = max(removal.position for removal in command.records)
    if last > position:
        return refuse("no_such_position", position=last, last=position)
    return [say.WordsRemoved(reason=command.reason, records=command.records)]


def seal_session(journal: Journal, campaign: Campaign, position: int, seal: str, asker: Asker) -> Decision[Event]:
    """Only the session last played, once it is closed, and once."""
    session = campaign.session
    if not asker.is_gm:
        return refuse("gm_only")
    if session is None:
        return refuse("no_session")
    if session.open:
        return refuse("session_open", session=session.number)
    if session.number in journal.seals:
        return refuse("session_sealed", session=session.number)
    return [say.SessionSealed(session=session.number, position=position, seal=seal)]
