"""Names of row classes, and what is wrong with an arrangement, as texts."""

from collections.abc import Mapping, Sequence

from bot.i18n import Catalog
from bot.screens.model import Cards, Name, Text
from core.arrangement import Fault
from core.cards import RANKS, Card
from core.errors import Illegal
from core.ladder import named


def class_text(row_class: str, ranks: tuple[int, ...]) -> Text:
    """Return the name of a class with the ranks that belong to it: "一對 7", "兩對 K、8"."""
    shown = [rank_sign(rank) for rank in named(row_class, ranks)]
    facts = dict(zip(("first", "second"), shown, strict=False))
    twice = row_class == "paired_flush" and len(shown) == 2
    return Text(f"class/{row_class}_twice" if twice else f"class/{row_class}", facts)


def row_label(catalog: Catalog, row_class: str, ranks: tuple[int, ...]) -> str:
    """Return the same in words of one language."""
    text = class_text(row_class, ranks)
    return catalog.text(text.key, text.facts)


def rank_sign(rank: int) -> str:
    """Return a rank, 2..14, as people write it: the ten in two digits."""
    return "10" if rank == 10 else RANKS[rank - 2]


def refusal_text(refusal: Fault | Illegal) -> Text:
    """Return the text of a fault or refusal, with cards, rows, classes and ranks among its facts made readable."""
    facts = refusal.facts
    if isinstance(several := facts.get("faults"), tuple):
        return all_faults(several)
    shown: dict[str, object] = {}
    for name, value in facts.items():
        if name.endswith("_class") and isinstance(value, str):
            row = name.removesuffix("_class")
            ranks = facts[f"{row}_ranks"]
            shown[row] = class_text(value, ranks if isinstance(ranks, tuple) else ())
        elif not name.endswith("_ranks"):
            shown[name] = _shown(name, value)
    return Text(refusal.code + _variant(facts), shown)


def all_faults(faults: Sequence[Fault]) -> Text:
    """Return several faults as one text, sentence behind sentence."""
    first, *rest = faults
    if not rest:
        return refusal_text(first)
    return Text("arrange/wrong", {"first": refusal_text(first), "rest": all_faults(rest)})


def _variant(facts: Mapping[str, object]) -> str:
    """Return the ending of the key where some facts call for other words."""
    if facts.get("by_kicker") is True:
        return "-by-kicker"
    return "-admins" if facts.get("host") == "" else ""


def _shown(name: str, value: object) -> object:
    """Return one fact of the core as the catalogue takes it."""
    match name, value:
        case "card", int():
            return Cards((Card(value),))
        case "cards", tuple():
            return Cards(value)
        case "row" | "option" | "special", str():
            return Text(f"{name}/{value}")
        case "cut", "0" | "1" | "2" | "3":
            return Text(f"cut-name/{value}")
        case "cut" | "host" | "chat" | "name" | "text" | "word", str():
            return Name(value)
        case _, int() if name.endswith("_kicker") and not isinstance(value, bool):
            return rank_sign(value)
        case _:
            return value
