"""`sheet -o`: character sheets as files, in a format of one's choice."""

from pathlib import Path

from cli.options import Options
from cli.printing import remark
from cli.read.chronicle import boxes_said, fonts_in, format_of, printing, told, writing
from cli.read.status import chosen
from cli.viewer import recipient_of
from exchange.documents.campaign.files import FORMATS
from exchange.documents.campaign.pictures import Pictures
from exchange.documents.campaign.telling import ANYBODY
from exchange.documents.html.face import Picture
from exchange.documents.html.faces import Faces
from exchange.documents.portraits import MEDIA, InlinePictures
from exchange.documents.sheet_markdown import sheets_markdown
from projections.audiences import audience_of
from projections.history.folded_views import sheets_at


def sheets(
    options: Options,
    campaign: str,
    character: str | None,
    at: int | None,
    who: str | None,
    form: str | None,
    file: str | None,
    fonts: str | None,
) -> None:
    """Write the sheets of the cast, or one of them, as they stand at a position."""
    form = format_of(form, file, {it: FORMATS[it] for it in ("md", "html", "pdf")})
    more = fonts_in(fonts, form)
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        recipient = recipient_of(library, slug, who)
        found = chosen(sheets_at(library.ledger, slug, at, viewer=recipient or ANYBODY), character, slug)
        position = library.ledger.head(slug) if at is None else at
        viewer = recipient or ANYBODY
        roster = library.views.roster_history(slug, viewer).at(position)
        moment = library.ledger.moment(slug, at)
        about = f"{moment.campaign.title}, as of record {position}"
        pictures = Pictures(library.ledger, slug, viewer, moment, remark)
        portraits, plates = (pictures.portraits(), pictures.of_characters()) if form != "md" else ({}, {})
    boxes: dict[str, object] = {}
    if not found:
        remark(f"Nobody has a sheet in {slug} at record {position}.")
    with writing(file, form) as to:
        if form == "md":
            to.write("".join(sheets_markdown(found, about)).encode("utf-8", "replace"))
        elif form == "html":
            from exchange.documents.sheet_page import sheets_page

            within = InlinePictures()
            for who, each in portraits.items():
                within.take(who, each.content, MEDIA, Picture("", each.alt))
            faces = Faces(roster, pictures=within.pictures)
            to.write(sheets_page(found, about, faces, within.style, plates).encode("utf-8", "replace"))
        else:
            from exchange.documents.printed.sheets import Pictured, printed_sheets
            from exchange.documents.printed.signs import lacks_by_script

            known = Faces(roster)
            pictured = {
                who: Pictured(known.of_sheet(who), portraits.get(who), plates.get(who, ()))
                for who in (sheet.character for sheet in found)
            }
            with printing():
                paper = printed_sheets(found, about, more, pictured=pictured)
            to.write(paper.content)
            boxes = boxes_said(form, lacks_by_script(paper.missing))
    if file is not None:
        characters = [sheet.character for sheet in found]
        told(
            options,
            str(Path(file)),
            form,
            {
                "campaign": slug,
                "at": position,
                "characters": characters,
                "told_to": audience_of(recipient),
                **boxes,
            },
        )
