import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineLaw, float, select, vec3 } from '../../src/laws/index.ts';
import type { Kernel } from '../../src/phases/kernel.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { DECLARED, type DeclaredPhase } from '../../src/tick/phase-access.ts';
import { type Column, type Columns, columnsIn, GROUPS } from '../../src/tick/phase-columns.ts';
import { KERNELS } from '../../src/tick/phase-kernels.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { KernelName } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { fieldScene } from '../fields/scenes.ts';
import { fewestBarriers, unguarded } from '../helpers/barriers.ts';
import { birthScene } from '../helpers/birth-scene.ts';
import { checkedStep, type Written } from '../helpers/checked-step.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { busyObstacles } from '../helpers/obstacle-scenes.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { reportScene } from '../helpers/report-scenes.ts';
import { scene, textOf } from '../helpers/scenes.ts';
import { stateScene } from '../states/scenes.ts';

const PHASES = DECLARED;
const NAMES: readonly KernelName[] = ['ts', 'simd'];
/** Three workers, of which the last goes first. */
const ORDER = [2, 0, 1];
const RANDOM = fc.sample(scenarios, { numRuns: 4, seed: 3 }).map((input) => parseScenario(input));

const BIRTH_COLUMNS: readonly Column[] = [
  'scratch.stagedLife',
  'scratch.parentPlace',
  'scratch.parentCount',
  'scratch.parentOf',
];

/** Each scene with both kernels; `npm test` checks it with one of them, and in every third tick. */
const NTH = LONG ? 1 : 3;

/** What was written by all scenes below. */
const written: Written = new Map();

/** Agents that start with all extra columns: walkers on their ways over a map, and what hunts them. */
const STARTS = textOf({
  name: 'starts',
  dimensions: 2,
  map: { rows: ['....', '.##.', '....'], legend: { '.': 1, '#': 'wall' }, cellSize: 5 },
  targets: [{ name: 'gate', position: [17, 12, 0] }],
  species: [
    {
      name: 'walker',
      count: 40,
      maxSpeed: 4,
      turnRate: 3,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'navigate', target: 'gate' }, { type: 'context' }],
    },
    {
      name: 'dart',
      count: 40,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'navigation', quarry: 'walker', speed: 9 }],
    },
    {
      name: 'hawk',
      count: 203,
      spawn: { type: 'box', min: [0, 0, 0], max: [20, 15, 0] },
      behaviors: [{ type: 'navigation', quarry: 'kite', speed: 0.1 }],
    },
    { name: 'kite', count: 99, spawn: { type: 'box', min: [0, 0, 0], max: [20, 15, 0] } },
    {
      name: 'beam',
      count: 16,
      spawn: { type: 'pool' },
      behaviors: [{ type: 'homing', target: 'gate', speed: 6, curvatureRadius: 9 }],
    },
  ],
  launchers: ['walker', 'dart', 'beam'].map((species) => ({
    name: species,
    species,
    position: [2, 2, 0],
    target: 'gate',
    speed: 3,
  })),
  commands: [0, 1, 20, 21, 60].flatMap((at) => [
    ...['walker', 'dart', ...(at === 20 || at === 21 ? [] : ['beam'])].map((launcher) => ({
      type: 'fire',
      tick: at,
      launcher,
      count: launcher === 'beam' ? 8 : 16,
      ...(launcher === 'beam' && { angle: 2 }),
    })),
    { type: 'move', tick: at, target: 'gate', position: [17, 12, 0] },
  ]),
});

/** Divides by 0 on agents of a low id, for any aim. */
function wild(name: string, aim: 'none' | 'one' | 'goal' | 'path' | 'waypoint') {
  return defineLaw({
    name,
    description: 'Is no number for some agents.',
    ...(aim !== 'none' && { aim }),
    force(law) {
      const bad = select(law.self.id.mod(100).lessThan(8), 0, 1);
      const seen = law.neighbors.within(2).count();
      const way = aim === 'none' ? law.self.velocity : law.aim.offset;
      return vec3(way.x.add(seen).div(bad), way.y, way.z);
    },
  });
}

const AIMS = ['none', 'one', 'goal', 'path', 'waypoint'] as const;

