"""The browser room as a chat service: messages are kept in our own database and pushed to who is looking."""

import logging
from typing import Final

from aiohttp import web

from bot.config import Settings
from bot.i18n import catalog
from bot.platforms.base import Address, ChatLost, Gone
from bot.platforms.web import gate
from bot.platforms.web.server import Pages
from bot.platforms.web.sockets import Sockets
from bot.rooms import Database, Rooms
from bot.screens.model import Screen
from bot.service import Service

_PANEL: Final = "hand"
_ANYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 # only when the host asks for it, as with --lan


class WebPlatform:
    """Posts, edits and panels of the browser rooms, and the server that shows them."""

    name = "web"
    pace = 0.0
    reveal = 3.0

    def __init__(self, service: Service, database: Database, settings: Settings) -> None:
        self._settings = settings
        self._rooms = Rooms(database, clock=service.clock)
        self._sockets = Sockets(service, self._rooms, timezone=settings.timezone, address=self._address)
        self._pages = Pages(service, self._rooms, sockets=self._sockets, settings=settings)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Open the door; a port that is taken is an `OSError`."""
        await self._rooms.open(catalog(self._settings.language).text("web/first-room"))
        faults = logging.getLogger(f"{__name__}.requests")
        faults.addFilter(gate.own_fault)
        self._runner = web.AppRunner(self._pages.application(), access_log=None, logger=faults, shutdown_timeout=0.5)
        await self._runner.setup()
        host = _ANYWHERE[0] if self._settings.lan else self._settings.host
        await web.TCPSite(self._runner, host, self._settings.port, reuse_address=True).start()

    async def stop(self) -> None:
        """Say goodbye to every page and close the door, within two seconds."""
        await self._sockets.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def post(self, address: Address, screen: Screen, *, nonce: str) -> str:
        """Keep a new message and show it; to a person, show their panel, which needs no keeping."""
        if address.person is not None:
            await self._sockets.pushes.hand(address.person, address.chat)
            return _PANEL
        message = await self._rooms.post(address.chat, screen, nonce=nonce)
        if message is None:
            raise ChatLost
        self._sockets.pushes.message(address.chat, message)
        return str(message.number)

    async def edit(self, address: Address, message: str, screen: Screen) -> None:
        """Replace what a message shows, on all pages too."""
        if address.person is not None:
            await self._sockets.pushes.hand(address.person, address.chat)
            return
        edited = await self._rooms.edit(address.chat, message, screen=screen)
        if edited is None:
            raise Gone
        self._sockets.pushes.message(address.chat, edited)

    def announce(self) -> tuple[str, ...]:
        """What the host reads at the start: where the room is, with the word that makes the first visitor the admin."""
        words = catalog(self._settings.language)
        path = f"/r/{self._rooms.first.token}"
        own = f"http://{self._own_host()}:{self.port}{path}?admin={self._pages.admin.word}"
        lines = [words.text("web/announce", {"link": own})]
        if self._settings.lan:
            lines.append(words.text("web/announce-lan", {"link": self._address() + path}))
        return tuple(lines)

    @property
    def port(self) -> int:
        """The port that is really open; the settings' one before the start."""
        addresses = self._runner.addresses if self._runner else []
        return int(addresses[0][1]) if addresses else self._settings.port

    def _address(self) -> str:
        """Where others reach the rooms: in the network with --lan, else on this computer alone."""
        return f"http://{gate.own_address() if self._settings.lan else self._own_host()}:{self.port}"

    def _own_host(self) -> str:
        host = "127.0.0.1" if self._settings.lan or self._settings.host in _ANYWHERE else self._settings.host
        return f"[{host}]" if ":" in host else host
