from bot.commands import COMMANDS
from bot.i18n import catalog
from bot.screens.help import help_screen
from tests.bot.screens.walk import words

ZH = catalog("zh-TW")


def test_the_help_names_every_command():
    screen = help_screen(tuple(entry.name for entry in COMMANDS))
    said = words(screen, ZH)
    for entry in COMMANDS:
        assert any(line.startswith(f"/{entry.name}：") for line in said)
