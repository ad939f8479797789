"""The system files that come with the program."""

from functools import cache
from importlib.resources import files


@cache
def shipped() -> dict[str, str]:
    """Their texts, by name; the one that declares nothing first."""
    folder = files("domain.open_table").joinpath("systems")
    texts = {
        file.name.removesuffix(".toml"): file.read_text("utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: (file.name != "blank.toml", file.name))
        if file.name.endswith(".toml")
    }
    return texts
