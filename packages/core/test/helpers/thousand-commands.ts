import { defineLaw } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { randomOf } from './random-of.ts';

/** Ticks in which the commands come. */
export const COMMANDED_TICKS = 120;
const COUNT = 1000;
const EDGE = 30;

/** Ages, gives birth while it is strong, and ends. */
const live = defineLaw({
  name: 'live',
  description: 'Ages, has young, and ends.',
  columns: {
    strength: { type: 'f32', default: 5, min: 0, max: 20 },
    young: { type: 'u32' },
    home: { type: 'vec3' },
  },
  force: ({ self }) => self.home.sub(self.position).mul(0.05),
  next: ({ self, neighbors, dt }) => ({
    strength: self.strength.sub(neighbors.within(2).count().mul(dt)),
    young: self.young.add(1),
  }),
  ends: ({ self }) => self.strength.lessThan(0.1),
  births: ({ self, tick, random }) => [
    {
      when: self.young.mod(40).equal(39).and(self.strength.greaterThan(2)),
      position: self.position.add(random.direction()),
      columns: { strength: self.strength.mul(0.5), home: self.position },
    },
    {
      when: self.strength.greaterThan(19).and(tick.mod(2).equal(0)),
      velocity: self.velocity.mul(-1),
    },
  ],
});

const MAP = {
  rows: Array.from({ length: 15 }, (_, row) =>
    row % 5 === 2 ? '..####...####..' : '...............',
  ),
  legend: { '.': 1, '#': 'wall' },
  cellSize: 2,
};

/** A scene of every kind of change: a thousand commands, births, deaths, moving obstacles, columns and reports. */
export function thousandCommands(seed: number): Scenario {
  const spawn = { type: 'box', min: [1, 1], max: [EDGE - 1, EDGE - 1], velocity: { speed: 1 } };
  const reports = ['born', 'died', 'unreachable'].map((type) => ({ type }));
  return parseScenario(
    {
      name: 'thousand-commands',
      seed,
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0], max: [EDGE, EDGE] },
      map: MAP,
      targets: [
        { name: 'lamp', position: [5, 5], motion: { type: 'orbit', center: [9, 9], rate: 1 } },
        { name: 'door', position: [25, 21], radius: 0.5, stiffness: 2, impact: 0.2 },
      ],
      regions: [{ name: 'yard', type: 'box', min: [10, 10], max: [20, 20] }],
      obstacleCapacity: 3,
      obstacles: [
        { type: 'sphere', name: 'ball', center: [8, 22], radius: 1, velocity: [0.5, -0.2] },
        { type: 'box', name: 'door', min: [20, 8], max: [23, 9], angularVelocity: [0, 0, 1] },
      ],
      species: [
        {
          name: 'walker',
          count: 60,
          capacity: 80,
          maxSpeed: 3,
          radius: 0.3,
          spawn,
          goals: { type: 'mirror', center: [EDGE / 2, EDGE / 2] },
          behaviors: [
            { type: 'seek', target: 'lamp', assignable: true, weight: 0.5 },
            { type: 'goal' },
            { type: 'avoidance' },
            { type: 'orca' },
          ],
          reports: [
            ...reports,
            { type: 'arrived', radius: 1 },
            { type: 'entered', region: 'yard' },
          ],
        },
        {
          name: 'hare',
          count: 40,
          capacity: 70,
          whenFull: 'recycle',
          maxSpeed: 4,
          spawn,
          behaviors: [{ type: 'wander' }, { type: 'law:live', offspring: ['hare', 'moth'] }],
          reports: [reports[0], reports[1], { type: 'near', species: 'fox', distance: 2 }],
        },
        {
          name: 'moth',
          count: 5,
          capacity: 12,
          maxSpeed: 3,
          lifetime: 1.5,
          spawn,
          behaviors: [{ type: 'navigate', target: 'door' }],
        },
        {
          name: 'fox',
          count: 4,
          radius: 0.8,
          maxSpeed: 6,
          damping: 1,
          spawn,
          behaviors: [
            {
              type: 'homing',
              quarry: 'hare',
              speed: 6,
              curvatureRadius: 2,
              ends: 'quarry',
              assignable: true,
            },
          ],
        },
        {
          name: 'dart',
          count: 20,
          damping: 1,
          lifetime: 2,
          spawn: { type: 'pool' },
          behaviors: [{ type: 'homing', target: 'door', speed: 8, curvatureRadius: 2 }],
        },
      ],
      launchers: [{ name: 'bow', species: 'dart', target: 'door', position: [15, 15], speed: 9 }],
      commands: commandsOf(seed),
    },
    { laws: [live] },
  );
}

