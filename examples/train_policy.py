"""Train a small policy for two-player Cubosaurs by self-play, then let it meet bots.

    pip install 'menagerie[train]'
    python examples/train_policy.py

A few minutes on two cores. It is proximal policy optimisation (PPO) in its plainest form: both
seats of many tables are played by the same network, which sees what its seat observes.

Beside it, a bot that always keeps meets the same bots: that alone beats `easy` nearly every time,
so that only `normal` tells whether anything was learnt.
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
from menagerie.games.cubosaurs.numbering import BUY, KEEP
from menagerie.games.cubosaurs.table import KINDS, ROUNDS
from menagerie.header import Header
from menagerie.position import Position

MOVES = BUY  # the basic game knows only the moves before: keep, or refuse with a card
INPUTS = 3 * KINDS + ROUNDS + 4
HIDDEN = 192
TABLES, STEPS = 1024, 64  # a round of training: so many moves at each table
EPOCHS, PORTION = 2, 8192  # each move is learnt from so often, so many at a time
RATE, CLIP, ENTROPY = 1e-3, 0.2, 0.01
TRACE = 0.95  # how far ahead an advantage looks
FAR = 12.0  # points: a clear lead
PATIENCE = 10  # seconds between two lines


def features(rows: np.ndarray[Any, Any]) -> torch.Tensor:
    """What the network sees: both collections and the Hand as counts, the seat's own first."""
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
        (totals[at, own] - totals[at, 1 - own])[:, None] / FAR,
    ]
    return torch.from_numpy(np.concatenate(parts, axis=1, dtype=np.float32))


def network() -> nn.Sequential:
    """Moves and, as the last number, what the position is worth to the seat."""
    return nn.Sequential(
        nn.Linear(INPUTS, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, HIDDEN),
        nn.ReLU(),
        nn.Linear(HIDDEN, MOVES + 1),
    )


def opinion(
    net: nn.Sequential, seen: torch.Tensor, mask: torch.Tensor
) -> tuple[torch.distributions.Categorical, torch.Tensor]:
    out = net(seen)
    logits = out[:, :MOVES].masked_fill(~mask, -1e9)
    choice = torch.distributions.Categorical(logits=logits, validate_args=False)
    return choice, out[:, MOVES]


def collect(batch: Batch, net: nn.Sequential) -> dict[str, torch.Tensor]:
    """Play on at all tables; gives all that happened, a row for each step and table."""
    kept: dict[str, list[torch.Tensor]] = {}
    for _ in range(STEPS):
        seen = features(batch.observe())
        mask = torch.from_numpy(batch.legal_mask()[:, :MOVES].copy())
        mover = torch.from_numpy(batch.to_move.copy())
        with torch.no_grad():
            choice, value = opinion(net, seen, mask)
            move = choice.sample()
        leads, ends = batch.step(move.numpy())
        lead = torch.from_numpy(leads[:, 0].copy()) * (1 - 2 * mover)  # the other's is minus that
        moment = {
            "seen": seen,
            "mask": mask,
            "mover": mover,
            "move": move,
            "value": value,
            "chance": choice.log_prob(move),
            "end": torch.from_numpy(ends.copy()),
            "reward": (lead.sign() + torch.tanh(lead / FAR)) / 2,
        }
        for name, numbers in moment.items():
            kept.setdefault(name, []).append(numbers)
    return {name: torch.stack(numbers) for name, numbers in kept.items()}


def advantages(play: dict[str, torch.Tensor], batch: Batch, net: nn.Sequential) -> torch.Tensor:
    """How much better each move was than expected; what is good for one seat harms the other."""
    with torch.no_grad():
        value = net(features(batch.observe()))[:, MOVES]
    mover = torch.from_numpy(batch.to_move.copy())
    found = torch.zeros_like(play["value"])
    ahead = torch.zeros(len(batch))
    for step in reversed(range(STEPS)):
        same = (mover == play["mover"][step]).float() * 2 - 1
        goes_on = same * (~play["end"][step]).float()
        surprise = play["reward"][step] + goes_on * value - play["value"][step]
        ahead = surprise + TRACE * goes_on * ahead
        found[step] = ahead
        value, mover = play["value"][step], play["mover"][step]
    return found