/** Agents that are quarantined in the first step, because of laws that read all they can. */
const WILD = parseScenario(
  {
    name: 'wild',
    targets: [{ name: 'gate', position: [1, 2, 3] }],
    paths: [
      {
        name: 'way',
        points: [
          [0, 0, 0],
          [5, 5, 5],
        ],
      },
    ],
    species: AIMS.map((aim, n) => ({
      name: aim,
      count: 100,
      maxSpeed: 5,
      spawn: { type: 'box', min: [0, 0, 0], max: [9, 9, 9] },
      goals: { type: 'mirror', center: [0, 0, 0] },
      behaviors: [{ type: `law:${aim}`, ...(n === 1 && { quarry: 'goal' }) }, { type: 'wander' }],
    })),
  },
  { laws: AIMS.map((aim) => wild(aim, aim)) },
);

/** Columns that laws and commands write, of agents that are fired and quarantined. */
const COLUMNED = parseScenario(
  {
    name: 'columned',
    targets: [{ name: 'gate', position: [9, 9, 9] }],
    species: [
      {
        name: 'ox',
        count: 150,
        spawn: { type: 'box', min: [0, 0, 0], max: [9, 9, 9], velocity: { speed: 3 } },
        columns: { mood: { type: 'u32', initial: { min: 1, max: 9 } } },
        behaviors: [
          { type: 'separation', radius: 3 },
          { type: 'law:ripen' },
          { type: 'law:graze' },
        ],
      },
      {
        ...{ name: 'dart', count: 16, turnRate: 2, spawn: { type: 'pool' } },
        behaviors: [{ type: 'law:graze' }],
      },
    ],
    launchers: [{ name: 'bow', species: 'dart', position: [2, 2, 0], target: 'gate', speed: 3 }],
    commands: [0, 1].flatMap((tick) => [
      { type: 'fire', tick, launcher: 'bow', count: 3 },
      { type: 'write', tick, species: 'ox', column: 'mood', value: 7 },
    ]),
  },
  {
    laws: [
      defineLaw({
        name: 'ripen',
        description: 'Counts the ticks of its agents.',
        columns: { ticks: { type: 'u32' } },
        next: ({ self }) => ({ ticks: self.ticks.add(1) }),
        ends: ({ self }) => self.ticks.toFloat().greaterThan(1000),
      }),
      defineLaw({
        name: 'graze',
        description: 'Sums what its neighbors have.',
        columns: { energy: { type: 'f32', default: 1 }, mood: { type: 'u32' } },
        // Some are quarantined for their force, some for what they write.
        force: ({ self }) => vec3(float(1).div(select(self.id.mod(50).equal(9), 0, 1)), 0, 0),
        next({ self, neighbors }) {
          const near = neighbors.within(2).sum((other) => other.energy);
          const zero = select(self.id.mod(50).equal(7), 0, 1);
          return { energy: near.add(zero.div(zero)) };
        },
      }),
    ],
  },
);

/** Agents that are born of others, with all extra columns to begin with, behind those that a command lets be born. */
const BROODS = parseScenario(
  {
    name: 'broods',
    dimensions: 2,
    map: { rows: ['....', '.##.', '....'], legend: { '.': 1, '#': 'wall' }, cellSize: 5 },
    targets: [{ name: 'gate', position: [17, 12, 0] }],
    species: [
      {
        name: 'walker',
        ...{ maxSpeed: 4, turnRate: 3 },
        goals: { type: 'mirror', center: [10, 8, 0] },
        behaviors: [{ type: 'navigate' }, { type: 'context' }, { type: 'seek', quarry: 'beam' }],
      },
      { name: 'dart', behaviors: [{ type: 'navigation', quarry: 'walker', speed: 9 }] },
      {
        name: 'beam',
        behaviors: [{ type: 'homing', target: 'gate', speed: 6, curvatureRadius: 9 }],
      },
    ].map(({ behaviors, ...species }) => ({
      ...species,
      ...{ count: 20, capacity: 30 },
      // All agents have reported that the gate is near when they end, so that newborn agents have something to forget.
      reports: [{ type: 'born' }, { type: 'near', target: 'gate', distance: 99 }],
      spawn: { type: 'box', min: [0, 0, 0], max: [20, 4, 0], velocity: { speed: 2 } },
      behaviors: [
        ...behaviors.map((behavior) =>
          behavior.type === 'context' || behavior.type === 'navigate'
            ? behavior
            : { ...behavior, assignable: true },
        ),
        { type: 'law:brood' },
      ],
    })),
    commands: [1, 6, 12].flatMap((tick) => [
      {
        ...{ tick, type: 'spawn', species: 'dart', count: 5 },
        box: { min: [0, 0, 0], max: [9, 4, 0] },
      },
      { tick: tick - 1, type: 'assign', species: 'beam', target: 'gate' },
      // Some of these are alive by then.
      ...Array.from({ length: 20 }, (_, k) => ({
        ...{ tick: tick - 1, type: 'assign', species: 'walker', quarry: 60 + k },
      })),
    ]),
  },
  {
    laws: [
      defineLaw({
        name: 'brood',
        description: 'Has young now and then, and leaves its row to others.',
        ends: ({ self, tick: now }) => self.id.add(now).mod(7).equal(0),
        births: ({ self, tick: now }) => [{ when: self.id.add(now).mod(3).equal(0) }],
      }),
    ],
  },
);

