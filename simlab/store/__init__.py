"""A run on disk: a manifest, batches of integer sums, and rows; written so that a killed process loses seconds.

Layout of ``runs/<config stem>-<first 8 digits of the identity digest>/``::

    manifest.json            the question, everything that determines its numbers, and where they were made
    batches/<part>.parquet   integer sums by (variant, batch); the checkpoint; histograms are in the file's metadata
    rows/<part>.parquet      one line of integers per kept playthrough

A part is written under another name, synced and renamed. What is on disk is always a contiguous prefix of the indices
of each variant, so it is a fair sample: waiting for "whatever has finished" would favour short playthroughs.
"""

from simlab.store.files import SCHEMA_VERSION, RunError, folder_of, write_manifest
from simlab.store.forecast import Forecast, forecast
from simlab.store.reader import RunReader
from simlab.store.writer import RunWriter

__all__ = [
    "SCHEMA_VERSION",
    "Forecast",
    "RunError",
    "RunReader",
    "RunWriter",
    "folder_of",
    "forecast",
    "write_manifest",
]
