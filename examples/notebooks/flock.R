runs <- read.csv("flock-results/runs.csv")
samples <- read.csv("flock-results/samples.csv")
print(aggregate(polarization ~ boid.separation.weight + boid.alignment.weight, runs, mean))
print(aggregate(cbind(polarization, nearest) ~ tick, samples, mean))