/** Agents that commands move, send and end, in the ticks that are checked. */
const COMMANDED = parseScenario({
  name: 'commanded',
  bounds: { type: 'wrap', min: [0, 0, 0], max: [40, 40, 40] },
  targets: [{ name: 'sun', position: [20, 20, 20] }],
  species: [
    {
      name: 'walker',
      count: 70,
      spawn: { type: 'box', min: [0, 0, 0], max: [40, 40, 40] },
      goals: { type: 'mirror', center: [20, 20, 20] },
      maxSpeed: 3,
      behaviors: [{ type: 'goal' }, { type: 'seek', quarry: 'moth', assignable: true }],
    },
    {
      name: 'moth',
      count: 50,
      spawn: { type: 'box', min: [0, 0, 0], max: [40, 40, 40], velocity: { speed: 5 } },
      behaviors: [
        { type: 'separation', radius: 4 },
        { type: 'homing', assignable: true },
      ],
    },
    {
      name: 'hawk',
      count: 30,
      spawn: { type: 'box', min: [0, 0, 0], max: [40, 40, 40], velocity: { speed: 5 } },
      behaviors: [{ type: 'intercept', quarry: 'moth', assignable: true }],
    },
  ],
  commands: [1, 2].flatMap((tick) => [
    {
      tick,
      type: 'place',
      box: { min: [0, 0, 0], max: [30, 30, 30] },
      position: [5, 5, 5],
      velocity: [1, 0, 0],
    },
    { tick, type: 'go', species: 'walker', position: [tick, 2, 3] },
    { tick, type: 'go', ids: [3, 5], positions: [1, 2, 3, 4, 5, 6] },
    { tick, type: 'remove', species: 'hawk', sphere: { center: [0, 0, 0], radius: 20 } },
    { tick, type: 'remove', ids: [71 + tick, 80] },
    { tick, type: 'assign', species: 'moth', target: 'sun' },
    { tick, type: 'assign', species: 'walker', quarry: 95 },
    { tick, type: 'assign', ids: [130, 140], quarries: [90, 99] },
  ]),
});

/**
 * The ticks whose steps are checked: the first two, those of some commands, the first of each kind of
 * event and the one after it, and one of a second later.
 */
function ticksOf(scenario: Scenario): number[] {
  const commanded = scenario.commands
    .map((command) => command.tick)
    .filter((at) => at > 0 && at < 600);
  const ticks = new Set([0, 1, 60, ...new Set(commanded.slice(0, 4))]);
  if (scenario.launchers.length > 0) {
    const ahead = createWorld(scenario);
    tick(ahead, 240);
    const kinds = new Set<string>();
    for (const event of takeEvents(ahead)) {
      if (kinds.has(event.type)) continue;
      kinds.add(event.type);
      for (const at of [-1, 0]) ticks.add(event.tick + at);
    }
  }
  return [...ticks].sort((a, b) => a - b);
}

