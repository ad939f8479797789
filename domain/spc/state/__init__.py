"""An adventure as it stands: the table, the cast, the scene, the action that waits, the conflict under way.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from .adventure import Action, Adventure, Fact, Scene, adopt, initial
from .cast import Character, Costed, Gadget, Goon, Ritual
from .conflict import Conflict, Intention, Participant, Throw

__all__ = [
    "Action",
    "Adventure",
    "Character",
    "Conflict",
    "Costed",
    "Fact",
    "Gadget",
    "Goon",
    "Intention",
    "Participant",
    "Ritual",
    "Scene",
    "Throw",
    "adopt",
    "initial",
]
