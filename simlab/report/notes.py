"""The designer's notes: Markdown that can load nothing and inject nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

LOWEST_HEADING = 6
BELOW = 2  # headings of the notes stand two levels below the page's own


def html(text: str) -> str:
    """Render Markdown: HTML in it is shown as text, images become links, and only web and mail links are followed."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    markdown.validateLink = _is_link  # type: ignore[method-assign]
    tokens = markdown.parse(text)
    for token in tokens:
        _lower(token)
        _leave_no_trace(token.children or ())
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def markdown(text: str) -> str:
    """Return notes for another Markdown file, where HTML stays text and an image stays a link."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("![", "!\\[")
    return re.sub(r"^(#{1,4}) ", r"##\1 ", text, flags=re.MULTILINE).strip()


def _is_link(url: str) -> bool:
    return re.match(r"(?:https?://|mailto:)", url, re.IGNORECASE) is not None


def _lower(token: Token) -> None:
    if token.type in {"heading_open", "heading_close"}:
        token.tag = f"h{min(LOWEST_HEADING, int(token.tag[1:]) + BELOW)}"


def _leave_no_trace(children: Sequence[Any]) -> None:
    for child in children:
        if child.type == "link_open":
            child.attrSet("rel", "noopener noreferrer")
