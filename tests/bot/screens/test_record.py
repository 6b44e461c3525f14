from dataclasses import replace

import pytest

from bot.i18n import catalog
from bot.screens.parts import places
from bot.screens.proof import open_proof_screen, proof_screen
from bot.screens.record import Lesson, Profile, RankPage, RankRow, match_screen, me_screen, rank_screen
from bot.tokens import Verb, parse
from core.table import commands as c
from core.table.match_view import MatchView, match_view
from core.table.model import Options, Phase
from core.table.view import board_view
from tests.bot.screens.gallery import results
from tests.bot.screens.walk import buttons, keys, line, stored, words
from tests.tables import PEOPLE, started

ZH, EN = catalog("zh-TW"), catalog("en")
NAMES = ("小明", "阿嬤", "小美", "阿爸")


def played_match() -> MatchView:
    played = started(3, Options(rounds=1))
    played.cut_all(PEOPLE[:3])
    played.submit_all(PEOPLE[:3])
    played.do(c.Again(), PEOPLE[1])
    return match_view(played.table, played.table.match)


def row(place: int, name: str, points: int) -> RankRow:
    return RankRow(place, name, points, 62, guns=41, gunned=19, home_runs=3)


@pytest.mark.parametrize(
    ("values", "shared"),
    [((50, 50, 30, 30, -5, 0), (1, 1, 3, 3, 6, 5)), ((), ()), ((0, 0), (1, 1)), ((-8, 21, -6, -7), (4, 1, 2, 3))],
)
def test_equal_values_share_the_place(values: tuple[int, ...], shared: tuple[int, ...]):
    assert places(values) == shared


def test_the_end_of_a_match_names_who_wants_one_more_and_who_is_waited_for():
    screen = match_screen(played_match())
    assert "再來：嬤 ✅、明 ⏳、美 ⏳" in words(screen, ZH)
    assert Verb.AGAIN in [parse(button.token).verb for button in buttons(screen)]


def test_the_end_of_a_match_says_places_and_tells_of_shots_in_the_last_line_alone():
    view = played_match()
    quiet = tuple(replace(one, guns=0, gunned=0, home_runs=0, autopilot_rounds=0) for one in view.standings)
    assert not any("槍" in text for text in words(match_screen(replace(view, standings=quiet)), ZH))
    shot = replace(quiet[0], computer=None, name="小明", guns=2)
    said = words(match_screen(replace(view, standings=(shot, *quiet[1:]))), ZH)
    assert [text for text in said if "槍" in text] == ["🔫 打槍王 小明（2 次）"]


def test_the_end_of_a_match_has_three_buttons_and_the_rest_below():
    first, second = match_screen(played_match()).buttons
    assert [ZH.text(button.text.key, button.text.facts) for button in first] == ["再來一場", "換設定", "賽季"]
    assert [ZH.text(button.text.key, button.text.facts) for button in second] == ["開始", "入座", "離開", "結束"]


def test_a_match_that_is_closed_offers_the_season_and_a_call_for_the_next_table():
    screen = match_screen(replace(played_match(), open=False, ended=True))
    assert [parse(button.token).verb for button in buttons(screen)] == [Verb.RANK, Verb.NOTIFY]
    assert keys(screen)[-1] == "match/closed"


def test_once_all_want_one_more_the_old_table_says_that_it_plays_on():
    played = started(3, Options(rounds=1))
    played.cut_all(PEOPLE[:3])
    played.submit_all(PEOPLE[:3])
    for person in PEOPLE[:3]:
        played.do(c.Again(), person)
    assert played.table.phase is Phase.CUTTING
    screen = match_screen(match_view(played.table, played.table.match - 1))
    assert keys(screen)[-1] == "match/went-on"
    assert "這一桌收了" not in words(screen, ZH)
    assert [parse(button.token).verb for button in buttons(screen)] == [Verb.RANK]


def taiwan_match(*points: int) -> MatchView:
    """A match for what everybody began with, as it ended."""
    view = replace(played_match(), options=Options(rule_set="taiwan", rounds=16), rounds_played=16)
    scores = [
        replace(one, name=name, computer=None, points=won, place=place, home_runs=0, autopilot_rounds=0)
        for one, name, won, place in zip(view.standings, NAMES, points, places(points), strict=True)
    ]
    return replace(view, standings=tuple(scores))


