#!/usr/bin/env python3
"""Checks an exported campaign without the program that wrote it.

    python verify.py ARCHIVE [--expect 231:5f2c9a01b3d4:07be1d9c66a2] [--against OLDER] [--json]

ARCHIVE is what `campaign export` wrote (a folder or a zip file), or only its `records.jsonl`. `--expect` takes a
receipt that was kept somewhere else, and may be given more than once. `--against` takes an older archive of the
same campaign: this one must go on from it, changed only where a removal says so, and there only in words.

One file, Python 3.10 or newer, nothing to install, and not a line in common with Campaign Ledger itself: whatever
that program believes of its own records, this was written from the description of the format alone. It knows no
game: that an event could follow what stood before it is for `campaign verify` to say. Of a format that it was not
written for it says so, and nothing more.

Exit status: 0 sound, 1 not sound, 2 there is nothing to check.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
import zipfile
import zlib
from pathlib import Path

FORMATS = (1, 2, 3)
BAGIT = ("0.97", "1.0")
FIRST_PREV = hashlib.sha256(b"campaign-ledger record format 1").hexdigest()
FIRST_TALLY = hashlib.sha256(b"campaign-ledger tally").hexdigest()
ALWAYS = {"at", "by", "campaign", "data", "parent", "position", "prev", "rules", "ruling", "type"}
ON_EACH = {"happened_at", "fiction_time", "tally", "words"}
ON_FIRST = {"command", "dice", "dice_from", "key", "kept", "salt", "stands_for"}
NUMBERS = ("parent", "position", "rules", "ruling")
SALT = re.compile(r"[0-9a-f]{32}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
SEAL = re.compile(r"[0-9a-f]{64}")
RECEIPT = re.compile(r"([1-9]\d{0,15}):([0-9a-f]{12,64})(?::([0-9a-f]{12,64}))?")
REWOUND = "campaign.line_rewound.v1"
SEALED = "journal.session_sealed.v1"
REMOVED = "journal.words_removed.v1"
NAMES_A_FILE = {"logged.intake_begun.v1": "blob", "journal.file_attached.v1": "digest"}
GONE = "0" * 64  # stands for a file whose digest was taken out with it
ASIDE = b'{"aside":"'
SET_ASIDE = "journal.record_set_aside.v1"


class Broken(Exception):
    """A fault, and its record; 0 where it is about none."""

    def __init__(self, position, problem):
        super().__init__(f"Record {position} is broken: {problem}" if position else problem)
        self.position = position


class NothingToCheck(Exception):
    """There is no campaign there."""


# --- reading -------------------------------------------------------------------------------------------------


class Folder:
    """The files of an archive in a folder."""

    def __init__(self, place):
        self.place = place

    def names(self):
        """The paths of the files."""
        return {it.relative_to(self.place).as_posix() for it in self.place.rglob("*") if not it.is_dir()}

    def read(self, name):
        """The bytes of one."""
        return (self.place / name).read_bytes()

    def hashed(self, name, kind):
        """The hash of one, however large it is."""
        with (self.place / name).open("rb") as file:
            return hashed(file, kind)


class Zip:
    """The files of an archive in a zip file, below its one folder."""

    def __init__(self, place):
        try:
            self.zip = zipfile.ZipFile(place)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise Broken(0, "The zip file cannot be opened: it is damaged, or its end was cut off.") from error
        inside = [name for name in self.zip.namelist() if not name.endswith("/")]
        if len(set(inside)) != len(inside):
            raise Broken(0, "The zip file holds two files of one name.")
        self.top = next((name[: -len("bagit.txt")] for name in inside if name.endswith("bagit.txt")), "")

    def names(self):
        """The paths of the files."""
        inside = {name for name in self.zip.namelist() if not name.endswith("/")}
        strangers = sorted(name for name in inside if not name.startswith(self.top))
        if strangers:
            raise Broken(0, f"The zip file holds {strangers[0]}, which is not of the archive.")
        return {name[len(self.top) :] for name in inside}

    def read(self, name):
        """The bytes of one."""
        return self._unpacked(name, lambda file: file.read())

    def hashed(self, name, kind):
        """The hash of one, however large it is."""
        return self._unpacked(name, lambda file: hashed(file, kind))

    def _unpacked(self, name, ask):
        try:
            with self.zip.open(self.top + name) as file:
                return ask(file)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise Broken(0, f"{name} cannot be unpacked as it was packed.") from error


def hashed(file, kind):
    """The hash of what is left of an open file."""
    found = hashlib.new(kind)
    while part := file.read(2**20):
        found.update(part)
    return found.hexdigest()


def files_of(place):
    """The files of an archive, or None where only the records were given."""
    if place.is_dir():
        return Folder(place)
    if not place.is_file():
        raise NothingToCheck(f"There is nothing at {place}.")
    with place.open("rb") as file:
        begins = file.read(4)
    if begins in (b"PK\x03\x04", b"PK\x05\x06") or zipfile.is_zipfile(place):
        return Zip(place)
    return None


def check_bag(files):
    """Every file is listed, and is what the lists say."""
    names = files.names()
    for name in ("bagit.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt", "data/records.jsonl"):
        if name not in names:
            raise NothingToCheck(f"This is no archive of a campaign: it has no {name}.")
    said = re.match(rb"BagIt-Version: (\d+\.\d+)\s", files.read("bagit.txt"))
    if not said or said.group(1).decode() not in BAGIT:
        refuse_changed(files, "bagit.txt", "tagmanifest-sha256.txt")
        version = said.group(1).decode() if said else "a version that cannot be read"
        raise NothingToCheck(
            f"This is a bag of BagIt {version}; I know {' and '.join(BAGIT)}, and can say nothing."
        )
    format_of(files)
    listed = {}
    for kind in ("sha256", "sha512"):
        payload = sums_in(files, f"manifest-{kind}.txt", kind)
        tags = sums_in(files, f"tagmanifest-{kind}.txt", kind)
        unlisted = {name for name in names if name.startswith("data/")} - payload.keys()
        if unlisted:
            raise Broken(0, f"{min(unlisted)} is in the archive, but not in its {kind} lists.")
        listed.update({**payload, **tags})
    return len(listed)


def format_of(files):
    """The number of the archive's format. Of another than those known here nothing can be said."""
    try:
        number = json.loads(files.read("data/archive.json"))["format"]
    except (KeyError, OSError) as error:
        raise Broken(0, "data/archive.json is missing, or tells no format.") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise Broken(0, "data/archive.json cannot be read: it was changed.") from error
    if type(number) is not int or number not in FORMATS:
        refuse_changed(files, "data/archive.json", "manifest-sha256.txt")
        raise NothingToCheck(
            f"This archive is of format {number!r}; I know {FORMATS[0]} to {FORMATS[-1]}, and can say nothing. "
            "Use the verify.py of the program that wrote it."
        )
    return number


