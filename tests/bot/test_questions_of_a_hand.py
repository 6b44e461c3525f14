"""A panel that asks: whether to send a foul, and whether to declare a special hand."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import sqlalchemy

from bot.screens.model import Line, Screen, Text
from bot.tokens import Token, Verb, show
from core.arrangement import parse_rows, show_rows
from core.arranger import choose
from core.arranger.levels import HARDEST
from core.cards import parse_shown
from core.deal import source_of
from core.errors import Illegal
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.codec import dump
from core.table.model import By, Options, Table
from core.table.options import playing
from storage import schema, store
from storage.store import Connection
from tests.fakes import CHAT, PEOPLE, House, buttons, house, panel, refused, token

ORDINARY = "2s 2h 5s 5h 7d 8c 9d Jc Js Qh Ks Kh 3d"
SIX_PAIRS = "2s 2h 5s 5h 7d 7c 9d 9c Js Jh Ks Kh 3d"
BOTH = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
STANDARD = playing(Options(), "standard")


async def hold(game: House, hand: str) -> Table:
    """The first seat holds these cards from now on."""

    def put(connection: Connection) -> Table:
        live = store.live_table(connection, CHAT)
        assert live is not None
        assert live.deal is not None
        dealing, rules = live.deal, RULE_SETS[live.options.rule_set]
        best = choose(rules, parse_shown(hand), bonus=None, level=HARDEST, source=source_of(bytes(32), 0, 0))
        rows = show_rows(best)
        play = replace(dealing.plays[0], rows=rows)
        held = replace(
            dealing,
            dealt=replace(dealing.dealt, hands=(hand, *dealing.dealt.hands[1:])),
            plays=(play, *dealing.plays[1:]),
            fallbacks=(rows, *dealing.fallbacks[1:]),
        )
        table = replace(live, deal=held)
        saved = sqlalchemy.update(schema.tables).where(schema.tables.c.id == live.id).values(state=dump(table))
        connection.execute(saved)
        return table

    return await game.database.run(put)


async def dealt(game: House, options: Options = STANDARD) -> Table:
    """Two people arrange, the first a hand that is nothing special; two seats are computers'."""
    await game.begin(2, options)
    await game.deal(2)
    return await hold(game, ORDINARY)


def heading(screen: Screen | None) -> str:
    assert screen is not None
    return next(block.text.key for block in screen.blocks if isinstance(block, Line))


async def hand_of(game: House, person: c.Actor = PEOPLE[0]) -> Screen:
    screen = await game.service.hand(person.person, CHAT)
    assert screen is not None
    return screen


async def lay_a_foul(game: House, person: c.Actor = PEOPLE[0]) -> Screen:
    """The suggestion with middle and back in each other's place."""
    screen = (await game.press(person, token(await hand_of(game, person), "suggest-most"))).screen
    assert screen is not None
    swapped = (await game.press(person, token(screen, "swap"))).screen
    assert swapped is not None
    assert panel(swapped).faults
    return swapped


async def play_of(game: House, seat: int = 0) -> tuple[str, By, str]:
    dealing = (await game.table()).deal
    assert dealing is not None
    play = dealing.plays[seat]
    return play.rows, play.by, play.declare


