from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from bot.drafting import OwnHand, changed
from bot.tokens import Token, Verb, cards_arg, parse, show
from core.arrangement import faults, parse_rows, show_rows
from core.cards import parse_shown
from core.ids import ChatId
from core.rules import ROWS, RULE_SETS
from core.strength import strengths
from core.table.draft import Draft
from core.table.model import By, Options
from core.table.view import hand_view
from tests.fakes import ADMIN, CHAT, ELSEWHERE, PEOPLE, buttons, house, panel, refused, texts, token
from tests.tables import dealt


def another_legal(rows: str, hand: str) -> str:
    """Other rows of the same hand that can be submitted: one card of theirs changed for one that is left over."""
    rules = RULE_SETS["joker"]
    words = rows.replace("/", " / ").split()
    spare = hand.split()
    for card in words:
        if card != "/":
            spare.remove(card)
    for place, other in product(range(len(words)), spare):
        if words[place] not in {"/", other}:
            tried = [*words[:place], other, *words[place + 1 :]]
            parts = [sorted(parse_shown(part.strip())) for part in " ".join(tried).split("/")]
            arrangement = type(parse_rows(rows))(*map(tuple, parts))
            if not faults(arrangement, strengths(rules), rules):
                return show_rows(arrangement)
    raise AssertionError(hand)


