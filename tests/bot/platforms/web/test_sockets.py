import asyncio

import pytest

from bot.i18n import catalog
from bot.platforms.base import Address
from bot.platforms.web import WebPlatform, connections
from bot.screens.model import Button, Name, Screen, Text
from bot.service import Reply
from core.errors import Illegal
from core.ids import ChatId
from tests.bot.platforms.web.scripted import ScriptedService, shown
from tests.visitors import Visitor

CHAT = ChatId("web:1")
CHINESE, ENGLISH = catalog("zh-TW"), catalog("en")


async def test_a_visitor_is_welcomed_with_a_name_words_and_who_is_here(arrive):
    one = await arrive("小明")
    two = await arrive("阿嬤", language="en")
    await one.until(lambda: len(one.people) == 2)

    assert one.welcome["name"] == "小明"
    assert one.welcome["person"].startswith("web:")
    assert len(one.welcome["person"]) == len("web:") + 12
    assert one.welcome["admin"] is False
    assert one.welcome["room"] == "客廳"
    assert one.welcome["now"] == 1_800_000_000_000
    assert one.welcome["language"] == "zh-TW"
    assert ["en", "English"] in one.welcome["languages"]
    assert one.welcome["words"]["web/send"] == "傳送"
    assert two.welcome["words"]["web/send"] == ENGLISH.text("web/send")
    assert one.people == ["小明", "阿嬤"]
    assert one.hand is None
    assert one.welcome["person"] != two.welcome["person"]


async def test_who_has_no_name_sees_the_room_but_cannot_act(arrive, service: ScriptedService):
    nobody = await arrive(None)

    answers = [await nobody.press("1.j.1.0."), await nobody.say("hello"), await nobody.say("/rank")]

    assert nobody.welcome["name"] is None
    assert [answer["ok"] for answer in answers] == [False, False, False]
    assert answers[0]["toast"] == CHINESE.text("web/name-first")
    assert service.asked == []
    assert nobody.people == []


async def test_a_name_is_given_later_and_shown_to_all(arrive):
    one, two = await arrive("小明"), await arrive(None)

    answer = await two.ask({"type": "name", "name": "  阿嬤 "})
    await one.until(lambda: "阿嬤" in one.people)
    await two.until(lambda: two.welcome["name"] == "阿嬤")

    assert answer["ok"] is True
    assert answer["toast"] is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 200, "\u202e\u200b", "x" * 5000])
async def test_a_bad_name_is_refused_and_asked_for_again(arrive, name: str):
    visitor = await arrive(name)

    answer = await visitor.ask({"type": "name", "name": name})

    assert visitor.welcome["name"] is None
    assert answer["ok"] is False
    assert answer["toast"] == CHINESE.text("player/name-bad")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("<script>alert(1)", "<script>alert(1)"),
        ("\u202eevil\u202c", "evil"),
        ("z" + "\u0316" * 50, "z\u0316\u0316"),
        ("{0} %s &lt;", "{0} %s &lt;"),
        ("'); DROP", "'); DROP"),
    ],
)
async def test_strange_names_are_shown_as_typed_without_what_cannot_be_seen(arrive, typed: str, name: str):
    visitor = await arrive(typed)
    await visitor.say("hello")
    await visitor.until(lambda: bool(visitor.messages))

    assert visitor.welcome["name"] == name
    assert visitor.people == [name]
    assert visitor.messages[1]["author"] == name


async def test_the_second_of_a_name_gets_a_number_and_is_told(arrive):
    await arrive("小明")
    second = await arrive(None)

    answer = await second.ask({"type": "name", "name": "小明"})
    await second.until(lambda: second.welcome["name"] == "小明 2")

    assert answer["ok"] is True
    assert answer["toast"] == CHINESE.text("web/name-taken", {"name": Name("小明 2")})
    assert (await arrive("小明")).welcome["name"] == "小明 3"


async def test_ten_who_want_one_name_at_the_same_moment_get_ten_names(arrive):
    nameless = [await arrive(None) for _ in range(5)]
    coming = [arrive("小明") for _ in range(5)]

    await asyncio.gather(*coming, *(one.ask({"type": "name", "name": "小明"}) for one in nameless))
    watcher = await arrive("看")

    assert len(watcher.people) == 11
    assert len(set(watcher.people)) == 11


