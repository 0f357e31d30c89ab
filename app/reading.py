"""The adapters of the one reader, beside the composition root: named here and nowhere else."""

from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.language.reading.commands.router import route
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.language.rules.journey import JourneyReader
from tripintent.tools.language.rules.reader import RulesReader
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.attractions import Attractions
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.planning import TripKnowledge


def rules_reader(
    language: Language,
    places: Places,
    knowledge: TripKnowledge,
    attractions: Attractions | None,
) -> RulesReader:
    """Return the reader by rules."""
    gazetteer = places if isinstance(places, Gazetteer) else Gazetteer()
    return RulesReader(
        language=language,
        journey=JourneyReader(language, FreeFormPeople(), route),
        days=DaysReader(OfflineItineraryReader(gazetteer), places),
        documents=WordsReader(),
        knowledge=knowledge,
        attractions=attractions,
    )
