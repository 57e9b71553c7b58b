"""Translations: one TOML catalogue of sentences for each language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json

Language = Literal["en", "fr", "it"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
OURS = Path(__file__).parent / "text"


class Text:
    """A catalogue: `text("events.keep", player="Ann")` fills in a sentence."""

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self.sentences = sentences

    def __call__(self, key: str, **fill: object) -> str:
        return self.sentences[key].format_map(fill) if fill else self.sentences[key]

    def group(self, name: str) -> dict[str, str]:
        """All sentences of a section, by their key within it."""
        start = f"{name}."
        return {
            key.removeprefix(start): sentence
            for key, sentence in self.sentences.items()
            if key.startswith(start)
        }


@cache
def catalogue(folder: Path, language: str) -> Text:
    """Load the catalogue of a folder and a language, memoised."""
    if language not in LANGUAGES:
        raise BadInput(
            f"there is no language {abbreviate_json(language)}; there are: {', '.join(LANGUAGES)}"
        )
    file = folder / f"{language}.toml"
    return Text(language, flatten(tomllib.loads(file.read_text(encoding="utf-8"))))


def ours(language: str) -> Text:
    """The catalogue of the program itself, for texts that belong to no game."""
    return catalogue(OURS, language)


def flatten(group: Mapping[str, object], start: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, entry in group.items():
        if isinstance(entry, Mapping):
            flat |= flatten(entry, f"{start}{name}.")
        else:
            flat[start + name] = str(entry)
    return flat
