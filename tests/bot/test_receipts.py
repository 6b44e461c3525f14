"""Short answers in private, where they say more than the screen."""

from dataclasses import replace

from bot.i18n import catalog
from bot.receipts import receipt
from core.table import commands as c
from core.table.model import Options
from tests.tables import PEOPLE, started


def test_a_serial_is_said_digit_by_digit():
    played = started(options=Options())
    played.do(c.Cut(played.table.serial, "1"), PEOPLE[0])
    opening = played.table.opening
    assert opening is not None
    late = replace(played.table, serial=1234)
    said = receipt(c.Cut(1234, "1"), late, PEOPLE[0].person)
    assert said is not None
    for language in ("zh-TW", "en"):
        assert "1234" in catalog(language).text(said.key, said.facts)
