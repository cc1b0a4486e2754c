import { MAX_WORKERS } from '@skein/core/basics';
import { DEFAULT_STALL_MS } from '@skein/worker/limits';
import { EXIT_MEANINGS } from './exit-codes.ts';
import { DEFAULT_CHECK_SEED, DEFAULT_WORLDS } from './law-check-options.ts';
import { DEFAULT_QUEUE_NAME } from './queue-options.ts';
import { DEFAULT_EVERY, DEFAULT_TICKS } from './run-options.ts';

export const TICKS_HELP = `the tick to end at (default: ${DEFAULT_TICKS})`;
export const KERNEL_HELP = 'ts, simd, or auto for the fastest available (default: auto)';
export const TEAM_KERNEL_HELP =
  'ts, simd, gpu for the graphics card, or auto for the faster of ts and simd (default: auto)';
export const WORKERS_HELP = `the number of threads, 1 to ${MAX_WORKERS} (default: one per core)`;
export const STALL_HELP = `replace a thread after this many ms without a sign of life (default: ${DEFAULT_STALL_MS})`;
export const NEIGHBORS_HELP = 'with 4, paths have no diagonal steps; with 8, they do (default: 8)';
export const EVERY_HELP = `ticks between samples or saves (default: ${DEFAULT_EVERY})`;
export const MEASURE_OUT_HELP =
  'write the measures to a .parquet, .arrow, .csv or .jsonl file (default: CSV on standard output)';
export const FIELD_HELP =
  'write a scalar field to a table at each sample, or to a .png at the end; may be repeated';
export const TRAJECTORIES_HELP =
  'write the agents at each sample to a .parquet, .arrow, .csv, .jsonl, .txt (PedPy) or .glb file; - is CSV on standard output';
export const ONLY_HELP =
  'the agents of --trajectories: species, ids and ranges of ids, as boid,0..99 (default: all)';
export const SWEEP_TRAJECTORIES_HELP =
  'each run writes its agents to a file: parquet, arrow, arrows, csv, jsonl or txt (PedPy)';
export const LAWS_HELP = 'laws to add to the scenario: a module or JSON; may be repeated';
export const CHECK_FILES_HELP =
  'JSON files of scenarios, or patterns that match them; - is standard input';
export const INIT_NAME_HELP = 'the name of the scenario, or of the new .jsonc or .json file';
export const SCHEMA_LAWS_HELP =
  'include the behaviors of these laws: a module or JSON; may be repeated';
export const SET_HELP = 'set a parameter of the scenario; may be repeated';
export const WORLDS_HELP = `the number of random worlds that test each law (default: ${DEFAULT_WORLDS})`;
export const CHECK_SEED_HELP = `the seed of the random worlds (default: ${DEFAULT_CHECK_SEED})`;
export const QUEUE_NAME_HELP = `the name of the queue (default: ${DEFAULT_QUEUE_NAME})`;
export const SWEEP_QUEUE_HELP = 'let the workers of a queue on Redis do the runs';
export const CONCURRENCY_HELP = 'the number of runs at a time (default: one per core)';
export const IDLE_HELP =
  'exit after the queue has been empty for this many seconds (default: never)';

export const STDIO_HELP =
  'read requests from standard input, and write the answers to standard output';

export const PLAN_HELP = 'a plan in JSON, or a folder of results; - is standard input';
export const SWEEP_SET_HELP = 'values to sweep, such as boid.maxSpeed=5..9x3; may be repeated';
export const SAMPLE_HELP =
  'grid, list, or random, latin, sobol or morris with a count, such as latin:200 (default: grid)';
export const N_HELP = 'the count of the sample: --sample sobol --n 512 is sobol:512';
export const MEASURE_HELP = 'measures to record, such as polarization,alive; may be repeated';
export const OUT_HELP = 'the folder of the results (default: NAME-results for the file NAME.json)';
export const VERIFY_HELP = 'the fraction of the runs that another process repeats';
export const RETRIES_HELP = `how many times to retry a run whose process ends early (default: 3)`;
export const CHECKPOINT_HELP = 'ms between checkpoints of a run (default: 30000)';
export const FORMAT_HELP =
  'the format of the tables: parquet, arrow, arrows, csv or jsonl (default: parquet)';

