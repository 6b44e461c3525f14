"""Names of platforms, people, chats and tables."""

import pytest

from core.ids import ChatId, TableId, platform_of, public_table


@pytest.mark.parametrize(
    ("identity", "platform"), [("discord:1497549923779084388", "discord"), ("telegram:-100/7", "telegram")]
)
def test_an_identity_begins_with_its_platform(identity: str, platform: str) -> None:
    assert platform_of(ChatId(identity)) == platform


def test_a_table_is_shown_by_its_number() -> None:
    assert public_table(TableId(42)) == "t42"