def test_a_match_for_what_everybody_began_with_ends_in_both_kinds_of_points():
    said = words(match_screen(taiwan_match(60, 20, 20, -100)), ZH)
    assert said[:5] == [
        "🏁 一將打完　16 局",
        "🥇 小明 +60 堵（4,300 分）",
        "🥈 阿嬤 +20 堵（3,500 分）",
        "🥈 小美 +20 堵（3,500 分）",
        "4 阿爸 −100 堵（1,100 分）",
    ]
    assert words(match_screen(taiwan_match(60, 20, 20, -100)), EN)[1] == "🥇 小明 +60 du (4,300 pts)"


def test_such_a_match_that_was_stopped_is_not_called_complete():
    stopped = replace(taiwan_match(60, 20, 20, -100), rounds_played=2)
    assert words(match_screen(stopped), ZH)[0] == "🏁 打完 2 局"
    alone = replace(taiwan_match(500, -155, -170, -175), rounds_played=9)
    assert words(match_screen(alone), ZH)[0] == "🏁 一將打完　9 局"


def test_whoever_had_nothing_left_is_told_to_have_gone():
    said = words(match_screen(taiwan_match(100, 55, 0, -155)), ZH)
    assert said[4] == "4 阿爸 −155 堵（0 分）　離桌"
    assert not any("離桌" in line for line in said[:4])


def test_who_waits_for_a_seat_stands_under_the_table_of_the_match():
    assert "下一位：阿姨" in words(match_screen(replace(played_match(), queue=("阿姨",))), ZH)


@pytest.mark.parametrize(("rule_set", "shots"), [("joker", True), ("standard", True), ("hongkong", False)])
def test_a_season_counts_guns_only_where_there_are_any(rule_set: str, shots: bool):  # noqa: FBT001 # a fact of the case
    said = words(rank_screen(RankPage(rule_set, 3, (row(1, "小美", 128),), page=0, pages=1, own=None)), ZH)
    assert any("🔫" in line for line in said) == shots


@pytest.mark.parametrize(
    ("rule_set", "unit"), [("joker", "道"), ("taiwan", "堵"), ("hongkong", "注"), ("standard", "分")]
)
def test_a_season_says_what_is_counted(rule_set: str, unit: str):
    said = words(rank_screen(RankPage(rule_set, 3, (), page=0, pages=1, own=None)), ZH)
    assert f"只計真人之間的{unit}數。" in said


def test_points_of_several_kinds_are_not_added_up():
    seasons = (("joker", 3, row(1, "小美", 12)), ("taiwan", 1, row(2, "小美", -40)))
    profile = Profile("小美", seasons, 124, -28, 36, -45, guns=41, gunned=19, home_runs=3)
    said = words(me_screen(profile), ZH)
    assert "總共 124 局" in said
    assert not any("−28" in line or "單局最佳" in line for line in said)
    alike = replace(profile, seasons=(("joker", 3, row(1, "小美", 12)), ("bonus", 1, row(2, "小美", -40))))
    assert any("−28" in line for line in words(me_screen(alike), ZH))


def test_a_computer_is_named_by_its_seat_and_wins_no_honour():
    view = played_match()
    best = replace(view.standings[0], computer=3, name="", guns=99, gunned=0)
    people = [replace(standing, computer=None, guns=0) for standing in view.standings[1:]]
    screen = match_screen(replace(view, standings=(best, *people)))
    assert any("電腦四" in text for text in words(screen, ZH))
    assert "match/shooter" not in keys(screen)


def test_equal_honours_are_shared():
    view = played_match()
    people = [
        replace(view.standings[at], computer=None, name=name, guns=guns, gunned=gunned)
        for at, (name, guns, gunned) in enumerate([("小美", 9, 4), ("阿嬤", 9, 2), ("小明", 1, 2)])
    ]
    said = words(match_screen(replace(view, standings=tuple(people))), ZH)
    assert "🔫 打槍王 小美、阿嬤（9 次）" in said
    assert "🛡 最穩 阿嬤、小明（被打槍 2 次）" in said


