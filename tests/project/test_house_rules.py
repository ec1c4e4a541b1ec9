"""The house rules on the text of the project: functions from a file to its offences, each shown to see one."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LONGEST_FILE = 450  # lines; 300 is long already

VAGUE = {"agent", "base", "common", "helpers", "handler", "manager", "misc", "player", "runner", "simulator", "utils"}

# Put together here, so that this file does not hold what it looks for.
HOSTS = [
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("anaconda", "org"), ("pypi", "python"))
]
HOME = re.compile(r"(?<![\w.])/(?:home|Users|root)/\w|[A-Z]:\\Users\\")
SILENCED = re.compile(r"#\s*noqa\b(?P<rest>.*)")
REASONED = re.compile(r":\s?[A-Z]+\d+(?:,\s?[A-Z]+\d+)*\s+#?\s*\S.*")  # the codes it silences, and why


def too_long(_: Path, text: str) -> Iterator[str]:
    """Find a file that no reader can hold in mind."""
    lines = text.count("\n")
    if lines > LONGEST_FILE:
        yield f"{lines} lines; at most {LONGEST_FILE}"


def foreign_randomness(_: Path, text: str) -> Iterator[str]:
    """Find randomness that is not ``kernel.rng``'s: it could not be replayed."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
                yield f"{node.lineno}: numpy.random"
            case ast.Import(names=names) if {name.name for name in names} & {"random", "numpy.random"}:
                yield f"{node.lineno}: import random"
            case ast.ImportFrom(module="random" | "numpy.random"):
                yield f"{node.lineno}: from random import"


def printing(path: Path, text: str) -> Iterator[str]:
    """Find a ``print`` outside the command line: a library that prints cannot be used in a pipe or a notebook."""
    if not str(path.with_suffix("")).startswith("simlab/cli"):
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(func=ast.Name(id="print")):
                    yield f"{node.lineno}: print"


def vague_names(path: Path, _: str) -> Iterator[str]:
    """Find a module whose name says nothing of the field."""
    words = set(path.stem.strip("_").split("_"))
    yield from (f"a module called {word!r}" for word in sorted(words & VAGUE))


def unreasoned(_: Path, text: str) -> Iterator[str]:
    """Find a lint rule silenced without its code, or without a reason after it."""
    for number, line in enumerate(text.splitlines(), start=1):
        silenced = SILENCED.search(line)
        if silenced and not REASONED.fullmatch(silenced["rest"]):
            yield f"{number}: {silenced[0]} names no code and reason"


def registry_hosts(_: Path, text: str) -> Iterator[str]:
    """Find the address of a package registry: which one to use is the machine's business."""
    yield from (host for host in HOSTS if host in text)


def home_paths(_: Path, text: str) -> Iterator[str]:
    """Find a path that exists on one person's machine only."""
    yield from (f"{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if HOME.search(line))


Rule = Callable[[Path, str], Iterator[str]]
EVERY_FILE: list[Rule] = [registry_hosts, home_paths]
EVERY_MODULE: list[Rule] = [too_long, vague_names, unreasoned]
PACKAGE: list[Rule] = [foreign_randomness, printing]

PLANTED: list[tuple[Rule, str, str]] = [
    (too_long, "simlab/a.py", "\n" * (LONGEST_FILE + 1)),
    (foreign_randomness, "simlab/a.py", "import numpy as np\nnp.random.default_rng(1)"),
    (foreign_randomness, "simlab/a.py", "import random"),
    (foreign_randomness, "simlab/a.py", "from numpy.random import default_rng"),
    (printing, "simlab/store.py", "print('hello')"),
    (vague_names, "simlab/table_utils.py", ""),
    (unreasoned, "simlab/a.py", "x = 1  # no" + "qa: E501"),
    (registry_hosts, "README.md", "see https://" + HOSTS[0]),
    (home_paths, "README.md", "open " + "/home" + "/ada/simlab"),
]


def offences(rules: list[Rule], texts: dict[Path, str]) -> list[str]:
    """Return ``file: what is wrong`` for every offence against the rules."""
    assert texts
    return [f"{path}: {offence}" for path, text in texts.items() for rule in rules for offence in rule(path, text)]


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_each_rule_sees_the_offence_it_is_about(rule: Rule, path: str, text: str) -> None:
    assert offences([rule], {Path(path): text})


def test_no_file_names_a_registry_or_a_home_folder(texts: dict[Path, str]) -> None:
    assert offences(EVERY_FILE, texts) == []


def test_modules_are_short_named_for_what_they_hold_and_silence_nothing_without_a_reason(
    texts: dict[Path, str],
) -> None:
    assert offences(EVERY_MODULE, {path: text for path, text in texts.items() if path.suffix == ".py"}) == []


def test_only_the_command_line_prints_and_only_the_kernel_draws(sources: dict[Path, str]) -> None:
    assert offences(PACKAGE, sources) == []


def test_nothing_outside_its_folder_names_a_game(sources: dict[Path, str], games: list[str]) -> None:
    assert games
    naming = []
    for game in games:
        name = re.compile(rf"\b{game.replace('_', '[ _]')}\b", re.IGNORECASE)
        outside = [path for path in sources if path.parts[1:3] != ("games", game)]
        naming += [f"{path} names {game}" for path in outside if name.search(sources[path])]
    assert naming == []
