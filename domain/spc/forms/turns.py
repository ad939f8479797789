"""A turn of a conflict: dice thrown, kept and assigned, then what they come to (SPC-45 to SPC-57)."""

from domain.kernel.forms.layouts import Layout, Pick, Write
from domain.spc.chapters.conflicts.acts import IncreaseDie
from domain.spc.chapters.turns.assigning import ApplyModifiers, AssignDice
from domain.spc.chapters.turns.comparing import CompareOppositions
from domain.spc.chapters.turns.throwing import KeepDice, ThrowDice
from domain.spc.chapters.turns.turns import BeginTurn, NarrateTurn
from domain.spc.forms.conflicts import OWN

THROW = Layout(command=ThrowDice, title="The throw", press="Throw", parts=(OWN,))
KEEP = Layout(
    command=KeepDice,
    title="Dice to keep",
    press="Keep these",
    parts=(OWN, Pick(field="die_ids", label="Which dice do you keep?", of="die", many=True)),
)
INCREASE = Layout(
    command=IncreaseDie,
    title="A track onto a die",
    press="Add it",
    parts=(OWN, Pick(field="die_id", label="Which die gets it?", of="die")),
)
ASSIGN = Layout(
    command=AssignDice,
    title="Dice to their places",
    press="Assign them",
    parts=(
        OWN,
        Pick(field="ambition", label="Which die for Ambition?", of="die"),
        Pick(field="cunning", label="Which die for Cunning?", of="die"),
        Pick(field="vigilance", label="Which die for Vigilance?", of="die"),
    ),
)
MODIFY = Layout(command=ApplyModifiers, title="What the action type adds", press="Apply it", parts=(OWN,))
COMPARE = Layout(command=CompareOppositions, title="Who is ahead", press="Compare", parts=())
NARRATE = Layout(
    command=NarrateTurn,
    title="The turn in words",
    press="Tell it",
    parts=(Write(field="text", label="What happened in this turn?", long=True),),
)
TURN = Layout(command=BeginTurn, title="On to the next turn", press="Go on", parts=())

LAYOUTS = (THROW, KEEP, INCREASE, ASSIGN, MODIFY, COMPARE, NARRATE, TURN)
