"""Every language is whole: its folder, its words, its turns of phrase. A seventh one is told here what it lacks."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tripintent.state.languages import LANGUAGES, REGIONS
from tripintent.tools.formats import WRITTEN
from tripintent.tools.language.replies.texts import texts_of

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tools/language/languages"
OWN_TO_SOME = {
    ("words.yaml", "words.after_next"),
    ("words.yaml", "words.next_after"),
    ("words.yaml", "words.fortnight"),
    ("words.yaml", "words.from_now"),
    ("words.yaml", "words.toddler"),
}
"""What not every language has a word of its own for."""
LISTS = {"words.yaml": ("words",), "grammar.yaml": ()}
"""The files that are compared name by name here, and their sections; replies and the page have tests of their own."""
CHECKED_ELSEWHERE = {*("replies.yaml", "page.yaml", "planning_replies.yaml", "cards.yaml")}


def read(folder: Path, name: str) -> dict[str, Any]:
    path = folder / name
    return yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader) if path.is_file() else {}  # noqa: S506 - builds text


def names(file: str, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of a file: its own, and those of its sections."""
    for key, value in data.items():
        yield key
        if isinstance(value, dict) and (file == "grammar.yaml" or key in LISTS[file]):
            yield from (f"{key}.{name}" for name in value)


def gaps(folder: Path) -> set[tuple[str, str]]:
    """Return what a language's folder lacks that English, or for lists of words Spanish, has: (file, name)."""
    files = {path.name for path in (FOLDER / "en").iterdir()}
    found = {(file, "") for file in files if not (folder / file).is_file()}
    for file in LISTS:
        model = {
            name
            for code in ("en", "es")
            for name in names(file, read(FOLDER / code, file))
            if file != "words.yaml" or code == "es"
        }
        found |= {(file, name) for name in model - set(names(file, read(folder, file)))} - OWN_TO_SOME
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_language_lacks_nothing(language: str):
    """What one language can read and say, all can: files, lists of words, turns of phrase, commands, answers."""
    assert gaps(FOLDER / language) == set()


def test_what_a_seventh_language_lacks_is_named(tmp_path: Path):
    """A folder with one file, one list and one turn of phrase left out is not whole, and the test above says which."""
    folder = shutil.copytree(FOLDER / "es", tmp_path / "nl")
    (folder / "cards.yaml").unlink()
    for file, name in (("words.yaml", "  night:"), ("grammar.yaml", "  midday:")):
        lines = (folder / file).read_text("utf-8").splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith(name))
        (folder / file).write_text("\n".join(lines[:at] + lines[at + (1 if file == "words.yaml" else 2) :]), "utf-8")
    found = gaps(folder)
    assert {("cards.yaml", ""), ("words.yaml", "words.night"), ("grammar.yaml", "clock.midday")} <= found
    assert {file for file, _ in found} == {"cards.yaml", "words.yaml", "grammar.yaml"}


def test_every_file_of_a_language_is_checked():
    """No file of a language's folder can be forgotten: each is compared here or by the tests of what it words."""
    assert {path.name for path in (FOLDER / "en").iterdir()} == LISTS.keys() | CHECKED_ELSEWHERE


def test_there_is_one_list_of_languages():
    """The list, the folders, the locales and the page's list are the same."""
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    page = re.search(r"const LANGUAGES = \[(.*?)\]", (ROOT / "app/page/language.js").read_text("utf-8"))
    assert page is not None
    assert folders == set(LANGUAGES) == WRITTEN.keys() - {*REGIONS} == set(re.findall(r'"(\w+)"', page[1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_for_no_word_that_replies_lack(language):
    """What its modules name is there: a missing one would be shown as its own code."""
    words = texts_of(language).words
    asked = {
        f"{group}.{code}"
        for module in (ROOT / "app/page").glob("*.js")
        for group, codes in re.findall(r'replyWords\("(\w+)", ([^)]*)\)', module.read_text("utf-8"))
        for code in re.findall(r'"(\w+)"', codes)
    }
    assert {"heard.each", "change.at_airline"} <= asked
    assert sorted(asked - words.keys()) == []
