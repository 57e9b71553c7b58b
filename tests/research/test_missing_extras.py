"""If an extra is missing, the error says what to install."""

import subprocess
import sys

CODE = """
import sys
sys.modules[sys.argv[1]] = None
for module in sys.argv[2:]:
    try:
        __import__("menagerie.research." + module)
    except ImportError as error:
        print(error)
"""
HOW_TO_INSTALL = "in the project's folder, run .venv/bin/python -m pip install -e '.[research]'"


def test_a_missing_library_is_named_with_the_extra_that_brings_it() -> None:
    asked = {
        "pettingzoo": ["pettingzoo", "cubosaurs_v0"],
        "pyspiel": ["openspiel"],
        "gymnasium": ["gymnasium"],
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-c", CODE, library, *modules], stdout=subprocess.PIPE, text=True
        )
        for library, modules in asked.items()
    ]
    said = [process.communicate()[0] for process in running]
    names = ("PettingZoo", "OpenSpiel", "Gymnasium")
    for name, modules, lines in zip(names, asked.values(), said, strict=True):
        line = f"menagerie.research.{modules[0]} needs {name}; {HOW_TO_INSTALL}"
        assert lines.splitlines() == [line] * len(modules)
