"""What `make test` prints when a system package for the tests is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "support"
AS_USER = "import os; os.geteuid = lambda: 1000; import system_packages; system_packages.main()"


def said(code: str, path: Path) -> tuple[int, str]:
    env = {"PATH": str(path), "PYTHONPATH": str(FOLDER)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def program(folder: Path, name: str, code: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{code}\n")
    file.chmod(0o755)


def test_without_apt_the_packages_are_named_and_nothing_is_done(tmp_path: Path) -> None:
    status, words = said(AS_USER, tmp_path)
    assert status == 1
    assert "chromium-headless-shell or chromium: the page is tested in a real browser" in words
    assert "There is no apt-get here: please install by hand" in words


@pytest.mark.parametrize("sudo", ["none", "asks for a password"])
def test_without_rights_the_command_is_shown_and_nothing_is_done(tmp_path: Path, sudo: str) -> None:
    program(tmp_path, "apt-get", f'/bin/echo "$@" >> {tmp_path}/done')
    program(tmp_path, "apt-cache", "exit 0")
    if sudo != "none":
        program(tmp_path, "sudo", '[ "$1" = -n ] && exit 1; exec "$@"')
    status, words = said(AS_USER, tmp_path)
    assert status == 1
    assert "sudo apt-get install --no-install-recommends" in words.splitlines()[-1]
    assert "chromium-headless-shell" in words.splitlines()[-1]
    assert not (tmp_path / "done").exists()


def test_sudo_is_announced_and_all_is_installed_at_once(tmp_path: Path) -> None:
    program(tmp_path, "apt-get", f'/bin/echo "$@" >> {tmp_path}/done')
    program(tmp_path, "apt-cache", '[ "$2" = chromium ] || [ "$2" = postgresql ]')
    program(tmp_path, "sudo", '[ "$1" = -n ] && shift; exec "$@"')
    program(tmp_path, "env", 'shift; exec "$@"')
    program(tmp_path, "true", "exit 0")
    status, words = said(AS_USER, tmp_path)
    assert status == 1  # nothing was installed
    assert "Installing them with sudo apt-get, for which sudo asks for no password" in words
    assert "Installed, and yet not found: chromium" in words
    update, install = (tmp_path / "done").read_text().splitlines()
    assert update == "-qq update"
    assert install.startswith("-qq install --no-install-recommends ")
    assert "chromium" in install.split()


def test_nothing_is_printed_if_nothing_is_missing(tmp_path: Path) -> None:
    for name in ("initdb", "chromium"):
        program(tmp_path, name, "")
    there = "import system_packages as it; it.NEEDS = it.NEEDS[:2]; it.main()"
    assert said(there, tmp_path) == (0, "")
