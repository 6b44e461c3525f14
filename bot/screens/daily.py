"""The daily challenge: the card for everybody, then everything in private, and one line without cards to be shared."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.screens.ended import arrangements, class_shown, in_class_order
from bot.screens.model import Block, Button, File, Hash, Line, Look, Name, Panel, Points, Screen, Text, When
from bot.screens.parts import NOWHERE, Place, card_line, heading, line, place_text, row_text, small, strong
from bot.screens.strips import reveal
from bot.tokens import Verb, parse
from core.deal import tag
from core.ids import DAILY, public_table
from core.rules import ROWS
from core.table.daily import DEALS
from core.table.daily_view import DayView, Ranked, Round, TryView
from core.table.result import Result

CARD: Final = "daily-card"
"""The kind of what everybody may see, the same for all."""
KIND: Final = "daily"
"""The kind of what one person alone sees."""
SHARE: Final = "daily-share"
SHOWN: Final = 10
"""People on the card, and on a page of those whose arrangements can be looked at."""
PLAY, FRONT, END, OTHERS, OF, ROUND, TELL = "", "card", "end", "others", "of", "round", "share"
"""What a button of the challenge asks for."""
_OF_A_ROUND: Final = frozenset({Verb.WHY, Verb.BOTH})
_VALUES: Final[Mapping[str, str]] = {
    "commitment": "board/commitment",
    "closed": "proof/closed",
    "sealed": "result/sealed",
    "digest": "proof/digest",
}
_PLACES: Final = ("first", "second", "third", "fourth", "fifth")
_SQUARES: Final[Mapping[int, str]] = {1: "daily/better", 0: "daily/even", -1: "daily/worse"}


def date_text(date: str) -> str:
    """A date as people write it, 11/30."""
    _, month, day = map(int, date.split("-"))
    return f"{month}/{day}"


def card_screen(view: DayView) -> Screen:
    """The day for everybody: how many have played it and how well, its commitment, and that of the day after."""
    return Screen(
        CARD,
        (
            heading("daily/title", date=date_text(view.date)),
            line("daily/game", n=DEALS),
            *_state(view),
            *map(_ranked, view.ranking[:SHOWN]),
            small("daily/note"),
            Hash(Text("daily/commitment"), view.commitment),
            *([Hash(Text("daily/tomorrow"), view.tomorrow)] if view.tomorrow else ()),
        ),
        _card_buttons(view),
    )


def play_screen(view: TryView, hand: Screen) -> Screen:
    """The panel of the round that is played now, `hand`, as it stands in the challenge: no clock, and nobody waits."""
    number = len(view.rounds) + 1
    own = {"hand/title": _playing(view, number), "board/no-limit": line("daily/until", at=When(view.day.closes_at))}
    shown = [own.get(block.text.key, block) if isinstance(block, Line) else block for block in hand.blocks]
    at = next((place for place, block in enumerate(shown) if isinstance(block, Panel)), len(shown))
    blocks = (*shown[:at], small("daily/seal", tag=tag(view.day.commitment)), *shown[at:])
    rows = [[button for button in row if not _is_of_a_table(button)] for row in hand.buttons]
    return replace(hand, kind=KIND, blocks=blocks, buttons=tuple(tuple(row) for row in rows if row), silent=True)


def round_screen(view: TryView, result: Result) -> Screen:
    """A round that is over: the four hands, what it brought, and what the hardest computer wins with these cards."""
    one = view.rounds[result.round - 1]
    last = len(view.rounds) == DEALS
    why = Place(DAILY, result.serial).button("why", Verb.WHY)
    on = _button(view.day, "daily-end" if last else "daily-next", END if last else PLAY, look=Look.SUCCESS)
    return Screen(
        KIND,
        (
            heading("daily/round", n=result.round, m=DEALS, date=date_text(view.day.date)),
            strong("daily/against", points=Points(one.points), standard=Points(one.standard)),
            reveal(result),
            *([] if last else [line("daily/left", n=DEALS - len(view.rounds), at=When(view.day.closes_at))]),
            small("daily/standard"),
        ),
        ((why, on),),
    )


def _result_line(view: TryView) -> Line:
    """The sum beside the standard's, and the place; who is the only one so far has beaten nobody and is not told so."""
    facts = {"points": Points(view.points), "standard": Points(view.standard)}
    of = len(view.day.ranking)
    if of == 1:
        return strong("daily/result-first", **facts)
    return strong("daily/result", **facts, place=view.place, of=of, percent=view.beaten)


def end_screen(view: TryView) -> Screen:
    """How the person's try has ended, and where that stands among all."""
    day = view.day
    return Screen(
        KIND,
        (
            heading("daily/ended", date=date_text(day.date)),
            strong("daily/struck") if day.struck else _result_line(view),
            *(_round_line(number, one) for number, one in enumerate(view.rounds, 1)),
            *map(_ranked, day.ranking[:SHOWN]),
            small("daily/standard"),
        ),
        (
            (
                _button(day, "daily-others", f"{OTHERS}-0"),
                *([] if day.struck else [_button(day, "daily-share", TELL, look=Look.PRIMARY)]),
                _verify(day),
            ),
            tuple(_button(day, "daily-round", f"{ROUND}-{number}", n=number) for number in range(1, DEALS + 1)),
        ),
    )


