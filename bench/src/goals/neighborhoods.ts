import { createWorld, parseScenario, stateHash, tick } from '@skein/core';
import {
  defineLaw,
  float,
  type Law,
  type Other,
  select,
  type Vec3Node,
  vec3,
} from '@skein/core/laws';
import { median } from '../statistics.ts';
import { timeOf } from '../turns.ts';
import { edgeOf } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

/** A species, as in the JSON of a scenario. */
type Species = Readonly<Record<string, unknown>>;
/** Where agents start, and what they do, as in that JSON. */
type Part = Readonly<Record<string, unknown>>;

/** What a scene adds to the flock, or replaces in it. */
interface Scene {
  readonly name: string;
  /** How many times the time of the flock a tick may take, and should take. */
  readonly reach: number;
  readonly aim: number;
  readonly species: (flock: (rules?: Rules) => Species, spawn: Part) => Species[];
  readonly laws?: readonly Law[];
  /** Whether walkers in a plane take the place of the flock. */
  readonly walks?: true;
}

interface Rules {
  readonly name?: string;
  readonly share?: number;
  /** The radii (m) of cohesion, alignment and separation. */
  readonly radii?: readonly [number, number, number];
  readonly cosine?: number;
  readonly sees?: readonly string[];
  readonly also?: readonly Part[];
}

const RADIUS = 2.08;
const NEIGHBORS = 30;
const FEW = 100;
/** The distance (m) within which walkers avoid each other, and the number of others within it. */
const WALK = { radius: 2.5, neighbors: 10 };

const hunters = (behaviors: readonly Part[], spawn: Part): Species => {
  return { name: 'hunter', count: FEW, maxSpeed: 9, spawn, behaviors };
};

const ofKinds = (kinds: number, own: boolean): Scene['species'] => {
  return (flock) =>
    Array.from({ length: kinds }, (_, k) => {
      const name = `kind${k}`;
      return flock({ name, share: 1 / kinds, ...(own && { sees: [name] }) });
    });
};

const keepApart = (radius: number) => [
  { type: 'separation', weight: 12, radius, species: ['hunter'] },
];

/** The three rules of a flock in one law. */
const three = defineLaw({
  name: 'three',
  description: 'Keeps together, aligns, and keeps apart.',
  force({ self, neighbors }) {
    const others = neighbors.within(RADIUS);
    const isApart = (other: Other) => other.distanceSquared.greaterThanEqual(1e-24);
    const sum = (of: (other: Other) => Vec3Node) =>
      others.sum((other) => select(isApart(other), of(other), vec3(0, 0, 0)));
    const count = others.sum((other) => select(isApart(other), 1, 0));
    const turn = sum(({ velocity }) => velocity)
      .mul(float(1).div(count))
      .sub(self.velocity);
    const apart = sum(({ offset, distanceSquared }) => offset.mul(float(1).div(distanceSquared)));
    return sum(({ offset }) => offset)
      .withLength(8)
      .add(select(count.greaterThan(0), turn.withLength(8), vec3(0, 0, 0)))
      .add(apart.withLength(-12));
  },
});

const seven = defineLaw({
  name: 'seven',
  description: 'Aligns with its seven nearest.',
  force: ({ self, neighbors }) =>
    neighbors
      .nearest(7, RADIUS)
      .sum(({ velocity }) => velocity)
      .withLength(3)
      .sub(self.velocity),
});

const SCENES: readonly Scene[] = [
  ...[4, 16, 50].map((radius): Scene => {
    return {
      name: `and ${FEW} hunters that keep ${radius} m from each other`,
      reach: 1.3,
      aim: 1.05,
      species: (flock, spawn) => [flock(), hunters(keepApart(radius), spawn)],
    };
  }),
  ...[2.08, 8, 16].map((radius): Scene => {
    return {
      name: `that flees ${FEW} rare hunters within ${radius} m`,
      reach: 1.5,
      aim: 1.2,
      species: (flock, spawn) => [
        flock({ name: 'prey', sees: ['prey'], also: keepApart(radius) }),
        hunters([], spawn),
      ],
    };
  }),
  {
    name: `and ${FEW} hunters that see all prey within 50 m`,
    reach: 2,
    aim: 1.5,
    species: (flock, spawn) => [
      flock({ name: 'prey', sees: ['prey'] }),
      hunters([{ type: 'cohesion', radius: 50, species: ['prey'] }], spawn),
    ],
  },
  { name: 'in 8 species with the same rules', reach: 1.2, aim: 1.05, species: ofKinds(8, false) },
  { name: 'in 31 species with the same rules', reach: 1.2, aim: 1.05, species: ofKinds(31, false) },
  { name: 'in 31 species, each with its own kind', reach: 2, aim: 1.3, species: ofKinds(31, true) },
  {
    name: 'with radii of 2.08, 2.08 and 1 m',
    reach: 1.4,
    aim: 1.2,
    species: (flock) => [flock({ radii: [RADIUS, RADIUS, 1] })],
  },
  {
    name: 'with a field of view, cosine -0.5',
    reach: 1.4,
    aim: 1.2,
    species: (flock) => [flock({ cosine: -0.5 })],
  },
  {
    name: 'by a law with the three rules',
    reach: 1,
    aim: 1,
    laws: [three],
    species: (flock) => [{ ...flock(), behaviors: [{ type: 'law:three' }] }],
  },
  {
    name: 'that aligns with its seven nearest',
    reach: 3,
    aim: 2,
    laws: [seven],
    species: (flock) => [{ ...flock(), behaviors: [{ type: 'law:seven' }] }],
  },
  {
    name: 'replaced by a queue',
    reach: 4,
    aim: 2,
    species: (flock) => [{ ...flock(), behaviors: [{ type: 'queue', radius: RADIUS }] }],
  },
  {
    name: 'in 16 states of 7 transitions, four to near neighbors',
    reach: 3,
    aim: 2,
    species: (flock) => [{ ...flock(), states: sixteenStates() }],
  },
  ...(['graded', 'hard'] as const).map((blocking): Scene => {
    return {
      name: `with context steering, ${blocking}`,
      reach: 8,
      aim: 4,
      species: (flock) => [
        {
          ...flock(),
          behaviors: [{ type: 'wander' }, { type: 'context', radius: RADIUS, blocking }],
        },
      ],
    };
  }),
  {
    name: 'with ORCA in space',
    reach: 5,
    aim: 3,
    species: (flock) => {
      const behaviors = [{ type: 'wander' }, { type: 'orca', radius: RADIUS }];
      return [{ ...flock(), radius: 0.2, behaviors }];
    },
  },
  {
    name: 'and 5 buses of radius 15 among them',
    reach: 1.3,
    aim: 1.1,
    walks: true,
    species: (walkers, spawn) => {
      const look = { type: 'orca', radius: 15, maxNeighbors: 64 };
      const behaviors = [{ type: 'wander' }, look];
      return [walkers(), { name: 'bus', count: 5, radius: 2, maxSpeed: 8, spawn, behaviors }];
    },
  },
];

