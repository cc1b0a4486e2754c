import polars as pl
runs = pl.read_parquet("flock-results/runs.parquet")
samples = pl.read_parquet("flock-results/samples.parquet")
print(runs.group_by("boid.separation.weight", "boid.alignment.weight").agg(pl.mean("polarization")).sort(pl.all()))
print(samples.group_by("tick").agg(pl.mean("polarization", "nearest")).sort("tick"))
