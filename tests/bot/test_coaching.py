"""Hints and the coach from press to press: what the draft remembers, what the round keeps, who reads the review."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.audiences import after_round
from bot.screens.model import PanelPick, Points, Screen
from bot.tokens import Token, Verb, parse, show
from core.arrangement import parse_rows
from core.ids import ChatId
from core.table import commands as c
from core.table.model import By, Options, Phase
from core.table.result import Result
from storage import reviews, store
from tests.fakes import CHAT, ELSEWHERE, PEOPLE, House, buttons, house, panel, refused, token


async def hand(game: House, seat: int = 0) -> Screen:
    """The private panel of a person."""
    found = await game.service.hand(PEOPLE[seat].person, CHAT)
    assert found is not None
    return found


async def listed(game: House, seat: int, row: str) -> Sequence[PanelPick]:
    """What a row can become, as its person asks for it."""
    rows = panel(await hand(game, seat)).rows
    reply = await game.press(PEOPLE[seat], next(each.list for each in rows if each.row == row))
    return panel(reply.screen).picks[row]


async def picked(game: House, seat: int, row: str) -> Screen:
    """The panel after the first choice of a row's list."""
    reply = await game.press(PEOPLE[seat], (await listed(game, seat, row))[0].token)
    assert reply.screen is not None
    return reply.screen


async def by_lists(game: House, seat: int) -> Screen:
    """Arrange by the lists of two rows; the front fills itself."""
    await picked(game, seat, "back")
    return await picked(game, seat, "middle")


async def result_of(game: House, serial: int) -> Result:
    table = await game.table()
    found = await game.database.read(partial(store.result, table=table.id, serial=serial))
    assert found is not None
    return found