/** Commands of every kind, by tick: to species, to ids and in regions. */
function commandsOf(seed: number): object[] {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const place = (): number[] => [1 + random() * (EDGE - 2), 1 + random() * (EDGE - 2)];
  /** Where the ids of first lives of walkers, hares and foxes begin, and how many of these there are. */
  const ROWS = { walker: [0, 60], hare: [80, 40], fox: [162, 4] } as const;
  const idOf = (name: keyof typeof ROWS): number => ROWS[name][0] + below(ROWS[name][1]);
  const sphere = () => ({ center: place(), radius: 3 * random() });
  const stone = () => ({ type: 'sphere', center: place(), radius: 0.5 + random() });
  /** The existing ones, and one more each time. */
  const stones: string[] = [];
  let added = 0;
  const kinds: (() => object)[] = [
    () => ({ type: 'fire', count: 1 + below(4), angle: random() }),
    () => ({ type: 'move', target: pick(['lamp', 'door']), position: place() }),
    () => {
      const min = place().map((v) => Math.min(v, EDGE - 4));
      return { type: 'cells', min, max: min.map((v) => v + 2), cost: pick(['wall', 1, 1, 3]) };
    },
    () => ({ type: 'set', species: 'walker', parameter: 'maxSpeed', value: 1 + 3 * random() }),
    () => ({
      type: 'set',
      species: 'fox',
      behavior: 'homing',
      parameter: 'speed',
      value: 4 + below(4),
    }),
    () => ({ type: 'place', ids: [idOf('walker'), idOf('hare')], position: place() }),
    () => ({ type: 'place', sphere: sphere(), velocity: [random(), -random()] }),
    () => ({ type: 'go', ids: [idOf('walker')], position: place() }),
    () => ({ type: 'go', species: 'walker', sphere: sphere(), position: place() }),
    () => ({ type: 'assign', ids: [idOf('walker')], target: pick(['lamp', 'door']) }),
    () => ({ type: 'assign', ids: [idOf('fox')], quarry: idOf('hare') }),
    () => ({ type: 'assign', species: pick(['walker', 'fox']), clear: true }),
    () => ({ type: 'remove', ids: [pick([idOf('walker'), idOf('hare')])] }),
    () => ({ type: 'remove', species: 'hare', sphere: { ...sphere(), radius: 0.5 } }),
    () => ({ type: 'spawn', species: 'walker', position: place(), goal: place() }),
    () => ({
      type: 'spawn',
      species: pick(['hare', 'fox']),
      count: 1 + below(3),
      sphere: { center: [15, 5], radius: 3 },
      columns: { strength: 20 * random(), home: [...place(), 0] },
    }),
    () => ({ type: 'write', species: 'hare', column: 'strength', value: 20 * random() }),
    () => ({ type: 'write', ids: [idOf('hare')], column: 'young', words: [below(2 ** 32)] }),
    () => ({ type: 'write', sphere: sphere(), column: 'home', value: [...place(), 0] }),
    () => {
      if (stones.length === 3) return { type: 'obstacle', do: 'remove', name: stones.shift() };
      const name = `stone${added++}`;
      stones.push(name);
      return { type: 'obstacle', do: 'add', name, obstacle: stone() };
    },
    () => ({
      type: 'obstacle',
      do: 'move',
      name: pick(['ball', ...stones]),
      position: place(),
      velocity: [1, random()],
    }),
    () => ({ type: 'obstacle', do: 'turn', name: 'door', angularVelocity: [0, 0, 2 * random()] }),
  ];
  return Array.from({ length: COUNT }, (_, k) => ({
    tick: Math.floor((k * COMMANDED_TICKS) / COUNT),
    ...kinds[k % kinds.length](),
  }));
}
