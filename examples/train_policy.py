"""Train a small policy for two-player Cubosaurs by self-play, then play it against bots.

    .venv/bin/python -m pip install -e '.[train]'
    .venv/bin/python examples/train_policy.py

It takes a few minutes on two cores. This is proximal policy optimisation (PPO) in its simplest
form: one network plays both seats of many tables, and sees only what the seat to move observes.

As a baseline, a bot that always keeps plays the same opponents. It beats `easy` nearly every time,
so only the result against `normal` shows whether the policy has learnt anything.
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from menagerie import bots
from menagerie.batch import Batch
from menagerie.bots.ratings import standings
from menagerie.encoding import layout
from menagerie.games.cubosaurs import GAME
from menagerie.games.cubosaurs.move_numbers import BUY, KEEP
from menagerie.games.cubosaurs.table import KINDS, ROUNDS
from menagerie.header import Header
from menagerie.position import Position

MOVES = BUY  # the basic game only has the moves below it: keep, or refuse with a card
INPUTS = 3 * KINDS + ROUNDS + 4
HIDDEN = 192
TABLES, STEPS = 1024, 64  # tables, and moves at each of them in a round of training
EPOCHS, MINIBATCH = 2, 8192
LEARNING_RATE, CLIP, ENTROPY = 1e-3, 0.2, 0.01
GAE_LAMBDA = 0.95  # of generalised advantage estimation
LEAD_SCALE = 12.0  # points
REPORT_INTERVAL_S = 10


def features(rows: np.ndarray[Any, Any]) -> torch.Tensor:
    """The inputs of the network: both collections and the Hand as counts, the own one first."""
    seen = rows.view(layout(GAME).record)[:, 0]
    at = np.arange(len(seen))
    own = seen["observer"].argmax(axis=1)
    held = np.arange(seen["hand"].shape[1]) < seen["hand_size"][:, None]
    hand = (seen["hand"][:, :, None] == np.arange(KINDS)) & held[:, :, None]
    totals = seen["round_scores"].sum(axis=1)
    parts = [
        seen["collection"][at, own],
        seen["collection"][at, 1 - own],
        hand.sum(axis=1),
        seen["round_number"][:, None] == np.arange(1, ROUNDS + 1),
        ((seen["hand"] < 0) & held).sum(axis=1)[:, None],
        seen["hand_size"][:, None] / 4,
        seen["deck_size"][:, None] / 10,
        (totals[at, own] - totals[at, 1 - own])[:, None] / LEAD_SCALE,
    ]
    return torch.from_numpy(np.concatenate(parts, axis=1, dtype=np.float32))


def network() -> nn.Sequential:
    """A network whose outputs are the logits of the moves and the value of the position."""
    return nn.Sequential(
        nn.Linear(INPUTS, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, MOVES + 1),
    )


def evaluate(
    net: nn.Sequential, seen: torch.Tensor, mask: torch.Tensor
) -> tuple[torch.distributions.Categorical, torch.Tensor]:
    """The distribution over legal moves, and the value."""
    out = net(seen)
    logits = out[:, :MOVES].masked_fill(~mask, -1e9)
    choice = torch.distributions.Categorical(logits=logits, validate_args=False)
    return choice, out[:, MOVES]


def collect(batch: Batch, net: nn.Sequential) -> dict[str, torch.Tensor]:
    """Play STEPS moves at all tables; return the transitions, indexed by step and table."""
    transitions: dict[str, list[torch.Tensor]] = {}
    for _ in range(STEPS):
        seen = features(batch.observe())
        mask = torch.from_numpy(batch.legal_mask()[:, :MOVES].copy())
        mover = torch.from_numpy(batch.to_move.copy())
        with torch.no_grad():
            choice, value = evaluate(net, seen, mask)
            move = choice.sample()
        leads, ends = batch.step(move.numpy())
        lead = torch.from_numpy(leads[:, 0].copy()) * (1 - 2 * mover)  # zero-sum
        transition = {
            "seen": seen,
            "mask": mask,
            "mover": mover,
            "move": move,
            "value": value,
            "log_probability": choice.log_prob(move),
            "end": torch.from_numpy(ends.copy()),
            "reward": (lead.sign() + torch.tanh(lead / LEAD_SCALE)) / 2,
        }
        for name, numbers in transition.items():
            transitions.setdefault(name, []).append(numbers)
    return {name: torch.stack(numbers) for name, numbers in transitions.items()}


def advantages(rollout: dict[str, torch.Tensor], batch: Batch, net: nn.Sequential) -> torch.Tensor:
    """Generalised advantage estimation; the value for one seat is minus that for the other."""
    with torch.no_grad():
        value = net(features(batch.observe()))[:, MOVES]
    mover = torch.from_numpy(batch.to_move.copy())
    found = torch.zeros_like(rollout["value"])
    advantage = torch.zeros(len(batch))
    for step in reversed(range(STEPS)):
        sign = (mover == rollout["mover"][step]).float() * 2 - 1
        discount = sign * (~rollout["end"][step]).float()
        error = rollout["reward"][step] + discount * value - rollout["value"][step]
        advantage = error + GAE_LAMBDA * discount * advantage
        found[step] = advantage
        value, mover = rollout["value"][step], rollout["mover"][step]
    return found


def learn(net: nn.Sequential, optimiser: Any, rollout: dict[str, torch.Tensor]) -> None:
    """Update the network with the clipped objective of PPO."""
    flat = {name: numbers.flatten(0, 1) for name, numbers in rollout.items()}
    flat = {name: numbers[flat["mask"].sum(1) > 1] for name, numbers in flat.items()}
    target = flat["advantage"] + flat["value"]
    advantage = (flat["advantage"] - flat["advantage"].mean()) / (flat["advantage"].std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(target)).split(MINIBATCH):
            choice, value = evaluate(net, flat["seen"][some], flat["mask"][some])
            ratio = (choice.log_prob(flat["move"][some]) - flat["log_probability"][some]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.min(ratio * advantage[some], clipped * advantage[some])
            error = (value - target[some]).square()
            loss = (error - gain - ENTROPY * choice.entropy()).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def train(rounds: int, seed: int) -> nn.Sequential:
    """Train a network by self-play, and print its progress."""
    torch.manual_seed(seed)
    net = network()
    optimiser = torch.optim.Adam(net.parameters(), LEARNING_RATE)
    start, reported = time.perf_counter(), 0.0
    options = {"advanced": False}
    with Batch("cubosaurs", TABLES, 2, options=options, seed=seed, reward="margin") as batch:
        for done in range(1, rounds + 1):
            rollout = collect(batch, net)
            rollout["advantage"] = advantages(rollout, batch, net)
            learn(net, optimiser, rollout)
            for group in optimiser.param_groups:
                group["lr"] = LEARNING_RATE * (1 - done / rounds)
            passed = time.perf_counter() - start
            if passed - reported > REPORT_INTERVAL_S or done in (1, rounds):
                reported = passed
                wins = f"wins {against(batch, net, 'greedy'):.1%} against greedy"
                moves = f"{done * TABLES * STEPS:,} moves"
                print(f"round {done} of {rounds}, {passed:.0f} s, {moves}: {wins}", flush=True)
    return net


def against(batch: Batch, net: nn.Sequential, others: str, tables: int = 400) -> float:
    """The share of wins against the others; the seat alternates from table to table."""
    options = batch.header.options
    seats = np.arange(tables) % 2
    test = Batch("cubosaurs", tables, 2, options=options, seats=seats, others=others, again="never")
    shares = np.zeros(tables)
    while not test.over.all():
        rewards, ends = test.step(best(net, test.observe(), test.legal_mask()))
        shares[ends] = rewards[np.arange(tables), seats][ends]
    return float(shares.mean())


def best(net: nn.Sequential, rows: Any, mask: Any) -> np.ndarray[Any, Any]:
    """The most probable legal move at each table."""
    legal = torch.from_numpy(mask[:, :MOVES].copy())
    with torch.no_grad():
        choice, _ = evaluate(net, features(rows), legal)
    most_probable: np.ndarray[Any, Any] = choice.logits.argmax(1).numpy()
    return most_probable


class Policy:
    """The network as a bot, which sees only what its seat observes."""

    def __init__(self, net: nn.Sequential) -> None:
        self.net = net

    def choose(self, observed: Any) -> int:
        row = layout(GAME).encode(observed, int(observed.to_move))
        mask = np.zeros((1, MOVES), np.bool_)
        mask[0, GAME.legal_moves(observed)] = True
        return int(best(self.net, row[None], mask)[0])


class Keeper:
    """A baseline that always keeps the Hand."""

    def choose(self, _observed: Any) -> int:
        return KEEP


def play_against(name: str, bot: bots.Bot, level: str, games: int) -> None:
    """Play against a level: each deal twice, with the seats swapped."""
    deals = []
    for deal in range(games // 2):
        header = Header.create("cubosaurs", 2, seed=f"test {deal}", options={"advanced": False})
        shares = np.zeros(2)
        for own in range(2):
            players = [bot, bots.create(level, GAME, deal.to_bytes(16))]
            position = Position(header)
            while position.turn is not None:
                position.push(bots.choice(position, players[position.turn ^ own]))
                position.forget()
            for seat in position.winners():
                shares[seat ^ own] += 0.5 / len(position.winners())
        deals.append(shares)
    result = standings((name, level), deals)[0]
    interval = f"95% interval {result.share_low:.1%} to {result.share_high:.1%}"
    print(
        f"{name} against {level}: wins {result.share:.1%} of {2 * len(deals)} games, {interval}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="rounds of training")
    parser.add_argument("--games", type=int, default=400, help="games against each level")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    policy = Policy(train(given.rounds, given.seed))
    for level in ("easy", "normal"):
        play_against("the policy", policy, level, given.games)
        play_against("always keeping", Keeper(), level, given.games)
