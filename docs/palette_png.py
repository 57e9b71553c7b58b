"""Writes PNG files with a palette of at most 256 colours: a quarter of the size of a screenshot."""

import math
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_COLOURS = 256

Pixels = NDArray[np.uint8]


def encode(pixels: Pixels) -> bytes:
    """A PNG file of an image given as rows by columns by RGB."""
    height, width, _ = pixels.shape
    palette, indices = quantise(pixels.reshape(-1, 3))
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = indices.reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette.tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def quantise(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """A palette, and the index of each pixel in it (median cut)."""
    colours, inverse, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    boxes = [np.arange(len(colours))]
    while len(boxes) < MAX_COLOURS:
        spreads = [_spread(colours[box], counts[box]) for box in boxes]
        widest = int(np.argmax(spreads))
        if spreads[widest] == 0:
            break
        boxes[widest : widest + 1] = _split(boxes[widest], colours, counts)
    palette = np.zeros((len(boxes), 3), np.uint8)
    of_colour = np.zeros(len(colours), np.uint8)
    for index, box in enumerate(boxes):
        palette[index] = np.average(colours[box], axis=0, weights=counts[box]).round()
        of_colour[box] = index
    return palette, of_colour[inverse.reshape(-1)]


def _spread(colours: Pixels, counts: NDArray[Any]) -> float:
    """How much an image gains if these colours get more than one entry of the palette."""
    ranges = colours.max(axis=0).astype(int) - colours.min(axis=0)
    return int(ranges.max()) * math.sqrt(counts.sum())


def _split(box: NDArray[Any], colours: Pixels, counts: NDArray[Any]) -> list[NDArray[Any]]:
    """Cut the widest channel where half of the pixels are on either side."""
    ranges = colours[box].max(axis=0).astype(int) - colours[box].min(axis=0)
    ordered = box[np.argsort(colours[box, int(ranges.argmax())], kind="stable")]
    half = int(np.searchsorted(np.cumsum(counts[ordered]), counts[ordered].sum() / 2))
    at = min(max(half, 1), len(ordered) - 1)
    return [ordered[:at], ordered[at:]]


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
