"""What the admins of a chat decide: who may, what it does, and what a forged press gets."""

from functools import partial
from pathlib import Path

import pytest

from bot.screens.model import Line, Reveal, Screen, Text
from bot.service import Reply
from bot.tokens import Token, Verb, show
from core.ids import ChatId
from core.table import commands as c
from core.table.model import Options, Phase
from storage import manners, people, seasons
from storage.store import Connection
from tests.fakes import (
    ADMIN,
    CHAT,
    ELSEWHERE,
    PEOPLE,
    FakePlatform,
    House,
    buttons,
    house,
    refused,
    texts,
    token,
    until,
)

DISCORD = ChatId("discord:77")


def change(item: str, value: str) -> str:
    return show(Token(Verb.CHANGE, arg=f"{item}-{value}"))


async def settings(game: House) -> Screen:
    screen = (await game.say(ADMIN, "/shisanzhi settings")).screen
    assert screen is not None
    return screen


async def log(game: House) -> list[tuple[str, str, str]]:
    lines = await game.database.read(partial(manners.changes, chat=CHAT, limit=99))
    return [(line.item, line.before, line.after) for line in reversed(lines)]


def kind(reply: Reply) -> str:
    return "" if reply.screen is None else reply.screen.kind


async def test_an_admin_sees_everything_and_changes_it_by_two_presses(tmp_path: Path):
    async with house(tmp_path) as game:
        overview = await settings(game)
        assert overview.kind == "chat-settings"
        assert {"admin-game", "reveal", "open", "end", "pings", "quiet", "admin-season", "admin-log"} == set(
            buttons(overview)
        )
        item = (await game.press(ADMIN, token(overview, "pings"))).screen
        assert item is not None
        assert not buttons(item)["pings-waiting"].enabled
        done = await game.press(ADMIN, token(item, "pings-none"))
        assert done.toast is not None
        assert (done.toast.key, kind(done)) == ("admin/done", "chat-settings")
        assert (await game.database.read(partial(manners.manners, chat=CHAT))).pings == "none"
        back = await game.press(ADMIN, token(item, "admin-back"))
        assert back.screen == done.screen
        assert (await game.say(ADMIN, "/設定")).screen == done.screen


async def test_each_item_with_a_button_has_a_line_with_its_value(tmp_path: Path):
    async with house(tmp_path) as game:
        screen = await settings(game)
    items = {button.text.key for row in screen.buttons for button in row if button.text.key.startswith("admin-item/")}
    facts = [
        block.text.facts["item"] for block in screen.blocks if isinstance(block, Line) and "item" in block.text.facts
    ]
    told = {fact.key for fact in facts if isinstance(fact, Text)}
    assert "admin-item/reveal" in items
    assert items == told


async def test_every_change_stands_in_the_log_and_what_stays_does_not(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change("quiet", "on"))
        same = await game.press(ADMIN, change("quiet", "on"))
        assert same.toast is not None
        assert same.toast.key == "admin/same"
        await game.press(ADMIN, change("open", "admins"))
        form = buttons(await settings(game))["admin-game"]
        assert [each.name for each in form.fields] == ["rule_set", "rounds", "seconds", "hints", "level"]
        await game.press(ADMIN, form.token, rule_set="bonus", rounds="4", seconds="0", hints="on", level="normal")
        expected = [
            ("quiet", "off", "on"),
            ("open", "everyone", "admins"),
            ("rule_set", "joker", "bonus"),
            ("rounds", "8", "4"),
            ("seconds", "90", "0"),
        ]
        assert await log(game) == expected
        shown = (await game.press(ADMIN, token(await settings(game), "admin-log"))).screen
        assert shown is not None
        assert [line.text.key for line in shown.blocks].count("admin/log-line") == len(expected)  # type: ignore[union-attr]
        assert ADMIN.name in set(texts(shown))


