"""Outside `tables` and `views`, no module of the server reads a whole position from a session.

import-linter forbids the imports; this test forbids the attributes of a session that lead there.
"""

import ast
from pathlib import Path

from menagerie import server

SERVER = Path(server.__file__).parent
ALLOWED = {"tables", "views"}
OWN_GAMES = SERVER / "ops" / "warm_up.py"  # it plays games of its own
WHOLE = {"playing", "position", "origin", "table_view"}  # attributes that lead to a whole position


def test_no_other_module_reaches_a_whole_position() -> None:
    files = [file for file in sorted(SERVER.rglob("*.py")) if file != OWN_GAMES]
    found = [
        f"{file.relative_to(SERVER)}:{node.lineno}: {ast.unparse(node)}"
        for file in files
        if file.relative_to(SERVER).parts[0] not in ALLOWED
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and (node.attr in WHOLE or is_match(node))
    ]
    assert not found


def is_match(node: ast.Attribute) -> bool:
    """Whether this is `session.match` or `session.log.match`, and not a regular expression's."""
    return node.attr == "match" and ast.unparse(node.value).endswith(("session", "log"))
