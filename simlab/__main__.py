"""``python -m simlab``: the command line, where the installed ``simlab`` is not on the path."""

from simlab.cli import app

app(prog_name="simlab")
