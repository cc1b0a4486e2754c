import pandas as pd
runs = pd.read_csv("flock-results/runs.csv")
samples = pd.read_csv("flock-results/samples.csv")
print(runs.groupby(["boid.separation.weight", "boid.alignment.weight"], as_index=False)["polarization"].mean())
print(samples.groupby("tick", as_index=False)[["polarization", "nearest"]].mean())
