"""Commands that use a mechanic, and say in a line what happens in the story."""

from pydantic import Field

from domain.kernel.messages import ASKED, Command
from domain.kernel.terms import Text


class Described(Command):
    """WO-06: no mechanic is used without a word of what is seen."""

    description: Text = Field(
        default="", description="What happens in the story; one line is enough.", json_schema_extra=ASKED
    )