export const TO_HELP =
  'the data: a .csv, .jsonl, .parquet or .arrow file of conditions and measures';
export const FIT_SET_HELP =
  'a range to fit, such as boid.maxSpeed=5..9, or a value; may be repeated';
export const GENERATIONS_HELP = 'the maximum number of generations (default: 50)';
export const POPULATION_HELP =
  'candidates in a generation (default: 4 + 3 ln n, for n fitted parameters)';
export const SIGMA_HELP =
  'the spread of the first candidates, as a share of each range (default: 0.3)';
export const FIT_SEED_HELP =
  'the seed of the candidates; --seeds are those of the runs (default: 1)';
export const FIT_TOLERANCE_HELP =
  'end when parameters spread by less than this share of their ranges (default: 0.005)';

export const REPORT_OUT_HELP = 'the file of the report (default: RESULTS/report.html)';
export const REPORT_MEASURE_HELP = 'show only these measures; may be repeated';
export const FROM_HELP = 'average the samples from this tick on';
export const ANALYZE_MEASURE_HELP = 'analyze only these measures; may be repeated';
export const RESAMPLES_HELP = 'the number of resamples for the intervals (default: 1000)';
export const CURVE_HELP = 'a file of reference curves to draw as well; may be repeated';

/** The texts that the help shows after the options. Each line fits 80 columns. */
export const PROGRAM_EXAMPLES = `
Examples:
  skein init flock
  skein check scenarios/beams.json
  skein run scenarios/flock.json
  skein run scenarios/flock.json --every 10 --trajectories flock.csv
  skein run scenarios/beams.json --workers 4 --json | jq .hits
  skein list cohesion homing
  skein law check my-laws.js
`;

export const EXIT_CODE_HELP = `
Exit codes:
${EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}
`;

export const RUN_NOTES = `
Samples are the states at tick 0, at each multiple of --every, and at the end.
The columns of --trajectories are
  tick,id,species,x,y,z,vx,vy,vz,alive
then the height of the ground and the direction of bodies, where there are any,
and the columns of the scenario. A .parquet, .arrow or .glb file is complete
only after the run. A .txt file has the living agents as PedPy reads them, and
a .glb file an animation for three.js and Blender.
--field trail=trail.csv writes the tick, and the center and value of each cell,
also as .parquet, .arrow or .jsonl. --field trail=trail.png draws the last
state, with the lowest value dark.
--set takes SPECIES.PARAMETER=NUMBER, or SPECIES.BEHAVIOR.PARAMETER=NUMBER with
the type of the behavior or its index in the list, from 0. The run is the same
as if these numbers were in the scenario.
--save replaces its file at each sample and at the end; the file is always
complete. --resume continues from such a file, with the hashes of a run without
a break.
--heavy repeats each tick from a snapshot of the tick before, with another
number of workers and each kernel in turn, and ends at the first difference.
Results go to standard output; progress and notices go to standard error.
Ctrl-C ends the run cleanly; a second Ctrl-C ends it at once.

Examples:
  skein run scenarios/flock.json --seed 7 --json
  skein run scenarios/beams.json --hash --every 1 | head
  skein run scenarios/flock.json --trajectories - | gzip > flock.csv.gz
  skein run scenarios/flock.json --every 10 --trajectories flock.parquet
  skein run scenarios/flock.json --every 5 --trajectories flock.glb --only 0..99
  skein run scenarios/flock.json --every 10 --measure polarization,alive
  skein run scenarios/flock.json --ticks 36000 --every 600 --save flock.skein
  skein run scenarios/flock.json --set boid.separation.weight=2
  skein run scene.json --laws my-laws.js
  skein run --resume flock.skein --ticks 36000 --save flock.skein

Exit codes: see skein --help.
`;

