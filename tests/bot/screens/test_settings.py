from bot.i18n import catalog
from bot.screens.settings import ChatSettings, chat_settings_screen
from core.table.model import Options
from tests.bot.screens.walk import words

ZH = catalog("zh-TW")


def said(**values: str) -> str:
    return "\n".join(words(chat_settings_screen(ChatSettings(Options(), values)), ZH))


def test_what_a_chat_decides_by_itself_is_not_said_again_with_the_usual_game():
    assert said(reveal="steps").count("一墩一墩") == 1
    assert "開牌一墩一墩" in said(quiet="off")
