"""Shares of the wins and ratings of bots, each with its 95% confidence interval."""

from dataclasses import dataclass

import numpy as np

from menagerie.kernel import Numbers

BOOTSTRAP_SAMPLES = 2_000
ELO_SCALE = 400 / np.log(10)  # a lead of 400 points means ten times the strength
MIN_SHARE = 1e-3  # keeps ratings finite


@dataclass(frozen=True)
class Standing:
    """The result of a bot. Among equals, its share is 1 divided by the number of bots."""

    bot: str
    share: float
    share_low: float
    share_high: float
    rating: float  # relative to the average of the contest
    rating_low: float
    rating_high: float


def standings(bots: tuple[str, ...], deals: list[Numbers]) -> list[Standing]:
    """Intervals by bootstrap: deals are drawn with replacement.

    One undecided deal is added, so that the interval of a bot that won every deal is not empty.
    """
    played = np.array(deals)
    padded = np.vstack([played, np.full(len(bots), 1 / len(bots))])
    rng = np.random.default_rng(0)
    picks = rng.integers(len(padded), size=(BOOTSTRAP_SAMPLES, len(padded)))
    drawn = padded[picks].mean(axis=1)
    mean = played.mean(axis=0)
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
    """Ratings from shares of the wins: a bot's strength is its share (Luce's choice axiom)."""
    logs: Numbers = np.log(np.clip(shares, MIN_SHARE, 1 - MIN_SHARE))
    ratings: Numbers = ELO_SCALE * (logs - logs.mean(axis=-1, keepdims=True))
    return ratings
