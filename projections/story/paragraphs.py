"""One test as a paragraph: what was wanted, what stood against it, what was done, what came of it, its cost."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from domain.kernel.facts import (
    Against,
    Aim,
    Came,
    CharacterEntered,
    Cost,
    Form,
    Outcome,
    RelationSet,
    Stakes,
    TimePassed,
    Turn,
    Way,
)
from domain.kernel.wording import joining
from projections.story.alike import StoryPiece, alike, is_secret
from projections.story.grammar import begins_reason
from projections.story.model import SpanKind, StorySpan, Text, plain
from projections.story.sentences import Speech, joined, joint, stopped
from projections.story.words import AS_A_SENTENCE

STORY = (Aim, Against, Stakes, Turn, Outcome, Cost, TimePassed)
"""The facts that a paragraph is made of."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A paragraph's text, and the parts of it by which it is told in short."""

    text: Text
    aim: Text
    outcome: Text
    cost: Text


class Composer:
    """Writes one paragraph. A text that stood in it already is not told again.

    `just_told` are those of the paragraph before: a reason that stood there is not given once more.
    """

    def __init__(
        self, speech: Speech, told_texts: set[str] | None = None, just_told: Collection[str] = ()
    ) -> None:
        self.speech = speech
        self.told_texts = set() if told_texts is None else told_texts
        self.just_told = just_told
        self._subject = ""
        self._stating = ""

    def compose(self, pieces: Sequence[StoryPiece]) -> Composed:
        """The pieces of a paragraph as sentences, in the order in which a reader wants them."""
        first = [it for it in pieces if isinstance(it.fact, Aim | Against)]
        risked = _together([it for it in pieces if _is_risked(it)])
        aim = joined(*self._aims(first), *self._each(risked))
        rest = [it for it in pieces if not isinstance(it.fact, Aim | Against) and not _is_risked(it)]
        whole: list[Text] = [aim] if aim else []
        outcome: list[Text] = []
        cost: list[Text] = []
        bare = False  # the dice have said who wins, and nobody yet what that looks like
        for together in alike(rest):
            piece = together[0]
            sentence = self._choir(together) if len(together) > 1 else joined(*self._each([piece]))
            if not sentence:  # nobody won: what that looks like is what came of it
                bare = bare or (isinstance(piece.fact, Outcome) and not piece.fact.text)
                continue
            if isinstance(piece.fact, Outcome) and sentence in (whole[-1:] if piece.fact.called else outcome):
                continue
            whole.append(sentence)
            if isinstance(piece.fact, Cost) and piece.fact.text and not piece.fact.amount:
                cost.append(sentence)
            if isinstance(piece.fact, Outcome):
                # That a claim made on the way is so, says nothing without it.
                if piece.fact.text or piece.fact.came not in _ANSWERS:
                    outcome.append(sentence)
                bare = not piece.fact.text
            elif bare and _narrates(piece):
                outcome.append(sentence)
                bare = False
        return Composed(joined(*whole), aim, joined(*outcome), joined(*cost))

    def _each(self, pieces: Sequence[StoryPiece]) -> Iterator[Text]:
        for piece in pieces:
            sentence = self._sentence(piece)
            if sentence:
                yield tuple(replace(span, secret=True) for span in sentence) if is_secret(piece) else sentence

    def _choir(self, pieces: Sequence[StoryPiece]) -> Text:
        """One sentence for several who call somebody the same or got what they wanted, or for what one lost."""
        told = [it.fact for it in pieces if isinstance(it.fact, Turn | Outcome)]
        what = [it.what for it in told if isinstance(it, Turn)]
        sentence = self._sentence(pieces[0])
        if len({it.who for it in told}) == 1:
            more = [StorySpan(SpanKind.TERM, it) for it in what[1:]]
            for it in what[1:]:
                self._new(it)
            after = next(place for place, span in enumerate(sentence) if span.text == what[0]) + 1
        else:
            more = [self.speech.name(it.who) for it in told[1:]]
            after = next(place for place, span in enumerate(sentence) if span.role in _NAMED) + 1
        listed = [span for it in more for span in (joint(f" {joining.AND} " if it is more[-1] else ", "), it)]
        return self._marked((*sentence[:after], *listed, *sentence[after:]), pieces[0])

    def _new(self, text: str) -> bool:
        """True if this was not told yet; it is from now on."""
        bare = _bare(text)
        if not bare or bare in self.told_texts:
            return False
        self.told_texts.add(bare)
        return True

    def told(self, text: str) -> bool:
        """True if this stood in the paragraph already."""
        return _bare(text) in self.told_texts

    # --- what is wanted, and what stands against it --------------------------------------------------

    def _aims(self, pieces: Sequence[StoryPiece]) -> Iterator[Text]:
        facing: dict[str, StoryPiece] = {it.fact.who: it for it in pieces if isinstance(it.fact, Against)}
        for piece in pieces:
            if isinstance(piece.fact, Aim):
                yield self._marked(self._aim(piece.fact, facing.pop(piece.fact.who, None)), piece)
        for piece in facing.values():
            if isinstance(piece.fact, Against) and self._new(piece.fact.text):
                yield self._marked(self._faced(piece.fact), piece)

    def _marked(self, sentence: Text, piece: StoryPiece) -> Text:
        return tuple(replace(span, secret=True) for span in sentence) if is_secret(piece) else sentence

    def _faced(self, fact: Against) -> Text:
        """A sentence of what somebody faces; theirs, where they wrote one with a subject of its own."""
        if self.speech.is_their_own(fact.who, fact.text):
            return self.speech.by_themselves(fact.who, fact.text)
        return stopped(self._facing(fact))

    def _facing(self, fact: Against) -> list[StorySpan]:
        self._subject = fact.who
        direct = fact.form is Form.THING and self.speech.is_thing(fact.text)
        said = self.speech.within(fact.text) if direct else self.speech.said(fact.text)
        return [
            self.speech.opening(fact.who),
            joint(f" {self.speech.verb(fact.who, joining.FACES)}{'' if direct else ':'} "),
            said,
        ]

    def _aim(self, fact: Aim, against: StoryPiece | None) -> Text:
        facing: list[StorySpan] = []
        whole: list[Text] = []
        if against is not None and isinstance(against.fact, Against) and self._new(against.fact.text):
            if self.speech.is_their_own(fact.who, against.fact.text):
                whole.append(self._faced(against.fact))
            else:
                facing = self._facing(against.fact)
        spans = facing
        if self._new(fact.text):
            self._subject = fact.who
            wish = self.speech.wish(fact.who, fact.text, fact.form)
            on = facing and wish and not _set_apart(facing) and not _set_apart(wish)
            if facing and not on:
                whole.append(stopped(facing))
            if not wish:
                whole.append(self.speech.by_themselves(fact.who, fact.text))
            verb = self.speech.verb(fact.who, joining.WANTS)
            wants = (
                (joint(f", {joining.AND} {verb}"),) if on else (self.speech.opening(fact.who), joint(f" {verb}"))
            )
            spans = [*(facing if on else ()), *wants, *wish] if wish else []
        means: Text = ()
        if fact.means and self._new(fact.means):
            ended = not spans or _set_apart(spans) or spans[-1].text.endswith(("!", "?", "…", "”"))
            doing = self.speech.doing(fact.means) if fact.means_form is Form.TO and not ended else ()
            spans = [*spans, joint(": "), *doing] if doing else spans
            means = () if doing else stopped((self.speech.said(fact.means),))
        return joined(*whole, stopped(spans), means)

    # --- one sentence --------------------------------------------------------------------------------

    def _sentence(self, piece: StoryPiece) -> Text:
        stating = piece.fact.who if isinstance(piece.fact, Turn) and piece.fact.way is Way.STATES else ""
        if stating and stating == self._stating and isinstance(piece.fact, Turn) and piece.fact.text:
            return stopped((self.speech.said(piece.fact.text),)) if self._new(piece.fact.text) else ()
        self._stating = stating
        match piece.fact:
            case Stakes() as fact:
                return self._stakes(fact)
            case Turn() as fact:
                return self._turn(fact)
            case Outcome() as fact:
                return self._outcome(fact)
            case Cost() as fact:
                return self._cost(fact)
            case CharacterEntered() as fact:
                return stopped(
                    (
                        self.speech.opening(fact.character),
                        joint(f" {self.speech.verb(fact.character, joining.ENTERS)}"),
                    )
                )
            case RelationSet() as fact:
                return self.speech.relation(fact.source, fact.relation, fact.target, written=True)
            case TimePassed() as fact:
                return stopped((StorySpan(SpanKind.TERM, fact.text[:1].upper() + fact.text[1:]),))
        return self._headline(piece)

    def _stakes(self, fact: Stakes) -> Text:
        if fact.text and not self._new(fact.text):
            return ()
        if fact.form is Form.CLAUSE and not fact.what:
            return stopped((joint(f"{joining.IF_NOT}: "), self.speech.said(fact.text)))
        if fact.what == joining.TIME:
            return stopped((joint(f"{joining.TIME_IS_SHORT}: "), self.speech.said(fact.text)))
        self._new(fact.what)
        what = (joint(", "), StorySpan(SpanKind.TERM, fact.what)) if fact.what else ()
        text = (joint(": "), self.speech.said(fact.text)) if fact.text else ()
        return stopped((joint(joining.AT_STAKE), *what, *text))

    def _turn(self, fact: Turn) -> Text:
        verb = self.speech.verb(fact.who, joining.WAYS.get(fact.way, ""))
        if (fact.text and not self._new(fact.text)) or not (fact.text or verb or fact.what):
            return ()  # the name alone says nothing
        text = self.speech.said(fact.text)
        if fact.way is Way.TRUE or not fact.who:
            return stopped((text,)) if fact.text else ()
        if not verb and not fact.what and (fact.who == self._subject or self._begins_with(fact)):
            self._subject = fact.who
            return stopped((text,)) if fact.text else ()
        self._subject = fact.who
        spans = [self.speech.opening(fact.who)]
        if verb:
            spans.append(joint(f", {verb}" if fact.way in _ASIDE else f" {verb}"))
        if fact.to:
            spans += [joint(" "), self.speech.name(fact.to)]
        if fact.what:
            self._new(fact.what)
            spans += [joint(" " if verb else ", "), StorySpan(SpanKind.TERM, fact.what)]
        return stopped((*spans, joint(": "), text) if fact.text else spans)

    def _begins_with(self, fact: Turn) -> bool:
        name = self.speech.names.get(fact.who, "")
        return any(each and fact.text.startswith(each) for each in (name, self.speech.shorts.get(fact.who, "")))

    def _outcome(self, fact: Outcome) -> Text:
        before, after = joining.CAMES.get(fact.came, ("", ""))
        spans: list[StorySpan] = [joint(before)] if before else []
        if fact.called:
            self._new(fact.called)
            spans, after = [StorySpan(SpanKind.TERM, fact.called[:1].upper() + fact.called[1:])], ""
        elif fact.who and (after or fact.came is Came.IN_PART):
            spans += [joint(" "), self.speech.name(fact.who)] if before else [self.speech.opening(fact.who)]
        if after:
            spans.append(joint(f" {self.speech.verb(fact.who, after) if not before else after}"))
        text = stopped((self.speech.said(fact.text),)) if fact.text and self._new(fact.text) else ()
        self._subject = ""
        return joined(stopped(spans), text)

    def _cost(self, fact: Cost) -> Text:
        spans: list[StorySpan] = [joint(f"{joining.COSTS} "), self.speech.name(fact.who)]
        if fact.amount:
            spans += [joint(" "), StorySpan(SpanKind.NUMBER, str(fact.amount))]
        if fact.what:
            self._new(fact.what)
            several = fact.what.partition(" of ")[0].endswith("s")
            what = fact.what[:1].lower() + fact.what[1:] if several else fact.what
            phrase = f" {joining.OF} " if len(what.split()) >= _A_PHRASE else " "
            spans += [joint(f" {joining.OF_THE} " if several else phrase), StorySpan(SpanKind.TERM, what)]
        # The same words about somebody else, or there would be nothing that it costs them.
        if fact.text and (self._new(fact.text) or not (fact.amount or fact.what)):
            reason = bool(fact.amount or fact.what) and begins_reason(fact.text)
            spans += [joint(", " if reason else ": ")]
            spans += [self.speech.within(fact.text) if reason else self.speech.said(fact.text)]
        return stopped(spans)

    def _headline(self, piece: StoryPiece) -> Text:
        """The record's own sentence, where it has words that were not told; then words that it leaves out."""
        unsaid = [word for word in piece.words if not self.told(word)]
        if piece.words and not unsaid and not piece.own:
            return ()
        self._subject = ""
        whole = " ".join(piece.headline.split())
        inside = [word for word in piece.words if " ".join(word.split()) in whole]
        own: Text = ()
        if not piece.words or piece.own or any(word in inside for word in unsaid):
            known = (
                word for word in inside if word not in unsaid or (piece.own and _bare(word) in self.just_told)
            )
            told = [word for word in known if len(word.split()) >= AS_A_SENTENCE]
            own = stopped(self.speech.headline(_without(whole, told), inside))
        later = [stopped((self.speech.said(word),)) for word in unsaid if word not in inside and self._new(word)]
        for word in piece.words:
            self._new(word)
        if plain(own) and not own[0].text[:1].isupper() and own[0].role is not SpanKind.SAID:
            own = (replace(own[0], text=own[0].text[:1].upper() + own[0].text[1:]), *own[1:])
        return joined(own, *later)


