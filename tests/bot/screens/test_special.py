"""The panel of a hand that counts as a whole, and of one whose rows are out of order."""

from dataclasses import replace

import pytest

from bot.i18n import catalog
from bot.screens.foul import Laid, foul_lines, mended_rows
from bot.screens.hand import hand_screen
from bot.screens.model import Screen
from bot.tokens import LONGEST, parse
from core.arrangement import Arrangement, faults
from core.arranger import played_by
from core.cards import parse_shown
from core.rules import RULE_SETS
from core.specials import SPECIALS
from core.strength import strengths
from core.table import commands as c
from core.table.draft import Draft, fill, parse_draft, show_draft
from core.table.model import HouseChoice, Options
from core.table.options import playing
from core.table.view import HandView, hand_view
from tests.bot.screens.asked import DRAGON, PAIRS, foul_of, holding
from tests.bot.screens.walk import buttons, panel, words
from tests.tables import PEOPLE, dealt

ZH, EN = catalog("zh-TW"), catalog("en")
FOULABLE = sorted(rule_set for rule_set, rules in RULE_SETS.items() if rules.fouls_allowed)


def view_of(rule_set: str, people: int = 4) -> HandView:
    played = dealt(people, playing(Options(), rule_set))
    view = hand_view(played.table, played.seat(PEOPLE[0]))
    assert view is not None
    return view


def labels(screen: Screen) -> list[str]:
    return [ZH.text(button.text.key, button.text.facts) for button in buttons(screen)]


def test_the_question_of_a_special_hand_reads_like_this():
    view = holding(view_of("standard"), PAIRS, "six_and_a_half_pairs")
    screen = hand_screen(replace(view, declares="six_and_a_half_pairs"), Draft())
    lines = words(screen, ZH)
    assert lines[:2] == ["🎴 你拿到特殊牌型：六對半", "報了：每家付你 4 分（不比牌、不加倍）"]
    assert lines[2].startswith("不報：照排最好的牌，平均 ")
    assert "沒按就替你報六對半。" in lines
    assert labels(screen) == ["🎴 報六對半 +12", "不報，自己排", "託管"]
    assert panel(screen).still


def test_several_specials_are_asked_about_with_the_highest_and_the_others_named():
    codes = ("dragon", "three_straights", "three_flushes")
    screen = hand_screen(holding(view_of("standard"), DRAGON, *codes), Draft())
    assert "也是三順子、三同花" in words(screen, ZH)
    assert labels(screen)[:4] == ["🎴 報一條龍 +108", "不報，自己排", "🎴 報三順子 +12", "🎴 報三同花 +9"]


def test_with_fewer_opponents_a_special_brings_less():
    view = holding(view_of("standard"), PAIRS, "six_and_a_half_pairs")
    assert labels(hand_screen(replace(view, players=2), Draft()))[0] == "🎴 報六對半 +4"


@pytest.mark.parametrize("hints", ["classes", "off"])
def test_a_table_without_averages_tells_none_of_them_in_its_questions(hints: str):
    view = holding(view_of("standard"), PAIRS, "six_and_a_half_pairs")
    quiet = replace(view, options=replace(view.options, hints=hints))
    asking, warned = hand_screen(quiet, Draft()), hand_screen(quiet, replace(foul_of(view), warned=True))
    assert not [line for screen in (asking, warned) for line in words(screen, ZH) if "平均" in line]


@pytest.mark.parametrize(
    ("rule_set", "code", "said"),
    [
        ("hongkong", "six_and_a_half_pairs", "🎴 報到：六對半，每注收 3 注，怎麼排都算。"),
        ("taiwan", "dragon", "🎴 一條龍！怎麼排都算。"),
    ],
)
def test_what_the_program_finds_itself_is_said_and_not_asked(rule_set: str, code: str, said: str):
    cards = DRAGON if code == "dragon" else PAIRS
    screen = hand_screen(holding(view_of(rule_set), cards, code), Draft())
    assert said in words(screen, ZH)
    assert not panel(screen).asks


def test_a_natural_is_told_at_the_price_of_the_table():
    view = holding(view_of("hongkong"), DRAGON, "suited_dragon")
    dear = replace(view, options=replace(view.options, house=(HouseChoice("suited_dragon", 39),)))
    assert "🎴 報到：至尊清龍，每注收 39 注，怎麼排都算。" in words(hand_screen(dear, Draft()), ZH)


