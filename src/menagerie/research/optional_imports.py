"""Imports of libraries that only an optional extra installs."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def optional_import(module: str, library: str, extra: str = "research") -> Iterator[None]:
    """Turn a failed import into an ImportError that says which extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = f".venv/bin/python -m pip install -e '.[{extra}]'"
        message = f"{module} needs {library}; in the project's folder, run {command}"
        raise ImportError(message, name=error.name) from None