def refuse_changed(files, name, manifest):
    """Refuse a file that was changed: what it says of its version counts only if it is as it was written."""
    if hashlib.sha256(files.read(name)).hexdigest().encode() not in files.read(manifest):
        raise Broken(0, f"{name} is not what {manifest} says: it was changed.")


def sums_in(files, manifest, kind):
    """The files that a list names; each was hashed and is as listed."""
    try:
        lines = files.read(manifest).decode("utf-8").splitlines()
    except (KeyError, OSError, UnicodeDecodeError) as error:
        raise Broken(0, f"{manifest} cannot be read.") from error
    found = {}
    for line in lines:
        wanted, _, name = line.partition("  ")
        if not name or name in found or ".." in name.split("/") or name.startswith("/"):
            raise Broken(0, f"{manifest} has a line that lists nothing: {line!r}.")
        try:
            wrong = files.hashed(name, kind) != wanted
        except (KeyError, OSError) as error:
            raise Broken(0, f"{name} is listed in {manifest} and missing.") from error
        if wrong:
            raise Broken(0, f"{name} is not what {manifest} says: it was changed.")
        found[name] = wanted
    return found


def lines_of(content):
    """The lines of the records, each with its position. A line that is not ended was cut off."""
    if not content:
        raise Broken(1, "there are no records.")
    lines = content.split(b"\n")
    if lines.pop() != b"":
        raise Broken(len(lines) + 1, "its line is cut off.")
    return [in_line(line) for line in lines]


