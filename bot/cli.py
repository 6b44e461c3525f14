"""The command line: `shisanzhi` alone plays; everything it needs is imported only then."""

import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO

import typer

from bot import __version__

if TYPE_CHECKING:
    from bot.config import Settings

WRONG_SETTING = 2
DATABASE_TROUBLE = 3
UNWRITTEN = 74

app = typer.Typer(
    name="shisanzhi", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False
)


class Measure(StrEnum):
    """What `bench` can measure."""

    STRENGTH = "strength"
    SERVICE = "service"
    START = "start"
    MEMORY = "memory"
    LEVELS = "levels"
    ARRANGE = "arrange"
    PEERS = "peers"


DatabaseFile = Annotated[Path | None, typer.Option("--database", help="The file that keeps everything.")]


def main() -> None:
    """Run the program; the console script `shisanzhi`."""
    app()


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it so
    if wanted:
        typer.echo(f"shisanzhi {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    *,
    lan: Annotated[bool | None, typer.Option("--lan", help="Open the browser room to your own network.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[str | None, typer.Option(metavar="NUMBER", help="The port to listen on.")] = None,
    database: DatabaseFile = None,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Play 十三支 with friends. Without a command: start the game.

    It opens on Discord and Telegram with their tokens, and in a browser room without one or where it is asked for.

    Settings also come from SHISANZHI_… variables and from .env; see .env.example.
    """
    _ = version
    options: dict[str, object] = {"lan": lan, "host": host, "port": port, "database": database}
    if context.invoked_subcommand is None:
        _play(options)
    elif given := [f"--{name}" for name, value in options.items() if value is not None]:
        message = f"{', '.join(given)} in front of a command means nothing; options stand behind it"
        raise typer.BadParameter(message)


@app.command()
def referee(
    language: Annotated[str | None, typer.Option(help="The language of the texts, for instance zh-TW.")] = None,
) -> None:
    """Answer rule questions: JSON lines in and out."""
    settings = _settings({"language": language})
    from bot.referee import run

    with _printing(settings):
        run(_utf8(sys.stdin), _utf8(sys.stdout), settings.language)


@app.command()
def arrange(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='A whole hand, for instance "As Kh 10d Xx ...".')],
    variant: Annotated[str, typer.Option(help="The game, for instance joker or standard.")] = "joker",
    bonus: Annotated[str | None, typer.Option(help="The rank of the bonus cards, or the card that was cut.")] = None,
    language: Annotated[str | None, typer.Option(help="The language of the answer, for instance en.")] = None,
) -> None:
    """Print good ways to arrange a hand, and what each is worth on average."""
    settings = _settings({"language": language})
    from bot.arranging import run

    request = {"cards": cards, "variant": variant} | ({} if bonus is None else {"bonus": bonus})
    with _printing(settings):
        _end(run(request, settings.language, _utf8(sys.stdout)))


@app.command()
def verify(
    subject: Annotated[
        str, typer.Argument(metavar="FILE|TABLE", help="A file of records, a table's number, or daily.")
    ],
    database: DatabaseFile = None,
) -> None:
    """Print and check the records of a table's deals."""
    settings = _settings({"database": database})
    from bot.verifying import run

    with _printing(settings):
        _end(_database_work(settings, lambda: run(subject, settings)))


@app.command()
def bench(
    measure: Annotated[Measure, typer.Argument(help="What to measure.")] = Measure.STRENGTH,
    file: Annotated[
        Path | None, typer.Argument(help="For `peers`: hands with the rows of other programs.", exists=True)
    ] = None,
) -> None:
    """Measure speed and strength on this machine.

    The comparison of `strength` needs the `bench` extra, that of `peers` a file.
    """
    if (file is not None) != (measure is Measure.PEERS):
        message = "`peers` takes a file, and nothing else does"
        raise typer.BadParameter(message)
    from bot.lab.bench import run

    _end(run(measure.value) if file is None else run(measure.value, file))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; an old one is replaced when the new one is whole.")],
    database: DatabaseFile = None,
) -> None:
    """Write all that is kept into one file.

    The game may go on meanwhile.
    """
    settings = _settings({"database": database})
    from storage.engine import backup as write

    _database_work(settings, lambda: write(settings.database, file))
    typer.echo(f"{settings.database} -> {file}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    database: DatabaseFile = None,
) -> None:
    """Put a backup in place of the database.

    The game must not run. Rounds that were open in the backup are called off, never dealt again.
    """
    settings = _settings({"database": database})
    from storage.engine import restore as put_back

    aside = _database_work(settings, lambda: put_back(file, settings.database))
    if aside:
        typer.echo(f"{settings.database} -> {aside}")
    typer.echo(f"{file} -> {settings.database}")


def _play(options: dict[str, object]) -> None:
    settings = _settings(options)
    from bot.config import hints, strangers

    for line in (*strangers(), *hints(settings)):
        typer.echo(line, err=True)
    from bot.app import run

    _end(run(settings))


def _settings(options: dict[str, object]) -> "Settings":
    from bot.config import SettingsError, load_settings

    try:
        return load_settings(options=options)
    except SettingsError as error:
        _stop(str(error), WRONG_SETTING)


def _database_work(settings: "Settings", work: Callable[[], Any]) -> Any:
    """Do it, waiting for it where it is asynchronous; trouble with the database is one line in words."""
    from storage.engine import DatabaseTrouble

    try:
        result = work()
        return _waited(result) if isinstance(result, Awaitable) else result
    except DatabaseTrouble as trouble:
        from bot.i18n import catalog

        _stop(catalog(settings.language).text(trouble.code, trouble.facts), DATABASE_TROUBLE)


def _waited(result: Awaitable[Any]) -> Any:
    import asyncio

    async def wait() -> Any:
        return await result

    return asyncio.run(wait())


@contextmanager
def _printing(settings: "Settings") -> Iterator[None]:
    """Whoever stops reading what is printed ends it without a word; where it cannot be written, one line says why."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again at the end
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(UNWRITTEN) from None
        from bot.i18n import catalog

        _stop(catalog(settings.language).text("host/unwritten", {"reason": error.strerror or str(error)}), UNWRITTEN)


def _utf8(stream: TextIO) -> TextIO:
    """The stream as UTF-8 whatever the machine's own encoding is."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="replace")
    return stream


def _stop(line: str, status: int) -> NoReturn:
    typer.echo(line, err=True)
    raise typer.Exit(status)


def _end(status: int | None) -> None:
    if status:
        raise typer.Exit(status)
