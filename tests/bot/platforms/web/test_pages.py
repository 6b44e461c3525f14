import asyncio
import json
from http.cookies import SimpleCookie

import aiohttp
import pytest

from bot.config import Settings
from bot.platforms.web import WebPlatform
from bot.platforms.web.sessions import cookie_hash, person_of
from core.ids import ChatId, TableId
from tests.bot.platforms.web.scripted import ScriptedService
from tests.visitors import Visitor

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


@pytest.fixture
async def browser():
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


@pytest.mark.parametrize("path", ["/", "/nowhere", "/r/unknown", "/page/index.html", "/art/cards.svg", "/r/{token}"])
async def test_every_answer_keeps_the_page_to_itself(browser, base: str, token: str, path: str):
    async with browser.get(base + path.format(token=token), allow_redirects=False) as answer:
        assert answer.headers["Content-Security-Policy"] == CSP
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "aiohttp" not in answer.headers.get("Server", "")


async def test_the_rooms_page_has_nothing_that_the_policy_would_forbid(browser, base: str, token: str):
    async with browser.get(f"{base}/r/{token}") as answer:
        page = await answer.text()

    assert answer.status == 200
    assert answer.content_type == "text/html"
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert "http" not in page.replace("http-equiv", "")


async def test_the_visitors_secret_is_random_unreadable_for_scripts_and_stays_for_a_year(
    browser, base: str, token: str
):
    secrets = set()
    for _ in range(3):
        async with aiohttp.ClientSession() as session, session.get(f"{base}/r/{token}") as answer:
            made = SimpleCookie("; ".join(answer.headers.getall("Set-Cookie")))["shisanzhi"]
            secrets.add(made.value)

    assert len(secrets) == 3
    assert all(len(secret) == 43 for secret in secrets)
    assert made["httponly"] is True
    assert made["path"] == "/"
    assert made["samesite"] in {"Lax", "Strict"}
    assert int(made["max-age"]) == 400 * 24 * 3600


async def test_a_reload_keeps_the_secret_and_a_broken_one_is_replaced(browser, base: str, token: str):
    async def secret(sent: str | None = None) -> str:
        headers = {"Cookie": f"shisanzhi={sent}"} if sent else {}
        async with aiohttp.ClientSession() as session, session.get(f"{base}/r/{token}", headers=headers) as answer:
            return SimpleCookie("; ".join(answer.headers.getall("Set-Cookie")))["shisanzhi"].value

    first = await secret()

    assert await secret(first) == first
    assert await secret("short") != "short"
    assert await secret("x" * 5000) != "x" * 5000


async def test_only_a_hash_of_the_secret_is_kept(arrive, platform: WebPlatform, settings):
    visitor = await arrive("小明")
    [secret] = [cookie.value for cookie in visitor.session.cookie_jar if cookie.key == "shisanzhi"]
    await visitor.leave()
    await platform._rooms._database.close()

    stored = b"".join(path.read_bytes() for path in settings.database.parent.glob("room.db*"))
    assert secret.encode() not in stored
    assert cookie_hash(secret).encode() in stored
    assert visitor.welcome["person"] == person_of(cookie_hash(secret))


async def test_an_unknown_room_is_a_page_in_the_language_of_the_browser(browser, base: str):
    async def page(language: str) -> str:
        async with browser.get(f"{base}/r/" + "x" * 22, headers={"Accept-Language": language}) as answer:
            assert answer.status == 404
            return await answer.text()

    assert "There is nothing here" in await page("en-GB,en;q=0.9")
    assert "這裡沒有東西" in await page("zh-TW")
    assert 'lang="en"' in await page("xx")


async def test_without_a_room_the_visitor_is_asked_to_get_a_link(browser, base: str, token: str):
    async with browser.get(base + "/", headers={"Accept-Language": "en"}) as answer:
        assert answer.status == 404
        assert "ask the host" in await answer.text()
        assert token not in await answer.text()


async def test_who_was_in_a_room_is_led_back_to_it(browser, base: str, token: str):
    async with browser.get(f"{base}/r/{token}"):
        pass
    async with browser.get(base + "/", allow_redirects=False) as answer:
        assert answer.status == 302
        assert answer.headers["Location"] == f"/r/{token}"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8013", "192.0.2.7", "", "127.0.0.1@evil.example"])
async def test_another_host_name_is_misdirected(browser, base: str, token: str, host: str):
    for path in ("/", f"/r/{token}", f"/r/{token}/socket", "/page/index.html"):
        async with browser.get(base + path, headers={"Host": host, "Origin": f"http://{host}"}) as answer:
            assert answer.status == 421
            assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1234", "127.0.0.1", "[::1]:8013"])
async def test_the_names_of_this_computer_are_let_in(browser, base: str, token: str, host: str):
    async with browser.get(f"{base}/r/{token}", headers={"Host": host}) as answer:
        assert answer.status == 200


async def test_a_name_that_the_host_has_allowed_reaches_the_room_and_its_socket(browser, service, settings: Settings):
    made = WebPlatform(service, service.database, settings.model_copy(update={"allowed_hosts": "play.example.org"}))
    await made.start()
    room = f"http://127.0.0.1:{made.port}/r/{made._rooms.first.token}"
    headers = {"Host": "Play.Example.org:8443", "Origin": "https://play.example.org:8443"}
    async with browser.get(room, headers=headers) as answer:
        assert answer.status == 200
    async with browser.ws_connect(f"{room}/socket", headers=headers) as socket:
        assert not socket.closed
    async with browser.get(room, headers={"Host": "example.org"}) as answer:
        assert answer.status == 421
    await made.stop()


