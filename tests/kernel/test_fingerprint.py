"""A kernel's fingerprint covers everything that its machine code depends on, and nothing else.

Numba bakes the values of globals into machine code. Which globals a kernel reads is found out here
from its source, independently of the fingerprint, which looks at the bytecode.
"""

import ast
import builtins
import importlib
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache as memoised
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import pytest
from numba import types
from support.runs import compiled_only

from menagerie import discovery
from menagerie.kernel import cache, fingerprint

KERNELS = {"kernel", "array_kernel"}  # decorators
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Package:
    """A package as its source says it is; nothing of it is imported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {self._name(file): file for file in folder.rglob("*.py")}
        self._definitions: dict[str, dict[str, list[ast.AST]]] = {}

    def _name(self, file: Path) -> str:
        parts = file.relative_to(self.folder.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def definitions(self, module: str) -> dict[str, list[ast.AST]]:
        """What binds each global name of a module; a name may be bound in several places."""
        if module not in self._definitions:
            found: dict[str, list[ast.AST]] = {}
            for node in _statements(ast.parse(self.files[module].read_text(encoding="utf-8")).body):
                for name in _bound(node):
                    found.setdefault(name, []).append(node)
            self._definitions[module] = found
        return self._definitions[module]

    def kernels(self) -> Iterator[tuple[str, Function]]:
        for module in sorted(self.files):
            for nodes in self.definitions(module).values():
                for node in nodes:
                    if isinstance(node, Function) and _is_kernel(node):
                        yield module, node


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a module, also those within `if` and `for`."""
    for node in body:
        yield node
        if not isinstance(node, Function | ast.ClassDef):
            for field in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, field, []))


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, Function | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For):
        return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _is_stored(n)]
    return []


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _is_kernel(node: Function) -> bool:
    return any(isinstance(d, ast.Name) and d.id in KERNELS for d in node.decorator_list)


def _used(node: ast.AST) -> set[str]:
    """The names that are read, `generic.legal` as a whole; annotations and decorators left out."""
    if isinstance(node, ast.AnnAssign):
        return _used(node.value) if node.value else set()
    if isinstance(node, Function):
        parts: list[ast.AST] = [*node.body, *node.args.defaults]
        own = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        own |= {
            n.id
            for part in parts
            for n in ast.walk(part)
            if isinstance(n, ast.Name) and _is_stored(n)
        }
        return {used for part in parts for used in _used(part) if used.split(".")[0] not in own}
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return {f"{node.value.id}.{node.attr}"}
    if isinstance(node, ast.Name):
        return set() if _is_stored(node) else {node.id}
    return {used for child in ast.iter_child_nodes(node) for used in _used(child)}


@memoised
def ours() -> Package:
    return Package(cache.PACKAGE)


def python_function(module: str, name: str) -> FunctionType:
    """The Python function of a kernel."""
    found = getattr(importlib.import_module(module), name)
    function = inspect.unwrap(getattr(found, "py_func", found))
    assert isinstance(function, FunctionType)
    return function


def fingerprint_of(function: Callable[..., Any], kinds: tuple[Any, ...] = ()) -> str:
    assert isinstance(function, FunctionType)
    return fingerprint.fingerprint(function, kinds)


def test_every_kernel_depends_on_the_value_of_each_global_that_it_reads() -> None:
    """Replace each global of each kernel in turn; the fingerprint must change."""
    replaced = 0
    for module, kernel in ours().kernels():
        function = python_function(module, kernel.name)
        before = fingerprint._describe.__wrapped__(function)
        for used in _used(kernel):
            name, _, attribute = used.partition(".")
            if name not in function.__globals__:
                assert hasattr(builtins, name), f"{module}.{kernel.name} reads {name}"
                continue
            value = function.__globals__[name]
            inside = isinstance(value, ModuleType) and value.__name__.startswith("menagerie.")
            place = vars(value) if inside else function.__globals__
            with pytest.MonkeyPatch.context() as patch:
                patch.setitem(place, attribute if inside else name, 12345)
                after = fingerprint._describe.__wrapped__(function)
            assert after.text != before.text, f"{module}.{kernel.name} reads {used}"
            replaced += 1
    assert replaced > 1000


