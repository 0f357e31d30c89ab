"""Fitted linear models (small integers in ``data/*.npz``), the features of a clause that they weigh, and the reading of their files.

Files are read without numpy: a zip of arrays, each behind a short header that tells its kind and shape.
"""

import ast
import itertools
import math
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple
from zipfile import ZipFile


@dataclass(frozen=True)
class Linear:
    """A multinomial logistic model over hashed features. ``weights`` has a row for each feature, a signed byte for each class."""

    classes: tuple[str, ...]
    weights: bytes = field(repr=False)
    scale: tuple[float, ...]
    """The worth of one step of each class's weights."""
    temperature: float = 1.0
    """Above 1 where the fitted model is surer than it is right."""
    made_from: str = ""
    """A fingerprint of what a host's model was fitted on."""

    def probabilities(self, found: Sequence[int]) -> list[float]:
        """Return the probability of each class; ``found`` has one feature at least."""
        width, rows = len(self.classes), memoryview(self.weights).cast("b")
        steps = map(sum, zip(*(rows[n * width : n * width + width] for n in found), strict=True))
        heat = self.temperature * max(len(found), 1) ** 0.5
        raw = [step * worth / heat for step, worth in zip(steps, self.scale, strict=True)]
        most = max(raw)
        grown = [math.exp(one - most) for one in raw]
        total = sum(grown)
        return [one / total for one in grown]

    def likeliest(self, found: Sequence[int]) -> tuple[str, float]:
        """Return the likeliest class and its probability."""
        likely = self.probabilities(found)
        best = max(range(len(likely)), key=likely.__getitem__)
        return self.classes[best], likely[best]


def loaded(held: bytes) -> Linear:
    """Return the model of a file that ``fitting.dump`` made."""
    found = stored_arrays(held)
    (made_from,) = found["made_from"].texts() if "made_from" in found else ("",)
    (temperature,) = found["temperature"].numbers()
    return Linear(found["classes"].texts(), found["weights"].held, found["scale"].numbers(), temperature, made_from)


@cache
def shipped(name: str) -> Linear:
    """Return a model of the wheel: "intents", "cuts" or "languages"."""
    return loaded(files("tripintent.tools.language.offline").joinpath("data", f"{name}.npz").read_bytes())


SIZE = 1 << 17
"""Places that features are hashed into."""
_TOKEN = re.compile(r"<[A-Z]+>|[^\W_]+(?:'[^\W_]+)?|[?!]")
_GRAMS = (3, 4, 5)
_LONGEST = 60
"""Words of a clause that are looked at; more is not a clause."""
Indices = tuple[int, ...]


@dataclass(frozen=True)
class Example:
    """A clause's features, its class, and how much it counts."""

    found: Indices
    name: str
    weight: float = 1.0


def tokens(marked: str) -> list[str]:
    """Return the words of a marked text, with marks and signs of asking."""
    return _TOKEN.findall(marked)[:_LONGEST]


def features(marked: str, stage: str = "", asked: str = "") -> Indices:
    """Return the sorted, distinct indices of a clause's features."""
    return hashed(_named(marked, stage, asked))


def hashed(named: Iterable[str]) -> Indices:
    """Return the sorted, distinct indices of features by their names."""
    return tuple(sorted({zlib.crc32(one.encode()) % SIZE for one in named}))


def _named(marked: str, stage: str, asked: str) -> Iterator[str]:
    words = tokens(marked)
    yield "^"
    if stage:
        yield f"s:{stage}"
        yield f"s:{stage}:{words[0] if words else ''}"
    if asked:
        yield f"a:{asked}"
        yield f"a:{asked}:{len(words) if len(words) <= 3 else '+'}"
    yield f"n:{min(len(words), 8)}"
    bounded = ["<", *words, ">"]
    for first, second in itertools.pairwise(bounded):
        yield f"w2:{first} {second}"
    for first, second, third in zip(bounded, bounded[1:], bounded[2:], strict=False):
        yield f"w3:{first} {second} {third}"
    for word in words:
        yield f"w:{word}"
        if word.startswith("<"):
            continue
        around = f"_{word}_"
        for size in _GRAMS:
            for at in range(len(around) - size + 1):
                yield f"c:{around[at : at + size]}"


_LENGTH_AT = 8
"""The length of the header, in two bytes, comes behind the mark of the format and its version."""
_UTF32 = 4


class Stored(NamedTuple):
    """An array as it lies in the file: its kind ("|i1", "<f4", "<U12") and its bytes, row by row."""

    kind: str
    held: bytes

    def numbers(self) -> tuple[float, ...]:
        """Return floats of four bytes. Raises ValueError for anything else."""
        if self.kind != "<f4":
            raise ValueError(f"floats of four bytes were expected, not {self.kind!r}")
        return struct.unpack(f"<{len(self.held) // 4}f", self.held)

    def texts(self) -> tuple[str, ...]:
        """Return texts. Raises ValueError for anything else."""
        if not self.kind.startswith("<U"):
            raise ValueError(f"texts were expected, not {self.kind!r}")
        width = int(self.kind.removeprefix("<U")) * _UTF32
        rows = (self.held[at : at + width] for at in range(0, len(self.held), width))
        return tuple(row.decode("utf-32-le").rstrip("\0") for row in rows)


def stored_arrays(held: bytes) -> dict[str, Stored]:
    """Return the arrays of a file by their names."""
    with ZipFile(BytesIO(held)) as found:
        return {name.removesuffix(".npy"): _stored(found.read(name)) for name in found.namelist()}


def _stored(held: bytes) -> Stored:
    (length,) = struct.unpack_from("<H", held, _LENGTH_AT)
    begins = _LENGTH_AT + 2 + length
    header = ast.literal_eval(held[_LENGTH_AT + 2 : begins].decode("latin-1"))
    return Stored(str(header["descr"]), held[begins:])
