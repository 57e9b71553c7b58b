"""Why the server closes a WebSocket."""

from enum import IntEnum


class CloseCode(IntEnum):
    """The codes below 4000 are those of RFC 6455."""

    INVALID_TEXT = 1007  # a text message that is not UTF-8
    INTERNAL_ERROR = 1011
    TOO_SLOW = 4001  # the client reads too slowly
    TOO_QUICK = 4002  # the client ignores its rate limit
    TOKEN_RENEWED = 4003  # the seat has a new token
