"""Work spread over processes: ordered results, and no waiting for a worker that has died."""

import os
import signal
from multiprocessing import active_children
from time import monotonic

import pytest

from mousehole.players.parallel import WorkerDied, most_processes, spread


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_work(processes):
    assert list(spread(abs, list(range(-20, 0)), processes)) == list(range(20, 0, -1))


def test_a_worker_that_dies_is_told_at_once():
    with pytest.raises(WorkerDied):
        list(spread(os._exit, [1, 1], 2))


def test_a_mistake_in_the_work_comes_back_and_leaves_no_worker_behind():
    before = set(active_children())
    with pytest.raises(TypeError):
        list(spread(abs, ["mouse"] * 4, 2))
    end = monotonic() + 240  # one may still be starting while the others leave
    while (left := set(active_children()) - before) and monotonic() < end:
        left.pop().join(1)
    assert not left


def test_windows_is_asked_for_no_more_processes_than_it_can_wait_for():
    assert most_processes("win32") == 61
    assert most_processes("linux") > 1000


def test_workers_do_not_hear_ctrl_c():
    assert list(spread(heard_by_worker, [1, 2], 2)) == [True, True]


def heard_by_worker(_):
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_whoever_asked_still_hears_ctrl_c():
    heard = signal.getsignal(signal.SIGINT)
    list(spread(abs, [1, 2], 2))
    assert signal.getsignal(signal.SIGINT) is heard