def in_line(line):
    """The bytes at a position: what was set aside may hold a line's end, and then it stands there as base64."""
    if not (line.startswith(ASIDE) and line.endswith(b'"}')):
        return line
    try:
        return base64.b64decode(line[len(ASIDE) : -2], validate=True)
    except ValueError:
        return line


# --- one record ----------------------------------------------------------------------------------------------


def parsed(position, line):
    """A record as its line says, written as every record is: sorted, without spaces, nothing twice."""

    def unique(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError("a name twice")
        return dict(pairs)

    def refuse(word):
        raise ValueError(word)

    try:
        record = json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)
        again = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Broken(position, "it is not a line of JSON.") from error
    if not isinstance(record, dict) or again != line:
        raise Broken(position, "it is not written as records are.")
    return record


def check_fields(position, record, opens):
    """Its fields are those of a record, of the right kinds."""
    missing = ALWAYS - record.keys()
    strange = record.keys() - ALWAYS - ON_EACH - ON_FIRST
    if missing or strange:
        raise Broken(position, f"it has no `{min(missing)}`." if missing else f"it has a `{min(strange)}`.")
    for name in NUMBERS:
        if type(record[name]) is not int or record[name] < 0:
            raise Broken(position, f"its `{name}` is no number.")
    if not (isinstance(record["at"], str) and TIME.fullmatch(record["at"])):
        raise Broken(position, "its `at` is no time.")
    if not all(isinstance(record[name], str) and record[name] for name in ("by", "campaign", "type", "prev")):
        raise Broken(position, "one of its names is no text.")
    if not isinstance(record["data"], dict):
        raise Broken(position, "its `data` is no event.")
    early = sorted(ON_FIRST & record.keys())
    if early and not opens:
        raise Broken(position, f"it carries `{early[0]}`, which belongs on a ruling's first record.")
    words = record.get("words", ["-"])
    if (
        ("tally" in record and not SEAL.fullmatch(str(record["tally"])))
        or not isinstance(words, list)
        or not words
    ):
        raise Broken(position, "its `tally` or its `words` are none.")
    if not all(isinstance(path, str) and path for path in words) or ("words" in record and "tally" not in record):
        raise Broken(position, "its `words` are no paths, or stand without a tally.")
    if opens and not isinstance(record.get("command"), dict):
        raise Broken(position, "it opens a ruling, and no command led to it.")
    if "salt" in record and not (isinstance(record["salt"], str) and SALT.fullmatch(record["salt"])):
        raise Broken(position, "its `salt` is none.")
    for die in record.get("dice", []):
        if not (isinstance(die, list) and len(die) == 2 and all(type(it) is int for it in die)):
            raise Broken(position, "its dice are no dice.")
        if not 0 <= die[1] <= max(die[0], 0):
            raise Broken(position, f"a die of {die[0]} sides fell on {die[1]}.")


# --- without words -------------------------------------------------------------------------------------------


def frame(record):
    """A record without the words of people: of format 2 at the paths it names itself, of format 1 every text."""
    if "tally" in record:
        paths = [["by"], ["fiction_time"], *(path.split(".") for path in record.get("words", []))]
        return written(blank(record, paths))
    parts = {name: shape(record[name]) for name in ("command", "data", "fiction_time") if name in record}
    return written({**record, **parts, "by": ""})


def written(value):
    """As records are written: sorted, without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def blank(value, paths):
    """A value with the texts at these paths empty. `*` is each, `@` the names in an object, `**` all below."""
    if [] in paths:
        return "" if isinstance(value, str) else value
    if any(path[0] == "**" for path in paths):
        return no_texts(value)
    if isinstance(value, dict):
        inside = {}
        for name, each in value.items():
            rest = [path[1:] for path in paths if path[0] in (name, "*")]
            inside[name] = blank(each, rest) if rest else each
        return sorted(inside.values(), key=written) if ["@"] in paths else inside
    if isinstance(value, list):
        rest = [path[1:] for path in paths if path[0] == "*"]
        return [blank(each, rest) if rest else each for each in value]
    return value


def no_texts(value):
    """A value in which every text is empty."""
    if isinstance(value, dict):
        return {name: no_texts(each) for name, each in value.items()}
    if isinstance(value, list):
        return [no_texts(each) for each in value]
    return "" if isinstance(value, str) else value


def shape(value):
    """The same for records of format 1, where even the names in an object may be somebody's."""
    if isinstance(value, dict):
        return sorted((shape(each) for each in value.values()), key=written)
    if isinstance(value, list):
        return [shape(each) for each in value]
    return "" if isinstance(value, str) else value