def others_screen(day: DayView, page: int) -> Screen:
    """Whose arrangements can be looked at, a page of them (from 0)."""
    pages = max(1, -(-len(day.ranking) // SHOWN))
    at = min(page, pages - 1)
    shown = day.ranking[at * SHOWN : (at + 1) * SHOWN]
    names = [_button(day, "daily-of", f"{OF}-{each.attempt}", name=Name(each.name)) for each in shown]
    return Screen(
        KIND,
        (heading("daily/others", date=date_text(day.date)), *map(_ranked, shown)),
        (
            *(tuple(names[first : first + 3]) for first in range(0, len(names), 3)),
            (
                *([_button(day, "earlier", f"{OTHERS}-{at - 1}")] if at else ()),
                *([_button(day, "later", f"{OTHERS}-{at + 1}")] if at + 1 < pages else ()),
                _button(day, "daily-end", END),
            ),
        ),
    )


def other_screen(view: TryView, results: Sequence[Result]) -> Screen:
    """How somebody has arranged all rounds."""
    title = heading("daily/of", name=Name(view.name), points=Points(view.points), date=date_text(view.day.date))
    lines = (each for result in results for each in _laid(view, result))
    back = _button(view.day, "daily-others", f"{OTHERS}-0")
    return Screen(KIND, (title, *lines), ((back, _button(view.day, "daily-end", END)),))


def share_screen(view: TryView) -> Screen:
    """One line for a chat: what somebody won, and no card."""
    squares = Text("daily/squares", dict(zip(_PLACES, (Text(_square(one)) for one in view.rounds), strict=True)))
    facts = {"points": Points(view.points), "standard": Points(view.standard)}
    told = line("daily/told", name=Name(view.name), squares=squares, date=date_text(view.day.date), **facts)
    return Screen(SHARE, (told,), ((_button(view.day, "daily-card", FRONT),),))


def in_daily(screen: Screen, result: Result, day: int) -> Screen:
    """An account of a round of the challenge: what leads elsewhere from a table leads back to the round instead."""
    kept = ([button for button in row if parse(button.token).verb in _OF_A_ROUND] for row in screen.buttons)
    place = Place(DAILY, day)
    back = place.button("back", Verb.DAILY, arg=f"{ROUND}-{result.round}")
    rules = NOWHERE.button("rules", Verb.RULES, arg=result.rule_set)
    return replace(
        screen, buttons=(*(tuple(row) for row in kept if row), (back, place.button("verify", Verb.VERIFY), rules))
    )


def proof_of_day(view: DayView, record: Mapping[str, object], *, fault: str | None, files: tuple[File, ...]) -> Screen:
    """A day that is over, with all that was fixed before anybody played it; `fault` is the first check that failed."""
    blocks: tuple[Block, ...] = (
        _proof_title(view),
        *([strong("daily/struck")] if view.struck else ()),
        line("daily/right") if fault is None else strong("proof/wrong", check=fault),
        strong("daily/worth"),
        *(Hash(Text(key), str(record[name])) for name, key in _VALUES.items()),
        small("daily/published"),
        small("proof/run", table=public_table(DAILY), serial=str(view.serial)),
    )
    return Screen("proof", blocks, ((_button(view, "back", FRONT),),), files=files)


def open_proof(view: DayView, evidence: Mapping[str, object], *, files: tuple[File, ...]) -> Screen:
    """What can be noted of a day that is still played."""
    blocks: tuple[Block, ...] = (
        _proof_title(view),
        line("daily/not-yet", at=When(view.closes_at)),
        Hash(Text("daily/commitment"), view.commitment),
        Hash(Text("result/sealed"), str(evidence["sealed"])),
        small("daily/note-it"),
    )
    return Screen("proof", blocks, ((_button(view, "back", FRONT),),), files=files)


def _proof_title(view: DayView) -> Line:
    return heading("daily/proof", date=date_text(view.date), table=public_table(DAILY), serial=str(view.serial))


def _playing(view: TryView, number: int) -> Line:
    return heading("daily/playing", n=number, m=DEALS, date=date_text(view.day.date))


def _is_of_a_table(button: Button) -> bool:
    """Whether it makes no sense where nobody waits."""
    return bool(button.token) and parse(button.token).verb is Verb.AUTOPILOT


def _state(view: DayView) -> tuple[Line, ...]:
    if view.struck:
        return (strong("daily/struck"),)
    if not view.ranking:
        return (line("daily/nobody"),)
    return (line("daily/played", n=len(view.ranking), points=Points(view.ranking[0].points)),)


def _card_buttons(view: DayView) -> tuple[tuple[Button, ...], ...]:
    play = _button(view, "daily-play", PLAY, look=Look.SUCCESS)
    return ((*([] if view.struck or view.disclosed else [play]), _verify(view)),)


def _ranked(each: Ranked) -> Line:
    facts = {"place": place_text(each.place), "name": Name(each.name), "points": Points(each.points)}
    return line("daily/line", **facts)


def _round_line(number: int, one: Round) -> Line:
    facts = {"points": Points(one.points), "standard": Points(one.standard)}
    return line("daily/round-line" if one.own else "daily/round-late", square=Text(_square(one)), n=number, **facts)


def _square(one: Round) -> str:
    return _SQUARES[(one.points > one.standard) - (one.points < one.standard)]


def _laid(view: TryView, result: Result) -> tuple[Line, ...]:
    points = Points(view.rounds[result.round - 1].points)
    rows = arrangements(result)[0].rows
    return (
        strong("daily/of-round", n=result.round, points=points),
        *(
            card_line(in_class_order(cards), "both/row", row=row_text(row), shown=class_shown(result, cards))
            for row, cards in zip(ROWS, rows, strict=True)
        ),
    )


def _verify(day: DayView) -> Button:
    return Place(DAILY, day.serial).button("verify", Verb.VERIFY)


def _button(day: DayView, key: str, arg: str, *, look: Look = Look.PLAIN, **facts: object) -> Button:
    return Place(DAILY, day.serial).button(key, Verb.DAILY, arg=arg, look=look, **facts)
