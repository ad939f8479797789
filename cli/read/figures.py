"""`figures`: every roll, or every change of a number, as a table for other programs."""

from cli.extras import need
from cli.options import Options
from cli.outcome import usage_error
from cli.read.chronicle import told, writing
from cli.viewer import recipient_of
from exchange.documents.row_files import write_csv, write_parquet
from projections.audiences import audience_of
from projections.history.folded_views import told_to
from projections.views import figures

WHAT = {"rolls": (figures.RolledDieRow, figures.rolls), "resources": (figures.NumberRow, figures.resources)}
FORMATS = {"csv": write_csv, "parquet": write_parquet}


def write(options: Options, campaign: str, what: str, who: str | None, form: str | None, file: str | None) -> None:
    """Write one of the tables."""
    if what not in WHAT:
        raise usage_error(f"{what!r} is none of the tables: {', '.join(WHAT)}.")
    ending = file.rsplit(".", 1)[-1].lower() if file and "." in file else ""
    form = (form or ending or "csv").lower()
    if form not in FORMATS:
        raise usage_error(f"{form!r} is none of the formats: {', '.join(FORMATS)}. Say which with --format.")
    if form == "parquet":
        need("pyarrow")
    row, rows = WHAT[what]
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        recipient = recipient_of(library, slug, who)
        with writing(file, form) as to:
            count = FORMATS[form](row, rows(told_to(library.ledger, slug, None, recipient)), to)
    if file is not None:
        about: dict[str, object] = {"campaign": slug, "table": what, "rows": count}
        told(options, file, form, {**about, "told_to": audience_of(recipient)})