export const CHECK_NOTES = `
Each problem is reported with its line and column, what was found and what was
expected. Comments and trailing commas are allowed. skein expands patterns in
quotes: ** matches any folders, and a pattern that begins with ! excludes files.

Examples:
  skein check scene.json
  skein check scenes/*.json
  skein check 'scenes/**/*.json' '!**/*.schema.json'

Exit codes: see skein --help.
`;

export const INIT_NOTES = `
The file is NAME if NAME ends in .json or .jsonc, and NAME.jsonc otherwise.
A .jsonc file has comments. A .json file has none, so any JSON parser can read
it. The command never overwrites a file.

Examples:
  skein init
  skein init geese && skein run geese.jsonc
  skein init scenes/geese.json

Exit codes: see skein --help.
`;

export const SCHEMA_NOTES = `
For completion in an editor, put scenario.schema.json in the folder of the
scenario, and begin the scenario with
  "$schema": "./scenario.schema.json",
--out overwrites an existing file only if it is a JSON Schema.

Examples:
  skein schema --out scenario.schema.json
  skein schema --laws my-laws.js --out scenario.schema.json

Exit codes: see skein --help.
`;

export const COMPLETION_NOTES = `
Tab then completes commands, options, choices, files and types of behaviors.

  bash: put this line into ~/.bashrc
    source <(skein completion bash)
  zsh: put this line into ~/.zshrc, after compinit
    source <(skein completion zsh)
  fish:
    skein completion fish > ~/.config/fish/completions/skein.fish
`;

export const SWEEP_NOTES = `
Options override the plan. --set takes NAME=VALUES. A name is a parameter, as in
skein run --set, or SPECIES.count, or a path such as $.launchers[0].angle.
VALUES is one value, a list such as 1,2,4, or a range. The range 0..3x7 has 7
values from 0 to 3. After a range, :log spaces the values by equal ratios
instead of equal steps, and :whole rounds the values. With --sample random,
latin, sobol or morris, a range such as 0..3 needs no number of values. The
results of sobol and morris are for skein analyze.
Each process has one world. Finished runs are skipped, so the same command
continues a sweep, however it ended. Tables are written when all runs are done.
Ctrl-C ends the sweep cleanly; a second Ctrl-C ends it at once.
With --queue, the workers of a queue do the runs: see skein worker. The address
of the queue may be in SKEIN_QUEUE. --verify repeats a fraction of these runs on
this machine.

Examples:
  skein sweep flock-plan.json
  skein sweep flock-plan.json --queue redis://10.0.0.1
  skein sweep --scenario flock.json --ticks 1000 --seeds 1..100 \\
    --set boid.separation.weight=0..3x7 --measure polarization --out flock
  skein sweep flock-plan.json --shard 3/16 --verify 0.02

Exit codes: see skein --help.
`;

export const RERUN_NOTES = `
The run is taken from plan.json in the folder. Its hash and its samples are
compared with the recorded result.

Examples:
  skein rerun flock --run 17
  skein rerun flock --run 41d481d5 --scenario run.json

Exit codes: see skein --help.
`;

export const REPORT_NOTES = `
The report is one HTML file that needs no network and no script. Its figures
depend on the parameters that the sweep varied; incomplete results get a report
too. Figures show the last value of each measure. If --from or the warmup of the
plan gives a tick, figures show the mean of the samples from that tick on.
A file of curves is CSV with the columns x, y and label, or JSON with one object
{ label, x: [...], y: [...], parameter, measure, source } or a list of such
objects. "measure" and "parameter" of a curve select the figure for the curve.
"parameter" is a numeric parameter that the sweep varied, or "tick". "measure"
may be omitted if the report shows only one measure. "parameter" may be omitted
if the sweep varied only one numeric parameter.
--out overwrites an existing file only if it is a report.

Examples:
  skein report flock
  skein report flock --measure polarization --from 500 --out order.html
  skein report vicsek --curve vicsek-1995.csv --svg figures --png figures

Exit codes: see skein --help.
`;

