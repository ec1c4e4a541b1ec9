"""A page as HTML: one file, its style and pictures in it, no script, and nothing to fetch."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from simlab.report import notes

if TYPE_CHECKING:
    from simlab.report.page import Page

TEMPLATES = files("simlab.report") / "templates"


def text(page: Page) -> str:
    """Write a page; every name on it is escaped."""
    # What `notes.html` and matplotlib return is the only markup that does not come from the template.
    safe = {"notes": Markup(notes.html(page.notes)), "style": Markup(_source("style.css"))}  # noqa: S704 - see above
    return _environment().get_template("report.html").render(page=page, **safe).strip() + "\n"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["drawing"] = Markup
    return environment


def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