class Tallies(list):
    """The tally after each record, from none on. `vouched` is up to where a later record carries it."""

    def __init__(self):
        super().__init__([FIRST_TALLY])
        self.vouched = 0
        self.carried = False
        self.doubt = None
        self.unknown = False

    def take_in(self, position, record, removals):
        """Go on by a record, which carries the tally that those before it come to.

        Where it does not, whether that one or itself was changed is seen when the record after it fits the chain.
        """
        self.settle()
        carried = record.get("tally")
        if self.unknown and carried is not None:
            self[-1] = carried
        self.unknown, before = False, self[-1]
        if carried is None and self.carried:
            raise Broken(position, "it carries no tally, though the records before it do.")
        if carried is not None:
            if carried != before:
                self.doubt = not_only_words(position - 1, f"record {position}", self.vouched, removals)
            self.vouched, self.carried = position - 1, True
        self.append(hashlib.sha256(before.encode() + frame(record)).hexdigest())

    def pass_over(self, line):
        """Go on by a record that was set aside: what it came to when it was whole, only the next one knows."""
        self.settle()
        self.append(hashlib.sha256(self[-1].encode() + line).hexdigest())
        self.unknown = True

    def settle(self):
        """The end, or the record after a doubtful one: it fits, so the doubt was right."""
        if self.doubt:
            raise self.doubt


def not_only_words(position, said_by, vouched, removals):
    """Up to this record, something other than words is not as it was."""
    for at in sorted(removals):
        if vouched < at <= position:
            return Broken(at, f"more than words was changed in it, as the tally of {said_by} shows.")
    return Broken(max(position, 1), f"it, or one before it, does not come to the tally of {said_by}.")


# --- the chain -----------------------------------------------------------------------------------------------


def removals_in(lines):
    """The removals' statements on earlier records: position -> (seal it had, hash of what stands there now, by
    whom).
    """
    found = {}
    for number, line in enumerate(lines, start=1):
        if REMOVED.encode() not in line:
            continue
        try:
            record = json.loads(line)
            for it in record["data"]["records"] if record["type"] == REMOVED else ():
                if 1 <= it["position"] < number:
                    found[int(it["position"])] = (str(it["was"]), str(it["now"]), number)
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # it is met again on the walk, which says what is wrong with it
    return found


def asides_in(lines):
    """Records that a repair set aside: position -> (hash of what lies there, seal it keeps, by whom)."""
    found = {}
    for number, line in enumerate(lines, start=1):
        if SET_ASIDE.encode() not in line:
            continue
        try:
            record = json.loads(line)
            data = record["data"]
            if record["type"] == SET_ASIDE and 1 <= data["position"] < number:
                found[int(data["position"])] = (str(data["seal"]), str(data.get("named") or data["seal"]), number)
        except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
            continue  # it is met again on the walk, which says what is wrong with it
    return found


