"""The rules as JSON lines: a request a line in, an answer a line out; nothing else is needed."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TextIO

from core import scoring
from core.arrangement import Arrangement, Fault, faults, wrong_sizes
from core.cards import JOKER, Card, deck, parse, rank, show
from core.errors import Illegal
from core.frames import LARGEST, stream
from core.rules import ROWS, RULE_SETS, RuleSet
from core.strength import Strengths, strengths

Request = Mapping[str, Any]
Answer = dict[str, object]

_LONGEST_QUOTE: Final = 40
_SHARED_KEYS: Final = frozenset({"op", "variant", "id"})
_PLAYER_KEYS: Final = frozenset({*ROWS, "declare"})


@dataclass(frozen=True)
class Game:
    """What the variant and the 彩金點 of a request say."""

    rule_set: RuleSet
    strengths: Strengths
    cards: Counter[Card]
    """The deck, less the cut card where it is known."""
    bonus: int | None
    language: str


def run(stdin: TextIO, stdout: TextIO, language: str) -> None:
    """Answer each line of the input, flushed line by line, until it ends."""
    for line in stdin:
        stdout.write(answer(line, language) + "\n")
        stdout.flush()


def answer(request_line: str, language: str) -> str:
    """Return the answer to one request, or its error, as one line of JSON."""
    known: Answer = {}
    try:
        request = _read(request_line)
        if "id" in request:
            known["id"] = request["id"]
        found = _answer(request, language)
    except Illegal as illegal:
        found = {"error": {"code": illegal.code, "message": message(illegal, language)}}
    shown = json.dumps(known | found, ensure_ascii=False)
    return shown.encode(errors="backslashreplace").decode()  # half a pair of surrogates stays the escape it was


def _answer(request: Request, language: str) -> Answer:
    """Return what the request's op gives, once its keys are known to be the op's own."""
    op = _OPS.get(_text(request, "op"))
    if op is None:
        raise Illegal("referee/unknown-op", op=request["op"][:_LONGEST_QUOTE])
    act, keys = op
    rule_set = _rule_set(request)
    _refuse_unknown(request, _SHARED_KEYS | keys | {"bonus"})
    return act(request, _game(request, rule_set, language))


def _row(request: Request, game: Game) -> Answer:
    """Name and value one row."""
    from bot.i18n import catalog
    from bot.i18n.labels import row_label

    cards = _cards(request, "cards")
    if len(cards) not in {3, 5}:
        raise Illegal("referee/row-size", size=len(cards))
    _check_deck(cards, game)
    strength = game.strengths.strength(cards)
    row_class = game.strengths.row_class(strength)
    label = row_label(catalog(game.language), row_class, game.strengths.ranks(strength))
    return {"class": row_class, "label": label, "strength": strength}


def _legal(request: Request, game: Game) -> Answer:
    """Say whether three rows are in order."""
    arrangement = _arrangement(request)
    _check_deck(arrangement.cards, game)
    found = [fault.code for fault in faults(arrangement, game.strengths, game.rule_set)]
    return {"legal": not found, "faults": found}


def _round(request: Request, game: Game) -> Answer:
    """Settle a round."""
    arrangements = _players(request, game.rule_set)
    _check_deck([card for each in arrangements for card in each.cards], game)
    for seat, arrangement in enumerate(arrangements):
        if found := faults(arrangement, game.strengths, game.rule_set):
            raise Illegal("referee/foul-refused", seat=seat, fault=found[0])
    lines = scoring.payments(game.rule_set, arrangements, game.strengths)
    seats = len(arrangements)
    players = [
        {"total": total, "foul": False, "parts": scoring.parts(lines, seat)}
        for seat, total in enumerate(scoring.totals(lines, seats))
    ]
    return {"players": players, "matrix": scoring.matrix(lines, seats), "lines": [_line(line) for line in lines]}


def _line(line: scoring.Payment) -> Answer:
    return {
        "from": line.payer,
        "to": line.payee,
        "points": line.points,
        "reason": line.reason,
        "row": line.row,
        "class": line.row_class,
    }


def _arrange(request: Request, game: Game) -> Answer:
    """Arrange a hand as a computer seat of some level does; all that it leaves open is drawn from the seed."""
    from core.arranger import choose
    from core.arranger.advice import worth

    hand, level = hand_of(request, game), _level(request)
    source = stream(_seed(request).to_bytes(32, "big"), "referee")
    found = choose(game.rule_set, hand, bonus=game.bonus, level=level, source=source)
    rows = {row: show(cards) for row, cards in zip(ROWS, found.rows, strict=True)}
    expected = worth(game.rule_set, hand, found, bonus=game.bonus).expected
    return {**rows, "declare": None, "expected": round(float(expected), 4)}


def hand_of(request: Request, game: Game) -> tuple[Card, ...]:
    """Return the cards of a request, a whole hand of the game."""
    hand, wanted = _cards(request, "cards"), game.rule_set.hand
    if len(hand) != wanted:
        raise Illegal("referee/hand-size", size=len(hand), wanted=wanted)
    _check_deck(hand, game)
    return hand


def _level(request: Request) -> str:
    """Return the level's code, the hardest where none is given."""
    from core.arranger import HARDEST, LEVELS

    level = _text(request, "level") if "level" in request else HARDEST
    if level not in LEVELS:
        raise Illegal("referee/unknown-level", level=level[:_LONGEST_QUOTE], levels=tuple(LEVELS))
    return level


