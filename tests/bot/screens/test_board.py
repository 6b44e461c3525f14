import pytest

from bot.i18n import catalog
from bot.screens.board import board_screen, end_screen
from bot.screens.lobby import lobby_screen, settings_screen
from bot.screens.model import Button, Hash
from bot.screens.options import more_option_fields, option_fields
from bot.tokens import Verb, parse
from core.cards import parse_shown
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.model import Options, Phase
from core.table.view import board_view, lobby_view
from tests.bot.screens.walk import buttons, cards, keys, line, stored, words
from tests.tables import PEOPLE, SECOND, Played, dealt, opened, started

ZH, EN = catalog("zh-TW"), catalog("en")
RULES = pytest.mark.parametrize("rule_set", sorted(RULE_SETS))


def board(played: Played):
    return board_screen(board_view(played.table))


def verbs(screen) -> list[Verb]:
    return [parse(button.token).verb for button in buttons(screen)]


def test_a_lobby_reads_like_this():
    played = opened(Options(rounds=8))
    played.do(c.Join(), PEOPLE[1])
    assert words(lobby_screen(lobby_view(played.table)), ZH) == [
        "🀄 鬼牌十三支",
        "入座 2/4　16:15:00 沒人按就收桌",
        "1　👑 明（桌主）",
        "2　嬤",
        "3　（空位）",
        "4　（空位）",
        "8 局、每局 90 秒、切牌 20 秒、開牌一墩一墩、建議開、電腦普通",
    ]


def test_the_start_says_how_many_computers_it_will_add():
    played = opened()
    labels = [ZH.text(button.text.key, button.text.facts) for button in buttons(lobby_screen(lobby_view(played.table)))]
    assert labels[:3] == ["入座", "離開", "補 3 電腦開始"]
    for person in PEOPLE[1:4]:
        played.do(c.Join(), person)
    labels = [ZH.text(button.text.key, button.text.facts) for button in buttons(lobby_screen(lobby_view(played.table)))]
    assert labels[:3] == ["入座", "離開", "開始"]


def test_the_buttons_of_a_lobby_go_with_its_start():
    played = started()
    assert lobby_screen(lobby_view(played.table)).buttons == ()


def test_the_settings_forms_hold_what_is_set_and_fit_dialogs_of_five():
    options = Options(rule_set="bonus", rounds=12, seconds=0, reveal="once", cut_seconds=30, hints="off", level="hard")
    forms = (option_fields(options), more_option_fields(options))
    assert {field.name: field.value for form in forms for field in form} == {
        "rule_set": "bonus",
        "rounds": "12",
        "seconds": "0",
        "hints": "off",
        "level": "hard",
        "cut_seconds": "30",
        "reveal": "once",
    }
    assert all(len(form) <= 5 for form in forms)
    assert [[value for value, _ in field.choices] for field in forms[0][3:]] == [
        ["on", "classes", "off"],
        ["easy", "normal", "hard"],
    ]


def test_the_computer_button_names_the_level():
    played = opened(Options(level="hard"))
    labels = [ZH.text(button.text.key, button.text.facts) for button in buttons(lobby_screen(lobby_view(played.table)))]
    assert "電腦・困難" in labels


def test_the_host_cannot_be_asked_to_leave():
    played = opened()
    played.do(c.Join(), PEOPLE[1])
    kicks = [parse(button.token) for button in buttons(settings_screen(lobby_view(played.table)))]
    assert [token.arg for token in kicks if token.verb is Verb.KICK] == ["1"]


def test_between_rounds_the_host_can_ask_people_to_leave_and_change_nothing_else():
    offered = {number: [parse(one.token).verb for one in buttons(board(started(number)))] for number in (1, 2)}
    assert Verb.SETTINGS in offered[2]
    assert Verb.SETTINGS not in offered[1]
    assert Verb.SETTINGS not in [parse(one.token).verb for one in buttons(board(dealt(2)))]
    asked = [parse(one.token) for one in buttons(settings_screen(lobby_view(started(2).table)))]
    assert [(token.verb, token.arg) for token in asked] == [(Verb.KICK, "1")]


def test_a_board_reads_like_this_while_people_cut():
    played = started(3)
    played.do(c.Cut(played.table.serial, "2"), PEOPLE[1])
    said = words(board(played), ZH)
    assert said[:6] == [
        "第 1/2 局　切一刀就發牌",
        "⏳ 16:00:20 自動發牌",
        "⏳ 明　還沒切、👑 桌主",
        "✂️ 嬤　切中",
        "⏳ 美　還沒切",
        "🤖 電腦一",
    ]
    assert said[6:8] == ["鬼牌十三支　每局 90 秒", "這一刀只混進洗牌，不會拿掉牌。"]


def test_what_a_cut_is_stands_on_the_first_board_of_a_match_alone():
    played = started(3)
    first = keys(board(played))
    played.cut_all(PEOPLE[:3])
    played.submit_all(PEOPLE[:3])
    later = keys(board(played))
    assert (played.table.round, played.table.phase) == (2, Phase.CUTTING)
    assert ("board/cut-note" in first, "board/cut-note" in later) == (True, False)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_cuts_stand_in_a_line_of_their_own_and_the_rest_fits_the_next(number: int):
    cuts, others = board(started(number)).buttons
    assert {parse(button.token).verb for button in cuts} == {Verb.CUT}
    assert len(others) in {3, 4}
    assert {Verb.LEAVE, Verb.END} <= {parse(button.token).verb for button in others}


