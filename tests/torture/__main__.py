"""`make torture`. Imports are local, because each forked server imports this module."""


def main() -> int:
    import argparse
    import signal
    import sys
    import tempfile
    from pathlib import Path

    from torture import report
    from torture.record import Record
    from torture.runner import ATTACKS, Runner, choose

    from menagerie.errors import BadInput

    parser = argparse.ArgumentParser(prog="make torture", description="Attack a real server.")
    parser.add_argument("--quick", action="store_true", help="a little of each, a few minutes")
    parser.add_argument("--only", nargs="+", default=[], metavar="ATTACK", help="by name")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], help="only on this one")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more then")
    parser.add_argument("--folder", type=Path, default=Path(".torture"), help="what was run so far")
    parser.add_argument("--report", action="store_true", help="only write docs/reliability.md")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # run the cleanup
    try:
        chosen = choose(asked.only, [asked.database] if asked.database else [])
    except BadInput as error:
        parser.error(str(error))
    if asked.quick:
        with tempfile.TemporaryDirectory() as folder:
            record = Record(Path(folder))
            is_good = Runner(record, quick=True).run(chosen)
            sys.stdout.write(report.tables(record.pieces(), ATTACKS))
            return 0 if is_good else 1
    record = Record(asked.folder)
    try:
        is_good = asked.report or Runner(record, quick=False, minutes=asked.minutes).run(chosen)
    except KeyboardInterrupt:
        sys.stdout.write("\ninterrupted; the same command goes on from here\n")
        return 130
    report.write(Path("docs/reliability.md"), record.pieces(), ATTACKS)
    return 0 if is_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