def _seed(request: Request) -> int:
    """Return the seed, a natural number below 2^53, or 0 where none is given."""
    seed = _value(request, "seed", int) if "seed" in request else 0
    if isinstance(seed, bool) or not 0 <= seed <= LARGEST:
        raise Illegal("referee/seed-range")
    return int(seed)


_OPS: Final[Mapping[str, tuple[Callable[[Request, Game], Answer], frozenset[str]]]] = {
    "row": (_row, frozenset({"cards"})),
    "legal": (_legal, frozenset(ROWS)),
    "round": (_round, frozenset({"players"})),
    "arrange": (_arrange, frozenset({"cards", "level", "seed"})),
}


def game_of(request: Request, language: str) -> Game:
    """Return the game that variant and bonus of a request name."""
    return _game(request, _rule_set(request), language)


def _rule_set(request: Request) -> RuleSet:
    rule_set = RULE_SETS.get(_text(request, "variant"))
    if rule_set is None:
        raise Illegal("referee/unknown-variant", variant=request["variant"][:_LONGEST_QUOTE], variants=tuple(RULE_SETS))
    return rule_set


def _game(request: Request, rule_set: RuleSet, language: str) -> Game:
    """Return the game of the request, its 彩金點 read and the cut card taken out."""
    cards = Counter(deck(rule_set.deck))
    given = request.get("bonus")
    if not rule_set.has_bonus:
        if given is not None:
            raise Illegal("referee/bonus-refused", variant=rule_set.id)
        return Game(rule_set, strengths(rule_set), cards, None, language)
    if given is None:
        raise Illegal("referee/bonus-missing", variant=rule_set.id)
    bonus, cut = _bonus(_text(request, "bonus"))
    cards.subtract(cut)
    return Game(rule_set, strengths(rule_set, bonus), cards, bonus, language)


def _bonus(text: str) -> tuple[int, tuple[Card, ...]]:
    """Return the bonus rank and, where the text is a card, the card that was cut."""
    for suit in ("", "s"):  # a rank alone becomes a card to be read
        try:
            cut = parse(text.strip() + suit)
        except Illegal:
            continue
        if len(cut) == 1 and cut[0] != JOKER:
            return rank(cut[0]), () if suit else cut
    raise Illegal("referee/bonus-unread", text=text[:_LONGEST_QUOTE])


def _players(request: Request, rule_set: RuleSet) -> tuple[Arrangement, ...]:
    """Return the arrangements of a round's players."""
    players = _value(request, "players", list)
    fewest, most = rule_set.seats
    if not fewest <= len(players) <= most:
        raise Illegal("referee/players", given=len(players), fewest=fewest, most=most)
    return tuple(_player(each, seat) for seat, each in enumerate(players))


def _player(player: object, seat: int) -> Arrangement:
    """Return one player's rows; what is wrong with them is said with the seat."""
    try:
        if not isinstance(player, dict):
            raise Illegal("referee/key-type", field="players")
        _refuse_unknown(player, _PLAYER_KEYS)
        if player.get("declare") is not None:
            raise Illegal("referee/declare-refused")
        return _arrangement(player)
    except Illegal as illegal:
        raise Illegal(illegal.code, **illegal.facts, seat=seat) from None


def _arrangement(request: Request) -> Arrangement:
    """Return the three rows of a request or player, each of its size."""
    arrangement = Arrangement(*(_cards(request, row) for row in ROWS))
    for fault in wrong_sizes(arrangement):
        raise Illegal(fault.code, **fault.facts)
    return arrangement


def _check_deck(cards: Iterable[Card], game: Game) -> None:
    """Refuse cards that the deck has not at all, or not so often."""
    used = Counter(cards)
    whole = set(deck(game.rule_set.deck))
    strange = tuple(sorted(set(used) - whole))
    if strange:
        raise Illegal("arrange/not-in-deck", card=strange[0])
    often = tuple(sorted(card for card, times in used.items() if times > game.cards[card]))
    if not often and game.bonus is not None:
        often = _cut_but_used(used, game)
    if often:
        raise Illegal("cards/too-often", cards=often)


def _cut_but_used(used: Counter[Card], game: Game) -> tuple[Card, ...]:
    """Return the cards of the bonus rank when even the one that was cut is among those used."""
    found = tuple(sorted(card for card in used.elements() if rank(card) == game.bonus))
    left = sum(1 for card in deck(game.rule_set.deck) if rank(card) == game.bonus) - game.rule_set.aside
    return found if len(found) > left else ()


def _read(line: str) -> Request:
    """Return the object of one line."""
    try:
        request = json.loads(line, parse_constant=_no_number, parse_float=_number, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise Illegal("referee/not-json") from None
    if not isinstance(request, dict):
        raise Illegal("referee/not-json")
    return request


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise Illegal("referee/key-twice", field=twice[:_LONGEST_QUOTE])
    return found


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _refuse_unknown(request: Request, keys: frozenset[str]) -> None:
    for key in request:
        if key not in keys:
            raise Illegal("referee/unknown-key", field=key[:_LONGEST_QUOTE])


def _cards(request: Request, key: str) -> tuple[Card, ...]:
    return parse(_text(request, key))


def _text(request: Request, key: str) -> str:
    value = _value(request, key, str)
    return str(value)


def _value(request: Request, key: str, kind: type) -> Any:
    """Return what the key holds; it must be there and of its kind."""
    if key not in request:
        raise Illegal("referee/key-missing", field=key)
    if not isinstance(request[key], kind):
        raise Illegal("referee/key-type", field=key)
    return request[key]


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
