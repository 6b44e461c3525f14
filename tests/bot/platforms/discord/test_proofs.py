import asyncio
import json
import sys
from pathlib import Path

from bot.platforms.discord import presses
from core.ids import TableId
from tests.bot.platforms.discord.house import HURRIED, Standing
from tests.bot.platforms.discord.test_presses import token
from tests.e2e.discord.looking import labels_of, text_of
from tests.e2e.discord.people import Answer, until
from tests.e2e.recorder import Call


async def shown(stand: Standing) -> None:
    """Both people submit what is suggested, and the round is settled."""
    for person in (stand.ann, stand.ben):
        hand = (await person.slash(stand.room, "shisanzhi hand")).message
        await person.press_id(hand, token(hand))
        await person.press(hand, "送出")
    await until(lambda: any("驗牌" in labels_of(board) for board in stand.room.messages), seconds=15)


def sent(stand: Standing, answer: Answer) -> Call:
    """The request that carried files in answer to a press."""
    calls = [call for call in stand.loopback.recorder.calls if call.interaction == answer.waiting.record.id]
    return next(call for call in calls if call.attached)


def attached(stand: Standing, answer: Answer) -> dict[str, str]:
    call = sent(stand, answer)
    return dict(zip((name for name, _ in call.files), call.attached, strict=True))


async def test_a_check_brings_the_record_and_the_program_that_finds_it_sound(stand: Standing, tmp_path: Path):
    await stand.dealt()
    await shown(stand)
    board = next(board for board in stand.room.messages if "驗牌" in labels_of(board))
    stranger = stand.loopback.person("路人", stand.guild)

    by_button = await stranger.press(board, "驗牌")
    by_command = await stand.ann.slash(stand.room, "shisanzhi verify", serial="1")

    for answer in (by_button, by_command):
        found = attached(stand, answer)
        assert answer.private
        assert sent(stand, answer).audience is not None
        assert sorted(found) == ["shisanzhi-t1-1.json", "verify.py"]
        assert "python3 verify.py shisanzhi-t1-1.json" in answer.text
        for name, text in found.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        run = [sys.executable, "-I", "verify.py", "shisanzhi-t1-1.json"]
        checked = await asyncio.create_subprocess_exec(*run, cwd=tmp_path, stdout=asyncio.subprocess.PIPE)
        told, _ = await checked.communicate()
        assert (checked.returncode, told.splitlines()[0]) == (0, b"deal 1: verified, settled")


async def test_a_check_with_a_slow_storage_brings_the_files_too(stand: Standing, monkeypatch):
    await stand.dealt()
    await shown(stand)
    board = next(board for board in stand.room.messages if "驗牌" in labels_of(board))
    monkeypatch.setattr(presses, "ACK_SECONDS", HURRIED)
    stand.service.seconds = 1.5

    by_button = await stand.ben.press(board, "驗牌")
    by_command = await stand.ann.slash(stand.room, "shisanzhi verify")
    await until(lambda: by_button.followups)

    assert len(attached(stand, by_button)) == len(attached(stand, by_command)) == 2


async def test_of_a_deal_under_way_nothing_goes_along_that_is_not_public(stand: Standing):
    await stand.dealt()
    await until(lambda: all(person.dms and person.ephemeral for person in (stand.ann, stand.ben)))
    until_now = stand.loopback.recorder.mark()
    answer = await stand.ben.slash(stand.room, "shisanzhi verify")
    before = stand.loopback.recorder.mark()
    found = attached(stand, answer)

    await shown(stand)

    [record] = await stand.service.proof(TableId(1), 1)
    hands = {-seat: cards.split() for seat, cards in enumerate(record["deals"][0]["hands"], start=1)}
    assert stand.loopback.recorder.leaks(hands, since=until_now, until=before) == []
    assert [*found] == ["shisanzhi-t1-1-open.json"]
    [public] = json.loads(found["shisanzhi-t1-1-open.json"])
    assert public["commitment"] == record["commitment"]
    assert record["secret"] not in found["shisanzhi-t1-1-open.json"]
    assert not {"secret", "deals", "openings"} & public.keys()
    by_then = await stand.ben.slash(stand.room, "shisanzhi verify", serial="1")
    assert stand.loopback.recorder.leaks(hands, since=before), "the search finds what the reveal shows"
    assert record["secret"] in attached(stand, by_then)["shisanzhi-t1-1.json"]


async def test_what_replaces_a_check_takes_its_files_away(stand: Standing):
    await stand.dealt()
    await shown(stand)
    check = await stand.ben.slash(stand.room, "shisanzhi verify", serial="1")
    message = check.message
    assert len(message.attachments) == 2

    await stand.ben.press(message, "規則")

    assert "鬼牌" in text_of(message)
    assert message.attachments == []
