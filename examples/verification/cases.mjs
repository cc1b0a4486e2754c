// The verification cases of RiMEA and NIST that apply: of each, the published band, and how the figure follows from the
// samples of its runs. docs/crowds.md and docs/images/verification.svg show them.

/** @typedef {import('./run-case.mjs').Run} Run */

/**
 * @typedef Case
 * @property {string} name the folder of the scene and the plan
 * @property {string} source the number of the case in RiMEA or in NIST Technical Note 1822
 * @property {string} what what the figure is, with its unit
 * @property {string} published the band, in words
 * @property {readonly [low: number, high: number]} band both ends pass
 * @property {number} digits digits of the figure after the point
 * @property {(runs: Run[]) => number} figure of the runs of one seed
 */

/** The time (s) of the first sample for which a condition holds; NaN if there is none. */
const first = (
  /** @type {Run} */ { times, samples },
  /** @type {string} */ key,
  /** @type {(value: number) => boolean} */ holds,
) => times[samples[key].findIndex(holds)] ?? Number.NaN;

/** The time (s) at which all are out. */
const emptied = (/** @type {Run} */ run, key = 'alive') => first(run, key, (alive) => alive === 0);

/** The greatest value that is not NaN. */
const greatest = (/** @type {readonly number[]} */ values) =>
  Math.max(...values.filter((value) => !Number.isNaN(value)));

const least = (/** @type {readonly number[]} */ values) => -greatest(values.map((one) => -one));

/** The speeds (m/s) in the second half of a run of "density", on average. */
export const speedOf = (/** @type {Run} */ { times, samples: { speed } }) => {
  const late = speed.filter((_, at) => 2 * times[at] >= greatest(times));
  return late.reduce((sum, value) => sum + value, 0) / late.length;
};

/** Above this, a figure that has to grow grows. */
const MORE = 1 + 1e-9;

/** @param {number} at the place of the run with this headway */
const throughDoor = (at) => (/** @type {Run[]} */ runs) =>
  100 / first(runs[at], 'inside', (inside) => inside === 0);

/** The ranges of speed (m/s) of the groups of "ages". */
const GROUPS = { young: [0.58, 1.61], middle: [1.41, 1.54], old: [0.68, 1.41], slow: [0.46, 0.76] };

