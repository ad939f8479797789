"""The extras of `pyproject.toml`: what is installed only where somebody asks for it, by the module it brings."""

from importlib.util import find_spec

from cli.outcome import CommandFailed, usage_error

EXTRAS = {
    "streamlit": ("dashboard", "The dashboard"),
    "PIL": ("pictures", "A picture"),
    "typst": ("pdf", "A PDF or an EPUB"),
    "fontTools": ("pdf", "A PDF or an EPUB"),
    "pyarrow": ("parquet", "A Parquet file"),
    "authlib": ("login", "Signing in"),
    "psycopg": ("postgres", "A ledger on PostgreSQL"),
}


def without(module: str) -> CommandFailed | None:
    """The end of a command that cannot go on without a module; None where it belongs to no extra."""
    known = EXTRAS.get(module.partition(".")[0])
    if known is None:
        return None
    extra, what = known
    return usage_error(
        f"{what} needs an extra that is not installed here: pip install 'campaign-ledger[{extra}]', "
        f"or uv tool install 'campaign-ledger[{extra}]'."
    )


def need(*modules: str) -> None:
    """Refuse to go on without modules that an extra brings, before anything is written. Raises `CommandFailed`."""
    for module in modules:
        if find_spec(module) is None and (missing := without(module)):
            raise missing
