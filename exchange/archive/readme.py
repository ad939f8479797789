"""The page that explains an archive to somebody who has nothing else."""

from domain.kernel.register import Credit
from exchange.archive.layout import TitlePage
from ledger.log.record import FORMAT_NAME, GENESIS
from projections.views.markdown import plainly

_OF_FORMAT_1 = """
This archive is of format 1: its records do not say what in them are words. So a removal can have changed any text,
and only an older archive shows that it was no more than words.
"""

_OF_FORMAT_2 = """
This archive is of format 2: a removal is held to words by a second chain, the *tally*. Each record names in
`words` where in it people's words stand, by paths: names of fields joined by dots, `*` for each item, `@` for
the names in an object, `**` for every text below. Its *frame* is the record with an empty text at each of these
and as its `by` and `fiction_time`, written as records are (sorted, without spaces, UTF-8); an object whose
names are words becomes the list of its values, sorted by how they are written. Each record carries in `tally`
the SHA-256 of the tally of the one before, as 64 digits, followed by that one's frame. The first carries the
SHA-256 of `campaign-ledger tally`. Records without a tally stand at the start of campaigns that were begun
before format 2: in their frames every text below `command` and `data` is empty, and every object there is the
list of its values. Here the last tally comes out as `{head_tally}`.
"""

_OF_FORMAT_3 = _OF_FORMAT_2.replace("of format 2:", "of format 3: of format 2 with files, and so", 1)

_FILES = """
## The files

Some records name a file: by the SHA-256 of its bytes, as 64 digits. `archive.json` lists under `files` every file
that is named so. One that is `here` lies in `files/` under these digits, so that `sha256sum files/*` must say of
each what it is called. One that is `left out` was not wanted in this archive, or could not be had any more; one
that is `removed` was taken out of the campaign for good, as a record of the type `journal.words_removed.v1` says:
it names under `files` the positions of the records that had named it. Where its digits went too, 64 zeros stand
in their place.
"""

_FIELDS_OF_FORMAT_2 = """\
| `tally` | what the records before it come to without anybody's words |
| `words` | where in this record people's words stand |
"""

_AUDIENCES = {"table": "everybody at the table may know", "gm": "the game master knows, which is everything"}

