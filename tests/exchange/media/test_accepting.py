"""Files on their way in: known by their bytes, held to limits, freed of places and names; or refused."""

import struct
from io import BytesIO
from itertools import pairwise
from typing import Any
from zlib import crc32

import pytest
from PIL import Image, PngImagePlugin

from exchange.media.accepting import MAY_TELL_MORE, NOT_LOOKED_INTO, accept, limits_set, plain_name
from exchange.media.attaching import NO_LINE, command_for, warnings_about
from exchange.media.errors import NotAccepted
from exchange.media.kinds import MEGABYTE, Limits
from exchange.media.pictures import ONE_OF_MANY, scaled
from exchange.media.recordings import MAY_TELL, TRACK
from ledger.errors import LedgerError

HOME = b"N 53.5511 E 9.9937 Home Street 7"
WHEN = b"19991231"
"""In the place of two numbers that say when."""
FRAME = b"\xff\xfb\x90\x64" + bytes(413)
"""One frame of MPEG sound."""


class Stream:
    """Bytes that come in small pieces, as from a network; with `fails`, the disk is full meanwhile."""

    def __init__(self, content: bytes, piece: int = 1_000) -> None:
        self._content, self._piece = BytesIO(content), piece

    def read(self, size: int = -1) -> bytes:
        return self._content.read(min(size, self._piece) if size >= 0 else self._piece)


def taken(content: bytes, name: str = "x", **limits: int) -> Any:
    with accept(Stream(content), name, Limits(**limits)) as it:  # type: ignore[arg-type]
        it.content.seek(0)
        return it.media, it.content.read(), it.warnings, (it.width, it.height)


def picture(form: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **more: Any) -> bytes:
    made = BytesIO()
    Image.new(mode, size, "red" if mode in ("RGB", "RGBA") else 0).save(made, form, **more)
    return made.getvalue()


