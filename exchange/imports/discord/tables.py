"""Discord channels as DiscordChatExporter writes them as CSV and as plain text. Neither has the messages' ids."""

import csv
import io
import re
from collections.abc import Iterator

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import LARGEST_HEAD, whole_lines
from exchange.imports.readers.bot_rolls import BotRolls
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, from_iso, name, verbatim

HEAD = re.compile(r"\ufeff?\"?AuthorID\"?([,;])\"?Author\"?\1\"?Date\"?\1\"?Content\"?")
_OLD = ";"
"""Stands between the fields, and behind the last, of tables from before 2020, whose authors bear their number."""
_NUMBERED = re.compile(r"#\d{4}$")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMED_MONTH = re.compile(r"\s*(\d{1,2})-([A-Za-z]{3})-(\d{2,4})(?=\s)")
RULE = "=" * 62
_BLOCK = re.compile(r"\[([^\]\n]{6,40})\] (.{1,200}?)(?: \(pinned\))?\s*")
AT = r"à|às|a las|alle|at|kl\.?|klo|um"
"""Words between a date and a time of day, in the languages of those who export a chat."""
_DATE = re.compile(
    rf"(\d{{1,4}})[-./](\d{{1,2}})[-./](\d{{1,4}})(?:,|\s(?:{AT}))?\s+"
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?(?:\s*([AP])\.?\s?M\.?)?",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\{(Attachments|Embed|Stickers|Reactions|Inline)\}\s*")
_MOST_FIELD = 1 << 20
_COLUMNS = 6
_LONGEST_HEAD = 200


def time_in(shown: str, clock: Clock) -> str | None:
    """A date and a time as the exporter's own settings write them."""
    if (when := from_iso(re.sub(r"(\.\d{6})\d+", r"\1", shown))) and "T" in shown:
        return when
    month_first = False
    if (named := _NAMED_MONTH.match(shown)) and named[2].lower() in _MONTHS:
        month_first = True
        shown = f"{_MONTHS.index(named[2].lower()) + 1}/{named[1]}/{named[3]}{shown[named.end() :]}"
    found = _DATE.fullmatch(shown.strip())
    if found is None:
        return None
    one, two, three = int(found[1]), int(found[2]), int(found[3])
    if month_first:
        year, month, day = three, one, two
    elif one > 31:
        year, month, day = one, two, three
    else:
        year, month, day = (three, two, one) if clock.day_first or one > 12 else (three, one, two)
    hour = int(found[4])
    if found[7]:
        hour = hour % 12 + (12 if found[7].upper() == "P" else 0)
    return clock.stamp(year + 2000 if year < 100 else year, month, day, hour, int(found[5]), int(found[6] or 0))


def read_csv(source: ImportFile) -> Iterator[Item]:
    """The rows of the table, in its order."""
    ids, asked = Occurrences(), BotRolls()
    with source.opened() as stream:
        text = io.TextIOWrapper(stream, "utf-8", errors="replace", newline="")
        csv.field_size_limit(_MOST_FIELD)
        head = HEAD.match(text.read(_LONGEST_HEAD))
        old = head is not None and head[1] == _OLD
        text.seek(0)
        rows = csv.reader(text, delimiter=_OLD if old else ",", strict=False)
        try:
            last = 0
            for row in rows:
                begun, last = last + 1, rows.line_num
                if HEAD.match(",".join(row[:4])) or not row:
                    continue
                if old:
                    row[1:2] = [_NUMBERED.sub("", it) for it in row[1:2]]
                    row = row[:-1] if len(row) > _COLUMNS and not row[-1] else row
                if not 4 <= len(row) <= _COLUMNS:
                    yield _stranger(ids, f"line {begun}", ",".join(row))
                    continue
                author, shown, content, attached, reacted = (*row[1:6], "", "", "", "", "")[:5]
                marks = _listed("attachment", attached) + _listed("reaction", reacted)
                who = name(author, NOBODY)
                yield _said(source, ids, asked, f"line {begun}", who, shown, content, marks)
        except csv.Error as error:
            yield Remarked(f"line {rows.line_num}", f"the table cannot be read from here on: {error}", broken=True)
        finally:
            text.detach()