def _bare(text: str) -> str:
    """A text as it is compared with others."""
    return " ".join(text.split()).rstrip(" .").casefold()


def _without(headline: str, told: Sequence[str]) -> str:
    """A record's sentence without the reason that it ends with, where that was told."""
    for word in told:
        for stop in (": ", ". "):
            bare = headline.removesuffix(stop + " ".join(word.split()))
            if bare != headline:
                return bare
    return headline


_NAMED = (SpanKind.NAME, SpanKind.CALLED)
_ANSWERS = (Came.SO, Came.NOT_SO, Came.UNKNOWN)
_ASIDE = (Way.REMEMBERS,)
_A_PHRASE = 4
"""Words of a name for what something costs, from which on it is a phrase: 1 of What is left of them."""


def _narrates(piece: StoryPiece) -> bool:
    """True for what somebody tells of the scene, and no character says or does."""
    fact = piece.fact
    return isinstance(fact, Turn) and bool(fact.text) and (fact.way is Way.TRUE or not fact.who)


def _is_risked(piece: StoryPiece) -> bool:
    """True for what a test puts at risk. What hangs over everybody, as a clock does, is told where it begins."""
    return isinstance(piece.fact, Stakes) and bool(piece.fact.test)


def _together(pieces: Sequence[StoryPiece]) -> list[StoryPiece]:
    """The stakes of each, named and in words, joined in one sentence."""
    named = {it.fact.who: it.fact.what for it in pieces if isinstance(it.fact, Stakes) and not it.fact.text}
    found = []
    for piece in pieces:
        fact = piece.fact
        if isinstance(fact, Stakes) and fact.text and not fact.what and fact.who in named:
            piece = replace(piece, fact=replace(fact, what=named.pop(fact.who)))
        if isinstance(fact, Stakes) and (fact.text or fact.who in named):
            found.append(piece)
    return found


def _set_apart(spans: Sequence[StorySpan]) -> bool:
    """True for a sentence in which something stands behind a colon already."""
    return any(span.role is SpanKind.JOINING and span.text.rstrip().endswith(":") for span in spans)
