"""Regenerate docs/rules from the games' texts."""

from pathlib import Path

from menagerie import discovery, rulebook
from menagerie.texts import LANGUAGES

for name in discovery.names():
    for language in LANGUAGES:
        page = rulebook.write(discovery.load(name), language, markdown=True)
        target = Path(__file__).parent / "rules" / f"{name}.{language}.md"
        target.write_text(f"{page}\n", encoding="utf-8")