function problemsOf(scenario: Scenario, kernel: KernelName): string[] {
  const world = createWorld(scenario, { maxWorkers: 3, kernel });
  return someOf(ticksOf(scenario), NTH).flatMap((at) => {
    tick(world, Math.max(0, at - world.tick));
    return checkedStep(world, ORDER, written);
  });
}

/** Scenes with few agents that between them have all that a world may have, by what happens in them. */
const CASES: Readonly<Record<string, (kernel: KernelName) => Scenario>> = {
  'agents start with all extra columns': () => STARTS,
  'laws and commands write columns': () => COLUMNED,
  'commands move, send and end agents': () => COMMANDED,
  'obstacles come, move and go in 2D': () => busyObstacles(2, { type: 'orca' }),
  'agents report': (kernel) =>
    parseScenario(kernel === 'ts' ? reportScene(1, 2, 'contain') : reportScene(2, 3, 'wrap')),
  'obstacles come, move and go in 3D': () => busyObstacles(3, { type: 'orca' }),
  'laws end agents and let others be born': (kernel) => {
    const input = birthScene({ capacity: 80, whenFull: kernel === 'ts' ? 'recycle' : 'refuse' });
    const turning = input.species.map((species) => ({ ...species, turnRate: 2 }));
    return parseScenario({ ...input, species: turning });
  },
  'newborn agents have all extra columns': () => BROODS,
  'agents read scalar fields and deposit into them': (kernel) =>
    fieldScene({
      ...{ dimensions: kernel === 'ts' ? 2 : 3, count: 203 },
      behaviors: [{ type: 'law:spoil' }],
    }),
  'agents go from state to state': (kernel) =>
    stateScene(kernel === 'ts' ? {} : { dimensions: 3, compose: 'priority' }),
};

/** Those of a kernel in `npm test`, of which the other kernel has others. */
function partOf<T>(all: readonly T[], kernel: KernelName, nth: number): readonly T[] {
  return someOf(all, nth, NAMES.indexOf(kernel));
}

describe.each(NAMES)('the declared reads and writes of phases, %s', (kernel) => {
  it.each(someOf(Object.entries(GOLDEN_SCENES), 24, 9 + NAMES.indexOf(kernel)))(
    'hold in %s',
    { timeout: 60_000 },
    (_name, { make }) => {
      expect(problemsOf(make(), kernel)).toEqual([]);
    },
  );

  it.each(partOf(Object.entries(CASES), kernel, 2))('hold where %s', (_what, make) => {
    expect(problemsOf(make(kernel), kernel)).toEqual([]);
  });

  it('hold where laws cause agents to be quarantined', () => {
    expect(problemsOf(WILD, kernel)).toEqual([]);
    const world = createWorld(WILD, { kernel });
    tick(world);
    const found = takeEvents(world).map((event) => 'behavior' in event && event.behavior);
    expect(new Set(found)).toEqual(new Set(AIMS.map((aim) => `law:${aim}`)));
  });

  const random = RANDOM.map((scenario, k) => [k, scenario] as const);
  it.each(partOf(random, kernel, 4))('hold in random scenario %i of seed 3', (_k, scenario) => {
    expect(problemsOf(scenario, kernel)).toEqual([]);
  });
});

long(
  'the declared reads and writes hold in the first tick of swarm-100k with all its agents',
  {
    timeout: 60_000,
  },
  () => {
    const world = createWorld(scene('swarm-100k'), { maxWorkers: 3, kernel: 'simd' });
    expect(checkedStep(world, ORDER, written)).toEqual([]);
  },
);

// Takes all scenes, of which `npm test` checks some.
long('no phase declares a write that it makes in none of these scenes', () => {
  const said = PHASES.map(({ name, writes }) => [name, namesOf(writes.own, writes.any)]);
  expect(PHASES.map(({ name }) => [name, [...(written.get(name) ?? [])].sort()])).toEqual(said);
});

function namesOf(...lists: readonly (readonly Columns[])[]): Column[] {
  return [...columnsIn(lists.flat())].sort();
}

