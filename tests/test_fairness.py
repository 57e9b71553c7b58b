"""Fair deals: committed before the game, verified after it, by our code and by other code."""

import json
import random
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.runs import compiled_only

from menagerie import BadInput, fairness
from menagerie.cli.verify import verify
from menagerie.header import Header, derive_key
from menagerie.kernel.dice import siphash
from menagerie.position import Position

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text("utf-8")
SECRET = bytes(range(32))
WORDS = ["sept chouettes", "πέντε 🦕", ""]
SEED = fairness.seed(SECRET, WORDS)
PROMISED = fairness.commitment(SECRET)


def vector() -> dict[str, str]:
    """The test vector of docs/fairness.md."""
    return dict(re.findall(r"^\| ([a-z].*?) \| `(.*)` \|$", PAGE, re.MULTILINE))


def test_the_vector_on_the_page() -> None:
    page = vector()
    secret, words = bytes.fromhex(page["secret"]), json.loads(page["words"])
    assert (secret, words) == (SECRET, WORDS)
    assert fairness.commitment(secret) == page["commitment"]
    seed = fairness.seed(secret, words)
    assert seed == page["seed"]
    key = derive_key(seed, "dice")
    assert key.hex() == page["key"]
    low, high = (np.uint64(int.from_bytes(key[at : at + 8], "little")) for at in (0, 8))
    roll = int(siphash(low, high, np.uint64(0)))
    assert f"{roll:016x}" == page["roll 0"]
    first = int(page["first draw: who starts, out of 3"])
    assert (roll >> 32) * 3 >> 32 == first
    position = Position(Header.create("cubosaurs", 3, seed=seed)).to_json()["position"]
    assert position["starter"] == first
    assert position["hand"] == json.loads(page["first Hand"])
    assert position["collections"][0] == json.loads(page["cards before seat 0"])


@cache
def finished() -> str:
    """The log of a finished game, as the server gives it."""
    position = Position(Header.create("cubosaurs", 3, seed=SEED, options={"rounds": 1}))
    rng, lines = random.Random(1), []
    while (seat := position.turn) is not None:
        move = rng.choice(position.legal_moves)
        lines.append({"kind": "move", "seat": seat, "by": "player", "move": move.to_json()})
        position.push(move)
    deal = {"commitment": PROMISED, "secret": SECRET.hex(), "entropy": WORDS}
    return json.dumps({"header": position.header.to_json(), "lines": lines, "deal": deal})


def changed(**deal: Any) -> str:
    log = json.loads(finished())
    return json.dumps(log | {"deal": log["deal"] | deal})


def snippet(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert len(found.splitlines()) <= 10
    return str(found)


def judge(command: list[str], log: str, folder: Path, promised: str = PROMISED) -> str:
    file = folder / "log.json"
    file.write_text(log, "utf-8")
    done = subprocess.run(
        [*command, str(file), promised], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def check(command: list[str], folder: Path) -> None:
    """A fair log passes, and every manipulated one fails."""
    assert judge(command, finished(), folder) == "fair"
    assert judge(command, finished(), folder, "0" * 64) == "not fair"
    assert judge(command, changed(entropy=["sept chouettes", "", ""]), folder) == "not fair"
    assert judge(command, changed(secret="00" * 32), folder) == "not fair"


def test_the_python_on_the_page(tmp_path: Path) -> None:
    check([sys.executable, "-c", snippet("python")], tmp_path)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_javascript_on_the_page(tmp_path: Path) -> None:
    script = tmp_path / "check.mjs"
    script.write_text(snippet("javascript"), "utf-8")
    check(["node", str(script)], tmp_path)


@compiled_only
def test_verify_finds_a_fair_game_fair(capsys: pytest.CaptureFixture[str]) -> None:
    verify(finished())
    told = capsys.readouterr().out
    assert "the deal was fair" in told
    assert "the game is valid" in told


@compiled_only
@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ({"secret": "00" * 32}, "was shown before the deal"),
        ({"commitment": "0" * 64}, "was shown before the deal"),
        ({"entropy": ["sept chouettes", "", ""]}, "give the seed"),
        ({"entropy": [*WORDS, ""]}, "give the seed"),
        ({"entropy": "sept"}, "must be a list"),
        ({"entropy": [1, 2, 3]}, "printable characters, not 1"),
        ({"entropy": ["sept chouettes\nπέντε 🦕", "", ""]}, "printable"),
        ({"entropy": ["\ud800", "", ""]}, "printable"),
        ({"secret": None}, "32 bytes in hexadecimal"),
        ({"secret": "00" * 31}, "32 bytes in hexadecimal"),
        ({"secret": "zz" * 32}, "32 bytes in hexadecimal"),
    ],
)
def test_verify_finds_what_is_wrong(deal: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        verify(changed(**deal))


def test_verify_wants_one_text_for_each_seat() -> None:
    """Without trailing empty words the message differs, and so does the seed."""
    fairness.verify(PROMISED, SECRET.hex(), WORDS, SEED)
    with pytest.raises(BadInput, match="give the seed"):
        fairness.verify(PROMISED, SECRET.hex(), WORDS[:2], SEED)


def test_secrets_are_long_and_never_the_same() -> None:
    drawn = {fairness.new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(secret) for secret in drawn} == {fairness.SECRET_BYTES}


def test_every_seat_changes_the_seed_and_so_does_their_order() -> None:
    seeds = {
        fairness.seed(SECRET, words)
        for words in (["a", "b", ""], ["b", "a", ""], ["", "a", "b"], ["ab", "", ""], ["", "", ""])
    }
    assert len(seeds) == 5
    assert fairness.seed(bytes(32), ["a", "b", ""]) not in seeds


@pytest.mark.parametrize("words", ["", "7", "à la claire fontaine", "🦕" * 64, "x" * 64])
def test_words_are_any_few_printable_characters(words: str) -> None:
    assert fairness.check_entropy(words) == words


@pytest.mark.parametrize(
    "words", ["x" * 65, "a\nb", "a\rb", "\0", "a\u2028b", "\u202e", "\ud800", None, 7, b"x", ["x"]]
)
def test_other_words_are_refused(words: object) -> None:
    with pytest.raises(BadInput, match="at most 64 printable characters"):
        fairness.check_entropy(words)
