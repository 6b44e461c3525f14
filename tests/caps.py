"""The style card's caps and habits, and the codes that need a text, as functions over a source tree."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture import LONGEST_FILE, LONGEST_FUNCTION, MOST_PARAMETERS, Source, sources

EMPTY_NAMES = re.compile(r"(^|_)(managers?|helpers?|utils?|data|infos?)($|_)", re.IGNORECASE)
# typer makes one option of each parameter, and alembic asks for these names
OPTIONS = frozenset({"bot.cli.play"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(source: Source) -> Iterator[Function]:
    """Every function and method of a file."""
    return (node for node in ast.walk(source.tree) if isinstance(node, Function))


def files_are_short(root: Path) -> list[str]:
    """No file has more than 400 lines, of whatever kind of code it is."""
    found = []
    for folder in ("core", "storage", "bot", "tests"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".py", ".js", ".css", ".html"}:
                lines = len(path.read_text(encoding="utf-8").splitlines())
                if lines > LONGEST_FILE:
                    found.append(f"{path.relative_to(root)}: {lines} lines")
    return found


def functions_are_short(root: Path) -> list[str]:
    """No function has more than 40 lines."""
    return [
        source.at(function, f"{function.name} has {lines} lines")
        for source in sources(root)
        for function in functions(source)
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > LONGEST_FUNCTION
    ]


def parameters_are_few(root: Path) -> list[str]:
    """No function takes more than five parameters."""
    found = []
    for source in sources(root):
        for function in functions(source):
            many = len(_parameters(function))
            if many > MOST_PARAMETERS and f"{source.module}.{function.name}" not in OPTIONS:
                found.append(source.at(function, f"{function.name} takes {many} parameters"))
    return found


def booleans_are_named(root: Path) -> list[str]:
    """A boolean is given by its name: `steps=True`."""
    found = []
    for source in sources(root):
        for function in functions(source):
            positional = [*function.args.posonlyargs, *function.args.args]
            defaults = [None] * (len(positional) - len(function.args.defaults)) + [*function.args.defaults]
            for parameter, default in zip(positional, defaults, strict=True):
                annotation = ast.unparse(parameter.annotation) if parameter.annotation else ""
                value = default.value if isinstance(default, ast.Constant) else None
                callback = "noqa: FBT001" in source.text.splitlines()[function.lineno - 1]
                if (annotation.startswith("bool") or isinstance(value, bool)) and not callback:
                    found.append(source.at(function, f"{function.name}({parameter.arg}) is a boolean by position"))
    return found


def names_say_something(root: Path) -> list[str]:
    """Neither a file nor a class or function is called manager, helper, utils, data or info."""
    found = []
    for source in sources(root):
        if EMPTY_NAMES.search(source.module.rpartition(".")[2]):
            found.append(source.at(1, "an empty name"))
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef | Function):
                snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name)
                if EMPTY_NAMES.search(snake):
                    found.append(source.at(node, f"an empty name: {node.name}"))
    return found


def files_say_their_job(root: Path) -> list[str]:
    """The first docstring of each file says its one job."""
    return [
        source.at(1, "no docstring") for source in sources(root) if source.text and not ast.get_docstring(source.tree)
    ]


def codes(root: Path) -> dict[str, str]:
    """Each code of a refusal or of trouble with the machine that stands in the code, and where."""
    found = dict(_first_arguments(root, {"Illegal", "Fault", "DatabaseTrouble"}))
    for source in sources(root):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and re.fullmatch(r"(database|host)/[a-z-]+", str(node.value)):
                found[str(node.value)] = source.at(node, str(node.value))
    return found


def keys(root: Path) -> dict[str, str]:
    """Each key given to `Text`, or to a catalogue's `text`, as a literal, and where."""
    return {
        key: where for key, where in _first_arguments(root, {"Text", "text"}) if re.fullmatch(r"[\w-]+/[\w/-]+", key)
    }


def _first_arguments(root: Path, names: set[str]) -> Iterator[tuple[str, str]]:
    for source in sources(root):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                given = [*node.args[:1], *(word.value for word in node.keywords if word.arg in {"code", "key"})]
                if name in names:
                    yield from ((text, source.at(node, text)) for argument in given for text in _texts(argument))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*_texts(body), *_texts(other))
        case _:
            pass


def _parameters(function: Function) -> list[str]:
    names = [
        parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    ]
    return [name for name in names if name not in {"self", "cls"}]
