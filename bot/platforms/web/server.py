"""The HTTP side: the room's page, its files, proofs for download, and one error page in the visitor's language."""

import html
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from aiohttp import hdrs, web

from bot.config import Settings
from bot.i18n import Catalog, best_language, catalog
from bot.platforms.web import gate, sessions
from bot.platforms.web.sockets import Sockets
from bot.rooms import Room, Rooms
from bot.service import Service
from core.errors import Illegal
from core.ids import DAILY, TableId, public_table

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_TYPES: Final[Mapping[str, str]] = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "py": "text/x-python",
    "webmanifest": "application/manifest+json",
}
_SHARED: Final = {
    "art": ("bot.art", ("cards.svg",)),
    "verifier": ("bot.verifier", ("verify.py", "verify.js", "sha256.js")),
}
_PAGE: Final = "bot.platforms.web"
_TABLE = re.compile(r"t?([1-9][0-9]{0,18})", re.ASCII)
_SERIAL = re.compile(r"[1-9][0-9]{0,9}", re.ASCII)
_LARGEST = 2**63 - 1


class Pages:
    """Answers requests; every handler knows its room by the token in its path."""

    def __init__(self, service: Service, rooms: Rooms, *, sockets: Sockets, settings: Settings) -> None:
        self.admin = sessions.AdminKey()
        self._service = service
        self._rooms = rooms
        self._sockets = sockets
        self._settings = settings
        self._names = settings.own_hosts | (gate.own_names() if settings.lan else frozenset())

    def application(self) -> web.Application:
        """All routes behind the gate."""
        application = web.Application(middlewares=[self._gate, self._framed], client_max_size=1024)
        application.on_response_prepare.append(_headers)
        add = application.router.add_get
        add("/", self._entrance)
        add("/r/{room}", self._room, allow_head=False)
        add("/r/{room}/socket", self._socket, allow_head=False)
        add("/proof/{room}/{table}", self._proof)
        add("/page/{file}", self._file)
        add("/{shared:art|verifier}/{file}", self._shared_file)
        return application

    @web.middleware
    async def _gate(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let nobody in who calls this machine by a name that is not its own."""
        local = request.transport.get_extra_info("sockname") if request.transport else None
        host, address = request.headers.get(hdrs.HOST, ""), str(local[0]) if local else ""
        if not gate.host_allowed(host, local=address, names=self._names):
            raise web.HTTPMisdirectedRequest(text="Misdirected Request")
        return await handler(request)

    @web.middleware
    async def _framed(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer what is not there, or not so, with a page in the visitor's language."""
        try:
            return await handler(request)
        except web.HTTPException as error:
            if error.status in {404, 405}:
                return _note(request, "web/not-found", status=error.status)
            raise

    async def _entrance(self, request: web.Request) -> web.StreamResponse:
        """Lead a visitor back to the room that they know; all others need a link."""
        token = request.cookies.get(sessions.ROOM_COOKIE, "")
        if self._rooms.room(token) is None:
            return _note(request, "web/ask-host", status=404)
        raise web.HTTPFound(f"/r/{token}")

    async def _room(self, request: web.Request) -> web.StreamResponse:
        """The page; the visitor's cookie is made here, and the start-up link's word used up."""
        room = self._known_room(request)
        secret = sessions.known_secret(request.cookies.get(sessions.COOKIE))
        fresh = secret or sessions.new_secret()
        response: web.Response | web.HTTPFound = _packaged(request, _PAGE, path=("page", "index.html"))
        if "admin" in request.query:
            if self.admin.use(request.query["admin"]):
                await self._rooms.make_admin(sessions.person_of(sessions.cookie_hash(fresh)))
            response = web.HTTPFound(f"/r/{room.token}")
        _set_cookie(response, sessions.COOKIE, fresh)
        _set_cookie(response, sessions.ROOM_COOKIE, room.token)
        if isinstance(response, web.HTTPFound):
            raise response
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """The conversation, for a page of this very host."""
        if not gate.same_origin(request.headers.get(hdrs.ORIGIN, ""), request.headers.get(hdrs.HOST, "")):
            raise web.HTTPForbidden(text="Forbidden")
        room = self._known_room(request)
        secret = sessions.known_secret(request.cookies.get(sessions.COOKIE))
        kept = sessions.cookie_hash(secret) if secret else None
        return await self._sockets.converse(request, room=room, kept=kept)

    async def _proof(self, request: web.Request) -> web.StreamResponse:
        """The records of one of this room's tables, all or one, as far as they are public."""
        room = self._known_room(request)
        key, wanted = _table(request.match_info["table"]), request.query.get("serial", "")
        if key is None or (wanted and not _SERIAL.fullmatch(wanted)):
            raise web.HTTPNotFound
        try:
            records = await self._service.proof(key, int(wanted) if wanted else None, chat=room.chat)
        except Illegal:
            raise web.HTTPNotFound from None
        name = f"shisanzhi-{public_table(key)}{f'-{wanted}' if wanted else ''}.json"
        return web.Response(
            text=json.dumps(records), content_type="application/json", headers=_attachment(name) | _FRESH
        )

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _packaged(request, _PAGE, path=("page", request.match_info["file"]))

    async def _shared_file(self, request: web.Request) -> web.StreamResponse:
        package, names = _SHARED[request.match_info["shared"]]
        name = request.match_info["file"]
        if name not in names:
            raise web.HTTPNotFound
        response = _packaged(request, package, path=(name,))
        if name.endswith(".py"):
            response.headers.update(_attachment(name))
        return response

    def _known_room(self, request: web.Request) -> Room:
        room = self._rooms.room(request.match_info["room"])
        if room is None:
            raise web.HTTPNotFound
        return room


def _table(shown: str) -> TableId | None:
    """The table that is called so in public."""
    if shown == public_table(DAILY):
        return DAILY
    found = _TABLE.fullmatch(shown)
    return TableId(int(found[1])) if found is not None and int(found[1]) <= _LARGEST else None


_FRESH: Final = {hdrs.CACHE_CONTROL: "no-store"}


@lru_cache(maxsize=128)
def _read(package: str, path: tuple[str, ...]) -> tuple[bytes, str] | None:
    """A packaged file and its tag; None when there is none of this name."""
    folder = files(package)
    for part in path:
        named = {entry.name: entry for entry in folder.iterdir()} if folder.is_dir() else {}
        if part not in named:
            return None
        folder = named[part]
    if not folder.is_file():
        return None
    content = folder.read_bytes()
    return content, sha256(content).hexdigest()[:32]


def _packaged(request: web.Request, package: str, *, path: tuple[str, ...]) -> web.Response:
    """A file of ours; a browser that has it already is told so."""
    found = _read(package, path)
    kind = _TYPES.get(path[-1].rpartition(".")[2])
    if found is None or kind is None:
        raise web.HTTPNotFound
    content, tag = found
    headers = {hdrs.CACHE_CONTROL: "no-cache", hdrs.ETAG: f'"{tag}"'}
    if any(known.value == tag for known in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    return web.Response(body=content, content_type=kind, charset="utf-8", headers=headers)


def _note(request: web.Request, key: str, *, status: int) -> web.Response:
    """A page of one sentence."""
    words: Catalog = catalog(best_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, "")))
    title, sentence = (html.escape(words.text(name)) for name in ("web/title", key))
    page = (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="stylesheet" href="/page/style.css"></head>'
        f'<body class="note"><main><h1>{title}</h1><p>{sentence}</p></main></body></html>'
    )
    return web.Response(text=page, status=status, content_type="text/html", charset="utf-8", headers=_FRESH)


def _set_cookie(response: web.StreamResponse, name: str, value: str) -> None:
    """Lax, since a link to the room in another page's chat must find its visitor; sockets check the origin besides."""
    response.set_cookie(name, value, max_age=sessions.COOKIE_SECONDS, path="/", httponly=True, samesite="Lax")


def _attachment(name: str) -> dict[str, str]:
    return {hdrs.CONTENT_DISPOSITION: f'attachment; filename="{name}"'}


async def _headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(gate.HEADERS)
    response.headers.popall(hdrs.SERVER, None)
