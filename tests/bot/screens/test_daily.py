"""The words of the daily challenge, as somebody reads them."""

from collections.abc import Sequence

import pytest

from bot.i18n import catalog
from bot.screens.daily import (
    SHOWN,
    card_screen,
    date_text,
    end_screen,
    in_daily,
    others_screen,
    play_screen,
    round_screen,
    share_screen,
)
from bot.screens.hand import hand_screen
from bot.screens.model import Line, Screen
from bot.screens.why import why_screen
from core.deal import tag
from core.ids import ChatId, PersonId
from core.table.daily import DEALS, Before, Day, Turn, digest, open_day, result
from core.table.daily_view import DayView, Round, daily_hand, day_view, try_view
from core.table.draft import Draft
from tests.fakes import buttons

MIDNIGHT = 1_796_054_400_000
DAY = open_day(Before("00112233aabbccdd", 3, "0" * 64), date="2026-11-30", now=MIDNIGHT, entropy=bytes(32))
ROUNDS = (Round(7, 4), Round(5, 5), Round(-3, 4), Round(9, 2, own=False), Round(0, 0))


def words(screen: Screen, language: str = "zh-TW") -> list[str]:
    return [
        catalog(language).text(block.text.key, block.text.facts) for block in screen.blocks if isinstance(block, Line)
    ]


def view(points: Sequence[int] = (), *, outcome: str = "", day: Day = DAY) -> DayView:
    found = [(number, f"人{number}", each) for number, each in enumerate(points, 1)]
    return day_view(day, found, ends_at=MIDNIGHT, outcome=outcome, tomorrow=digest(day))


def test_the_card_before_and_after_the_first_has_played():
    assert words(card_screen(view()))[:3] == [
        "📅 11/30 每日挑戰",
        "國際規則・5 局・對三家電腦（普通）・大家同一副牌",
        "還沒有人打完，第一個就是你。",
    ]
    assert words(card_screen(view((4, 31, -2))))[2:6] == ["已打 3 人・最高 +31", "🥇 人2 +31", "🥈 人1 +4", "🥉 人3 −2"]


def test_the_card_shows_the_best_and_no_more():
    shown = words(card_screen(view(range(30))))
    assert sum("人" in text for text in shown) - 1 == SHOWN


def test_a_struck_day_offers_nothing_to_play():
    assert list(buttons(card_screen(view((1,), outcome="void:restored")))) == ["verify"]


def test_the_end_says_place_standard_and_whom_one_has_beaten():
    own = try_view(view((1, 18, 18, 40)), 2, name="小美", rounds=ROUNDS, ended=True)
    assert words(end_screen(own))[1:7] == [
        "你 +18・標準 +15・第 2／4 名（贏過 25%）",
        "🟩 第 1 局 +7（標準 +4）",
        "⬜ 第 2 局 +5（標準 +5）",
        "🟥 第 3 局 −3（標準 +4）",
        "🟩 第 4 局 +9（標準 +2）⏰ 代打",
        "⬜ 第 5 局 0（標準 0）",
    ]


def test_the_first_to_end_is_told_so_instead_of_having_beaten_nobody():
    own = try_view(view((-16,)), 1, name="小美", rounds=ROUNDS, ended=True)
    assert words(end_screen(own))[1] == "你 +18・標準 +15・第一個打完"


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("zh-TW", "📅 小美 11/30 每日挑戰 +18（標準 +15）🟩⬜🟥🟩⬜"),
        ("en", "📅 小美 · daily 11/30: +18 (standard +15) 🟩⬜🟥🟩⬜"),
    ],
)
def test_what_is_shared_is_one_line_without_cards(language: str, wanted: str):
    own = try_view(view((18,)), 1, name="小美", rounds=ROUNDS, ended=True)
    assert words(share_screen(own), language) == [wanted]


def test_a_round_shows_its_points_the_standard_and_what_is_left():
    turns = [Turn(rows) for rows in DAY.standard]
    for count in range(1, DEALS + 1):
        own = try_view(view(), 1, name="小美", rounds=ROUNDS[:count], ended=count == DEALS)
        ended = result(DAY, turns[:count], person=PersonId("web:1"), name="小美", at=(1, MIDNIGHT))
        screen = round_screen(own, ended)
        assert ("還剩" in " ".join(words(screen))) == (count < DEALS)
        assert ("daily-end" if count == DEALS else "daily-next") in buttons(screen)
    assert words(round_screen(try_view(view(), 1, name="x", rounds=ROUNDS[:1], ended=False), ended_first()))[1] == (
        "這局 +7　標準 +4"
    )


def ended_first():
    return result(DAY, [Turn(DAY.standard[0])], person=PersonId("web:1"), name="小美", at=(1, MIDNIGHT))


def test_an_account_keeps_only_what_leads_somewhere_in_the_challenge():
    found = in_daily(why_screen(ended_first(), 0, own=True), ended_first(), 4)
    places = {name: button.token.split(".")[2:4] for name, button in buttons(found).items()}
    assert places["back"] == places["verify"] == ["dailydaily", "4"]
    assert places["rules"] == ["0", "0"]


def test_pages_of_others_lead_on_and_back():
    first, second = (others_screen(view(range(SHOWN + 3)), page) for page in (0, 1))
    assert "later" in buttons(first)
    assert "earlier" not in buttons(first)
    assert "earlier" in buttons(second)
    assert len([name for row in second.buttons for name in row if name.text.key == "button/daily-of"]) == 3
    assert others_screen(view(range(3)), 99) == others_screen(view(range(3)), 0)


def test_a_date_is_read_without_its_year():
    assert date_text("2026-01-05") == "1/5"


def test_everybodys_hand_carries_the_same_seal():
    hands = [play_screen(try_view(view(), 1, name=name, rounds=(), ended=False), drawn()) for name in ("小美", "阿嬤")]
    seals = [text for hand in hands for text in words(hand) if tag(DAY.commitment) in text]
    assert len(seals) == 2
    assert len(set(seals)) == 1


def drawn() -> Screen:
    return hand_screen(daily_hand(DAY, 1, 1, chat=ChatId("web:1"), at=MIDNIGHT), Draft())
