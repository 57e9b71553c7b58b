"""Settings of the Python runtime for a server."""

import gc
import sys

import pytest

from menagerie.server import run


@pytest.mark.parametrize(
    ("version", "applied"), [((3, 11, 7), True), ((3, 13, 0), True), ((3, 14, 0), False)]
)
def test_gc_thresholds_apply_only_to_the_versions_that_they_were_tuned_for(
    version: tuple[int, int, int], applied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    thresholds: list[tuple[int, ...]] = []
    intervals: list[float] = []
    with monkeypatch.context() as patch:
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(gc, "set_threshold", lambda *values: thresholds.append(values))
        patch.setattr(sys, "setswitchinterval", intervals.append)
        patch.setattr(sys, "version_info", version)
        run.tune_runtime()
    assert thresholds == ([run.GC_THRESHOLDS] if applied else [])
    assert intervals == [run.SWITCH_INTERVAL_S]