export const FIT_NOTES = `
Each range of the plan is fitted, unless it is a column of the data: such a
column sets the parameter, row by row. The other columns are measures of the
plan, with their values, and optionally MEASURE.sd, the standard deviation of a
value, and tick, the tick of the sample to compare with. Without tick, a row is
compared with the value of the run.
The distance to the data is the root mean square of the differences, each over
its standard deviation, or over the root mean square of the measure in the data.
CMA-ES minimizes it. Each candidate has a run for each condition and seed.
The same command continues a fit, however it ended, with the same result; so
does skein fit RESULTS.

Examples:
  skein fit examples/sweeps/fit/orca.json --to examples/sweeps/fit/door.csv
  skein fit plan.json --to data.csv --set walker.maxSpeed=0.5..2 --seeds 1..10
  skein fit plan-results --generations 100 --extend

Exit codes: see skein --help.
`;

export const ANALYZE_NOTES = `
For the sample sobol, the table has Sobol indices, as shares of the variance of
a measure: "first" is what a parameter causes alone, "total" what it causes
alone and with others, "second" what a pair causes only together. For the sample
morris, it has elementary effects, in the unit of the measure: mu* is the mean
size of the change over the whole range of a parameter, mu its mean with its
sign, sigma its standard deviation. Brackets hold 95 % intervals by bootstrap.
Runs of a combination with different seeds count with their mean. A point or a
trajectory is left out if one of its runs is missing or has no value.

Examples:
  skein sweep flock-plan.json --sample sobol --n 512 --out flock
  skein analyze flock
  skein analyze flock --measure polarization --from 500 --json

Exit codes: see skein --help.
`;

export const REPLAY_NOTES = `
Without --verify, the command shows what was recorded; --json shows all of it.

Examples:
  skein run scenarios/beams.json --record beams.replay
  skein replay beams.replay --verify --workers 4
  skein replay beams.replay --json | jq .log

Exit codes: see skein --help.
`;

export const TOLERANCE_HELP = 'how far numbers of tables may be apart (default: 0)';
export const RELATIVE_HELP = 'how far, as a fraction of the larger of the two numbers (default: 0)';

export const DIFF_NOTES = `
Of two snapshots or replays, the command names the first tick, agent and column
that differ, and the phase and the command from which the difference comes. Of
two replays, both runs are repeated where their records part.
Tables are those of any simulator: .csv, .jsonl, .parquet, .arrow or .arrows,
with the columns tick and id and any others. A tick without a column id has one
row. Texts of numbers are compared as numbers, and NaN equals NaN.

Examples:
  skein diff a.skein b.skein
  skein diff monday.replay tuesday.replay --json | jq .difference
  skein diff skein.csv other.csv --tolerance 1e-6

Exit codes: see skein --help.
`;

export const KERNELS_NOTES = `
With --kernel gpu, run and replay use the graphics card. In Node, this needs the
package "webgpu": npm install webgpu

Examples:
  skein kernels
  skein kernels --json | jq .gpu.layer
`;

export const LIST_NOTES = `
Examples:
  skein list | less
  skein list homing
  skein list guidance
  skein list --laws my-laws.js laws
  skein list --json | jq '.[] | .type'
`;

export const PATH_NOTES = `
A step costs its length times the mean cost of its two cells. No step passes
the corner of a wall.

Symbols in the drawing:
  A  the start
  B  the goal
  o  the path
  #  a wall
  :  a cell with more than the lowest cost
  .  any other open cell

Examples:
  skein path arena.map --from 3,4 --to 57,30
  skein path maze.json --from 0,0 --to 19,9 --neighbors 4 --json

Exit codes: see skein --help.
`;

export const CUTOFF_HELP =
  'the radius of the circle that cuts off the cell of an agent (default: 1)';
