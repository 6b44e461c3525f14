"""Suggestions, lists for the rows and the worth of a draft on the panel, by what the table allows."""

import re
from dataclasses import replace

import pytest

from bot.i18n import catalog, languages
from bot.screens.hand import hand_screen, list_screen
from bot.screens.model import Screen
from bot.tokens import Verb, parse, read_cards
from core.arrangement import Arrangement, show_rows
from core.cards import parse_shown
from core.rules import ROW_SIZES, RULE_SETS
from core.table import commands as c
from core.table import guide
from core.table.draft import Draft, fill, in_row, put, swap_rows
from core.table.model import Options
from core.table.view import HandView, hand_view
from tests.bot.screens.walk import buttons, keys, panel, words
from tests.tables import PEOPLE, dealt

ZH, EN = catalog("zh-TW"), catalog("en")
RULES = pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
AVERAGE = r"[+−]?\d+\.\d\d"


def view_of(rule_set: str = "joker", *, hints: str = "on", seat: int = 0) -> HandView:
    view = hand_view(dealt(options=Options(rule_set=rule_set, hints=hints)).table, seat)
    assert view is not None
    return view


def verbs(screen: Screen) -> list[Verb]:
    return [parse(button.token).verb for button in buttons(screen)]


def labels(screen: Screen, language: str = "zh-TW") -> list[str]:
    words_of = catalog(language)
    return [words_of.text(button.text.key, button.text.facts) for button in buttons(screen)]


@RULES
@pytest.mark.parametrize("language", languages())
def test_suggestions_stand_first_with_their_sign_and_what_they_win(rule_set: str, language: str):
    view = view_of(rule_set)
    screen = hand_screen(view, Draft())
    first = labels(screen, language)[: len(screen.buttons[0])]
    assert all(re.fullmatch(rf"[✨🛡🎯🔝] {AVERAGE}", label) for label in first)
    assert first[0].startswith("✨")
    assert {parse(button.token).verb for button in screen.buttons[0]} == {Verb.SUGGEST}
    assert [parse(button.token).arg for button in screen.buttons[0]] == [each.kind for each in guide.suggested(view)]
    assert Verb.AUTO not in verbs(screen)


def test_a_finished_draft_says_what_it_is_worth_and_which_suggestion_it_is():
    view = view_of()
    for each in guide.suggested(view):
        said = words(hand_screen(view, guide.take(view, each.kind)), ZH)[-1]
        sign = {"most": "✨ 最多分", "safest": "🛡 最穩", "extras": "🎯 拚加分", "front": "🔝 衝頭"}[each.kind]
        assert re.fullmatch(rf"{sign}　平均 {AVERAGE} 道・被打槍 \d+%", said)
    own = guide.set_row(view, Draft(), row="back", cards=range(5))
    middle = guide.choices(view, own)["middle"][-1]
    whole = guide.set_row(view, own, row="middle", cards=guide.indexes(view, own, middle))
    said = words(hand_screen(view, whole), EN)[-1]
    assert re.fullmatch(rf"✅ Ready to submit · average {AVERAGE} pt · shot \d+%", said)


@RULES
def test_each_row_lists_what_it_can_become(rule_set: str):
    view = view_of(rule_set)
    for row in ROW_SIZES:
        found = panel(list_screen(view, Draft(), row)).picks[row]
        assert 1 <= len(found) <= 24
        for pick in found:
            token = parse(pick.token)
            where, indexes = read_cards(token)
            assert (token.verb, where) == (Verb.PICK, row)
            assert [view.cards[index] for index in indexes] == list(pick.cards)
            assert pick.worth is not None
            assert re.fullmatch(AVERAGE, ZH.text(pick.worth.key, pick.worth.facts))


def test_a_row_that_filled_itself_says_so_in_both_languages():
    view = view_of()
    back = guide.set_row(view, Draft(), row="back", cards=in_row(fill(view.suggestion, view.cards), "back"))
    middle = guide.choices(view, back)["middle"][0]
    whole = guide.set_row(view, back, row="middle", cards=guide.indexes(view, back, middle))
    said = {row.row: row.label for row in panel(hand_screen(view, whole)).rows}
    for words_of, mark in ((ZH, "（自動）"), (EN, "(filled in)")):
        texts = {row: words_of.text(label.key, label.facts) for row, label in said.items() if label}
        assert [row for row, text in texts.items() if text.endswith(mark)] == ["front"]