async def test_the_cookie_keeps_name_and_person_over_reloads(arrive):
    visitor = await arrive("小明")
    person = visitor.welcome["person"]
    await visitor.disconnect()

    await visitor.enter("someone else")

    assert visitor.welcome["person"] == person
    assert visitor.welcome["name"] == "小明"


async def test_a_press_reaches_the_game_as_this_person_and_is_answered(arrive, service: ScriptedService):
    service.answers["1.j.1.0."] = Reply(Text("player/already-seated", {"n": 2}), shown("why", "language/name"))
    visitor = await arrive("小明", language="en")

    answer = await visitor.press("1.j.1.0.", {"number": "4821"}, id="press-1")

    [(actor, chat, token, fields, press)] = service.asked
    assert (actor.person, actor.name, actor.admin) == (visitor.welcome["person"], "小明", False)
    assert (chat, token, fields) == (CHAT, "1.j.1.0.", {"number": "4821"})
    assert press == f"{actor.person}:press-1"
    assert answer["ok"] is True
    assert answer["toast"] == ENGLISH.text("player/already-seated", {"n": 2})
    assert answer["screen"]["blocks"][0]["line"]["parts"] == ["English"]


async def test_a_refusal_of_the_game_is_a_private_answer(arrive, service: ScriptedService):
    service.answers["1.s.1.0."] = Illegal("host/only", host="阿嬤")
    one, two = await arrive("小明"), await arrive("阿嬤")

    answer = await one.press("1.s.1.0.")

    assert answer["ok"] is False
    assert answer["toast"] == CHINESE.text("host/only", {"host": "阿嬤"})
    assert "阿嬤" in answer["toast"]
    assert two.messages == {}


async def test_a_failure_of_our_own_is_answered_and_the_next_press_works(arrive, service: ScriptedService, capsys):
    service.answers["1.s.1.0."] = RuntimeError("planted")
    visitor = await arrive("小明")

    answer = await visitor.press("1.s.1.0.")

    assert answer["ok"] is False
    assert answer["toast"] == CHINESE.text("web/trouble")
    assert (await visitor.press("1.j.1.0."))["ok"] is True


async def test_a_hand_goes_to_all_pages_of_its_person_and_to_no_other(arrive, service: ScriptedService):
    one, other = await arrive("小明"), await arrive("阿嬤")
    tab = Visitor(one.base, one.token)
    tab.session.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in one.session.cookie_jar})
    await tab.connect()
    service.answers["1.p.1.1.f0"] = Reply(screen=shown("hand", "my cards"))

    answer = await one.press("1.p.1.1.f0")
    await tab.until(lambda: tab.hand is not None)
    await one.until(lambda: one.hand is not None)

    assert tab.welcome["person"] == one.welcome["person"]
    assert answer["screen"] is None
    assert one.hand == tab.hand
    assert other.hand is None
    assert "my cards" not in "".join(other.received)
    assert other.people == ["小明", "阿嬤"]
    await tab.leave()


async def test_a_line_of_chat_is_shown_to_all_once_however_often_it_is_sent(arrive):
    one, two = await arrive("小明"), await arrive("阿嬤")

    for _ in range(2):
        assert (await one.ask({"type": "say", "id": "line-1", "text": "大家\n好 <b>"}))["ok"] is True
    await two.say("hello")
    await one.until(lambda: 2 in one.messages)

    assert sorted(one.messages) == [1, 2]
    assert one.messages[1]["author"] == "小明"
    assert one.messages[1]["text"] == "大家 好 <b>"
    assert one.messages[1]["screen"] is None
    assert two.messages == one.messages


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "x" * 501, "字" * 2000])
async def test_a_line_of_nothing_or_too_much_is_refused(arrive, text: str):
    visitor = await arrive("小明")

    answer = await visitor.say(text)

    assert answer["ok"] is False
    assert answer["toast"] == CHINESE.text("web/line-long", {"n": 500})
    assert visitor.messages == {}


@pytest.mark.parametrize("typed", ["/rank", " /rank ", "／rank"])
async def test_a_command_goes_to_the_game_and_is_no_line_of_chat(arrive, service: ScriptedService, typed: str):
    service.answers["/rank"] = Reply(screen=shown("rank", "first"))
    visitor = await arrive("小明")

    answer = await visitor.say(typed)

    assert [asked[2] for asked in service.asked] == ["/rank"]
    assert answer["screen"]["kind"] == "rank"
    assert visitor.messages == {}


