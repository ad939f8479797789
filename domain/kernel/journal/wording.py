"""The journal's sentences."""

from domain.kernel.wording import Wording

WORDING = Wording(
    refusals={
        "text_missing": "Write something: the text is empty.",
        "no_session": "No session was played yet, so there is none to seal.",
        "session_sealed": "Session {session} is sealed already.",
        "removal_alone": "Words are removed by `campaign remove`, which changes the records as well.",
        "repair_alone": "Records are set aside by `campaign repair`, which looks at each of them first.",
        "ruling_unknown": "There is no such ruling in this campaign yet.",
        "ruling_is_of_the_journal": "Moment {moment} is a note, comment, seal or dispute. Those are never taken "
        "back, so they cannot be in question: comment on it instead.",
        "ruling_is_a_rewind": "Moment {moment} left one line for another. To take that back, return to the line "
        "it left.",
        "ruling_abandoned": "Moment {moment} lies on a line that was left, so it cannot be in question"
        "{now:+; what stands for it now is moment }.",
        "disputed_already": "Moment {moment} is in question already, in dispute {dispute}: add to that.",
        "dispute_unknown": "There is no dispute {dispute}.",
        "dispute_settled": "Dispute {dispute} is settled already: {standing}.",
        "dispute_of_another_ruling": "Dispute {dispute} is about another ruling.",
        "nothing_added": "Add words, moments or an alternative to the dispute.",
        "intake_open": "Intake {intake} of earlier play has not ended yet.",
        "no_intake": "Nothing is being taken in now: begin with the file it comes from.",
        "entry_empty": "Entry {source_id} says nothing, rolls nothing and changes nothing.",
        "not_your_dispute": "Only {person}, who began dispute {dispute}, or the GM may withdraw it.",
        "label_wrong": "A shelf or a tag is a short label: {most} signs at most, and no comma in a tag.",
    },
    events={
        "journal.note_written.v1": "{text}",
        "journal.comment_written.v1": "On moment {position}: {text}",
        "journal.session_sealed.v1": "Session {session} is sealed at moment {position}",
        "journal.words_removed.v1": "Words are removed from earlier records: {reason}",
        "journal.record_set_aside.v1": "Moment {position} is set aside: {why}",
        "journal.dispute_opened.v1": "{person} disputes moment {position}: {text}",
        "journal.dispute_added_to.v1": "{person} adds to dispute {dispute}{text:+: }",
        "journal.ruling_upheld.v1": "Dispute {dispute} is settled, and the ruling stands: {reason}",
        "journal.dispute_withdrawn.v1": "Dispute {dispute} is withdrawn{reason:+: }",
        "journal.ruling_overturned.v1": "Moment {position} is overturned: {reason}",
        "journal.campaign_shelved.v1": "The shelf of the campaign: {shelf}",
        "journal.campaign_tagged.v1": "Tags of the campaign{added:+ that came: }{removed:+ that went: }",
        "journal.campaign_put_away.v1": "The campaign is put away",
        "journal.campaign_taken_out.v1": "The campaign is taken out again",
        "journal.person_recognized.v1": "{person} is known as {known_as} in every campaign",
        "journal.intake_begun.v1": "Earlier play is taken in from {source}: {file}",
        "journal.earlier_evening_opened.v1": "{title}",
        "journal.entry_taken_in.v1": "{speaker}{text:+: }{rolls:+ rolls }{changes:+ · }",
        "journal.earlier_value_adjusted.v1": "{owner_name}: {name} {was} → {now}, adjusted: {reason}",
        "journal.intake_ended.v1": "{entries:?entry|entries} of earlier play taken in, {verbatim} word for word",
    },
)
