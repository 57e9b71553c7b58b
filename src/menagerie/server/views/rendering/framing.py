"""Length-prefixed frames on the socket between the server and its render worker."""

import struct

LENGTH = struct.Struct("!I")


def add_frame(data: bytes) -> bytes:
    return LENGTH.pack(len(data)) + data


def split_frames(data: bytes) -> tuple[list[bytes], bytes]:
    """The complete frames in `data`, and the incomplete rest."""
    frames, at = [], 0
    while len(data) >= at + LENGTH.size:
        (length,) = LENGTH.unpack_from(data, at)
        end = at + LENGTH.size + length
        if len(data) < end:
            break
        frames.append(data[at + LENGTH.size : end])
        at = end
    return frames, data[at:]