KERNEL = "from sample.kernels.base import kernel\n@kernel\n"
SAMPLE = {
    "__init__.py": "",
    "plain.py": "LIMIT = 3\ndef double(number):\n    return FACTOR * number\nFACTOR = 2\n",
    "passing.py": "from sample.plain import LIMIT\n",
    "kernels/__init__.py": "",
    "kernels/other.py": f"{KERNEL}def inner():\n    return 1\n",
    "kernels/base.py": "def kernel(function):\n    return function\n",
}
CHANGES = {
    "LIMIT": ("plain.py", "LIMIT = 3", "LIMIT = 4"),
    "FACTOR": ("plain.py", "FACTOR = 2", "FACTOR = 5"),
    "double": ("plain.py", "FACTOR * number", "FACTOR * number + 1"),
    "inner": ("kernels/other.py", "return 1", "return 2"),
}


@pytest.mark.parametrize(
    ("code", "outside"),
    [
        ("from sample.plain import LIMIT\n{}return LIMIT", ["LIMIT"]),
        ("from sample.passing import LIMIT as MOST\n{}return MOST", ["LIMIT"]),
        ("from sample import plain\n{}return plain.LIMIT", ["LIMIT"]),
        ("from sample.plain import LIMIT\nMOST = LIMIT + 1\n{}return MOST", ["LIMIT"]),
        ("from sample.plain import double\nSIX = double(3)\n{}return SIX", ["FACTOR", "double"]),
        ("from sample.plain import LIMIT\nif LIMIT:\n    A = LIMIT\n{}return A", ["LIMIT"]),
        ("from sample.plain import LIMIT\n{}LIMIT = 1; return LIMIT", []),
        ("from sample.kernels.other import inner\n{}return inner()", ["inner"]),
        ("from sample.kernels import other\n{}return other.inner()", ["inner"]),
        ("from sample.plain import LIMIT\n{}return max(n + LIMIT for n in (1, 2))", ["LIMIT"]),
        ("import math\nMOST = 3\n{}return MOST + math.pi", []),
    ],
)
def test_the_fingerprint_changes_with_each_global_that_a_kernel_depends_on(
    code: str, outside: list[str], tmp_path: Path
) -> None:
    kernel = f"{KERNEL}def run():\n    "
    files = SAMPLE | {"kernels/used.py": code.format(kernel)}
    before = fingerprint_of_sample(files, tmp_path / "before")
    assert fingerprint_of_sample(files, tmp_path / "elsewhere") == before
    for name, (file, old, new) in CHANGES.items():
        changed = files | {file: files[file].replace(old, new)}
        after = fingerprint_of_sample(changed, tmp_path / name)
        assert (after != before) == (name in outside), name


def fingerprint_of_sample(files: dict[str, str], place: Path) -> str:
    for name, text in files.items():
        file = place / "sample" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(place))
        for module in [name for name in sys.modules if name.partition(".")[0] == "sample"]:
            patch.delitem(sys.modules, module)
        run = importlib.import_module("sample.kernels.used").run
        for module in [name for name in sys.modules if name.partition(".")[0] == "sample"]:
            del sys.modules[module]
    return fingerprint_of(run)


class Before(NamedTuple):
    points: int
    turns: int


class After(NamedTuple):
    turns: int
    points: int


def test_the_types_of_arguments_count_in_full() -> None:
    """Numba names the type of a named tuple without its fields."""
    kinds = [types.NamedTuple([types.int64, types.int64], named) for named in (Before, After)]
    assert fingerprint_of(add, (kinds[0],)) != fingerprint_of(add, (kinds[1],))
    tables = [numba.from_dtype(game.table.dtype) for game in every_game()]
    assert len({fingerprint_of(add, (table,)) for table in tables}) == len(tables)


def every_game() -> list[Any]:
    return [discovery.load(name) for name in discovery.names()]


def add(number: int, *, more: int = 1) -> int:
    """Add."""
    return number + more


