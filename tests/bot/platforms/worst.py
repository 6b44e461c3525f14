"""Screens with the worst that people can do to them: names, numbers, full lists."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count
from typing import Any

from bot.screens.advice import picks_of
from bot.screens.hand import hand_screen
from bot.screens.model import Name, Panel, PanelPick, Screen, Text
from core.rules import ROWS, RULE_SETS
from core.table.draft import Draft, fill, put
from core.table.guide import choices, indexes, set_row
from core.table.view import HandView, hand_view
from tests.bot.screens.gallery import gallery, rule_set_options
from tests.tables import dealt

NAMES = (
    *("W" * 32, "漢" * 32, "😀" * 32, "﷽" * 32, "**_~~`||> # - [x](https://x.test)"),
    *(
        "@everyone <@42> <#7> </start:8> <t:0>",
        "\u202egnipeels\u2066",
        "e" + "\u0301\u0323" * 60,
        "https://x.test/a_b*c",
        "\\",
    ),
    *("<3", "</b>", "a&b &lt;", "/start", "#tag $USD t.me/x", "');DROP", "%s", "_x*[`"),
)
HARMLESS = (
    ("小明", "小明"),
    ("two\nlines", "two lines"),
    ("\u202egnipeels\u2066", "gnipeels"),
    ("e" + "\u0301" * 50, "e" + "\u0301" * 2),
    ("\u200b\u2060", "?"),
    ("שלום", "\u2068שלום\u2069"),
)
"""Names, and how they show on every platform."""

ROUND = 4095


@cache
def screens() -> tuple[tuple[str, Screen], ...]:
    """The gallery and hands with their lists as they are, and each kind once with the worst names and numbers.

    What a game alone has to say of a round stands in the gallery with the longest names already.
    """
    found = (*gallery(), *(each for rule_set in RULE_SETS for each in hands(rule_set)))
    first = {name.partition(": ")[2]: (name, screen) for name, screen in reversed(found)}
    return (*found, *((f"{name}, worst", worsened(screen)) for name, screen in first.values()))


def listed(view: HandView, draft: Draft) -> Screen:
    """A hand with what each of its rows can become, as chat platforms get it."""
    return hand_screen(view, draft, listed=True)


def with_picks(screen: Screen, picks: Mapping[str, tuple[PanelPick, ...]]) -> Screen:
    blocks = tuple(replace(block, picks=picks) if isinstance(block, Panel) else block for block in screen.blocks)
    return replace(screen, blocks=blocks)


def held(rule_set: str = "joker") -> HandView:
    """A hand that was just dealt."""
    view = hand_view(dealt(3, rule_set_options(rule_set)).table, 0)
    assert view is not None
    return view


def drafts(view: HandView) -> dict[str, Draft]:
    """An empty draft, ones on the way, one that can be submitted and one out of order."""
    best = fill(view.suggestion, view.cards)
    back = set_row(view, Draft(), row="back", cards=indexes(view, Draft(), choices(view, Draft())["back"][0]))
    free = [card for card in range(len(view.cards)) if card not in dict(back.placed)]
    turned = {"back": "middle", "middle": "back"}
    return {
        "empty": Draft(),
        "back": back,
        "part": put(back, free[:2], "middle", hand_size=len(view.cards)),
        "best": best,
        "turned": Draft(tuple((card, turned.get(row, row)) for card, row in best.placed)),
    }


def hands(rule_set: str) -> Iterator[tuple[str, Screen]]:
    view = held(rule_set)
    for name, draft in drafts(view).items():
        yield f"{rule_set}: listed hand, {name}", listed(view, draft)
        many = {row: tuple(pick for _ in range(9) for pick in picks_of(view, draft, row)) for row in ROWS}
        numbered = {
            row: tuple(replace(pick, token=f"{pick.token}{n}") for n, pick in enumerate(picks))
            for row, picks in many.items()
        }
        yield f"{rule_set}: hand of many choices, {name}", with_picks(hand_screen(view, draft), numbered)
        yield f"{rule_set}: changing, {name}", listed(replace(view, submitted=True, rows=view.suggestion), draft)


def worsened(screen: Screen) -> Screen:
    """The screen with the worst names in place of all, and large numbers."""
    names = count()

    def worse(value: Any) -> Any:
        match value:
            case Name():
                return Name(NAMES[next(names) % len(NAMES)])
            case Text():
                facts = {
                    name: ROUND if name in {"n", "m"} and isinstance(fact, int) else worse(fact)
                    for name, fact in value.facts.items()
                }
                return Text(value.key, facts)
            case tuple():
                return tuple(worse(each) for each in value)
            case _ if is_dataclass(value) and not isinstance(value, type):
                return replace(value, **{field.name: worse(getattr(value, field.name)) for field in fields(value)})
            case _:
                return value

    found = worse(screen)
    assert isinstance(found, Screen)
    return found
