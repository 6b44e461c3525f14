"""What must hold when a table has been played on a chat platform: secrets kept, points right; and what a button asks."""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol, cast

from bot.pressed import split
from bot.tokens import Token, Verb, parse
from core.errors import Illegal
from tests.e2e.recorder import Call, Recorder
from tests.e2e.serving import Serving

PACE: Final = {
    "SHISANZHI_RESULT_SECONDS": "0",
    "SHISANZHI_CUT_SECONDS": "10",
    "SHISANZHI_LOG_LEVEL": "warning",
    "SHISANZHI_WEB": "true",  # its link says that the process is up
}
NOBODY: Final = -1
"""Owner of the cards that no one was dealt."""


class Gathering(Protocol):
    """Friends at one table: the process they play with and all that it said."""

    serving: Serving

    @property
    def recorder(self) -> Recorder: ...

    def rounds(self) -> list[int]:
        """Serials of the openings that were settled so far."""


def token_behind(text: str) -> Token | None:
    """What a button with this behind it asks for, None for a link or a menu."""
    with suppress(Illegal, ValueError):
        return parse(split(text).token)
    return None


def asks(text: str, verb: Verb, *, arg: str | None = None) -> bool:
    """Whether what stands behind a button asks for this by a plain press."""
    token = token_behind(text)
    plain = not text.startswith(("?", "=", ">", "!"))
    return plain and token is not None and token.verb is verb and arg in {None, token.arg}


def settled_rounds(serving: Serving) -> list[int]:
    """Serials of the openings that were settled so far."""
    found = serving.query("SELECT serial FROM rounds WHERE outcome = 'settled' AND round > 0 ORDER BY table_id, serial")
    return [int(str(serial)) for (serial,) in found]


def check_secrets(party: Gathering) -> int:
    """No card left the bot for anybody but its owner before its round was settled; how many rounds were checked."""
    behind, recorder = time.time() - time.monotonic(), party.recorder
    first: dict[tuple[int | None, int], float] = {}
    for call in recorder.calls:
        if call.message is not None:
            first.setdefault((call.channel, call.message), call.at)
    settled = party.serving.query(
        "SELECT table_id, serial, at FROM rounds WHERE outcome = 'settled' AND round > 0 ORDER BY at"
    )
    public = set[str]()
    for table, serial, at in ((int(str(table)), int(str(serial)), int(str(at))) for table, serial, at in settled):
        ((dealt,),) = party.serving.query(
            "SELECT max(at) FROM events WHERE kind = 'Dealt' AND table_id = ? AND at <= ?", table, at
        )
        hands, began, opened = _hands(party.serving, table, serial), int(str(dealt)) / 1000 - behind, at / 1000 - behind
        shown = [
            (call.method, call.path, owner, card)
            for call, owner, card in recorder.leaks(hands, since=began, until=opened)
            if _is_new(call, first, began) or card not in public  # an older message may show what was revealed before
        ]
        assert not shown, f"opening {serial}: {shown[:5]} of {hands}"
        assert recorder.leaks(hands, since=opened), "the search finds what the reveal shows"
        public.update(*hands.values(), _cut(party.serving, table, serial))
    return len(settled)


def _is_new(call: Call, first: Mapping[tuple[int | None, int], float], began: float) -> bool:
    return call.message is None or first[call.channel, call.message] > began


def _hands(serving: Serving, table: int, serial: int) -> Mapping[int, Sequence[str]]:
    """The cards of each person; those of computers, and what was not dealt, are nobody's."""
    hands = defaultdict[int, list[str]](list)
    seats = serving.query("SELECT person, hand FROM round_seats WHERE table_id = ? AND serial = ?", table, serial)
    for person, hand in seats:
        owner = int(str(person).partition(":")[2]) if person else NOBODY
        hands[owner] += str(hand).split()
    hands[NOBODY] += str(_deal(serving, table, serial)["rest"]).split()
    cut = _cut(serving, table, serial)
    return {owner: [card for card in hand if card not in cut] for owner, hand in hands.items()}


def _cut(serving: Serving, table: int, serial: int) -> Sequence[str]:
    """The card that was cut away, which everybody sees."""
    return str(_deal(serving, table, serial)["aside"]).split()


def _deal(serving: Serving, table: int, serial: int) -> Mapping[str, object]:
    ((record,),) = serving.query("SELECT record FROM deals WHERE table_id = ? AND serial = ?", table, serial)
    (deal,) = json.loads(str(record))["deals"]
    return cast("Mapping[str, object]", deal)


def totals(party: Gathering) -> Counter[int]:
    """Points of all settled rounds by person; their sum is zero."""
    won = Counter[int]()
    for person, points in party.serving.query("SELECT person, points FROM round_seats"):
        won[int(str(person).partition(":")[2]) if person else NOBODY] += int(str(points))
    assert sum(won.values()) == 0
    return won
