"""The rules with their numbers, and how unclear ones are read."""

from domain.kernel.register import Rule

RULES = (Rule("X-01", "A die of four or more is a step, and six steps are the journey"),)
