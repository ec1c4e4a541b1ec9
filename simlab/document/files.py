"""Small text files, read without being led anywhere else."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from simlab.document.problems import ConfigError, Problem

LARGEST_FILE = 1 << 20
"""Bytes of the largest file that is read."""


def text_of(path: str | Path) -> str:
    """Read a text file: no link, no device, no pipe, UTF-8, at most `LARGEST_FILE` bytes.

    Raises
    ------
    ConfigError
        With the reason; kind and size are looked at before anything is read.
    """
    content = _content(path)
    nul = content.find(b"\0")
    if nul >= 0:
        raise _refusal(path, "is not a text: it holds a NUL character", content[:nul])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"is not UTF-8 text: byte {content[error.start]:#04x}"
        raise _refusal(path, wrong, content[: error.start]) from None


def _content(path: str | Path) -> bytes:
    """Read a regular file of at most `LARGEST_FILE` bytes."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # opening a pipe must not wait
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        reason = "is a symbolic link; name the file itself" if is_link else f"cannot be read: {error.strerror}"
        raise _refusal(path, reason) from None
    except ValueError:
        raise _refusal(path, "cannot be read: its name holds a NUL character") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _refusal(path, "is not a regular file")
        if status.st_size > LARGEST_FILE:
            raise _refusal(path, f"is too large: {status.st_size:,} bytes, at most {LARGEST_FILE:,}")
        content = bytearray()
        while len(content) <= LARGEST_FILE and (part := os.read(descriptor, LARGEST_FILE)):
            content += part
    finally:
        os.close(descriptor)
    if len(content) > LARGEST_FILE:  # some file systems state no size
        raise _refusal(path, f"is too large: more than {LARGEST_FILE:,} bytes")
    return bytes(content)


def _refusal(path: str | Path, message: str, before: bytes | None = None) -> ConfigError:
    """Make the error; `before` is what stands before the place that is wrong."""
    if before is None:
        return ConfigError([Problem(str(path), 0, 0, "", message)])
    text = before.decode("utf-8-sig", "replace")
    return ConfigError([Problem(str(path), text.count("\n") + 1, len(text) - text.rfind("\n"), "", message)])
