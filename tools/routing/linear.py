"""A small linear model over sparse features (softmax for one label a text, logistic for several), and cues in a message.

Features are weighted by kind and rarity and scaled to length one. The fit is gradient descent with momentum in the dual space
(one coefficient for each example and label), so that its cost does not grow with the number of features.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tripintent.tools.routing.text import WORD, fold

Floats = NDArray[np.floating[Any]]
WEIGHTS: Mapping[str, float] = {"w": 1.0, "b": 0.4, "c": 0.25, "k": 1.0}
"""How much words, neighbouring pairs, pieces of words and concepts count."""
ROUNDS, STEP, MOMENTUM, BIAS_STEP, LOOSENESS = 100, 0.15, 0.9, 0.02, 40.0


class Example(NamedTuple):
    """A text's features with the numbers of its labels."""

    found: Counter[str]
    labels: tuple[int, ...]
    weight: float = 1.0


class LinearModel:
    """Scores of a text for each label."""

    def __init__(self, examples: Sequence[Example], labels: int, *, several: bool) -> None:
        """Fit. ``several`` is logistic: any number of labels may hold; else exactly one of them does."""
        counts = Counter(name for example in examples for name in example.found)
        self._index = {name: i for i, name in enumerate(counts)}
        self._weights = [(math.log((len(examples) + 1) / (n + 1)) + 1) * WEIGHTS[name[0]] for name, n in counts.items()]
        rows = np.zeros((len(examples), len(counts)), np.float32)
        wanted = np.zeros((len(examples), labels), np.float32)
        for number, example in enumerate(examples):
            where, values = self._vector(example.found)
            rows[number, where] = values
            wanted[number, list(example.labels)] = 1
        link = _logistic if several else _softmax
        weights = np.array([example.weight for example in examples], np.float32)[:, None]
        alpha, self._bias = _fitted(rows @ rows.T, wanted, weights, link, -2.0 if several else 0.0)
        self._table: Floats = rows.T @ alpha
        self._link = link

    def scores(self, found: Counter[str]) -> Floats:
        """Return the probability of each label."""
        where, values = self._vector(found)
        raw: Floats = values @ self._table[where] + self._bias if where else self._bias
        return np.asarray(self._link(raw[None])[0])

    def _vector(self, found: Counter[str]) -> tuple[list[int], Floats]:
        known = [(i, n) for name, n in found.items() if (i := self._index.get(name)) is not None]
        values = np.array([(1 + math.log(n)) * self._weights[i] for i, n in known], np.float32)
        length = float(np.sqrt(values @ values)) if known else 0.0
        return [i for i, _ in known], values / length if length else values


def _softmax(raw: Floats) -> Floats:
    grown = np.exp(raw - raw.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def _logistic(raw: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-raw)))


def _fitted(
    kernel: Floats, wanted: Floats, weights: Floats, link: Callable[[Floats], Floats], bias: float
) -> tuple[Floats, Floats]:
    alpha, moved = np.zeros_like(wanted), np.zeros_like(wanted)
    intercept = np.full(wanted.shape[1], bias, np.float32)
    for _ in range(ROUNDS):
        wrong = weights * (link(kernel @ alpha + intercept) - wanted)
        moved = MOMENTUM * moved + wrong + alpha / LOOSENESS
        alpha -= STEP * moved
        intercept -= BIAS_STEP * wrong.sum(axis=0)
    return alpha, intercept


_YES = re.compile(
    r"\b(yes|yeah|yep|yup|sure|ok|okay|please do|go ahead|great|perfect|sounds|correct|right|fine|good|alright|works"
    r"|ja|gerne|oui|d'accord|volontiers|si|claro|vale|certo|va bene|sim)\b"
)
_NO = re.compile(
    r"^\s*(no|nope|nah|nein|non|nao|not (now|yet|right now|at the moment|really)|never mind)\b"
    r"|\b(don't|do not|won't) (want|need|wish)|not needed|maybe later|another time"
)
_BYE = re.compile(
    r"\b(bye|goodbye|good bye|so long|have a (nice|great|good)|that'?s (all|it|everything)"
    r"|that (is|will be|would be|'ll be) (all|it|everything)|that'?ll be all|i'?m (done|good|all set|fine)"
    r"|all (i need|set|good|for now)|nothing( else| more)?|no more|tschuss|auf wiedersehen|au revoir|adios|arrivederci|tchau)\b"
)
_THANKS = re.compile(r"\b(thanks?|thank you|appreciate|cheers|danke|merci|gracias|grazie|obrigad[oa])\b")
_OFFER = re.compile(
    r"\b(would you like|do you (want|wish|need)|want me|wanna|want to|shall i|should i|would you (want|need)|like me to|like to"
    r"|mochten sie|soll ich|voulez-vous|souhaitez-vous|quiere|desea|vuole|desidera|quer|deseja)\b"
)
_DONE = re.compile(
    r"\b(anything else|something else|help you (with|some)|else|assist|been (reserved|confirmed|booked|made|purchased|scheduled"
    r"|sent|initiated)|(is|are|has been|have been) (now )?(reserved|confirmed|booked|made|purchased|complete)|confirmed|enjoy"
    r"|have a )\b"
)
_REQUEST = re.compile(
    r"\?|\b(i (also )?(want|need|would like|'d like|am looking|wanna)|i'd|find|search|book|reserve|get me|look|tell|show"
    r"|can you|could you|what|where|when|how|which)\b"
)
_CUT = re.compile(r"(?<=[.!?])\s+|,\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_COURTESY = re.compile(
    r"^((yes|yeah|sure|ok) please|ok(ay)?|yes|yeah|yep|sure|great|perfect|awesome|good|nice|cool|alright|fine"
    r"|thanks?( you)?( (so|very) much| a lot)?|thank you.*|no|nope"
    r"|that('s| is| would be|ll be)? ?(sounds )?(good|great|fine|perfect|ok|okay|correct|right|nice|wonderful|awesome|works).*"
    r"|sounds (good|great|nice|perfect|wonderful).*|i see|please|well|hi|hello|hey)( for me| to me)?[.!?,]*$"
)


class Cues(NamedTuple):
    """``core`` is the message without courtesies; ``asked`` the last question of the assistant, or an empty text."""

    core: str
    words: int
    asked: str
    before: str
    yes: bool
    no: bool
    bye: bool
    thanks: bool
    request: bool
    offered: bool
    done: bool

    @classmethod
    def read(cls, text: str, assistant: str) -> Self:
        """Read a message and what the assistant said before it."""
        said, before = fold(text), fold(assistant)
        core = " ".join(part for part in _CUT.split(said) if part and not _COURTESY.match(part.strip()))
        asked = next((part for part in reversed(_SENTENCE.split(before)) if "?" in part), "")
        return cls(
            core=core,
            words=len(WORD.findall(core)),
            asked=asked,
            before=before,
            yes=bool(_YES.search(said)),
            no=bool(_NO.search(said)),
            bye=bool(_BYE.search(said)),
            thanks=bool(_THANKS.search(said)),
            request=bool(_REQUEST.search(core)),
            offered=bool(asked and _OFFER.search(asked)),
            done=bool(_DONE.search(before)),
        )
