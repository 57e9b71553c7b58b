"""The limit on open files: it is raised as far as the system allows, whatever the system says."""

from types import SimpleNamespace

import pytest

from menagerie import file_limit

UNLIMITED = -1


def system(soft: int, hard: int, most: int) -> SimpleNamespace:
    """A module `resource` of a system that allows at most `most` files."""
    limits = [soft, hard]

    def setrlimit(_: int, wanted: tuple[int, int]) -> None:
        if not 0 <= wanted[0] <= most:
            raise ValueError("current limit exceeds maximum limit")
        limits[:] = wanted

    return SimpleNamespace(
        RLIMIT_NOFILE=7,
        RLIM_INFINITY=UNLIMITED,
        getrlimit=lambda _: tuple(limits),
        setrlimit=setrlimit,
    )


@pytest.mark.parametrize(
    ("soft", "hard", "most", "raised"),
    [
        (1024, 524_288, 524_288, 524_288),
        (1024, UNLIMITED, 1 << 30, file_limit.MAX_FILES),
        (256, UNLIMITED, 10_240, 10_240),  # macOS
        (256, 512, 256, 256),
        (UNLIMITED, UNLIMITED, 1 << 30, file_limit.MAX_FILES),
    ],
)
def test_the_limit_is_raised_as_far_as_the_system_allows(
    soft: int, hard: int, most: int, raised: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_limit, "resource", system(soft, hard, most))
    assert file_limit.raise_file_limit() == raised


def test_where_there_are_no_limits_a_usual_one_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_limit, "resource", None)
    assert file_limit.raise_file_limit() == file_limit.DEFAULT_FILES