/** @type {readonly Case[]} */
export const CASES = [
  {
    name: 'speed',
    source: 'RiMEA 1',
    what: 'time for 40 m at 1.33 m/s, s',
    published: '26 to 34',
    band: [26, 34],
    digits: 2,
    figure: ([run]) => first(run, 'x', (x) => x >= 40),
  },
  {
    name: 'corridor',
    source: 'NIST 2.1',
    what: 'time for 40 m at 1 m/s, s',
    published: '40, within 5 %',
    band: [38, 42],
    digits: 2,
    figure: ([run]) => first(run, 'x', (x) => x >= 40),
  },
  {
    name: 'density',
    source: 'RiMEA 4',
    what: 'falls of the speed in six steps of density',
    published: '6',
    band: [6, 6],
    digits: 0,
    figure: (runs) => {
      const speeds = runs.map(speedOf);
      return speeds.filter((speed, at) => at > 0 && speed < speeds[at - 1]).length;
    },
  },
  {
    name: 'delays',
    source: 'RiMEA 5, NIST 1.1',
    what: 'longest wait of ten people beyond their delays, s',
    published: '0; two ticks are 0.1',
    band: [0, 0.1 + 1e-6],
    digits: 2,
    figure: ([run]) => {
      const waits = Array.from({ length: 10 }, (_, place) => {
        const started = first(run, 'still', (still) => still < 10 - place);
        return started - run.samples[`delay${place}`][0];
      });
      return least(waits) < 0 ? least(waits) : greatest(waits);
    },
  },
  {
    name: 'corner',
    source: 'RiMEA 6, NIST 2.3',
    what: 'people of twenty who arrive',
    published: '20',
    band: [20, 20],
    digits: 0,
    figure: ([{ samples }]) => 20 - /** @type {number} */ (samples.alive.at(-1)),
  },
  {
    name: 'corner',
    source: 'RiMEA 6, NIST 2.3',
    what: 'deepest body in a wall, mm',
    published: '0; rounding is 0.1',
    band: [0, 0.1],
    digits: 2,
    figure: ([{ samples }]) => Math.max(0, 1000 * greatest(samples.depth)),
  },
  {
    name: 'ages',
    source: 'RiMEA 7, NIST 2.4',
    what: 'groups of four that keep to their ranges of speed',
    published: '4',
    band: [4, 4],
    digits: 0,
    figure: ([{ samples }]) =>
      Object.entries(GROUPS).filter(([group, [low, high]]) => {
        const [slowest, fastest] = ['min', 'max'].map((end) => samples[`${end}-${group}`].at(-1));
        return Number(slowest) > low - 1e-3 && Number(fastest) < high + 1e-3;
      }).length,
  },
  {
    name: 'counterflow',
    source: 'NIST 2.8',
    what: 'least growth of the time, against 10 after 0, 50 after 10 and 100 after 50, times',
    published: 'above 1',
    band: [MORE, Number.POSITIVE_INFINITY],
    digits: 2,
    figure: (runs) => {
      const times = runs.map((run) => emptied(run));
      return Math.min(...times.slice(1).map((time, at) => time / times[at]));
    },
  },
  {
    name: 'rooms',
    source: 'RiMEA 12',
    what: 'most who stand before the second door, over most before the first',
    published: 'below 1',
    band: [0, 1 - 1e-9],
    digits: 2,
    figure: ([{ samples }]) => greatest(samples.second) / greatest(samples.first),
  },
  {
    name: 'door',
    source: 'NIST 5.2',
    what: 'flow through a door of 1 m, 1/s, with a `headway` of 0.55 s',
    published: 'at most 1.33',
    band: [0, 1.33],
    digits: 2,
    figure: throughDoor(0),
  },
  {
    name: 'door',
    source: 'NIST 5.2',
    what: 'the same with 1.4 s',
    published: 'at most 1.33',
    band: [0, 1.33],
    digits: 2,
    figure: throughDoor(1),
  },
  {
    name: 'exits',
    source: 'RiMEA 9',
    what: 'time by two doors over that by four',
    published: 'about 2, within 10 %',
    band: [1.8, 2.2],
    digits: 2,
    figure: ([four, two]) => emptied(two) / emptied(four),
  },
  {
    name: 'routes',
    source: 'RiMEA 10, NIST 3.1',
    what: 'people of 23 who take the exit of their room',
    published: '23',
    band: [23, 23],
    digits: 0,
    figure: ([run]) => {
      const isMain = greatest(run.samples.mainEast) < 18;
      const isSide = least(run.samples.sideWest) > 0;
      return (isMain && emptied(run, 'main') ? 15 : 0) + (isSide && emptied(run, 'side') ? 8 : 0);
    },
  },
  {
    name: 'closing',
    source: 'NIST 4.1',
    what: 'exits of two taken as they are open',
    published: '2',
    band: [2, 2],
    digits: 0,
    figure: (runs) => {
      const taken = runs.map(({ samples: { x, y } }) => x[y.findIndex((north) => north >= 13)]);
      return Number(taken[0] < 5) + Number(taken[1] > 5);
    },
  },
  {
    name: 'disabled',
    source: 'NIST 2.10',
    what: 'time behind a slower and wider person, over that behind one like all others',
    published: 'above 1',
    band: [MORE, Number.POSITIVE_INFINITY],
    digits: 2,
    figure: ([alike, other]) => emptied(other) / emptied(alike),
  },
  {
    name: 'crowd',
    source: 'RiMEA 15',
    what: 'time around a corner: 0 is that of a shorter straight corridor, 1 of a longer',
    published: '0 to 1',
    band: [0, 1],
    digits: 1,
    figure: ([run]) => {
      const [short, corner, long] = ['short', 'corner', 'long'].map((key) => emptied(run, key));
      return (corner - short) / (long - short);
    },
  },
];
