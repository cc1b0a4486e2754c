using DataFrames, DuckDB, Statistics
table(name) = DataFrame(DBInterface.execute(DuckDB.DB(), "from 'flock-results/$name.parquet'"))
runs, samples = table("runs"), table("samples")
println(combine(groupby(runs, ["boid.separation.weight", "boid.alignment.weight"], sort=true), "polarization" => mean))
println(combine(groupby(samples, "tick", sort=true), ["polarization", "nearest"] .=> mean))
