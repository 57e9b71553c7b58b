"""Constants of the contract that compiled rules use.

Their values are part of the machine code, so they stand where the cache's fingerprint covers them.
"""

WATCHER = -1  # the seat of somebody who sees what everybody may see
UNKNOWN = -(1 << 30)  # in `points`: a score that the seat cannot know
