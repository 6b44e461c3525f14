"""Every kind of screen, from tables that were played and from the worst data that can stand in one."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from bot.commands import COMMANDS
from bot.screens.board import board_screen, end_screen
from bot.screens.coach import both_screen, coach_screen, timed_out_screen, with_points
from bot.screens.hand import hand_screen
from bot.screens.help import help_screen, welcome_screen
from bot.screens.lobby import lobby_screen, settings_screen
from bot.screens.model import Screen
from bot.screens.proof import open_proof_screen, proof_screen
from bot.screens.record import Lesson, Profile, RankPage, RankRow, match_screen, me_screen, rank_screen
from bot.screens.rules import chapters, rules_screen
from bot.screens.settings import (
    Changed,
    ChatSettings,
    call_screen,
    chat_choices,
    chat_settings_screen,
    item_screen,
    log_screen,
    own_choices,
    own_settings_screen,
    season_screen,
)
from bot.screens.showdown import result_screen
from bot.screens.why import why_screen
from core.arranger.coach import REASONS, Review
from core.ids import PersonId, TableId
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.draft import Draft, fill, put
from core.table.events import Settled, Voided
from core.table.guide import choices, indexes, set_row
from core.table.match_view import match_view
from core.table.model import Options
from core.table.result import Result
from core.table.view import board_view, hand_view, lobby_view
from tests.bot.screens.asked import asked
from tests.bot.screens.daily_gallery import days
from tests.bot.screens.laid_open import laid_open
from tests.tables import PEOPLE, SECOND, Played, dealt, opened, started

LARGEST = 2**63 - 1
WORST_NAMES = ("W" * 24, "漢" * 24, "😀" * 24, "﷽" * 24)
ENDINGS = ("expired", "host", "vote", "empty", "idle", "chat", "finished", "")


def rule_set_options(rule_set: str) -> Options:
    return Options(rule_set=rule_set, rounds=2)


@cache
def results(rule_set: str) -> tuple[Result, ...]:
    """Rounds that were played: one with every seat a person, one with computers and a time-out, one void."""
    full = dealt(options=rule_set_options(rule_set))
    full.submit_all()
    mixed = dealt(2, options=rule_set_options(rule_set))
    mixed.do(c.Submit(mixed.table.serial, mixed.suggestion(mixed.seat(PEOPLE[0]))), PEOPLE[0])
    mixed.wait(90)
    ended = dealt(options=rule_set_options(rule_set))
    ended.do(c.End(), PEOPLE[0])
    return tuple(result for played in (full, mixed, ended) for result in results_of(played))


def results_of(played: Played) -> list[Result]:
    return [event.result for event in played.log if isinstance(event, Settled | Voided)]


def lobbies(rule_set: str) -> Iterator[tuple[str, Screen]]:
    played = opened(rule_set_options(rule_set))
    yield "lobby with one", lobby_screen(lobby_view(played.table))
    played.do(c.AddComputer(), PEOPLE[0])
    for person in PEOPLE[1:3]:
        played.do(c.Join(), person)
    view = lobby_view(played.table)
    yield "lobby with a computer", lobby_screen(view)
    yield "settings", settings_screen(view, admin=True)
    seats = tuple(replace(seat, name=name) for seat, name in zip(view.seats, WORST_NAMES, strict=True))
    worst = replace(view, table=TableId(LARGEST), serial=LARGEST, seats=seats, votes=WORST_NAMES, missing=0)
    yield "worst lobby", lobby_screen(worst)
    people = [seat.person for seat in view.seats]
    yield "lobby of people who must open the bot", lobby_screen(replace(worst, moved=True), locked_out=people)
    yield "worst settings", settings_screen(worst, admin=True)
    for ending in ENDINGS:
        yield f"lobby ended: {ending}", lobby_screen(replace(view, open=False, ended=ending, ended_by=WORST_NAMES[0]))


def boards(rule_set: str) -> Iterator[tuple[str, Screen]]:
    played = started(3, rule_set_options(rule_set))
    yield "nobody has cut", board_screen(board_view(played.table))
    played.do(c.Cut(played.table.serial, "4821"), PEOPLE[1])
    played.do(c.VoteEnd(), PEOPLE[2])
    cutting = board_view(played.table)
    yield "one has cut", board_screen(cutting)
    yield "resting", board_screen(replace(cutting, resting=True, closes_at=None))
    yield "question before the end", end_screen(cutting)
    yield "open proof", open_proof_screen(cutting)
    played.cut_all((PEOPLE[0], PEOPLE[2]))
    played.do(c.Submit(played.table.serial, played.suggestion(played.seat(PEOPLE[0]))), PEOPLE[0])
    played.do(c.Autopilot(played.table.serial), PEOPLE[1])
    played.now += 25 * SECOND
    played.do(c.Nudge(played.table.serial), PEOPLE[0])
    arranging = board_view(played.table)
    yield "arranging", board_screen(arranging)
    for name, view in (("cutting", cutting), ("arranging", arranging)):
        seats = tuple(
            replace(
                seat,
                name=worst,
                person=PersonId(f"discord:{LARGEST}"),
                cut="9" * 32,
                points=-9999,
                host=True,
                reserved_by=worst,
            )
            for seat, worst in zip(view.seats, WORST_NAMES, strict=True)
        )
        worst = replace(view, table=TableId(LARGEST), serial=LARGEST, round=32, seats=seats, deadline=None)
        yield f"worst {name}", board_screen(worst)
        locked = replace(worst, moved=True)
        yield f"worst {name}, nobody reached", board_screen(locked, locked_out=[seat.person for seat in seats])
        yield f"worst end while {name}", end_screen(worst)
        yield f"worst open proof while {name}", open_proof_screen(worst)


def hands(rule_set: str) -> Iterator[tuple[str, Screen]]:
    played = dealt(3, rule_set_options(rule_set))
    view = hand_view(played.table, played.seat(PEOPLE[0]))
    assert view is not None
    done = fill(view.suggestion, view.cards)
    swapped = Draft(tuple((card, {"back": "middle", "middle": "back"}.get(row, row)) for card, row in done.placed))
    yield "empty hand", hand_screen(view, Draft())
    yield "two cards placed", hand_screen(view, put(Draft(), (0, 5), "back", hand_size=len(view.cards)))
    yield "suggestion", hand_screen(view, done, sort="rank")
    yield "rows swapped", hand_screen(view, swapped)
    for hints in ("classes", "off"):
        less = replace(view, options=replace(view.options, hints=hints))
        yield f"empty hand, hints {hints}", hand_screen(less, Draft())
        yield f"suggestion, hints {hints}", hand_screen(less, done)
        yield f"rows swapped, hints {hints}", hand_screen(less, swapped)
    cards = indexes(view, Draft(), choices(view, Draft())["back"][0])
    back = set_row(view, Draft(), row="back", cards=cards)
    middle = indexes(view, back, choices(view, back)["middle"][0])
    yield "back picked", hand_screen(view, back)
    yield "front filled in", hand_screen(view, set_row(view, back, row="middle", cards=middle))
    yield "no limit", hand_screen(replace(view, deadline=None), done)
    worst = replace(view, table=TableId(LARGEST), serial=LARGEST, waiting=WORST_NAMES)
    yield "worst hand", hand_screen(worst, done)
    yield "worst submitted", hand_screen(replace(worst, submitted=True, rows=view.suggestion), Draft())
    played.do(c.Submit(played.table.serial, played.suggestion(played.seat(PEOPLE[0]))), PEOPLE[0])
    played.do(c.Autopilot(played.table.serial), PEOPLE[1])
    for seat in (0, 1):
        after = hand_view(played.table, played.seat(PEOPLE[seat]))
        assert after is not None
        yield f"submitted {seat}", hand_screen(after, Draft())
        yield f"changing {seat}", hand_screen(after, fill(after.rows, after.cards))


def showdowns(rule_set: str) -> Iterator[tuple[str, Screen]]:
    for number, result in enumerate(results(rule_set)):
        seats = tuple(replace(seat, name=name) for seat, name in zip(result.seats, WORST_NAMES, strict=True))
        worst = replace(result, table=TableId(LARGEST), serial=LARGEST, seats=seats, ended_by=WORST_NAMES[0])
        for name, shown in (("", result), ("worst ", worst)):
            yield f"{name}result {number}", result_screen(shown)
            yield f"{name}proof {number}", proof_screen(shown, fault=None, voids=())
            yield f"{name}bad proof {number}", proof_screen(shown, fault="deals", voids=(1, 2), link="https://x.test/")
            for seat in range(len(result.seats)):
                yield f"{name}why {number} {seat}", why_screen(shown, seat, own=seat == 0)
    settled = results(rule_set)[0]
    best = settled.seats[0].rows
    yield "time out", timed_out_screen(settled, 0)
    yield "points and time out", with_points(timed_out_screen(settled, 0), settled, 0, not_before=1)
    yield "points alone", with_points(None, settled, 1, not_before=0)
    for reason in REASONS:
        said = Review(-1420, 12_345, 13_765, reason, best)
        yield f"coach {reason}", coach_screen(settled, 0, said)
        yield f"why with coach {reason}", why_screen(settled, 0, own=True, review=said)
        yield f"coach of others {reason}", coach_screen(settled, 1, said)
        yield f"points and coach {reason}", with_points(coach_screen(settled, 1, said), settled, 1, not_before=1)
        yield f"both {reason}", both_screen(settled, 1, said)
    for reason in ("roster", "settings", "ended", "expired", "restored", "something-new"):
        void = replace(results(rule_set)[-1], outcome=f"void:{reason}", ended_by="")
        yield f"void {reason}", result_screen(void)
        yield f"void {reason} why", why_screen(void, 0)


def records(rule_set: str) -> Iterator[tuple[str, Screen]]:
    played = started(3, Options(rule_set=rule_set, rounds=1))
    played.cut_all(PEOPLE[:3])
    played.submit_all(PEOPLE[:3])
    played.do(c.Again(), PEOPLE[1])
    view = match_view(played.table, played.table.match)
    yield "match", match_screen(view)
    yield "match closed", match_screen(replace(view, open=False, ended=True))
    yield "match that went on", match_screen(replace(view, open=False))
    yield "match in a chat that moved", match_screen(replace(view, moved=True))
    standings = tuple(
        replace(standing, name=name, points=-99999, home_runs=3, autopilot_rounds=2)
        for standing, name in zip(view.standings, WORST_NAMES, strict=True)
    )
    worst = replace(view, table=TableId(LARGEST), serial=LARGEST, standings=standings, again=WORST_NAMES)
    yield "worst match", match_screen(worst)
    row = RankRow(1, WORST_NAMES[3], -12345, 999, guns=99, gunned=98, home_runs=7)
    yield "rank", rank_screen(RankPage(rule_set, 3, (row,) * 10, page=1, pages=3, own=row))
    yield "rank closed", rank_screen(RankPage(rule_set, 3, (row,), page=0, pages=1, own=None, closed=True))
    yield "rank empty", rank_screen(RankPage(rule_set, 1, (), page=0, pages=1, own=None))
    profile = Profile(WORST_NAMES[2], ((rule_set, 3, row),), 410, 502, 36, -28, guns=41, gunned=19, home_runs=3)
    yield "me", me_screen(profile)
    lessons = tuple(Lesson(rule_set, 12, 310, reason) for reason in ("", *REASONS) if reason != "fine")
    yield "me with lessons", me_screen(replace(profile, lessons=lessons))
    yield "me without a coach", me_screen(replace(profile, lessons=lessons, coach=False))
    yield "me without a round", me_screen(replace(profile, seasons=(), rounds=0))
    yield "welcome", welcome_screen()
    yield "help", help_screen(tuple(entry.name for entry in COMMANDS))


def read(rule_set: str) -> Iterator[tuple[str, Screen]]:
    for chapter in chapters(RULE_SETS[rule_set]):
        yield f"rules {chapter}".rstrip(), rules_screen(rule_set, chapter)


def decided(rule_set: str) -> Iterator[tuple[str, Screen]]:
    values = {"language": "en", "reveal": "steps", "open": "admins", "end": "host", "pings": "start", "quiet": "on"}
    yield "chat settings", chat_settings_screen(ChatSettings(rule_set_options(rule_set), values))
    unlimited = replace(rule_set_options(rule_set), seconds=0, reveal="once")
    yield "chat settings of a room", chat_settings_screen(ChatSettings(unlimited, {"language": "", "quiet": "off"}))
    for item in values:
        for value in ("", *chat_choices(item)) if item == "language" else chat_choices(item):
            yield f"chat item {item} is {value}", item_screen(item, value)
    yield "season question", season_screen([(rule_set, 4095, 99_999)] * 2, newest=str(LARGEST))
    turned = [(item, values[item], value) for item in values for value in chat_choices(item)]
    turned += [("rule_set", rule_set, rule_set), ("rounds", "1", "32"), ("seconds", "600", "0"), ("hints", "on", "off")]
    turned += [("level", "easy", "hard"), ("season", f"{rule_set}:4094", f"{rule_set}:4095"), ("language", "", "en")]
    log = [Changed(1_800_000_000_000, WORST_NAMES[n % 4], *line) for n, line in enumerate(turned)]
    yield "log", log_screen(log)
    yield "log of nothing", log_screen([])
    for hand in own_choices("hand"):
        own = {"hand": hand, "coach": "off", "nudges": "on", "language": "zh-CN"}
        yield f"own settings {hand}", own_settings_screen(own)
    yield "own settings in a room", own_settings_screen({"coach": "on", "nudges": "off", "language": ""})
    yield "call", call_screen([(f"discord:{LARGEST - n}", name) for n, name in enumerate(WORST_NAMES)])


@cache
def gallery() -> tuple[tuple[str, Screen], ...]:
    """All of them, each with a name."""
    played = ((f"{rule_set}: {name}", screen) for rule_set in RULE_SETS for name, screen in screens_of(rule_set))
    return (*played, *((f"daily: {name}", screen) for name, screen in days()))


def screens_of(rule_set: str) -> Iterator[tuple[str, Screen]]:
    """All of one game."""
    for kind in (lobbies, boards, hands, asked, showdowns, laid_open, records, read, decided):
        yield from kind(rule_set)
