-- The order of the flock over two of its weights.
select "boid.separation.weight" as separation,
       "boid.alignment.weight" as alignment,
       avg(polarization) as polarization
from 'flock-results/runs.csv'
group by all
order by all;

-- How it comes to order, and how near the agents are to each other.
select tick, avg(polarization) as polarization, avg(nearest) as nearest
from 'flock-results/samples.csv'
group by tick
order by tick;
