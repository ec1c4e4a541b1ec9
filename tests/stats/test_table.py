"""The tidy table and its texts, read back by other programs."""

import csv
import io
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simlab.stats.intervals import proportion
from simlab.stats.table import VALUES, Table


def example() -> Table:
    first = {"rules.die": "d|6 <b>", "seat": 1} | proportion(1, 3).cells("win_share") | {"verdict": "inside"}
    second = {"rules.die": 'say "d10", twice', "seat": None} | proportion(0, 0).cells("win_share") | {"gain": math.inf}
    return Table(("rules.die", "seat"), [first, second])


def test_columns_are_keys_then_values_then_whatever_else_there_is() -> None:
    assert example().columns == ("rules.die", "seat", *VALUES, "verdict", "gain")
    assert Table(("a",), []).columns == ("a", *VALUES)


def test_a_table_is_as_long_as_its_rows_and_goes_through_them() -> None:
    assert len(example()) == 2
    assert list(example()) == example().rows


@pytest.mark.parametrize("keys", [("a", "a"), ("estimate",)])
def test_ambiguous_keys_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="distinct"):
        Table(keys, [])


def test_a_row_without_a_key_or_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="row 0 has no die"):
        Table(("die",), [proportion(1, 2).cells("x")])
    with pytest.raises(ValueError, match="row 0 has no metric, estimate"):
        Table(("die",), [{"die": 6}])


@given(st.floats(allow_nan=False), st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_csv_gives_back_every_digit_and_every_character(number: float, name: str) -> None:
    row = {"name": name} | dict.fromkeys(VALUES) | {"estimate": number, "n": 10**18}
    text = Table(("name",), [row]).to_csv()
    header, cells = csv.reader(io.StringIO(text, newline=""))
    back = dict(zip(header, cells, strict=True))
    assert back["name"] == name
    assert float(back["estimate"]) == number
    assert int(back["n"]) == 10**18
    assert back["se"] == ""


def test_csv_is_these_bytes() -> None:
    row = {"seat": np.int32(1), "metric": "rounds, mean", "estimate": np.float64(0.1), "se": None, "lo": -math.inf}
    row |= {"hi": 2.0, "level": 0.95, "n": 3, "method": 'Student\'s "t", 2', "verdict": "inside"}
    header, line = Table(("seat",), [row]).to_csv().splitlines(keepends=True)
    assert header == "seat,metric,estimate,se,lo,hi,level,n,method,verdict\n"
    assert line == '1,"rounds, mean",0.1,,-inf,2.0,0.95,3,"Student\'s ""t"", 2",inside\n'


def test_json_is_strict_and_has_null_for_what_is_no_number() -> None:
    first, second = json.loads(example().to_json(), parse_constant=pytest.fail)
    assert list(first) == list(example().columns)
    assert first["estimate"] == 1 / 3
    assert first["gain"] is None
    assert (second["estimate"], second["gain"], second["seat"]) == (None, None, None)


def test_markdown_is_these_bytes() -> None:
    row = {"die": "a|b\n<i>*x*", "metric": "m", "estimate": -0.00001, "se": None, "lo": math.nan, "hi": 12.34567}
    row |= {"level": 0.95, "n": 7, "method": "t"}
    assert Table(("die",), [row]).to_markdown(digits=3) == (
        "| die | metric | estimate | se | lo | hi | level | n | method |\n"
        "| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |\n"
        r"| a\|b \<i\>\*x\* | m | 0.000 |  | nan | 12.346 | 0.950 | 7 | t |" + "\n"
    )


def test_a_table_without_rows_still_has_its_head() -> None:
    table = Table(("die",), [])
    assert table.to_csv() == ",".join(table.columns) + "\n"
    assert table.to_markdown().count("\n") == 2
    assert json.loads(table.to_json()) == []
    assert tuple(table.to_frame().columns) == table.columns


def test_a_frame_has_the_columns_and_the_numbers() -> None:
    frame = example().to_frame()
    assert tuple(frame.columns) == example().columns
    assert frame["estimate"][0] == 1 / 3
    assert frame["n"].dtype == np.int64
    assert frame["verdict"].isna().tolist() == [False, True]


def test_the_same_rows_give_the_same_bytes() -> None:
    for text in (Table.to_csv, Table.to_json, Table.to_markdown):
        assert text(example()) == text(example())
