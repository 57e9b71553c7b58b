"""Opening databases: new, old and newer ones, and files that are no database."""

import asyncio
import hashlib
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from support.postgres import Server
from support.store.queries import all_tables
from support.store.rows import entry, seat, table

from menagerie.errors import BadInput
from menagerie.store import Store
from menagerie.store.migrator import config
from menagerie.store.schema import metadata

SECRET = "hunter2"  # noqa: S105 - a password that must not be shown


async def test_a_store_keeps_its_rows_when_it_is_opened_again(url: str) -> None:
    store = await Store.open(url)
    await store.add_table(table(), [seat()])
    await store.append(table().id, entry(0))
    await store.close()
    store = await Store.open(url)
    assert await store.table(table().id) == table()
    assert await store.log(table().id) == [entry(0)]
    await store.close()


async def test_several_stores_can_open_a_new_database_at_once(
    tmp_path: Path, postgres_server: Server
) -> None:
    new = [f"sqlite:///{tmp_path}/new one.db", postgres_server.url("many")]
    await asyncio.to_thread(postgres_server.execute, "CREATE DATABASE many")
    for url in new:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        await stores[0].add_table(table(), [])
        assert await stores[1].table(table().id) == table()
        for store in stores:
            await store.close()
    assert (tmp_path / "new one.db").exists()


async def test_a_relative_path_is_relative_to_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await (await Store.open("sqlite:///here.db")).close()
    assert (tmp_path / "here.db").exists()


async def test_the_migrations_produce_the_current_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with store._engines.read.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_migrations_can_be_downgraded(store: Store) -> None:
    def down_and_up(connection: Connection) -> None:
        command.downgrade(config(connection), "base")
        command.upgrade(config(connection), "head")

    await store.add_table(table(), [])
    async with store._engines.write.begin() as connection:
        await connection.run_sync(down_and_up)
    assert await all_tables(store) == []


async def test_a_newer_schema_is_refused_and_left_alone(url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    await store.add_table(table(), [])
    async with store._engines.write.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    before = _hash(tmp_path / "store.db")
    with pytest.raises(BadInput, match="has schema 9999, which this version"):
        await Store.open(url)
    assert _hash(tmp_path / "store.db") == before


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE tables (wood TEXT)")
    before = _hash(file)
    with pytest.raises(BadInput, match="another program"):
        await Store.open(f"sqlite:///{file}")
    assert _hash(file) == before


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n" * 1000)
    (tmp_path / "folder").mkdir()
    for name, fault in [("notes.txt", "not a database"), ("folder", "unable to open")]:
        with pytest.raises(BadInput, match=fault) as caught:
            await Store.open(f"sqlite:///{tmp_path / name}")
        assert str(tmp_path / name) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert (tmp_path / "notes.txt").read_text() == "buy milk\n" * 1000


async def test_a_server_is_found_by_its_port(postgres_server: Server) -> None:
    await asyncio.to_thread(postgres_server.execute, "CREATE DATABASE ported")
    await (await Store.open(postgres_server.url("ported") + "&port=5432&sslmode=disable")).close()
    with pytest.raises(BadInput, match="the database ported on"):
        await Store.open(postgres_server.url("ported") + "&port=5433")


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("", "not the URL of a database"),
        ("store.db", "not the URL of a database"),
        ("mysql://me:hunter2@host/db", "mysql is not a supported database"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite://store.db", "three slashes or four"),
        ("sqlite:///store.db?mode=ro", "three slashes or four"),
        ("sqlite:////no/such/folder/store.db", "there is no folder /no/such/folder"),
        ("postgresql://me:hunter2@host", "names no database"),
        ("postgresql://me:hunter2@host/", "names no database"),
        ("postgresql://me:p@hunter2@host/db", "more than one @"),
        ("postgresql://me:p@hunter2/@host/db", "more than one @"),
        ("postgresql://me@host/db?port=hunter2", "from 1 to 65535"),
        ("postgresql://me:hunter2@host:99999/db", "from 1 to 65535"),
        ("postgresql://me:hunter2@host/db?host=a&host=b", "repeats a setting"),
        ("postgresql://me:hunter2@host..name/db", "the database db on host..name"),
        ("sqlite:///line\nbreak.db", "unprintable characters"),
        ("postgresql://me:hunter2@host/\0", "unprintable characters"),
        ("postgresql://me:hunter2", "not the URL of a database"),
        ("postgresql://me@host:hunter2/db", "not the URL of a database"),
        ("postgresql://me@host/db?password=hunter2", "unknown setting password"),
        ("postgresql://me:hunter2@/db?host=/no/such/folder", "the database db on /no/such/folder"),
        ("postgresql://me:hunter2@127.0.0.1:1/db", "the database db on 127.0.0.1 cannot be opened"),
        ("postgresql://me:hunter2@no.such.host.invalid/db", "no.such.host.invalid"),
        ("postgresql://me:hunter2@127.0.0.1:1/db?sslmode=none", "cannot be opened"),
    ],
)
async def test_a_bad_url_is_one_clear_line(url: str, fault: str) -> None:
    with pytest.raises(BadInput) as caught:
        await Store.open(url)
    message = str(caught.value)
    assert fault in message
    assert SECRET not in message
    assert "\n" not in message


async def test_a_server_says_why_it_does_not_open(postgres_server: Server) -> None:
    with pytest.raises(BadInput, match='database "nothing" does not exist'):
        await Store.open(postgres_server.url("nothing"))
    with pytest.raises(BadInput, match='role "nobody" does not exist'):
        await Store.open(postgres_server.url("postgres").replace("postgres@", "nobody:hunter2@"))


async def test_a_port_without_postgresql_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        async def hang_up() -> None:
            listening.setblocking(False)
            connection, _ = await asyncio.get_running_loop().sock_accept(listening)
            connection.close()

        hanging_up = asyncio.create_task(hang_up())
        with pytest.raises(BadInput, match="cannot be opened"):
            await Store.open(f"postgresql://me:{SECRET}@127.0.0.1:{port}/db")
        hanging_up.cancel()
        await asyncio.gather(hanging_up, return_exceptions=True)


async def test_the_check_of_a_writable_store_passes_and_adds_no_table(store: Store) -> None:
    for _ in range(3):
        await store.check_writable()
    assert await all_tables(store) == []