def learn(net: nn.Sequential, optimiser: Any, play: dict[str, torch.Tensor]) -> None:
    """Make moves that went well likelier, not by too much at once."""
    flat = {name: numbers.flatten(0, 1) for name, numbers in play.items()}
    flat = {name: numbers[flat["mask"].sum(1) > 1] for name, numbers in flat.items()}
    target = flat["better"] + flat["value"]
    better = (flat["better"] - flat["better"].mean()) / (flat["better"].std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(target)).split(PORTION):
            choice, value = opinion(net, flat["seen"][some], flat["mask"][some])
            ratio = (choice.log_prob(flat["move"][some]) - flat["chance"][some]).exp()
            gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some])
            error = (value - target[some]).square()
            loss = (error - gain - ENTROPY * choice.entropy()).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def train(rounds: int, seed: int) -> nn.Sequential:
    torch.manual_seed(seed)
    net = network()
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    start, told = time.perf_counter(), 0.0
    options = {"advanced": False}
    with Batch("cubosaurs", TABLES, 2, options=options, seed=seed, reward="margin") as batch:
        for done in range(1, rounds + 1):
            play = collect(batch, net)
            play["better"] = advantages(play, batch, net)
            learn(net, optimiser, play)
            for group in optimiser.param_groups:
                group["lr"] = RATE * (1 - done / rounds)
            passed = time.perf_counter() - start
            if passed - told > PATIENCE or done in (1, rounds):
                told = passed
                wins = f"wins {against(batch, net, 'greedy'):.1%} against greedy"
                moves = f"{done * TABLES * STEPS:,} moves"
                print(f"round {done} of {rounds}, {passed:.0f} s, {moves}: {wins}", flush=True)
    return net


def against(batch: Batch, net: nn.Sequential, others: str, tables: int = 400) -> float:
    """The share of wins against the others, with the seats taken in turn."""
    options = batch.header.options
    seats = np.arange(tables) % 2
    test = Batch("cubosaurs", tables, 2, options=options, seats=seats, others=others, again="never")
    shares = np.zeros(tables)
    while not test.over.all():
        rewards, ends = test.step(best(net, test.observe(), test.legal_mask()))
        shares[ends] = rewards[np.arange(tables), seats][ends]
    return float(shares.mean())


def best(net: nn.Sequential, rows: Any, mask: Any) -> np.ndarray[Any, Any]:
    """The likeliest legal move of each table."""
    legal = torch.from_numpy(mask[:, :MOVES].copy())
    with torch.no_grad():
        choice, _ = opinion(net, features(rows), legal)
    likeliest: np.ndarray[Any, Any] = choice.logits.argmax(1).numpy()
    return likeliest


class Policy:
    """The network as a bot: it is given what its seat observes, and nothing else."""

    def __init__(self, net: nn.Sequential) -> None:
        self.net = net

    def choose(self, observed: Any) -> int:
        row = layout(GAME).encode(observed, int(observed.to_move))
        mask = np.zeros((1, MOVES), np.bool_)
        mask[0, GAME.legal_moves(observed)] = True
        return int(best(self.net, row[None], mask)[0])


class Keeper:
    """Always keeps the Hand: what a policy must be better than."""

    def choose(self, _observed: Any) -> int:
        return KEEP


def meet(name: str, bot: bots.Bot, level: str, games: int) -> None:
    """Games against a level: each deal is played twice, with the seats swapped."""
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
    parser.add_argument("--rounds", type=int, default=20, help="of training")
    parser.add_argument("--games", type=int, default=400, help="against each level")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    policy = Policy(train(given.rounds, given.seed))
    for level in ("easy", "normal"):
        meet("the policy", policy, level, given.games)
        meet("always keeping", Keeper(), level, given.games)