def test_banker_and_stake_stand_on_the_panel():
    played = dealt(4, playing(Options(), "hongkong"))
    views = [hand_view(played.table, seat) for seat in (0, 1)]
    shown = [words(hand_screen(view, Draft()), ZH) for view in views if view is not None]
    assert "🏦 這局你是莊家，各家跟你比。" in shown[0]
    assert "你押 1 注・對莊家 明" in shown[1]


def test_where_nobody_guns_the_panel_speaks_of_none():
    said = {}
    for rule_set in ("standard", "international", "hongkong"):
        view = view_of(rule_set)
        said[rule_set] = next(
            line for line in words(hand_screen(view, fill(view.suggestion, view.cards)), ZH) if "平均" in line
        )
    assert "被打槍" in said["standard"]
    assert "三墩全輸" in said["international"]
    assert "被打槍" not in said["hongkong"]
    assert "全輸" not in said["hongkong"]
    assert said["hongkong"].endswith(" 注（押 1 注算）")


@pytest.mark.parametrize(
    ("rule_set", "cost"),
    [
        ("standard", "送出的代價：三墩全輸給沒相公的每一家、還算被打槍 ×2"),
        ("international", "送出的代價：三墩全輸給沒相公的每一家、每家再付 3 分"),
        ("taiwan", "送出的代價：沒相公的每家付 6 堵，再加對方的加堵"),
        ("hongkong", "送出的代價：三段全賠，照對方的牌型賠"),
    ],
)
def test_the_price_of_a_foul_is_said_in_the_words_of_the_game(rule_set: str, cost: str):
    view = view_of(rule_set)
    lines = words(hand_screen(view, replace(foul_of(view), warned=True)), ZH)
    assert lines[0] == "⚠️ 這樣排是相公（倒水）"
    assert lines[1].startswith("相公：")
    assert cost in lines
    assert any(line.startswith("這樣送平均 −") for line in lines)


@pytest.mark.parametrize("rule_set", FOULABLE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_mended_rows_are_in_order_and_never_worth_less_than_the_foul(rule_set: str, players: int):
    rules = played_by(RULE_SETS[rule_set], players)
    view = view_of(rule_set)
    best = [parse_shown(row) for row in view.suggestion.split("/")]
    for order in ((0, 2, 1), (0, 1, 2)):
        front, middle, back = (best[place] for place in order)
        swapped = (middle[:3], (*front, *middle[3:]), back)
        for rows in ((front, middle, back), swapped):
            laid = Laid(rules, view.cards, Arrangement(*map(tuple, rows)))
            if not faults(laid.rows, strengths(RULE_SETS[rule_set]), rules):
                continue
            assert not faults(mended_rows(laid), strengths(RULE_SETS[rule_set]), rules)
            average = foul_lines(laid)[-1].text.facts
            assert average["worth"].thousandths <= average["mended"].thousandths


def test_a_hand_that_counts_whatever_its_rows_pays_nothing_for_a_foul():
    view = holding(view_of("taiwan"), DRAGON, "dragon")
    assert "送出的代價：這手牌怎麼排都算，相公也一樣" in words(
        hand_screen(view, replace(foul_of(view), warned=True)), ZH
    )


@pytest.mark.parametrize("code", sorted(SPECIALS))
def test_the_button_of_every_special_fits_a_token(code: str):
    view = holding(view_of("standard"), PAIRS, *RULE_SETS["standard"].specials)
    worst = replace(view, table=type(view.table)(2**63 - 1), serial=2**63 - 1, specials=(code,))
    [declare] = [each for each in buttons(hand_screen(worst, Draft())) if parse(each.token).arg == code]
    assert len(declare.token) <= LONGEST


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("warned", [False, True])
def test_what_was_answered_is_kept_with_the_draft(own: bool, warned: bool):  # noqa: FBT001 # given by pytest
    for placed, auto in (((), ""), (((0, "back"), (12, "front")), ""), (((3, "middle"),), "front")):
        draft = Draft(placed, auto, own=own, warned=warned)
        assert parse_draft(show_draft(draft)) == draft


def test_who_is_played_for_by_the_computer_reads_who_declared():
    view = holding(view_of("standard"), PAIRS, "six_and_a_half_pairs")
    played = dealt(2, playing(Options(), "standard"))
    played.do(c.Autopilot(played.table.serial), PEOPLE[1])
    by_computer = hand_view(played.table, 1)
    assert by_computer is not None
    shown = replace(view, declared="six_and_a_half_pairs", submitted=True, by=by_computer.by, autopilot=True)
    lines = words(hand_screen(shown, Draft()), EN)
    assert "The computer declared it for you; press Arrange instead to take over." in lines
