"""What pyproject.toml says is what the tree holds."""

import tomllib


def test_the_list_of_packages_equals_the_tree(root, tree):
    """Every folder with an __init__.py is listed, and nothing else is."""
    listed = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {name.removesuffix("/__init__.py").replace("/", ".") for name in tree if name.endswith("/__init__.py")}
    assert set(listed) == found
    assert len(listed) == len(set(listed))


def test_no_module_lies_outside_of_a_package(tree):
    """A .py file in a folder without __init__.py would be missing from the wheel."""
    strays = [n for n in tree if n.endswith(".py") and f"{n.rpartition('/')[0]}/__init__.py" not in tree]
    assert strays == []


def test_every_setting_is_explained(root):
    """.env.example names every setting, and no other."""
    from tripintent.app.settings import Settings  # noqa: PLC0415 - the other tests need no settings

    example = (root / ".env.example").read_text()
    explained = {
        line.lstrip("#").split("=")[0] for line in example.splitlines() if "TRIPINTENT_" in line and "=" in line
    }
    assert explained == {f"TRIPINTENT_{name.upper()}" for name in Settings.model_fields}
