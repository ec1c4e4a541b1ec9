"""A page as Markdown, for places that show no HTML: the same sentences and tables, and figures in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from simlab.report import notes
from simlab.report.grids import Grid

if TYPE_CHECKING:
    from simlab.report.answer import Answer
    from simlab.report.matchups import Section
    from simlab.report.page import Block, Page

_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[]<>|&#~"} | {"\n": " ", "\r": " "})


def text(page: Page) -> str:
    """Write a page; every name in it is escaped."""
    return "\n".join(_lines(page)).rstrip() + "\n"


def escaped(words: str) -> str:
    """Write text so that none of it is read as a mark."""
    return words.translate(_MARKS)


def _lines(page: Page) -> Iterator[str]:
    yield from (f"# {escaped(page.title)}", "", escaped(page.question), "")
    yield from (
        escaped(f"{page.game}. " + ", ".join(f"{name} {value}" for name, value in page.facts.items()) + "."),
        "",
    )
    if page.method.note:
        yield from (escaped(page.method.note), "")
    yield from ("## The answer", "")
    yield from (escaped(page.lead), "", *_blocks(page.verdicts))
    if page.matchups:
        yield from _section(page.matchups)
    for section in page.pairings:
        yield from _section(section)
    if page.contrasts:
        yield from ("## What a change does", "", escaped(page.method.contrasts), "")
        yield from _blocks(page.contrasts)
    if page.lengths:
        yield from (f"## {page.lengths.heading}", "", *_figure(page.lengths), *_tables(page.lengths))
    if page.experience:
        yield from (f"## {page.experience.heading}", "", escaped(f"{page.experience.about}."), "")
        yield from (*_figure(page.experience), *_tables(page.experience))
    if page.metrics:
        yield from ("## Also measured", "")
        yield from _blocks(page.metrics)
    yield from (f"## {page.method.variants}", "")
    yield from (line for seat in page.seats for line in (escaped(seat), ""))
    yield from _table(page.variants)
    yield from ("## What the numbers rest on", "", escaped(f"Preset {page.preset}."), "", *_table(page.assumptions))
    yield from ("## What this does not show", "", *(f"- {escaped(line)}" for line in page.caveats), "")
    if page.notes:
        yield from ("## The designer's notes", "", notes.markdown(page.notes), "")
    yield from ("## How to reproduce and cite this", "", page.method.again, "", *_fenced(page.origin.command))
    yield from (f"- {escaped(name)}: {escaped(value)}" for name, value in page.origin.facts.items() if value)
    yield from ("", escaped(page.origin.citation), "", *_fenced(page.origin.config, "yaml"))


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {section.heading}", "", escaped(section.about), "")
    yield from (*(f"- {escaped(line)}" for line in section.sentences), "")
    for caption, grid in (*section.shown, *section.folded):
        yield from (escaped(caption), "", *_table(grid))


def _blocks(blocks: list[Block]) -> Iterator[str]:
    for block in blocks:
        yield from (f"### {escaped(block.heading)}", "")
        for answer in block.answers:
            yield from _answer(answer)
        yield from (*_figure(block), *_tables(block))


def _answer(answer: Answer) -> Iterator[str]:
    target = f"{answer.condition or 'All variants'}; target {answer.band_text}. " if answer.band_text else ""
    if answer.summary:
        yield from (f"**{escaped(target + answer.summary)}**", "")
    for one in answer.judgements:
        verdict = f"{one.verdict.sign} " if one.verdict else ""
        yield f"- {verdict}{escaped(one.sentence)}"
    yield ""


def _figure(block: Block) -> Iterator[str]:
    if block.figure is not None and not block.answers:
        yield from (line for panel in block.figure.panels for line in (f"- {escaped(panel.alt)}",))
        yield from ("", escaped(block.figure.caption), "")


def _tables(block: Block) -> Iterator[str]:
    for caption, grid in block.tables:
        if caption:
            yield from (escaped(caption), "")
        yield from _table(grid)


def _table(grid: Grid) -> Iterator[str]:
    yield _row(map(escaped, grid.headings))
    yield _row("---:" if right else "---" for right in grid.numeric)
    yield from (_row(map(escaped, row)) for row in grid.rows)
    yield ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _fenced(code: str, language: str = "") -> tuple[str, ...]:
    """Fence text in more backquotes than it has in a row."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return (f"{fence}{language}", code.rstrip("\n"), fence, "")
