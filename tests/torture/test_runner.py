"""The runner: records pieces, resumes, stops at a problem, and writes the report."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from torture import report
from torture.attack import Attack, Outcome, Place, Progress
from torture.fault_attacks import KILLS
from torture.record import Record, new_piece
from torture.runner import ATTACKS, Runner, choose

from menagerie.errors import BadInput

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"


@dataclass
class CountingAttack:
    """An attack that counts, and can fail or be interrupted at one piece."""

    name: str = "counting"
    unit: str = "counts"
    databases: tuple[str, ...] = ("sqlite",)
    full: int = 100
    quick: int = 10
    piece: int = 40
    seeds: list[int] = field(default_factory=list)
    fails_at: int = 0
    interrupted_at: int = 0

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        assert place.folder.is_dir()
        self.seeds.append(seed)
        if seed == self.interrupted_at:
            self.interrupted_at = 0
            raise KeyboardInterrupt
        assert seed != self.fails_at, "found something"
        progress(amount)
        return Outcome({self.unit: amount}, recoveries=(0.5,))


def run(attack: Attack, folder: Path, *, quick: bool = False, minutes: float = 10) -> bool:
    runner = Runner(Record(folder), quick=quick, minutes=minutes)
    return runner.run([(attack, database) for database in attack.databases])


def test_a_run_is_kept_in_pieces_and_done_once(tmp_path: Path) -> None:
    attack = CountingAttack()
    assert run(attack, tmp_path)
    assert [piece.amount for piece in Record(tmp_path).pieces()] == [40, 40, 20]
    assert run(attack, tmp_path)  # nothing left to do
    assert attack.seeds == [1, 2, 3]


def test_a_run_that_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    attack = CountingAttack(interrupted_at=2)
    with pytest.raises(KeyboardInterrupt):
        run(attack, tmp_path)
    assert Record(tmp_path).done(attack, "sqlite") == 40
    assert run(attack, tmp_path)
    assert attack.seeds == [1, 2, 2, 3]
    assert Record(tmp_path).done(attack, "sqlite") == 100


def test_no_piece_is_begun_after_the_time_is_up(tmp_path: Path) -> None:
    assert not run(CountingAttack(), tmp_path, minutes=0)
    assert Record(tmp_path).pieces() == []


def test_a_problem_stops_the_run_and_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    attack = CountingAttack(fails_at=2)
    assert not run(attack, tmp_path)
    assert attack.seeds == [1, 2]
    assert "found something" in capsys.readouterr().out
    [_, last] = Record(tmp_path).pieces()
    assert last.problems[0].startswith("found something")
    assert Record(tmp_path).done(attack, "sqlite") == 40  # the failed piece must run again


def test_a_quick_run_does_little(tmp_path: Path) -> None:
    assert run(CountingAttack(), tmp_path, quick=True)
    assert [piece.amount for piece in Record(tmp_path).pieces()] == [10]


def test_the_report_replaces_its_tables_alone(tmp_path: Path) -> None:
    attack = CountingAttack()
    run(attack, tmp_path / "record")
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{report.START}\nold\n{report.END}\n\nafter\n", encoding="utf-8")
    for _ in range(2):
        report.write(page, Record(tmp_path / "record").pieces(), [attack])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n\n<!--")
    assert text.endswith("-->\n\nafter\n")
    assert "old" not in text
    assert text.count("| counts | 100 |") == 1
    assert "| moves lost | 0 |" in text


def test_the_report_gives_each_fault_the_name_of_its_attack() -> None:
    piece = new_piece(KILLS, "sqlite", 1, 5, 60.0, Outcome({KILLS.unit: 5}, recoveries=(0.5,)))
    row = "| kills of the server | `kill` | sqlite | 5 | 0.5 s | 0.5 s | 1.0 min |"
    assert row in report.tables([piece], ATTACKS).splitlines()


def test_the_page_on_reliability_names_every_attack() -> None:
    method = PAGE.read_text(encoding="utf-8").partition("\n## Method\n")[2].partition("\n## ")[0]
    assert [attack.name for attack in ATTACKS if f"`{attack.name}`" not in method] == []


def test_attacks_are_chosen_by_name_and_database() -> None:
    assert {database for _, database in choose([], [])} == {"sqlite", "postgresql"}
    assert [attack.name for attack, _ in choose(["kill"], ["sqlite"])] == ["kill"]
    assert all(attack.full > attack.quick for attack in ATTACKS)
    with pytest.raises(BadInput, match="there is no attack kil; there are: kill, "):
        choose(["kil"], [])
