"""The rules of a game in chapters: which there are, what each holds, and the buttons from one to the other.

Everything is read from the values of `RuleSet`; a chapter that has nothing to say about a game is not offered there.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.screens.model import Block, Button, Look, Screen, Text
from bot.screens.parts import NOWHERE, heading, line, other_rule_sets, rule_set_text, small, strong
from bot.screens.rules_examples import example_pages
from bot.screens.rules_order import foul_lines, order_lines, order_page
from bot.screens.rules_play import dealt_lines, play_page
from bot.screens.rules_points import points_lines
from bot.screens.rules_rows import cards_page, ladder_lines
from bot.screens.rules_specials import specials_page
from bot.screens.rules_words import rulings_page, tips_page
from bot.tokens import Verb
from core.cards import JOKER, deck
from core.rules import RULE_SETS, RuleSet

OVERVIEW: Final = ""
_EXAMPLES: Final = "examples"
_BETWEEN: Final = "-"
_A_ROW: Final = 4

Page = tuple[Block, ...]


def rules_screen(rule_set: str, chapter: str = OVERVIEW) -> Screen:
    """One chapter of a game's rules, the ladder and what pays without one; of an unknown one it is a `KeyError`."""
    rules, shown = RULE_SETS[rule_set], rule_set_text(rule_set)
    title = heading("rules/chapter", rules=shown, chapter=_name(rules, chapter))
    above = title if chapter else heading("rules/title", rules=shown)
    return Screen("rules", (above, *chapters(rules)[chapter]), _buttons(rules, chapter))


def read_chapter(arg: str) -> tuple[str, str]:
    """Return the rule set and the chapter of a button's argument.

    >>> read_chapter("joker"), read_chapter("joker-examples-2")
    (('joker', ''), ('joker', 'examples-2'))
    """
    rule_set, _, chapter = arg.partition(_BETWEEN)
    return rule_set, chapter


@cache
def chapters(rules: RuleSet) -> Mapping[str, Page]:
    """All chapters of a game in the order of their buttons, each further page of examples as one of its own."""
    examples = {
        _EXAMPLES if number == 1 else f"{_EXAMPLES}{_BETWEEN}{number}": page
        for number, page in enumerate(example_pages(rules), start=1)
    }
    first = {code: page(rules) for code, page in _FIRST.items()}
    last = {code: page(rules) for code, page in _LAST.items()}
    return MappingProxyType({code: page for code, page in (first | examples | last).items() if page})


def _overview(rules: RuleSet) -> Page:
    return (
        line(f"about/{rules.id}"),
        *dealt_lines(rules),
        *order_lines(rules),
        *foul_lines(rules)[:1],
        strong("rules/ladder"),
        *ladder_lines(rules),
        small("rules/ladder-note"),
        strong("rules/points"),
        *points_lines(rules),
    )


_FIRST: Final[Mapping[str, Callable[[RuleSet], Page]]] = {
    OVERVIEW: _overview,
    "play": play_page,
    "order": order_page,
    "cards": cards_page,
    "specials": specials_page,
}
_LAST: Final[Mapping[str, Callable[[RuleSet], Page]]] = {"rulings": rulings_page, "tips": tips_page}


def _name(rules: RuleSet, chapter: str) -> Text:
    """What a chapter is called; the one on cards that only this game has, by these cards."""
    code, _, number = chapter.partition(_BETWEEN)
    if code == _EXAMPLES and number:
        return Text("chapter/example", {"n": number})
    if code == "cards":
        return Text("chapter/jokers" if JOKER in deck(rules.deck) else "chapter/bonus")
    return Text(f"chapter/{code or 'overview'}")


def _buttons(rules: RuleSet, chapter: str) -> tuple[tuple[Button, ...], ...]:
    """The pages of examples where one is shown, all chapters, and the other games below the overview."""
    examples = [code for code in chapters(rules) if code.startswith(_EXAMPLES)]
    pages = examples if chapter in examples else []
    codes = [code for code in chapters(rules) if code not in (pages or examples[1:])]
    offered = (*(_button(rules, code, shown=chapter) for code in codes), NOWHERE.button("help", Verb.HELP))
    rows = (
        tuple(_page_button(rules, code, n=number, shown=chapter) for number, code in enumerate(pages, start=1)),
        *(offered[at : at + _A_ROW] for at in range(0, len(offered), _A_ROW)),
        () if chapter else _others(rules),
    )
    return tuple(row for row in rows if row)


def _button(rules: RuleSet, code: str, *, shown: str) -> Button:
    return _pressed(rules, code, text=_name(rules, code), here=code == shown)


def _page_button(rules: RuleSet, code: str, *, n: int, shown: str) -> Button:
    return _pressed(rules, code, text=Text("chapter/example", {"n": str(n)}), here=code == shown)


def _pressed(rules: RuleSet, code: str, *, text: Text, here: bool) -> Button:
    """A chapter's button; that of the chapter which is shown says so and cannot be pressed."""
    token = NOWHERE.token(Verb.RULES, f"{rules.id}{_BETWEEN}{code}" if code else rules.id)
    return Button(text, token, Look.SUCCESS if here else Look.PLAIN, enabled=not here)


def _others(rules: RuleSet) -> tuple[Button, ...]:
    return tuple(
        NOWHERE.button("rules-of", Verb.RULES, arg=other, rules=rule_set_text(other))
        for other in other_rule_sets(rules.id)
    )