/** States that an agent rarely leaves, but checks all transitions of. */
function sixteenStates(): Part[] {
  return Array.from({ length: 16 }, (_, state) => {
    const to = (k: number): string => `state${(state + k + 1) % 16}`;
    const near = [0, 1, 2, 3].map((k) => {
      return { type: 'near', to: to(k), species: 'flock', distance: 0.05 + 0.01 * k };
    });
    const after = [4, 5].map((k) => ({ type: 'after', to: to(k), time: 100 + k }));
    const next = [...near, ...after, { type: 'chance', to: to(6), rate: 0.01 }];
    return { name: `state${state}`, next };
  });
}

/**
 * Measures how much longer a tick of a flock takes if some agents look farther, other ways, or for others. Each scene
 * is stepped in turn with the flock alone, on one thread. Bounds contain the agents, because 50 m is too far for a
 * torus of this size.
 */
export const neighborhoodGoals: Measurement = async ({ quick, signal }) => {
  const agents = quick ? 20_000 : 100_000;
  const half = edgeOf({ agents, neighbors: NEIGHBORS }) / 2;
  const far = Math.sqrt((Math.PI * WALK.radius ** 2 * agents) / WALK.neighbors) / 2;
  const box = { min: [-half, -half, -half], max: [half, half, half] } as const;
  const square = { min: [-far, -far], max: [far, far] } as const;
  const spawn = { type: 'box', ...box, velocity: { speed: 5 } };
  const flock = ({
    name = 'flock',
    share = 1,
    radii: [cohesion, alignment, separation] = [RADIUS, RADIUS, RADIUS],
    cosine = -1,
    sees,
    also = [],
  }: Rules = {}): Species => {
    const look = { cosine, ...(sees && { species: [...sees] }) };
    return {
      ...{ name, count: Math.round(share * agents), maxSpeed: 9, maxForce: 27, spawn },
      behaviors: [
        { type: 'cohesion', weight: 8, radius: cohesion, ...look },
        { type: 'alignment', weight: 8, radius: alignment, ...look },
        { type: 'separation', weight: 12, radius: separation, ...look },
        ...also,
      ],
    };
  };
  const walkers = (): Species => {
    const behaviors = [{ type: 'wander' }, { type: 'orca', radius: WALK.radius }];
    const spawn = { type: 'box', ...square, velocity: { speed: 1 } };
    return { name: 'walker', count: agents, radius: 0.25, maxSpeed: 1.5, spawn, behaviors };
  };
  const worldOf = (species: Species[], walks = false, laws: readonly Law[] = []) => {
    const place = walks
      ? { dimensions: 2, bounds: { type: 'contain', ...square } }
      : { bounds: { type: 'contain', ...box } };
    return createWorld(parseScenario({ name: 'flock', seed: 1, ...place, laws, species }));
  };
  const measured = [];
  for (const { name, reach, aim, species, laws, walks } of SCENES) {
    const one = walks ? walkers : flock;
    const start = walks ? { type: 'box', ...square } : spawn;
    const worlds = [worldOf([one()], walks), worldOf(species(one, start), walks, laws)];
    for (const world of worlds) tick(world, 3);
    const ratios: number[] = [];
    const times: number[][] = [[], []];
    for (let turn = 0; turn < (quick ? 5 : 15); turn++) {
      signal.throwIfAborted();
      await new Promise(setImmediate);
      const [alone, ms] = worlds.map((world, k) => {
        const one = timeOf(() => tick(world));
        times[k].push(one);
        return one;
      });
      ratios.push(ms / alone);
    }
    const goal: Goal = {
      name: walks
        ? `walkers with ORCA ${name}, against the walkers alone`
        : `a flock ${name}, against the flock`,
      unit: 'x',
      reach,
      aim,
      better: 'less',
    };
    const [alone, ms] = times.map((own) => median(own).toFixed(1));
    measured.push({
      goal,
      samples: ratios,
      hash: stateHash(worlds[1]),
      note: `${ms} ms, ${alone} ms`,
    });
  }
  return measured;
};
