"""Makes Go benchmark texts for the figures of compare: `rows` benchmarks of `samples` lines each,
with three units. Times are of a normal law around a mean of each benchmark; counts are the same in
every line, as counts are."""

import random


def write(path, rows, samples, seed, decimals=None, faster=1.0):
    """`decimals` of the times: None for all digits, so that hardly any two are equal."""
    draw = random.Random(seed)
    shape = random.Random(0)  # the same benchmarks in every file
    with open(path, "w", encoding="ascii") as out:
        out.write("goos: linux\ngoarch: amd64\npkg: example.org/made/up\n")
        for row in range(rows):
            mean = shape.uniform(20, 200) if decimals is not None else shape.uniform(1e3, 1e6)
            size = shape.randrange(16, 65536)
            allocs = shape.randrange(1, 100)
            name = f"BenchmarkMade/kind={row % 7}/size={row}-8"
            for _ in range(samples):
                time = draw.gauss(mean, mean * 0.01) * faster
                text = f"{time:.4f}" if decimals is None else f"{time:.{decimals}f}"
                out.write(f"{name}\t    1000\t {text} ns/op\t {size} B/op\t {allocs} allocs/op\n")
