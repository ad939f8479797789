"""The chapters of the journal bound together: each imports only those before it, and those of the campaign."""

from domain.kernel.chapter import Rulebook

from . import disputes, file_removal, files, intake, notes, record_care, recordings, seals, shelving

JOURNAL = Rulebook(
    notes.chapter,
    seals.chapter,
    disputes.chapter,
    shelving.chapter,
    record_care.chapter,
    intake.chapter,
    files.chapter,
    file_removal.chapter,
    recordings.chapter,
)
