"""`pack`: how a campaign was prepared, as a table file."""

from cli.options import Options
from cli.outcome import usage_error
from cli.output_files import place_to_write
from cli.printing import as_json, counted, line, remark, say
from domain.kernel.preparation.table_file import TableFile
from exchange.tables.packing import NothingPrepared, Packed, pack_table


def pack(options: Options, campaign: str, file: str | None, at: int | None, *, secrets: bool) -> None:
    """Write the table file, and say on stderr what it does not hold."""
    place = place_to_write(file) if file is not None else None
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        try:
            packed = pack_table(library.ledger, slug, at, secrets=secrets)
        except NothingPrepared as nothing:
            raise usage_error(str(nothing)) from nothing
    _say_left_out(packed, secrets=secrets)
    if place is not None:
        place.write_text(packed.text, "utf-8")
    if options.json:
        told = {"campaign": slug, "file": str(place) if place else None, "left_out": list(packed.left_out)}
        hidden = {"secrets": packed.secrets, "secrets_left_out": not secrets}
        as_json({**told, **hidden, "texts_left_out": list(packed.texts), "table": _fields(packed.table)})
    elif place is None:
        print(packed.text, end="")
    else:
        say(f"{place} holds {packed.table.title}. `campaign new --from {place}` founds a campaign from it.")


def _fields(it: TableFile) -> dict[str, object]:
    return it.model_dump(mode="json")


def _say_left_out(packed: Packed, *, secrets: bool) -> None:
    if packed.secrets and secrets:
        those = "leaves it out" if packed.secrets == 1 else "leaves them out"
        remark(f"It holds {counted(packed.secrets, 'secret')} of the GM; `--without-secrets` {those}.")
    elif packed.secrets:
        verb = "was" if packed.secrets == 1 else "were"
        remark(f"{counted(packed.secrets, 'secret')} of the GM {verb} left out.")
    if packed.left_out:
        verb = "was" if len(packed.left_out) == 1 else "were"
        remark(f"{counted(len(packed.left_out), 'step')} {verb} left out: {', '.join(packed.left_out)}.")
    if packed.texts:
        verb = "is" if len(packed.texts) == 1 else "are"
        remark(f"{counted(len(packed.texts), 'text')} {verb} not in it, such as: {line(packed.texts[0], 60)}")
