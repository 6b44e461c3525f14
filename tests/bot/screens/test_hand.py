from collections import Counter
from dataclasses import replace

import pytest

from bot.i18n import catalog, languages
from bot.screens.hand import faults_of, hand_screen, typing_button
from bot.tokens import Verb, parse, read_cards
from core.cards import parse_shown
from core.rules import ROWS, RULE_SETS
from core.table import commands as c
from core.table.draft import Draft, fill, put, swap_rows
from core.table.model import Options
from core.table.view import HandView, hand_view
from tests.bot.screens.walk import buttons, cards, keys, panel, stored, words
from tests.tables import PEOPLE, Played, dealt

ZH = catalog("zh-TW")
MEND = "按「修好」，動最少的牌就能送出。"
RULES = pytest.mark.parametrize("rule_set", sorted(RULE_SETS))


def view_of(played: Played, seat: int = 0) -> HandView:
    view = hand_view(played.table, seat)
    assert view is not None
    return view


def holding(text: str) -> HandView:
    """A hand of 鬼牌 with just these cards."""
    return replace(view_of(dealt()), cards=parse_shown(text))


def placed(**rows: range) -> Draft:
    return Draft(tuple((card, row) for row, cards in rows.items() for card in cards))


def in_three_rows() -> Draft:
    return placed(front=range(3), middle=range(3, 8), back=range(8, 13))


def said(view: HandView, draft: Draft, language: str = "zh-TW") -> list[str]:
    return [catalog(language).text(fault.key, fault.facts) for fault in faults_of(view, draft)]


def enabled(screen) -> dict[Verb, bool]:
    return {parse(button.token).verb: button.enabled for button in buttons(screen)}


def test_an_empty_draft_has_no_fault_and_cannot_be_submitted():
    view = view_of(dealt())
    screen = hand_screen(view, Draft())
    assert panel(screen).faults == ()
    assert enabled(screen)[Verb.SUBMIT] is False
    assert "hand/empty-on" in keys(screen)


@RULES
def test_the_suggestion_can_be_submitted(rule_set: str):
    view = view_of(dealt(options=Options(rule_set=rule_set)))
    screen = hand_screen(view, fill(view.suggestion, view.cards))
    assert panel(screen).faults == ()
    assert enabled(screen)[Verb.SUBMIT] is True
    assert all(row.label is not None for row in panel(screen).rows)


def test_what_is_missing_is_counted_row_by_row():
    view = view_of(dealt())
    draft = put(put(Draft(), range(5), "back", hand_size=17), (5, 6, 7), "middle", hand_size=17)
    assert said(view, draft) == ["還差 5 張：中墩 2、頭墩 3"]


def test_a_full_row_says_its_class_and_the_others_nothing():
    view = holding("Ah Ad Kc 9h 9d 8c 7s 2c Th Td Tc 4s 4d 3h 3d 3c 2d")
    rows = {row.row: row.label for row in panel(hand_screen(view, placed(front=range(3), back=range(8, 12)))).rows}
    assert rows["middle"] is None
    assert rows["back"] is None
    assert rows["front"] is not None
    assert ZH.text(rows["front"].key, rows["front"].facts) == "一對 A"


def test_all_faults_are_named_at_once():
    view = holding("Ah Ad Kc 9h 9d 8c 7s 2c Qh Jd 9c 4s 3d 3h 5d 5c 2d")
    assert said(view, in_three_rows()) == [
        "相公：頭墩比中墩大，一對 A ＞ 一對 9。",
        "相公：中墩比尾墩大，一對 9 ＞ 烏龍 Q。",
        MEND,
    ]


def test_a_fault_by_the_kicker_names_the_kickers():
    view = holding("9s 9h Kc 9d 9c 5s 4c 3c Th Td 6c 6s 3d 3h 5d 5c 2d")
    assert said(view, in_three_rows()) == ["相公：頭墩比中墩大，同為一對 9，頭墩單張 K ＞ 中墩單張 5。", MEND]


def test_two_full_rows_are_compared_before_the_third_is_there():
    view = holding("Ah Ad Kc 9h 9d 8c 7s 2c Qh Jd 9c 4s 3d 3h 5d 5c 2d")
    front_and_middle = placed(front=range(3), middle=range(3, 8))
    assert said(view, front_and_middle) == ["相公：頭墩比中墩大，一對 A ＞ 一對 9。", MEND, "還差 5 張：尾墩 5"]
    middle_and_back = placed(middle=range(3, 8), back=range(8, 13))
    assert said(view, middle_and_back)[0] == "相公：中墩比尾墩大，一對 9 ＞ 烏龍 Q。"
    front_and_back = placed(front=range(3), back=range(8, 13))
    assert said(view, front_and_back) == ["還差 5 張：中墩 5"]


def test_the_way_to_mend_is_named_where_a_swap_is_enough():
    view = holding("5h 4d 2c Th Td Tc 4s 4c Ah Ad Kc 9h 8d 3h 5d 5c 2d")
    assert said(view, in_three_rows())[-1] == "按「對調」就好。"
    assert Verb.MEND not in enabled(hand_screen(view, in_three_rows()))
    assert said(view, swap_rows(in_three_rows())) == []


