"""Boards before the deal, as the games with stakes, drawn seats and dealers of their own show them."""

from dataclasses import replace

import pytest

from bot.i18n import catalog
from bot.receipts import receipt
from bot.screens.board import board_screen
from bot.screens.lobby import lobby_screen
from bot.screens.model import Screen
from bot.screens.showdown import result_screen
from bot.tokens import Verb, parse
from core.rules import RULE_SETS
from core.table import commands as c
from core.table import events as e
from core.table.model import Options
from core.table.options import playing
from core.table.view import board_view, lobby_view
from tests.bot.screens.walk import buttons, words
from tests.tables import PEOPLE, Played, opened

ZH, EN = catalog("zh-TW"), catalog("en")
HONGKONG, TAIWAN = playing(Options(), "hongkong"), playing(Options(), "taiwan")


def begun(people: int, options: Options, *, fill: bool = False) -> Played:
    played = opened(options)
    for person in PEOPLE[1:people]:
        played.do(c.Join(), person)
    played.do(c.Start(fill=fill), PEOPLE[0])
    return played


def board(played: Played) -> Screen:
    return board_screen(board_view(played.table))


def lobby(played: Played) -> Screen:
    return lobby_screen(lobby_view(played.table))


def labels(screen: Screen) -> list[str]:
    return [ZH.text(button.text.key, button.text.facts) for button in buttons(screen)]


def test_a_board_with_stakes_reads_like_this():
    played = begun(3, HONGKONG)
    assert words(board(played), ZH)[:6] == [
        "第 1/3 局　下注",
        "莊家 明・閒家各自下注",
        "第一注之後 20 秒發牌",
        "⏳ 明　莊家、還沒切、👑 桌主",
        "⏳ 嬤　還沒下注",
        "⏳ 美　還沒下注",
    ]
    assert labels(board(played))[:8] == ["1 注", "2 注", "5 注", "10 注", "切上", "切中", "切下", "自訂"]
    played.do(c.Stake(played.table.serial, 5), PEOPLE[1])
    assert "✅ 嬤　5 注" in words(board(played), ZH)
    played.do(c.Cut(played.table.serial, "2"), PEOPLE[0])
    assert "✂️ 明　莊家、切中、👑 桌主" in words(board(played), ZH)
    played.do(c.Stake(played.table.serial, 7), PEOPLE[1])
    played.wait(20)
    lines = words(board(played), ZH)
    assert "⏳ 嬤　排牌中、7 注" in lines
    assert "⏳ 美　排牌中、1 注" in lines
    assert "各人第一次按的，混進洗牌：明 中、嬤 5 注" in lines


@pytest.mark.parametrize(
    ("most", "shown"), [(0, ["1", "2", "5", "10"]), (1, ["1"]), (3, ["1", "2", "3"]), (5, ["1", "2", "5"])]
)
def test_stakes_are_offered_up_to_the_highest_of_the_table(most: int, shown: list[str]):
    found = board(begun(2, replace(HONGKONG, stake=most)))
    assert [parse(each.token).arg for each in buttons(found) if parse(each.token).verb is Verb.STAKE] == shown


def test_where_a_computer_holds_the_bank_nobody_is_asked_to_cut():
    played = begun(2, replace(HONGKONG, rounds=8), fill=True)
    while not (played.table.dealer and played.table.seats[played.table.dealer].person is None):
        played.cut_all(PEOPLE[:2])
        played.submit_all(PEOPLE[:2])
        played.wait(10)
    assert {parse(each.token).verb for each in buttons(board(played))} & {Verb.CUT, Verb.STAKE} == {Verb.STAKE}
    assert any(line.startswith("🤖 電腦一　莊家") for line in words(board(played), ZH))


