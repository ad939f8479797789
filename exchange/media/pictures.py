"""Pictures decoded and written anew, upright: with them goes all that a camera wrote beside the picture."""

from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from PIL import Image, ImageCms, ImageOps

from exchange.media.errors import NotAccepted
from exchange.media.kinds import Limits

_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP", "image/gif": "GIF"}
_PLAIN = ("L", "LA", "RGB", "RGBA")
_SETTINGS = {
    "JPEG": {"quality": 90, "optimize": True},
    "WEBP": {"quality": 90, "method": 4},
    "PNG": {"compress_level": 6},
    "GIF": {},
}
ONE_OF_MANY = "Only the first picture of the animation is kept."


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A picture without anything beside it."""

    width: int
    height: int
    warnings: tuple[str, ...] = ()


def rewrite(content: BinaryIO, into: BinaryIO, media: str, limits: Limits) -> Rewritten:
    """Write a picture anew. Its size is read before anything is decoded. Raises `NotAccepted`."""
    picture = _opened(content, media, limits)
    warnings = (ONE_OF_MANY,) if getattr(picture, "n_frames", 1) > 1 else ()
    upright = ImageOps.exif_transpose(_decoded(picture))
    clean = _in_common_colours(upright)
    form = _FORMATS[media]
    if form == "JPEG" and clean.mode not in ("L", "RGB"):
        clean = clean.convert("RGB")
    clean.info = {}  # what stands there would be written beside the picture again
    clean.save(into, form, **_SETTINGS[form])
    return Rewritten(clean.width, clean.height, warnings)


def scaled(content: BinaryIO, media: str, width: int, limits: Limits) -> bytes | None:
    """A picture at a smaller width; None where it is no wider than that. Raises `NotAccepted`."""
    picture = _opened(content, media, limits)
    if picture.width <= width:
        return None
    height = max(1, round(picture.height * width / picture.width))
    picture.draft("RGB", (width, height))
    small = _in_common_colours(_decoded(picture)).resize((width, height), Image.Resampling.LANCZOS)
    small.info = {}
    made = BytesIO()
    if media == "image/jpeg":
        small.convert("RGB").save(made, "JPEG", quality=82, optimize=True)
    else:
        small.save(made, _FORMATS[media], **_SETTINGS[_FORMATS[media]])
    return made.getvalue()


def _opened(content: BinaryIO, media: str, limits: Limits) -> Image.Image:
    content.seek(0)
    try:
        picture = Image.open(content, formats=(_FORMATS[media],))
    except Image.DecompressionBombError as error:
        raise _too_many(limits) from error
    except Exception as error:  # bytes from anywhere fail in every way there is
        raise NotAccepted("This picture is damaged: it cannot be read. Save it anew and try again.") from error
    if picture.width * picture.height > limits.pixels:
        raise _too_many(limits)
    return picture


def _too_many(limits: Limits) -> NotAccepted:
    most = limits.pixels // 1_000_000
    return NotAccepted(f"This picture has more than {most} million pixels: make it smaller and try again.")


def _decoded(picture: Image.Image) -> Image.Image:
    try:
        picture.load()
    except Exception as error:
        raise NotAccepted("This picture is damaged or cut off. Save it anew and try again.") from error
    return picture


def _in_common_colours(picture: Image.Image) -> Image.Image:
    """The same picture in the colours that every screen shows, so that no profile need lie beside it."""
    profile = picture.info.get("icc_profile")
    if picture.mode.startswith("I;16"):
        picture = picture.point(lambda value: value / 256).convert("L")
    if profile and picture.mode in ("L", "RGB", "CMYK"):
        try:
            ours = ImageCms.createProfile("sRGB")
            theirs = ImageCms.ImageCmsProfile(BytesIO(profile))
            found = ImageCms.profileToProfile(picture, theirs, ours, outputMode="RGB")
            picture = found or picture
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a profile that says nothing: the colours stand as they are
    if picture.mode in _PLAIN:
        return picture
    return picture.convert("RGBA" if "transparency" in picture.info or "A" in picture.mode else "RGB")
