import xml.etree.ElementTree as ET

from bot.art import card_drawings
from core.cards import deck, show

_SVG = "{http://www.w3.org/2000/svg}"


def test_every_card_of_every_deck_and_the_back_has_a_drawing_of_its_own():
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(card_drawings()).iter(f"{_SVG}symbol")}
    expected = {f"c-{show([card])}" for card in deck(68)} | {"c-back"}
    drawn = {name: ET.tostring(symbols[name]) for name in expected}
    assert len(expected) == 54
    assert len({content.replace(name.encode(), b"") for name, content in drawn.items()}) == len(expected)


def test_every_symbol_that_is_used_exists():
    tree = ET.fromstring(card_drawings())
    used = {use.get("href") for use in tree.iter(f"{_SVG}use")}
    assert used <= {f"#{symbol.get('id')}" for symbol in tree.iter(f"{_SVG}symbol")}


def test_the_drawings_hold_no_style_attribute_since_the_page_forbids_inline_styles():
    assert [] == [part.tag for part in ET.fromstring(card_drawings()).iter() if part.get("style")]
