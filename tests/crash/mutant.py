"""What a mutant is: one broken rule, and the tests that have to notice it; ``mutants.yaml`` lists them."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class Mutant:
    """``was`` stands once in ``path`` (from the root) and becomes ``now``; ``tests`` are pytest arguments, or the harness's."""

    name: str
    path: str
    was: str
    now: str
    tests: tuple[str, ...]
    harness: bool = False

    def apply(self, package: Path) -> None:
        """Break the copy. Raises ValueError where the text is not there once: the list is behind the code."""
        target = package / self.path
        text = target.read_text()
        if text.count(self.was) != 1:
            msg = f"{self.name}: {self.path} has {text.count(self.was)} times {self.was!r}"
            raise ValueError(msg)
        target.write_text(text.replace(self.was, self.now))

    @property
    def command(self) -> list[str]:
        """What has to fail, as arguments of Python."""
        if self.harness:
            return ["-m", "tests.crash.run", "--no-postgres", *self.tests]
        return ["-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-k", "not postgres", *self.tests]

    def is_dead(self, code: int, said: str) -> bool:
        """Whether it was found out: tests failed, or violations were found; nothing else that may have gone wrong."""
        return code == 1 and (" failed" in said or "VIOLATION" in said or "FAILED" in said)


_LISTED = yaml.safe_load(Path(__file__).with_name("mutants.yaml").read_text("utf-8"))
_ALL = tuple(Mutant(**{**one, "tests": tuple(one["tests"])}) for one in _LISTED)
MUTANTS = tuple(one for one in _ALL if not one.harness)
HARNESS = tuple(one for one in _ALL if one.harness)
