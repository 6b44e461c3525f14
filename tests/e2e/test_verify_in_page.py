"""The verifier that the page uses, in real Chromium: with the browser's own cryptography and, on plain http, without."""

import copy
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="playwright is not installed; it comes with the extra `test`")

from aiohttp import web
from playwright.async_api import Browser, Route

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "bot" / "verifier"
VECTORS = json.loads((ROOT / "tests" / "golden" / "fair-deal.json").read_text(encoding="utf-8"))
EMPTY = "<!doctype html><title>verify</title>"

CHECK = """async (vectors) => {
  const verify = await import("/verify.js");
  const wrong = [];
  let done = 0;
  const same = (expected, actual, what) => {
    done += 1;
    if (JSON.stringify(expected) !== JSON.stringify(actual)) wrong.push(`${what}: ${expected} but ${actual}`);
  };
  const counted = async function* (bytes, used) { for (const byte of bytes) { used.count += 1; yield byte; } };
  for (const { label, fields, frame, digest } of vectors.frames) {
    same(frame, verify.toHex(verify.frame(label, ...fields)), `frame of ${label}`);
    same(digest, await verify.digest(label, ...fields), `digest of ${label}`);
  }
  for (const { size, cards } of vectors.decks) same(cards, verify.DECKS.get(size).join(" "), `deck of ${size}`);
  for (const { secret, closed, name, first } of vectors.streams) {
    const bytes = [];
    for await (const byte of verify.stream(secret, closed, name)) if (bytes.push(byte) * 2 === first.length) break;
    same(first, verify.toHex(bytes), `stream ${name}`);
  }
  for (const { bytes, bound, used, number } of vectors.draws) {
    const taken = { count: 0 };
    same(number, await verify.draw(counted(verify.fromHex(bytes), taken), bound), `draw below ${bound}`);
    same(used, taken.count, "bytes used");
  }
  for (const { value, tag } of vectors.tags) same(tag, verify.tag(value), `tag of ${value}`);
  for (const [name, record] of Object.entries(vectors.records)) same(null, await verify.fault(record), name);
  for (const { records, faults } of vectors.chains) {
    const chain = records.map((name) => vectors.records[name]);
    for (const [n, record] of chain.entries()) same(faults[n], await verify.fault(record, chain[n - 1] ?? null), "chain");
  }
  for (const { record, fault, about } of vectors.forged) same(fault, await verify.fault(record), about);
  return { wrong, done, secure: isSecureContext, subtle: Boolean(crypto.subtle) };
}"""


def forged() -> list[dict[str, Any]]:
    """Every forgery of the vectors as a record and the check that finds it."""
    found = [*VECTORS["forged_records"]]
    for one in VECTORS["forgeries"]:
        record = copy.deepcopy(VECTORS["records"][one["of"]])
        spot: Any = record
        for step in one["path"][:-1]:
            spot = spot[step]
        if one["value"] == "<delete>":
            del spot[one["path"][-1]]
        else:
            spot[one["path"][-1]] = one["value"]
        found.append({"record": record, "fault": one["fault"], "about": f"{one['of']} {one['path']}"})
    return found


@pytest.fixture
async def origin() -> AsyncIterator[str]:
    """The verifier's files on a loopback address, which browsers hold for secure."""
    application = web.Application()
    application.router.add_get("/{name:.*}", _file)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}/"
    await runner.cleanup()


async def _file(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    return web.Response(text=_text(name), content_type=_kind(name))


def _kind(name: str) -> str:
    return "text/javascript" if name else "text/html"


def _text(name: str) -> str:
    return (VERIFIER / name).read_text(encoding="utf-8") if name else EMPTY


async def _routed(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    await route.fulfill(body=_text(name), content_type=_kind(name))


async def checked(browser: Browser, address: str) -> dict[str, Any]:
    page = await browser.new_page()
    await page.route("http://plain.example/**", _routed)
    await page.goto(address)
    found: dict[str, Any] = await page.evaluate(CHECK, {**VECTORS, "forged": forged()})
    return found


async def test_on_a_secure_origin_all_vectors_hold_with_the_browsers_cryptography(
    browser: Browser, origin: str
) -> None:
    found = await checked(browser, origin)
    assert found["wrong"] == []
    assert (found["secure"], found["subtle"]) == (True, True)
    assert found["done"] > 100


async def test_on_a_plain_origin_all_vectors_hold_with_our_own_sha256(browser: Browser) -> None:
    found = await checked(browser, "http://plain.example/")
    assert found["wrong"] == []
    assert (found["secure"], found["subtle"]) == (False, False)
    assert found["done"] > 100
