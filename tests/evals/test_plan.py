"""``tripintent plan``: tasks with full tables, planned with the wishes given."""

import json

from click.testing import CliRunner

from tripintent.app.cli.measuring import plan_command

TABLES = {
    "flights": [
        {
            "flight_number": f"F{day}",
            "price": 100,
            "dep": "08:00",
            "arr": "10:00",
            "duration": 120,
            "date": f"2027-05-0{day}",
            "from": start,
            "to": end,
        }
        for day, start, end in ((3, "Denver", "Boston"), (5, "Boston", "Denver"))
    ],
    "ground": [],
    "accommodations": [
        {
            "name": name,
            "price": price,
            "room_type": room,
            "house_rules": rules,
            "minimum_nights": 1,
            "maximum_occupancy": 2,
            "rating": 4,
            "city": "Boston",
        }
        for name, price, room, rules in (
            ("Cheap", 50, "Shared room", []),
            ("Strict", 60, "Entire home/apt", ["No pets"]),
            ("Open", 90, "Entire home/apt", ["No smoking"]),
        )
    ],
    "restaurants": [
        {"name": f"R{n}", "average_cost": 10 + n, "cuisines": ["Thai"] if n == 4 else [], "rating": 4, "city": "Boston"}
        for n in range(5)
    ],
    "attractions": [{"name": "Harbour", "lat": 42.36, "lon": -71.05, "city": "Boston"}],
    "cities": [{"city": "Boston", "state": None}],
}
TASK = {
    "id": "t1",
    "query": "A 3-day trip for two people from Denver to Boston, May 3 to May 5, 2027, for under $900. We bring our dog, so the "
    "accommodation has to allow pets, and we want an entire place to ourselves. We would love some Thai food.",
    "org": "Denver",
    "visiting_city_number": 1,
    "date": ["2027-05-03", "2027-05-04", "2027-05-05"],
    "people_number": 2,
    "budget": 900,
    "constraints": {"house_rule": "pets", "cuisine": ["Thai"], "room_type": "entire room", "transportation": None},
    "tables": TABLES,
}


def planned(tmp_path, task):
    tasks, out = tmp_path / "tasks.jsonl", tmp_path / "out.jsonl"
    tasks.write_text(json.dumps(task) + "\n", "utf-8")
    done = CliRunner().invoke(plan_command, ["--tasks", str(tasks), "--out", str(out)])
    assert done.exit_code == 0, done.output
    return json.loads(out.read_text("utf-8"))["plan"]


def test_a_plan_keeps_every_wish(tmp_path):
    """Two flights, the flat that allows pets, the Thai meal among the three cheapest that make it possible."""
    plan = planned(tmp_path, TASK)
    assert plan[0]["transportation"].startswith("Flight Number: F3, from Denver to Boston")
    assert [day["accommodation"] for day in plan] == ["Open, Boston", "Open, Boston", "-"]
    assert {plan[1][meal] for meal in ("breakfast", "lunch", "dinner")} == {"R0, Boston", "R1, Boston", "R4, Boston"}
    assert plan[1]["attraction"] == "Harbour, Boston;"


def test_no_plan_is_no_plan(tmp_path):
    """Where nothing keeps every wish the line says null."""
    assert planned(tmp_path, TASK | {"budget": 100}) is None
