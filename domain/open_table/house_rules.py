"""The one house rule of the open table: its system file, whole."""

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from domain.kernel.messages import RECORDED, HouseRules, is_chosen

from .system.faults import choose_system
from .system.reading import SystemProblem, read_system

BLANK = (
    "# Nothing is declared: any dice can be rolled, and everything else is told in words.\n"
    "format = 1\n"
    'title = "Nothing declared"\n'
    'blurb = "Any dice, scenes, clocks and words, and no sheet."\n'
)
"""A system that declares nothing: any dice can be rolled, and everything else is told in words."""


def _readable(text: str, info: ValidationInfo) -> str:
    try:
        (choose_system if is_chosen(info) else read_system)(text)
    except SystemProblem as problem:
        raise PydanticCustomError("system_wrong", "{problem}", {"problem": str(problem)}) from problem
    return text


class OpenTableHouseRules(HouseRules):
    """House rules of the open table."""

    system: Annotated[str, AfterValidator(_readable)] = Field(
        default=BLANK,
        description="The system file: numbers, tags, rolls and growth of this table, declared in TOML.",
        json_schema_extra={**RECORDED, "long": True},
    )
