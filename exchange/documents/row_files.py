"""Rows as CSV or Parquet, a batch at a time."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields
from io import TextIOWrapper
from itertools import islice
from typing import Any, BinaryIO, get_type_hints

_AT_ONCE = 10_000
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def write_csv(row: type[Any], rows: Iterable[Any], to: BinaryIO) -> int:
    """Write rows of one dataclass as CSV in UTF-8 with headings; how many there were.

    A text that a spreadsheet would take for a formula begins with an apostrophe, as spreadsheets themselves do.
    """
    text = TextIOWrapper(to, encoding="utf-8", errors="replace", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(field.name for field in fields(row))
    count = 0
    for each in rows:
        writer.writerow(map(_cell, astuple(each)))
        count += 1
    text.detach()
    return count


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def write_parquet(row: type[Any], rows: Iterable[Any], to: BinaryIO) -> int:
    """Write rows of one dataclass as Parquet, with the types of its fields; how many there were."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    arrow = {int: pa.int64(), str: pa.string(), bool: pa.bool_(), int | None: pa.int64()}
    hints = get_type_hints(row)
    schema = pa.schema([pa.field(field.name, arrow[hints[field.name]]) for field in fields(row)])
    count = 0
    with ParquetWriter(to, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            count += len(batch)
            columns = zip(*map(astuple, batch), strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
    return count


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    rows = iter(rows)
    while batch := list(islice(rows, _AT_ONCE)):
        yield batch
