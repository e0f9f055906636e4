"""A Ray program on a leash: makes the demand each line of its input names, and says `done: <line>` after each."""
import sys
import time

import ray
from ray.autoscaler.sdk import request_resources
from ray.util.placement_group import placement_group, remove_placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

ray.init(sys.argv[1])
refs, actors, groups = [], [], []


@ray.remote
def wait():
    time.sleep(600)


@ray.remote(num_cpus=1, num_gpus=8)
class NeedsGpus:
    pass


def clear():
    for ref in refs:
        ray.cancel(ref, force=True)
    for actor in actors:
        ray.kill(actor)
    for group in groups:
        remove_placement_group(group)
    request_resources(num_cpus=0, bundles=[])
    for made in (refs, actors, groups):
        made.clear()


def run(verb, *words):
    if verb == "tasks":
        count, cpus = int(words[0]), float(words[1])
        refs.extend(wait.options(num_cpus=cpus).remote() for _ in range(count))
    elif verb == "on":
        refs.append(wait.options(num_cpus=1, resources={words[0]: float(words[1])}).remote())
    elif verb == "where":
        refs.append(wait.options(num_cpus=1, label_selector={words[0]: words[1]}).remote())
    elif verb == "actor":
        actors.append(NeedsGpus.remote())
    elif verb == "group":
        strategy, count, cpus = words[0], int(words[1]), float(words[2])
        groups.append(placement_group([{"CPU": cpus}] * count, strategy=strategy))
    elif verb == "crowd":  # more tasks than their placed group holds
        group = placement_group([{"CPU": 1}])
        ray.get(group.ready())
        groups.append(group)
        inside = PlacementGroupSchedulingStrategy(group)
        refs.extend(wait.options(num_cpus=1, scheduling_strategy=inside).remote() for _ in range(3))
    elif verb == "floor":
        request_resources(bundles=[{"CPU": int(words[1])}] * int(words[0]))
    elif verb == "clear":
        clear()
    else:
        raise ValueError(verb)


print("done: start", flush=True)
for line in sys.stdin:
    run(*line.split())
    print("done:", line.strip(), flush=True)
