"""The published language: what happened, in words every game shares.

Each game retells its events as facts; read models and screens know facts and nothing else. A fact names who
it concerns by id. `path` is the place on a sheet, map or track that it changed, written `owner.name`: the same
path the sheet's blocks carry, so that any number shown can be taken back to the records that made it.
"""

from domain.kernel.facts.advancement import Advanced as Advanced
from domain.kernel.facts.advancement import ProgressSet as ProgressSet
from domain.kernel.facts.dice import DiceMoved as DiceMoved
from domain.kernel.facts.dice import DiceRolled as DiceRolled
from domain.kernel.facts.dice import DiceSorted as DiceSorted
from domain.kernel.facts.dice import Die as Die
from domain.kernel.facts.dice import DieChanged as DieChanged
from domain.kernel.facts.dice import Reads as Reads
from domain.kernel.facts.dice import TestClosed as TestClosed
from domain.kernel.facts.dice import TestOpened as TestOpened
from domain.kernel.facts.fact import CharacterKind as CharacterKind
from domain.kernel.facts.fact import Fact as Fact
from domain.kernel.facts.fact import Kind as Kind
from domain.kernel.facts.fact import Retelling as Retelling
from domain.kernel.facts.files import FileHidden as FileHidden
from domain.kernel.facts.files import FileShown as FileShown
from domain.kernel.facts.map import NodeSet as NodeSet
from domain.kernel.facts.map import RelationSet as RelationSet
from domain.kernel.facts.numbers import NumberChanged as NumberChanged
from domain.kernel.facts.numbers import NumberMoved as NumberMoved
from domain.kernel.facts.numbers import StateChanged as StateChanged
from domain.kernel.facts.numbers import TextSet as TextSet
from domain.kernel.facts.people import CharacterChanged as CharacterChanged
from domain.kernel.facts.people import CharacterEntered as CharacterEntered
from domain.kernel.facts.people import CharacterLeft as CharacterLeft
from domain.kernel.facts.people import PersonLeft as PersonLeft
from domain.kernel.facts.people import PersonSeated as PersonSeated
from domain.kernel.facts.people import VoiceHeard as VoiceHeard
from domain.kernel.facts.sessions import ChapterClosed as ChapterClosed
from domain.kernel.facts.sessions import ChapterOpened as ChapterOpened
from domain.kernel.facts.sessions import SceneClosed as SceneClosed
from domain.kernel.facts.sessions import SceneOpened as SceneOpened
from domain.kernel.facts.sessions import SessionClosed as SessionClosed
from domain.kernel.facts.sessions import SessionOpened as SessionOpened
from domain.kernel.facts.story import Against as Against
from domain.kernel.facts.story import Aim as Aim
from domain.kernel.facts.story import Came as Came
from domain.kernel.facts.story import Cost as Cost
from domain.kernel.facts.story import Form as Form
from domain.kernel.facts.story import HeadlineTold as HeadlineTold
from domain.kernel.facts.story import Outcome as Outcome
from domain.kernel.facts.story import Stakes as Stakes
from domain.kernel.facts.story import TimePassed as TimePassed
from domain.kernel.facts.story import Turn as Turn
from domain.kernel.facts.story import Way as Way
from domain.kernel.facts.words import Adjudicated as Adjudicated
from domain.kernel.facts.words import Told as Told