async def test_a_foul_is_sent_only_by_whoever_has_read_what_it_costs(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        screen = await lay_a_foul(game)
        reply = await game.press(PEOPLE[0], token(screen, "submit"), key="twice")
        assert reply.toast == Text("arrange/foul-warned")
        assert heading(reply.screen) == "foul/title"
        assert reply.screen == await hand_of(game)
        assert set(buttons(reply.screen)) == {"mend", "edit-on", "submit-foul"}
        assert (await play_of(game))[1] is By.FALLBACK
        assert await game.press(PEOPLE[0], token(screen, "submit"), key="twice") == reply
        sent = await game.press(PEOPLE[0], token(reply.screen, "submit-foul"))
        assert sent.toast is not None
        assert sent.toast.key == "arrange/done"
        assert panel(sent.screen).submitted
        assert (await play_of(game))[1] is By.PERSON


async def test_a_warning_counts_for_just_the_rows_that_were_warned_of(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        warned = (await game.press(PEOPLE[0], token(await lay_a_foul(game), "submit"))).screen
        assert warned is not None
        anyway = token(warned, "submit-foul")
        again = (await game.press(PEOPLE[0], token(warned, "edit-on"))).screen
        assert heading(again) == "hand/title"
        assert [row.cards for row in panel(again).rows] == [row.cards for row in panel(warned).rows]
        reply = await game.press(PEOPLE[0], anyway)  # an old button: the question was answered otherwise
        assert reply.toast == Text("arrange/foul-warned")
        assert (await play_of(game))[1] is By.FALLBACK


async def test_what_was_warned_of_is_mended_by_one_press(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        warned = (await game.press(PEOPLE[0], token(await lay_a_foul(game), "submit"))).screen
        assert warned is not None
        mended = (await game.press(PEOPLE[0], token(warned, "mend"))).screen
        assert mended is not None
        assert panel(mended).faults == ()
        assert not panel(mended).asks
        sent = await game.press(PEOPLE[0], token(mended, "submit"))
        assert sent.toast is not None
        assert sent.toast.key == "arrange/done"


async def test_a_foul_that_is_typed_meets_the_same_question(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await dealt(game)
        assert table.deal is not None
        front, middle, back = table.deal.fallbacks[0].split("/")
        reply = await game.say(PEOPLE[0], f"/arrange {front} / {back} / {middle}")
        assert reply.toast == Text("arrange/foul-warned")
        assert heading(reply.screen) == "foul/title"
        assert reply.screen is not None
        await game.press(PEOPLE[0], token(reply.screen, "submit-foul"))
        rows, by, _ = await play_of(game)
        assert (parse_rows(rows), by) == (parse_rows(f"{front}/{back}/{middle}"), By.PERSON)


async def test_where_the_table_refuses_fouls_nobody_is_asked(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await dealt(game, replace(STANDARD, fouls="off"))
        screen = await lay_a_foul(game)
        assert "submit" not in buttons(screen)
        submit = show(Token(Verb.SUBMIT, table.id, table.serial, "foul"))
        assert (await refused(game.press(PEOPLE[0], submit))).code == "arrange/foul-refused"
        assert table.deal is not None
        front, middle, back = table.deal.fallbacks[0].split("/")
        typed = await refused(game.say(PEOPLE[0], f"/arrange {front} / {back} / {middle}"))
        assert typed.code == "arrange/wrong"


async def test_a_special_hand_asks_first_and_is_declared_by_one_press(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        await hold(game, SIX_PAIRS)
        asking = await hand_of(game)
        assert heading(asking) == "special/title"
        assert list(buttons(asking)) == ["declare", "arrange-own", "autopilot"]
        assert panel(asking).asks
        reply = await game.press(PEOPLE[0], token(asking, "declare"))
        assert reply.toast is not None
        assert (reply.toast.key, reply.toast.facts["special"]) == (
            "special/declared",
            Text("special/six_and_a_half_pairs"),
        )
        assert heading(reply.screen) == "special/declared-title"
        assert (await play_of(game))[1:] == (By.PERSON, "six_and_a_half_pairs")
        board = game.platform.shown("arranging")
        assert "six_and_a_half_pairs" not in str(board)  # nobody else hears of it


async def test_who_declares_not_arranges_and_can_still_declare(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        await hold(game, SIX_PAIRS)
        own = (await game.press(PEOPLE[0], token(await hand_of(game), "arrange-own"))).screen
        assert own is not None
        assert heading(own) == "hand/title"
        assert own == await hand_of(game)  # it is kept, whatever the platform
        filled = (await game.press(PEOPLE[0], token(own, "suggest-most"))).screen
        assert filled is not None
        cleared = (await game.press(PEOPLE[0], token(filled, "clear"))).screen
        assert heading(cleared) == "hand/title"
        assert cleared is not None
        reply = await game.press(PEOPLE[0], token(cleared, "declare"))
        assert heading(reply.screen) == "special/declared-title"


async def test_a_declaration_can_be_changed_into_rows_and_back(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        await hold(game, SIX_PAIRS)
        declared = (await game.press(PEOPLE[0], token(await hand_of(game), "declare"))).screen
        assert declared is not None
        instead = (await game.press(PEOPLE[0], token(declared, "arrange-instead"))).screen
        assert instead is not None
        assert heading(instead) == "hand/title"
        assert "suggest-most" in buttons(instead)
        back = (await game.press(PEOPLE[0], token(instead, "back"))).screen
        assert heading(back) == "special/declared-title"
        instead = (await game.press(PEOPLE[0], token(declared, "arrange-instead"))).screen
        assert instead is not None
        filled = (await game.press(PEOPLE[0], token(instead, "suggest-most"))).screen
        assert filled is not None
        assert any(block.text.key == "special/still-counts" for block in filled.blocks if isinstance(block, Line))
        sent = await game.press(PEOPLE[0], token(filled, "submit"))
        assert sent.toast == Text("arrange/changed")
        assert (await play_of(game))[2] == ""


async def test_a_lower_special_is_declared_by_its_own_button_and_every_one_by_typing(tmp_path: Path):
    async with house(tmp_path) as game:
        table = await dealt(game)
        await hold(game, BOTH)
        asking = await hand_of(game)
        codes = [button.token.rpartition(".")[2] for row in asking.buttons for button in row if "de." in button.token]
        assert codes[:2] == ["dragon", "three_straights"]
        typed = await game.say(PEOPLE[0], "/arrange 報 三順子")
        assert heading(typed.screen) == "special/declared-title"
        assert (await play_of(game))[2] == "three_straights"
        await game.say(PEOPLE[0], "/arrange declare dragon")
        assert (await play_of(game))[2] == "dragon"
        assert (await refused(game.say(PEOPLE[0], "/arrange 報 全大"))).code == "special/not-held"
        assert (await refused(game.say(PEOPLE[0], "/arrange 報 什麼"))).code == "special/unknown"
        forged = show(Token(Verb.DECLARE, table.id, table.serial, "nothing"))
        assert (await refused(game.press(PEOPLE[0], forged))).code == "special/not-held"


async def test_the_offers_of_a_typist_begin_with_the_specials_of_the_hand(tmp_path: Path):
    async with house(tmp_path) as game:
        await dealt(game)
        await hold(game, SIX_PAIRS)
        found = await game.service.typed(PEOPLE[0].person, CHAT, "")
        text, line = found[0]
        assert (text.key, line) == ("offer/declare", "declare six_and_a_half_pairs")
        await game.say(PEOPLE[0], f"/arrange {line}")
        assert (await play_of(game))[2] == "six_and_a_half_pairs"


async def test_declaring_against_submitting_leaves_one_of_them_and_a_panel_that_shows_it(tmp_path: Path):
    for seed in range(8):
        (tmp_path / str(seed)).mkdir()
        async with house(tmp_path / str(seed), seed=seed) as game:
            await dealt(game)
            table = await hold(game, SIX_PAIRS)
            assert table.deal is not None
            rows = parse_rows(table.deal.fallbacks[0])
            asks = [
                game.do(PEOPLE[0], c.Declare(table.serial, "six_and_a_half_pairs")),
                game.do(PEOPLE[0], c.Submit(table.serial, rows)),
            ]
            await asyncio.gather(*(asks if seed % 2 else reversed(asks)))
            _, by, declared = await play_of(game)
            shown = await hand_of(game)
            assert by is By.PERSON
            assert (heading(shown) == "special/declared-title") == bool(declared)
            assert panel(shown).submitted


async def test_stakes_and_the_last_cut_at_one_moment_deal_once_with_what_was_staked(tmp_path: Path):
    options = playing(Options(), "hongkong")
    for seed in range(6):
        (tmp_path / str(seed)).mkdir()
        async with house(tmp_path / str(seed), seed=seed) as game:
            table = await game.begin(3, options)

            stake = partial(c.Stake, table.serial)
            await game.do(PEOPLE[0], c.Cut(table.serial, "1"))
            await game.do(PEOPLE[1], stake(2))
            asks = [(PEOPLE[2], 5), (PEOPLE[1], 10), (PEOPLE[2], 5)]
            made = await asyncio.gather(*(game.do(who, stake(much)) for who, much in asks), return_exceptions=True)
            after = await game.table()
            assert after.deal is not None
            assert {one.code for one in made if isinstance(one, Illegal)} <= {"stake/late"}
            assert after.deal.stakes == (0, 2 if made[1] else 10, 5, 1)
            assert after.serial == table.serial