export const FLOW_OUT_HELP =
  'write the crossings, or the fundamental diagram: .parquet, .arrow, .csv or .jsonl';

export const FLOW_NOTES = `
Agents move straight from one sample to the next, so write them often: --every 1.
With --line: how many agents cross, in which direction, and how many per second,
(N - 1) / (last - first). Left and right are as seen from the first end of the
line. Between each line and the next: how long agents take to pass. With --area:
density, speed and flow by Edie's definitions, and with Voronoi cells. CSV and
JSON lines do not tell the length of a tick, so they need --dt.

Examples:
  skein run scenarios/bottleneck.json --every 1 --trajectories door.parquet
  skein flow door.parquet --line 0.4,0,0.4,1
  skein flow door.parquet --line -2,-1.5,-2,2.5 --line 0.4,0,0.4,1 --out n.csv
  skein flow door.parquet --area -1.5,0,-0.5,1 --from 200 --out diagram.csv

Exit codes: see skein --help.
`;

export const GROUND_NOTES = `
y is up in a level, z in the scenario: x, y and z become x, z and -y. The file
is a scenario that runs as it is. Keep its "ground", and replace the walkers.
Levels that are compressed by Draco or meshopt have to be unpacked first.
--out overwrites an existing file only if it is a scenario with a ground.

Examples:
  skein ground level.glb --out level.json
  skein ground level.glb --radius 0.5 --climb 0.3 --slope 30 --out level.json
  skein run level.json

Exit codes: see skein --help.
`;

export const LAW_NOTES = `
A law is a steering behavior written with defineLaw of @skein/core/laws. It is
stored as data, so that a scenario can contain it.

Examples:
  skein law check my-laws.js
  skein law build my-laws.js --out my-laws.json

Exit codes: see skein --help.
`;

export const LAW_BUILD_NOTES = `
The command runs the module and collects the laws that the module exports,
alone or in lists. Output of the module goes to standard error. The result is a
JSON list for the key "laws" of a scenario, sorted by name.
--out overwrites an existing file only if it is a list of laws.

Examples:
  skein law build my-laws.js
  skein law build my-laws.ts --out my-laws.json

Exit codes: see skein --help.
`;

export const LAW_CHECK_NOTES = `
For each law, the table shows its number of nodes; its operations per agent and
per neighbor; its reductions and sets of neighbors; the bytes of its JSON and of
its compiled code; and the ms that it takes to compile.
In each random world, an agent is at rest or moves at up to full speed. It has
0 to 40 neighbors, which are near, far, or at the same position. Parameters come
from the whole of their ranges. A law passes if it gives finite numbers in all
worlds. Otherwise the exit code is 1, and the first world in which it fails is
shown.

Examples:
  skein law check my-laws.js
  skein law check my-laws.json --worlds 100000 --seed 7
  skein law check my-laws.js --json | jq '.[] | .check.failure.scene'

Exit codes: see skein --help.
`;

export const WORKER_NOTES = `
The address is redis://USER:PASSWORD@HOST:PORT/DB, or rediss:// for TLS. Put it
in SKEIN_QUEUE to keep it out of the list of processes.
All workers of a queue share one store. If a worker is lost, another continues
its runs from their checkpoints, with bit-identical results. The store can be a
bucket: s3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME. Its credentials
are read from the environment, as by any AWS client.
SIGTERM and Ctrl-C save unfinished runs and return them to the queue; a second
signal ends the worker at once. While Redis is unreachable, runs continue.

Examples:
  skein worker --queue redis://127.0.0.1 --store /shared/checkpoints
  skein worker --queue rediss://:secret@host:6380 --store s3://flocks --idle 600

Exit codes: see skein --help.
`;

export const SERVE_NOTES = `
The Python package starts this command and speaks with it: see docs/python.md.
One process holds up to 256 worlds. It ends when standard input is closed.

Exit codes: see skein --help.
`;