_TEXT = """\
# {title}

This folder is a whole tabletop campaign, played in {game_title}: {records} records in {rulings} rulings. It was
written by Campaign Ledger, but needs no program to be read: everything in it is plain text in UTF-8, and this page
says how it hangs together.

It is played by the rules of {credit}.

| file | what it is |
|---|---|
| `chronicle.md` | to read: what happened, session by session, as far as {audience} |
| `records.jsonl` | **the campaign itself**: one record a line, exactly the bytes that were recorded |
| `archive.json` | this campaign in numbers: its id, its game, how many records, the seal of the last |
| `receipts.txt` | where the log stood at its end and at each sealed session |
| `rules.json` | the house rules, when they changed, and which versions of the game's rules judged |
| `schemas/` | the JSON Schema of a whole record, for each type of record that occurs |
{files_row}
**The records hold everything**, also what was for the game master's eyes only, and what was taken back. Only
`chronicle.md` leaves things out. Do not give this folder to somebody who may not know all of it.

## Is every file as it was written?

The folder above this one is a *bag* by RFC 8493 (BagIt): its manifests list the SHA-256 and SHA-512 of every file.

```sh
cd ..
sha256sum -c manifest-sha256.txt
```

## Is the campaign as it was recorded?

Each record is one line of JSON, and names in `prev` the *seal* of the line before: the SHA-256 of that line's
bytes without its line end. The first line's `prev` is the SHA-256 of the text `{format_name}`,
which is `{genesis}`.
So whoever changes, drops, adds or swaps a line breaks the chain there. Here the last seal must come out as
`{head_seal}`.

With nothing but a shell:

```sh
prev=$(printf %s '{format_name}' | sha256sum | cut -d' ' -f1) n=0
gone=$(grep -a '"type":"journal.words_removed.v1"' records.jsonl)
aside=$(grep -a '"type":"journal.record_set_aside.v1"' records.jsonl)
while IFS= read -r line; do
  n=$((n + 1)) here=$(printf %s "$line" | sha256sum | cut -d' ' -f1)
  case $line in '{{"aside":"'*)
    here=${{line#*:?}} here=$(printf %s "${{here%??}}" | base64 -d | sha256sum | cut -d' ' -f1);;
  esac
  case $aside in *",\\"position\\":$n,\\"seal\\":\\"$here\\""*)
    prev=${{aside%%",\\"position\\":$n,\\"seal\\":\\"$here\\""*}} prev=${{prev##*'"named":'}}
    prev=${{prev#?}} prev=${{prev%?}}
    test "$prev" != ul || prev=$here
    continue;;
  esac
  case $line in *"\\"prev\\":\\"$prev\\""*) ;; *) echo "broken: $line"; exit 1;; esac
  prev=$here
  case $gone in *"\\"now\\":\\"$prev\\""*)
    prev=${{gone##*"\\"now\\":\\"$prev\\""}} prev=${{prev#*was}} prev=$(printf %.64s "${{prev#???}}");;
  esac
done < records.jsonl
echo "$prev"
```

In Python, and much the same in any language:

```python
import base64, hashlib, json

lines = open("records.jsonl", "rb").read().split(b"\\n")[:-1]
lines = [base64.b64decode(it[10:-2]) if it.startswith(b'{{"aside":"') else it for it in lines]
gone, aside = {{}}, {{}}
for line in lines:
    if b'"journal.words_removed.v1"' in line or b'"journal.record_set_aside.v1"' in line:
        record = json.loads(line)
        if record["type"] == "journal.words_removed.v1":
            gone.update({{it["position"]: it for it in record["data"]["records"]}})
        if record["type"] == "journal.record_set_aside.v1":
            aside[record["data"]["position"]] = record["data"]
prev = hashlib.sha256(b"{format_name}").hexdigest()
for position, line in enumerate(lines, start=1):
    now = hashlib.sha256(line).hexdigest()
    if position in aside:
        assert aside[position]["seal"] == now, f"record {{position}} was changed after it was set aside"
        prev = aside[position].get("named") or now
        continue
    record = json.loads(line)
    assert (record["prev"], record["position"]) == (prev, position), f"record {{position}} is broken"
    assert position not in gone or gone[position]["now"] == now, f"record {{position}} was changed again"
    prev = gone[position]["was"] if position in gone else now
print(prev)
```

Records cut off the end leave a chain that is whole but shorter. Only a receipt that was kept elsewhere shows that:
a receipt `231:5f2c9a01b3d4` says that record 231 has a seal that begins so.

Where words were removed afterwards, a line is no longer what its seal was made of. A record of the type
`journal.words_removed.v1` then names its position, the seal it `was` given, which the chain goes on with, and the
SHA-256 of what stands there `now`. A program that checks all of this comes with Campaign Ledger: `docs/verify.py`.

Where a record was damaged on a disk and could not be read or followed, a repair set it aside. A record of the type
`journal.record_set_aside.v1` then names its `position`, the `seal` of the bytes that lie there, and as `named` the
seal that the record after it carries for it, where that is another: the chain goes on with that. Nothing is known
of what such a record said; it may be no line of JSON, and hold bytes that a shell cannot: Python takes any. Where
it holds the end of a line, it stands here as `{{"aside":"..."}}` with its bytes in base64. What
followed it on its line cannot be said either.
{tally}{files}
## What is in a record?

| field | what it says |
|---|---|
| `position` | its place in the log: 1, 2, 3 ... without gaps |
| `type` | what happened; `schemas/` describes each type |
| `data` | the event itself. Dice have fallen and rules have judged: nothing is left to decide |
| `parent` | the position it grows from: the one before, except where play returned to an earlier one |
| `ruling` | records of one ruling belong together: they were recorded as one, or not at all |
| `by` | the id of the person who asked for it |
| `at` | when it was recorded (UTC); `happened_at` is when at the table, `fiction_time` when in the story |
| `rules` | the version of the game's rules that judged |
| `campaign` | the campaign's id |
| `prev` | the seal of the record before |
{fields}
These stand only on the first record of a ruling: `command`, what was asked for, word by word; `dice`, the dice
it drew in order, each as `[size, face]`, and `dice_from`, whether they were `typed` from the table or `rolled`;
`key`, a name under which it was sent, so that it is recorded once; `salt`, digits of chance, so that nobody can
guess from a seal what the ruling held; `stands_for`, the ruling of another line that it takes the place of;
`kept`, that it stayed as it was against the rules of its day.

## What stands, and what was taken back?

Nothing is ever deleted. Where a table took something back, there is a record of the type
`campaign.line_rewound.v1`, whose `parent` is the position it returned to, and play goes on from there. What stands
now is the **line** of the last record: go from it to its `parent`, from there to that one's `parent`, and so on to
record 1. Every record that is not on this way was taken back. Records whose type begins with `journal.` (notes,
comments, disputes, seals) belong to no line: they stay said, whatever becomes of the play they are about.

To know how anything stood at a record, read its line from the start and apply each event in turn.

## Taking it back into a ledger

`campaign import` with this bag, as a folder or a zip file, stores the same bytes with the same seals, or nothing.
"""


_TALLY = {1: _OF_FORMAT_1, 2: _OF_FORMAT_2, 3: _OF_FORMAT_3}
_FILES_ROW = "| `files/` | the files that records name, each under the SHA-256 of its bytes |\n"


def readme(title: TitlePage, credit: Credit) -> bytes:
    """The page for this archive, which says whose rulebook the campaign is played by."""
    return _TEXT.format(
        title=plainly(title.title),
        game_title=plainly(title.game_title),
        credit=plainly(credit.sentence),
        records=title.records,
        rulings=title.rulings,
        audience=_AUDIENCES.get(title.told_to, "one person at the table may know"),
        format_name=FORMAT_NAME,
        genesis=GENESIS,
        head_seal=title.head_seal,
        tally=_TALLY[title.format].format(head_tally=title.head_tally),
        files=_FILES if title.files else "",
        files_row=_FILES_ROW if title.files else "",
        fields=_FIELDS_OF_FORMAT_2 if title.format > 1 else "",
    ).encode()
