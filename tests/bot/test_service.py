import asyncio
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.service import Reply
from bot.tokens import Token, Verb, parse, show
from core.ids import TableId
from core.table import commands as c
from core.table.model import Options, Phase, Table
from storage import store
from tests.fakes import ADMIN, CHAT, ELSEWHERE, PEOPLE, House, buttons, house, refused, texts, token


async def test_a_doubled_press_answers_like_the_first_and_does_nothing(tmp_path: Path):
    async with house(tmp_path) as game:
        first = await game.service.open(PEOPLE[0], CHAT, Options(), press="same")
        assert await game.service.open(PEOPLE[0], CHAT, Options(), press="same") == first
        await game.quiet()
        join = token(game.platform.shown("lobby"), "join")
        seated = await game.press(PEOPLE[1], join, key="j")
        table = await game.table()
        assert await game.press(PEOPLE[1], join, key="j") == seated
        assert await game.table() == table
        await game.do(PEOPLE[0], c.Start(fill=True))
        await game.out(1)
        cut = token(game.platform.shown("cutting"), "cut-2")
        counted = await game.press(PEOPLE[0], cut, key="k")
        table = await game.table()
        assert await game.press(PEOPLE[0], cut, key="k") == counted
        assert await game.table() == table


def is_welcome(reply: Reply) -> bool:
    return reply.screen is not None and reply.screen.kind == "welcome"


async def test_who_sits_down_for_the_first_time_ever_is_welcomed_in_private_once(tmp_path: Path):
    async with house(tmp_path) as game:
        assert is_welcome(await game.say(PEOPLE[0], "/shisanzhi start"))
        await game.quiet()
        join, leave = (token(game.platform.shown("lobby"), key) for key in ("join", "leave"))
        first = await game.press(PEOPLE[1], join, key="first")
        assert is_welcome(first)
        assert first.toast is not None
        assert first.toast.key == "seat/taken"
        assert await game.press(PEOPLE[1], join, key="first") == first  # the answer may have been lost
        await game.press(PEOPLE[1], leave)
        assert not is_welcome(await game.press(PEOPLE[1], join))
        for person in (PEOPLE[1], PEOPLE[0]):
            await game.press(person, leave)
        assert not is_welcome(await game.say(PEOPLE[0], "/shisanzhi start"))


