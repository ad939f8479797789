"""The rules, chapter by chapter, in the order of the book."""

from domain.kernel.chapter import Rulebook
from domain.x.state import Journey

from . import pressing_on

RULEBOOK = Rulebook[Journey](pressing_on.chapter)
