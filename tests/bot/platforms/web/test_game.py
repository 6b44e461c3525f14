"""The browser room with the real service, worker and database: what people see, and what nobody gets to see."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.config import Settings
from bot.i18n import catalog
from bot.platforms.web import WebPlatform
from bot.service import Service
from bot.tokens import Token, Verb, parse, show
from bot.verifier import verify
from bot.worker import Wake, Worker
from core.ids import TableId
from core.table.codec import dump
from storage import store
from storage.engine import Database
from tests.fakes import FakeClock, FakeEntropy
from tests.visitors import Json, Visitor, tokens_of

NAMES = ("小明", "阿嬤", "小美", "爸爸")


class Room:
    """A running room; `people` are the browsers in it."""

    def __init__(self, database: Database, service: Service, *, platform: WebPlatform, clock: FakeClock) -> None:
        self.database = database
        self.service = service
        self.platform = platform
        self.clock = clock
        self.people: list[Visitor] = []

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.platform.port}"

    async def enter(self, name: str, room: str = "") -> Visitor:
        self.people.append(Visitor(self.base, room or self.platform._rooms.first.token))
        return await self.people[-1].enter(name)

    async def table(self, chat: str = "web:1"):
        return await self.database.read(lambda connection: store.live_table(connection, chat))


@asynccontextmanager
async def opened(path: Path, clock: FakeClock) -> AsyncIterator[Room]:
    """Start the room on a database file, and end it in order."""
    database = await Database.open(path / "game.db")
    wake = Wake()
    settings = Settings(_env_file=None, database=path / "game.db", port=0)
    service = Service(database, settings=settings, clock=clock, entropy=FakeEntropy(), stirred=wake.stir)
    platform = WebPlatform(service, database, settings)
    worker = Worker(service, [platform], wake=wake)
    await platform.start()
    worker.start()
    room = Room(database, service, platform=platform, clock=clock)
    try:
        yield room
    finally:
        for visitor in room.people:
            await visitor.leave()
        await worker.stop()
        await platform.stop()
        await database.close()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened(tmp_path, FakeClock()) as made:
        yield made


def buttons(screen: Json | None, verb: Verb, arg: str = "") -> list[str]:
    """The tokens of such buttons."""
    tokens = tokens_of(screen) if screen else []
    return [token for token in tokens if parse(token).verb is verb and parse(token).arg.startswith(arg)]


def button(screen: Json | None, verb: Verb, arg: str = "") -> str:
    """The token of this button."""
    return buttons(screen, verb, arg)[0]


async def offered(visitor: Visitor, verb: Verb, arg: str = "") -> str:
    """The token of a button of the newest public screen, once it stands there."""
    await visitor.until(lambda: bool(visitor.screens) and bool(buttons(visitor.screens[-1], verb, arg)))
    return button(visitor.screens[-1], verb, arg)


async def shown(visitor: Visitor, kind: str) -> Json:
    """The first public screen of this kind, once there is one."""
    await visitor.until(lambda: any(screen["kind"] == kind for screen in visitor.screens))
    return next(screen for screen in visitor.screens if screen["kind"] == kind)


async def seated(room: Room) -> list[Visitor]:
    """Four people at a table; the first is host."""
    people = [await room.enter(name) for name in NAMES]
    assert (await people[0].say("/shisanzhi start joker 2 90"))["ok"] is True
    for visitor in people[1:]:
        assert (await visitor.press(await offered(visitor, Verb.JOIN)))["ok"] is True
    return people


async def dealt(room: Room) -> list[Visitor]:
    """Four people who hold their cards."""
    people = await seated(room)
    assert (await people[0].press(await offered(people[0], Verb.START)))["ok"] is True
    for visitor in people:
        token = await offered(visitor, Verb.CUT, "2")
        room.clock.pass_by(1)
        answer = await visitor.press(token)
        assert answer["ok"] is True, answer
    for visitor in people:
        await visitor.until(lambda visitor=visitor: visitor.hand is not None)
    return people


def panel(visitor: Visitor) -> Json:
    """The panel of a visitor's hand."""
    assert visitor.hand is not None
    return next(block["panel"] for block in visitor.hand["blocks"] if "panel" in block)


def cards(visitor: Visitor) -> list[str]:
    """The cards of a visitor."""
    return [card["card"] for card in panel(visitor)["cards"]]


async def submitted(visitor: Visitor) -> Json:
    """Take the suggestion and send it."""
    assert visitor.hand is not None
    await visitor.press(button(visitor.hand, Verb.SUGGEST))
    await visitor.until(lambda: all(len(row["cards"]) == row["size"] for row in panel(visitor)["rows"]))
    return await visitor.press(button(visitor.hand, Verb.SUBMIT))


