import re

import pytest

from bot.chats import Chats
from bot.commands import COMMANDS, parse_command
from bot.i18n import languages
from bot.platforms.discord import registering
from core.errors import Illegal
from core.table.model import Options
from tests.bot.platforms.discord.house import Standing
from tests.e2e.discord.hand_rules import LOCALES, command_faults

NAME = re.compile(r"[-_\w]{1,32}")


def parts(payload: object) -> list[dict]:
    """Every command, option and choice."""
    found: list[dict] = []
    if isinstance(payload, dict):
        found.append(payload)
        payload = [*payload.get("options", ()), *payload.get("choices", ())]
    for part in payload if isinstance(payload, list) else ():
        found += parts(part)
    return found


def test_every_command_of_the_catalogue_is_registered_under_one_group():
    [group] = registering.payload()
    assert group["name"] == "shisanzhi"
    assert [option["name"] for option in group["options"]] == [entry.name for entry in COMMANDS]


def test_names_and_descriptions_keep_to_discords_rules_in_every_language():
    for part in parts(registering.payload()):
        names = {"": part["name"], **part.get("name_localizations", {})}
        assert names.keys() - {""} <= LOCALES
        if "value" in part:
            assert all(1 <= len(name) <= 100 for name in names.values())
            continue
        assert all(NAME.fullmatch(name) and name == name.lower() for name in names.values()), names
        said = {"": part["description"], **part["description_localizations"]}
        assert all(1 <= len(text) <= 100 for text in said.values())
        assert all("{" not in text and "/" not in text[:1] for text in said.values()), said
        assert len(part.get("choices", ())) <= 25
    assert [fault for part in registering.payload() for fault in command_faults(part)] == []


def test_a_player_reads_the_commands_in_chinese():
    [group] = registering.payload()
    for part in [group, *group["options"]]:
        assert re.search(r"[\u3400-\u9fff]", part["name_localizations"]["zh-TW"])
        assert re.search(r"[\u3400-\u9fff]", part["description_localizations"]["zh-TW"])
    if "zh-CN" in languages():
        assert group["description_localizations"]["zh-CN"]


@pytest.mark.parametrize("name", ["Start", "two words", "(x)", "", "x" * 33, "a/b"])
def test_a_bad_name_is_known(name: str):
    assert not registering.is_name(name)


def test_every_choice_and_option_makes_a_line_that_the_reader_of_lines_takes():
    values = {"number": "4821", "rows": "As Ad Xx / Ks Kd Kc 2s 2h / 3s 3h 3d 3c 4s", "serial": "3"}
    for entry in COMMANDS:
        [group] = registering.payload()
        shown = next(option for option in group["options"] if option["name"] == entry.name)
        for option in shown["options"]:
            offered = [c["value"] for c in option.get("choices", ())] or [
                str(option.get("max_value", values.get(option["name"], "")))
            ]
            for value in offered:
                entered = {option["name"]: value}
                if entry.name == "start":  # one option fits only where there is a banker
                    entered = {"rules": "hongkong"} | entered
                options = [{"type": 3, "name": name, "value": each} for name, each in entered.items()]
                found = {"name": "shisanzhi", "options": [{"name": entry.name, "options": options}]}
                parse_command(registering.typed_line(*registering.chosen(found)), Options())


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"name": "table"},
        {"name": "shisanzhi"},
        {"name": "shisanzhi", "options": [{"name": "gone"}]},
        {"name": "shisanzhi", "options": [{"name": "start", "options": [{"name": "seats", "value": 3}]}]},
        {"name": "shisanzhi", "options": [{"name": "arrange", "options": []}]},
    ],
)
def test_an_outdated_command_is_told_from_one_that_is_registered(found: dict):
    with pytest.raises(Illegal) as refused:
        registering.chosen(found)
    assert refused.value.code == "command/old"


async def test_an_outdated_command_gets_a_private_word(stand: Standing):
    for content in ({"id": "1", "name": "gone", "type": 1}, {"id": "1", "name": "shisanzhi", "type": 1}):
        answer = await stand.ann.slash_raw(stand.room, content)
        assert answer.private
        assert "重開 Discord" in answer.text


async def test_help_and_hints_open_the_registered_command(stand: Standing):
    [command] = stand.loopback.world.backend.commands[None].values()
    help_ = await stand.ann.slash(stand.room, "shisanzhi help")
    hint = await stand.ann.slash(stand.room, "shisanzhi hand")

    assert f"</shisanzhi start:{command['id']}>：開一桌；可以填：" in help_.text
    assert f"</shisanzhi start:{command['id']}>" in hint.text
    assert "後面可以加" not in help_.text


async def test_the_tree_is_sent_once_and_again_only_when_it_has_changed(
    stand: Standing, monkeypatch: pytest.MonkeyPatch
):
    def sent() -> int:
        return len(stand.loopback.recorder.of("PUT", "/applications/.*/commands"))

    chats, client = Chats(stand.database, clock=stand.service.clock), stand.platform._client
    assert sent() == 1
    assert not await registering.sync(client, chats)
    assert sent() == 1

    monkeypatch.setattr(registering, "COMMANDS", COMMANDS[:-1])
    assert await registering.sync(client, chats)
    assert not await registering.sync(client, chats)
    assert sent() == 2
