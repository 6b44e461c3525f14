import re

from bot.commands import COMMANDS, entry_of
from bot.platforms.telegram import registering
from tests.bot.platforms.telegram.house import Standing


def test_every_menu_keeps_to_telegrams_rules_and_names_only_what_can_be_typed():
    for scope, language, commands in registering.menus():
        names = [each.command for each in commands]
        assert len(set(names)) == len(names) <= 100, scope
        assert language in {None, "zh"}
        for each in commands:
            assert re.fullmatch(r"[a-z0-9_]{1,32}", each.command)
            assert 1 <= len(each.description) <= 256
            assert not {"\n", "{"} & set(each.description)
            assert entry_of(f"/{each.command}@shisanzhi_bot") in COMMANDS


def test_admins_have_the_settings_beside_what_everybody_has_and_groups_have_no_typed_cards():
    found = {(scope.type, language): [c.command for c in commands] for scope, language, commands in registering.menus()}
    everybody, admins, private = (
        found[kind, None] for kind in ("all_group_chats", "all_chat_administrators", "all_private_chats")
    )
    assert set(admins) - set(everybody) == {"settings"}
    assert "shisanzhi" in everybody
    assert "start" not in everybody
    assert {"arrange"} <= set(private)
    assert "arrange" not in everybody
    assert "shisanzhi" not in private


def test_people_who_read_chinese_have_it_in_chinese():
    texts = {(scope.type, language): commands[0].description for scope, language, commands in registering.menus()}
    assert re.search("[開打]", texts["all_group_chats", "zh"])
    assert texts["all_group_chats", None].isascii()


async def test_the_menus_are_sent_once_and_again_only_when_they_have_changed(stand: Standing):
    world, ground = stand.loopback.world, stand.platform._ground
    await registering.sync(ground.bot, ground.chats)
    assert {scope for scope, _ in world.commands} == {
        "all_private_chats",
        "all_group_chats",
        "all_chat_administrators",
    }
    assert {language for _, language in world.commands} == {"", "zh"}
    assert not await registering.sync(ground.bot, ground.chats)
    await ground.chats.note(registering.NOTED, "another bot's")
    assert await registering.sync(ground.bot, ground.chats)
