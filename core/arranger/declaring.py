"""Specials of the whole hand, beside its rows: those that count by themselves, and those that a player declares."""

from collections.abc import Sequence

from core.arranger.value import Policy
from core.cards import Card
from core.rules.model import RuleSet
from core.specials import special_codes

_DRAGON = "dragon"
_DRAGONS = ("suited_dragon", _DRAGON)


def declared(judge: Policy, hand: Sequence[Card], *, rows: int) -> str | None:
    """The special to declare: the hand's highest, where it wins more of an opponent than rows of this value do."""
    if not judge.rule_set.declares:
        return None
    code = next(iter(specials_held(judge.rule_set, hand)), None)
    return code if code is not None and judge.rule_set.specials[code] * judge.unit > rows else None


def counted(rule_set: RuleSet, hand: Sequence[Card]) -> int | None:
    """What a hand wins of each opponent whatever its rows, if these have nothing of the kind; None where rows count."""
    if rule_set.dragon:
        full = rule_set.gun + rule_set.dragon + rule_set.home_run
        return full if _DRAGON in special_codes(hand) else None
    if rule_set.declares:
        return None
    code = next(iter(specials_held(rule_set, hand)), None)
    return None if code is None else rule_set.specials[code]


def price(judge: Policy, code: str) -> int:
    """What a declared special wins a round at a full table where nobody else has one."""
    return judge.rule_set.specials[code] * judge.opponents


def specials_held(rule_set: RuleSet, hand: Sequence[Card]) -> tuple[str, ...]:
    """The specials that count for the hand, the highest first; a 一條龍 too."""
    known = tuple(rule_set.specials) or (_DRAGONS if rule_set.dragon else ())
    codes = special_codes(hand) if known else frozenset()
    return tuple(code for code in known if code in codes)
