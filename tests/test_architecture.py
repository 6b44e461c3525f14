from pathlib import Path

import pytest

from bot.i18n import Message, _words, languages
from tests import architecture, caps
from tests.architecture import Law

LAWS = {
    law.__name__: law
    for law in (
        architecture.core_is_pure,
        architecture.words_live_in_catalogues,
        architecture.foreign_libraries_live_at_home,
        architecture.imports_go_one_way,
        architecture.rule_sets_are_not_told_apart,
        architecture.views_are_built,
        caps.files_are_short,
        caps.functions_are_short,
        caps.parameters_are_few,
        caps.booleans_are_named,
        caps.names_say_something,
        caps.files_say_their_job,
    )
}
LONG_FUNCTION = "def f():\n" + "    x = 1\n" * 40
BREACHES = [
    ("core_is_pure", "core/a.py", "import babel"),
    ("core_is_pure", "core/a.py", "from bot.i18n import catalog"),
    ("core_is_pure", "core/a.py", "def f():\n    import random"),
    ("core_is_pure", "core/a.py", "from time import monotonic"),
    ("core_is_pure", "core/a.py", "from importlib import import_module"),
    ("core_is_pure", "core/a.py", "async def f(): ..."),
    ("core_is_pure", "core/a.py", "x = open('cards')"),
    ("words_live_in_catalogues", "core/a.py", "x = '相公'"),
    ("words_live_in_catalogues", "bot/screens/a.py", "def f(n):\n    return f'第 {n} 局'"),
    ("foreign_libraries_live_at_home", "bot/service.py", "from sqlalchemy import select"),
    ("foreign_libraries_live_at_home", "bot/lab/a.py", "import sqlite3"),
    ("foreign_libraries_live_at_home", "bot/app.py", "from aiohttp import web"),
    ("foreign_libraries_live_at_home", "bot/app.py", "import aiohttp.web as web"),
    ("foreign_libraries_live_at_home", "bot/platforms/web/a.py", "import discord"),
    ("foreign_libraries_live_at_home", "bot/platforms/discord/a.py", "from telegram.ext import Application"),
    ("foreign_libraries_live_at_home", "bot/worker.py", "x = 'SELECT id FROM tables'"),
    ("foreign_libraries_live_at_home", "bot/worker.py", "x = '''\n  UPDATE tables\n SET live = 0'''"),
    ("imports_go_one_way", "core/a.py", "import storage.store"),
    ("imports_go_one_way", "core/table/a.py", "from ...bot import service"),
    ("imports_go_one_way", "storage/a.py", "from bot.screens import model"),
    ("imports_go_one_way", "bot/screens/a.py", "from storage import store"),
    ("imports_go_one_way", "bot/screens/a.py", "from bot.service import Service"),
    ("imports_go_one_way", "bot/tokens.py", "from bot.screens.lobby import lobby_screen"),
    ("imports_go_one_way", "bot/service.py", "from bot.platforms.web import WebPlatform"),
    ("imports_go_one_way", "bot/platforms/web/a.py", "from bot.platforms.discord import x"),
    ("imports_go_one_way", "bot/platforms/web/a.py", "from core.table.model import Table"),
    ("imports_go_one_way", "bot/platforms/web/a.py", "from core.table import machine"),
    ("imports_go_one_way", "bot/verifier/a.py", "from core import deal"),
    ("imports_go_one_way", "bot/novelty.py", "x = 1"),
    ("rule_sets_are_not_told_apart", "core/a.py", "def f(x):\n    return x.kind == 'joker'"),
    ("rule_sets_are_not_told_apart", "bot/a.py", "def f(x):\n    return x in ('bonus', 'taiwan')"),
    ("rule_sets_are_not_told_apart", "core/a.py", "def f(rules, x):\n    return rules.id != x"),
    ("rule_sets_are_not_told_apart", "core/a.py", "def f(table, x):\n    return table.options.rules is x"),
    (
        "rule_sets_are_not_told_apart",
        "core/a.py",
        "def f(x):\n    match x:\n        case 'bonus' | 'x':\n            ...",
    ),
    ("rule_sets_are_not_told_apart", "bot/a.py", "x = {'joker': 1, 'bonus': 2}"),
    ("views_are_built", "bot/screens/a.py", "from core.table.model import Phase, Table"),
    ("views_are_built", "bot/screens/a.py", "from core.table.model import Seat as Options"),
    ("views_are_built", "bot/screens/a.py", "import core.table.model"),
    ("views_are_built", "bot/screens/a.py", "from core.table import model"),
    ("views_are_built", "bot/screens/a.py", "from core.table.machine import decide"),
    ("views_are_built", "bot/worker.py", "from core.table.view import HandView\nx = HandView(1)"),
    ("files_are_short", "tests/a.py", "x = 1\n" * 401),
    ("files_are_short", "bot/platforms/web/page/a.js", "x = 1\n" * 401),
    ("functions_are_short", "core/a.py", LONG_FUNCTION),
    ("functions_are_short", "bot/a.py", "class A:\n    async " + LONG_FUNCTION.replace("\n", "\n    ")),
    ("parameters_are_few", "core/a.py", "def f(a, b, *, c, d, e, f): ..."),
    ("booleans_are_named", "bot/a.py", "def f(a, steps: bool): ..."),
    ("booleans_are_named", "bot/a.py", "def f(a, steps=True): ..."),
    ("booleans_are_named", "bot/a.py", "def f(a, steps: bool | None = None): ..."),
    ("names_say_something", "bot/utils.py", "x = 1"),
    ("names_say_something", "core/card_helper.py", "x = 1"),
    ("names_say_something", "core/a.py", "class TableManager: ..."),
    ("names_say_something", "core/a.py", "def load_data(): ..."),
    ("files_say_their_job", "core/a.py", "x = 1"),
]
LAWFUL = {
    "core/a.py": (
        '"""相公 is a word of the docstring."""\nfrom importlib.resources import files\nfrom core.errors import Illegal\n'
        "def f(self, a, b, *, c, steps: bool, e):\n    return a in RULE_SETS and a is not None\n"
    ),
    "core/cards.py": '"""Cards."""\nJOKER_WORDS = ("鬼",)\nx = JOKER_WORDS[0] == "joker"\n',
    "core/table/view.py": '"""Views."""\nclass HandView: ...\nx = HandView()\n',
    "core/rules/one.py": '"""Values."""\nRULES = {"joker": 1, "bonus": 2}\n',
    "storage/a.py": '"""SQL."""\nimport sqlite3\nfrom core.ids import TableId\nx = "SELECT id FROM tables"\ny = columns.rule_set == z\n',
    "bot/screens/a.py": '"""A screen."""\nfrom core.table.view import HandView\nfrom bot.i18n import Catalog\n',
    "bot/platforms/web/__init__.py": (
        '"""A room."""\nfrom aiohttp import web\nfrom .a import x\nfrom bot.platforms.base import Screen\n'
        "from core.table.commands import Submit\n"
    ),
    "bot/app.py": '"""Wiring: select a platform from the settings."""\nfrom bot.platforms.web import x\nimport storage\n',
    "bot/referee.py": '"""Answers."""\nfrom bot import __version__\nfrom core.rules import RULE_SETS\n',
}