async def test_the_start_up_link_makes_its_first_visitor_the_admin_and_nobody_else(
    platform: WebPlatform, base: str, token: str
):
    [line] = platform.announce()
    link = line[line.index("http") :]
    assert link.startswith(f"{base}/r/{token}?admin=")
    query = link[link.index("?") :]
    visitors = [Visitor(base, token) for _ in range(3)]
    await visitors[1].visit("?admin=guess")
    for visitor in (visitors[0], visitors[2]):
        async with visitor.session.get(visitor.url + query, allow_redirects=False) as answer:
            assert answer.status == 302
            assert answer.headers["Location"] == f"/r/{token}"
    for visitor in visitors:
        await visitor.connect(name="小明")

    assert [visitor.welcome["admin"] for visitor in visitors] == [True, False, False]
    for visitor in visitors:
        await visitor.leave()


async def test_the_admin_stays_one_after_a_restart(platform: WebPlatform, service, settings, base: str, token: str):
    visitor = Visitor(base, token)
    await visitor.visit(f"?admin={platform._pages.admin.word}")
    await platform.stop()
    again = WebPlatform(service, service.database, settings)
    await again.start()
    back = Visitor(f"http://127.0.0.1:{again.port}", token)
    back.session.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in visitor.session.cookie_jar})
    await back.connect()

    assert back.welcome["admin"] is True
    assert again._rooms.first.token == token
    await visitor.leave()
    await back.leave()
    await again.stop()


async def test_a_look_at_the_start_up_link_does_not_use_it_up(platform: WebPlatform, browser, base: str, token: str):
    async with browser.head(f"{base}/r/{token}?admin={platform._pages.admin.word}") as answer:
        assert answer.status == 405
    visitor = Visitor(base, token)
    await visitor.visit(f"?admin={platform._pages.admin.word}")
    await visitor.connect()

    assert visitor.welcome["admin"] is True
    await visitor.leave()


@pytest.mark.parametrize(
    ("path", "kind", "part"),
    [
        ("/page/index.html", "text/html", b"<!doctype html>"),
        ("/page/main.js", "text/javascript", b"import"),
        ("/page/style.css", "text/css", b"{"),
        ("/art/cards.svg", "image/svg+xml", b'id="c-As"'),
        ("/verifier/verify.py", "text/x-python", b"def fault"),
        ("/verifier/verify.js", "text/javascript", b"export"),
        ("/verifier/sha256.js", "text/javascript", b"export"),
    ],
)
async def test_files_are_served_with_their_type_and_not_sent_twice(
    browser, base: str, path: str, kind: str, part: bytes
):
    async with browser.get(base + path) as answer:
        assert answer.status == 200
        assert answer.content_type == kind
        assert part in await answer.read()
        tag = answer.headers["ETag"]
    async with browser.get(base + path, headers={"If-None-Match": tag}) as again:
        assert again.status == 304
        assert await again.read() == b""


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/%2e%2e%2fserver.py",
        "/page/..%2f..%2f..%2fconfig.py",
        "/page/",
        "/page/none.js",
        "/page/__init__.py",
        "/art/__init__.py",
        "/art/%2e%2e/config.py",
        "/verifier/package.json",
        "/verifier/__init__.py",
        "/static/x",
        "/r/",
        "/r/{token}/",
        "/r/{token}/other",
        "/proof/{token}",
    ],
)
async def test_nothing_else_is_served(browser, base: str, token: str, path: str):
    address = base + path.format(token=token)
    async with browser.get(aiohttp.client.URL(address, encoded=True)) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
async def test_nothing_can_be_sent_but_over_the_socket(browser, base: str, token: str, method: str):
    async with browser.request(method, f"{base}/r/{token}") as answer:
        assert answer.status == 405


async def test_a_tables_records_are_downloaded_by_who_knows_its_room(
    browser, base: str, token: str, service: ScriptedService
):
    service.records[TableId(42), ChatId("web:1")] = [{"v": "shisanzhi/fair-deal/1"}]
    service.records[TableId(43), ChatId("web:2")] = [{"v": "shisanzhi/fair-deal/1"}]
    for name in ("t42", "42"):
        async with browser.get(f"{base}/proof/{token}/{name}?serial=18") as answer:
            assert answer.status == 200
            assert answer.content_type == "application/json"
            assert answer.headers["Content-Disposition"] == 'attachment; filename="shisanzhi-t42-18.json"'
            assert answer.headers["Cache-Control"] == "no-store"
            assert json.loads(await answer.text()) == [{"v": "shisanzhi/fair-deal/1"}]
    for path in (
        f"{token}/t43",
        f"{token}/t44",
        f"{token}/t0",
        f"{token}/t9223372036854775808",
        f"{token}/t99999999999999999999",
        f"{token}/x",
        f"{token}/t42?serial=x",
        f"{token}/t42?serial=-1",
        f"{token}/t42?serial=99999999999",
        "other/t42",
    ):
        async with browser.get(f"{base}/proof/{path}") as answer:
            assert answer.status == 404, path


async def test_a_record_that_is_not_there_is_not_found(browser, base: str, token: str):
    async with browser.get(f"{base}/proof/{token}/t42?serial=3") as answer:
        assert answer.status == 404


async def test_garbage_instead_of_a_request_is_answered_and_forgotten(platform: WebPlatform, browser, base: str):
    reader, writer = await asyncio.open_connection("127.0.0.1", platform.port)
    writer.write(b"\x16\x03\x01\x02\x00garbage\r\n\r\n")
    assert b"400" in await asyncio.wait_for(reader.read(100), 30)
    writer.close()

    async with browser.get(base + "/page/index.html") as answer:
        assert answer.status == 200
