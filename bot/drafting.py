"""A person's own hand while they arrange: the stored draft, and the small change that each press makes to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.screens.hand import SORTS, hand_screen, list_screen, misread_text, typing_button
from bot.screens.model import Button, Screen, Text
from bot.screens.special import can_declare
from bot.tokens import Token, Verb, read_cards
from core.arrangement import Arrangement, Fault, faults, show_rows
from core.cards import Card, deck
from core.errors import Illegal
from core.ids import PersonId, platform_of
from core.rules import RULE_SETS
from core.strength import strengths
from core.table import draft as drafts
from core.table import guide
from core.table.commands import Submit
from core.table.course import seat_of
from core.table.draft import Draft, parse_draft, show_draft
from core.table.guide import suggested
from core.table.model import By, Phase, Table
from core.table.options import refuses_fouls
from core.table.typed import TypedRows, kept, typed_rows, wrong
from core.table.view import HandView, hand_view
from storage import store
from storage.store import Connection, Place

USUAL_SORT: Final = "suit"
ON_DEMAND: Final = "web"
"""Where a row's picks come when somebody asks for them; a chat platform's panel carries those of all rows."""
SUGGESTIONS: Final = frozenset({Verb.SUGGEST, Verb.AUTO})
"""After one of these the round knows that the person had help."""


@dataclass(frozen=True)
class OwnHand:
    """What a person sees of their hand: the cards, where they have put them so far, and in which order they look.

    `hinted`: they have taken a suggestion in this deal.
    """

    view: HandView
    draft: Draft
    sort: str
    hinted: bool = False

    @property
    def screen(self) -> Screen:
        """The private panel."""
        listed = platform_of(self.view.chat) != ON_DEMAND
        return hand_screen(self.view, self.draft, sort=self.sort, listed=listed)

    def list(self, row: str) -> Screen:
        """What a row can become."""
        return list_screen(self.view, self.draft, row)

    @property
    def form(self) -> Button:
        """What opens the form in which the rows are typed."""
        return typing_button(self.view, self.draft)

    @property
    def place(self) -> Place:
        """Where the draft is kept."""
        return Place(self.view.table, self.view.serial, self.view.seat)


def own_hand(connection: Connection, table: Table, person: PersonId) -> OwnHand | None:
    """The person's hand in the present deal, or None where they hold no cards."""
    seat = seat_of(table, person)
    view = None if seat is None else hand_view(table, seat)
    if view is None:
        return None
    place = Place(view.table, view.serial, view.seat)
    known = store.kept(connection, place)
    return OwnHand(view, parse_draft(known.placed), known.sort or USUAL_SORT, known.hinted)


def must_hold(connection: Connection, table: Table, person: PersonId) -> OwnHand:
    """The person's hand, or the refusal of who holds no cards."""
    hand = own_hand(connection, table, person)
    if hand is None:
        raise no_hand(table, person)
    return hand


def no_hand(table: Table, person: PersonId) -> Illegal:
    """Why somebody holds no cards: `press/not-seated`, `hand/over` after the last round, `hand/none` before a deal."""
    if seat_of(table, person) is None:
        return Illegal("press/not-seated")
    return Illegal("hand/over" if table.phase is Phase.FINISHED else "hand/none")


def change(connection: Connection, hand: OwnHand, token: Token, *, fields: Mapping[str, str], press: str) -> OwnHand:
    """Keep what the press does to the draft, and return the hand after it; one that was taken before does nothing."""
    if token.verb is Verb.SORT:
        if token.arg not in SORTS:
            raise Illegal("press/forged")
        fresh = store.save_sort(connection, hand.place, sort=token.arg, press=press)
        return replace(hand, sort=token.arg) if fresh else hand
    try:
        draft = _answered(hand, token, changed(hand, token, fields))
    except Illegal:
        if store.taken(connection, hand.place, press=press):
            return hand
        raise
    hinted = token.verb in SUGGESTIONS or (token.verb is Verb.EDIT and _of_the_autopilot(hand))
    fresh = store.save_draft(connection, hand.place, placed=show_draft(draft), press=press, hinted=hinted)
    return replace(hand, draft=draft, hinted=hinted or hand.hinted) if fresh else hand


def _answered(hand: OwnHand, token: Token, draft: Draft) -> Draft:
    """The draft after a press, with what the person has answered to the hand's questions.

    Rows that were changed are not those of which they were warned; back at what they sent, everything is open again.
    """
    goes_back = token.verb is Verb.CLEAR and hand.view.submitted
    own = can_declare(hand.view) and (hand.draft.own or token.verb is Verb.EDIT) and not goes_back
    return replace(draft, own=own, warned=False)


