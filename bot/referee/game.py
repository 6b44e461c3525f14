"""The game that a request belongs to, and cards that belong to the game."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.referee.requests import LONGEST_QUOTE, Request, cards_of, text_of
from core.arrangement import Arrangement, wrong_sizes
from core.cards import JOKER, Card, deck, parse, rank
from core.errors import Illegal
from core.rules import ROWS, RULE_SETS, RuleSet
from core.strength import Strengths, strengths


@dataclass(frozen=True)
class Game:
    """What the variant and the 彩金點 of a request say."""

    rule_set: RuleSet
    strengths: Strengths
    cards: Counter[Card]
    """The deck, less the cut card where it is known."""
    bonus: int | None
    language: str


def rule_set_of(request: Request) -> RuleSet:
    """Return the rule set that the variant of a request names."""
    rule_set = RULE_SETS.get(text_of(request, "variant"))
    if rule_set is None:
        raise Illegal("referee/unknown-variant", variant=request["variant"][:LONGEST_QUOTE], variants=tuple(RULE_SETS))
    return rule_set


def game_of(request: Request, language: str) -> Game:
    """Return the game that variant and bonus of a request name, its 彩金點 read and the cut card taken out."""
    rule_set = rule_set_of(request)
    cards = Counter(deck(rule_set.deck))
    given = request.get("bonus")
    if not rule_set.has_bonus:
        if given is not None:
            raise Illegal("referee/bonus-refused", variant=rule_set.id)
        return Game(rule_set, strengths(rule_set), cards, None, language)
    if given is None:
        raise Illegal("referee/bonus-missing", variant=rule_set.id)
    bonus, cut = _bonus(text_of(request, "bonus"))
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
    raise Illegal("referee/bonus-unread", text=text[:LONGEST_QUOTE])


def hand_of(request: Request, game: Game) -> tuple[Card, ...]:
    """Return the cards of a request, a whole hand of the game."""
    hand, wanted = cards_of(request, "cards"), game.rule_set.hand
    if len(hand) != wanted:
        raise Illegal("referee/hand-size", size=len(hand), wanted=wanted)
    check_deck(hand, game)
    return hand


def arrangement_of(request: Request) -> Arrangement:
    """Return the three rows of a request or player, each of its size."""
    arrangement = Arrangement(*(cards_of(request, row) for row in ROWS))
    for fault in wrong_sizes(arrangement):
        raise Illegal(fault.code, **fault.facts)
    return arrangement


def check_deck(cards: Iterable[Card], game: Game) -> None:
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
