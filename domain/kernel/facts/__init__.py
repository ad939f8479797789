"""The published language: what happened, in words every game shares.

Each game retells its events as facts; read models and screens know facts and nothing else. A fact names who
it concerns by id. `path` is the place on a sheet, map or track that it changed, written `owner.name`: the same
path the sheet's blocks carry, so that any number shown can be taken back to the records that made it.
"""

from domain.kernel.facts.dice import (
    DiceMoved,
    DiceRolled,
    DiceSorted,
    Die,
    DieChanged,
    Reads,
    TestClosed,
    TestOpened,
)
from domain.kernel.facts.evening import (
    ChapterClosed,
    ChapterOpened,
    SceneClosed,
    SceneOpened,
    SessionClosed,
    SessionOpened,
)
from domain.kernel.facts.fact import CharacterKind, Fact, Kind
from domain.kernel.facts.files import FileHidden, FileShown
from domain.kernel.facts.growth import Advanced, ProgressSet
from domain.kernel.facts.map import NodeSet, RelationSet
from domain.kernel.facts.numbers import NumberChanged, NumberMoved, StateChanged, TextSet
from domain.kernel.facts.people import (
    CharacterChanged,
    CharacterEntered,
    CharacterLeft,
    PersonLeft,
    PersonSeated,
    VoiceHeard,
)
from domain.kernel.facts.retelling import Retelling
from domain.kernel.facts.story import Against, Aim, Came, Cost, Form, Outcome, Stakes, Turn, Way
from domain.kernel.facts.words import Adjudicated, Told

__all__ = [
    "Adjudicated",
    "Advanced",
    "Against",
    "Aim",
    "Came",
    "ChapterClosed",
    "ChapterOpened",
    "CharacterChanged",
    "CharacterEntered",
    "CharacterKind",
    "CharacterLeft",
    "Cost",
    "DiceMoved",
    "DiceRolled",
    "DiceSorted",
    "Die",
    "DieChanged",
    "Fact",
    "FileHidden",
    "FileShown",
    "Form",
    "Kind",
    "NodeSet",
    "NumberChanged",
    "NumberMoved",
    "Outcome",
    "PersonLeft",
    "PersonSeated",
    "ProgressSet",
    "Reads",
    "RelationSet",
    "Retelling",
    "SceneClosed",
    "SceneOpened",
    "SessionClosed",
    "SessionOpened",
    "Stakes",
    "StateChanged",
    "TestClosed",
    "TestOpened",
    "TextSet",
    "Told",
    "Turn",
    "VoiceHeard",
    "Way",
]