async def test_the_usual_game_and_pace_are_those_of_the_next_table(tmp_path: Path):
    async with house(tmp_path) as game:
        form = buttons(await settings(game))["admin-game"]
        await game.press(ADMIN, form.token, rule_set="bonus", rounds="5", seconds="120", hints="off", level="hard")
        await game.press(ADMIN, change("reveal", "once"))
        await game.say(PEOPLE[0], "/shisanzhi start")
        options = (await game.table()).options
        assert options == Options("bonus", 5, 120, level="hard", reveal="once", hints="off", cut_seconds=20)
        await game.service.say(PEOPLE[1], ELSEWHERE, "/shisanzhi start", press="e")
        assert (await game.table(ELSEWHERE)).options == Options()


async def test_only_admins_may_and_rights_are_read_with_every_press(tmp_path: Path):
    async with house(tmp_path) as game:
        overview = await settings(game)
        demoted = c.Actor(ADMIN.person, ADMIN.name)
        assert (await refused(game.say(PEOPLE[0], "/settings"))).code == "perm/admin-only"
        for pressed in (token(overview, "pings"), change("pings", "none"), token(overview, "admin-log")):
            assert (await refused(game.press(demoted, pressed))).code == "perm/lost"
        form = token(overview, "admin-game")
        assert (await refused(game.press(demoted, form, rounds="3"))).code == "perm/lost"
        assert (await refused(game.press(demoted, show(Token(Verb.SEASON, arg="1"))))).code == "perm/lost"
        assert await log(game) == []


@pytest.mark.parametrize(
    "arg",
    [
        *("pings-loud", "pings-", "pings", "open-host", "end-everyone", "quiet-yes", "reveal-slow", "language-en"),
        *("rounds-3", "x-y", "-", "", "game-3", "season-1", "log-1", "defaults-1"),
    ],
)
async def test_what_no_button_offers_changes_nothing(tmp_path: Path, arg: str):
    async with house(tmp_path, works=False) as game:
        forged = show(Token(Verb.CHANGE, arg=arg))
        assert (await refused(game.press(ADMIN, forged))).code == "press/forged"
        assert (await refused(game.press(ADMIN, show(Token(Verb.CHAT, arg="nothing"))))).code == "press/forged"
        assert await log(game) == []
        assert await game.database.read(partial(manners.manners, chat=CHAT)) == manners.Manners()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rounds": "33"}, "settings/invalid"),
        ({"rounds": "0"}, "settings/invalid"),
        ({"seconds": "29"}, "settings/invalid"),
        ({"seconds": "9999999"}, "settings/unread"),
        ({"seconds": "-5"}, "settings/unread"),
        ({"rule_set": "poker"}, "settings/unread"),
        ({"level": "god"}, "settings/unread"),
        ({"hints": "all"}, "settings/unread"),
    ],
)
async def test_a_form_with_a_value_out_of_range_is_refused(tmp_path: Path, fields: dict[str, str], code: str):
    async with house(tmp_path, works=False) as game:
        form = token(await settings(game), "admin-game")
        assert (await refused(game.press(ADMIN, form, **{"rounds": "4", **fields}))).code == code
        assert await log(game) == []