def test_seats_are_drawn_before_the_first_round_and_carry_letters_after_it():
    played = begun(3, TAIWAN, fill=True)
    assert words(board(played), ZH)[:4] == [
        "抓位：點一張，翻開比大小",
        "最大的坐 A，逆時針是 B、C、D；A 先發牌。",
        "第一張之後 20 秒一起翻牌",
        "⏳ 明　還沒抓、👑 桌主",
    ]
    assert labels(board(played))[:4] == ["牌一", "牌二", "牌三", "牌四"]
    played.do(c.Cut(played.table.serial, "4"), PEOPLE[1])
    assert "✅ 嬤　抓第 4 張" in words(board(played), ZH)
    played.wait(20)
    seats = [line for line in words(board(played), ZH) if "3,100 分" in line]
    assert [line.split()[1][0] for line in seats] == ["A", "B", "C", "D"]
    first = played.table.seats[0]
    assert first is not None
    dealer = "電腦一" if first.person is None else first.name
    assert f"發牌 {dealer}" in words(board(played), ZH)


def test_who_won_most_deals_next_and_lets_the_cards_come_without_a_cut():
    played = begun(4, TAIWAN)
    played.cut_all(PEOPLE[:4])
    played.submit_all(PEOPLE[:4])
    played.wait(10)
    dealer = played.table.dealer
    assert dealer is not None
    seat = played.table.seats[dealer]
    assert seat is not None
    assert f"發牌 {seat.name}（上局最贏）" in words(board(played), ZH)
    args = [parse(each.token).arg for each in buttons(board(played)) if parse(each.token).verb is Verb.CUT]
    assert args == ["1", "2", "3", "", "0", "deal"]
    presser = next(who for who in PEOPLE if who.person == seat.person)
    pressed = c.Cut(played.table.serial, "0")
    played.do(pressed, presser)
    assert any(line.startswith("✂️") and "發牌" in line for line in words(board(played), ZH))
    said = receipt(pressed, played.table, presser.person)
    assert said is not None
    assert said.key == "cut/dealt"
    others = [who for who in PEOPLE[:4] if who != presser]
    for other in others:
        played.do(c.Cut(played.table.serial, "0"), other)
    [line] = [line for line in words(board(played), ZH) if line.startswith("這局的切牌：")]
    assert f"{seat.name} 發牌" in line
    assert line.count("不切") == len(others)
    played.submit_all(PEOPLE[:4])
    result = next(event.result for event in reversed(played.log) if isinstance(event, e.Settled))
    assert line in words(result_screen(result), ZH)


@pytest.mark.parametrize("rule_set", sorted(RULE_SETS))
def test_a_match_may_begin_with_as_few_as_the_game_allows(rule_set: str):
    rules = RULE_SETS[rule_set]
    played = opened(playing(Options(), rule_set))
    for people in (1, 2, 3, 4):
        if people > 1:
            played.do(c.Join(), PEOPLE[people - 1])
        enough = people >= (rules.seats.most if rules.full_start else rules.seats.fewest)
        starts = [label for label in labels(lobby(played)) if "始" in label]
        filled = [] if people == 4 else [f"補 {4 - people} 電腦開始"]
        alone = ["開始" if people == 4 else f"開始（{people} 人）"] if enough else []
        assert starts == [*alone, *filled]


def test_the_lobby_says_what_the_game_begins_with():
    def options(rule_set: str) -> str:
        return words(lobby(opened(playing(Options(), rule_set))), ZH)[-1]

    assert options("taiwan").startswith("16 局、每人 3,100 分、1 堵＝20 分、每局 60 秒、相公照罰、")
    assert options("hongkong").startswith(
        "每人當一次莊、每局 90 秒、相公照罰、下注 1–10 注、比花色關、食夾棍關、青龍 13 注、"
    )
    assert options("joker").startswith("8 局、每局 90 秒、切牌 20 秒、")


def test_where_nobody_can_choose_a_stake_the_lobby_says_so():
    fixed = opened(replace(playing(Options(), "hongkong"), stake=1))
    assert "、都下 1 注、" in words(lobby(fixed), ZH)[-1]


def test_who_waits_for_a_seat_is_named_on_the_lobby_and_on_the_board():
    played = opened(Options(rounds=2))
    for person in PEOPLE[1:5]:
        played.do(c.Join(), person)
    assert "下一位：姨" in words(lobby(played), ZH)
    played.do(c.Start(), PEOPLE[0])
    assert "Next in line: 姨" in words(board(played), EN)