@RULES
def test_only_classes_shows_lists_without_averages(rule_set: str):
    view = view_of(rule_set, hints="classes")
    empty, whole = hand_screen(view, Draft()), hand_screen(view, fill(view.suggestion, view.cards))
    picks = panel(list_screen(view, Draft(), "back")).picks["back"]
    assert {pick.worth for pick in picks} == {None}
    assert all(row.list for row in panel(empty).rows)
    assert Verb.SUGGEST not in verbs(empty)
    assert "hand/empty-classes" in keys(empty)
    assert words(whole, ZH)[-1] == "✅ 可以送出"
    assert not re.search(AVERAGE, " ".join([*words(whole, ZH), *labels(whole), *words(empty, ZH), *labels(empty)]))


@RULES
def test_no_hints_leave_cards_classes_and_faults(rule_set: str):
    view = view_of(rule_set, hints="off")
    empty = hand_screen(view, Draft())
    whole = hand_screen(view, fill(view.suggestion, view.cards))
    assert panel(list_screen(view, Draft(), "back")).picks == {"back": ()}
    assert {row.list for row in panel(empty).rows} == {""}
    assert not {Verb.SUGGEST, Verb.AUTO, Verb.MEND} & {*verbs(empty), *verbs(whole)}
    assert all(row.label for row in panel(whole).rows)
    assert words(whole, ZH)[-1] == "✅ 可以送出"
    broken = hand_screen(view, swap_rows(fill(view.suggestion, view.cards)))
    assert panel(broken).faults


def main_button(view: HandView, draft: Draft) -> str:
    """What stands in the place of 送出."""
    screen = hand_screen(view, draft)
    return labels(screen)[len(screen.buttons[0])]


def test_mending_stands_in_for_submitting_while_rows_are_out_of_order():
    view = view_of()
    good, bad = fill(view.suggestion, view.cards), swap_rows(fill(view.suggestion, view.cards))
    assert Verb.SUBMIT in verbs(hand_screen(view, good))
    assert Verb.MEND not in verbs(hand_screen(view, good))
    assert Verb.SUBMIT not in verbs(hand_screen(view, bad))
    assert main_button(view, bad) == "對調"
    assert labels(hand_screen(view, bad)).count("對調") == 1
    held = replace(view, cards=parse_shown("Ah Ad Kc 4s 4c 9h 8d 3h Th Td Tc 5h 2c 7s 5d 2d 3c"))
    rows = Arrangement(held.cards[:3], held.cards[3:8], held.cards[8:13])
    worse = fill(show_rows(rows), held.cards)
    assert main_button(held, worse) == "🔧 修好"
    assert labels(hand_screen(held, worse)).count("對調") == 1
    begun = put(Draft(), (0,), "back", hand_size=17)
    assert Verb.SUBMIT in verbs(hand_screen(view, begun))


def test_what_was_submitted_is_suggested_nothing():
    played = dealt()
    played.do(c.Submit(played.table.serial, played.suggestion(0), hinted=True), PEOPLE[0])
    view = hand_view(played.table, 0)
    assert view is not None
    screen = hand_screen(view, Draft())
    assert {row.list for row in panel(screen).rows} == {""}
    assert verbs(screen) == [Verb.EDIT, Verb.AUTOPILOT]
    assert view.hinted


def test_the_worst_hand_of_all_buttons_stays_within_the_limits():
    view = replace(view_of("bonus"), serial=2**63 - 1)
    screen = hand_screen(view, Draft())
    assert max(len(row) for row in screen.buttons) <= 5
    lists = [panel(list_screen(view, Draft(), row)).picks[row] for row in ROW_SIZES]
    assert all(len(pick.token) <= 64 for picks in lists for pick in picks)
    assert all(len(row.list) <= 64 for row in panel(screen).rows)