async def test_a_form_changes_nothing_but_its_own_fields(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        form = token(await settings(game), "admin-game")
        await game.press(ADMIN, form, rounds="4", cut_seconds="60", result_seconds="30", reveal="once")
        assert await log(game) == [("rounds", "8", "4")]
        assert (await game.database.read(partial(people.chat, which=CHAT))).defaults == {"rounds": 4}


async def test_only_admins_open_tables_where_it_was_decided_so(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change("open", "admins"))
        assert (await refused(game.say(PEOPLE[0], "/shisanzhi start"))).code == "perm/open-admins"
        assert (await game.service.say(PEOPLE[0], ELSEWHERE, "/start", press="else")).toast is not None
        await game.say(ADMIN, "/shisanzhi start")
        assert (await game.table()).host == ADMIN.person


async def test_only_admins_end_tables_where_it_was_decided_so_and_the_host_votes(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(3)
        await game.press(ADMIN, change("end", "admins"))
        assert (await refused(game.say(PEOPLE[0], "/stop"))).code == "perm/end-admins"
        assert (await refused(game.say(PEOPLE[1], "/stop"))).code == "host/only"
        await game.do(PEOPLE[0], c.Start(fill=True))
        table = await game.table()
        now = show(Token(Verb.END_NOW, table.id, table.serial))
        assert (await refused(game.press(PEOPLE[0], now))).code == "perm/end-admins"
        assert (await refused(game.press(PEOPLE[1], now))).code == "host/only"
        voted = await game.say(PEOPLE[0], "/stop")
        assert voted.toast is not None
        assert voted.toast.key == "vote/counted"
        question = (await game.say(ADMIN, "/stop")).screen
        assert question is not None
        await game.press(ADMIN, token(question, "end-now"))
        assert (await game.table()).phase is Phase.ENDED


async def test_the_host_ends_a_table_where_nothing_was_decided(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        question = (await game.say(PEOPLE[0], "/stop")).screen
        assert question is not None
        await game.press(PEOPLE[0], token(question, "end-now"))
        assert (await game.table()).phase is Phase.ENDED


async def test_pings_at_the_start_call_all_who_play_but_those_who_want_none(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change("pings", "start"))
        await game.press(PEOPLE[1], show(Token(Verb.OWN, arg="nudges-off")))
        await game.begin(3)
        await game.quiet()
        assert game.platform.shown("cutting").ping == (PEOPLE[0].person, PEOPLE[2].person)
        await game.press(ADMIN, change("pings", "waiting"))
        await game.quiet()
        assert game.platform.shown("cutting").ping == ()


async def nudged(game: House) -> Screen:
    """The board after somebody has asked the others to hurry."""
    await game.deal(2)
    game.clock.pass_by(21)
    await game.press(PEOPLE[0], token(game.platform.shown("arranging"), "nudge"))
    await game.quiet()
    return game.platform.shown("arranging")


async def test_a_nudge_calls_those_who_are_waited_for_but_no_one_who_wants_none(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(PEOPLE[0], show(Token(Verb.OWN, arg="nudges-off")))
        await game.begin(2)
        board = await nudged(game)
        assert board.ping == (PEOPLE[1].person,)
        assert "board/nudged" in set(texts(board))
        await game.press(ADMIN, change("pings", "none"))
        await game.quiet()
        board = game.platform.shown("arranging")
        assert board.ping == ()
        assert "board/nudged" not in set(texts(board))


async def reminded(game: House) -> Screen:
    """The board of two people 20 s before the deadline."""
    await game.begin(2)
    dealt = (await game.deal(2)).deal
    assert dealt is not None
    assert dealt.deadline is not None
    game.clock.now = dealt.deadline - 20_000

    async def told() -> bool:
        now = (await game.table()).deal
        return now is not None and now.reminded_at is not None

    await until(told)
    await game.quiet()
    return game.platform.shown("arranging")


async def test_the_reminder_before_the_deadline_calls_those_who_want_to_be_called(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(PEOPLE[0], show(Token(Verb.OWN, arg="nudges-off")))
        board = await reminded(game)
        assert board.ping == (PEOPLE[1].person,)
        assert not board.silent


@pytest.mark.parametrize(("item", "value"), [("pings", "none"), ("quiet", "on")])
async def test_no_reminder_is_seen_where_nobody_is_called(tmp_path: Path, item: str, value: str):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change(item, value))
        board = await reminded(game)
        assert (board.ping, board.silent) == ((), True)
        assert "board/nudged" not in set(texts(board))


@pytest.mark.parametrize(("item", "value"), [("pings", "none"), ("quiet", "on")])
async def test_nobody_can_be_nudged_where_nobody_is_called(tmp_path: Path, item: str, value: str):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change(item, value))
        await game.begin(2)
        assert (await refused(nudged(game))).code == "nudge/off"


async def test_a_quiet_chat_sends_silently_and_turns_all_rows_over_at_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.press(ADMIN, change("pings", "start"))
        await game.press(ADMIN, change("quiet", "on"))
        await game.begin(2)
        await game.play_round(2)
        await game.quiet()
        assert {screen.kind for screen in game.platform.outgoing} >= {"lobby", "cutting", "arranging", "hand", "result"}
        assert [screen.kind for screen in game.platform.outgoing if screen.ping or not screen.silent] == []
        steps = [block.steps for block in game.platform.shown("result").blocks if isinstance(block, Reveal)]
        assert steps == [False]


async def test_a_change_shows_on_the_board_that_stands_there(tmp_path: Path):
    async with house(tmp_path, platform=FakePlatform("discord")) as game:
        await game.service.open(PEOPLE[0], DISCORD, Options(), press="o")
        await game.quiet()
        edits = sum(sent.edits for sent in game.platform.messages.values())
        await game.service.press(ADMIN, DISCORD, change("language", "en"), {}, press="l")
        await game.quiet()
        assert sum(sent.edits for sent in game.platform.messages.values()) == edits + 1
        assert (await game.database.read(partial(people.chat, which=DISCORD))).language == "en"
        screen = (await game.service.say(ADMIN, DISCORD, "/settings", press="s")).screen
        assert screen is not None
        assert "language" in buttons(screen)


async def test_a_new_season_takes_two_presses_and_waits_for_the_round_on_the_table(tmp_path: Path):
    async with house(tmp_path) as game:
        ask = token(await settings(game), "admin-season")
        assert (await refused(game.press(ADMIN, ask))).code == "season/empty"
        await game.begin(2, Options(rounds=8))
        await game.play_round(2)
        question = (await game.press(ADMIN, ask)).screen
        assert question is not None
        assert question.kind == "chat-season"
        await game.deal(2)
        assert (await refused(game.press(ADMIN, token(question, "admin-season-now")))).code == "season/running"
        assert (await refused(game.press(ADMIN, ask))).code == "season/running"
        for person in PEOPLE[:2]:
            await game.submit(person)
        done = await game.press(ADMIN, token(question, "admin-season-now"))
        assert done.toast is not None
        assert done.toast.key == "admin/season-done"
        assert await log(game) == [("season", "joker:1", "joker:2")]
        assert (await refused(game.press(ADMIN, token(question, "admin-season-now")))).code == "season/empty"
        rank = (await game.say(PEOPLE[0], "/rank")).screen
        assert rank is not None
        assert "record/none" in set(texts(rank))
        await game.play_round(2)
        assert (await refused(game.press(ADMIN, token(question, "admin-season-now")))).code == "season/over"

        def numbers(connection: Connection) -> list[tuple[int, int]]:
            return [(season.number, season.rounds) for season in seasons.open_seasons(connection, CHAT)]

        assert await game.database.read(numbers) == [(2, 1)]


async def test_the_table_s_own_settings_lead_an_admin_to_those_of_the_chat(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2)
        await game.quiet()
        pressed = token(game.platform.shown("lobby"), "settings")
        mine, theirs = [(await game.press(person, pressed)).screen for person in (PEOPLE[0], ADMIN)]
        assert mine is not None
        assert theirs is not None
        assert "admin" not in buttons(mine)
        assert kind(await game.press(ADMIN, token(theirs, "admin"))) == "chat-settings"


async def test_a_platform_that_opens_forms_with_a_press_gets_the_fields_of_this_one(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        overview = await settings(game)
        form = buttons(overview)["admin-game"]
        assert await game.service.form(ADMIN, CHAT, form.token) == form
        assert await game.service.form(ADMIN, CHAT, token(overview, "pings")) is None
        assert (await refused(game.service.form(PEOPLE[0], CHAT, form.token))).code == "perm/lost"


async def test_a_group_on_telegram_sees_results_at_once_until_it_decides_otherwise(tmp_path: Path):
    async with house(tmp_path) as game:
        group, topic = ChatId("telegram:-55"), ChatId("telegram:-55/7")
        await game.database.run(partial(people.set_defaults, which=topic, defaults={"reveal": "steps"}))
        shown = []
        for number, chat in enumerate((group, topic, DISCORD, CHAT)):
            await game.service.say(PEOPLE[number], chat, "/shisanzhi start", press=f"open {chat}")
            shown.append((await game.table(chat)).options.reveal)
        assert shown == ["once", "steps", "steps", "steps"]