def check_chain(lines):
    """Walk the records from the first on. What is known in the end, or `Broken` at the first that does not fit."""
    removals, asides = removals_in(lines), asides_in(lines)
    prev, ruling, campaign, unknown = FIRST_PREV, 0, None, 0
    seals, sessions, rewinds, parents, tallies, doubtful = {}, {}, [], {}, Tallies(), []
    named, taken = {GONE: []}, set()
    for position, line in enumerate(lines, start=1):
        if position in asides:
            now, was, number = asides[position]
            if hashlib.sha256(line).hexdigest() != now:
                raise Broken(position, f"it is not what the setting aside at record {number} left there.")
            if now == was and fits(position, line, prev):
                doubtful.append(position)
            prev = seals[position] = was
            parents[position], unknown = position - 1, unknown + 1
            tallies.pass_over(line)
            continue
        record = parsed(position, line)
        opens = record.get("ruling") == ruling + 1
        if unknown and type(record.get("ruling")) is int and ruling < record["ruling"] <= ruling + unknown + 1:
            opens, ruling = "command" in record, record["ruling"]  # what was set aside may have begun rulings
        unknown = 0
        check_fields(position, record, opens)
        if record["position"] != position:
            raise Broken(position, f"it says it is record {record['position']}.")
        seal = seal_at(position, line, removals)
        if record["prev"] != prev:
            raise misfit(position, seal, lines)
        if not opens and (record["ruling"] != ruling or not ruling):
            raise Broken(position, f"it belongs to ruling {record['ruling']}, which cannot follow {ruling}.")
        campaign = campaign or record["campaign"]
        if record["campaign"] != campaign:
            raise Broken(position, "it belongs to another campaign.")
        check_place(position, record)
        tallies.take_in(position, record, removals)
        check_journal(position, record, seals, sessions)
        note_files(position, record, named, taken)
        if record["type"] == REWOUND:
            rewinds.append((position, record["parent"]))
        parents[position] = record["parent"]
        prev = seals[position] = seal
        ruling = record["ruling"]
    tallies.settle()
    return {
        "campaign": campaign,
        "records": len(lines),
        "rulings": ruling,
        "format": 2 if tallies.carried else 1,
        "head_seal": prev,
        "head_tally": tallies[-1],
        "seals": seals,
        "tallies": tallies,
        "sessions": sessions,
        "changed": changed_sessions(sessions, rewinds, parents),
        "aside": {position: number for position, (_now, _was, number) in sorted(asides.items())},
        "doubtful": doubtful,
        "named": {digest: taken.issuperset(at) for digest, at in sorted(named.items()) if digest != GONE},
        "removed": {position: number for position, (_was, _now, number) in sorted(removals.items())},
    }


def fits(position, line, prev):
    """True if the bytes at a position look like the record that was there: it is written so, and follows."""
    try:
        record = parsed(position, line)
    except Broken:
        return False
    return record.get("position") == position and record.get("prev") == prev


def seal_at(position, line, removals):
    """The seal that the next record must carry: of these bytes, or of those that were here before a removal."""
    own = hashlib.sha256(line).hexdigest()
    if position not in removals:
        return own
    was, now, number = removals[position]
    if own != now:
        raise Broken(position, f"it is not what the removal at record {number} left in its place.")
    return was


def misfit(position, seal, lines):
    """Two neighbours do not fit: the record after them tells which of the two was changed."""
    if position == 1:
        return Broken(1, "it does not begin a ledger of this format.")
    try:
        after = json.loads(lines[position])["prev"]
    except (IndexError, ValueError, KeyError, TypeError):
        return Broken(position - 1, f"it and record {position} do not fit together: one of them was changed.")
    if after == seal:
        return Broken(position - 1, f"its bytes were changed: record {position} carries another seal for it.")
    return Broken(position, f"its bytes were changed: it does not carry the seal of record {position - 1}.")


def check_place(position, record):
    """Check where it grows from."""
    parent, data = record["parent"], record["data"]
    if (position == 1) != (record["type"] == "campaign.founded.v1"):
        raise Broken(position, "a campaign is founded by its first record, and only by it.")
    if record["type"] == REWOUND:
        if not 1 <= parent < position or data.get("to") != parent:
            raise Broken(position, f"it grows from {parent} and says it returns to {data.get('to')}.")
    elif parent != position - 1:
        raise Broken(position, f"it says it grows from {parent}, which is not where it stands.")


