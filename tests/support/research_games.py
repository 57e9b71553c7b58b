"""Helpers for the research tests: random games, and PettingZoo's own tests."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

from menagerie import discovery
from menagerie.research.game_session import GameSession

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import pygame, if it is there
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

__all__ = ["api_test", "parallel_api_test", "render_test", "seed_test"]

Setting = tuple[str, int, dict[str, object]]


def settings() -> list[Setting]:
    """Every game with every number of players, basic and advanced where it has both."""
    return [
        (name, players, form)
        for name in discovery.names()
        for players in discovery.load(name).players
        for form in forms(name)
    ]


def forms(game: str) -> list[dict[str, object]]:
    """The default options, and the advanced ones if a game has them."""
    advanced = any(option.name == "advanced" for option in discovery.load(game).options)
    return [{}, {"advanced": True}] if advanced else [{}]


def label(setting: Setting) -> str:
    """The id of a test."""
    name, players, form = setting
    return "-".join([name, str(players), *form])


def played(setting: Setting, moves: int, seed: int = 0) -> GameSession:
    """A game after some random moves, or at its end."""
    name, players, form = setting
    session = GameSession(name, players, form, None)
    session.start(seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if session.turn >= 0:
            session.push(rng.choice(session.mask.nonzero()[0].tolist()))
    return session


def walk(env: Any, seed: int, moves: int = 10_000) -> Iterator[dict[str, Any]]:
    """Each observation of a random game, up to the end."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(moves):
        seen, _, terminated, _, _ = env.last()
        if terminated:
            return
        yield seen
        env.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
