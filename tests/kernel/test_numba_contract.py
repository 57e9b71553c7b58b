"""The parts of Numba that its documentation does not promise, and that we rely on.

When one of these tests fails after an upgrade, docs/upgrading.md says what to do.
"""

import inspect
import tomllib
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types
from numba.core import caching, compiler, event, serialize, sigutils
from numba.core.errors import TypingError
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import AbstractTemplate, infer_global

from menagerie import generic
from menagerie.kernel import array_kernel, cache, fingerprint, kernel
from menagerie.kernel.compiler import COMPILED, OPTIONS, KernelDispatcher

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

ROOT = Path(__file__).parents[2]
CACHE, INTEGERS, COUNTING, DISPATCH = 4, 8, 16, 2  # decisions, by their numbers


def changed(what: str, number: int) -> str:
    (decision,) = (ROOT / "docs" / "decisions").glob(f"{number:04}-*")
    page = f"docs/decisions/{decision.name}"
    return f"Numba {numba.__version__} has changed {what}: see docs/upgrading.md and {page}"


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


@kernel
def double(number: int) -> int:
    return 2 * number


@kernel
def call_with_sizes(small: Any, large: Any) -> Any:
    return double(small) + double(large) + double(7)


@kernel
def element(numbers: Any) -> Any:
    return numbers[1]


@array_kernel
def sum_of_new(count: int) -> int:
    return int(np.ones(count, np.int64).sum())


def test_a_dispatcher_has_the_methods_that_we_override() -> None:
    needed = {"compile": ["self", "sig"], "get_call_template": ["self", "args", "kws"]}
    needed["enable_caching"] = ["self"]
    for name, expected in needed.items():
        assert hasattr(CPUDispatcher, name), changed(f"Dispatcher.{name}", CACHE)
        found = parameters(getattr(CPUDispatcher, name))
        assert found == expected, changed(f"Dispatcher.{name}", CACHE)


def test_a_dispatcher_keeps_its_cache_where_we_put_ours() -> None:
    """Under another name ours would not be used, and two processes could mix up machine code."""
    plain = numba.njit(lambda number: number)
    assert isinstance(plain._cache, caching.NullCache), changed("Dispatcher._cache", CACHE)
    plain.enable_caching()
    assert isinstance(plain._cache, caching.FunctionCache), changed("Dispatcher._cache", CACHE)
    assert isinstance(double, KernelDispatcher)
    assert isinstance(double._cache, cache.SignatureCache), changed("Dispatcher._cache", CACHE)
    assert double.stats.cache_path == str(cache.folder()), changed("Dispatcher.stats", CACHE)


def test_a_dispatcher_asks_its_cache_before_it_compiles() -> None:
    double(1)
    stats = double.stats  # type: ignore[attr-defined] # a dispatcher
    asked = sum(stats.cache_hits.values()) + sum(stats.cache_misses.values())
    assert asked == len(double.overloads) == 1, changed("Dispatcher.compile", CACHE)  # type: ignore[attr-defined]


def test_a_cache_has_just_the_methods_that_we_implement() -> None:
    needed = {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}
    assert set(caching._Cache.__abstractmethods__) == needed, changed("caching._Cache", CACHE)
    for name in needed - {"cache_path"}:
        theirs, ours = (getattr(kind, name) for kind in (caching._Cache, cache.SignatureCache))
        assert parameters(theirs) == parameters(ours), changed(f"_Cache.{name}", CACHE)


def test_numbas_own_cache_packs_machine_code_as_ours_does() -> None:
    """Our methods call the same functions as Numba's."""
    reduce = inspect.getsource(caching.CompileResultCacheImpl.reduce)
    rebuild = inspect.getsource(caching.CompileResultCacheImpl.rebuild)
    assert "cres._reduce()" in reduce, changed("CompileResult._reduce", CACHE)
    assert "CompileResult._rebuild(target_context, *payload)" in rebuild, changed(
        "CompileResult._rebuild", CACHE
    )
    assert "has_dynamic_globals" in inspect.getsource(caching.CompileResultCacheImpl), changed(
        "what cannot be cached", CACHE
    )
    assert "magic_tuple()" in inspect.getsource(caching.Cache), changed("magic_tuple", CACHE)
    assert callable(serialize.dumps), changed("serialize.dumps", CACHE)
    assert callable(compiler.CompileResult._rebuild), changed("CompileResult._rebuild", CACHE)


