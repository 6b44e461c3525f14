"""The warning before a foul is sent: what is out of order, what it costs in words and on average, and the ways on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.labels import refusal_text
from bot.screens.advice import mean, mean_unit
from bot.screens.model import Average, Button, Line, Look, Screen, Text, When
from bot.screens.panel import panel_of
from bot.screens.parts import Place, heading, line, strong
from bot.tokens import Verb
from core.arrangement import Arrangement, faults
from core.arranger.advice import mended, worth
from core.arranger.coach import review
from core.arranger.seated import strengths_of
from core.cards import Card
from core.errors import Illegal
from core.rules import ROWS
from core.rules.model import RuleSet
from core.table.draft import Draft, arrangement
from core.table.guide import ALL, played
from core.table.view import HandView

KNOWINGLY: Final = "foul"
"""The argument of 硬要送出: the draft that was warned of is sent as it is."""


@dataclass(frozen=True)
class Laid:
    """A hand laid out in full: the rules as its seat meets them, and whether averages may be told."""

    rules: RuleSet
    hand: tuple[Card, ...]
    rows: Arrangement
    bonus: int | None = None
    told: bool = True


def foul_screen(view: HandView, draft: Draft) -> Screen:
    """The question that stands in the panel of whoever sends rows out of order."""
    rows = arrangement(draft, view.cards)
    if rows is None:
        raise Illegal("arrange/incomplete", n=0, rows=())
    laid = Laid(played(view), view.cards, rows, view.bonus, told=view.options.hints == ALL)
    place = Place(view.table, view.serial)
    return Screen(
        "hand",
        (
            heading("foul/title"),
            *foul_lines(laid),
            *([line("board/closes", at=When(view.deadline))] if view.deadline is not None else ()),
            panel_of(view, draft, asks=True),
        ),
        (
            foul_buttons(
                mend=_mending(place, laid),
                edit=place.button("edit-on", Verb.EDIT),
                submit=place.button("submit-foul", Verb.SUBMIT, arg=KNOWINGLY, look=Look.DANGER),
            ),
        ),
        silent=False,
    )


def foul_buttons(*, mend: Button, edit: Button, submit: Button) -> tuple[Button, ...]:
    """修好, 繼續改, 硬要送出, in this order."""
    return mend, edit, submit


def foul_lines(laid: Laid) -> tuple[Line, ...]:
    """Both rows of every fault, the price in the words of the game, and what it is on average, mended and not."""
    found = faults(laid.rows, strengths_of(laid.rules, laid.bonus), laid.rules)
    return (
        *(Line(refusal_text(fault)) for fault in found),
        line("foul/cost", costs=tuple(_costs(laid))),
        *(_averages(laid) if laid.told else ()),
    )


def swapped(rows: Arrangement) -> Arrangement:
    """The rows with middle and back in each other's place."""
    return Arrangement(rows.front, rows.back, rows.middle)


def swapping_mends(laid: Laid) -> bool:
    """Whether the rows are in order once middle and back have changed places."""
    return not faults(swapped(laid.rows), strengths_of(laid.rules, laid.bonus), laid.rules)


def mended_rows(laid: Laid) -> Arrangement:
    """The rows as 修好 leaves them."""
    if swapping_mends(laid):
        return swapped(laid.rows)
    return mended(laid.rules, laid.hand, dict(zip(ROWS, laid.rows.rows, strict=True)), bonus=laid.bonus)


def _mending(place: Place, laid: Laid) -> Button:
    """修好: middle and back change places where that is enough, else as few cards as can be."""
    verb = Verb.SWAP if swapping_mends(laid) else Verb.MEND
    return place.button("mend", verb, look=Look.SUCCESS)


def _costs(laid: Laid) -> Iterator[Text]:
    """What the game takes for rows out of order."""
    rules = laid.rules
    unit = Text(f"unit/{rules.unit}")
    if _counted(laid):
        yield Text("foul/cost-nothing")
        return
    yield Text(f"foul/cost-{rules.scoring}", {"n": rules.gun, "unit": unit})
    if rules.scoring == "rows" and rules.gun:
        yield Text("foul/cost-sweep", {"n": rules.gun, "unit": unit})
    if rules.gun_times > 1:
        yield Text("foul/cost-times", {"n": rules.gun_times})


def _counted(laid: Laid) -> bool:
    """Whether the hand counts as a whole, so that its rows cost nothing."""
    said = review(laid.rules, laid.hand, laid.rows, bonus=laid.bonus)
    return said.reason != "foul"


def _averages(laid: Laid) -> Sequence[Line]:
    said = review(laid.rules, laid.hand, laid.rows, bonus=laid.bonus)
    after = worth(laid.rules, laid.hand, mended_rows(laid), bonus=laid.bonus)
    units = {"plain": Text(f"unit/{laid.rules.unit}"), "unit": mean_unit(laid.rules.id)}
    return (strong("foul/average", worth=Average(said.expected), mended=mean(after.expected), **units),)
