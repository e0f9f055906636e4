"""A parallel quicksort: each split becomes two tasks until the pieces are small, so demand grows like a tree.

Run it with `manta submit local examples/task_tree.py [SIZE]` and watch `manta monitor local` add nodes.
"""

import random
import sys
import time

import ray

PIECE = 50_000  # smaller lists are sorted where they are


@ray.remote(num_cpus=1)
def sort_piece(numbers):
    return sorted(numbers)


def split(numbers):
    pivot = numbers[len(numbers) // 2]
    return (
        [n for n in numbers if n < pivot],
        [n for n in numbers if n == pivot],
        [n for n in numbers if n > pivot],
    )


def sort_tree(numbers):
    """A list of object references and plain lists that, joined in order, are the sorted numbers."""
    if len(numbers) <= PIECE:
        return [sort_piece.remote(numbers)]
    below, equal, above = split(numbers)
    return sort_tree(below) + [equal] + sort_tree(above)


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    rng = random.Random(7)
    numbers = [rng.randrange(1 << 30) for _ in range(size)]

    begin = time.time()
    expected = sorted(numbers)
    print(f"Array size: {size:,}")
    print(f"Sequential execution: {time.time() - begin:.2f} s")

    ray.init()
    begin = time.time()
    result = []
    for part in sort_tree(numbers):
        result += ray.get(part) if isinstance(part, ray.ObjectRef) else part
    print(f"Distributed execution: {time.time() - begin:.2f} s on {len(ray.nodes())} nodes")
    print("Sorted correctly." if result == expected else "WRONG RESULT")
    sys.exit(0 if result == expected else 1)


if __name__ == "__main__":
    main()
