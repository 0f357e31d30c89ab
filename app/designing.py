"""The adapters of the trip designer and of the planning."""

from dataclasses import replace

from tripintent.app.settings import Settings
from tripintent.tools.attractions.offline import OfflineAttractions, destinations
from tripintent.tools.attractions.overpass import OverpassAttractions
from tripintent.tools.designer.box import ToolBox
from tripintent.tools.designer.reading import Sources
from tripintent.tools.ids import new_id
from tripintent.tools.imports.apart import ImportsApart
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planner.days import plan_days
from tripintent.tools.planning.editing import RuleEditor, WordMatcher
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.planning.showing import FileWords
from tripintent.tools.ports.chat import Talker
from tripintent.tools.ports.designer import DesignerPorts
from tripintent.tools.ports.places import Attractions, Places
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier
from tripintent.tools.web.searxng import SearxSearch


def designer_of(
    places: Places, flights: FlightSupplier, hotels: HotelSupplier, settings: Settings | None = None
) -> DesignerPorts:
    """Return the designer's ports with the adapters that ship, and the services that settings name."""
    gazetteer = places if isinstance(places, Gazetteer) else Gazetteer()
    atlas = GazetteerAtlas(gazetteer)
    web = SearxSearch(settings.web_search_url) if settings and settings.web_search_url else None
    return DesignerPorts(
        tools=ToolBox(Sources(places, atlas, flights, hotels, web), new_id),
        imports=ImportsApart(),
        atlas=atlas,
        attractions=_attractions(settings, gazetteer),
        destinations=destinations,
        new_id=new_id,
    )


def read_by(ports: Ports, model: Talker | None) -> Ports:
    """Return the ports with a chat model that reads free mail text, where there is one."""
    if model is None:
        return ports
    from tripintent.tools.imports.by_model import ImportsByModel  # noqa: PLC0415 - the offline path needs none of it

    imports = ImportsByModel(ports.designer.imports, model, ports.meter)
    return replace(ports, designer=replace(ports.designer, imports=imports))


def _attractions(settings: Settings | None, gazetteer: Gazetteer) -> Attractions:
    ours = OfflineAttractions()
    if not settings or not settings.overpass_url:
        return ours
    return OverpassAttractions(settings.overpass_url, lambda place: gazetteer.position(gazetteer.resolve(place)), ours)


def planning_ports(settings: Settings, ports: Ports) -> PlanningPorts:
    """Return the planning's own ports over those of the booking."""
    knowledge = ports.knowledge or OfflineKnowledge()
    return PlanningPorts(
        reader=WordMatcher(),
        words=FileWords(),
        knowledge=knowledge,
        maker=RuleMaker(knowledge, ports.rates),
        editor=RuleEditor(ports.rates, new_id),
        attractions=OfflineAttractions(),
        days=plan_days,
        at_once=settings.documents_when_ready,
    )