async def test_four_people_play_a_round_from_the_first_line_to_the_proof(room: Room):
    people = await dealt(room)
    assert [len(cards(visitor)) for visitor in people] == [17, 17, 17, 17]
    watcher = await room.enter("看")

    for visitor in people:
        assert (await submitted(visitor))["ok"] is True
    for visitor in (*people, watcher):
        result = await shown(visitor, "result")
    reveal = next(block["reveal"] for block in result["blocks"] if "reveal" in block)

    assert sorted(strip["name"] for strip in reveal["strips"]) == sorted(NAMES)
    assert "arranging" not in {screen["kind"] for screen in watcher.screens}
    for visitor in people:
        await visitor.until(lambda visitor=visitor: visitor.hand["kind"] == "coach")
    assert watcher.hand is None
    async with watcher.session.get(f"{room.base}/proof/{watcher.token}/t1?serial=1") as answer:
        records = json.loads(await answer.text())
    assert verify.fault(records[0]) is None
    assert [person["id"] for person in records[0]["people"]] == [visitor.welcome["person"] for visitor in people]


async def test_a_proof_is_reached_from_the_result(room: Room):
    people = await dealt(room)
    for visitor in people:
        await submitted(visitor)
    result = await shown(people[0], "result")

    answer = await people[0].press(button(result, Verb.VERIFY))

    links = [each["link"] for row in answer["screen"]["buttons"] for each in row if each["link"]]
    async with people[0].session.get(room.base + links[0]) as download:
        assert download.status == 200
        assert json.loads(await download.text())[0]["context"]["serial"] == 1


async def test_a_proof_before_the_end_offers_nothing_to_download(room: Room):
    [host, *_] = await dealt(room)

    answer = await host.say("/verify")

    assert answer["ok"] is True
    assert not [each["link"] for row in answer["screen"]["buttons"] for each in row if each["link"]]


async def test_a_language_chosen_by_command_changes_all_pages_of_its_person_at_once(room: Room):
    people = await dealt(room)
    seat = panel(people[0])

    answer = await people[0].say("/language en")
    assert catalog("en").text("language/done") == answer["toast"]
    await people[0].until(lambda: people[0].welcome["language"] == "en")
    await people[0].until(
        lambda: bool(people[0].hand) and panel(people[0])["rows"][0]["title"] != seat["rows"][0]["title"]
    )

    assert answer["ok"] is True
    assert people[0].welcome["words"] != people[1].welcome["words"]
    assert [card["card"] for card in panel(people[0])["cards"]] == [card["card"] for card in seat["cards"]]


async def test_a_fifth_person_finds_the_table_full_and_waits_for_the_next_seat(room: Room):
    people = await seated(room)
    fifth = await room.enter("姨")

    answer = await fifth.press(show(Token(Verb.JOIN, TableId(1), 0)))

    assert answer["ok"] is True
    assert "下一位" in answer["toast"]
    table = await room.table()
    assert [seat.name for seat in table.seats] == list(NAMES)
    assert [waiter.person for waiter in table.queue] == [fifth.welcome["person"]]
    await people[3].press(show(Token(Verb.LEAVE, TableId(1), 0)))
    assert [seat.name for seat in (await room.table()).seats] == [*NAMES[:3], "姨"]


async def test_two_pages_of_one_person_show_the_same_hand(room: Room):
    people = await dealt(room)
    tab = Visitor(room.base, people[0].token)
    room.people.append(tab)
    tab.session.cookie_jar.update_cookies({one.key: one.value for one in people[0].session.cookie_jar})
    await tab.connect()

    assert cards(tab) == cards(people[0])
    await tab.press(panel(tab)["cards"][0]["tokens"]["front"])
    await people[0].until(lambda: panel(people[0])["cards"][0]["place"] == "front")

    assert panel(tab) == panel(people[0])


async def test_a_press_sent_twice_counts_once(room: Room):
    [host, *_] = await seated(room)
    token = await offered(host, Verb.START)

    first = await host.press(token, id="same")
    again = await host.press(token, id="same")

    assert (first["ok"], first["toast"]) == (again["ok"], again["toast"])
    assert (await room.table()).serial == 1


async def test_the_press_ids_of_others_cannot_be_used_up(room: Room):
    people = await dealt(room)
    token = panel(people[0])["cards"][0]["tokens"]["front"]

    await people[1].press(panel(people[1])["cards"][1]["tokens"]["back"], id="same")
    await people[0].press(token, id="same")
    await people[0].until(lambda: panel(people[0])["cards"][0]["place"] == "front")

    assert panel(people[1])["cards"][1]["place"] == "back"


