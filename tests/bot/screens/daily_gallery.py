"""Every screen of the daily challenge, from a day that was played and from the worst that can stand in one."""

from collections.abc import Iterator
from dataclasses import replace

from bot.drafting import OwnHand
from bot.screens.daily import (
    card_screen,
    end_screen,
    in_daily,
    open_proof,
    other_screen,
    others_screen,
    play_screen,
    proof_of_day,
    round_screen,
    share_screen,
)
from bot.screens.hand import hand_screen
from bot.screens.model import File, Screen
from bot.screens.why import why_screen
from core.ids import ChatId, PersonId
from core.table.daily import DEALS, SETTLED, Before, Turn, coached, digest, evidence, open_day, record, result
from core.table.daily_view import DayView, Round, TryView, daily_hand, day_view, try_view
from core.table.draft import Draft, fill, swap_rows

LARGEST = 2**63 - 1
LONG = ("W" * 24, "漢" * 24, "😀" * 24, "﷽" * 24)
AT = 1_796_054_400_000
DAY = open_day(Before("00112233aabbccdd", 0, ""), date="2026-11-30", now=AT, entropy=bytes(32))
TURNS = tuple(Turn(rows) for rows in DAY.standard)
PERSON = PersonId(f"discord:{LARGEST}")
FILES = (File("shisanzhi-daily-1.json", "[]"), File("verify.py", "pass\n"))
CHAT = ChatId("telegram:5")


def days() -> Iterator[tuple[str, Screen]]:
    """All of them, each with a name."""
    for name, view in (("", seen(3)), ("worst ", replace(seen(99), serial=LARGEST // 16))):
        own = tried(view, DEALS)
        yield f"{name}card", card_screen(view)
        yield f"{name}struck card", card_screen(replace(view, struck=True, disclosed=True))
        yield f"{name}end", end_screen(own)
        yield f"{name}struck end", end_screen(replace(own, day=replace(view, struck=True)))
        yield f"{name}share", share_screen(own)
        for page in (0, 4, 9):
            yield f"{name}others {page}", others_screen(view, page)
        results = [result(DAY, TURNS[:n], person=PERSON, name=own.name, at=(LARGEST // 16, AT)) for n in range(1, 6)]
        yield f"{name}other", other_screen(own, results)
        for number, ended in enumerate(results, 1):
            yield f"{name}round {number}", round_screen(tried(view, number), ended)
        yield from ((f"{name}{what}", screen) for what, screen in accounts(view))
        yield f"{name}open proof", open_proof(view, evidence(DAY), files=FILES[:1])
        yield f"{name}proof", proof_of_day(view, record(DAY), fault=None, files=FILES)
        yield f"{name}bad proof", proof_of_day(view, record(DAY), fault="deals", files=FILES)
    yield from arranging()


def accounts(view: DayView) -> Iterator[tuple[str, Screen]]:
    ended = result(DAY, TURNS[:1], person=PERSON, name=LONG[1], at=(1, AT))
    for seat in range(4):
        review = coached(DAY, 1, TURNS[0]) if seat == 0 else None
        yield f"why {seat}", in_daily(why_screen(ended, seat, own=seat == 0, review=review), ended, view.serial)


def arranging() -> Iterator[tuple[str, Screen]]:
    view, own = daily_hand(DAY, LARGEST // 16, 2, chat=CHAT, at=AT), tried(seen(2), 1)
    done = fill(DAY.standard[1], view.cards)
    for name, draft in (("empty", Draft()), ("suggested", done), ("swapped", swap_rows(done))):
        for listed in (True, False):
            hand = hand_screen(view, draft, listed=listed)
            yield f"hand {name} {'listed' if listed else ''}".strip(), play_screen(own, hand)
    warned = OwnHand(view, replace(swap_rows(done), warned=True), "suit")
    yield "foul", play_screen(own, warned.screen)


def seen(people: int) -> DayView:
    """A day that so many have played."""
    found = [(LARGEST - number, LONG[number % 4], 999 - number) for number in range(people)]
    return day_view(DAY, found, ends_at=AT, outcome="" if people < 9 else SETTLED, tomorrow=digest(DAY))


def tried(view: DayView, rounds: int) -> TryView:
    """The first one's try after so many rounds."""
    played = [Round(99, -99, own=number % 2 == 0) for number in range(rounds)]
    return try_view(view, LARGEST, name=LONG[3], rounds=played, ended=rounds == DEALS)
