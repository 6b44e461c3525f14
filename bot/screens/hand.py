"""A person's own hand: cards, rows, what is wrong with them in words, and what was submitted."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.i18n.labels import all_faults, rank_sign, refusal_text
from bot.screens import special
from bot.screens.advice import Picks, picks_of, suggestion_buttons, worth_line
from bot.screens.foul import foul_screen
from bot.screens.model import Block, Button, Field, Line, Look, Screen, Text, When
from bot.screens.panel import PLACES, order_faults, panel_of
from bot.screens.parts import Place, heading, line, names, row_text, seat_name, small, strong
from bot.tokens import Verb
from core.arrangement import Fault
from core.cards import JOKER, deck
from core.rules import ROW_SIZES, ROWS, RULE_SETS
from core.table.draft import Draft, arrangement, fill, in_row, missing, swap_rows
from core.table.guide import CLASSES, NOTHING
from core.table.model import By
from core.table.options import refuses_fouls
from core.table.view import HandView

BY_SWAP: Final = "hand/mend-swap"
"""Said where middle and back need only change places."""
BY_MENDING: Final = "hand/mend"
"""Said where the table helps to put rows in order."""
FILLING: Final = ("back", "middle", "front")
LONGEST_ROW: Final = 100
"""Letters for the cards of one row, written out in full."""
SORTS: Final = {"suit": "rank", "rank": "suit"}
"""Each order of the hand, and the one that its button changes to."""


def list_screen(view: HandView, draft: Draft, row: str) -> Screen:
    """What one row can become, best first: the panel with the picks of this row alone."""
    panel = panel_of(view, draft)
    return Screen("picks", (replace(panel, picks={row: picks_of(view, draft, row)}),))


def hand_screen(view: HandView, draft: Draft, *, sort: str = "suit", listed: bool = False) -> Screen:
    """The private panel; with nothing in the draft it shows what was submitted, once something was that may be seen.

    A question that is open, whether to declare or to send a foul, stands in its place.
    `listed`: with the picks of all rows, for platforms that show them in the panel itself.
    """
    if draft.warned and arrangement(draft, view.cards) is not None:
        return foul_screen(view, draft)
    if special.is_asked(view, draft):
        return special.asking_screen(view)
    if special.is_declared(view, draft):
        return special.declared_screen(view)
    submitted = view.submitted and not draft.placed and not draft.own and bool(view.rows or view.autopilot)
    shown = fill(view.rows, view.cards) if submitted and view.rows else draft
    wrong = () if submitted else faults_of(view, draft)
    panel = replace(panel_of(view, shown, wrong=wrong, submitted=submitted), sort=sort)
    buttons = _submitted_buttons(view) if submitted else _buttons(view, draft, wrong=wrong, sort=sort)
    if listed and not submitted:
        panel = replace(panel, picks=Picks(view, draft))
        buttons = (*buttons[:-1], (*buttons[-1], typing_button(view, draft)))
    return Screen(
        "hand",
        (*_top(view, submitted=submitted), panel, *_state(view, draft, wrong=wrong, submitted=submitted)),
        buttons,
        silent=False,
    )


def typing_button(view: HandView, draft: Draft) -> Button:
    """打字: a form with the three rows as they lie, to be typed anew; it does not submit."""
    key = "type/row-jokers" if JOKER in deck(RULE_SETS[view.options.rule_set].deck) else "type/row"
    fields = [
        Field(
            row,
            Text(key, {"row": row_text(row), "n": ROW_SIZES[row]}),
            cards=tuple(sorted(view.cards[card] for card in in_row(draft, row))),
            longest=LONGEST_ROW,
            optional=True,
        )
        for row in ROWS
    ]
    return Place(view.table, view.serial).form("type", Verb.TYPE, fields=fields)


def misread_text(found: Sequence[Fault]) -> Text | None:
    """All that is wrong with rows that were typed, in words."""
    return all_faults(found) if found else None


def faults_of(view: HandView, draft: Draft) -> tuple[Text, ...]:
    """Everything that keeps the draft from being submitted, in words; nothing for an empty one."""
    wrong = order_faults(view, draft)
    found = [refusal_text(fault) for fault in wrong]
    too_big = any("back_class" in fault.facts for fault in wrong)
    if too_big and not order_faults(view, swap_rows(draft)):
        found.append(Text(BY_SWAP))
    elif wrong and _helps(view, draft):
        found.append(Text(BY_MENDING))
    lacking = {row: count for row, count in missing(draft).items() if count}
    if draft.placed and lacking:
        parts = tuple(
            Text("arrange/row-lacks", {"row": row_text(row), "n": lacking[row]}) for row in FILLING if row in lacking
        )
        found.append(Text("arrange/incomplete", {"n": sum(lacking.values()), "rows": parts}))
    return tuple(found)


def _top(view: HandView, *, submitted: bool) -> tuple[Line, ...]:
    facts = {"n": view.round, "m": view.options.rounds}
    return (
        heading("hand/submitted" if submitted else "hand/title", **facts),
        *([] if submitted else [_deadline(view)]),
        *([strong("hand/bonus", rank=rank_sign(view.bonus))] if view.bonus else ()),
        *_stakes(view),
        *special.found_lines(view),
        *([strong("hand/autopilot")] if view.autopilot else ()),
    )


def _stakes(view: HandView) -> tuple[Line, ...]:
    """Who is the banker, and what this seat plays for."""
    if view.banker is None:
        return ()
    if view.banks:
        return (strong("hand/banks"),)
    return (strong("hand/stake", n=view.stake, name=seat_name(view.banker)),)


def _deadline(view: HandView) -> Line:
    return line("board/no-limit") if view.deadline is None else line("board/closes", at=When(view.deadline))


def _state(view: HandView, draft: Draft, *, wrong: Sequence[Text], submitted: bool) -> tuple[Block, ...]:
    """What to do next, in one line."""
    if submitted:
        by_computer = [line("hand/by-computer")] if view.rows else []
        kept = by_computer if view.by is By.AUTOPILOT else [_changeable(view)]
        return *kept, *([small("hand/waiting", names=names(view.waiting))] if view.waiting else ())
    if not draft.placed:
        return (line(f"hand/empty-{view.options.hints}"),)
    edited = [special.counting_line(view)] if view.submitted else []
    if wrong:
        return tuple(edited)
    return worth_line(view, draft) or strong("hand/ready"), *edited


def _changeable(view: HandView) -> Line:
    return line("hand/changeable") if view.deadline is None else line("hand/changeable-until", at=When(view.deadline))


def _buttons(view: HandView, draft: Draft, *, wrong: Sequence[Text], sort: str) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    declare = (special.declare_button(view, view.specials[0]),) if special.can_declare(view) else ()
    suggestions = (*declare, *suggestion_buttons(view))
    auto = place.button("auto", Verb.AUTO, look=Look.PRIMARY)
    main = _submit(view, draft, wrong=wrong)
    swap = place.button("swap", Verb.SWAP, look=Look.PRIMARY if _is_swapped(wrong) else Look.PLAIN)
    return (
        *([suggestions] if suggestions else ()),
        (
            main,
            *([place.button("mend", Verb.MEND)] if main.token == place.token(Verb.SUBMIT) and _mendable(wrong) else ()),
            *([auto] if view.options.hints == CLASSES else ()),
            *([] if main.text == swap.text else [_enabled(swap, when=_any(draft, "middle", "back"))]),
        ),
        _tools(place, sort=sort, placed=bool(draft.placed or draft.own), submitted=bool(view.rows)),
    )


@lru_cache(maxsize=PLACES)
def _tools(place: Place, *, sort: str, placed: bool, submitted: bool) -> tuple[Button, ...]:
    """What stands in the last line whatever the cards are."""
    return (
        _enabled(place.button("undo", Verb.UNDO), when=placed),
        _enabled(place.button("back" if submitted else "clear", Verb.CLEAR), when=placed),
        place.button(f"sort-{SORTS[sort]}", Verb.SORT, arg=SORTS[sort]),
        place.button("autopilot", Verb.AUTOPILOT),
    )


def _submit(view: HandView, draft: Draft, *, wrong: Sequence[Text]) -> Button:
    """送出, or in its place what mends rows that cannot be sent: 對調 where that is enough, else 修好."""
    place, allowed = Place(view.table, view.serial), not refuses_fouls(view.options)
    if not allowed and _is_swapped(wrong):
        return place.button("swap", Verb.SWAP, look=Look.PRIMARY)
    if not allowed and _mendable(wrong):
        return place.button("mend", Verb.MEND, look=Look.PRIMARY)
    ready = arrangement(draft, view.cards) is not None and (not wrong or allowed)
    return _enabled(place.button("submit", Verb.SUBMIT, look=Look.SUCCESS), when=ready)


def _is_swapped(wrong: Sequence[Text]) -> bool:
    """Whether middle and back need only change places."""
    return any(fault.key == BY_SWAP for fault in wrong)


def _mendable(wrong: Sequence[Text]) -> bool:
    """Whether 修好 is offered for these faults."""
    return any(fault.key == BY_MENDING for fault in wrong)


def _helps(view: HandView, draft: Draft) -> bool:
    """Whether the table helps to put these rows in order."""
    return view.options.hints != NOTHING or arrangement(draft, view.cards) is not None


def _submitted_buttons(view: HandView) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    return ((place.button("edit", Verb.EDIT), place.button("autopilot", Verb.AUTOPILOT)),)


def _any(draft: Draft, *rows: str) -> bool:
    return any(in_row(draft, row) for row in rows)


def _enabled(button: Button, *, when: bool) -> Button:
    return button if when else Button(button.text, button.token, Look.PLAIN, enabled=False)
