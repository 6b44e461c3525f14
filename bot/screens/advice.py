"""What a hand's panel suggests: whole arrangements, choices for a row, and what a finished draft is worth."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bot.i18n.labels import class_text
from bot.screens.model import Average, Button, Line, Look, PanelPick, Text
from bot.screens.parts import Place, strong
from bot.tokens import Verb, cards_arg
from core.arranger.advice import Pick
from core.rules import ROWS, RULE_SETS
from core.table.draft import Draft, full_rows
from core.table.guide import ALL, NOTHING, choices, indexes, judged, matches, suggested
from core.table.view import HandView

HANDS: Final = 256
"""Hands whose suggestions stand ready as buttons while their people press on."""
_THOUSAND: Final = 1_000
_HUNDRED: Final = 100


@lru_cache(maxsize=HANDS)
def suggestion_buttons(view: HandView) -> tuple[Button, ...]:
    """✨ and what else is worth offering, each with the points it is expected to win."""
    place = Place(view.table, view.serial)
    return tuple(
        place.button(
            f"suggest-{each.kind}",
            Verb.SUGGEST,
            arg=each.kind,
            look=Look.PLAIN if number else Look.PRIMARY,
            worth=mean(each.worth.expected),
        )
        for number, each in enumerate(suggested(view))
    )


def worth_line(view: HandView, draft: Draft) -> Line | None:
    """What the finished draft wins on average, named where it is one of the suggestions."""
    found = judged(view, draft)
    if found is None:
        return None
    kind = next((each.kind for each in suggested(view) if matches(view, draft, each)), None)
    return strong(
        "hand/worth" if kind is None else f"hand/worth-{kind}",
        worth=mean(found.expected),
        unit=mean_unit(view.options.rule_set),
        shot=_shot(view, round(found.shot * _HUNDRED)),
    )


def _shot(view: HandView, percent: int) -> Text | str:
    """How often an opponent wins all three rows, in games where that costs more."""
    rules = RULE_SETS[view.options.rule_set]
    if rules.scoring == "rows" and rules.gun:
        return Text("hand/swept", {"n": percent})
    return Text("hand/shot", {"n": percent}) if rules.gun or rules.gun_times > 1 else ""


def picks_of(view: HandView, draft: Draft, row: str) -> tuple[PanelPick, ...]:
    """What a row can become beside the full ones; nothing where the table suggests nothing."""
    return tuple(_pick(view, draft, each) for each in choices(view, draft, (row,)).get(row, ()))


class Picks(Mapping[str, tuple[PanelPick, ...]]):
    """What each row can become, found when it is looked at: most panels show the lists of few rows or none."""

    def __init__(self, view: HandView, draft: Draft) -> None:
        self._view = view
        self._draft = draft
        self._found: dict[str, tuple[PanelPick, ...]] = {}

    def __getitem__(self, row: str) -> tuple[PanelPick, ...]:
        if row not in ROWS:
            raise KeyError(row)
        if row not in self._found:
            self._found[row] = picks_of(self._view, self._draft, row)
        return self._found[row]

    def __iter__(self) -> Iterator[str]:
        return iter(ROWS)

    def __len__(self) -> int:
        return len(ROWS)

    def __bool__(self) -> bool:
        """Whether a row can become anything: it surely can beside no more than one full row, itself."""
        if self._view.options.hints == NOTHING:
            return False
        return len(full_rows(self._draft, self._view.cards)) <= 1 or any(self.values())


def mean(points: Fraction) -> Average:
    """Expected points as a text shows them."""
    return Average(round(points * _THOUSAND))


def unit_text(rule_set: str) -> Text:
    """The word for a point."""
    return Text(f"unit/{RULE_SETS[rule_set].unit}")


def mean_unit(rule_set: str) -> Text:
    """The word for a point behind an average, which is that of a stake of one where seats play for stakes."""
    rules = RULE_SETS[rule_set]
    return Text(f"unit/{rules.unit}-mean") if rules.stakes else unit_text(rule_set)


def _pick(view: HandView, draft: Draft, pick: Pick) -> PanelPick:
    arg = cards_arg(indexes(view, draft, pick), row=pick.row)
    return PanelPick(
        token=Place(view.table, view.serial).token(Verb.PICK, arg),
        label=class_text(pick.row_class, pick.ranks),
        cards=pick.cards,
        worth=Text("pick/worth", {"worth": mean(pick.expected)}) if view.options.hints == ALL else None,
    )