async def test_every_button_of_a_hand_does_what_it_says(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        person, key = PEOPLE[0], partial(Token, table=table.id, serial=1)

        async def pressed(verb: Verb, arg: str = "", **entered: str) -> tuple[tuple[int, ...], ...]:
            reply = await game.press(person, show(key(verb, arg=arg)), **entered)
            return tuple(row.cards for row in panel(reply.screen).rows)

        assert await pressed(Verb.PUT, cards_arg((0, 3), row="middle")) == ((), (0, 3), ())
        assert await pressed(Verb.PUT, "b", cards="5,7") == ((), (0, 3), (5, 7))
        assert await pressed(Verb.SWAP) == ((), (5, 7), (0, 3))
        assert await pressed(Verb.EXCHANGE, cards_arg((0, 1))) == ((), (5, 7), (1, 3))
        assert await pressed(Verb.OUT, cards_arg((7,))) == ((), (5,), (1, 3))
        assert await pressed(Verb.UNDO) in {((), (), (1, 3)), ((), (5,), (1,))}
        lacking = await refused(game.press(person, show(key(Verb.SUBMIT))))
        assert lacking.code == "arrange/incomplete"
        assert await pressed(Verb.CLEAR) == ((), (), ())
        assert [len(row) for row in await pressed(Verb.AUTO)] == [3, 5, 5]
        full = await refused(game.press(person, show(key(Verb.PUT, arg=cards_arg((0, 1, 2, 3, 4, 5), row="back")))))
        assert full.code == "arrange/row-full"
        sorted_ = await game.press(person, show(key(Verb.SORT, arg="rank")))
        assert sorted_.screen is not None
        assert "sort-suit" in buttons(sorted_.screen)
        assert (await refused(game.press(person, show(key(Verb.SORT, arg="size"))))).code == "press/forged"


async def test_a_submission_can_be_changed_until_the_deadline(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        first = await game.submit(PEOPLE[0])
        assert first.toast is not None
        assert first.toast.key == "arrange/done"
        submitted = await game.service.hand(PEOPLE[0].person, CHAT)
        assert submitted is not None
        assert panel(submitted).submitted
        edited = (await game.press(PEOPLE[0], token(submitted, "edit"))).screen
        assert edited is not None
        assert not panel(edited).submitted
        again = await game.press(PEOPLE[0], token(edited, "submit"))
        assert again.toast is not None
        assert again.toast.key == "arrange/same"
        assert panel(again.screen).submitted
        deal = table.deal
        assert deal is not None
        assert deal.deadline is not None
        other = another_legal(deal.fallbacks[0], deal.dealt.hands[0])
        changed = await game.say(PEOPLE[0], f"/arrange {other}")
        assert changed.toast is not None
        assert changed.toast.key == "arrange/changed"
        assert [seal.seat for seal in (await game.table()).deal.seals] == [0, 1, 2, 3, 0, 0]  # type: ignore[union-attr]
        await game.worker.stop()  # the clock strikes late
        game.clock.now = deal.deadline
        assert (await refused(game.say(PEOPLE[0], f"/arrange {deal.fallbacks[0]}"))).code == "arrange/late"


async def test_typed_arrangements_name_what_is_wrong(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        deal = table.deal
        assert deal is not None
        held = deal.dealt.hands[0].split()
        rows = deal.fallbacks[0]
        other = next(card for card in ("As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s") if card not in held)
        front, middle, back = rows.split("/")
        assert (await refused(game.say(PEOPLE[0], f"/arrange {middle}"))).code == "arrange/three-rows"
        sizes = await refused(game.say(PEOPLE[0], f"/arrange {middle}/{front}/{back}"))
        assert [(each.code, each.facts["row"]) for each in sizes.facts["faults"]] == [
            ("arrange/row-size", "front"),
            ("arrange/row-size", "middle"),
        ]
        stolen = " ".join([other, *front.split()[1:]])
        assert (await refused(game.say(PEOPLE[0], f"/arrange {stolen}/{middle}/{back}"))).code == "arrange/not-held"
        single = next(card for card in middle.split() + back.split() if held.count(card) == 1)
        twice = " ".join([single, *front.split()[1:]])
        assert (await refused(game.say(PEOPLE[0], f"/arrange {twice}/{middle}/{back}"))).code == "arrange/card-twice"
        reply = await game.say(PEOPLE[0], f"/arrange {rows}")
        assert reply.toast is not None
        assert reply.toast.key == "arrange/done"
        deal = (await game.table()).deal
        assert deal is not None
        assert deal.plays[0].by is By.PERSON


async def test_a_doubled_submit_changes_no_seal(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(4)
        await game.deal(4)
        hand = await game.service.hand(PEOPLE[0].person, CHAT)
        assert hand is not None
        filled = (await game.press(PEOPLE[0], token(hand, "suggest-most"))).screen
        assert filled is not None
        submit = token(filled, "submit")
        first = await game.press(PEOPLE[0], submit, key="d")
        sealed = (await game.table()).deal
        again = await game.press(PEOPLE[0], submit, key="d")
        assert (await game.table()).deal == sealed
        assert (again.toast, panel(again.screen)) == (first.toast, panel(first.screen))
        assert panel(again.screen).submitted


async def test_nobody_moves_or_sees_another_seats_cards(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(3)
        await game.service.open(PEOPLE[4], ELSEWHERE, Options(), press="other room")
        await game.deal(3)
        hand = await game.service.hand(PEOPLE[1].person, CHAT)
        assert hand is not None
        before = await game.table()
        put = next(iter(panel(hand).cards[0].tokens.values()))
        tokens = [put, *(button.token for button in buttons(hand).values() if button.enabled)]
        for pressed in tokens:
            assert (await refused(game.press(ADMIN, pressed))).code == "press/not-seated"
            other = game.service.press(PEOPLE[4], ELSEWHERE, pressed, {}, press=f"e{pressed}")
            assert (await refused(other)).code == "press/forged"
        mine = await game.press(PEOPLE[0], token(hand, "suggest-most"))
        own = before.deal
        assert own is not None
        assert {str(card.card) for card in panel(mine.screen).cards} <= set(texts(panel(mine.screen)))
        assert " ".join(own.dealt.hands[0].split()) != own.dealt.hands[1]
        assert panel(await game.service.hand(PEOPLE[1].person, CHAT)).rows == panel(hand).rows
        assert await game.service.hand(PEOPLE[4].person, CHAT) is None
        assert await game.service.hand(PEOPLE[1].person, ELSEWHERE) is None
        assert await game.table() == before


async def test_a_doubled_press_moves_cards_once(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(2)
        table = await game.deal(2)
        person, key = PEOPLE[0], partial(Token, table=table.id, serial=1)
        await game.press(person, show(key(Verb.AUTO)))
        swapped = await game.press(person, show(key(Verb.SWAP)), key="swap")
        assert await game.press(person, show(key(Verb.SWAP)), key="swap") == swapped
        undone = await game.press(person, show(key(Verb.UNDO)), key="undo")
        assert await game.press(person, show(key(Verb.UNDO)), key="undo") == undone
        sorted_ = await game.press(person, show(key(Verb.SORT, arg="rank")), key="sort")
        assert await game.press(person, show(key(Verb.SORT, arg="rank")), key="sort") == sorted_
        await game.press(person, show(key(Verb.CLEAR)))
        filled = show(key(Verb.PUT, arg=cards_arg((0, 1, 2), row="front")))
        front = await game.press(person, filled, key="put")
        await game.press(person, show(key(Verb.OUT, arg=cards_arg((0,)))))
        await game.press(person, show(key(Verb.PUT, arg=cards_arg((5,), row="front"))))
        again = await game.press(person, filled, key="put")
        assert panel(front.screen).rows[0].cards == (0, 1, 2)
        assert panel(again.screen).rows[0].cards == (1, 2, 5)


def held(chat: str, hints: str = "on", draft: Draft | None = None) -> OwnHand:
    view = hand_view(dealt(options=Options(hints=hints)).table, 0)
    assert view is not None
    return OwnHand(replace(view, chat=ChatId(chat)), draft or Draft(), "suit")


@pytest.mark.parametrize("hints", ["on", "classes"])
def test_a_chat_platforms_panel_carries_what_each_row_can_become(hints: str):
    hand = held("discord:77", hints)
    picks = panel(hand.screen).picks
    assert set(ROWS) == set(picks)
    for row, found in picks.items():
        assert 1 <= len(found) <= 24
        assert found == panel(hand.list(row)).picks[row]


def test_picks_go_with_what_is_in_the_draft():
    hand = held("discord:77")
    first = panel(hand.screen).picks["back"][0]
    after = replace(hand, draft=changed(hand, parse(first.token), {}))
    middle = panel(after.screen).picks["middle"]
    assert middle == panel(after.list("middle")).picks["middle"]
    assert middle != panel(hand.screen).picks["middle"]


def test_no_picks_in_the_browser_rooms_panel_nor_without_hints_nor_once_submitted():
    assert {} == panel(held("web:1").screen).picks
    assert not any(panel(held("discord:77", "off").screen).picks.values())
    hand = held("discord:77")
    done = replace(hand, view=replace(hand.view, submitted=True, rows=hand.view.suggestion))
    assert {} == panel(done.screen).picks


def typed(rows: str) -> dict[str, str]:
    """What would be entered for these rows."""
    return dict(zip(ROWS, rows.split("/"), strict=True))


async def test_rows_that_are_typed_become_the_draft_and_are_not_sent(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(1)
        table = await game.deal(1)
        assert table.deal is not None
        press = show(Token(Verb.TYPE, table.id, 1))
        rows = typed(table.deal.fallbacks[0])
        reply = await game.press(PEOPLE[0], press, **rows)
        assert reply.toast is None
        assert not panel(reply.screen).submitted
        shown = [[panel(reply.screen).cards[card].card for card in row.cards] for row in panel(reply.screen).rows]
        assert [sorted(cards) for cards in shown] == [sorted(parse_shown(row)) for row in rows.values()]
        form = await game.service.form(PEOPLE[0], CHAT, press)
        assert form is not None
        assert [(field.name, sorted(field.cards)) for field in form.fields] == [
            (row, sorted(parse_shown(cards))) for row, cards in rows.items()
        ]
        assert (await game.press(PEOPLE[0], token(reply.screen, "submit"))).toast is not None


async def test_all_that_was_typed_wrong_is_named_and_what_was_right_stays(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(1)
        table = await game.deal(1)
        assert table.deal is not None
        rows = typed(table.deal.fallbacks[0])
        wrong = {"front": f"{rows['front']} zz", "middle": rows["middle"] + rows["back"], "back": f"yy {rows['back']}"}
        reply = await game.press(PEOPLE[0], show(Token(Verb.TYPE, table.id, 1)), **wrong)
        named = [*texts(reply.toast)]
        told = ("arrange/row-unread", "zz", "yy", "arrange/spelling", "arrange/row-size", "arrange/card-twice")
        assert {*told} <= {*named}
        assert [len(row.cards) for row in panel(reply.screen).rows] == [3, 5, 5]
        typed_line = " / ".join(wrong.values())
        refusal = await refused(game.say(PEOPLE[0], f"/arrange {typed_line}"))
        assert [fault.code for fault in refusal.facts["faults"]][:3] == [
            "arrange/row-unread",
            "arrange/row-unread",
            "arrange/spelling",
        ]


async def test_typed_rows_that_are_out_of_order_say_how(tmp_path: Path):
    async with house(tmp_path) as game:
        await game.begin(1)
        table = await game.deal(1)
        assert table.deal is not None
        front, middle, back = table.deal.fallbacks[0].split("/")
        refusal = await refused(game.say(PEOPLE[0], f"/arrange {front} / {back} / {middle}"))
        assert [fault.code for fault in refusal.facts["faults"]] == ["foul/middle-over-back", "arrange/foul-refused"]
