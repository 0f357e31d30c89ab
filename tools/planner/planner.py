"""The offline day planner: both plans of the port, computed here."""

from tripintent.tools.planner.days import plan_days
from tripintent.tools.planner.tour_days import cheapest_tour
from tripintent.tools.ports.day_planner import DayPlanner, DaysPlan, DaysRequest
from tripintent.tools.ports.tours import NoTour, Tour, TourRequest


class LocalDayPlanner(DayPlanner):
    """Plans on this machine, by search; the same request gives the same plan."""

    def days(self, request: DaysRequest) -> DaysPlan:
        """Fill days with sights that lie near together, meals and ways, around what is fixed."""
        return plan_days(request)

    def tour(self, request: TourRequest) -> Tour | NoTour:
        """Return the cheapest tour that keeps every wish, or why no tour does and what is in the way."""
        return cheapest_tour(request)
