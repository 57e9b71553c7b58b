"""The cache's fingerprint covers every module that the machine code of a kernel depends on.

Numba bakes the values of globals into the machine code. So each global that a kernel uses is
followed to the module that defines it, through imports and whatever its value is computed from.
"""

import ast
from collections.abc import Iterator
from functools import cache as memoised
from pathlib import Path

import pytest

from menagerie.kernel import cache

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

    def origins(self, module: str, kernel: Function) -> set[tuple[str, str]]:
        """The modules and names of all globals that a kernel's machine code depends on."""
        found: set[tuple[str, str]] = set()
        for name in _used(kernel):
            self._follow(module, name, found, top=True)
        return found

    def _follow(self, module: str, path: str, found: set[tuple[str, str]], *, top: bool) -> None:
        """`path` is a name, or one with attributes where modules are meant."""
        name, _, rest = path.partition(".")
        for node in self.definitions(module).get(name, []):
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._follow_import(node, name, rest, found, top=top)
                continue
            if (module, name) in found:
                continue
            found.add((module, name))
            # A function that a kernel calls is compiled, and looked at on its own. One that gave a
            # constant its value was run when its module was imported.
            if not (top and isinstance(node, Function)):
                for used in _used(node):
                    self._follow(module, used, found, top=False)

    def _follow_import(
        self,
        node: ast.Import | ast.ImportFrom,
        name: str,
        rest: str,
        found: set[tuple[str, str]],
        *,
        top: bool,
    ) -> None:
        original = next(a.name for a in node.names if (a.asname or a.name.split(".")[0]) == name)
        if isinstance(node, ast.Import):
            return  # ours are imported by `from`; others have their versions in the fingerprint
        assert node.level == 0, "relative imports are not followed"
        inner = f"{node.module}.{original}"
        if inner in self.files:
            self._follow(inner, rest, found, top=top)
        elif node.module in self.files:
            self._follow(node.module, original, found, top=top)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Those of a module, within `if`, `for` and the like too."""
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


def uncovered(package: Package, sources: tuple[str, ...]) -> list[str]:
    """Each global of a kernel that can change and leave the fingerprint as it is."""
    return sorted(
        {
            f"{module}.{kernel.name} uses {origin}.{name}"
            for module, kernel in package.kernels()
            for origin, name in package.origins(module, kernel)
            if origin != module and not _is_covered(package, origin, sources)
        }
    )


def _is_covered(package: Package, module: str, sources: tuple[str, ...]) -> bool:
    file = package.files[module].relative_to(package.folder)
    return file.parts[0] in sources


@memoised
def ours() -> Package:
    return Package(cache.PACKAGE)


def test_no_kernel_uses_a_global_from_outside_the_sources() -> None:
    assert uncovered(ours(), cache.SOURCES) == []


def test_every_kind_of_global_is_followed() -> None:
    """Through a module that only passes it on, through a module's attribute, and to kernels."""
    found = {
        f"{module}.{kernel.name}": ours().origins(module, kernel)
        for module, kernel in ours().kernels()
    }
    assert len(found) > 200
    scoring = found["menagerie.games.catbox.scoring.points"]
    assert ("menagerie.kernel.constants", "UNKNOWN") in scoring
    assert ("menagerie.generic", "legal") in found["menagerie.batch.kernels.step_tables"]
    assert ("menagerie.kernel.dice", "siphash") in found["menagerie.batch.kernels.begin"]


KERNEL = "from sample.kernels.base import kernel\n@kernel\n"
SAMPLE = {
    "__init__.py": "",
    "plain.py": "LIMIT = 3\ndef double(number):\n    return FACTOR * number\nFACTOR = 2\n",
    "passing.py": "from sample.plain import LIMIT\n",
    "kernels/__init__.py": "",
    "kernels/other.py": f"{KERNEL}def inner():\n    return 1\n",
    "kernels/base.py": "def kernel(function):\n    return function\n",
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
        ("from sample.kernels.other import inner\n{}return inner()", []),
        ("import math\nMOST = 3\n{}return MOST + math.pi", []),
    ],
)
def test_a_global_from_outside_is_found(code: str, outside: list[str], tmp_path: Path) -> None:
    kernel = f"{KERNEL}def run():\n    "
    for name, text in (SAMPLE | {"kernels/used.py": code.format(kernel)}).items():
        file = tmp_path / "sample" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n")
    expected = [f"sample.kernels.used.run uses sample.plain.{name}" for name in outside]
    assert uncovered(Package(tmp_path / "sample"), ("kernels",)) == expected