async def test_a_cut_counts_only_once_the_commitment_stands_in_the_chat(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await game.seat(2)
        await game.do(PEOPLE[0], c.Start(fill=True))
        assert (await refused(game.do(PEOPLE[0], c.Cut(1, "2")))).code == "cut/not-yet"
        game.worker.start()
        await game.out(1)
        reply = await game.say(PEOPLE[0], "/cut 4821")
        assert reply.toast is not None
        assert reply.toast.key == "cut/counted"
        opening = (await game.table()).opening
        assert opening is not None
        assert [(cut.seat, cut.number, cut.event) for cut in opening.cuts] == [(0, "4821", "")]


async def test_a_cut_that_comes_before_its_board_is_noted_waits_for_it_and_counts_once(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await game.seat(2)
        await game.do(PEOPLE[0], c.Start(fill=True))
        cut = Token(Verb.CUT, (await game.table()).id, 1, "2")
        early = asyncio.create_task(game.press(PEOPLE[0], show(cut), key="early"))
        await asyncio.sleep(0.3)
        assert not early.done()
        game.worker.start()
        reply = await early
        assert reply.toast is not None
        assert reply.toast.key == "cut/counted"
        assert await game.press(PEOPLE[0], show(cut), key="early") == reply
        opening = (await game.table()).opening
        assert opening is not None
        assert [(cut.seat, cut.number) for cut in opening.cuts] == [(0, "2")]


async def test_a_cut_whose_board_never_comes_is_refused_in_time(tmp_path: Path):
    async with house(tmp_path, works=False) as game:
        await game.seat(2)
        await game.do(PEOPLE[0], c.Start(fill=True))
        began = time.monotonic()
        refusal = await refused(game.say(PEOPLE[0], "/cut 4821"))
        assert refusal.code == "cut/not-yet"
        assert 4 < time.monotonic() - began < 9


async def test_only_a_page_adds_a_nonce_of_its_own_to_a_cut(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        cut = token(game.platform.shown("cutting"), "cut-own")
        nonce = f"web:{'ab' * 16}"
        await game.press(PEOPLE[0], cut, number="007", event=nonce)
        assert (await refused(game.press(PEOPLE[1], cut, number="8", event="web:zz"))).code == "cut/number"
        assert (await refused(game.press(PEOPLE[1], cut, number="12x"))).code == "cut/number"
        opening = (await game.table()).opening
        assert opening is not None
        assert [(cut.number, cut.event) for cut in opening.cuts] == [("007", nonce)]


async def test_old_buttons_change_nothing_and_say_which_round_it_is(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(4)
        await game.quiet()
        lobby = game.platform.shown("lobby")
        await game.do(PEOPLE[0], c.Start())
        await game.out(1)
        first = game.platform.shown("cutting")
        running = await refused(game.press(PEOPLE[0], token(lobby, "start")))
        assert (running.code, running.facts) == ("table/running", {"n": 1, "m": 2})
        await game.deal(4)
        hand = await game.service.hand(PEOPLE[0].person, CHAT)
        assert hand is not None
        board = game.platform.shown("arranging")
        for person in PEOPLE[:4]:
            await game.submit(person)
        await game.out(2)
        table = await game.table()
        for old in (
            token(first, "cut-1"),
            token(hand, "suggest-most"),
            token(hand, "autopilot"),
            token(board, "nudge"),
        ):
            refusal = await refused(game.press(PEOPLE[0], old))
            assert (refusal.code, refusal.facts) == ("press/old", {"n": 1, "m": 2})
        assert (await refused(game.press(PEOPLE[0], token(board, "hand")))).code == "hand/none"
        assert await game.table() == table
        asked = await game.press(ADMIN, token(game.platform.shown("cutting"), "end"))
        assert asked.screen is not None
        await game.press(ADMIN, token(asked.screen, "end-now"))
        for old in (token(first, "cut-1"), token(lobby, "join"), token(board, "hand")):
            assert (await refused(game.press(PEOPLE[0], old))).code == "press/ended"


async def test_the_buttons_of_the_last_match_do_not_move_the_next_one(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2, Options(rounds=1))
        await game.play_round(2)
        await game.quiet()
        over = game.platform.shown("match")
        await game.press(PEOPLE[0], token(over, "resettle"))
        table = await game.table()
        assert table.phase is Phase.LOBBY
        start = show(replace(parse(token(over, "start")), serial=0))
        assert (await refused(game.press(PEOPLE[0], start))).code == "press/over"
        assert await game.table() == table


async def test_any_press_of_its_person_takes_a_seat_back_from_autopilot(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        game.clock.pass_by(90)
        await game.do(c.CLOCK, c.Tick())
        await game.deal(2)
        game.clock.pass_by(90)
        await game.do(c.CLOCK, c.Tick())
        table = await game.table()
        assert table.phase is Phase.FINISHED
        assert all(seat.autopilot for seat in table.seats if seat is not None and seat.person)
        back = await game.press(PEOPLE[0], show(Token(Verb.RULES)))
        assert back.toast is not None
        assert back.screen is not None
        old = show(Token(Verb.CUT, table.id, 1, "1"))
        await refused(game.press(PEOPLE[1], old))
        seats = (await game.table()).seats
        assert [seat.autopilot for seat in seats if seat is not None and seat.person] == [False, False]


async def test_host_and_admins_end_with_two_presses_and_others_vote(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(3)
        board = game.platform.shown("cutting")
        voted = await game.press(PEOPLE[1], token(board, "end"))
        assert voted.toast is not None
        assert (voted.toast.key, voted.toast.facts) == ("vote/counted", {"n": 1, "needed": 2})
        assert (await refused(game.press(PEOPLE[4], token(board, "end")))).code == "press/not-seated"
        asked = await game.say(PEOPLE[0], "/stop")
        assert asked.screen is not None
        before = await game.table()
        assert before.phase is Phase.CUTTING
        kept = await game.press(PEOPLE[0], token(asked.screen, "end-not"))
        assert kept.screen is not None
        assert (kept.screen.buttons, await game.table()) == ((), before)
        await game.press(PEOPLE[2], token(board, "end"))
        table = await game.table()
        assert (table.phase, table.ended) == (Phase.ENDED, "vote")


async def test_questions_are_answered_and_change_nothing(tmp_path: Path):
    async with house(tmp_path) as game:
        assert (await refused(game.say(PEOPLE[0], "/verify"))).code == "record/none"
        assert (await refused(game.say(PEOPLE[0], "/score"))).code == "record/none"
        assert (await refused(game.say(PEOPLE[0], "/stop"))).code == "table/none"
        await game.begin(2)
        await game.play_round(2)
        await game.quiet()
        table = await game.table()
        for line, kind in {
            "/rank": "rank",
            "/rank bonus": "rank",
            "/me": "me",
            "/rules": "rules",
            "/rules bonus": "rules",
            "/help": "help",
            "/verify": "proof",
            "/verify 2": "proof",
            "/score": "result",
            "/score 1": "result",
        }.items():
            reply = await game.say(PEOPLE[4], line)
            assert (line, reply.screen and reply.screen.kind) == (line, kind)
        result = game.platform.shown("result")
        mine = await game.press(PEOPLE[1], token(result, "why"))
        theirs = await game.press(PEOPLE[1], show(Token(Verb.WHY, table.id, 1, "2")))
        assert mine.screen != theirs.screen
        assert (await refused(game.press(PEOPLE[1], show(Token(Verb.WHY, table.id, 1, "9"))))).code == "press/forged"
        assert (await refused(game.say(PEOPLE[1], "/verify 9"))).code == "record/unknown"
        assert (await refused(game.say(PEOPLE[1], "/nothing"))).code == "command/unknown"
        assert await game.table() == table


async def test_the_proof_of_a_deal_under_way_holds_only_what_is_public(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        assert await game.service.proof(table.id, None) == []
        [public] = await game.service.proof(table.id, 1)
        deal, opening = table.deal, table.opening
        assert deal is not None
        assert opening is not None
        words = set(texts(public))
        assert opening.commitment in words
        assert not words & {opening.secret, *(play.salt for play in deal.plays), *deal.dealt.hands, *deal.fallbacks}
        assert (await refused(game.service.proof(table.id, 1, chat=ELSEWHERE))).code == "record/none"
        assert (await refused(game.service.proof(table.id, 5))).code == "record/unknown"


async def test_forged_and_foreign_tokens_are_refused(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        for forged in ("", "x", "1.zzz.1.0.", show(Token(Verb.CUT, TableId(99), 1, "1")), "1.kk.1.1.x"):
            refusal = await refused(game.press(PEOPLE[0], forged))
            assert refusal.code in {"press/forged", "press/ended"}, forged
        assert (await refused(game.press(PEOPLE[0], "9.k.1.1.1"))).code == "press/version"


async def test_the_host_changes_options_in_the_lobby_only(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(2)
        await game.quiet()
        settings = token(game.platform.shown("lobby"), "settings")
        assert (await refused(game.press(PEOPLE[1], settings))).code == "host/only"
        form = (await game.press(PEOPLE[0], settings)).screen
        assert form is not None
        done = await game.press(PEOPLE[0], token(form, "configure"), rule_set="bonus", rounds="４", seconds="60")
        assert done.toast is not None
        options = (await game.table()).options
        assert (options.rule_set, options.rounds, options.seconds) == ("bonus", 4, 60)
        bad = game.press(PEOPLE[0], token(form, "configure"), rounds="99")
        assert (await refused(bad)).code == "settings/invalid"
        assert (await refused(game.press(PEOPLE[0], token(form, "configure"), rounds="many"))).code == "settings/unread"
        await game.do(PEOPLE[0], c.Start(fill=True))
        await game.out(1)
        assert (await refused(game.press(PEOPLE[0], settings))).code == "table/running"


async def test_the_host_asks_somebody_to_leave_between_rounds(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        button = token(game.platform.shown("cutting"), "settings")
        assert (await refused(game.press(PEOPLE[1], button))).code == "host/only"
        asked = await game.press(PEOPLE[0], button)
        assert asked.screen is not None
        reply = await game.press(PEOPLE[0], token(asked.screen, "kick"))
        assert reply.toast is not None
        assert reply.toast.key == "kick/done"
        seat = (await game.table()).seats[1]
        assert seat is not None
        assert seat.leaving


async def test_a_language_is_remembered(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.say(PEOPLE[0], "/language en")
        from storage.people import player

        known = await game.database.read(lambda connection: player(connection, PEOPLE[0].person))
        assert known is not None
        assert (known.name, known.language) == ("小明", "en")
        assert (await refused(game.say(PEOPLE[0], "/language xx"))).code == "language/unknown"


async def test_a_press_that_fails_half_way_leaves_nothing_behind(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.seat(4)
        before = await game.table()
        for person in PEOPLE[:4]:
            await refused(game.do(person, c.Join()))
        await refused(game.do(PEOPLE[4], c.Leave()))
        assert await game.table() == before
        assert await game.database.read(partial(store.already, press="nothing")) is False


async def finished(game: House) -> Table:
    """A match of one round, over."""
    await game.begin(2, Options(rounds=1))
    table = await game.play_round(2)
    assert Phase.FINISHED is table.phase
    return table


async def test_who_asks_for_their_cards_after_the_match_reads_that_it_is_over(tmp_path: Path):
    async with house(tmp_path) as game:
        await finished(game)
        assert (await refused(game.say(PEOPLE[0], "/hand"))).code == "hand/over"
        assert (await refused(game.say(PEOPLE[4], "/hand"))).code == "press/not-seated"


async def test_a_new_table_ends_the_finished_one_of_its_chat_quietly(tmp_path: Path):
    async with house(tmp_path) as game:
        last = await finished(game)
        stranger = await refused(game.say(PEOPLE[3], "/shisanzhi start"))
        assert "table/again-open" == stranger.code
        reply = await game.say(PEOPLE[1], "/shisanzhi start bonus")
        assert reply.toast is not None
        assert {"n": 1} == reply.toast.facts
        table = await game.table()
        assert (Phase.LOBBY, "bonus") == (table.phase, table.options.rule_set)
        ended = await game.database.read(partial(store.load, table=last.id))
        assert (Phase.ENDED, "finished", "") == (ended.phase, ended.ended, ended.ended_by)
        await game.do(PEOPLE[0], c.Join())
        await game.quiet()
        assert [] == [each for each in buttons(game.platform.shown("match")) if each.startswith("again")]


async def test_an_admin_opens_a_new_table_after_a_match_of_others(tmp_path: Path):
    async with house(tmp_path) as game:
        await finished(game)
        await game.say(ADMIN, "/shisanzhi start")
        assert [ADMIN.person, None, None, None] == [seat and seat.person for seat in (await game.table()).seats]


async def test_who_opens_a_table_elsewhere_gets_up_from_a_match_that_is_over(tmp_path: Path):
    async with house(tmp_path) as game:
        last = await finished(game)
        await game.service.open(PEOPLE[0], ELSEWHERE, Options(), press="x")
        left = await game.database.read(partial(store.load, table=last.id))
        assert (Phase.FINISHED, PEOPLE[1].person) == (left.phase, left.host)
        assert [None, PEOPLE[1].person] == [seat and seat.person for seat in left.seats[:2]]
        table = await game.table(ELSEWHERE)
        await game.service.execute(PEOPLE[1], table.id, c.Join())
        assert Phase.ENDED is (await game.database.read(partial(store.load, table=last.id))).phase
        await game.say(PEOPLE[2], "/shisanzhi start")
        assert PEOPLE[2].person == (await game.table()).host


async def test_an_opening_that_comes_again_after_its_table_has_ended_opens_no_other(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.service.open(PEOPLE[0], CHAT, Options(), press="same")
        await game.do(PEOPLE[0], c.End())
        again = await refused(game.service.open(PEOPLE[0], CHAT, Options(), press="same"))
        assert "press/ended" == again.code
        assert await game.database.read(partial(store.live_table, chat=CHAT)) is None
