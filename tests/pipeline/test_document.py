"""A config is data: read with the place of every key, within bounds, and never led anywhere."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.document import (
    DEEPEST,
    LARGEST_FILE,
    MOST_NODES,
    ConfigError,
    Document,
    Problem,
    did_you_mean,
    dotted,
    from_data,
    override,
    parse,
    read,
    shown,
    text_of,
)

HOSTILE_SECONDS = 20  # each is refused in about one; without its bound it takes minutes, or all memory


def problems(text: str) -> list[str]:
    """Return what is wrong with a text, each without the name of the file."""
    with pytest.raises(ConfigError) as caught:
        parse(text, "f.yaml")
    return [str(problem).removeprefix("f.yaml:") for problem in caught.value.problems]


# --- plain data -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1e6", 1e6),
        ("200_000", 200_000),
        ("0x1f", 31),
        ("0o17", 15),
        ("017", 17),
        ("-.5", -0.5),
        ("1_000.5", 1000.5),
        ("off", "off"),
        ("no", "no"),
        ("1:30", "1:30"),
        ("2026-11-30", "2026-11-30"),
        ("'12'", "12"),
        ("! 12", "12"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ("True", True),
        ("~", None),
        ("", None),
        ("=", "="),
        ("[1, {b: x}]", [1, {"b": "x"}]),
    ],
)
def test_plain_words_are_read_by_yaml_1_2(written: str, value: object) -> None:
    found = parse(f"a: {written}", "f.yaml").data["a"]
    assert found == value
    assert type(found) is type(value)


def test_an_alias_is_a_copy_of_what_it_stands_for() -> None:
    data = parse("a: &x {b: [1]}\nc: *x", "f.yaml").data
    assert data == {"a": {"b": [1]}, "c": {"b": [1]}}
    assert data["a"] is not data["c"]
    assert data["a"]["b"] is not data["c"]["b"]


def test_every_key_and_every_item_has_its_line_and_column() -> None:
    document = parse("a: 1\nb:\n  c: [x, {d: 2}]\n  'e f':\n    - 3\n", "f.yaml")
    expected = {
        (): (1, 1),
        ("a",): (1, 1),
        ("b",): (2, 1),
        ("b", "c"): (3, 3),
        ("b", "c", 0): (3, 7),
        ("b", "c", 1): (3, 10),
        ("b", "c", 1, "d"): (3, 11),
        ("b", "e f"): (4, 3),
        ("b", "e f", 0): (5, 7),
    }
    assert document.places == expected


def test_what_is_not_in_the_text_is_at_its_nearest_ancestor() -> None:
    document = parse("a: 1\nb: {c: 2}\n", "f.yaml")
    assert document.where(("b", "c", "d", 4)) == (2, 5)
    assert document.where(("b", "x")) == (2, 1)
    assert document.where(("x", "y")) == (1, 1)
    assert document.problem(("b", "x"), "is missing") == Problem("f.yaml", 2, 1, "b.x", "is missing")
    assert document.problem(("x",), "is missing", near=("b", "c")) == Problem("f.yaml", 2, 5, "x", "is missing")


# --- what is refused, and where ---------------------------------------------------------------------------------------


def test_all_problems_are_found_at_once_in_the_order_of_the_text() -> None:
    assert problems("b: !!python/object:os.system 1\nb: 2\n3: 4\n<<: {b: 1}\nc: .inf\n") == [
        "1:4: b: the tag '!!python/object:os.system' is not read; write plain data without a tag",
        "2:1: b: this key stands twice; the first is at line 1, column 1",
        "3:1: a key must be a word; got 3: put it in quotes",
        "4:1: <<: merge keys are not read; write the values out",
        "5:4: c: must be a finite number; got .inf",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "1:1: is empty"),
        ("# only a comment", "1:1: is empty"),
        ("[1, 2]", "1:1: must be a mapping (key: value); got [1, 2]"),
        ("a: 1\n---\nb: 1", "2:1: a second document starts here; one file holds one document"),
        ("%YAML 1.1\n---\na: off", "1:1: %YAML and %TAG are not read; leave the line out"),
        ("# c\n%TAG !! tag:x,1:\n---\na: !!int 3", "2:1: %YAML and %TAG are not read; leave the line out"),
        ("a: !!binary aGk=", "1:4: a: the tag '!!binary' is not read; write plain data without a tag"),
        ("a: !mine {b: 1}", "1:4: a: the tag '!mine' is not read; write plain data without a tag"),
        ("a: !!seq 3", "1:4: a: the tag '!!seq' is not read; write plain data without a tag"),
        ("a: !!int x1", "1:4: a: must be a number; got 'x1'"),
        ("a: !!float ten", "1:4: a: must be a number; got 'ten'"),
        ("a: !!bool yes", "1:4: a: must be true or false; got 'yes'"),
        ("a: .nan", "1:4: a: must be a finite number; got .nan"),
        ("a: -1e999", "1:4: a: must be a finite number; got -1e999"),
        ("a: {b: 1, b: 2}", "1:11: a.b: this key stands twice; the first is at line 1, column 5"),
        ("true: 1", "1:1: a key must be a word; got true: put it in quotes"),
        ("a: {1.5: x}", "1:5: a: a key must be a word; got 1.5: put it in quotes"),
        ("? [1, 2]\n: 3", "1:3: a key must be a word; got a list or a mapping: put it in quotes"),
        ("a: *b", "1:4: a: nothing is called &b before this"),
        ("a: &x [*x]", "1:8: a.1: *x stands inside &x: it has no end"),
        ("a: &x {b: {c: *x}}", "1:15: a.b.c: *x stands inside &x: it has no end"),
        ("a: [1", "1:6: is not YAML: expected ',' or ']', but got '<stream end>'"),
        ("a:\n\t- b", "2:1: is not YAML: found character '\\t' that cannot start any token"),
        ("a: 1\nb: x\0y", "2:5: is not YAML: unacceptable character #x0000: special characters are not allowed"),
    ],
)
def test_what_is_no_plain_data_is_refused_where_it_stands(text: str, found: str) -> None:
    assert problems(text) == [found]


@pytest.mark.parametrize("written", [str(10**400), str(2**63), "-" + str(2**63), "0x" + "f" * 40, "9" * 1_000_000])
@pytest.mark.timeout(HOSTILE_SECONDS)
def test_a_number_that_fits_no_column_is_refused_without_being_computed(written: str) -> None:
    (found,) = problems(f"a: {written}")
    assert found.startswith("1:4: a: a ")
    assert "number" in found
    assert len(found) < 200


def test_the_largest_number_that_fits_is_read() -> None:
    assert parse(f"a: {2**63 - 1}\nb: -{2**63 - 1}", "f.yaml").data == {"a": 2**63 - 1, "b": 1 - 2**63}


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_a_bomb_of_aliases_is_counted_and_not_built() -> None:
    levels = [f"a0: &a0 [{', '.join('x' * 10)}]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    (found,) = problems("\n".join(levels))
    assert found.startswith("1:1: its aliases stand for 1,234,567,")


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_aliases_that_only_grow_deeper_are_refused_too() -> None:
    levels = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 150))]
    (found,) = problems("\n".join(levels))
    assert f"more than {DEEPEST} levels deep" in found


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 100_000,
        "a: " + "{a: " * 100_000,
        "a: " + "&a [" * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "".join(" " * level + "a:\n" for level in range(1400)),
    ],
    ids=["lists", "mappings", "anchors", "items", "keys", "indents"],
)
@pytest.mark.timeout(HOSTILE_SECONDS)
def test_depth_is_refused_before_it_can_hurt(text: str) -> None:
    (found,) = problems(text)
    assert found.endswith(f"lists and mappings stand more than {DEEPEST} levels deep")


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_lists_inside_lists_are_read_down_to_the_bound() -> None:
    inside = DEEPEST  # the root mapping is level 0
    assert parse("a: " + "[" * (inside - 1) + "]" * (inside - 1), "f.yaml").data["a"] != ""
    assert problems("a: " + "[" * (inside + 1)) == [
        f"1:{4 + inside}: a: lists and mappings stand more than {DEEPEST} levels deep"
    ]


@pytest.mark.parametrize(
    "text", ["- a\n" * MOST_NODES, "a: [" + "b," * MOST_NODES, "\n".join(f"k{n}: 1" for n in range(MOST_NODES))]
)
@pytest.mark.timeout(HOSTILE_SECONDS)
def test_more_values_than_a_config_needs_are_refused(text: str) -> None:
    (found,) = problems(text)
    assert found.endswith(f"the document holds more than {MOST_NODES:,} values")


SIGNS = "ab1:-[]{}&*!?|>%@`'\"#, \n\t\\~.0xe_\x85\u2028\ufeff"


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet=SIGNS, max_size=60))
def test_any_text_is_either_read_or_refused_with_its_problems(text: str) -> None:
    found: list[Problem] = []
    data: object = None
    try:
        data = parse(text, "f.yaml").data
    except ConfigError as error:
        found = error.problems
    assert isinstance(data, dict) != bool(found)
    assert all(problem.line >= 1 and problem.column >= 1 for problem in found)


def test_a_hostile_key_cannot_drive_the_terminal() -> None:
    (found,) = problems('"\\e[31m\\u202e": 1\n"\\e[31m\\u202e": 2')
    assert found.isprintable()
    assert "\\x1b[31m\\u202e" in found


# --- files ------------------------------------------------------------------------------------------------------------


def refusal(path: Path | str) -> str:
    """Return the one problem of a file."""
    with pytest.raises(ConfigError) as caught:
        read(path)
    (problem,) = caught.value.problems
    return str(problem)


def test_a_file_is_read_and_named_as_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "q.yaml").write_bytes("\ufeffa: ä\r\nb: 1\r\n".encode())
    document = read("q.yaml")
    assert (document.name, document.data) == ("q.yaml", {"a": "ä", "b": 1})


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_a_file_of_50_megabytes_is_refused_by_its_size_alone(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)  # a hole: reading it would find NULs, and say so instead
    assert refusal(path) == f"{path}: is too large: 50,000,000 bytes, at most {LARGEST_FILE:,}"


def test_a_file_of_exactly_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("a: 1\n" + "#" * (LARGEST_FILE - 5))
    assert read(path).data == {"a": 1}


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_pipes_devices_folders_and_links_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    (tmp_path / "q.yaml").write_text("a: 1")
    (tmp_path / "link.yaml").symlink_to("q.yaml")
    assert refusal("pipe") == "pipe: is not a regular file"
    assert refusal("/dev/zero") == "/dev/zero: is not a regular file"
    assert refusal(tmp_path) == f"{tmp_path}: is not a regular file"
    assert refusal("link") == "link: is a symbolic link; name the file itself"
    assert refusal("link.yaml") == "link.yaml: is a symbolic link; name the file itself"


@pytest.mark.timeout(HOSTILE_SECONDS)
def test_a_file_that_states_no_size_is_bounded_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    true = os.fstat

    def no_size(descriptor: int) -> os.stat_result:
        fields = list(true(descriptor))
        fields[6] = 0
        return os.stat_result(fields)

    Path("q.yaml").write_text("a: 1\n" + "#" * LARGEST_FILE)
    monkeypatch.setattr(os, "fstat", no_size)
    assert refusal("q.yaml") == f"q.yaml: is too large: more than {LARGEST_FILE:,} bytes"


def test_what_is_no_text_is_refused_at_the_byte(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"a: 1\nb: caf\xe9\n")
    (tmp_path / "nul.yaml").write_bytes("ä: 1\nb: \0".encode())
    assert refusal("latin.yaml") == "latin.yaml:2:7: is not UTF-8 text: byte 0xe9"
    assert refusal("nul.yaml") == "nul.yaml:2:4: is not a text: it holds a NUL character"


def test_a_file_that_cannot_be_opened_says_why() -> None:
    assert refusal("nowhere.yaml") == "nowhere.yaml: cannot be read: No such file or directory"
    assert refusal("a\0b") == "a\\x00b: cannot be read: its name holds a NUL character"
    assert "cannot be read" in refusal("x" * 5000)


def test_text_of_gives_the_text_itself(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes\n")
    assert text_of("notes.md") == "# Notes\n"


# --- mappings ---------------------------------------------------------------------------------------------------------


def test_a_python_mapping_is_copied_into_plain_data() -> None:
    given_list = [1, 2]
    document = from_data(
        {"a": given_list, "b": (np.int64(3), np.float32(0.5), np.True_), "c": {"d": None}}, "<mapping>"
    )
    assert document.data == {"a": [1, 2], "b": [3, 0.5, True], "c": {"d": None}}
    assert [type(item) for item in document.data["b"]] == [int, float, bool]
    assert document.data["a"] is not given_list


def test_a_python_mapping_is_held_to_the_same_bounds_and_its_problems_name_no_line() -> None:
    with pytest.raises(ConfigError) as caught:
        from_data({"a": {1: 2}, "b": [object()], "c": float("nan"), "d": 10**400}, "<mapping>")
    assert [str(problem) for problem in caught.value.problems] == [
        "<mapping>: a: a key must be a word; got 1",
        "<mapping>: b.1: must be text, a number, true, false, null, a list or a mapping; got object",
        "<mapping>: c: must be a finite number; got nan",
        f"<mapping>: d: a whole number must lie between −{2**63 - 1:,} and {2**63 - 1:,}",
    ]


def test_a_mapping_that_holds_itself_or_too_much_is_refused() -> None:
    endless: dict[str, object] = {}
    endless["a"] = endless
    for mapping in (endless, {"a": list(range(MOST_NODES))}):
        with pytest.raises(ConfigError, match="at most 50,000 values and 64 levels are read"):
            from_data(mapping, "<mapping>")


# --- overrides --------------------------------------------------------------------------------------------------------

GIVEN = "a: 1\nb:\n  c: [1, {d: x}]\nvary:\n  rules.x: [1, 2]\n"


def given_document() -> Document:
    """Return a document to be changed."""
    return parse(GIVEN, "f.yaml")


@pytest.mark.parametrize(
    ("assignment", "changed"),
    [
        ("a=1e6", {"a": 1e6}),
        ("a = off", {"a": "off"}),
        ("a=", {"a": None}),
        ("a=x=y", {"a": "x=y"}),
        ("b.c.1=[5]", {"b": {"c": [[5], {"d": "x"}]}}),
        ("b.c.2.d={e: 1}", {"b": {"c": [1, {"d": {"e": 1}}]}}),
        ("vary.rules.x=[3]", {"vary": {"rules.x": [3]}}),
        ("vary.rules.x.2=7", {"vary": {"rules.x": [1, 7]}}),
        ('vary."rules.y"=[1]', {"vary": {"rules.x": [1, 2], "rules.y": [1]}}),
        ("n.m.o=1", {"n": {"m": {"o": 1}}}),
    ],
)
def test_an_override_sets_one_value_and_leaves_the_document_alone(assignment: str, changed: dict[str, object]) -> None:
    document = given_document()
    assert override(document, assignment).data == {**document.data, **changed}
    assert document.data == parse(GIVEN, "f.yaml").data


@pytest.mark.parametrize(
    ("assignment", "found"),
    [
        ("a", "--set a: must read KEY=VALUE, with KEY as in rules.start_in"),
        ("=1", "--set =1: must read KEY=VALUE, with KEY as in rules.start_in"),
        ("a..b=1", "--set a..b=1: must read KEY=VALUE, with KEY as in rules.start_in"),
        ("a.=1", "--set a.=1: must read KEY=VALUE, with KEY as in rules.start_in"),
        ("a=[", "--set a=[: is not YAML: expected the node content, but found '<stream end>'"),
        (
            "a=!!python/name:os 1",
            "--set a=!!python/name:os 1: the tag '!!python/name:os' is not read; write plain data without a tag",
        ),
        ("b.c.3=1", "--set b.c.3=1: b.c.3: '3' is no item of this list; it has items 1 to 2"),
        ("b.c.0=1", "--set b.c.0=1: b.c.0: '0' is no item of this list; it has items 1 to 2"),
        ("a.b=1", "--set a.b=1: a.b: 1 has no key 'b'"),
    ],
)
def test_a_malformed_override_is_refused_with_the_reason(assignment: str, found: str) -> None:
    with pytest.raises(ConfigError) as caught:
        override(given_document(), assignment)
    assert str(caught.value) == found


def test_a_problem_of_an_overridden_value_points_at_the_override() -> None:
    document = override(override(given_document(), "b.c=[7]"), "a=3")
    assert str(document.problem(("b", "c", 0), "is odd")) == "--set b.c=[7]: b.c.1: is odd"
    assert str(document.problem(("b",), "is odd")) == "f.yaml:2:1: b: is odd"
    assert str(override(document, "b.c.1=8").problem(("b", "c", 0), "is odd")) == "--set b.c.1=8: b.c.1: is odd"
    assert str(override(document, "b=8").problem(("b", "c"), "is odd")) == "--set b=8: b.c: is odd"


# --- words ------------------------------------------------------------------------------------------------------------


def test_the_closest_word_is_suggested_and_only_a_close_one() -> None:
    assert did_you_mean("flor", ["ceil", "floor"]) == "; did you mean 'floor'?"
    assert did_you_mean("FLOOR", ["ceil", "floor"]) == "; did you mean 'floor'?"
    assert did_you_mean("zebra", ["ceil", "floor"]) == ""


def test_key_paths_and_values_are_written_as_a_designer_counts_and_short() -> None:
    assert dotted(("seats", 0, "team")) == "seats.1.team"
    assert shown("x" * 1000) == repr("x" * 60 + "…")
    assert shown([True, None, "ä"]) == '[true, null, "ä"]'
    assert shown(list(range(1000))).endswith("…")


def test_problems_are_kept_once_and_sorted_by_place() -> None:
    late, early = Problem("f", 10, 2, "k", "m"), Problem("f", 9, 4, "k", "m")
    error = ConfigError([late, early, late])
    assert error.problems == [early, late]
    assert str(error) == "f:9:4: k: m\nf:10:2: k: m"


def test_nothing_of_simlab_and_no_yaml_is_imported_before_a_text_is_read(root: Path) -> None:
    code = (
        "import sys, simlab.document\n"
        "print(sorted(m for m in sys.modules if m.startswith('simlab.') and not m.startswith('simlab.document')))\n"
        "print([m for m in ('ruamel.yaml', 'pydantic', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "[]"]
