import pytest

from bot.commands import COMMANDS
from bot.i18n import catalog
from bot.screens.help import EXAMPLE_BONUS, example, help_screen, rules_screen
from core.rules import AT_TABLES, ROWS, RULE_SETS
from core.strength import strengths
from tests.bot.screens.walk import keys, words

ZH = catalog("zh-TW")
CLASSES = [(rule_set, code) for rule_set, rules in AT_TABLES.items() for code in rules.ladder]


@pytest.mark.parametrize(("rule_set", "code"), CLASSES)
def test_every_example_is_of_the_class_it_stands_for(rule_set: str, code: str):
    rules = RULE_SETS[rule_set]
    table = strengths(rules, EXAMPLE_BONUS if rules.has_bonus else None)
    assert table.row_class(table.strength(example(rules, code))) == code


@pytest.mark.parametrize("rule_set", sorted(AT_TABLES))
def test_the_rules_name_the_whole_ladder_and_every_extra(rule_set: str):
    rules = RULE_SETS[rule_set]
    found = keys(rules_screen(rule_set))
    assert found.count("rules/class") == len(rules.ladder)
    assert found.count("rules/extra") == len(rules.extras)


@pytest.mark.parametrize("rule_set", sorted(AT_TABLES))
def test_the_points_of_the_rules_are_those_that_are_counted(rule_set: str):
    rules = RULE_SETS[rule_set]
    said = words(rules_screen(rule_set), ZH)
    for row in ROWS:
        for code in rules.ladder:
            points = rules.extras.get((row, code))
            text = f"{ZH.text(f'row/{row}')} {ZH.text(f'class-name/{code}')} "
            assert [line for line in said if line.startswith(text)] == ([f"{text}{points} 道"] if points else [])


def test_the_ladder_begins_with_the_strongest():
    said = words(rules_screen("joker"), ZH)
    assert "1 正五枚，例：正五枚 2 ♤2 ♤2 ♥2 ♦2 ♧2" in said
    assert "13 烏龍，例：烏龍 K ♤K ♦9 ♧4" in said


def test_the_help_names_every_command():
    screen = help_screen(tuple(entry.name for entry in COMMANDS))
    said = words(screen, ZH)
    for entry in COMMANDS:
        assert any(line.startswith(f"/{entry.name} ") for line in said)
