"""A few whole rounds of every rule set in words that people read: `python -m tests.transcripts standard`.

What it prints was read and checked line by line once, and is kept in golden/rounds/.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from core.arrangement import Arrangement, faults
from core.rules import ROWS, RULE_SETS
from core.scoring import Payment, Terms, payments, totals
from core.strength import strengths
from tests.laid import laid

FOLDER: Final = Path(__file__).parent / "golden" / "rounds"
_PAIRS: Final = "Ks Qh 9d / Jd Jc 7h 6c 2d / As Ah 5s 5d Tc"
_TRIPS: Final = "4s 4h 4d / 9s 9h 9c 8s 8h / Qs Qd Qc 2s 2h"
_WEAK: Final = "Kh 7d 3s / Ad Js 7s 5h 3h / Ac Jh 8d 5c 3d"
_FOUL: Final = "Kd Kc 4c / Ts Td 8c 6d 3c / Th 7c 6s 6h 2c"
_FLUSHES: Final = "3s 6s Js / 3d 6d 7d 8d Td / 3h 5h 6h Th Kh"
_EIGHTS: Final = "Ks Qd 2c / 8s 8c 6c 4s 3h / Js Jh 9d 6d 5c"
_SEVENS: Final = "Kh Qs 2d / 7h 7d 6h 4c 3d / Ts Td 9c 6s 5h"
_ACES: Final = "Ad Jc 2h / Ac Kd 9h 8d 7c / Qh Qc 5d 4d 3c"
_DRAGON: Final = "As Qs Kh / 2s 4h 6s 8h Ts / 3s 5s 7s 9s Jd"
ROUNDS: Final[Mapping[str, tuple[tuple[tuple[str, ...], Terms], ...]]] = {
    "joker": (
        (
            (
                "As Ah 2d / Ks Kh Kd Kc 2s / 5s 6s 7s 8s 9s",
                "Qs Qh 2h / As Ad 4h Js 3s / 5h 6h 7h 8h 9h",
                "Qd 4d 3d / Jh Jd 4s 3h 2c / 5d 6d 7d 8d 9d",
                "Jc 4c 3c / Ts Th Qs Qc 2s / 5c 6c 7c 8c 9c",
            ),
            Terms(),
        ),
    ),
    "bonus": (
        (
            (
                "Kh Qd 3d / Ah Ad Js 5c 2d / Tc Td Th 6c 6d",
                "Qs Qh 3h / As As Kd Ks 4d / Jh Jd Jc 6h 6s",
                "8s 8h 8d / Ac 2s 3s 4s 5d / 9s Ts Js Qs Kc",
                "9h 5h 2c / 3c 3s 9d 8c 4h / 7s 7s 7h 7d 4c",
            ),
            Terms(),
        ),
        (
            (
                "As Ah 2d / Ks Kh Kd Td Tc / 5s 6s 7s 8s 9s",
                "Qs Qh 2h / As Ad 4h Js 3s / 5h 6h 7h 8h 9h",
                "Qd 4d 3d / Jh Jd 4s 3h 2c / 5d 6d 7d 8d 9d",
                "Jc 4c 3c / Ts Th Qs Qc 2s / 5c 6c 7c 8c 9c",
            ),
            Terms(),
        ),
    ),
    "standard": (
        ((_TRIPS, _PAIRS, _WEAK, _FOUL), Terms()),
        ((_TRIPS, _PAIRS, _FLUSHES), Terms((None, None, "three_flushes"))),
    ),
    "international": (((_TRIPS, _PAIRS, _WEAK, _FOUL), Terms()),),
    "taiwan": (
        ((_TRIPS, _PAIRS, _WEAK, _FOUL), Terms()),
        ((_EIGHTS, _SEVENS, _ACES), Terms()),
        ((_DRAGON, _EIGHTS, _ACES), Terms()),
    ),
    "hongkong": (
        ((_TRIPS, _PAIRS, _WEAK, _FOUL), Terms(banker=1, stakes=(2, 1, 5, 10))),
        ((_PAIRS, _FLUSHES), Terms(stakes=(1, 3))),
    ),
}


def transcript(rule_set_id: str) -> str:
    """All rounds of a rule set."""
    return "\n\n".join("\n".join(_told(rule_set_id, texts, terms)) for texts, terms in ROUNDS[rule_set_id]) + "\n"


def settled(rule_set_id: str, texts: tuple[str, ...], terms: Terms) -> tuple[Payment, ...]:
    """The payments of one of the rounds."""
    rules, bonus = RULE_SETS[rule_set_id], 7 if RULE_SETS[rule_set_id].has_bonus else None
    return payments(rules, [laid(text) for text in texts], strengths(rules, bonus), terms=terms)


def _told(rule_set_id: str, texts: tuple[str, ...], terms: Terms) -> Iterator[str]:
    lines = settled(rule_set_id, texts, terms)
    won = totals(lines, len(texts))
    for seat, text in enumerate(texts):
        declared = terms.declared[seat] if terms.declared else None
        stake = f" stakes {terms.stakes[seat]}" if terms.stakes and seat != terms.banker else ""
        role = " banker" if terms.stakes and seat == terms.banker else ""
        yield f"seat {seat}{role}{stake}: {_judged(rule_set_id, laid(text), text)}, {declared or 'nothing'} declared"
    for line in lines:
        row = f" in the {line.row}" if line.row else ""
        what = f" ({line.row_class}{row})" if line.row_class else ""
        yield f"{line.payer} pays {line.payee} {line.points} for {line.reason}{what}"
    yield f"in all: {', '.join(f'{points:+}' for points in won)}"


def _judged(rule_set_id: str, arrangement: Arrangement, text: str) -> str:
    rules = RULE_SETS[rule_set_id]
    table = strengths(rules, 7 if rules.has_bonus else None)
    classes = [table.row_class(table.strength(getattr(arrangement, row))) for row in ROWS]
    found = [fault.code for fault in faults(arrangement, table, rules)]
    return f"{text} ({', '.join(classes)}) {' and '.join(found) or 'legal'}"


if __name__ == "__main__":
    sys.stdout.write(transcript(sys.argv[1]))
