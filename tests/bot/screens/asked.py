"""Screens before and in a round that only some games have, with the longest names and numbers."""

from collections.abc import Iterator
from dataclasses import replace

from bot.screens.board import board_screen
from bot.screens.hand import hand_screen
from bot.screens.lobby import lobby_screen, settings_screen
from bot.screens.model import Screen
from bot.screens.options import way_fields
from bot.screens.settings import ChatSettings, chat_settings_screen
from core.arrangement import show_rows
from core.cards import parse_shown
from core.ids import PersonId, TableId
from core.rules import RULE_SETS
from core.table import commands as c
from core.table.draft import Draft, fill, swap_rows
from core.table.guide import suggested
from core.table.model import HouseChoice, Options
from core.table.options import checked_options, playing
from core.table.view import BoardView, HandView, board_view, hand_view, lobby_view
from tests.tables import PEOPLE, Played, dealt, opened, started

LARGEST = 2**63 - 1
LONG = ("W" * 24, "漢" * 24, "😀" * 24, "﷽" * 24)
DRAGON = "2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
ROYAL = "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
PAIRS = "2s 2h 5d 5c 7s 7h 9d 9c Js Jh Qd Qc As"


def unusual(rule_set: str) -> Options:
    """The options of a game with all its ways as unusual as can be."""
    usual, house = playing(Options(), rule_set), RULE_SETS[rule_set].house_options
    chosen = tuple(HouseChoice(code, values[-1]) for code, values in house.items())
    stake = 1 if RULE_SETS[rule_set].stakes else 0
    return checked_options(replace(usual, rounds=32, seconds=600, fouls="off", stake=stake, house=chosen))


def asked(rule_set: str) -> Iterator[tuple[str, Screen]]:
    """All of one game: lobbies of few, options, boards before the deal, questions in a hand."""
    yield from _lobbies(rule_set)
    yield from _boards(rule_set)
    yield from _hands(rule_set)


def _lobbies(rule_set: str) -> Iterator[tuple[str, Screen]]:
    played = opened(unusual(rule_set))
    for count, person in enumerate(PEOPLE[1:4], start=2):
        played.do(c.Join(), person)
        view = lobby_view(played.table)
        yield f"lobby of {count}", lobby_screen(view)
    yield "unusual settings", settings_screen(view, admin=True)
    waiting = replace(view, seats=tuple(map(_worst_name, view.seats, LONG)), queue=LONG)
    yield "lobby with people in line", lobby_screen(waiting)
    yield "chat with unusual ways", chat_settings_screen(ChatSettings(unusual(rule_set), {"language": "en"}))
    assert len(way_fields(unusual(rule_set))) <= 5


def _worst_name(seat, name):
    return replace(seat, name=name, person=PersonId(f"discord:{LARGEST}"))


def _boards(rule_set: str) -> Iterator[tuple[str, Screen]]:
    for people in (2, 4):
        played = started(people, playing(Options(), rule_set))
        for name, view in _before_the_deal(played):
            yield f"{name}, {people} people", board_screen(view)
            seats = tuple(
                replace(_worst_name(seat, long), cut="9" * 32 if name == "cut" else seat.cut, points=-9999, stake=10)
                for seat, long in zip(view.seats, LONG, strict=True)
            )
            worst = replace(view, table=TableId(LARGEST), serial=LARGEST, seats=seats, queue=LONG, moved=True)
            yield f"worst {name}, {people} people", board_screen(worst, locked_out=[seat.person for seat in seats])


def _before_the_deal(played: Played) -> Iterator[tuple[str, BoardView]]:
    """The first opening of the match and the first of a round, untouched and once somebody has pressed."""
    yield "first opening", board_view(played.table)
    first = played.table.serial
    while played.table.serial == first and played.table.deal is None:
        if played.table.opening and played.table.opening.cuts:
            break
        played.do(c.Cut(played.table.serial, "2"), PEOPLE[1])
    if played.table.deal is None:
        yield "cut", board_view(played.table)
        played.wait(25)
    yield "after it", board_view(played.table)


def holding(view: HandView, cards: str, *specials: str) -> HandView:
    """The hand with other cards, and the specials that they are."""
    hand = parse_shown(cards)
    return replace(view, cards=hand, specials=specials, suggestion=_best(replace(view, cards=hand, rows="")))


def _best(view: HandView) -> str:
    return show_rows(suggested(view)[0].arrangement)


def foul_of(view: HandView) -> Draft:
    """The suggestion with middle and back in each other's place."""
    return swap_rows(fill(view.suggestion, view.cards))


def _hands(rule_set: str) -> Iterator[tuple[str, Screen]]:
    rules = RULE_SETS[rule_set]
    played = dealt(4, playing(Options(), rule_set))
    for seat in (0, 1):
        view = hand_view(played.table, seat)
        assert view is not None
        yield f"own hand {seat}", hand_screen(view, Draft(), listed=True)
        if rules.fouls_allowed:
            yield from _fouls(view, seat)
    if rules.specials or rules.dragon:
        yield from _specials(view)


def _fouls(view: HandView, seat: int) -> Iterator[tuple[str, Screen]]:
    draft = foul_of(view)
    yield f"foul {seat}", hand_screen(view, draft, listed=True)
    for hints in ("on", "classes", "off"):
        told = replace(view, options=replace(view.options, hints=hints))
        yield f"warned of a foul {seat}, hints {hints}", hand_screen(told, replace(draft, warned=True), listed=True)
        yield (
            f"warned without a clock {seat}, {hints}",
            hand_screen(
                replace(told, deadline=None, table=TableId(LARGEST), serial=LARGEST), replace(draft, warned=True)
            ),
        )


def _specials(view: HandView) -> Iterator[tuple[str, Screen]]:
    codes = tuple(RULE_SETS[view.options.rule_set].specials) or ("dragon",)
    for cards in (ROYAL, DRAGON, PAIRS):
        held = holding(replace(view, table=TableId(LARGEST), serial=LARGEST), cards, *codes)
        yield f"a special {cards[:5]}", hand_screen(held, Draft(), listed=True)
        yield f"arranged all the same {cards[:5]}", hand_screen(held, Draft(own=True), listed=True)
        yield f"best rows of it {cards[:5]}", hand_screen(held, fill(held.suggestion, held.cards), listed=True)
        declared = replace(held, submitted=True, declared=codes[0], rows=held.suggestion, waiting=LONG)
        yield f"declared {cards[:5]}", hand_screen(declared, Draft())
        yield f"changing a declared {cards[:5]}", hand_screen(declared, Draft(own=True), listed=True)
        for hints in ("classes", "off"):
            quiet = replace(held, options=replace(held.options, hints=hints), deadline=None)
            yield f"a special, hints {hints} {cards[:5]}", hand_screen(quiet, Draft(), listed=True)
