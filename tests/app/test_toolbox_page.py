"""docs/toolbox.md says what the tools are."""

from pathlib import Path

from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.tools.toolbox.toolbox import tools

PAGE = Path(__file__).parents[2] / "docs/toolbox.md"


def test_the_page_is_as_the_code_is() -> None:
    """What the command writes is what stands there: tripintent toolbox > docs/toolbox.md."""
    written = CliRunner().invoke(main, ["toolbox"])
    assert written.exit_code == 0
    assert written.stdout == PAGE.read_text("utf-8")


def test_each_tool_is_there_with_arguments_effect_and_result() -> None:
    """Name, effect, each argument, and the line that says what comes back."""
    page = PAGE.read_text("utf-8")
    for one in tools():
        entry = page.partition(f"### {one.name}\n")[2].partition("\n##")[0]
        assert entry.startswith(f"\n{one.effect}\n")
        assert all(f"| `{name}`" in entry for name in one.schema().get("properties", {}))
        assert one.description.split("\n")[0] in entry
