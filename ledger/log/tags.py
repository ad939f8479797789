"""Tags of records that say something about the log itself, and must be known before it is read."""

REWOUND = "campaign.line_rewound.v1"
REMOVED = "journal.words_removed.v1"
SEALED = "journal.session_sealed.v1"
SET_ASIDE = "journal.record_set_aside.v1"

FILE_ATTACHED = "journal.file_attached.v1"
FILE_DESCRIBED = "journal.file_described.v1"

JOURNAL_PREFIX = "journal."
"""Records of the journal are folded in log order: they belong to no line."""