def _stranger(ids: Occurrences, place: str, row: str) -> Said:
    text = verbatim(row) or "(nothing)"
    why = "it is no row of such a table"
    known = f"discord:{ids.id_of(text)}"
    return Said(id=known, place=place, speaker=NOBODY, form=EntryForm.VERBATIM, text=text, why=why)


def _listed(what: str, given: str) -> tuple[str, ...]:
    return tuple(f"{what}: {clean(it.strip())[:900]}" for it in given.split(",") if it.strip())


def read_text(source: ImportFile) -> Iterator[Item]:
    """The blocks of the text, each from its date and author to the next."""
    ids, asked, begun, rules, promised, found = Occurrences(), BotRolls(), None, 0, None, 0
    block: list[str] = []
    titles: list[str] = []
    with source.opened() as stream:
        last = 0
        for piece in whole_lines(stream, source.name):
            line, gap, last = decoded(piece.raw)[0], piece.line > last + 1, piece.line
            if line.strip() == RULE:
                rules += 1
                continue
            if rules >= 3 and (told := re.fullmatch(r"Exported ([\d.,]{1,12}) message\(s\)\s*", line)):
                promised = int(re.sub(r"\D", "", told[1]))
                continue
            if rules < 2:
                if told := re.fullmatch(r"(?:Guild|Server|Channel): (.{1,200})", line):
                    titles.append(told[1].rpartition(" / ")[2].strip())
                continue
            if titles:
                yield About(title=name(" - ".join(titles)))
                titles = []
            head = _BLOCK.fullmatch(line)
            if head and time_in(head[1], source.clock):
                if begun:
                    found += 1
                    yield _block(source, ids, asked, begun, block)
                begun, block = (piece.line, head[1], name(head[2], NOBODY)), []
            elif begun and sum(map(len, block)) < LARGEST_HEAD * 16:
                block += ["", line] if gap and block else [line]
        if begun:
            found += 1
            yield _block(source, ids, asked, begun, block)
    if promised is None:
        yield Remarked("the end of the file", "it is cut off: the number of its messages is missing", broken=True)
    elif promised != found:
        yield Remarked("the end of the file", f"it promises {promised} messages and holds {found}")


def _block(
    source: ImportFile, ids: Occurrences, asked: BotRolls, begun: tuple[int, str, str], block: list[str]
) -> Said:
    line, shown, author = begun
    words: list[str] = []
    marks: list[str] = []
    kind = ""
    for each in block:
        if told := _BESIDE.fullmatch(each):
            kind = told[1]
        elif kind and each.strip() and kind != "Embed":
            marks.append(f"{kind.lower().rstrip('s')}: {clean(each.strip())[:900]}")
        else:
            words.append(each)
    return _said(source, ids, asked, f"line {line}", author, shown, "\n".join(words), tuple(marks))


def _said(
    source: ImportFile,
    ids: Occurrences,
    asked: BotRolls,
    place: str,
    author: str,
    shown: str,
    content: str,
    marks: tuple[str, ...],
) -> Said:
    text, when = clean(content).strip(), time_in(shown, source.clock)
    fallen = in_words(text)
    asker = asked.addressed(text) if fallen else ""
    asked.hear("", author)
    return Said(
        id=f"discord:{ids.id_of(author, shown, text, *marks)}",
        place=place,
        speaker=asker or author,
        user=author if author != NOBODY else "",
        form=(EntryForm.ROLL if fallen else EntryForm.TALK) if text or marks else EntryForm.VERBATIM,
        when=when,
        text=text or (f"[{marks[0].partition(': ')[2][:200]}]" if marks else f"[{shown}] {author}"),
        rolls=tuple(fallen),
        marks=marks,
        why="" if text or marks else "a message without words",
    )
