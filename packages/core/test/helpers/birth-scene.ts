import { defineLaw, select, vec3 } from '../../src/laws/index.ts';

const LEVEL = { unit: 'J', default: 60, min: 1, max: 100, description: 'Energy of a birth.' };

/** Gains or loses energy by its place, ends without any, and gives birth to one or two when it has much. */
export const grow = defineLaw({
  name: 'grow',
  description: 'Grows, gives birth, and ends.',
  parameters: { level: LEVEL },
  columns: {
    energy: { type: 'f32', unit: 'J', default: 20, min: 0, max: 100 },
    line: { type: 'u32', max: 1000 },
    home: { type: 'vec3', unit: 'm' },
  },
  next({ self, parameters: { level } }) {
    const gained = self.energy.add(self.position.x.mul(0.5)).add(0.1);
    return { energy: select(self.energy.greaterThan(level), self.energy.mul(0.5), gained) };
  },
  ends: ({ self }) => self.energy.lessThanEqual(0).or(self.position.y.greaterThan(14)),
  births({ self, parameters: { level } }) {
    return [
      {
        when: self.energy.greaterThan(level),
        velocity: self.velocity.mul(-1),
        columns: { energy: self.energy.mul(0.4), home: self.position },
      },
      {
        when: self.energy.greaterThan(level.mul(1.2)),
        position: self.position.add(vec3(25, 0, 3)),
        columns: { line: self.line.add(1) },
      },
    ];
  },
});

/** Ends at an age, and leaves something else behind. */
export const decay = defineLaw({
  name: 'decay',
  description: 'Turns into something else.',
  parameters: { ticks: { ...LEVEL, unit: '1', default: 9 } },
  ends: ({ self, tick, parameters }) =>
    tick.sub(self.birth).toFloat().greaterThan(parameters.ticks),
  births: ({ self, tick, parameters }) => [
    { when: tick.sub(self.birth).toFloat().greaterThan(parameters.ticks), velocity: vec3(0, 0, 0) },
  ],
});

export const BOX = { min: [-20, -16, -9], max: [20, 16, 9] };

export interface SceneOptions {
  readonly bounds?: object;
  readonly dimensions?: 2 | 3;
  readonly capacity?: number;
  readonly whenFull?: 'refuse' | 'recycle';
}

/** Cells that grow and give birth to spores, which become cells again. */
export function birthScene({
  bounds = { type: 'wrap', ...BOX },
  dimensions = 3,
  capacity = 300,
  whenFull,
}: SceneOptions) {
  const box = bounds as { type: string };
  return {
    name: 'growth',
    seed: 5,
    dimensions,
    bounds: box,
    laws: [grow, decay],
    species: [
      {
        name: 'cell',
        count: 60,
        capacity,
        ...(whenFull && { whenFull }),
        maxSpeed: 9,
        spawn: { type: 'box', min: [-19, -15, -8], max: [19, 12, 8], velocity: { speed: 7 } },
        goals: { type: 'mirror', center: [0, 0, 0] },
        columns: { energy: { type: 'f32', initial: { min: 1, max: 90 } } },
        behaviors: [
          { type: 'wander', weight: 3 },
          { type: 'law:grow', offspring: ['cell', 'spore'] },
        ],
        reports: [{ type: 'born' }, { type: 'died' }],
      },
      {
        name: 'spore',
        count: 5,
        capacity: 40,
        spawn: { type: 'box', min: [-9, -9, -8], max: [9, 9, 8], velocity: { speed: 2 } },
        behaviors: [{ type: 'law:decay', offspring: 'cell' }],
        reports: [{ type: 'died' }],
      },
    ],
  };
}
