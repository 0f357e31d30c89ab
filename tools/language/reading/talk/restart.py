"""Starting over: "let's start over", "forget everything", "neue Reise"; what follows is read as the first words of a trip."""

import re

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.reading.message import Message

_LEAD = (
    r"^\W*(?:(?:no|ok|okay|actually|sorry|hmm|well|please|wait|can we|can you|could we|let's|lets|let us"
    r"|(?:i|we)(?:'d| would)? (?:want|like|need) to|i wanna|quiero|queremos|vamos a|je veux|on peut|ich mochte|wir wollen|lass uns"
    r"|quero|vamos|voglio|vorrei|por favor|s'il vous plait|bitte|per favore)\W+)*"
)
_ENGLISH = (
    r"start(?:ing)? (?:all )?(?:over|again|afresh|anew|from (?:scratch|zero|the beginning))|begin again|reset|restart"
    r"|(?:forget|scratch|clear|delete|reset|drop) (?:everything|it all|all of (?:it|that)|the whole (?:thing|trip|plan))"
    r"|(?:(?:plan|book|make) )?(?:a )?(?:completely |totally )?(?:new|different|another) trip"
)
_FOREIGN = alternation([phrase for language in LANGUAGES for phrase in lexicon(language).phrases("restart")])
_RESTART = re.compile(
    rf"{_LEAD}(?:{_ENGLISH}|{_FOREIGN})(?:\s+(?:please|now|again|then|por favor|bitte))*\s*(?=[.,:;!?-]|\band\b|$)"
)


def restarts(message: Message) -> bool:
    """Tell whether a message begins with the wish to start over, and take its words."""
    match = _RESTART.match(message.folded)
    if match:
        message.take(*match.span())
    return match is not None
