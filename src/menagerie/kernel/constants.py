"""Constants of the contract that compiled rules use.

Machine code contains their values, so they are in a folder that the cache's fingerprint covers.
"""

WATCHER = -1  # the seat of a spectator, who sees only what is public
UNKNOWN = -(1 << 30)  # in `points`: a score that the observer cannot know
