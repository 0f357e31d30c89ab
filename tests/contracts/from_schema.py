"""Values by hypothesis from the schema of a tool: what fits, what nearly fits, and wild JSON."""

from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]
WILD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_FORMATS = {
    "date": st.dates().map(str),
    "time": st.times().map(lambda one: one.strftime("%H:%M")),
    "date-time": st.datetimes().map(lambda one: one.isoformat()),
}


def fitting(schema: Schema, defs: dict[str, Schema], depth: int = 0) -> st.SearchStrategy[Any]:
    """Return values that fit a schema."""
    if "$ref" in schema:
        return fitting(defs[schema["$ref"].rpartition("/")[2]], defs, depth + 1)
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return st.one_of(*(fitting(one, defs, depth) for one in choices))
    if isinstance(types := schema.get("type"), list):
        return st.one_of(*(fitting({**schema, "type": one}, defs, depth) for one in types))
    match types:
        case "object":
            return _object(schema, defs, depth)
        case "array":
            most = 0 if depth > 3 else min(schema.get("maxItems", 3), 3)
            low = schema.get("minItems", 0)
            return st.lists(fitting(schema.get("items", {}), defs, depth + 1), min_size=low, max_size=max(low, most))
        case "integer":
            return st.integers(schema.get("minimum", -5), schema.get("maximum", 400))
        case "number":
            return st.floats(schema.get("minimum", -5), schema.get("maximum", 9_000), allow_nan=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "string":
            return _text(schema)
    return WILD


def _object(schema: Schema, defs: dict[str, Schema], depth: int) -> st.SearchStrategy[dict[str, Any]]:
    needed = set(schema.get("required", ()))
    fields = {name: fitting(one, defs, depth + 1) for name, one in schema.get("properties", {}).items()}
    rare = {name: one for name, one in fields.items() if name not in needed and depth < 4}
    return st.fixed_dictionaries({name: fields[name] for name in needed}, optional=rare)


def _text(schema: Schema) -> st.SearchStrategy[str]:
    if schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True)
    most = min(schema.get("maxLength", 30), 30)
    words = st.sampled_from(["1", "Lisbon", "2027-06-15", "all", "10:00", "t1"]).filter(lambda one: len(one) <= most)
    return words | st.text(min_size=schema.get("minLength", 0), max_size=most)


def spoilt(schema: Schema) -> st.SearchStrategy[dict[str, Any]]:
    """Return arguments of which one has a wild value, or that name one there is not; and wild objects."""
    defs, names = schema.get("$defs", {}), [*schema.get("properties", {}), "nonsense"]
    wild = st.tuples(fitting(schema, defs), st.sampled_from(names), WILD).map(lambda one: {**one[0], one[1]: one[2]})
    return wild | st.dictionaries(st.text(max_size=8), WILD, max_size=4)
