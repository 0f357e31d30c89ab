"""The router of messages to the functions of a service file, by a linear model fitted when it is loaded, and of files of messages.

Beside the organisation's examples stand our own phrases: what no function serves, and what only goes on with the talk
("for three people"), which belongs to the function that answered before. ``route_file`` takes the benchmark of docs/concierge.md.
"""

import json
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tripintent.state.concierge.service import Service
from tripintent.tools.ports.desk_service import Routing, Spoken
from tripintent.tools.routing.linear import Cues, Example, Floats, LinearModel
from tripintent.tools.routing.text import features, phrases

HISTORY = 3
"""Earlier messages of the guest that still count."""
LONG = 12
"""Words of a message that means itself."""
ENOUGH = 13
"""Examples of a function, with its description and names, from which on our own phrases count in full."""
OTHERS = 2
"""Functions that are named beside the best one."""
MANY = 0.15
"""The least probability of a function that answers beside others."""


class Pull(NamedTuple):
    """How strongly the talk so far pulls, in logits; found on development dialogues (docs/concierge.md)."""

    sharpness: float = 0.977
    elsewhere: float = 0.6
    elsewhere_first: float = 1.2
    keep: float = 3.4
    keep_long: float = 3.736
    stay_out: float = 1.25
    stay_out_long: float = 1.523
    offer: float = 10.36
    offer_unsure: float = 0.597
    no: float = 11.1
    bye: float = 9.66
    thanks_done: float = 5.59
    thanks: float = 5.44
    assistant: float = 0.779
    guest: float = 0.261
    going_on: float = 0.85


class Calibration(NamedTuple):
    """The calibration of a model's probability: a beta curve through how often it was right on development messages.

    Its two ends bend by themselves: in the midst of a talk even a sure choice is wrong once in ten times.
    """

    rise: float
    fall: float
    shift: float

    def of(self, probability: float) -> float:
        """Return the probability that the choice is right."""
        near = min(max(probability, 1e-6), 1 - 1e-6)
        return 1 / (1 + math.exp(-self.rise * math.log(near) + self.fall * math.log(1 - near) - self.shift))


FIRST, IN_TALK, SEVERAL = (
    Calibration(2.09, 1.79, 1.78),
    Calibration(0.91, 0.15, 1.42),
    Calibration(0.99, 0.06, 1.35),
)