async def test_a_proof_can_be_downloaded_with_what_checks_it(arrive, service: ScriptedService, token: str):
    proof = Screen("proof", (), ((Button(Text("button/rules"), "1.ru.16.i.joker"),),))
    service.answers["/verify"] = Reply(screen=proof)
    visitor = await arrive("小明")

    answer = await visitor.say("/verify")

    assert [button["link"] for row in answer["screen"]["buttons"] for button in row] == [
        f"/proof/{token}/t42?serial=18",
        "/verifier/verify.py",
        "",
    ]


async def test_another_language_changes_words_messages_and_hand_at_once_and_for_good(
    arrive, service: ScriptedService, platform: WebPlatform
):
    visitor = await arrive("小明")
    service.hands[visitor.welcome["person"]] = shown("hand", "language/name")
    await platform.post(Address(CHAT), shown("lobby", "language/name"), nonce="1")
    await visitor.until(lambda: 1 in visitor.messages)
    assert visitor.screens[0]["blocks"][0]["line"]["parts"] == ["繁體中文"]

    answer = await visitor.ask({"type": "language", "language": "en"})
    await visitor.until(lambda: bool(visitor.hand))

    assert answer["ok"] is True
    assert visitor.welcome["language"] == "en"
    assert visitor.screens[0]["blocks"][0]["line"]["parts"] == ["English"]
    assert visitor.hand["blocks"][0]["line"]["parts"] == ["English"]
    await visitor.disconnect()
    await visitor.enter(language="zh-TW")
    assert visitor.welcome["language"] == "en"


async def test_only_the_admin_makes_one_more_room(arrive, platform: WebPlatform, base: str, token: str):
    guest = await arrive("小明")
    host = Visitor(base, token)
    await host.visit(f"?admin={platform._pages.admin.word}")
    await host.connect(name="主人")

    refused = await guest.say("/room")
    made = await host.say("/room 書房")

    assert refused["toast"] == CHINESE.text("web/admin-only")
    [[button]] = made["screen"]["buttons"]
    assert made["screen"]["blocks"][-1]["line"]["parts"] == [base + button["link"]]
    elsewhere = await arrive("小明", room=button["link"].removeprefix("/r/"))
    assert elsewhere.welcome["room"] == "書房"
    assert elsewhere.welcome["name"] == "小明"
    assert elsewhere.people == ["小明"]
    await elsewhere.say("only here")
    await host.say("only there")
    await elsewhere.until(lambda: bool(elsewhere.messages))
    assert [one["text"] for one in elsewhere.messages.values()] == ["only here"]
    await host.leave()


async def test_a_ninth_page_of_one_person_closes_the_first(arrive):
    first = await arrive("小明")
    tabs = [first]
    for _ in range(8):
        tabs.append(Visitor(first.base, first.token))
        tabs[-1].session.cookie_jar.update_cookies({one.key: one.value for one in first.session.cookie_jar})
        await tabs[-1].connect()
    await first.until(lambda: first.over)

    assert first.bye == "web/elsewhere"
    assert [tab.over for tab in tabs[1:]] == [False] * 8
    assert tabs[-1].people == ["小明"]
    for tab in tabs[1:]:
        await tab.leave()


async def test_a_full_room_turns_new_people_away_but_lets_its_own_back_in(arrive, monkeypatch):
    monkeypatch.setattr(connections, "PEOPLE_A_ROOM", 2)
    one, _ = await arrive("小明"), await arrive("阿嬤")

    third = await arrive("小美")
    await one.disconnect()
    third_again = await arrive("小美")
    await one.connect()

    assert third.bye == "web/full"
    assert third_again.welcome["name"] == "小美"
    assert one.bye == "web/full"


async def test_a_ping_tells_the_servers_clock(arrive):
    visitor = await arrive("小明")
    visitor.welcome["now"] = 0

    await visitor.send({"type": "ping"})
    await visitor.until(lambda: visitor.welcome["now"] == 1_800_000_000_000)


async def test_presses_of_one_person_are_taken_in_their_order(arrive, service: ScriptedService):
    visitor = await arrive("小明")
    service.waits.clear()

    answers = asyncio.gather(*(visitor.press(f"1.p.1.1.f{n}") for n in range(8)))
    await asyncio.sleep(0.1)
    service.waits.set()
    await answers

    assert [asked[2] for asked in service.asked] == [f"1.p.1.1.f{n}" for n in range(8)]
