"""The rules as JSON lines: a request a line in, an answer a line out; nothing else is needed."""

import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TextIO

from bot.referee.game import Game, arrangement_of, check_deck, game_of, hand_of, rule_set_of
from bot.referee.requests import LONGEST_QUOTE, Request, cards_of, read, refuse_unknown, text_of, value_of
from bot.referee.rounds import BANKERS_KEYS, settle
from core.arrangement import Fault, faults
from core.cards import show
from core.errors import Illegal
from core.frames import LARGEST, stream
from core.rules import ROWS
from core.specials import special_codes

__all__ = ["Game", "answer", "game_of", "hand_of", "message", "run"]

Answer = dict[str, object]

_SHARED_KEYS: Final = frozenset({"op", "variant", "id"})


class _Op(NamedTuple):
    """What a request can ask for, and the keys that it takes for that."""

    act: Callable[[Request, Game], Answer]
    keys: frozenset[str]
    bankers: frozenset[str] = frozenset()
    """Keys more where there is a banker."""


def run(stdin: TextIO, stdout: TextIO, language: str) -> None:
    """Answer each line of the input, flushed line by line, until it ends."""
    for line in stdin:
        stdout.write(answer(line, language) + "\n")
        stdout.flush()


def answer(request_line: str, language: str) -> str:
    """Return the answer to one request, or its error, as one line of JSON."""
    known: Answer = {}
    try:
        request = read(request_line)
        if "id" in request:
            known["id"] = request["id"]
        found = _answer(request, language)
    except Illegal as illegal:
        found = {"error": {"code": illegal.code, "message": message(illegal, language)}}
    shown = json.dumps(known | found, ensure_ascii=False)
    return shown.encode(errors="backslashreplace").decode()  # half a pair of surrogates stays the escape it was


def _answer(request: Request, language: str) -> Answer:
    """Return what the request's op gives, once its keys are known to be the op's own."""
    op = _OPS.get(text_of(request, "op"))
    if op is None:
        raise Illegal("referee/unknown-op", op=request["op"][:LONGEST_QUOTE])
    keys = op.keys | op.bankers if rule_set_of(request).has_banker else op.keys
    refuse_unknown(request, _SHARED_KEYS | keys | {"bonus"})
    return op.act(request, game_of(request, language))


def _row(request: Request, game: Game) -> Answer:
    """Name and value one row."""
    from bot.i18n import catalog
    from bot.i18n.labels import row_label

    cards = cards_of(request, "cards")
    if len(cards) not in {3, 5}:
        raise Illegal("referee/row-size", size=len(cards))
    check_deck(cards, game)
    strength = game.strengths.strength(cards)
    row_class = game.strengths.row_class(strength)
    label = row_label(catalog(game.language), row_class, game.strengths.ranks(strength))
    return {"class": row_class, "label": label, "strength": strength}


def _legal(request: Request, game: Game) -> Answer:
    """Say whether three rows are in order."""
    arrangement = arrangement_of(request)
    check_deck(arrangement.cards, game)
    found = [fault.code for fault in faults(arrangement, game.strengths, game.rule_set)]
    return {"legal": not found, "faults": found}


def _special(request: Request, game: Game) -> Answer:
    """Say what specials a hand is, the highest first."""
    if not game.rule_set.specials:
        raise Illegal("referee/no-specials")
    codes = special_codes(hand_of(request, game))
    return {"specials": [code for code in game.rule_set.specials if code in codes]}


def _arrange(request: Request, game: Game) -> Answer:
    """Arrange a hand as a computer seat of some level does; all that it leaves open is drawn from the seed."""
    from core.arranger import decide
    from core.arranger.advice import worth
    from core.arranger.policy import is_trained

    if not is_trained(game.rule_set):
        raise Illegal("referee/no-arranger")
    hand, level = hand_of(request, game), _level(request)
    source = stream(_seed(request).to_bytes(32, "big"), "referee")
    found, declare = decide(game.rule_set, hand, bonus=game.bonus, level=level, source=source)
    rows = {row: show(cards) for row, cards in zip(ROWS, found.rows, strict=True)}
    expected = worth(game.rule_set, hand, found, bonus=game.bonus, declare=declare).expected
    return {**rows, "declare": declare, "expected": round(float(expected), 4)}


def _level(request: Request) -> str:
    """Return the level's code, the hardest where none is given."""
    from core.arranger import HARDEST, LEVELS

    level = text_of(request, "level") if "level" in request else HARDEST
    if level not in LEVELS:
        raise Illegal("referee/unknown-level", level=level[:LONGEST_QUOTE], levels=tuple(LEVELS))
    return level


def _seed(request: Request) -> int:
    """Return the seed, a natural number below 2^53, or 0 where none is given."""
    seed = value_of(request, "seed", int) if "seed" in request else 0
    if isinstance(seed, bool) or not 0 <= seed <= LARGEST:
        raise Illegal("referee/seed-range")
    return int(seed)


_OPS: Final[Mapping[str, _Op]] = {
    "row": _Op(_row, frozenset({"cards"})),
    "legal": _Op(_legal, frozenset(ROWS)),
    "special": _Op(_special, frozenset({"cards"})),
    "round": _Op(settle, frozenset({"players"}), BANKERS_KEYS),
    "arrange": _Op(_arrange, frozenset({"cards", "level", "seed"})),
}


def message(illegal: Illegal, language: str) -> str:
    """Return the refusal in words, with the player it belongs to."""
    from bot.i18n import catalog
    from bot.i18n.labels import refusal_text
    from bot.screens.model import Text

    text = refusal_text(illegal)
    facts = dict(text.facts)
    if isinstance(fault := facts.get("fault"), Fault):
        facts["fault"] = refusal_text(fault)
    seat = facts.pop("seat", None)
    worded = Text(text.key, facts)
    if isinstance(seat, int):
        worded = Text("referee/player", {"number": seat + 1, "fault": worded})
    return catalog(language).text(worded.key, worded.facts)