class ServiceRouter:
    """Fitted once for a service; ``more`` are examples (text, functions) beside the file's."""

    def __init__(
        self, service: Service, more: Iterable[tuple[str, tuple[str, ...]]] = (), pull: Pull | None = None
    ) -> None:
        self.names = tuple(f.name for f in service.enabled)
        self.several = any(len(example.functions) > 1 for example in service.functions_examples)
        self._pull = pull or Pull()
        self._none, self._details = len(self.names), len(self.names) + 1
        own = list(self._examples(service, more))
        examples = [*own, *self._beside(len(own) / len(self.names))]
        self._model = LinearModel(examples, len(self.names) + 2, several=self.several)
        self._scores = lru_cache(maxsize=4096)(lambda text: self._model.scores(features(text)))

    def route(self, text: str, history: Sequence[Spoken] = (), last: tuple[str, ...] = ()) -> Routing:
        """Return the functions for a message."""
        if self.several:
            return self._several(text)
        scores = self._in_talk(text, history, last) if history else self._first(text)
        best = int(scores[: self._none].argmax())
        chosen = int(scores.argmax())
        functions = () if chosen == self._none else (self.names[chosen],)
        known = IN_TALK if history else FIRST
        others = tuple(self.names[i] for i in np.argsort(-scores[: self._none])[1 : 1 + OTHERS])
        return Routing(functions, known.of(float(scores[best])), (self.names[best],), others)

    def _several(self, text: str) -> Routing:
        scores = self._scores(text)[: self._none]
        best = int(scores.argmax())
        chosen = [int(i) for i in np.argsort(-scores) if scores[i] >= MANY]
        functions = tuple(self.names[i] for i in chosen)
        return Routing(functions, SEVERAL.of(float(scores[best])), functions or (self.names[best],))

    def _first(self, text: str) -> Floats:
        scores = np.log(self._scores(text)[: self._details] + 1e-9) * self._pull.sharpness
        scores[self._none] -= self._pull.elsewhere_first
        return _normal(scores)

    def _in_talk(self, text: str, history: Sequence[Spoken], last: tuple[str, ...]) -> Floats:
        pull = self._pull
        assistant = "" if history[-1].by_guest else history[-1].text
        cues = Cues.read(text, assistant)
        before = [self.names.index(name) for name in last if name in self.names] or [self._none]
        scores = np.zeros(self._details, np.float32)
        if cues.core:
            own = self._scores(cues.core) ** pull.sharpness
            mass = own[: self._details].copy()
            mass[before] += own[self._details] * pull.going_on
            scores = np.log(mass + 1e-9)
        scores[self._none] -= pull.elsewhere
        scores += self._talked_of(cues, history)
        long = min(1.0, cues.words / LONG)
        out = before == [self._none]
        scores[before] += (pull.stay_out - pull.stay_out_long * long) if out else (pull.keep - pull.keep_long * long)
        scores[: self._none] += self._offered(cues)
        scores[self._none] += self._ending(cues)
        return _normal(scores)

    def _talked_of(self, cues: Cues, history: Sequence[Spoken]) -> Floats:
        """Return what the assistant's last words and the guest's earlier ones speak for."""
        found = np.zeros(self._details, np.float32)
        if cues.before:
            found += self._pull.assistant * self._scores(cues.before)[: self._details]
        said = [self._scores(one.text)[: self._details] for one in history if one.by_guest][-HISTORY:]
        return np.asarray(found + self._pull.guest * np.mean(said, axis=0)) if said else found

    def _offered(self, cues: Cues) -> Floats:
        """Return what an offer of the assistant ("would you like to book it?") speaks for, unless it was refused."""
        if not cues.offered or cues.done or cues.no:
            return np.zeros(self._none, np.float32)
        sure = 1.0 if cues.yes or not cues.core else self._pull.offer_unsure
        return np.asarray(self._pull.offer * sure * self._scores(cues.asked)[: self._none])

    def _ending(self, cues: Cues) -> float:
        """Return what speaks for an end of the talk."""
        if cues.request:
            return 0.0
        found = self._pull.no if cues.no and (cues.offered or cues.done) else 0.0
        if cues.bye:
            return found + self._pull.bye
        if cues.thanks:
            return found + (self._pull.thanks_done if cues.done else self._pull.thanks)
        return found

    def _examples(self, service: Service, more: Iterable[tuple[str, tuple[str, ...]]]) -> Iterable[Example]:
        """Yield the organisation's own examples: its descriptions, names, commands, and what it wrote as such."""
        number = {name: i for i, name in enumerate(self.names)}
        for function in service.enabled:
            spoken = function.name.replace("_", " ").casefold()
            command = function.base_command.strip("/").replace("-", " ")
            for text in (function.description, spoken, command):
                yield Example(features(text), (number[function.name],))
        own = ((example.input, example.functions) for example in service.functions_examples)
        for text, functions in (*own, *more):
            labels = tuple(number[name] for name in functions if name in number)
            if labels:
                yield Example(features(text), labels)

    def _beside(self, each: float) -> Iterable[Example]:
        """Yield our own phrases, weighed so that they do not drown a service with few examples a function (``each``)."""
        weight = min(1.0, each / ENOUGH)
        nothing = () if self.several else (self._none,)
        for text in phrases("elsewhere"):
            yield Example(features(text), nothing, weight)
        for text in phrases("details"):
            yield Example(features(text), nothing if self.several else (self._details,), weight)


def _normal(scores: Floats) -> Floats:
    grown = np.exp(scores - scores.max())
    return np.asarray(grown / grown.sum())


def route_file(router: ServiceRouter, inputs: Path, output: Path) -> int:
    """Write {"id", "functions", "confidence", "best"} for each line {"id", "message", "history", "prev"}; return their number.

    ``prev`` is the id of the line before in the same talk: its own answer is carried over, never anything else.
    """
    answered: dict[str, tuple[str, ...]] = {}
    with inputs.open(encoding="utf-8") as lines, output.open("w", encoding="utf-8") as out:
        for line in filter(str.strip, lines):
            row = json.loads(line)
            said = [Spoken(m["role"] == "user", str(m["text"])) for m in row.get("history") or ()]
            found = router.route(str(row["message"]), said, answered.get(row.get("prev") or "", ()))
            answered[row["id"]] = found.functions
            written = {
                "id": row["id"],
                "functions": found.functions,
                "confidence": round(found.confidence, 6),
                "best": found.best,
            }
            out.write(json.dumps(written, ensure_ascii=False) + "\n")
    return len(answered)
