"""Install missing system packages for the tests; `make run` needs none of them.

It lists every package with the reason before installing anything. If it cannot install (no apt, or
sudo needs a password), it lists the packages and changes nothing. It runs before the virtual
environment exists, so it uses the standard library only.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
POSTGRES = Path("/usr/lib/postgresql")  # Debian installs its programs here, off the PATH


@dataclass(frozen=True)
class Need:
    packages: tuple[str, ...]  # alternatives: the first one that apt knows is installed
    reason: str
    is_there: Callable[[], bool]


def has_postgres() -> bool:
    return shutil.which("initdb") is not None or any(POSTGRES.glob("*/bin/initdb"))


def has_browser() -> bool:
    return any(shutil.which(name) for name in BROWSERS)


def has_libatomic() -> bool:
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return not sys.platform.startswith("linux")  # other systems do not need it
    return True


NEEDS = (
    Need(
        ("postgresql",),
        "the store is tested on PostgreSQL too; the tests start a server of their own",
        has_postgres,
    ),
    Need(
        ("chromium-headless-shell", "chromium"),
        "the page is tested in a real browser",
        has_browser,
    ),
    Need(
        ("libatomic1",),
        "Playwright, which steers the browser, runs on a Node.js that loads libatomic.so.1",
        has_libatomic,
    ),
)


def main() -> None:
    missing = [need for need in NEEDS if not need.is_there()]
    if not missing:
        return
    say("The tests need packages of the system that are missing here (`make run` does not):")
    for need in missing:
        say(f"  {' or '.join(need.packages)}: {need.reason}")
    install(missing, rights(missing))
    still = [need.packages[0] for need in missing if not need.is_there()]
    if still:
        raise SystemExit(f"Installed, and yet not found: {', '.join(still)}")


def rights(missing: list[Need]) -> list[str]:
    """The prefix of the install command; never prompts for a password."""
    if shutil.which("apt-get") is None:
        names = ", ".join(need.packages[0] for need in missing)
        raise SystemExit(
            f"There is no apt-get here: please install by hand what Debian calls {names}; "
            "initdb and the browser must be on the PATH."
        )
    if os.geteuid() == 0:
        say("Installing them with apt-get …")
        return []
    if shutil.which("sudo") and _quietly(["sudo", "-n", "true"]) == 0:
        say("Installing them with sudo apt-get, for which sudo asks for no password here …")
        return ["sudo", "-n"]
    raise SystemExit(f"That takes root's rights. Please run, then try again:\n  {by_hand(missing)}")


def install(missing: list[Need], before: list[str]) -> None:
    """Install all packages in one apt transaction."""
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    subprocess.run([*apt, "update"], check=False)
    names = [available(need.packages) for need in missing]
    command = [*apt, "install", "--no-install-recommends", *names]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SystemExit(f"That did not work. Please run, then try again:\n  {by_hand(missing)}")


def available(packages: tuple[str, ...]) -> str:
    known = (name for name in packages if _quietly(["apt-cache", "show", name]) == 0)
    return next(known, packages[-1])


def by_hand(missing: list[Need]) -> str:
    names = " ".join(available(need.packages) for need in missing)
    root = "" if os.geteuid() == 0 else "sudo "
    return f"{root}apt-get install --no-install-recommends {names}"


def _quietly(command: list[str]) -> int:
    nowhere = subprocess.DEVNULL
    return subprocess.run(command, stdout=nowhere, stderr=nowhere, check=False).returncode


def say(words: str) -> None:
    print(words, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