def planted(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_the_house_keeps_the_law(law: Law, root: Path):
    assert law(root) == []


@pytest.mark.parametrize(("name", "file", "text"), BREACHES, ids=lambda value: value[:60])
def test_a_planted_breach_is_found(tmp_path: Path, name: str, file: str, text: str):
    house = planted(tmp_path, LAWFUL)
    assert LAWS[name](house) == []
    planted(house, {file: text if name == "files_say_their_job" else f'"""A file."""\n{text}\n'})
    assert LAWS[name](house) != []


def test_each_law_has_a_planted_breach():
    assert {name for name, _, _ in BREACHES} == set(LAWS)


def test_codes_are_collected_wherever_they_are_raised(tmp_path: Path):
    text = (
        'Illegal("a/b")\nerrors.Illegal(code="c/d", x=1)\nFault("e/f" if x else "g/h", {})\nIllegal(code)\nother("i/j")'
    )
    house = planted(tmp_path, {"core/a.py": text, "storage/a.py": 'x = {1: "database/full"}'})
    assert set(caps.codes(house)) == {"a/b", "c/d", "e/f", "g/h", "database/full"}


def test_keys_are_collected_wherever_a_text_is_made(tmp_path: Path):
    text = 'Text("a/b", {})\nmodel.Text(key="c/d")\ncatalog.text("e/f" if x else "g/h")\nText(key)\nother("i/j")\nText("x")'
    assert set(caps.keys(planted(tmp_path, {"bot/a.py": text}))) == {"a/b", "c/d", "e/f", "g/h"}


def test_every_code_and_key_has_a_text_in_every_language(root: Path):
    asked = caps.codes(root) | caps.keys(root)
    assert len(asked) > 60
    wanting = [f"{language}: {where}" for key, where in asked.items() for language in without(key)]
    assert wanting == []


def without(key: str) -> list[str]:
    return [language for language in languages() if key not in _words(language).messages]


def test_all_languages_have_the_same_keys():
    first, *others = (set(_words(language).messages) for language in languages())
    assert [sorted(first ^ other) for other in others] == [[]] * len(others)


def places(message: Message) -> set[str]:
    from bot.i18n import _PLACE

    return {name for form in message.forms for name in _PLACE.findall(form)}


def test_a_text_has_the_same_places_in_all_languages():
    first, *others = (_words(language).messages for language in languages())
    unlike = [
        (key, sorted(places(message) ^ places(other[key])))
        for other in others
        for key, message in first.items()
        if key in other and places(message) != places(other[key])
    ]
    assert unlike == []


@pytest.mark.parametrize("language", languages())
def test_no_text_has_a_brace_that_is_no_place(language: str):
    from bot.i18n import _PLACE

    odd = [
        key
        for key, message in _words(language).messages.items()
        if any(set("{}") & set(_PLACE.sub("", form)) for form in message.forms)
    ]
    assert odd == []


@pytest.mark.parametrize("language", languages())
def test_no_key_is_written_twice_in_a_catalogue(root: Path, language: str):
    lines = (root / "bot/i18n/locales" / f"{language}.po").read_text(encoding="utf-8").splitlines()
    keys = [line for line in lines if line.startswith("msgid ")]
    assert sorted(keys) == sorted(set(keys))
