"""`menagerie serve`: the settings of the Python runtime."""

import gc
import sys

import pytest

from menagerie.cli import serve


@pytest.mark.parametrize(
    ("name", "version", "applied"),
    [
        ("cpython", (3, 11, 7), True),
        ("cpython", (3, 13, 0), True),
        ("cpython", (3, 14, 0), False),
        ("pypy", (3, 11, 7), False),
    ],
)
def test_gc_thresholds_apply_only_to_the_versions_that_they_were_tuned_for(
    name: str, version: tuple[int, int, int], applied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    thresholds: list[tuple[int, ...]] = []
    intervals: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(gc, "set_threshold", lambda *values: thresholds.append(values))
        patch.setattr(sys, "setswitchinterval", intervals.append)
        patch.setattr(sys.implementation, "name", name)
        patch.setattr(sys, "version_info", version)
        serve.tune_runtime()
    assert thresholds == ([serve.GC_THRESHOLDS] if applied else [])
    assert intervals == [serve.SWITCH_INTERVAL_S]