@RULES
def test_an_arrangement_with_a_fault_cannot_be_submitted_where_fouls_are_refused(rule_set: str):
    view = view_of(dealt(options=Options(rule_set=rule_set, fouls="off")))
    draft = swap_rows(fill(view.suggestion, view.cards))
    screen = hand_screen(view, draft)
    wrong = bool(panel(screen).faults)
    assert enabled(screen).get(Verb.SUBMIT, False) is not wrong
    assert enabled(screen)[Verb.SWAP]


def test_every_card_names_itself_by_its_place_in_the_dealt_order():
    view = view_of(dealt())
    draft = put(Draft(), (0, 16), "back", hand_size=17)
    for index, card in enumerate(panel(hand_screen(view, draft)).cards):
        assert card.card == view.cards[index]
        assert card.place == ("back" if index in {0, 16} else "")
        for where, token in card.tokens.items():
            row, indexes = read_cards(parse(token))
            assert indexes == (index,)
            assert row == ("" if where == "hand" else where)
        assert set(card.tokens) == ({"front", "middle", "hand"} if card.place else set(ROWS))


def test_a_row_takes_cards_by_its_field():
    view = view_of(dealt())
    rows = panel(hand_screen(view, Draft())).rows
    assert [read_cards(parse(row.token), "0,3,7") for row in rows] == [(row, (0, 3, 7)) for row in ROWS]


@RULES
def test_the_form_to_type_in_offers_a_joker_only_where_there_is_one(rule_set: str):
    fields = typing_button(view_of(dealt(options=Options(rule_set=rule_set))), Draft()).fields
    assert [("鬼" in ZH.text(field.label.key, field.label.facts)) for field in fields] == [rule_set == "joker"] * 3


def test_the_sort_button_names_the_other_order():
    view = view_of(dealt())
    found = {}
    for sort in ("suit", "rank"):
        screen = hand_screen(view, Draft(), sort=sort)
        found[sort] = [parse(one.token).arg for one in buttons(screen) if parse(one.token).verb is Verb.SORT]
    assert found == {"suit": ["rank"], "rank": ["suit"]}


def test_what_was_submitted_is_shown_and_waits_for_the_others():
    played = dealt()
    played.do(c.Submit(played.table.serial, played.suggestion(0)), PEOPLE[0])
    screen = hand_screen(view_of(played), Draft())
    assert panel(screen).submitted
    assert all(row.label for row in panel(screen).rows)
    assert not any(card.tokens for card in panel(screen).cards)
    assert words(screen, ZH) == ["✅ 已送出　第 1/2 局", "還能改，16:01:30 截止。", "還在等：嬤、美、爸"]
    assert list(enabled(screen)) == [Verb.EDIT, Verb.AUTOPILOT]


def test_changing_what_was_submitted_says_what_counts_until_then():
    played = dealt()
    played.do(c.Submit(played.table.serial, played.suggestion(0)), PEOPLE[0])
    view = view_of(played)
    screen = hand_screen(view, fill(view.rows, view.cards))
    assert not panel(screen).submitted
    assert "hand/still-counts" in keys(screen)
    labels = [ZH.text(button.text.key, button.text.facts) for button in buttons(screen)]
    assert "返回" in labels
    assert "清空" not in labels


def test_autopilot_says_how_to_come_back():
    played = dealt()
    played.do(c.Autopilot(played.table.serial), PEOPLE[1])
    assert {"hand/autopilot", "hand/by-computer"} <= set(keys(hand_screen(view_of(played, 1), Draft())))


def test_without_a_limit_no_time_is_named():
    view = replace(view_of(dealt()), deadline=None)
    assert "不限時" in words(hand_screen(view, Draft()), ZH)
    assert panel(hand_screen(view, Draft())).deadline is None


@RULES
@pytest.mark.parametrize("language", languages())
def test_a_hand_shows_its_own_cards_and_no_others(rule_set: str, language: str):
    played = dealt(options=Options(rule_set=rule_set))
    assert played.table.deal is not None
    assert played.table.opening is not None
    played.submit_all(PEOPLE[3:4])
    for seat in range(4):
        view = view_of(played, seat)
        own = played.table.deal.dealt.hands[seat]
        for draft in (Draft(), fill(view.suggestion, view.cards)):
            screen = hand_screen(view, draft)
            whole = stored(screen)
            hidden = [
                played.table.opening.secret,
                *(play.salt for play in played.table.deal.plays),
                *(hand for other, hand in enumerate(played.table.deal.dealt.hands) if other != seat),
                *(rows for other, rows in enumerate(played.table.deal.fallbacks) if other != seat),
            ]
            assert [value for value in hidden if value in whole] == []
            assert Counter(cards(screen)) == Counter(parse_shown(own))
            assert screen.evidence == {}
            assert words(screen, catalog(language))