async def test_two_presses_of_lists_arrange_all_three_rows(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        whole = await by_lists(game, 0)
        assert [len(row.cards) for row in panel(whole).rows] == [3, 5, 5]
        assert buttons(whole)["submit"].enabled
        again = await game.press(PEOPLE[0], (await listed(game, 1, "back"))[0].token)
        own = [card.card for card in panel(whole).cards]
        assert [card.card for card in panel(again.screen).cards] == own  # whoever's list the button was on


async def test_a_doubled_pick_counts_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        first = await listed(game, 0, "back")
        await game.press(PEOPLE[0], first[0].token, key="one")
        after = await game.press(PEOPLE[0], first[1].token, key="two")
        assert await game.press(PEOPLE[0], first[0].token, key="one") == after


async def test_the_round_knows_who_took_a_suggestion(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(4)
        await game.deal(4)
        await game.submit(PEOPLE[0])
        taken = (await game.press(PEOPLE[1], token(await hand(game, 1), "suggest-most"))).screen
        assert taken is not None
        await game.press(PEOPLE[1], token(taken, "clear"))  # what was seen was seen
        await game.press(PEOPLE[1], token(await by_lists(game, 1), "submit"))
        await game.press(PEOPLE[2], token(await by_lists(game, 2), "submit"))
        rows = (await game.table()).deal.fallbacks[3]  # type: ignore[union-attr]
        await game.say(PEOPLE[3], f"/arrange {rows}")
        result = await result_of(game, 1)
        assert [seat.hinted for seat in result.seats] == [True, True, False, False]
        query = "SELECT hinted FROM round_seats ORDER BY seat"
        kept = await game.database.read(lambda connection: list(connection.execute(text(query)).scalars()))
        assert [bool(each) for each in kept] == [True, True, False, False]


async def test_typing_does_not_hide_a_suggestion_that_was_taken(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        assert table.deal is not None
        await game.press(PEOPLE[0], token(await hand(game), "suggest-most"))
        await game.say(PEOPLE[0], f"/arrange {table.deal.fallbacks[0]}")
        deal = (await game.table()).deal
        assert deal is not None
        assert (deal.plays[0].by, deal.plays[0].hinted) == (By.PERSON, True)


async def test_mending_makes_a_foul_ready_to_submit(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        whole = await by_lists(game, 0)
        swapped = (await game.press(PEOPLE[0], token(whole, "swap"))).screen
        assert swapped is not None
        assert "mend" not in buttons(swapped)  # to swap them back is better
        table = await game.table()
        mended = (await game.press(PEOPLE[0], show(Token(Verb.MEND, table.id, table.serial)))).screen
        assert mended is not None
        assert panel(mended).faults == ()
        assert buttons(mended)["submit"].enabled


@pytest.mark.parametrize("hints", ["classes", "off"])
async def test_a_table_gives_no_more_than_its_option_says(tmp_path: Path, hints: str):
    async with house(tmp_path) as game:
        await game.begin(2, Options(rounds=2, hints=hints))
        table = await game.deal(2)
        key = partial(Token, table=table.id, serial=1)
        forbidden = [key(Verb.SUGGEST, arg="most")]
        if hints == "off":
            forbidden += [key(Verb.AUTO), key(Verb.PICK, arg="b01234")]
        for each in forbidden:
            assert (await refused(game.press(PEOPLE[0], show(each)))).code == "hand/no-hints"
        assert all(not row.cards for row in panel(await hand(game)).rows)
        lists = {row.list != "" for row in panel(await hand(game)).rows}
        assert lists == {hints != "off"}
        asked = await game.press(PEOPLE[0], show(key(Verb.LIST, arg="b")))
        assert (panel(asked.screen).picks["back"] == ()) is (hints == "off")
        assert (await refused(game.press(PEOPLE[0], show(key(Verb.LIST, arg="q"))))).code == "press/forged"
        assert (await refused(game.press(PEOPLE[4], show(key(Verb.LIST, arg="b"))))).code == "press/not-seated"


async def test_the_options_are_typed_and_set_in_the_form(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.say(PEOPLE[0], "/十三支 開桌 鬼牌 2 60 電腦1 困難 建議關")
        options = (await game.table()).options
        assert (options.level, options.hints) == ("hard", "off")
        await game.quiet()
        form = (await game.press(PEOPLE[0], token(game.platform.shown("lobby"), "settings"))).screen
        assert form is not None
        await game.press(PEOPLE[0], token(form, "configure"), hints="classes", level="easy")
        await game.press(PEOPLE[0], token(form, "configure-more"), reveal="once", cut_seconds="15")
        options = (await game.table()).options
        assert (options.hints, options.level, options.reveal, options.cut_seconds) == ("classes", "easy", "once", 15)
        bad = await refused(game.press(PEOPLE[0], token(form, "configure"), hints="loud"))
        assert bad.code == "settings/unread"


async def test_after_the_round_each_person_reads_their_own_review(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.deal(2)
        assert await game.service.hand(PEOPLE[4].person, CHAT) is None
        for seat in (0, 1):
            await game.press(PEOPLE[seat], token(await by_lists(game, seat), "submit"))
        table = await game.table()
        kept = {
            seat: await game.database.read(
                partial(reviews.review, table=table.id, serial=1, person=PEOPLE[seat].person)
            )
            for seat in (0, 1)
        }
        await game.quiet()
        for seat in (0, 1):
            card = await hand(game, seat)
            assert card.kind == "coach"
            said = kept[seat]
            assert said is not None
            assert card.blocks[0].text.facts["worth"].thousandths == said.review.expected  # type: ignore[union-attr]
            assert len(card.blocks) <= 2
            assert game.platform.shown("coach", PEOPLE[seat].person) == card
        assert await game.service.hand(PEOPLE[4].person, CHAT) is None
        assert await game.service.hand(PEOPLE[0].person, ELSEWHERE) is None
        await game.deal(2)
        assert (await hand(game)).kind == "hand"


async def test_who_let_the_time_run_out_reads_in_private_what_was_sent_and_not_the_coach(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        await game.submit(PEOPLE[0])
        game.clock.pass_by(120)
        await game.do(c.CLOCK, c.Tick())
        assert (await game.table()).deal is None
        assert (await hand(game, 0)).kind == "coach"
        theirs, result = await hand(game, 1), await result_of(game, 1)
        assert result.seats[1].by is By.FALLBACK
        assert [block.text.key for block in theirs.blocks] == ["hand/timed-out", *["both/row"] * 3]
        shown = sorted(card for block in theirs.blocks for card in block.cards)
        assert shown == sorted(card for row in parse_rows(result.seats[1].rows).rows for card in row)
        both = show(Token(Verb.BOTH, table.id, 1))
        assert (await refused(game.press(PEOPLE[1], both))).code == "coach/none"
        assert (await refused(game.press(PEOPLE[4], both))).code == "coach/none"


async def test_away_from_the_board_everybody_reads_what_the_round_brought_them_and_why(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(3)
        await game.deal(3)
        for person in (PEOPLE[0], PEOPLE[2]):
            await game.submit(person)
        await game.press(PEOPLE[2], show(Token(Verb.COACH, arg="off")))
        game.clock.pass_by(120)
        await game.do(c.CLOCK, c.Tick())
        result = await result_of(game, 1)
        table = replace(await game.table(), chat=ChatId("discord:1"))
        own = [
            await game.database.read(partial(after_round, table=table, person=PEOPLE[seat].person)) for seat in range(4)
        ]
        assert own[3] is None
        for seat, screen in enumerate(own[:3]):
            top, *said = screen.blocks
            assert (top.text.key, top.text.facts["points"]) == ("round/points", Points(result.seats[seat].points))
            assert parse(buttons(screen)["why"].token) == Token(Verb.WHY, table.id, 1)
            keys_said = [block.text.key.partition("/")[0] for block in said]
            assert set(keys_said) == [{"coach"}, {"hand", "both"}, set()][seat]
            assert screen.not_before == result.at + 3_000
            assert await game.service.press(PEOPLE[seat], CHAT, buttons(screen)["why"].token, {}, press=f"why{seat}")


@pytest.mark.parametrize("seconds", [3.0, 6.4])
async def test_nobody_reads_their_points_before_the_last_row_lies_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
):
    monkeypatch.setattr("bot.audiences.ON_DEMAND", "nowhere")
    async with house(tmp_path) as game:
        game.platform.reveal = seconds
        await game.begin(1)
        await game.deal(1)
        await game.submit(PEOPLE[0])
        await asyncio.sleep(0.5)
        assert game.platform.shown("result")
        assert "coach" not in {screen.kind for screen in game.platform.outgoing}
        game.clock.pass_by(seconds - 0.1)
        game.service.stirred()
        await asyncio.sleep(0.3)
        assert "coach" not in {screen.kind for screen in game.platform.outgoing}
        game.clock.pass_by(0.1)
        await game.quiet()
        shown = game.platform.shown("coach", PEOPLE[0].person)
        assert shown.blocks[0].text.key == "round/points"  # type: ignore[union-attr]


async def test_both_arrangements_and_the_review_under_why_are_for_their_person_alone(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        await worst(game, 0)
        await game.submit(PEOPLE[1])
        both, why = show(Token(Verb.BOTH, table.id, 1)), show(Token(Verb.WHY, table.id, 1, "0"))
        mine = (await game.press(PEOPLE[0], both)).screen
        assert mine is not None
        assert mine.kind == "both"
        assert token(await hand(game), "both") == both
        own, theirs = [(await game.press(PEOPLE[seat], why)).screen for seat in (0, 1)]
        assert [keys(own) - keys(theirs), keys(theirs) - keys(own)] == [
            {"why/title-own", "coach/loss", *reasons(own)},
            {"why/title"},
        ]


async def worst(game: House, seat: int) -> None:
    """Submit what the lists have last in the back and the middle."""
    for row in ("back", "middle"):
        await game.press(PEOPLE[seat], (await listed(game, seat, row))[-1].token)
    await game.press(PEOPLE[seat], token(await hand(game, seat), "submit"))


def keys(screen: Screen | None) -> set[str]:
    assert screen is not None
    return {block.text.key for block in screen.blocks}  # type: ignore[union-attr]


def reasons(screen: Screen | None) -> set[str]:
    return {key for key in keys(screen) if key.startswith("coach/")} - {"coach/loss"}


async def test_one_press_and_the_coach_is_silent_and_another_brings_it_back(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2, Options(rounds=8))
        await game.play_round(2)
        reply = await game.press(PEOPLE[0], token(await hand(game), "coach-off"))
        assert reply.toast is not None
        assert reply.toast.key == "coach/now-off"
        assert await game.service.hand(PEOPLE[0].person, CHAT) is None
        await game.quiet()
        assert game.platform.shown("hand", PEOPLE[0].person).blocks == ()
        await game.play_round(2)
        assert await game.service.hand(PEOPLE[0].person, CHAT) is None
        assert (await hand(game, 1)).kind == "coach"
        me = (await game.say(PEOPLE[0], "/me")).screen
        assert me is not None
        again = await game.press(PEOPLE[0], token(me, "coach-on"))
        assert again.toast is not None
        assert again.toast.key == "coach/now-on"
        assert again.screen is not None
        assert "coach-off" in buttons(again.screen)
        assert (await hand(game)).kind == "coach"
        forged = show(Token(Verb.COACH, arg="loud"))
        assert (await refused(game.press(PEOPLE[0], forged))).code == "press/forged"


async def test_own_figures_name_the_average_loss_and_the_reason_that_comes_most(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2, Options(rounds=3))
        for _ in range(3):
            await game.deal(2)
            await worst(game, 0)
            await game.submit(PEOPLE[1])
        assert (await game.table()).phase is Phase.FINISHED
        query = "SELECT loss, reason FROM reviews WHERE person = :who"
        who = {"who": PEOPLE[0].person}
        rows = await game.database.read(lambda connection: list(connection.execute(text(query), who)))
        me = (await game.say(PEOPLE[0], "/me")).screen
        assert me is not None
        (line,) = [block for block in me.blocks if block.text.key == "me/lessons"]  # type: ignore[union-attr]
        facts = line.text.facts  # type: ignore[union-attr]
        assert facts["n"] == 3
        assert facts["loss"] == f"{round(sum(loss for loss, _ in rows) / 3) / 1000:.2f}"
        told = [reason for _, reason in rows]
        assert max(map(told.count, told)) >= 1
        other = (await game.say(PEOPLE[1], "/me")).screen
        assert other is not None
        assert "me/lessons-fine" in keys(other)


async def test_buttons_of_the_coach_belong_to_their_opening(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        await game.play_round(2)
        tokens = [parse(button.token) for button in buttons(await hand(game)).values()]
        assert {(each.table, each.serial) for each in tokens} == {((await game.table()).id, 1)}
