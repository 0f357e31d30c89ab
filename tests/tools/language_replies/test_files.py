"""The languages' files: complete, with the same facts, and in step with the codes that the rest of the program makes."""

import ast
import re
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import meta

from tripintent.state.booking import GIVES_UP
from tripintent.state.bundles import NEW_TERMS
from tripintent.state.derived import FROM_LENGTH
from tripintent.state.framing.frame_to_trip import _assumptions
from tripintent.tools.desk.states import MEANING, REFUSALS
from tripintent.tools.language.replies.rendering import environment
from tripintent.tools.language.replies.texts import Texts, texts_of
from tripintent.tools.ranking import shortlist

ROOT = Path(__file__).parents[3]
FORMATTED = ("words", "questions", "invalid", "fields", "assumptions", "hints", "refusals", "outcomes")
RENDERED = ("phrases", "reasons", "risks")
OWN_ENGLISH = ("risks", "refusals", "outcomes")
TRANSLATED_TITLES = re.compile(r"title\.|rule\.")


def sources(*folders: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for f in folders for path in sorted((ROOT / f).rglob("*.py")))


def strings_of(file: str, function: str) -> set[str]:
    """Return the string constants of one function."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == function)
    return {n.value for n in ast.walk(found) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def variables(text: str, texts: Texts) -> set[str]:
    return meta.find_undeclared_variables(environment(texts.tag).parse(text))


def model_of(section: str) -> Texts:
    """Return the language that others are compared with: English, or Spanish where English has the tool's own words."""
    return texts_of("es" if section in OWN_ENGLISH else "en")


@pytest.mark.parametrize("section", [*FORMATTED, *RENDERED])
def test_every_language_has_every_key(section: str, translated: str):
    """A traveller is never answered half in another language: each file has the same texts, and none is empty."""
    own, model = getattr(texts_of(translated), section), getattr(model_of(section), section)
    extra = {key for key in own.keys() - model.keys() if not TRANSLATED_TITLES.match(key)}
    assert (model.keys() - own.keys(), extra) == (set(), set())
    assert all(str(text).strip() for text in own.values())


@pytest.mark.parametrize("section", FORMATTED)
def test_lines_have_the_same_placeholders(section: str, translated: str):
    """A translation says the same facts: a place, a number, the options."""
    own, model = getattr(texts_of(translated), section), getattr(model_of(section), section)
    differing = {key for key in model if placeholders(own[key]) != placeholders(model[key])}
    assert differing == set()


@pytest.mark.parametrize("section", RENDERED)
def test_templates_use_the_same_facts(section: str, translated: str):
    """A translated template asks the nodes for no other facts, and forgets none."""
    own, model = texts_of(translated), model_of(section)
    differing = {
        key
        for key, text in getattr(model, section).items()
        if variables(getattr(own, section)[key], own) != variables(text, model)
    }
    assert differing == set()


def test_the_titles_and_rules_are_the_same_in_all_translations(translated: str):
    """Words that English lacks are in every other language."""
    named = {key for key in texts_of("es").words if TRANSLATED_TITLES.match(key)}
    assert named <= texts_of(translated).words.keys()


def test_every_kind_that_a_node_says_has_a_template():
    """A node cannot say something that nobody has worded, and no template is left over."""
    nodes = sources("nodes/booking")
    said = chain.from_iterable(
        re.findall(pattern, nodes, re.MULTILINE)
        for pattern in (
            r'say\(ports, trip, "(\w+)"',
            r'phrase\("(\w+)"',
            r'return "(\w+)", (?:await |\{|_|facts)',
            r'(?:Refusal\(|, \()"(\w+)", \{',
            r'kind, facts = "(\w+)"',
            r'kind, facts = \(\s*"(\w+)"',
            r'kind = (?:"\w+" if .* else )?"(\w+)"',
        )
    )
    kinds = set(said)
    assert {"options", "too_long", "in_review", "unclear_answer"} <= kinds, "the patterns no longer find them"
    known = texts_of("en").phrases.keys()
    assert kinds - known == set()
    assert {k for k in known if f'"{k}"' not in nodes} == {
        "search_empty",
        "search_failed",
        "model_away",
        "model_cut",
        "model_no_tools",
        "cost_limit_near",
        "cost_limit_exceeded",
        "rate_limit_exceeded",
    }


def test_every_wrong_value_has_a_question():
    """Each code of an invalid field is asked about in its own words."""
    codes = set(re.findall(r'code="(\w+)"', sources("state/questions")))
    assert "in_past" in codes
    assert codes == texts_of("en").invalid.keys() - {"other"}


def test_every_assumption_has_words():
    """What was assumed is said, whatever it was."""
    codes = strings_of("state/framing/frame_to_trip.py", _assumptions.__name__) | {
        "near",
        "reading",
        "currency_home",
        "currency_reader",
    }
    assert codes - {FROM_LENGTH} == texts_of("en").assumptions.keys()


def test_every_hint_has_words():
    """What would help is said, whatever it is."""
    codes = set(
        re.findall(
            r'(?:yield f?|_hotels\(query\)\), )"(\w+)[":]',
            (ROOT / "nodes/booking/quote.py").read_text(encoding="utf-8"),
        )
    )
    assert codes == texts_of("en").hints.keys()


def test_every_label_and_drop_reason_has_words():
    """What a trip is best at, and why offers were left out, is never shown as a code."""
    ranking, words = sources("tools/ranking"), texts_of("en").words
    reasons = set(re.findall(r'tests?\.append\(\s*\(?\(?"([\w.]+)"', ranking))
    reasons |= {"leg_order", "dominated", "policy.max_budget_total"}
    assert "policy.max_stars" in reasons
    labels = {f"label.{code}" for name, code in vars(shortlist).items() if name.isupper() and isinstance(code, str)}
    assert "label.wished" in labels <= words.keys()
    assert {f"plain.{reason}" for reason in reasons} <= words.keys()


def test_every_risk_has_words(translated: str):
    """Each code of the table of risks, and what the desk adds, is worded in every language but English, which is there already."""
    table = (ROOT / "docs/ranking.md").read_text(encoding="utf-8").split("| code | severity |")[1].split("\n\n")[0]
    codes: set[str] = set()
    for row in table.splitlines()[2:]:
        names = re.findall(r"`([\w:]+)`", row.split("|")[1])
        codes |= {f"policy_violation{name}" if name.startswith(":") else name for name in names}
    assert len(codes) > 25
    assert codes | {NEW_TERMS, GIVES_UP} == texts_of(translated).risks.keys()


def test_every_refusal_has_words(translated: str):
    """Each refusal of the desk is worded."""
    assert texts_of(translated).refusals.keys() == REFUSALS.keys()


def test_every_outcome_has_words(translated: str):
    """Each state in which a purchase fails or waits is worded; the other two have messages of their own."""
    assert texts_of(translated).outcomes.keys() == MEANING.keys() - {"PURCHASED", "REAPPROVAL_NEEDED"}
