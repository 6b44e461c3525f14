"""A person's own hand: cards, rows, what is wrong with them in words, and what was submitted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from bot.i18n.labels import all_faults, class_text, rank_sign, refusal_text
from bot.screens.advice import picks_of, suggestion_buttons, worth_line
from bot.screens.model import (
    Block,
    Button,
    Field,
    Line,
    Look,
    Panel,
    PanelCard,
    PanelRow,
    Screen,
    Text,
    When,
)
from bot.screens.parts import Place, heading, line, names, row_text, small, strong
from bot.tokens import Verb, cards_arg
from core.arrangement import Arrangement, Fault, faults
from core.cards import Card
from core.rules import ROW_SIZES, ROWS, RULE_SETS
from core.strength import Strengths, strengths
from core.table.draft import Draft, arrangement, fill, in_row, missing, places, swap_rows
from core.table.guide import CLASSES, NOTHING
from core.table.model import By
from core.table.view import HandView

HAND: Final = "hand"
BY_SWAP: Final = "hand/mend-swap"
"""Said where middle and back need only change places."""
BY_MENDING: Final = "hand/mend"
"""Said where the table helps to put rows in order."""
PLACES: Final = 128
"""The tables in play whose tokens and buttons are at hand; those of one take 25 kB."""
FILLING: Final = ("back", "middle", "front")
LONGEST_ROW: Final = 100
"""Letters for the cards of one row, written out in full."""
_STAYING: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({row: MappingProxyType({}) for row in ("", *ROWS)})
"""No way to move a card, wherever it lies."""
SORTS: Final = {"suit": "rank", "rank": "suit"}
"""Each order of the hand, and the one that its button changes to."""


def list_screen(view: HandView, draft: Draft, row: str) -> Screen:
    """What one row can become, best first: the panel with the picks of this row alone."""
    panel = _panel(view, draft, wrong=(), submitted=False)
    return Screen("picks", (replace(panel, picks={row: picks_of(view, draft, row)}),))


def hand_screen(view: HandView, draft: Draft, *, sort: str = "suit", listed: bool = False) -> Screen:
    """The private panel; with nothing in the draft it shows what was submitted, once something was that may be seen.

    `listed`: with the picks of all rows, for platforms that show them in the panel itself.
    """
    submitted = view.submitted and not draft.placed and bool(view.rows or view.autopilot)
    shown = fill(view.rows, view.cards) if submitted and view.rows else draft
    wrong = () if submitted else faults_of(view, draft)
    panel = replace(_panel(view, shown, wrong=wrong, submitted=submitted), sort=sort)
    buttons = _submitted_buttons(view) if submitted else _buttons(view, draft, wrong=wrong, sort=sort)
    if listed and not submitted:
        panel = replace(panel, picks={row: picks_of(view, draft, row) for row in ROWS})
        buttons = (*buttons[:-1], (*buttons[-1], typing_button(view, draft)))
    return Screen(
        "hand",
        (*_top(view, submitted=submitted), panel, *_state(view, draft, wrong=wrong, submitted=submitted)),
        buttons,
        silent=False,
    )


def typing_button(view: HandView, draft: Draft) -> Button:
    """打字: a form with the three rows as they lie, to be typed anew; it does not submit."""
    fields = [
        Field(
            row,
            Text("type/row", {"row": row_text(row), "n": ROW_SIZES[row]}),
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
    wrong = _order_faults(view, draft)
    found = [refusal_text(fault) for fault in wrong]
    too_big = any("back_class" in fault.facts for fault in wrong)
    if too_big and not _order_faults(view, swap_rows(draft)):
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


def _order_faults(view: HandView, draft: Draft) -> tuple[Fault, ...]:
    """What is out of order among the rows that are full."""
    rows = {row: tuple(view.cards[card] for card in in_row(draft, row)) for row in ROWS}
    full = {row: cards for row, cards in rows.items() if len(cards) == ROW_SIZES[row]}
    if len(full) < 2:
        return ()
    found = faults(_standing_in(view, full), _table(view), RULE_SETS[view.options.rule_set])
    return tuple(fault for fault in found if all(row in full for row in ROWS if f"{row}_class" in fault.facts))


def _standing_in(view: HandView, full: dict[str, tuple[Card, ...]]) -> Arrangement:
    """The full rows, with any cards of the hand in those that are not: only the full ones are then judged."""
    front, middle, back = (full.get(row, view.cards[: ROW_SIZES[row]]) for row in ROWS)
    return Arrangement(front, middle, back)


def _table(view: HandView) -> Strengths:
    return strengths(RULE_SETS[view.options.rule_set], view.bonus)


def _top(view: HandView, *, submitted: bool) -> tuple[Line, ...]:
    facts = {"n": view.round, "m": view.options.rounds}
    return (
        heading("hand/submitted" if submitted else "hand/title", **facts),
        *([] if submitted else [_deadline(view)]),
        *([strong("hand/bonus", rank=rank_sign(view.bonus))] if view.bonus else ()),
        *([strong("hand/autopilot")] if view.autopilot else ()),
    )


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
    edited = [small("hand/still-counts")] if view.submitted else []
    if wrong:
        return tuple(edited)
    return worth_line(view, draft) or strong("hand/ready"), *edited


def _changeable(view: HandView) -> Line:
    return line("hand/changeable") if view.deadline is None else line("hand/changeable-until", at=When(view.deadline))


def _panel(view: HandView, draft: Draft, *, wrong: Sequence[Text], submitted: bool) -> Panel:
    place = Place(view.table, view.serial)
    moves = [_STAYING] * len(view.cards) if submitted else _moves(place, len(view.cards))
    return Panel(
        cards=tuple(
            [
                PanelCard(card, row, tokens[row])
                for card, row, tokens in zip(view.cards, places(draft, len(view.cards)), moves, strict=True)
            ]
        ),
        rows=tuple(_panel_row(view, draft, row=row, submitted=submitted) for row in ROWS),
        faults=tuple(wrong),
        serial=view.serial,
        deadline=view.deadline,
        submitted=submitted,
        dealt_at=view.dealt_at,
    )


@lru_cache(maxsize=PLACES)
def _moves(place: Place, size: int) -> Sequence[Mapping[str, Mapping[str, str]]]:
    """What moves each card of a hand from each row ("": the hand) to where else it may lie, the same all a round."""
    moves = [
        {row: place.token(Verb.PUT, cards_arg((index,), row=row)) for row in ROWS}
        | {HAND: place.token(Verb.OUT, cards_arg((index,)))}
        for index in range(size)
    ]
    return [
        {row: {to: token for to, token in tokens.items() if to != (row or HAND)} for row in _STAYING}
        for tokens in moves
    ]


@lru_cache(maxsize=PLACES)
def _row_tokens(place: Place) -> Mapping[str, tuple[str, str]]:
    """What puts cards into each row, and what asks for its picks."""
    return {row: (place.token(Verb.PUT, row[0]), place.token(Verb.LIST, row[0])) for row in ROWS}


def _panel_row(view: HandView, draft: Draft, *, row: str, submitted: bool) -> PanelRow:
    inside = in_row(draft, row)
    label = None
    if len(inside) == ROW_SIZES[row]:
        table = _table(view)
        strength = table.strength([view.cards[card] for card in inside])
        label = class_text(table.row_class(strength), table.ranks(strength))
        label = Text("hand/auto-row", {"shown": label}) if draft.auto == row else label
    putting, asking = _row_tokens(Place(view.table, view.serial))[row]
    listed = not submitted and view.options.hints != NOTHING
    return PanelRow(row, ROW_SIZES[row], label, inside, putting, asking if listed else "")


def _buttons(view: HandView, draft: Draft, *, wrong: Sequence[Text], sort: str) -> tuple[tuple[Button, ...], ...]:
    place = Place(view.table, view.serial)
    suggestions = suggestion_buttons(view)
    auto = place.button("auto", Verb.AUTO, look=Look.PRIMARY)
    main, swap = _submit(view, draft, wrong=wrong), place.button("swap", Verb.SWAP)
    return (
        *([suggestions] if suggestions else ()),
        (
            main,
            *([auto] if view.options.hints == CLASSES else ()),
            *([] if main.text == swap.text else [_enabled(swap, when=_any(draft, "middle", "back"))]),
        ),
        _tools(place, sort=sort, placed=bool(draft.placed), submitted=bool(view.rows)),
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
    """送出, or what mends the rows in its place while they are out of order: 對調 where that is enough, else 修好."""
    place, allowed = Place(view.table, view.serial), RULE_SETS[view.options.rule_set].fouls_allowed
    if any(fault.key == BY_SWAP for fault in wrong):
        return place.button("swap", Verb.SWAP, look=Look.PRIMARY)
    if any(fault.key == BY_MENDING for fault in wrong) and not allowed:
        return place.button("mend", Verb.MEND, look=Look.PRIMARY)
    ready = arrangement(draft, view.cards) is not None and (not wrong or allowed)
    return _enabled(place.button("submit", Verb.SUBMIT, look=Look.SUCCESS), when=ready)


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
