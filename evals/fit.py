"""Fitting of the offline reader's models: of clauses, of the places where clauses begin, of languages, and of a host's own examples.

Clauses are fitted on examples and labelled turns, their beginnings on turns, languages on the examples. Of the labelled turns
(``--turns`` names their folder) only features are kept here, never words, so that everybody can fit the same weights.
A host's own examples are fitted by ``tripintent examples --fit``, which needs the extra ``fit``.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.offline.examples import KEPT, Line, digest, example_of, lines
from tripintent.tools.language.offline.fitting import calibrated, dump, fit
from tripintent.tools.language.offline.letters import letter_features
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import Example, Linear
from tripintent.tools.language.offline.parting import CUTS, cut_features, places_to_cut, tokens_of
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer

DATA = Path(__file__).resolve().parent.parent / "tools" / "language" / "offline" / "data"
_HERE = Path(__file__).resolve().parent
LABELS = _HERE / "turns.jsonl"
ROUNDS = _HERE / "rounds.jsonl"
"""Messages of people who tried the product, with their words."""
_TODAY = date(2026, 11, 25)
_SAID_BY_PEOPLE = 3.0
"""How much a labelled clause counts beside an invented one."""
_A_FIFTH = 5
_WITHOUT_ACCENTS = 0.5
"""How much a line counts that is written without its accents, beside the same line with them."""


class Turns:
    """Features of labelled turns: ``clauses`` and ``cuts``, each with a fifth of the conversations kept aside."""

    def __init__(
        self, kept: Sequence[bool], clauses: Sequence[Example], of_cuts: Sequence[bool], cuts: Sequence[Example]
    ) -> None:
        self.fitted = [one for one, aside in zip(clauses, kept, strict=True) if not aside]
        self.aside = [one for one, aside in zip(clauses, kept, strict=True) if aside]
        self.cuts = [one for one, aside in zip(cuts, of_cuts, strict=True) if not aside]
        self.cuts_aside = [one for one, aside in zip(cuts, of_cuts, strict=True) if aside]

    @classmethod
    def load(cls) -> "Turns":
        """Return the stored features."""
        with np.load(BytesIO((DATA / "turns.npz").read_bytes()), allow_pickle=False) as stored:
            return cls(stored["kept"], _unpacked(stored, "clause"), stored["of_cuts"], _unpacked(stored, "cut"))


def _packed(name: str, found: Sequence[Example]) -> dict[str, Any]:
    return {
        f"{name}_found": np.concatenate([one.found for one in found]).astype(np.int32),
        f"{name}_sizes": np.array([len(one.found) for one in found], dtype=np.int32),
        f"{name}_names": np.array([one.name for one in found]),
        f"{name}_weights": np.array([one.weight for one in found], dtype=np.float32),
    }


def _unpacked(stored: Any, name: str) -> list[Example]:
    ends = np.cumsum(stored[f"{name}_sizes"])[:-1]
    rows = np.split(stored[f"{name}_found"], ends)
    named = zip(rows, stored[f"{name}_names"], stored[f"{name}_weights"], strict=True)
    return [Example(tuple(found.tolist()), str(label), float(weight)) for found, label, weight in named]


def store_turns(folder: Path) -> None:
    """Read the labelled turns of a folder of conversations and keep their features."""
    said = dict(_conversations(folder))
    kept: list[bool] = []
    clauses: list[Example] = []
    of_cuts: list[bool] = []
    cuts: list[Example] = []
    gazetteer = Gazetteer()
    for row in (
        json.loads(line) for path in (LABELS, ROUNDS) for line in path.read_text(encoding="utf-8").splitlines()
    ):
        text = row.get("text") or said.get((row["id"], row["step"]))
        if text is None:
            continue
        aside = sum(map(ord, row["id"])) % _A_FIFTH == 0
        language = detect(text)
        for start, end, intent in row["clauses"]:
            line = Line("turns", language, intent, row["stage"], row["asked"], text[start:end])
            clauses.append(example_of(line, _SAID_BY_PEOPLE))
            kept.append(aside)
        made = list(_cuts(Message(text, language, _TODAY, gazetteer), [start for start, _, _ in row["clauses"]]))
        cuts += made
        of_cuts += [aside] * len(made)
    out = BytesIO()
    np.savez_compressed(out, kept=kept, of_cuts=of_cuts, **_packed("clause", clauses), **_packed("cut", cuts))
    (DATA / "turns.npz").write_bytes(out.getvalue())


def _conversations(folder: Path) -> Iterator[tuple[tuple[str, int], str]]:
    for path in sorted(folder.glob("conversations*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            yield from (((row["id"], n), step["say"]) for n, step in enumerate(row["steps"]) if step.get("say"))


def _cuts(message: Message, starts: Sequence[int]) -> Iterator[Example]:
    found = tokens_of(message)
    if not found:
        return
    cut = {min(range(len(found)), key=lambda n: abs(found[n].start - start)) for start in starts}
    words = [one.word for one in found]
    for n in places_to_cut(words):
        yield Example(cut_features(words, n), CUTS[n in cut])


def fitted() -> tuple[Linear, Linear, Sequence[Example]]:
    """Return the models of clauses and of cuts, and the clauses kept aside."""
    turns = Turns.load()
    own = [(line, example_of(line)) for line in lines()]
    examples = [made for line, made in own if line.author != KEPT]
    aside = [*(made for line, made in own if line.author == KEPT), *turns.aside]
    classes = sorted({one.name for one in examples})
    intents = calibrated(fit([*examples, *turns.fitted], classes), aside)
    return intents, fit(turns.cuts, CUTS), aside


def fitted_languages() -> tuple[Linear, Sequence[Example]]:
    """Return the model of languages, and the lines kept aside."""
    found = [(line, Example(letter_features(line.words), line.language)) for line in lines()]
    found = [(line, made) for line, made in found if made.found]
    plain = (
        Example(letter_features(fold(line.words)), line.language, _WITHOUT_ACCENTS)
        for line, _ in found
        if line.author != KEPT and fold(line.words) != line.words.lower()
    )
    aside = [made for line, made in found if line.author == KEPT]
    own = [made for line, made in found if line.author != KEPT]
    return calibrated(fit([*own, *plain], LANGUAGES), aside), aside


def right_among(model: Linear, examples: Sequence[Example], most: int) -> float:
    """Return the share of examples whose intent is among the likeliest."""
    hits = 0
    for one in examples:
        likely = dict(zip(model.classes, model.probabilities(one.found), strict=True))
        hits += one.name in sorted(likely, key=lambda name: -likely[name])[:most]
    return hits / max(len(examples), 1)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--turns", type=Path, help="folder of the labelled conversations; without it their stored features are used"
    )
    asked = parser.parse_args()
    if asked.turns:
        store_turns(asked.turns)
    intents, cuts, aside = fitted()
    languages, said = fitted_languages()
    (DATA / "languages.npz").write_bytes(dump(languages))
    (DATA / "intents.npz").write_bytes(dump(intents))
    (DATA / "cuts.npz").write_bytes(dump(cuts))
    (DATA / "made_from.txt").write_text(digest() + "\n", encoding="utf-8")
    print(f"{len(aside)} clauses kept aside: right {right_among(intents, aside, 1):.3f}", end="")
    print(f", among two {right_among(intents, aside, 2):.3f}, among three {right_among(intents, aside, 3):.3f}")
    print(f"{len(said)} lines kept aside: language right by their letters {right_among(languages, said, 1):.3f}")


if __name__ == "__main__":
    main()


_WEIGHT, _EPOCHS, _EVERY = 3.0, 3, 5
"""A host's example counts as much as a labelled turn; it is fitted among every fifth of the wheel's, so that those stay."""
