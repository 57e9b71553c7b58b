"""The limit on open files (RLIMIT_NOFILE): every connection uses one."""

import contextlib

MAX_FILES = 1 << 20  # containers may allow a billion, which is never needed
DEFAULT_FILES = 1024  # assumed if the system does not report a limit

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]


def raise_file_limit() -> int:
    """Raise the soft limit to the hard limit, as far as the system allows; return the new limit."""
    if resource is None:
        return DEFAULT_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    for wanted in (most, 65_536, 10_240):  # macOS says "unlimited" and allows 10,240
        if soft == resource.RLIM_INFINITY or soft >= wanted or wanted > most:
            continue
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    return file_limit()


def file_limit() -> int:
    """How many files this process may have open."""
    if resource is None:
        return DEFAULT_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_FILES if soft == resource.RLIM_INFINITY else int(soft)