def photo() -> bytes:
    """A photo as a phone makes it: on its side, with the place where it was taken."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = HOME.decode()
    exif.get_ifd(0x8825).update({1: "N", 2: (53.0, 33.0, 4.0), 29: HOME.decode()})
    xmp = b"<x:xmpmeta>" + HOME + b"</x:xmpmeta>"
    return picture("JPEG", exif=exif, xmp=xmp, comment=HOME)


def box(kind: bytes, *inside: bytes) -> bytes:
    content = b"".join(inside)
    return struct.pack(">I4s", 8 + len(content), kind) + content


HOME_BOX = box(b"udta", HOME)


def film(brand: bytes = b"isom", handler: bytes = b"vide") -> bytes:
    """A film with a place in every box that may hold one, also in those that nobody has heard of."""
    elsewhere = box(b"dinf", box(b"dref", bytes(7), b"\1", box(b"alis", bytes(4), HOME)))
    media = box(
        b"mdia",
        box(b"mdhd", bytes(4), WHEN, bytes(12)),
        box(b"hdlr", bytes(8), handler, bytes(12), HOME),
        box(b"minf", elsewhere, box(b"udta", HOME), box(b"stbl", box(b"meta", HOME))),
    )
    track = box(b"trak", media, box(b"edts", box(b"meta", HOME)), box(b"udta", HOME))
    times = box(b"mvhd", b"\1", bytes(3), WHEN * 2, bytes(92))
    moov = box(
        b"moov", times, track, box(b"udta", box(b"\xa9xyz", HOME)), box(b"meta", HOME), box(b"mvex", HOME_BOX)
    )
    beside = b"".join(box(kind, HOME) for kind in (b"uuid", b"free", b"skip", b"XMP_", b"gps "))
    return b"".join((box(b"ftyp", brand, bytes(4)), moov, beside, box(b"mdat", b"sound and picture")))


def wave() -> bytes:
    kinds = (b"LIST", b"bext", b"JUNK", b"DISP", b"note")
    beside = b"".join(kind + struct.pack("<I", len(HOME)) + HOME for kind in kinds)
    sound = b"fmt " + struct.pack("<I", 16) + bytes(16) + beside + b"data" + struct.pack("<I", 4) + b"tone"
    return b"RIFF" + struct.pack("<I", 4 + len(sound)) + b"WAVE" + sound


def pages_of(serial: int, *packets: bytes) -> bytes:
    """A stream of Ogg: its first packet on a page, and each of the others over as many as it needs."""
    made, number = b"", 0
    for packet in packets:
        lengths = [255] * (len(packet) // 255) + [len(packet) % 255]
        while lengths:
            here, lengths = lengths[:40], lengths[40:]
            content, packet = packet[: sum(here)], packet[sum(here) :]
            head = struct.pack("<4sBBqIIIB", b"OggS", 0, 2 * (number == 0), 0, serial, number, 0, len(here))
            made, number = made + summed(head + bytes(here) + content), number + 1
    return made


def summed(page: bytes) -> bytes:
    """A page with its sum, worked out bit by bit."""
    blank, found = page[:22] + bytes(4) + page[26:], 0
    for byte in blank:
        found ^= byte << 24
        for _ in range(8):
            found = (found << 1 ^ (0x04C11DB7 if found >> 31 else 0)) & 0xFFFFFFFF
    return blank[:22] + struct.pack("<I", found) + blank[26:]


def comments(*said: bytes) -> bytes:
    words = (HOME, *said)
    lines = [struct.pack("<I", len(it)) + it for it in words]
    return lines[0] + struct.pack("<I", len(said)) + b"".join(lines[1:])


def spoken_ogg() -> bytes:
    """Two streams with a place in their comments, one of them so long that it needs several pages."""
    vorbis = pages_of(
        1, b"\x01vorbis" + bytes(20), b"\x03vorbis" + comments(b"LOCATION=" + HOME * 500) + b"\1", b"tone"
    )
    return vorbis + pages_of(
        2, b"OpusHead" + bytes(11), b"OpusTags" + comments(b"TITLE=" + HOME, b"") + HOME, b"tone"
    )


def test_the_comments_of_ogg_become_blank_where_they_stand() -> None:
    sent = spoken_ogg()
    media, kept, warnings, _size = taken(sent)
    assert (media, HOME in sent, HOME in kept, warnings) == ("audio/ogg", True, False, ())
    assert (len(kept), kept.count(b"tone")) == (len(sent), 2)
    begins = [at for at in range(len(kept)) if kept.startswith(b"OggS", at)]
    for begin, end in pairwise([*begins, len(kept)]):
        assert summed(kept[begin:end]) == kept[begin:end]
    assert taken(kept)[1] == kept
    for bad in (sent[:-30], pages_of(1, b"\x7fFLAC" + bytes(40), HOME), sent + b"OggS"):
        assert taken(bad)[2] == (MAY_TELL,)


def tagged() -> bytes:
    """Sound with tags before it, between two parts of it and behind it, and with loose words."""
    head = b"ID3\x04\0\0" + bytes((0, 0, 0, len(HOME))) + HOME
    foot = b"APETAGEX" + struct.pack("<IIII", 2_000, 32 + len(HOME), 1, 0) + bytes(8)
    sound = FRAME * 2 + head + HOME + FRAME * 3
    return head + sound + HOME + foot + b"TAG" + HOME.ljust(125) + HOME


def test_a_photo_stands_upright_and_tells_no_place() -> None:
    sent = photo()
    assert sent.count(HOME) >= 3
    media, kept, warnings, size = taken(sent, "IMG_1.jpg")
    assert (media, warnings, size) == ("image/jpeg", (), (20, 40))
    assert HOME not in kept
    with Image.open(BytesIO(kept)) as found:
        assert found.size == (20, 40)
        assert not found.getexif()
        assert found.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "1", "I;16"])
def test_a_picture_of_any_colours_is_written_anew(mode: str) -> None:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", HOME.decode())
    media, kept, _warnings, size = taken(picture("PNG", mode=mode, pnginfo=text))
    assert (media, size, HOME in kept) == ("image/png", (40, 20), False)
    Image.open(BytesIO(kept)).load()


@pytest.mark.parametrize("form", ["WEBP", "GIF"])
def test_of_an_animation_the_first_picture_is_kept(form: str) -> None:
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    made = BytesIO()
    frames[0].save(made, form, save_all=True, append_images=frames[1:])
    media, kept, warnings, _size = taken(made.getvalue())
    assert (media, warnings) == (f"image/{form.lower()}", (ONE_OF_MANY,))
    assert getattr(Image.open(BytesIO(kept)), "n_frames", 1) == 1


def test_a_bomb_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda self: pytest.fail("it was decoded"))
    for side in (9_000, 30_000):  # Pillow itself only warns of the smaller one
        head = struct.pack(">II", side, side) + b"\x08\x02\0\0\0"
        bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 13, b"IHDR") + head
        bomb += struct.pack(">I", crc32(b"IHDR" + head)) + struct.pack(">I4s", 0, b"IDAT") + bytes(4)
        with pytest.raises(NotAccepted, match="more than 50 million pixels"):
            taken(bomb)


@pytest.mark.parametrize(
    ("sent", "media"),
    [
        (film(), "video/mp4"),
        (film(b"M4A "), "audio/mp4"),
        (film(b"qt  "), "video/quicktime"),
        (wave(), "audio/wav"),
        (tagged(), "audio/mpeg"),
    ],
)
def test_sound_and_film_lose_what_was_written_beside_them(sent: bytes, media: str) -> None:
    found, kept, warnings, _size = taken(sent)
    assert (found, HOME in sent, HOME in kept, warnings) == (media, True, False, ())
    assert WHEN not in kept
    if media == "audio/mpeg":
        assert kept == FRAME * 5
    else:
        assert len(kept) == len(sent)
        assert (b"sound and picture" in kept) or (b"tone" in kept)
    assert taken(kept)[:2] == (media, kept), "what was freed once is as it should be"


def test_what_hangs_behind_the_sound_of_a_wave_is_cut_off() -> None:
    with accept(Stream(wave() + HOME), "x") as it:
        it.content.seek(0)
        assert it.content.read() == taken(wave())[1]
        assert it.size == len(wave())


def test_bytes_that_only_look_like_sound_are_none() -> None:
    picture_within = b"\xff\xe2\x18\x00" + HOME * 40
    assert taken(FRAME * 2 + picture_within + FRAME * 2)[1] == FRAME * 4
    many = FRAME * 9_000
    assert taken(many + HOME + many)[1] == many * 2
    for bad in (FRAME[:200] + HOME, FRAME * 2 + FRAME[:5] * 200_000):
        with pytest.raises(NotAccepted, match="damaged or cut off"):
            taken(bad)


def test_what_stays_in_a_file_is_said() -> None:
    for sent, warning in (
        (b"OggS" + bytes(60), MAY_TELL),
        (b"\x1a\x45\xdf\xa3\x84webm" + bytes(60), MAY_TELL),
        (film(handler=b"meta"), TRACK),
        (b"%PDF-1.7\n", MAY_TELL_MORE),
        (b"PK\x03\x04" + bytes(60), NOT_LOOKED_INTO),
    ):
        assert taken(sent)[1:3] == (taken(sent)[1], (warning,))


@pytest.mark.parametrize(
    ("sent", "media"),
    [
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello", "text/vtt"),
        (b"1\r\n00:00:01,000 --> 00:00:02,000\r\nHello", "application/x-subrip"),
        ("Grüße, שלום 🙂\n".encode() * 900, "text/plain"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "application/octet-stream"),
        (b"  <!doctype html><script>alert(1)</script>", "application/octet-stream"),
        (b"<?xml version='1.0'?>", "application/octet-stream"),
        (b"plain for long" * 900 + b"\xff\xff", "application/octet-stream"),
        (b"MZ\x90\0", "application/octet-stream"),
        ("Grüße".encode("utf-16"), "application/octet-stream"),
    ],
)
def test_a_file_is_what_its_first_bytes_say(sent: bytes, media: str) -> None:
    found, kept, _warnings, _size = taken(sent, "innocent.png")
    assert (found, kept) == (media, sent)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"", "is empty"),
        (photo()[:300], "damaged"),
        (picture("PNG")[:-30], "damaged"),
        (b"\x89PNG\r\n\x1a\nnothing", "damaged"),
        (film()[:-4], "cut off"),
        (box(b"ftyp", b"isom", bytes(4)), "cut off"),
        (wave()[:-9], "cut off"),
        (b"ID3\x04\0\0\0\0\0\x05hello", "cut off"),
        (box(b"ftyp", b"heic", bytes(8)), "JPEG or PNG first"),
        (b"II*\0" + HOME, "JPEG or PNG first"),
        (picture("BMP"), "JPEG or PNG first"),
    ],
)
def test_a_bad_file_is_one_plain_sentence(sent: bytes, words: str) -> None:
    with pytest.raises(LedgerError, match=words) as refused:
        taken(sent, "holiday.jpg")
    assert str(refused.value)[0].isupper() or str(refused.value).startswith("holiday")
    assert str(refused.value).endswith(".")


def test_no_file_is_larger_than_its_limit() -> None:
    for sent, limit, words in (
        (photo(), {"picture": 300}, "picture is larger than 300 bytes"),
        (wave(), {"recording": 20}, "recording is larger than 20 bytes"),
        (b"words " * 500, {"text": 2_048}, "text is larger than 2 KiB"),
        (b"%PDF-" + bytes(5_000), {"document": 4_999}, "PDF is larger than 4.9 KiB"),
    ):
        with pytest.raises(NotAccepted, match=words):
            taken(sent, **limit)


def test_a_full_disk_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_more: object) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.SpooledTemporaryFile.write", full)
    with pytest.raises(NotAccepted, match="The disk of this computer is full, so nothing"):
        taken(wave())


def test_limits_are_set_by_the_installation() -> None:
    assert limits_set({}) == Limits()
    chosen = limits_set({"CAMPAIGN_FILE_LIMITS": "picture=5, pixels=12"})
    assert (chosen.picture, chosen.pixels, chosen.recording) == (5 * MEGABYTE, 12_000_000, 2**30)
    for wrong in ("picture", "photo=1", "picture=-1"):
        with pytest.raises(NotAccepted, match="CAMPAIGN_FILE_LIMITS says"):
            limits_set({"CAMPAIGN_FILE_LIMITS": wrong})


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ada\\pier.jpg", "pier.jpg"),
        ("a\nb\u202egnp.exe", "abgnp.exe"),
        ("a\u2028b\u200fc\u061cd\udc80.txt", "abcd.txt"),
        (" .. ", "file"),
        ("n" * 300 + ".jpeg", "n" * 187 + ".jpeg"),
    ],
)
def test_a_name_is_a_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_a_picture_is_made_smaller_and_never_larger() -> None:
    for form in ("PNG", "JPEG", "WEBP"):
        media = f"image/{form.lower()}"
        small = scaled(BytesIO(picture(form, (400, 200))), media, 64, Limits())
        assert small is not None
        assert Image.open(BytesIO(small)).size == (64, 32)
        assert scaled(BytesIO(picture(form)), media, 64, Limits()) is None


@pytest.mark.parametrize(
    ("sent", "said", "role"),
    [
        (wave(), "transcript", "recording"),
        (wave(), "handout", "handout"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello", "recording", "transcript"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello", "transcript", "transcript"),
        (b"As it was written down.", "transcript", "transcript"),
        (b"As it was written down.", "recording", "other"),
        (picture("PNG"), "recording", "picture"),
        ("1\r00:00:01,000 --> 00:00:02,000\rFür dich".encode("utf-16"), "", "transcript"),
        ("1\r\n00:00:01,000 --> 00:00:02,000\r\nFür dich".encode("cp1252"), "", "transcript"),
        ("Für dich".encode("cp1252"), "", "other"),
    ],
)
def test_voices_are_a_recording_and_lines_are_none_whatever_was_chosen(sent: bytes, said: str, role: str) -> None:
    with accept(Stream(sent), "x") as file:
        assert command_for(file, "5f" * 32, {"role": said} if said else {}).role.value == role


LINE = "WEBVTT\n\n00:00:05.000 --> 00:00:09.000\n<v Zoë>Sixteen bits of quince.\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (LINE.encode(), ()),
        (LINE.encode("utf-16"), ()),  # nobody looks into such a text as a page would, and its words are found
        (LINE.encode("cp1252"), ()),
        (b"WEBVTT\n\nNOTE nothing was said\n", (NO_LINE,)),
        (b"WEBVTT\n\n0:05 -> 0:09\nWords without a time\n", (NO_LINE,)),
        (b"\x00\x01 nothing that is known", (NOT_LOOKED_INTO,)),
    ],
)
def test_of_a_transcript_it_is_said_whether_its_words_are_found(content: bytes, told: tuple[str, ...]) -> None:
    with accept(BytesIO(content), "evening.vtt") as file:
        assert warnings_about(file) == told
