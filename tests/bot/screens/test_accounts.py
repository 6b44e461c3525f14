"""Why somebody won or lost: every payment of every game in words, and nothing left unexplained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import catalog, languages
from bot.screens.model import Line, Points, Screen
from bot.screens.why import why_screen
from core.rules import RULE_SETS
from core.scoring import WAYS, Terms
from core.table.result import Result
from tests.bot.screens.cases import cases
from tests.bot.screens.rounds import rows, settled
from tests.bot.screens.test_showdown import EVERY_RESULT, HOME_RUN, OTHER, WEAK
from tests.bot.screens.walk import keys, texts, words
from tests.tellings import FOLDER, LANGUAGES, rounds_of, telling

ZH, EN = catalog("zh-TW"), catalog("en")
EVERY_CASE = [(f"{rule_set}: {name}", result) for rule_set in RULE_SETS for name, result in cases(rule_set)]
IN_EVERY_CASE = pytest.mark.parametrize("result", [result for _, result in EVERY_CASE], ids=[n for n, _ in EVERY_CASE])
APART = ("why/against", "why/sum")


def groups(screen: Screen) -> list[list[Line]]:
    """The lines of an account, a list for each opponent, its heading first; the sum is a list of its own."""
    found: list[list[Line]] = []
    for block in screen.blocks:
        assert isinstance(block, Line)
        if block.text.key.startswith(APART):
            found.append([block])
        elif found and not block.text.key.endswith("-note"):
            found[-1].append(block)
    return found


def value(shown: Line) -> int:
    points = shown.text.facts.get("points", Points(0))
    assert isinstance(points, Points)
    return points.value


def opponents(result: Result, seat: int) -> int:
    """With how many others a seat has something to settle."""
    return len(result.seats) - 1 if not RULE_SETS[result.rule_set].has_banker or seat == result.dealer else 1


def adds_up(result: Result, seat: int) -> bool:
    """Whether every opponent's lines add up to their sum, and the sums to the seat's points."""
    *against, (closing,) = groups(why_screen(result, seat))
    assert len(against) == opponents(result, seat)
    for total, *paid in against:
        assert value(total) == sum(value(shown) for shown in paid)
        assert paid, "a zero is explained, never left out"
    return sum(value(total) for total, *_ in against) == result.seats[seat].points == value(closing)


@given(EVERY_RESULT)
def test_the_lines_of_an_account_add_up_to_the_points(result):
    assert all(adds_up(result, seat) for seat in range(len(result.seats)))


@IN_EVERY_CASE
def test_so_they_do_with_fouls_specials_dragons_and_ways_of_the_house(result: Result):
    assert all(adds_up(result, seat) for seat in range(len(result.seats)))


def told(result: Result) -> None:
    """Every payment stands in the account of both, in words of its own."""
    way = RULE_SETS[result.rule_set].scoring
    for payment in result.payments:
        for seat, side in ((payment.payee, "won"), (payment.payer, "lost")):
            wanted = f"why/{way}-{payment.reason}-{side}"
            assert any(key.startswith(wanted) for key in keys(why_screen(result, seat)))


@given(EVERY_RESULT)
def test_every_payment_stands_in_the_accounts_of_both(result):
    told(result)


@IN_EVERY_CASE
def test_so_it_does_in_every_case(result: Result):
    told(result)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scoring", sorted(WAYS))
def test_every_reason_of_every_way_has_its_texts(scoring: str, language: str):
    words_of = catalog(language)
    reasons = [f"why/{scoring}-{reason}-{side}" for reason in WAYS[scoring].reasons for side in ("won", "lost")]
    assert [key for key in reasons if not words_of.has(key)] == []


@pytest.mark.parametrize("language", languages())
@IN_EVERY_CASE
def test_no_place_of_an_account_stays_open(result: Result, language: str):
    words_of = catalog(language)
    for seat in range(len(result.seats)):
        for own in (True, False):
            screen = why_screen(result, seat, own=own)
            assert all(words_of.has(text.key) for text in texts(screen))
            assert not any("{" in said for said in words(screen, words_of))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_a_round_reads_as_it_was_checked(rule_set: str, language: str):
    kept = FOLDER / f"{rule_set}.{language}.txt"
    assert kept.read_text(encoding="utf-8") == telling(rule_set, language)


def test_an_account_reads_like_this():
    assert words(why_screen(HOME_RUN, 1), ZH) == [
        "第 3 局　阿嬤 為什麼 −6？",
        "對 小明　−7",
        "🔫 被打槍 −1　阿嬤 三墩都沒贏：頭墩 一對 9 ＜ 一對 A、中墩 順子 7 ＜ 鐵支 8、尾墩 葫蘆 K ＜ 鐵支 10",
        "💥 全壘打 −3　小明 打槍 阿嬤、小美、電腦四，每家再付 3",
        "🎴 加分 −2　小明 用鐵支 8 贏了中墩",
        "🎴 加分 −1　小明 用鐵支 10 贏了尾墩",
        "對 小美　+1",
        "🔫 打槍 +1　阿嬤 三墩都沒輸：頭墩 一對 9 ＞ 烏龍 Q、中墩 順子 7 ＞ 兩對 Q、5、尾墩 葫蘆 K ＞ 烏龍 A",
        "對 電腦四　0",
        "・阿嬤 頭墩贏、中墩輸、尾墩贏：沒有打槍，不計分",
        "合計 −6",
        "這個玩法單墩輸贏不計分，只算打槍、全壘打和加分牌型。",
    ]


def test_ones_own_account_speaks_to_its_reader_and_each_line_says_who_won():
    assert words(why_screen(HOME_RUN, 1, own=True), ZH)[0] == "第 3 局　為什麼我 −6？"
    rest = "middle: straight to 7 < four 8s, back: full house, Ks < four 10s"
    assert words(why_screen(HOME_RUN, 1, own=True), EN)[:5] == [
        "Round 3: why −6 for you?",
        "Against 小明 · −7",
        f"🔫 shot −1 · you won no row: front: pair of 9s < pair of As, {rest}",
        "💥 home run −3 · 小明 shot 阿嬤, 小美, Computer 4, 3 more to pay for each",
        "🎴 extra −2 · 小明 won the middle row with four 8s",
    ]
    assert "🎴 extra +2 · you won the middle row with four 8s" in words(why_screen(HOME_RUN, 0, own=True), EN)
    assert "🎴 extra +2 · 小明 won the middle row with four 8s" in words(why_screen(HOME_RUN, 0), EN)
    assert "· no gun, no points: you won the front row, lost the middle row, won the back row" in words(
        why_screen(HOME_RUN, 1, own=True), EN
    )


def test_a_tie_is_called_a_tie():
    same = rows("9h 9d Kc / 3s 4h 5c 6d 7s / Kh Kd Ks 2h 2d")
    result = settled("joker", [same, same, WEAK, OTHER])
    said = words(why_screen(result, 0), ZH)
    assert any("一對 9 ＝ 一對 9（平手）" in text for text in said)


@pytest.mark.parametrize("rule_set", ["standard", "international"])
def test_a_row_that_is_even_is_told_and_one_that_a_lower_card_decides_says_which(rule_set: str):
    first = rows("Ks Qd 2c / 8s 8c 6c 4s 3h / Js Jh 9d 6d 5c")
    second = rows("Kh Qs 2d / 8h 8d 5h 4c 3d / Jd Jc 9c 6s 5h")
    said = words(why_screen(settled(rule_set, [first, second]), 0, own=True), ZH)
    assert said[2:5] == [
        "・頭墩 烏龍 K ＝ 烏龍 K（平手）",
        "・中墩 一對 8 ＞ 一對 8（6 ＞ 5）　+1",
        "・尾墩 一對 J ＝ 一對 J（平手）",
    ]


def test_a_comparison_in_which_nobody_wins_more_rows_is_called_even():
    first = rows("Ks Qd 2c / 8s 8c 6c 4s 3h / Js Jh 9d 6d 5c")
    second = rows("Kh Js 2d / 8h 8d 6h 4c 3d / Jd Jc Tc 6s 5h")
    said = words(why_screen(settled("taiwan", [first, second]), 0, own=True), ZH)
    assert said[1:3] == ["對 阿嬤　0", "・平分秋色，不計：你頭墩贏、中墩平手、尾墩輸"]


def test_against_a_banker_only_the_bank_is_told_of():
    (first, *_) = rounds_of("hongkong")
    assert sum(key == "why/against" for key in keys(why_screen(first, 0))) == 1
    assert sum(key == "why/against" for key in keys(why_screen(first, first.dealer))) == 3
    assert words(why_screen(first, 0, own=True), ZH)[1] == "你押 2 注・對莊家 阿嬤"


BANKED = {
    "suits": ("頭墩 烏龍 K ＜ 烏龍 K，比花色輸", "頭墩 烏龍 K ＞ 烏龍 K，比花色贏"),
    "top_card_only": ("頭墩 烏龍 K ＜ 烏龍 K，食夾棍：同大算莊家贏",) * 2,
}


@pytest.mark.parametrize("way", BANKED)
def test_what_a_way_of_the_house_decides_is_said(way: str):
    result = next(result for name, result in cases("hongkong") if name == f"ways {{{way!r}: 1}}")
    for seat, wanted in enumerate(BANKED[way]):
        assert any(wanted in said for said in words(why_screen(result, seat), ZH))


def test_the_top_card_alone_decides_where_the_ranks_would_not():
    first = rows("Kd 9h 2c / 8s 8c 6c 4s 3h / As Ah 9d 6d 5c")
    second = rows("Qs 9s 2d / 9h 9c 6h 4c 3d / Ad Ac Qc 5s 4h")
    high = rows("Qh 8s 3d / 7h 7d Kc 4d 3c / Kh Kd Tc 5h 4c")
    terms = Terms(banker=1, stakes=(1, 1, 1), options={"top_card_only": 1})
    said = words(why_screen(settled("hongkong", [first, second, high], terms=terms), 2, own=True), ZH)
    assert "・中墩 一對 7 ＞ 一對 9，食夾棍只比最大張　+1×1 注＝+1" in said


@given(st.sampled_from(EVERY_CASE), st.integers(0, 3))
def test_an_account_leads_to_those_of_all_others(case: tuple[str, Result], seat: int):
    result = case[1]
    if seat < len(result.seats):
        assert len(why_screen(result, seat).buttons[0]) == len(result.seats) - 1
