"""Amenities of hotels by our names, and the words by which travellers and suppliers call them."""

from collections.abc import Iterable, Mapping

AMENITIES: Mapping[str, tuple[str, ...]] = {
    "wifi": ("wifi", "wi-fi", "internet", "wireless"),
    "pool": ("pool", "swimming"),
    "gym": ("gym", "fitness", "workout"),
    "parking": ("parking", "garage", "car park"),
    "spa": ("spa", "sauna", "wellness", "hammam", "jacuzzi", "hot tub"),
    "restaurant": ("restaurant", "dining"),
    "bar": ("bar", "lounge"),
    "breakfast": ("breakfast",),
    "airport_shuttle": ("shuttle", "airport transfer"),
    "air_conditioning": ("air condition", "air-condition", "a/c", "aircon", "ac"),
    "pets_allowed": ("pet", "dog", "cat"),
    "kitchen": ("kitchen", "self-catering"),
    "laundry": ("laundry", "washing"),
    "wheelchair_accessible": ("wheelchair", "accessible", "disabled", "step-free"),
    "family_rooms": ("family", "kids", "children", "child-friendly", "crib", "cot"),
    "non_smoking": ("non-smoking", "non smoking", "smoke-free", "smoke free", "no smoking"),
    "room_service": ("room service",),
    "balcony": ("balcony", "terrace"),
    "ev_charging": ("ev charg", "electric car", "charger"),
    "meeting_rooms": ("meeting", "conference"),
}
"""Amenity -> the words by which it is asked for."""


def amenity_meant(said: str) -> str:
    """Return our name of an amenity; one that is unknown stays as said."""
    text = said.casefold().replace("_", " ").strip()
    for name, words in AMENITIES.items():
        if text == name.replace("_", " ") or any(word == text or (len(word) > 2 and word in text) for word in words):
            return name
    return text


def amenities_needed(said: Iterable[str]) -> set[str]:
    """Return our names of the amenities that a hotel must have: an unknown one leaves no hotel out."""
    return {meant for meant in map(amenity_meant, said) if meant in AMENITIES}
