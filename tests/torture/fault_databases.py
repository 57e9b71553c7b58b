"""Databases to inject faults into: SQLite on a disk that fills up, and our own PostgreSQL."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from support import postgres
from support.store.silent_proxy import Proxy

SQLITE_DISK_SIZE = "96m"  # of the tmpfs
POSTGRES_DISK_SIZE = "400m"


class SmallDisk:
    """A tmpfs that can be filled to the last byte. Only root can mount one."""

    def __init__(self, folder: Path, size: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        _run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))

    def fill(self, leave: int = 0) -> None:
        """Use up all free space except `leave` bytes."""
        with (self.folder / "ballast").open("ab", buffering=0) as ballast:
            size = 1 << 20
            while size:
                try:
                    ballast.write(bytes(size))
                except OSError:
                    size //= 2
            if leave:
                ballast.truncate(max(0, ballast.tell() - leave))

    def free(self) -> None:
        (self.folder / "ballast").unlink(missing_ok=True)

    def close(self) -> None:
        _run("umount", "-l", str(self.folder))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def can_mount() -> bool:
    """Whether this process may mount file systems."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        return False
    place = Path("/tmp") / f"menagerie-mount-{os.getpid()}"  # noqa: S108 - an empty folder, removed below
    try:
        SmallDisk(place, "64k").close()
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        with suppress(OSError):
            place.rmdir()
    return True


class SqliteFile:
    """A SQLite file, on a small disk if the fault needs one."""

    def __init__(self, folder: Path, small: bool) -> None:
        self.disk = SmallDisk(folder / "disk", SQLITE_DISK_SIZE) if small else None
        self.file = (self.disk.folder if self.disk else folder) / "server.db"
        self.url = f"sqlite:///{self.file}"
        self.snapshot = folder / "snapshot.db"

    def take_snapshot(self) -> None:
        """Run `menagerie backup` while the server runs."""
        self.snapshot.unlink(missing_ok=True)
        command = [sys.executable, "-m", "menagerie.cli", "backup", str(self.snapshot)]
        subprocess.run([*command, "--database", self.url], check=True, stdout=subprocess.DEVNULL)

    def restore(self) -> None:
        """Restore the snapshot; no server may be running."""
        for name in (self.file.name, f"{self.file.name}-wal", f"{self.file.name}-shm"):
            self.file.with_name(name).unlink(missing_ok=True)
        shutil.copy(self.snapshot, self.file)

    def check(self) -> None:
        with closing(sqlite3.connect(self.file)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        assert found == "ok", found

    def close(self) -> None:
        if self.disk is not None:
            self.disk.close()


class PostgresServer:
    """A PostgreSQL server, reached through a proxy that can go silent, or by its Unix socket."""

    def __init__(self, folder: Path, small: bool, proxy: Proxy | None) -> None:
        self.proxy = proxy
        self.disk = SmallDisk(folder, POSTGRES_DISK_SIZE) if small else None
        self.server = postgres.Server(folder)
        self.snapshot = folder / "snapshot"
        name = self.server.create()
        self.url = self.server.url(name)
        if proxy is not None:
            self.url = f"postgresql://postgres@127.0.0.1:{proxy.port}/{name}?ssl=disable"

    @property
    def data(self) -> Path:
        return self.server.folder / "data"

    def kill(self) -> None:
        """Kill all processes at once, like a power failure."""
        _kill_process_tree(self.server.process.pid)
        self.server.process.wait(postgres.START_STOP_TIMEOUT_S)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Fast shutdown: ends the sessions and flushes everything."""
        self.server.process.send_signal(signal.SIGINT)
        self.server.process.wait(postgres.START_STOP_TIMEOUT_S)

    def start(self) -> None:
        if self.server.process.poll() is not None:
            self.server.start()

    def take_snapshot(self) -> None:
        """Copy the data folder while the server is stopped."""
        self.stop()
        shutil.rmtree(self.snapshot, ignore_errors=True)
        _run("cp", "-a", str(self.data), str(self.snapshot))
        self.start()

    def restore(self) -> None:
        """Restore the snapshot; the server must be stopped."""
        shutil.rmtree(self.data)
        _run("cp", "-a", str(self.snapshot), str(self.data))

    def check(self) -> None:
        """Nothing to do: PostgreSQL verifies its pages as it reads them."""

    def close(self) -> None:
        with suppress(AssertionError, subprocess.TimeoutExpired):
            self.kill()
        if self.disk is not None:
            self.disk.close()


def _kill_process_tree(pid: int) -> None:
    """Kill a process and its children; stop them first, so that none reacts to another's death."""
    family = [pid, *children_of(pid)]
    for how in (signal.SIGSTOP, signal.SIGKILL):
        for one in family:
            with suppress(ProcessLookupError):
                os.kill(one, how)
    end = time.monotonic() + postgres.START_STOP_TIMEOUT_S
    while any(_is_running(one) for one in family[1:]):
        assert time.monotonic() < end, "PostgreSQL does not end"
        time.sleep(0.01)


def children_of(pid: int) -> list[int]:
    """The child processes, from /proc on Linux and from pgrep elsewhere."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if listed.exists():
        found = listed.read_text(encoding="ascii")
    else:
        asked = ("pgrep", "-P", str(pid))
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return [int(one) for one in found.split()]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # not Linux, or the process has ended
        return not sys.platform.startswith("linux")
    return state != "Z"
