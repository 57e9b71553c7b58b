"""A Ray cluster of two workers on this machine plays the same games."""

import pickle
import subprocess
import sys

from support.simulate.plans import plan, run, same

from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.kernels import Counters

# In a process of its own, so that nothing of Ray stays behind in the one of the tests.
ON_TWO_WORKERS = """
import pickle, sys
from menagerie.simulate import ray_cluster
from menagerie.simulate.plan import Plan

plans = [Plan.from_json(data) for data in pickle.load(sys.stdin.buffer)]
counted = []
tallies = ray_cluster.run(plans, counted.append, "local", 2)
found = [[(tuple(block.counters), block.sample) for block in tally.blocks] for tally in tallies]
pickle.dump((sum(counted), found), sys.stdout.buffer)
"""


def test_a_cluster_counts_the_same() -> None:
    plans = [plan("cubosaurs", 4, 40, advanced=True), plan("cubosaurs", 2, 4, "greedy,random")]
    done = subprocess.run(
        [sys.executable, "-c", ON_TWO_WORKERS],
        input=pickle.dumps([one.to_json() for one in plans]),
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()
    counted, found = pickle.loads(done.stdout)  # noqa: S301 - our own process wrote it
    assert counted == 44
    for one, blocks in zip(plans, found, strict=True):
        tally = Tally(one, [Block(Counters(*counters), sample) for counters, sample in blocks])
        assert same(tally, run(one))