def test_comments_docstrings_and_lines_do_not_count() -> None:
    sources = [
        'def add(number):\n    """Add."""\n    return number + 1\n',
        'def add(number):\n    """Add one."""\n\n    # one\n    return number + 1\n',
        'def add(number):\n    """Add."""\n    return number + 2\n',
        'def add(number, more=1):\n    """Add."""\n    return number + 1\n',
    ]
    found = []
    for source in sources:
        place: dict[str, Any] = {"__name__": "sample"}
        exec(source, place)  # noqa: S102 - the lines above
        found.append(fingerprint_of(place["add"]))
    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_a_value_in_a_closure_counts() -> None:
    def adds(amount: int) -> Callable[[int], int]:
        return lambda number: number + amount

    assert fingerprint_of(adds(1)) == fingerprint_of(adds(1))
    assert fingerprint_of(adds(1)) != fingerprint_of(adds(2))


SETTINGS = {"limit": 3}


def test_a_global_that_cannot_be_described_is_refused() -> None:
    def run() -> int:
        return SETTINGS["limit"]

    with pytest.raises(TypeError, match=r"run reads the global SETTINGS: .* whether a dict"):
        fingerprint_of(run)


PRINT_ALL = """
import importlib, inspect, json, sys
import numba
from menagerie import discovery
from menagerie.kernel.fingerprint import fingerprint
tables = {name: numba.from_dtype(discovery.load(name).table.dtype) for name in discovery.names()}
found = {}
for line in json.loads(sys.argv[1]):
    module, name = line.rsplit(".", 1)
    kernel = getattr(importlib.import_module(module), name)
    function = inspect.unwrap(getattr(kernel, "py_func", kernel))
    for game, table in tables.items():
        if ".games." not in line or f".games.{game}." in line:
            found[f"{line} {game}"] = fingerprint(function, (table,))
print(json.dumps(found))
"""


def all_fingerprints(package: Path) -> dict[str, str]:
    """The fingerprints of all kernels, for the tables of each game that may call them."""
    kernels = [f"{module}.{kernel.name}" for module, kernel in ours().kernels()]
    command = [sys.executable, "-c", PRINT_ALL, json.dumps(kernels)]
    environment = os.environ | {"PYTHONPATH": str(package.parent)}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    found: dict[str, str] = json.loads(answer.stdout)
    return found


@pytest.fixture(scope="module")
def unchanged() -> dict[str, str]:
    return all_fingerprints(cache.PACKAGE)


class Edit(NamedTuple):
    file: str
    old: str
    new: str
    changed: set[str]  # some of the kernels that depend on it, with the game they are called for
    games: set[str]  # the games whose tables they are called with


EDITS = [
    Edit("games/cubosaurs/rules.py", "@kernel", "# a comment\n@kernel", set(), set()),
    Edit(
        "games/cubosaurs/seats.py",
        "table.direction",
        "-table.direction",
        {
            "menagerie.games.cubosaurs.seats.next_seat cubosaurs",
            "menagerie.games.cubosaurs.rules.apply cubosaurs",
            "menagerie.generic.apply_entry cubosaurs",
            "menagerie.batch.kernels.step_tables cubosaurs",
        },
        {"cubosaurs"},
    ),
    Edit(
        "kernel/constants.py",
        "UNKNOWN = -(1 << 30)",
        "UNKNOWN = -(1 << 29)",
        {"menagerie.games.catbox.scoring.points catbox"},
        {"catbox", "cubosaurs", "incubation"},
    ),
    Edit(
        "games/incubation/table.py",
        'counter: int = number("u8")',
        'counter: int = number("u8")\n    more: int = number("i1")',
        {"menagerie.games.incubation.scoring.points incubation"},
        {"incubation"},
    ),
]


@compiled_only
@pytest.mark.parametrize("edit", EDITS, ids=[edit.file for edit in EDITS])
def test_an_edit_changes_what_depends_on_it_and_nothing_else(
    edit: Edit, unchanged: dict[str, str], tmp_path: Path
) -> None:
    package = tmp_path / "menagerie"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    text = (package / edit.file).read_text(encoding="utf-8")
    assert edit.old in text
    (package / edit.file).write_text(text.replace(edit.old, edit.new, 1), encoding="utf-8")
    after = all_fingerprints(package)
    changed = {kernel for kernel, value in after.items() if value != unchanged[kernel]}
    assert edit.changed <= changed
    assert {kernel.rpartition(" ")[2] for kernel in changed} <= edit.games
    assert len(changed) < len(after) / 2
