"""The laws and caps of the house, each as a function from a source tree to the breaches found in it."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGES = ("core", "storage", "bot")
RULE_SET_IDS = frozenset({"joker", "bonus", "standard", "taiwan", "hongkong", "international"})
LONGEST_FILE, LONGEST_FUNCTION, MOST_PARAMETERS = 400, 40, 5

NOT_IN_CORE = frozenset(
    {"asyncio", "concurrent", "datetime", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib"}
    | {"random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile"}
    | {"time", "urllib", "uuid", "zoneinfo"}
)
HOMES = {
    "sqlalchemy": "storage",
    "sqlite3": "storage",
    "alembic": "storage",
    "asyncpg": "storage",
    "psycopg": "storage",
    "discord": "bot.platforms.discord",
    "telegram": "bot.platforms.telegram",
    "aiohttp.web": "bot.platforms.web",
}
SQL = re.compile(
    r"^\s*(SELECT\b.+\bFROM|INSERT\s+INTO|UPDATE\b.+\bSET|DELETE\s+FROM|PRAGMA\b|CREATE\s+TABLE)\b", re.DOTALL
)

_SCREEN_GROUP = ("core", "bot.i18n", "bot.screens.model")
# The service and its parts: questions, drafts, what a screen shows, the browser room's own messages.
_SERVICE_GROUP = (
    "bot.service",
    "bot.acts",
    "bot.reach",
    "bot.receipts",
    "bot.presses",
    "bot.questions",
    "bot.attached",
    "bot.offers",
    "bot.patience",
    "bot.drafting",
    "bot.audiences",
    "bot.rooms",
    "bot.chats",
    "bot.calls",
    "bot.manners",
    "bot.chat_settings",
    "bot.own_settings",
    "bot.daily",
    "bot.worker",
    "bot.troubles",
)
# Who may import what; the longest name that fits a module decides.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "core": ("core",),
    "storage": ("storage", "core"),
    "bot.i18n": ("bot.i18n", "bot.screens.model", "core"),
    "bot.screens": (*_SCREEN_GROUP, "bot.screens", "bot.tokens", "bot.pressed"),  # a button is made of its token
    "bot.pressed": (),
    "bot.lengths": (),
    "bot.tokens": _SCREEN_GROUP,
    "bot.names": _SCREEN_GROUP,
    "bot.options": _SCREEN_GROUP,
    "bot.special_names": (*_SCREEN_GROUP, "bot.options"),
    "bot.requests": _SCREEN_GROUP,
    "bot.commands": (*_SCREEN_GROUP, "bot.options", "bot.special_names", "bot.requests"),
    "bot.pictures": (*_SCREEN_GROUP, "bot.pictures", "bot.art"),
    "bot.referee": (*_SCREEN_GROUP, "bot.referee"),
    "bot.arranging": (*_SCREEN_GROUP, "bot.referee"),
    # What the chat platforms have in common.
    "bot.turns": ("core.ids",),
    "bot.pencil": (),
    "bot.slots": (),
    "bot.speech": ("bot.chats", "bot.i18n", "core.ids"),
    **dict.fromkeys(
        _SERVICE_GROUP,
        (
            *(*_SERVICE_GROUP, "core", "storage", "bot.screens", "bot.platforms.base"),
            *(
                "bot.tokens",
                "bot.commands",
                "bot.special_names",
                "bot.config",
                "bot.pencil",
                "bot.slots",
            ),  # what was pressed or typed, and the settings it is given
        ),
    ),
    "bot.platforms": (
        *(
            "bot.service",
            "bot.rooms",
            "bot.chats",
            "bot.screens",
            "bot.tokens",
            "bot.commands",
            "bot.names",
            "bot.lengths",
            "bot.pressed",
            "bot.config",
            "bot.pictures",
            "bot.troubles",
            "bot.turns",
            "bot.pencil",
            "bot.speech",
        ),
        *("bot.i18n", "bot.platforms.base", "bot.platforms.lifetime", "core.ids", "core.errors", "core.table.commands"),
    ),
    "bot.verifier": (),
    "bot.verifying": ("core", "storage", "bot.verifier", "bot.i18n", "bot.config"),  # a command, as the referee is
    "bot.art": (),
    "bot.ending": (),
    "bot.config": ("bot.i18n",),
    "bot.logs": ("bot.config",),
    **dict.fromkeys(("bot.app", "bot.cli", "bot.lab", "bot.__main__"), PACKAGES),
}
# Words in the code that are typed by people, not shown to them.
TYPED_WORDS = frozenset({"core.cards", "bot.commands", "bot.options", "bot.special_names"})
# What holds or makes a whole table, and the words of its model that a view uses too.
WHOLE_TABLE = ("core.table.model", "core.table.machine", "core.table.codec", "core.table.evolve")
WORDS_OF_THE_TABLE = frozenset(f"core.table.model.{word}" for word in ("By", "Options", "Phase"))


@dataclass(frozen=True)
class Source:
    """One file of Python: its dotted name, its path and what stands in it."""

    module: str
    path: Path
    tree: ast.Module
    text: str

    def at(self, node: ast.AST | int, what: str) -> str:
        """The breach as people read it."""
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        return f"{self.module}:{line}: {what}"


Law = Callable[[Path], list[str]]


@cache
def _read(path: Path, module: str, _changed: int) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(module, path, ast.parse(text), text)


def sources(root: Path, packages: Iterable[str] = PACKAGES) -> Iterator[Source]:
    """Every Python file of these packages below `root`."""
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield _read(path, module, path.stat().st_mtime_ns)


def imports(source: Source) -> Iterator[tuple[ast.stmt, str]]:
    """Each imported thing by its full dotted name, wherever in the file it is imported."""
    is_package = source.path.name == "__init__.py"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = source.module.split(".")
            up = up[: len(up) - node.level + is_package] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            yield from ((node, f"{base}.{alias.name}") for alias in node.names)


def _within(name: str, prefixes: Iterable[str]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def core_is_pure(root: Path) -> list[str]:
    """Law 1: the standard library and itself only; synchronous; no clock, chance or files; no words for players."""
    found = []
    for source in sources(root, ["core"]):
        for node, name in imports(source):
            top = name.partition(".")[0]
            foreign = top != "core" and top not in sys.stdlib_module_names
            unread = top == "importlib" and not _within(name, ["importlib.resources"])
            if foreign or unread or top in NOT_IN_CORE:
                found.append(source.at(node, f"core imports {name}"))
        for inner in ast.walk(source.tree):
            if isinstance(inner, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
                found.append(source.at(inner, "core is synchronous"))
            if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in {"open", "print"}:
                found.append(source.at(inner, f"core calls {inner.func.id}()"))
    return found


def words_live_in_catalogues(root: Path) -> list[str]:
    """Law 1 and the style card: no text in Chinese outside docstrings and the catalogues."""
    found = []
    for source in sources(root):
        if source.module in TYPED_WORDS:
            continue
        docstrings = {id(node.value) for node in ast.walk(source.tree) if isinstance(node, ast.Expr)}
        found += [
            source.at(node, f"words in the code: {node.value[:20]}")
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
            if re.search(r"[\u3400-\u9fff]", node.value)
        ]
    return found


def foreign_libraries_live_at_home(root: Path) -> list[str]:
    """Law 2: SQL in storage alone, each chat library in its own platform alone."""
    found = []
    for source in sources(root):
        for node, name in imports(source):
            for library, home in HOMES.items():
                if _within(name, [library]) and not _within(source.module, [home]):
                    found.append(source.at(node, f"{library} belongs to {home}"))
        if not _within(source.module, ["storage"]):
            texts = (node for node in ast.walk(source.tree) if isinstance(node, ast.Constant))
            found += [
                source.at(node, "SQL outside storage")
                for node in texts
                if isinstance(node.value, str) and SQL.match(node.value)
            ]
    return found


def imports_go_one_way(root: Path) -> list[str]:
    """Law 3."""
    found = []
    for source in sources(root):
        fitting = [name for name in MAY_IMPORT if _within(source.module, [name])]
        if not fitting:
            if source.module != "bot":
                found.append(source.at(1, "this module has no place in law 3"))
            continue
        allowed = MAY_IMPORT[max(fitting, key=len)]
        own = ".".join(source.module.split(".")[:3])
        if _within(source.module, ["bot.platforms"]) and own not in {"bot.platforms", "bot.platforms.base"}:
            allowed = (*allowed, own)
        for node, name in imports(source):
            if _within(name, PACKAGES) and name != "bot.__version__" and not _within(name, allowed):
                found.append(source.at(node, f"may not import {name}"))
    return found


def rule_sets_are_not_told_apart(root: Path) -> list[str]:
    """Law 4: a rule set is data; no code compares a rule set's id or chooses by it."""
    found = []
    for source in sources(root):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Compare) and _compares_a_rule_set(node, source.module):
                found.append(source.at(node, f"compares a rule set: {ast.unparse(node)}"))
            if isinstance(node, ast.MatchValue) and _literals(node.value) & RULE_SET_IDS:
                found.append(source.at(node, f"matches a rule set: {ast.unparse(node)}"))
            if isinstance(node, ast.Dict) and not _within(source.module, ["core.rules"]):
                keys = set().union(*(_literals(key) for key in node.keys if key))
                if len(keys & RULE_SET_IDS) > 1:
                    found.append(source.at(node, "chooses by a rule set's id"))
    return found


