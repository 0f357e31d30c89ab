"""The types that checkpoints hold. A value is stored under its module and class name: moving one breaks old files."""

from tripintent.state.booking import Approval, ApprovalAnswer, Booking, CartLine, Hold
from tripintent.state.bundles import Bundle, Issue, Ranking, RiskReport, Selected
from tripintent.state.context import TripContext
from tripintent.state.events import (
    IntentReady,
    UserApprovedPurchase,
    UserCancelsBooking,
    UserMessage,
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserSelectedBundle,
    UserWantsPurchase,
)
from tripintent.state.frame import Frame
from tripintent.state.itinerary import Itinerary
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.party import Guest, Party
from tripintent.state.patch import Patch
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.quotes import Failure, QuoteSet
from tripintent.state.travellers import Contact, Traveller
from tripintent.state.trip import DoubtfulField, InvalidField, TripIntent
from tripintent.state.turn import SearchTask, Turn
from tripintent.state.wishes import Constraints, Policy, Preferences

STORED_TYPES: tuple[type, ...] = (
    Approval, ApprovalAnswer, Booking, Bundle, CartLine, Constraints, Contact, DoubtfulField, Failure, FlightOffer,
    FlightQuery, Frame, Guest, Hold, HotelOffer, HotelQuery, IntentReady, InvalidField, Issue, Itinerary, Money, Party,
    Patch, Policy, Preferences, QuoteSet, Ranking, RiskReport, SearchTask, Selected, Traveller, TripContext, TripIntent,
    Turn, UserApprovedPurchase, UserCancelsBooking, UserMessage, UserRejects, UserReleasesHold, UserRequestHold,
    UserRetries, UserSelectedBundle, UserWantsPurchase,
)  # fmt: skip