def check_journal(position, record, seals, sessions):
    """Check that what it says of earlier records is so."""
    data = record["data"]
    if record["type"] == SEALED:
        session, sealed = data.get("session"), data.get("position")
        if type(session) is not int or type(sealed) is not int or session in sessions:
            raise Broken(position, "it seals no session that could be sealed.")
        if data.get("seal") != seals.get(sealed):
            raise Broken(position, f"it seals session {session} at record {sealed}, which has another seal now.")
        sessions[session] = sealed
    if record["type"] == REMOVED:
        named = data.get("records")
        for it in named if isinstance(named, list) and (named or data.get("files")) else [None]:
            whole = isinstance(it, dict) and type(it.get("position")) is int
            if not (whole and it["position"] in seals and SEAL.fullmatch(str(it.get("now")))):
                raise Broken(position, "it is a removal that names no record before it.")
            if it.get("was") != seals[it["position"]]:
                raise Broken(position, f"it removes from record {it['position']}, which had another seal.")


def note_files(position, record, named, taken):
    """Note the files that it names, and the records from which it says that a file was taken out."""
    data = record["data"]
    digest = data.get(NAMES_A_FILE.get(record["type"]))
    if digest is not None:
        if not SEAL.fullmatch(str(digest)):
            raise Broken(position, "it names a file by what is no SHA-256.")
        named.setdefault(digest, []).append(position)
    if record["type"] == REMOVED:
        for at in data.get("files", ()):
            if type(at) is not int or not any(at in positions for positions in named.values()):
                raise Broken(position, "it takes a file from a record that names none.")
            taken.add(at)


def changed_sessions(sessions, rewinds, parents):
    """Sealed sessions that the last record's line does not hold any more: session -> the rewind that left it."""
    changed = {}
    position, line = len(parents), set()
    while position:
        line.add(position)
        position = parents[position]
    for session, sealed in sessions.items():
        if sealed not in line:
            changed[session] = next((at for at, parent in rewinds if at > sealed > parent), 0)
    return changed


# --- what was kept elsewhere ---------------------------------------------------------------------------------


def check_receipt(text, found):
    """A receipt that was kept: the log reaches that far, and had that seal there."""
    match = RECEIPT.fullmatch(text.strip().lower())
    if not match:
        raise NothingToCheck(f"{text!r} is no receipt: it is written like 231:5f2c9a01b3d4:07be1d9c66a2.")
    position, begins, tally = int(match.group(1)), match.group(2), match.group(3) or ""
    if position > found["records"]:
        raise Broken(
            found["records"] + 1,
            f"it is missing: the log ends before record {position}, of which there is a receipt. Its end was cut.",
        )
    if not found["seals"][position].startswith(begins):
        raise Broken(position, "it has not the seal that its receipt says: it, or one before it, was changed.")
    if not found["tallies"][position].startswith(tally):
        raise not_only_words(position, "its receipt", 0, found["removed"])


def check_title(files, found):
    """The numbers on the title page, and the archive's own receipts."""
    try:
        title = json.loads(files.read("data/archive.json"))
        names = ["format", "campaign", "records", "rulings", "head_seal"]
        names += ["head_tally"] if title["format"] > 1 else []
        said = [title[name] for name in names]
        receipts = files.read("data/receipts.txt").decode("utf-8").splitlines()
    except (ValueError, KeyError, TypeError, OSError, UnicodeDecodeError) as error:
        raise Broken(0, "The title page or the receipts cannot be read.") from error
    if said != [3 if name == "format" and "files" in title else found[name] for name in names]:
        raise Broken(0, "The title page tells of other records than there are.")
    check_kept(files, title.get("files"), found)
    for line in receipts:
        if line.strip() and not line.startswith("#"):
            try:
                check_receipt(line.split()[0], found)
            except NothingToCheck as error:
                raise Broken(0, f"The archive's own receipts are off: {error}") from error


def check_kept(files, told, found):
    """The files that records name: each there under its own SHA-256, or said not to be. Format 3 has them."""
    there = {name[len("data/files/") :] for name in files.names() if name.startswith("data/files/")}
    if told is None and not there:
        return
    if not isinstance(told, dict) or told.keys() != found["named"].keys():
        raise Broken(0, "The title page tells of other files than the records name.")
    for digest, gone in found["named"].items():
        if told[digest] not in ("here", "left out", "removed") or (told[digest] == "removed") != gone:
            raise Broken(0, f"The title page says of file {digest} what no record says.")
        if (told[digest] == "here") != (digest in there):
            raise Broken(0, f"File {digest} is {'there' if digest in there else 'missing'}: {told[digest]!r}.")
    for digest in sorted(there):
        if found["named"].get(digest) is None:
            raise Broken(0, f"data/files/{digest} is named by no record.")
        if files.hashed(f"data/files/{digest}", "sha256") != digest:
            raise Broken(0, f"data/files/{digest} is not the file that was kept under that name.")
    found["format"], found["named"] = 3, told


