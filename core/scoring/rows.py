"""Row by row: every row won is paid, all three won bring more, and a declared special is paid by itself.

A foul loses all three rows to everybody without one, whatever its own rows are worth.
"""

from collections.abc import Iterator, Mapping

from core.scoring.payment import Payment
from core.scoring.showdown import ALL_WON, Showdown, lay, met, pairs, rows_won


def rows(showdown: Showdown) -> tuple[Payment, ...]:
    """Return every payment: rows, then what guns and home runs add to them, then specials."""
    laid, declared = lay(showdown), showdown.terms.declared
    playing = [seat for seat in range(len(laid)) if not declared or declared[seat] is None]
    won = {pair: met(laid[pair[0]], laid[pair[1]]) for pair in pairs(playing)}
    paid = {pair: tuple(rows_won(laid, how, payee=pair[0], payer=pair[1])) for pair, how in won.items()}
    shot = {pair: sum(line.points for line in paid[pair]) for pair, how in won.items() if how == ALL_WON}
    return (
        *(line for lines in paid.values() for line in lines),
        *_for_all_three(showdown, shot),
        *_specials(showdown),
    )


def _for_all_three(showdown: Showdown, shot: Mapping[tuple[int, int], int]) -> Iterator[Payment]:
    """Return what winning all three rows adds, given the points of these rows for each payee and payer."""
    rule_set = showdown.rule_set
    shooters = [payee for payee, _ in shot]
    for (payee, payer), points in shot.items():
        if rule_set.gun:
            yield Payment(payer, payee, rule_set.gun, "sweep")
        home_run = showdown.full and shooters.count(payee) == len(showdown.arrangements) - 1
        times = rule_set.home_run_times if home_run else rule_set.gun_times
        if times > 1:
            yield Payment(payer, payee, points * (times - 1), "quadruple" if home_run else "double")


def _specials(showdown: Showdown) -> Iterator[Payment]:
    """Return what declared specials win: from everybody but those with the same or a higher one."""
    prices, declared = showdown.rule_set.specials, showdown.terms.declared
    places = {code: place for place, code in enumerate(prices)}
    for payee, payer in pairs(range(len(declared))):
        code, other = declared[payee], declared[payer]
        if code is not None and (other is None or places[code] < places[other]):
            yield Payment(payer, payee, prices[code], "special", None, code)
