"""Which of the three runs of the tests this is (see CONTRIBUTING), and what it skips."""

import numba
import pytest

JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # rules run 100 times slower: play less
compiled_only = pytest.mark.skipif(
    JIT_DISABLED, reason="needs compiled code, or is too slow without"
)