def test_the_full_commitment_stands_on_the_board_and_never_changes():
    played = started()
    opening = played.table.opening
    assert opening is not None
    cutting = board(played)
    played.cut_all()
    arranging = board(played)
    for screen in (cutting, arranging):
        assert [block.value for block in screen.blocks if isinstance(block, Hash)] == [opening.commitment]


def test_a_cut_can_be_one_of_three_or_a_number_of_ones_own():
    screen = board(started())
    cuts = [button for button in buttons(screen) if parse(button.token).verb is Verb.CUT]
    assert [parse(button.token).arg for button in cuts] == ["1", "2", "3", ""]
    assert [[field.name for field in button.fields] for button in cuts] == [[], [], [], ["number"]]


def test_a_table_at_rest_says_so_and_when_it_closes():
    played = dealt(1)
    played.do(c.Autopilot(played.table.serial), PEOPLE[0])
    assert played.table.phase is Phase.CUTTING
    assert {"table/resting", "board/idle"} <= set(keys(board(played)))


def test_the_board_counts_who_is_ready_and_never_says_how():
    played = dealt()
    before = words(board(played), ZH)
    played.do(c.Submit(played.table.serial, played.suggestion(2)), PEOPLE[2])
    after = words(board(played), ZH)
    assert (before[0], after[0]) == ("第 1/2 局　排牌中 0/4", "第 1/2 局　排牌中 1/4")
    assert [now for then, now in zip(before, after, strict=True) if then != now][1:] == [
        before[4].replace("⏳", "✅").replace("排牌中", "已送出")
    ]


def test_a_nudge_notifies_those_who_are_waited_for_and_nobody_else():
    played = dealt()
    played.do(c.Submit(played.table.serial, played.suggestion(0)), PEOPLE[0])
    assert board(played).ping == ()
    played.now += 25 * SECOND
    played.do(c.Nudge(played.table.serial), PEOPLE[0])
    screen = board(played)
    assert screen.ping == tuple(person.person for person in PEOPLE[1:4])
    assert not screen.silent
    played.now += 50 * SECOND
    played.do(c.Tick())
    assert [board(played).ping, screen.call, board(played).call] == [screen.ping, "1.1", "1.2"]


def test_who_nudges_the_others_is_not_nudged_themselves_until_the_clock_calls_everybody():
    played = dealt()
    played.now += 25 * SECOND
    played.do(c.Nudge(played.table.serial), PEOPLE[1])
    others = tuple(person.person for person in PEOPLE[:4] if person != PEOPLE[1])
    assert board(played).ping == others
    assert len(line(board(played), "board/nudged").text.facts["names"]) == len(others)
    played.now += 50 * SECOND
    played.do(c.Tick())
    assert board(played).ping == tuple(person.person for person in PEOPLE[:4])


def test_the_cut_card_and_its_rank_stand_on_the_board():
    played = dealt(options=Options(rule_set="bonus"))
    assert played.table.deal is not None
    shown = parse_shown(played.table.deal.dealt.aside)
    assert cards(board(played)) == list(shown)
    assert "彩金點" in ZH.text("board/cut-card", line(board(played), "board/cut-card").text.facts)


def test_an_outsider_can_ask_for_a_computers_seat_or_wait_for_the_next_where_there_is_none():
    labels = [[button.text.key for button in buttons(board(started(people))) if is_join(button)] for people in (3, 4)]
    assert labels == [["button/join"], ["button/queue"]]


def is_join(button: Button) -> bool:
    return parse(button.token).verb is Verb.JOIN


def test_the_question_before_the_end_says_how_many_rounds_are_left():
    played = started(4, Options(rounds=8))
    assert words(end_screen(board_view(played.table)), ZH)[1] == "還有 8 局沒打完，真的要收？已打完的都算分。"
    assert words(end_screen(board_view(played.table)), EN)[1].startswith("8 rounds are left.")


def test_the_question_before_the_end_is_answered_first_and_people_are_asked_to_leave_below():
    answers, kicks = end_screen(board_view(started(3).table)).buttons
    assert [ZH.text(button.text.key, button.text.facts) for button in answers] == ["收桌", "繼續打"]
    assert {parse(button.token).verb for button in kicks} == {Verb.KICK}


def secrets(played: Played) -> list[str]:
    opening, dealing = played.table.opening, played.table.deal
    assert opening is not None
    found = [opening.secret, *(salt for salt in opening.salts if salt)]
    if dealing is not None:
        found += [play.salt for play in dealing.plays]
        found += [*dealing.fallbacks, *(play.rows for play in dealing.plays), *dealing.dealt.hands]
    return found


@RULES
def test_no_card_and_no_secret_is_anywhere_in_a_public_screen_before_the_showdown(rule_set: str):
    played = started(3, Options(rule_set=rule_set, rounds=3))
    for _ in range(3):
        public = [board(played)]
        played.cut_all(PEOPLE[:3])
        public.append(board(played))
        assert played.table.deal is not None
        open_cards = played.table.deal.dealt.aside
        for person in PEOPLE[:2]:
            played.submit_all((person,))
            public.append(board(played))
        for screen in public:
            whole = stored(screen)
            assert [hidden for hidden in secrets(played) if hidden in whole] == []
            assert set(cards(screen)) <= set(parse_shown(open_cards))
            said = "".join(words(screen, ZH))
            assert sum(said.count(sign) for sign in "♤♥♦♧") == len(cards(screen))
        played.submit_all(PEOPLE[2:3])
