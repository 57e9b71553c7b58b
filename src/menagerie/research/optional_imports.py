"""What is not installed with the games themselves."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needed(module: str, library: str, extra: str = "research") -> Iterator[None]:
    """Around an import: if a library is missing, one line says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        line = f"{module} needs {library}: pip install 'menagerie[{extra}]'"
        raise ImportError(line, name=error.name) from None