describe('the check of a phase', () => {
  const flock = scene('flock');
  const species = flock.species.map((species) => ({ ...species, trail: {} }));
  const scenario = parseScenario({ ...flock, species });
  const world = (): World => createWorld(scenario, { maxWorkers: 3, kernel: 'ts' });
  /** The pipeline with the phase of that name changed. */
  const withPhase = (
    name: string,
    changed: (phase: DeclaredPhase) => Partial<DeclaredPhase>,
  ): DeclaredPhase[] =>
    PHASES.map((phase) => (phase.name === name ? { ...phase, ...changed(phase) } : phase));
  const problems = (
    pipeline: readonly DeclaredPhase[],
    twins: Record<string, Kernel> = {},
  ): string[] => {
    const checked = world();
    checked.twins = twins;
    return checkedStep(checked, ORDER, new Map(), pipeline);
  };

  it('names a column that is read but not declared', () => {
    const pipeline = withPhase('bin', () => ({
      reads: { own: ['scratch.stagedPosition', 'front.species'], any: ['control.word'] },
    }));
    expect(problems(pipeline)).toEqual(['bin reads scratch.stagedStatus']);
  });

  it('names a column that is written but not declared', () => {
    const countBirths: Kernel = (world, begin, end, worker) => {
      KERNELS.countBirths(world, begin, end, worker);
      world.back.birth[begin] = 77;
    };
    expect(problems(PHASES, { countBirths })).toEqual(['countBirths writes back.birth']);
  });

  it('names a column that is read for other agents, where only its own are declared', () => {
    const pipeline = withPhase('launch', ({ reads }) => ({
      reads: {
        own: [...reads.own, 'front.velocity'],
        any: reads.any.filter((columns) => columns !== 'front agents'),
      },
    }));
    const launch: Kernel = (world, begin) => {
      world.scratch.stagedVelocity.x[begin] = world.front.velocity.x[199 - begin];
    };
    expect(problems(pipeline, { launch })).toEqual(['launch reads front.velocity of others']);
  });

  it('names a column that is written for other workers, where only its own is declared', () => {
    const countBirths: Kernel = (world, _begin, _end, worker) => {
      world.scratch.birthCount[(worker + 1) % 3] = 5;
    };
    expect(problems(PHASES, { countBirths })).toEqual([
      'countBirths writes scratch.birthCount of others',
    ]);
  });
});

describe('barriers', () => {
  it('stand wherever a phase reads or writes what another worker wrote', () => {
    expect(unguarded(PHASES)).toEqual([]);
  });

  it('are as few as possible, and each of them is needed', () => {
    const standing = PHASES.filter(({ barrier }) => barrier);
    expect(standing.map(({ name }) => name)).toEqual([
      'plantTrees',
      'listParents',
      'stageOffspring',
      'bin',
      'prefixSum',
      'scatter',
      'report',
    ]);
    expect(fewestBarriers(PHASES)).toBe(standing.length);
    for (const { name } of standing) {
      const without = PHASES.map((phase) =>
        phase.name === name ? { ...phase, barrier: false } : phase,
      );
      expect(unguarded(without).length, name).toBeGreaterThan(0);
    }
  });

  it('are reported missing where a changed phase reads what others have staged', () => {
    const reading = PHASES.filter(({ needs }) => needs !== 'births').map((phase) =>
      phase.name === 'launch'
        ? { ...phase, reads: { own: [], any: ['staged agents' as const] } }
        : phase,
    );
    expect(unguarded(reading).map(({ earlier, later }) => [earlier, later])).toContainEqual([4, 6]);
  });

  it('suffice too without the phases that a world does not need', () => {
    const optional = [
      'trees',
      'states',
      'reports',
      'births',
      'fields',
      'deposits',
      'particles',
    ] as const;
    for (let set = 0; set < 1 << optional.length; set++) {
      const left = optional.filter((_, k) => ((set >>> k) & 1) === 1);
      // Reports come after the transitions of states.
      if (left.includes('reports') && !left.includes('states')) continue;
      const pipeline = PHASES.filter((phase) => left.every((key) => phase.needs !== key));
      // Columns without rows where there are no births.
      const bare = (column: Column) => left.includes('births') && BIRTH_COLUMNS.includes(column);
      expect(
        unguarded(pipeline).filter(({ column }) => !bare(column)),
        left.join(),
      ).toEqual([]);
    }
  });
});

it('the names of groups differ from those of columns', () => {
  for (const name of Object.keys(GROUPS)) expect(name).not.toContain('.');
});
