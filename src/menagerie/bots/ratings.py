"""From results to numbers: shares of the wins and ratings, each with its 95% interval."""

from dataclasses import dataclass
from typing import Any

import numpy as np

SAMPLES = 2_000  # of the deals, drawn with replacement
STEP = 400 / np.log(10)  # of a rating: ten times as strong
LEAST = 1e-3  # a share that is not quite nothing, for ratings that are not quite without end

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Standing:
    """How a bot did: with as strong ones all around, its share would be one in so many bots."""

    bot: str
    share: float
    share_low: float
    share_high: float
    rating: float  # over the average of the contest
    rating_low: float
    rating_high: float


def standings(bots: tuple[str, ...], deals: list[Numbers]) -> list[Standing]:
    """Deals are drawn again and again: that is how much chance there is in the result.

    One deal that nobody won is drawn among them, so that who won them all is not called certain.
    """
    found = np.array(deals)
    known = np.vstack([found, np.full(len(bots), 1 / len(bots))])
    rng = np.random.default_rng(0)
    drawn = known[rng.integers(len(known), size=(SAMPLES, len(known)))].mean(axis=1)
    mean = found.mean(axis=0)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    ratings = rate(mean)
    rating_low, rating_high = np.quantile(rate(drawn), [0.025, 0.975], axis=0)
    return [
        Standing(
            bot,
            *(float(numbers[i]) for numbers in (mean, low, high)),
            *(float(numbers[i]) for numbers in (ratings, rating_low, rating_high)),
        )
        for i, bot in enumerate(bots)
    ]


def rate(shares: Numbers) -> Numbers:
    """Ratings from shares of the wins: the strength of a bot is its share (Luce's choice)."""
    logs: Numbers = np.log(np.clip(shares, LEAST, 1 - LEAST))
    ratings: Numbers = STEP * (logs - logs.mean(axis=-1, keepdims=True))
    return ratings
