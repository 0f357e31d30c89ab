"""One folder a language, one format: YAML whose scalars are all text. ``state/languages.py`` lists the codes.

| file | what it holds |
|---|---|
| ``words.yaml`` | words by what they mean to a trip: numbers, days, kinds of people, small words |
| ``grammar.yaml`` | turns of phrase: patterns by the concept that they say |
| ``replies.yaml`` | what the booking says |
| ``planning_replies.yaml`` | what the documents of a plan say |
| ``guide.yaml`` | what the guide says (not English: that is in its code) |
| ``cards.yaml`` | labels and short lines of cards |
| ``page.yaml`` | the page, exports, pictures and approvers' pages |
"""

from typing import Any

from tripintent.state.languages import LANGUAGES
from tripintent.tools.shipped import words


def read_words(language: str, name: str) -> dict[str, Any]:
    """Return one file of a language's folder; that of English where the language is not listed or has none."""
    try:
        return words(f"tools/language/languages/{language if language in LANGUAGES else 'en'}/{name}.yaml")
    except FileNotFoundError:
        return words(f"tools/language/languages/en/{name}.yaml")