def _of_the_autopilot(hand: OwnHand) -> bool:
    """Whether the rows that lie there are the computer's own, as good as a suggestion."""
    return hand.view.by is By.AUTOPILOT and bool(hand.view.rows)


def changed(hand: OwnHand, token: Token, fields: Mapping[str, str]) -> Draft:
    """The draft after a press."""
    view, draft = hand.view, hand.draft
    match token.verb:
        case Verb.PUT:
            row, cards = read_cards(token, fields.get("cards", ""))
            return guide.put(view, draft, cards, row=row)
        case Verb.OUT:
            return guide.out(view, draft, _held(hand, token, fields))
        case Verb.EXCHANGE:
            pair = _held(hand, token, fields)
            if len(pair) != 2:
                raise Illegal("press/forged")
            return drafts.exchange(draft, *pair)
        case Verb.SWAP:
            return drafts.swap_rows(draft)
        case Verb.UNDO:
            return guide.undo(draft)
        case Verb.AUTO:
            return guide.automatic(view)
        case Verb.SUGGEST:
            return guide.take(view, token.arg)
        case Verb.PICK:
            row, cards = read_cards(token)
            return guide.set_row(view, draft, row=row, cards=cards)
        case Verb.MEND:
            return guide.mend(view, draft)
        case Verb.TYPE:
            return kept(typed_rows(fields), view.cards)
        case Verb.EDIT:
            return _edited(hand)
        case _:
            return Draft()


def _edited(hand: OwnHand) -> Draft:
    """The rows to go on with: those of which the person was warned, else what they sent, but for a declared hand."""
    view, draft = hand.view, hand.draft
    if draft.warned or view.declared:
        return draft
    return drafts.fill(view.rows, view.cards) if view.rows else draft


def lay(connection: Connection, hand: OwnHand, arrangement: Arrangement, *, press: str) -> OwnHand:
    """Keep typed rows as the draft, to be sent by a press."""
    laid = drafts.fill(show_rows(arrangement), hand.view.cards)
    store.save_draft(connection, hand.place, placed=show_draft(laid), press=press)
    return replace(hand, draft=laid)


def warn(connection: Connection, hand: OwnHand, arrangement: Arrangement, *, press: str) -> OwnHand:
    """Keep rows out of order as the draft, and that the person is told what sending them would cost."""
    laid = drafts.fill(show_rows(arrangement), hand.view.cards)
    draft = replace(laid, own=hand.draft.own or can_declare(hand.view), warned=True)
    store.save_draft(connection, hand.place, placed=show_draft(draft), press=press)
    return replace(hand, draft=draft)


def misread(hand: OwnHand, fields: Mapping[str, str]) -> Text | None:
    """All that is wrong with what was typed into the form of a hand, in words; None where everything fits."""
    return misread_text(wrong(typed_rows(fields), hand.view.cards, deck=_deck(hand), finished=False))


def typed_submission(hand: OwnHand, rows: TypedRows, *, offered: bool) -> Submit:
    """The submission of rows that were typed; everything that is wrong with them is one refusal.

    `offered`: the suggestions were shown while they typed, so that one of them counts as taken.
    """
    found = wrong(rows, hand.view.cards, deck=_deck(hand)) or _order(hand, rows.arrangement)
    if len(found) == 1:
        raise Illegal(found[0].code, **found[0].facts)
    if found:
        raise Illegal("arrange/wrong", faults=found)
    taken = offered and show_rows(rows.arrangement) in {show_rows(each.arrangement) for each in suggested(hand.view)}
    return Submit(hand.view.serial, rows.arrangement, hinted=taken or hand.hinted)


def _order(hand: OwnHand, arrangement: Arrangement) -> tuple[Fault, ...]:
    """How the rows are out of order where such rows cannot be submitted."""
    rules, refused = RULE_SETS[hand.view.options.rule_set], refuses_fouls(hand.view.options)
    found = faults(arrangement, strengths(rules, hand.view.bonus), rules) if refused else ()
    return (*found, Fault("arrange/foul-refused")) if found else ()


def _deck(hand: OwnHand) -> tuple[Card, ...]:
    return deck(RULE_SETS[hand.view.options.rule_set].deck)


def _held(hand: OwnHand, token: Token, fields: Mapping[str, str]) -> tuple[int, ...]:
    _, cards = read_cards(token, fields.get("cards", ""))
    if not cards or max(cards) >= len(hand.view.cards):
        raise Illegal("press/forged")
    return cards
