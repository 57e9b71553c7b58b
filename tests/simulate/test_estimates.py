"""Estimates and their intervals."""

import numpy as np
import pytest

from menagerie.simulate.estimates import Estimate, Histogram, difference


def share(tops: list[float], bottoms: list[float]) -> Estimate:
    estimate = Estimate.ratio(np.array(tops), np.array(bottoms), share=True)
    assert estimate is not None
    return estimate


def mean(tops: list[float], bottoms: list[float]) -> Estimate:
    estimate = Estimate.ratio(np.array(tops), np.array(bottoms))
    assert estimate is not None
    return estimate


def test_a_mean_has_the_interval_of_the_blocks_means() -> None:
    """Four blocks of one: 1, 2, 3, 4 have the mean 2.5 and the standard error 1.29 / 2."""
    estimate = mean([1, 2, 3, 4], [1, 1, 1, 1])
    assert estimate.value == 2.5
    assert estimate.high - estimate.value == pytest.approx(1.96 * np.std([1, 2, 3, 4], ddof=1) / 2)


def test_a_share_is_as_sure_as_its_independent_trials() -> None:
    """For independent coin tosses, the interval is Wilson's."""
    coins = [1.0] * 30 + [0.0] * 70
    estimate = share(coins, [1] * 100)
    assert (estimate.low, estimate.high) == pytest.approx((0.219, 0.396), abs=0.001)


def test_what_never_happened_is_not_impossible() -> None:
    estimate = share([0] * 50, [1] * 50)
    assert estimate.value == estimate.low == 0
    assert 0.03 < estimate.high < 0.1


def test_one_block_tells_nothing_of_chance() -> None:
    assert (share([3], [4]).low, share([3], [4]).high) == (0, 1)
    assert mean([3], [4]).to_json() == {"value": 0.75, "low": None, "high": None}


def test_nothing_seen_is_no_estimate() -> None:
    assert Estimate.ratio(np.zeros(3), np.zeros(3)) is None
    assert difference(None, mean([1, 2], [1, 1])) is None


def test_a_difference_is_taken_block_by_block() -> None:
    """A constant difference is significant, however much both values vary."""
    one, other = mean([1, 5, 9, 2], [1] * 4), mean([2, 6, 10, 3], [1] * 4)
    change = one.minus(other)
    assert change.value == change.low == change.high == -1
    assert change.is_significant
    assert not one.minus(mean([9, 1, 2, 5], [1] * 4)).is_significant


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(2000):
        tops = rng.binomial(20, 0.3, 64).astype(float)
        estimate = share(tops.tolist(), [20] * 64)
        inside += estimate.low <= 0.3 <= estimate.high
    assert 0.93 <= inside / 2000 <= 0.97


def test_a_histogram_knows_its_quantiles() -> None:
    shown = Histogram(-2, {"all": np.array([0, 1, 2, 1, 0])})
    assert [shown.quantile("all", part) for part in (0.25, 0.5, 1.0)] == [-1, 0, 1]
    assert shown.to_json() == {"first": -1, "groups": {"all": [1, 2, 1]}}
