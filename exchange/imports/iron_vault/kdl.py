"""KDL, as far as journals of Iron Vault use it: nodes with values, properties and children, line by line.

Lenient on purpose: what is no node comes out as words with its line, and the rest is read all the same.
"""

import re
from dataclasses import dataclass, field
from typing import TypeAlias

Value: TypeAlias = str | int | float | bool | None

_TOKEN = re.compile(
    r"""(?P<space>[ \t\ufeff]+|\\[ \t]*(?://[^\n]*)?\n|/\*.*?\*/)
      | (?P<comment>//[^\n]*)
      | (?P<end>[\n;])
      | (?P<open>\{) | (?P<close>\})
      | (?P<drop>/-)
      | (?P<raw>r(?P<hash>\#*)".*?"(?P=hash))
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<equals>=)
      | (?P<kind>\([^)\n]*\))
      | (?P<word>[^\s{}=;"\\()/]+(?:/(?![/*-])[^\s{}=;"\\()/]*)*|/)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u\{([0-9a-fA-F]{1,6})\}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "s": " "}
_DEEPEST = 50


@dataclass(slots=True)
class KdlNode:
    """One node: its name, its values in order, its properties, the nodes in it, its line (from 1)."""

    name: str
    line: int
    values: list[Value] = field(default_factory=list)
    properties: dict[str, Value] = field(default_factory=dict)
    children: list["KdlNode"] = field(default_factory=list)
    broken: bool = False
    """True if something in it could not be read."""

    def get(self, name: str, place: int | None = None) -> Value:
        """A property, or the value at that place (from 0) where it was given without its name."""
        if name in self.properties:
            return self.properties[name]
        return self.values[place] if place is not None and place < len(self.values) else None


def read(text: str) -> list[KdlNode]:
    """The nodes of a block. Never raises."""
    return _Reader(text).nodes()


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [it for it in _TOKEN.finditer(text) if it.lastgroup not in ("space", "comment")]
        self.text = text
        self.line, self.counted = 1, 0

    def nodes(self) -> list[KdlNode]:
        roots: list[KdlNode] = []
        stack: list[list[KdlNode]] = [roots]
        node: KdlNode | None = None
        drop, key = 0, None
        for token in self.tokens:
            group, said = _group(token), token[0]
            if group == "end":
                node, drop, key = None, 0, None
            elif group == "drop":
                drop += 1
            elif group == "open":
                children = node.children if node is not None else []
                stack.append([] if drop or len(stack) > _DEEPEST else children)
                node, drop = None, 0
            elif group == "close":
                if len(stack) > 1:
                    stack.pop()
                node, drop, key = None, 0, None
            elif group in ("word", "string", "raw"):
                if node is None:
                    node = KdlNode(said if group == "word" else str(_value(group, said)), self._line_of(token))
                    if drop:
                        drop = 0
                    else:
                        stack[-1].append(node)
                    continue
                if self._before_equals(token):
                    key = str(_value(group, said)) if group != "word" else said
                    continue
                value = _value(group, said)
                if drop:
                    drop -= 1
                elif key is not None:
                    node.properties[key] = value
                else:
                    node.values.append(value)
                key = None
            elif group == "other" and node is not None:
                node.broken = True
        return roots

    def _before_equals(self, token: re.Match[str]) -> bool:
        return self.text[token.end() : token.end() + 1] == "="

    def _line_of(self, token: re.Match[str]) -> int:
        self.line += self.text.count("\n", self.counted, token.start())
        self.counted = max(self.counted, token.start())
        return self.line


def _group(token: re.Match[str]) -> str:
    return next(
        name
        for name in ("end", "open", "close", "drop", "raw", "string", "equals", "kind", "word", "other")
        if token[name] is not None
    )


def _value(group: str, said: str) -> Value:
    if group == "raw":
        return said.split('"', 1)[1].rsplit('"', 1)[0]
    if group == "string":
        return _ESCAPE.sub(_unescaped, said[1:-1])
    if said in ("true", "false", "null"):
        return {"true": True, "false": False, "null": None}[said]
    plain = said.replace("_", "")
    if re.fullmatch(r"[+-]?\d{1,18}", plain, re.ASCII):
        return int(plain)
    if re.fullmatch(r"[+-]?\d{1,18}\.\d{1,18}", plain, re.ASCII):
        return float(plain)
    return said


def _unescaped(found: re.Match[str]) -> str:
    if found[2]:
        code = int(found[2], 16)
        return chr(code) if code < 0x110000 else "\N{REPLACEMENT CHARACTER}"
    return _ESCAPES.get(found[1], found[1])
