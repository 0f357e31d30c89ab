"""Cues in a message and the assistant's words before it: a yes, a no, thanks, an offer, something that was done."""

import re
from typing import NamedTuple, Self

from tripintent.tools.routing.text import WORD, fold

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