def _compares_a_rule_set(node: ast.Compare, module: str) -> bool:
    sides = [node.left, *node.comparators]
    if any(ast.unparse(side).endswith("RULE_SETS") for side in node.comparators):
        return False  # whether there is such a rule set at all
    if any(isinstance(side, ast.Constant) and side.value is None for side in sides):
        return False  # whether one was given
    if any(ast.unparse(side).endswith("reason") for side in sides):
        return False  # "bonus" is also a reason for a payment
    words = set().union(*map(_literals, sides)) & RULE_SET_IDS
    if module == "core.cards":
        words -= {"joker"}  # there it is a card
    columns = _within(module, ["storage"])  # a condition of SQL: the rows of any rule set
    return bool(words) or (not columns and any(_names_a_rule_set(side) for side in sides))


def _names_a_rule_set(node: ast.expr) -> bool:
    name = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return bool(re.search(r"(^|[._])(rules|rule_set)(\.id|_id)?$", name))


def _literals(node: ast.expr) -> set[str]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def views_are_built(root: Path) -> list[str]:
    """Law 5: screens receive views, never tables; views are built in core/table alone."""
    found = []
    views = {
        node.name
        for source in sources(root, ["core"])
        if source.module.startswith("core.table.") and source.module.endswith("view")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith("View")
    }
    for source in sources(root):
        if _within(source.module, ["bot.screens"]):
            for node, name in imports(source):
                whole = _within(name, WHOLE_TABLE) and name not in WORDS_OF_THE_TABLE
                if whole or name == "core.table.Table":
                    found.append(source.at(node, f"a screen may not see {name}"))
        if not _within(source.module, ["core.table"]):
            found += [source.at(call, f"builds a {name} of its own") for call, name in _calls(source, views)]
    return found


def _calls(source: Source, names: Iterable[str]) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node, name
