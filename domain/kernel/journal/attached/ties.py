"""Ties between a recording and the moments of play that are heard in it."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.terms import Position


class Tie(BaseModel):
    """One moment of play, and how many milliseconds into the recording it is heard."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: Position
    milliseconds: Annotated[int, Field(ge=0, le=2**53, examples=[754_000])]
