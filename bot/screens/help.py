"""How a round goes, for somebody who sits down the first time, and the commands by name."""

from collections.abc import Sequence

from bot.screens.model import Line, Screen
from bot.screens.parts import NOWHERE, heading, line, rule_set_text, small, strong
from bot.tokens import Verb
from core.rules import RULE_SETS


def welcome_screen() -> Screen:
    """How a round goes in three lines, for somebody who sits down for the first time."""
    return Screen(
        "welcome",
        (heading("welcome/title"), *_three_things(), small("welcome/more", command="/help")),
        ((NOWHERE.button("rules", Verb.RULES), NOWHERE.button("help", Verb.HELP)),),
    )


def help_screen(commands: Sequence[str]) -> Screen:
    """How a round goes, the commands by name, and how the deal can be checked."""
    return Screen(
        "help",
        (
            heading("help/title"),
            *_three_things(),
            strong("help/commands"),
            *(line(f"command/{name}/help", command=f"/{name}") for name in commands),
            strong("help/fair-title"),
            line("help/fair"),
            line("help/fair-six"),
            small("help/fair-open"),
        ),
        (
            tuple(
                NOWHERE.button("rules-of", Verb.RULES, arg=rule_set, rules=rule_set_text(rule_set))
                for rule_set in RULE_SETS
            ),
        ),
    )


def _three_things() -> tuple[Line, ...]:
    return line("welcome/cut"), line("welcome/arrange"), line("welcome/submit")
