"""A hand that counts as a whole: the question whether to declare it, the declaration, and what the program finds itself."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.screens.advice import mean, unit_text
from bot.screens.model import Button, Line, Look, Points, Screen, Text, When
from bot.screens.panel import panel_of
from bot.screens.parts import Place, heading, line, names, small, strong
from bot.tokens import Verb
from core.rules import RULE_SETS
from core.table.draft import Draft
from core.table.guide import suggested
from core.table.model import By
from core.table.view import HandView

LOWER: Final = 4
"""So many lower specials have a button of their own."""


def can_declare(view: HandView) -> bool:
    """Whether the person says if a special of this hand counts."""
    return RULE_SETS[view.options.rule_set].declares and bool(view.specials)


def is_asked(view: HandView, draft: Draft) -> bool:
    """Whether the question stands in the panel: until the person declares or arranges."""
    return can_declare(view) and not (view.submitted or draft.placed or draft.own)


def is_declared(view: HandView, draft: Draft) -> bool:
    """Whether the panel shows the special that counts now."""
    return view.submitted and bool(view.declared) and not (draft.placed or draft.own)


def special_text(code: str) -> Text:
    """The name of a special."""
    return Text(f"special/{code}")


def price(view: HandView, code: str) -> int:
    """What a special brings from each of the others; a table may have another price of its own."""
    usual = RULE_SETS[view.options.rule_set].specials[code]
    return next((choice.value for choice in view.options.house if choice.code == code), usual)


def asking_screen(view: HandView) -> Screen:
    """報 or 不報: what each brings, and what happens without a press."""
    place, (first, *lower) = Place(view.table, view.serial), view.specials
    return Screen(
        "hand",
        (
            heading("special/title", special=special_text(first)),
            line("special/declared-brings", n=price(view, first), unit=unit_text(view.options.rule_set)),
            *_alone(view),
            *([small("special/also", specials=tuple(map(special_text, lower)))] if lower else ()),
            *_time(view),
            panel_of(view, Draft(), asks=True),
        ),
        (
            (declare_button(view, first, look=Look.SUCCESS), place.button("arrange-own", Verb.EDIT)),
            tuple(declare_button(view, code) for code in lower[:LOWER]),
            (place.button("autopilot", Verb.AUTOPILOT),),
        ),
        silent=False,
    )


def declared_screen(view: HandView) -> Screen:
    """The declaration, until when it can be changed, and who is waited for."""
    place = Place(view.table, view.serial)
    if view.by is By.AUTOPILOT:
        kept = line("special/by-computer")
    else:
        kept = line("hand/changeable") if view.deadline is None else line("hand/changeable-until", at=_at(view))
    return Screen(
        "hand",
        (
            heading("special/declared-title", special=special_text(view.declared)),
            *([strong("hand/autopilot")] if view.autopilot else ()),
            panel_of(view, Draft(), submitted=True),
            kept,
            *([small("hand/waiting", names=names(view.waiting))] if view.waiting else ()),
        ),
        ((place.button("arrange-instead", Verb.EDIT), place.button("autopilot", Verb.AUTOPILOT)),),
        silent=False,
    )


def declare_button(view: HandView, code: str, *, look: Look = Look.PLAIN) -> Button:
    """報六對半 +12: the points from all the others together."""
    place, won = Place(view.table, view.serial), Points(price(view, code) * (view.players - 1))
    return place.button("declare", Verb.DECLARE, arg=code, look=look, special=special_text(code), points=won)


def found_lines(view: HandView) -> Iterator[Line]:
    """What the program finds in the hand by itself: the rows do not count then."""
    rules = RULE_SETS[view.options.rule_set]
    if rules.declares or not view.specials:
        return
    first = view.specials[0]
    if rules.has_banker:
        yield strong("special/natural", special=special_text(first), n=price(view, first))
    else:
        yield strong("special/found", special=special_text(first))


def counting_line(view: HandView) -> Line:
    """What still counts while somebody changes what they sent."""
    if view.declared:
        return small("special/still-counts", special=special_text(view.declared))
    return small("hand/still-counts")


def _alone(view: HandView) -> Sequence[Line]:
    """What the best rows win on average, where the table tells it."""
    best = next(iter(suggested(view)), None)
    if best is None:
        return ()
    facts = {"worth": mean(best.worth.expected), "unit": unit_text(view.options.rule_set)}
    return (line("special/own-brings", **facts),)


def _time(view: HandView) -> Iterator[Line]:
    yield line("board/no-limit") if view.deadline is None else line("board/closes", at=_at(view))
    if view.deadline is not None and view.declares:
        yield small("special/default", special=special_text(view.declares))


def _at(view: HandView) -> When:
    assert view.deadline is not None
    return When(view.deadline)