def test_a_signature_is_taken_apart_into_arguments_and_result() -> None:
    sig = (types.int64, types.float64)
    assert sigutils.normalize_signature(sig) == (sig, None), changed("sigutils", CACHE)


def test_calls_between_kernels_are_widened_to_64_bits() -> None:
    assert call_with_sizes(np.int8(1), np.int32(2)) == 20
    signatures = {args for args in double.overloads if args != (types.int64,)}  # type: ignore[attr-defined]
    assert not signatures, changed("Dispatcher.get_call_template", INTEGERS)


def test_a_kernel_counts_no_references_and_an_array_kernel_does() -> None:
    """References are counted by functions of Numba's run-time library, NRT."""
    assert "NRT_" not in llvm_code(element.py_func, np.arange(3)), changed("_nrt", COUNTING)  # type: ignore[attr-defined]
    assert "NRT_" in llvm_code(sum_of_new.py_func, 3, _nrt=True), changed("_nrt", COUNTING)  # type: ignore[attr-defined]
    with pytest.raises(TypingError):
        llvm_code(sum_of_new.py_func, 3, _nrt=False)  # type: ignore[attr-defined]
    assert double.targetoptions["_nrt"] is False  # type: ignore[attr-defined] # a dispatcher
    assert sum_of_new.targetoptions["_nrt"] is True  # type: ignore[attr-defined]
    assert sum_of_new(3) == 3


def test_no_wrapper_for_callers_in_c_is_made() -> None:
    code = [llvm_code(double.py_func, 1, no_cfunc_wrapper=without) for without in (True, False)]  # type: ignore[attr-defined]
    made = ["@cfunc." in text for text in code]
    assert made == [False, True], changed("no_cfunc_wrapper", CACHE)
    assert OPTIONS["no_cfunc_wrapper"] is True


def llvm_code(function: Any, argument: Any, **options: bool) -> str:
    """The code that Numba passes to LLVM. For code from the cache, Numba does not have it."""
    compiled = KernelDispatcher(function, targetoptions={**OPTIONS, "_nrt": False, **options})
    compiled(argument)
    (code,) = compiled.inspect_llvm().values()
    return str(code)


def spoken(number: int) -> int:
    raise NotImplementedError(number)


def test_a_call_can_be_compiled_as_one_of_another_function() -> None:
    """As generic.py dispatches on the type of the table."""

    class Spoken(AbstractTemplate):  # type: ignore[misc] # Numba publishes no types
        key = spoken

        def generic(self, args: Any, kws: Any) -> Any:
            self._own = types.Dispatcher(double)
            return self._own.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self._own.get_impl_key(sig)

    infer_global(spoken, types.Function(Spoken))
    calling = numba.njit(lambda number: spoken(number) + 1)
    assert calling(20) == 41, changed("AbstractTemplate, or infer_global", DISPATCH)


def test_the_cache_knows_every_function_that_dispatches() -> None:
    registered = {function.__name__ for function in fingerprint._resolvers}
    assert registered == {f.__name__ for functions in generic.PARTS.values() for f in functions}


def test_compiling_is_announced() -> None:
    with event.install_recorder("numba:compile") as recorder:
        numba.njit(lambda number: number + 1)(1)
    assert recorder.buffer, changed("numba.core.event", CACHE)


def test_only_versions_of_numba_that_were_tested_are_installed() -> None:
    """To raise the bound, run these tests first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bounds,) = (need for need in project["dependencies"] if need.startswith("numba"))
    major, minor = numba.__version__.split(".")[:2]
    assert bounds == f"numba>={major}.{minor},<{major}.{int(minor) + 1}"
