"""`figures`: every roll, or every change of a number, as a table for other programs."""

from cli.asked import Asked
from cli.extras import need
from cli.outcome import wrong_words
from cli.read.chronicle import told, writing
from cli.viewer import hearer
from exchange.documents.row_files import write_csv, write_parquet
from projections.audiences import audience_of
from projections.history.folded_views import told_to
from projections.views import figures

WHAT = {"rolls": (figures.RolledDieRow, figures.rolls), "resources": (figures.NumberRow, figures.resources)}
FORMATS = {"csv": write_csv, "parquet": write_parquet}


def write(asked: Asked, campaign: str, what: str, who: str | None, form: str | None, file: str | None) -> None:
    """Write one of the tables."""
    if what not in WHAT:
        raise wrong_words(f"{what!r} is none of the tables: {', '.join(WHAT)}.")
    ending = file.rsplit(".", 1)[-1].lower() if file and "." in file else ""
    form = (form or ending or "csv").lower()
    if form not in FORMATS:
        raise wrong_words(f"{form!r} is none of the formats: {', '.join(FORMATS)}. Say which with --format.")
    if form == "parquet":
        need("pyarrow")
    row, rows = WHAT[what]
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        listener = hearer(library, slug, who)
        with writing(file, form) as to:
            count = FORMATS[form](row, rows(told_to(library.ledger, slug, None, listener)), to)
    if file is not None:
        about: dict[str, object] = {"campaign": slug, "table": what, "rows": count}
        told(asked, file, form, {**about, "told_to": audience_of(listener)})
