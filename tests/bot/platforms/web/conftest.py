"""A browser room on a real socket and a real database, with a service that a test can script."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.config import Settings
from bot.platforms.web import WebPlatform
from storage.engine import Database
from tests.bot.platforms.web.scripted import ScriptedService
from tests.visitors import Visitor

Arrive = Callable[..., Awaitable[Visitor]]


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "room.db")
    yield opened
    await opened.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, database=tmp_path / "room.db", port=0)


@pytest.fixture
def service(database: Database) -> ScriptedService:
    return ScriptedService(database)


@pytest.fixture
async def platform(service: ScriptedService, settings: Settings) -> AsyncIterator[WebPlatform]:
    made = WebPlatform(service, service.database, settings)
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
def base(platform: WebPlatform) -> str:
    """Where the room answers."""
    return f"http://127.0.0.1:{platform.port}"


@pytest.fixture
def token(platform: WebPlatform) -> str:
    """What opens the first room."""
    return platform._rooms.first.token


@pytest.fixture
async def arrive(base: str, token: str) -> AsyncIterator[Arrive]:
    """Lets one more browser enter the room; all of them are closed at the end."""
    here: list[Visitor] = []

    async def enter(name: str | None = "小明", *, room: str = "", language: str = "zh-TW") -> Visitor:
        here.append(Visitor(base, room or token))
        return await here[-1].enter(name, language=language)

    yield enter
    for visitor in here:
        await visitor.leave()
