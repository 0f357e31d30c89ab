"""What docs/hosts names is there: files, modules, pages, each argument of the tools; its example does what it prints."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = {page.name: page.read_text("utf-8") for page in sorted((ROOT / "docs/hosts").glob("*.md"))}
DOC = "\n".join(PAGES.values())
LINK = re.compile(r"\]\((?!https?:|\w+\))([^)#]*)(?:#([\w-]+))?\)")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:examples|tests|docs)/[\w./-]+)`", DOC))))
def test_files_that_are_named_are_there(path: str) -> None:
    """No reference of the pages dangles."""
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tripintent(?:\.\w+)+)`", DOC))))
def test_modules_that_are_named_are_there(name: str) -> None:
    """Each dotted name of the pages can be imported, or is an attribute of a module."""
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        assert hasattr(import_module(module), attribute)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_a_wish_and_a_block(name: str) -> None:
    """A title, what one wants to do, then a program."""
    title, wish, *rest = PAGES[name].split("\n\n", 2)
    assert title.startswith("# ")
    assert "You" in wish
    assert rest[0].lstrip().startswith("```python")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_listed_and_its_links_lead_somewhere(name: str) -> None:
    """The index has each page; a link's page is there, and so is its heading."""
    assert name == "index.md" or f"]({name})" in PAGES["index.md"]
    for target, heading in LINK.findall(PAGES[name]):
        page = (ROOT / "docs/hosts" / target).resolve() if target else ROOT / "docs/hosts" / name
        assert page.exists(), target
        headings = [
            re.sub(r"[^\w -]", "", line).strip().lower()
            for line in re.findall(r"^#+ (.*)$", page.read_text("utf-8", "replace"), re.MULTILINE)
        ]
        assert not heading or heading in [one.replace(" ", "-") for one in headings], (target, heading)


async def test_the_example_ends_with_the_receipt(host_tools, monkeypatch, tmp_path, capsys):
    """Nothing is said behind what was booked and paid."""
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TRIPINTENT_NOW", "2027-03-01T09:00:00+00:00")
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    await host_tools.main()
    last = capsys.readouterr().out.rpartition("the host is asked: ")[2]
    assert last.startswith("booking_confirm_and_purchase\nBooked and paid: $1,300.00.")
    assert "Paid: $1,300.00" in last