def test_nobody_is_the_steadiest_where_all_are_equal():
    view = played_match()
    people = tuple(replace(standing, computer=None, gunned=2) for standing in view.standings)
    assert "match/steadiest" not in keys(match_screen(replace(view, standings=people)))


def test_a_season_reads_like_this():
    rows = (row(1, "小美", 128), row(1, "小明", 128), row(3, "阿嬤", -12))
    said = words(rank_screen(RankPage("joker", 3, rows, page=0, pages=1, own=row(7, "小明", -12))), ZH)
    assert said == [
        "🏆 第 3 季　鬼牌十三支",
        "只計真人之間的道數。",
        "🥇 小美 +128　62 局・每局 +2.1・🔫 41",
        "🥇 小明 +128　62 局・每局 +2.1・🔫 41",
        "🥉 阿嬤 −12　62 局・每局 −0.2・🔫 41",
        "你第 7 名 −12",
    ]


@pytest.mark.parametrize(("page", "pages", "turned"), [(0, 1, []), (0, 3, [1]), (1, 3, [0, 2]), (2, 3, [1])])
def test_pages_are_turned_only_where_there_are_more(page: int, pages: int, turned: list[int]):
    screen = rank_screen(RankPage("joker", 3, (row(1, "小美", 1),), page=page, pages=pages, own=None))
    args = [parse(button.token).arg for button in buttons(screen)]
    assert [arg for arg in args if arg.startswith("joker")] == [f"joker-{number}" for number in turned]


def test_an_empty_season_says_so():
    assert "record/none" in keys(rank_screen(RankPage("joker", 1, (), page=0, pages=1, own=None)))


def test_own_figures_read_like_this():
    profile = Profile("小美", (("joker", 3, row(2, "小美", 128)),), 410, 502, 36, -28, guns=41, gunned=19, home_runs=3)
    assert words(me_screen(profile), EN) == [
        "小美",
        "Joker 十三支, season 3 · place 2 · rounds 62 · +128 pt",
        "In all 410 rounds · points +502",
        "Best round +36 · worst −28",
        "🔫 shot 41 · was shot 19 · 💥 home runs 3",
        "Only what was won and lost between people; computers don’t count.",
    ]


def test_who_has_played_with_computers_alone_reads_what_the_zeros_are():
    season = ("joker", 1, replace(row(1, "小美", 0), rounds=1))
    profile = Profile("小美", (season,), 1, 0, 0, 0, guns=0, gunned=0, home_runs=0)
    lessons = (Lesson("joker", 1, 120, "front-weak"),)
    said = words(me_screen(replace(profile, lessons=lessons)), ZH)
    assert said[1:3] == ["鬼牌十三支 第 1 季　第 1 名・1 局・0 道", "單局最佳 0・最差 0"]
    assert said[4] == "只計真人之間的輸贏，跟電腦的不算。"
    assert "1 round reviewed" in words(me_screen(replace(profile, lessons=lessons)), EN)[-1]
    assert "In all 2 rounds ·" in words(me_screen(replace(profile, rounds=2)), EN)[2]


def test_a_check_by_the_bot_never_claims_to_be_a_proof():
    for fault in (None, "deals"):
        screen = proof_screen(results("joker")[0], fault=fault, voids=(2, 5))
        assert "proof/worth" in keys(screen)
        assert line(screen, "proof/voids").text.facts["serials"] == ("2", "5")
    assert "proof/right" not in keys(screen)


def test_the_number_that_a_page_made_is_shown_in_full():
    result = results("joker")[0]
    event = "web:" + "5" * 32
    cut = replace(result.cuts[0], event=event, number="4821")
    said = words(proof_screen(replace(result, cuts=(cut,)), fault=None, voids=()), ZH)
    assert any(event in text and "4821" in text for text in said)


def test_a_running_deal_shows_what_can_be_noted_and_no_secret():
    played = started()
    opening = played.table.opening
    assert opening is not None
    screen = open_proof_screen(board_view(played.table))
    assert "verify/not-yet" in keys(screen)
    assert any(opening.commitment in text for text in words(screen, ZH))
    assert opening.secret not in stored(screen)