async def test_nobody_gets_or_moves_anothers_cards_whatever_they_press(room: Room, tmp_path: Path):
    people = await dealt(room)
    victim = people[1]
    made = await room.platform._rooms.make("elsewhere")
    outsider, stranger = await room.enter("外人"), await room.enter("別房", room=made.token)
    assert (await stranger.say("/shisanzhi start joker 2 90 電腦3"))["ok"] is True
    await victim.press(panel(victim)["cards"][0]["tokens"]["front"])
    await victim.until(lambda: panel(victim)["cards"][0]["place"] == "front")
    hers, placed = set(cards(victim)), [card["place"] for card in panel(victim)["cards"]]
    held = dump(await room.table())
    tokens = [token for token in tokens_of(victim.hand) if parse(token).verb not in {Verb.AUTOPILOT, Verb.SUBMIT}]

    for intruder in (outsider, stranger, people[2], people[0]):
        before = len(intruder.received)
        own = set(cards(intruder)) if intruder.hand else set()
        for token in (*tokens, *map(forged, tokens), show(Token(Verb.HAND, TableId(1), 1))):
            room.platform._sockets.connections._guests.clear()
            answer = await intruder.press(token, {"cards": "0,1,2"})
            shown = {card["card"] for screen in [answer["screen"]] if screen for card in found(screen)}
            assert not shown - own, token
            if intruder in {outsider, stranger}:
                assert answer["ok"] is False or answer["screen"]["kind"] in {"rules", "help"}, token
        seen = {card["card"] for frame in intruder.received[before:] for card in found(json.loads(frame))}
        assert seen <= own

    hand = await room.service.hand(victim.welcome["person"], "web:1")
    assert hand is not None
    assert [card["place"] for card in panel(victim)["cards"]] == placed
    assert set(cards(victim)) == hers
    assert dump(await room.table()) == held


async def test_before_the_showdown_no_frame_to_others_holds_cards_salts_or_secrets(room: Room):
    watcher = await room.enter("看")
    people = await dealt(room)
    await submitted(people[0])
    await watcher.say("still watching")
    await watcher.until(lambda: any(one["text"] == "still watching" for one in watcher.messages.values()))
    table = await room.table()
    secrets = [table.opening.secret, *table.opening.salts, *(play.salt for play in table.deal.plays)]

    for visitor in (watcher, *people):
        text = "".join(visitor.received)
        assert not [secret for secret in secrets if secret and secret in text]
        own = set(cards(visitor)) if visitor.hand else set()
        assert {card["card"] for frame in visitor.received for card in found(json.loads(frame))} <= own
    for private in ("panel", "suggestion"):
        assert f'"{private}"' not in "".join(watcher.received)


async def test_a_restart_in_the_middle_keeps_seats_cards_and_what_was_placed(tmp_path: Path):
    clock = FakeClock()
    async with opened(tmp_path, clock) as room:
        people = await dealt(room)
        await people[0].press(panel(people[0])["cards"][2]["tokens"]["back"])
        await people[0].until(lambda: panel(people[0])["cards"][2]["place"] == "back")
        await submitted(people[1])
        before = [panel(visitor) for visitor in people]
        jars = [{one.key: one.value for one in visitor.session.cookie_jar} for visitor in people]
        last = max(people[0].messages)
        token = people[0].token
    async with opened(tmp_path, clock) as room:
        back = [Visitor(room.base, token) for _ in jars]
        room.people += back
        for visitor, jar in zip(back, jars, strict=True):
            visitor.session.cookie_jar.update_cookies(jar)
            await visitor.connect(after=last)

        assert [visitor.welcome["name"] for visitor in back] == list(NAMES)
        assert [cards(visitor) for visitor in back] == [[card["card"] for card in each["cards"]] for each in before]
        assert panel(back[0])["cards"][2]["place"] == "back"
        assert [panel(visitor)["submitted"] for visitor in back] == [False, True, False, False]
        for visitor in (back[0], *back[2:]):
            assert (await submitted(visitor))["ok"] is True
        await shown(back[0], "result")


def forged(token: str) -> str:
    """The same button of another table, as somebody would type it."""
    read = parse(token)
    return show(Token(read.verb, TableId(read.table + 1), read.serial, read.arg))


def found(part: object) -> list[Json]:
    """Every card that lies anywhere in a frame, as `{"card": …}`."""
    if isinstance(part, dict):
        here = [{"card": part["card"]}] if isinstance(part.get("card"), str) else []
        listed = part.get("cards")
        here += [{"card": card} for card in listed if isinstance(card, str)] if isinstance(listed, list) else []
        return here + [card for value in part.values() for card in found(value)]
    return [card for value in part for card in found(value)] if isinstance(part, list) else []
