"""The journal's sentences."""

from domain.kernel.wording import Wording

WORDING = Wording(
    refusals={
        "text_missing": "Write something: the text is empty.",
        "no_session": "No session was played yet, so there is none to seal.",
        "session_sealed": "Session {session} is sealed already.",
    },
    events={
        "journal.note_written.v1": "{text}",
        "journal.comment_written.v1": "On {position}: {text}",
        "journal.session_sealed.v1": "Session {session} is sealed at {position}",
    },
)