def check_against(older, lines, removed):
    """This archive goes on from an older one: line for line; where words were removed, but for words."""
    if len(older) > len(lines):
        raise Broken(len(lines) + 1, f"it is missing: the older archive has {len(older)} records.")
    for position, (before, now) in enumerate(zip(older, lines, strict=False), start=1):
        if before == now:
            continue
        if position not in removed:
            raise Broken(position, "it is not as in the older archive.")
        if frame(json.loads(before)) != frame(json.loads(now)):
            raise Broken(position, "the removal changed more than words: it differs from the older archive.")


def checked(place, receipts=(), against=None):
    """Check everything. What was found, or `Broken`, or `NothingToCheck`."""
    files = files_of(place)
    hashed = check_bag(files) if files else 0
    lines = lines_of(files.read("data/records.jsonl") if files else place.read_bytes())
    found = {**check_chain(lines), "files": hashed}
    if files:
        check_title(files, found)
    for receipt in receipts:
        check_receipt(receipt, found)
    if against is not None:
        other = files_of(against)
        older = lines_of(other.read("data/records.jsonl") if other else against.read_bytes())
        check_against(older, lines, found["removed"])
    return found


def main(words=None):
    """Check what the command line names."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("archive", type=Path)
    asked.add_argument("--expect", action="append", default=[], metavar="RECEIPT")
    asked.add_argument("--against", type=Path, metavar="OLDER")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args(words)
    try:
        found = checked(given.archive, given.expect, given.against)
    except NothingToCheck as error:
        print(error, file=sys.stderr)
        return 2
    except Broken as error:
        if given.json:
            print(json.dumps({"sound": False, "first_broken": error.position or None, "problem": str(error)}))
        print(f"NOT SOUND. {error}", file=sys.stderr)
        return 1
    found.pop("seals")
    found.pop("tallies")
    receipt = f"{found['records']}:{found['head_seal'][:16]}:{found['head_tally'][:16]}"
    if given.json:
        print(json.dumps({"sound": True, **found, "receipt": receipt}))
        return 0
    print(f"Sound: {found['records']} records in {found['rulings']} rulings, receipt {receipt}.")
    kept = list(found["named"].values())
    if "here" in kept:
        print(f"Each file in it is what it was: {kept.count('here')} of {len(kept)} that records name.")
    for what in ("left out", "removed"):
        if what in kept:
            print(f"Files that records name and that are not in it, since they were {what}: {kept.count(what)}.")
    for session, position in found["sessions"].items():
        print(f"Session {session} is sealed at record {position}.")
    for session, position in found["changed"].items():
        print(f"Session {session} was changed after it was sealed: play left it at record {position}.")
    for position, number in found["aside"].items():
        print(f"Record {position} was damaged and is set aside, as record {number} says. Nothing is known of it.")
    if found["aside"]:
        print(
            "What followed on the line of what was set aside cannot be said, and is not checked for what it means."
        )
    for position in found["doubtful"]:
        print(
            f"Record {position} is set aside, though it is written as a record that follows: whether it could "
            "be read and followed, only `campaign verify` can tell."
        )
    for position, number in found["removed"].items():
        print(f"Words were removed from record {position}, as record {number} says. What they were is not proved.")
    if found["removed"] and found["format"] == 1:
        print(
            "Its records are of format 1, which does not say what are words: any text in them may be another now."
        )
    if found["removed"] and not any(text.count(":") > 1 for text in given.expect) and not given.against:
        print("That only words went, only a receipt with a tally can tell, from before (--expect), or --against.")
    if not given.expect:
        print("Whether records were cut off its end, only a receipt kept elsewhere can tell: --expect.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
