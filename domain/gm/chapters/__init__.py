"""The rules, chapter by chapter, in the order of the book."""

from domain.gm.state import Journey
from domain.kernel.chapter import Rulebook

from . import pressing_on

RULEBOOK = Rulebook[Journey](pressing_on.chapter)
