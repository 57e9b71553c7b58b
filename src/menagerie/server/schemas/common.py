"""Values that occur in several messages."""

from typing import Literal

from menagerie import store, texts
from menagerie.jsontext import Json as Json  # noqa: PLC0414 - schemas import it here

Clock = Literal["none", "30s", "2m", "1d"]
State = store.State
Language = texts.Language
Reaction = Literal["hello", "bravo", "thanks", "oops", "wow", "laugh", "thinking", "hurry"]
